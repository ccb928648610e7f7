import type { HandlersOf, Output, Parsed } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { MOST_OF_ANSWER } from '../attachments/attachments.ts';
import { safeFileName } from '../fileName.ts';
import { copyOf } from '../forms/sources.ts';
import { openedBy } from '../opened.ts';

const NOT_HERE = fail({
  kind: 'missing',
  code: 'answers.noSuchFile',
  message: 'This file of the answer is not on this computer.',
  safe: 'Nothing was changed.',
  next: 'none',
});

/** @param json the answer or record that names them; null where it is not here */
async function filesOf(
  { attachments }: AccountContext,
  json: string | null,
): Promise<Output<'answers.files'>> {
  const links = json === null ? [] : attachments.linksOf(json).slice(0, MOST_OF_ANSWER);
  const told: Output<'answers.files'> = { pictures: {}, pdfs: [], absent: [] };
  if (json === null || links.length === 0) return told;
  told.pictures = await attachments.picturesOf(json);
  for (const url of links) {
    if (Object.hasOwn(told.pictures, url)) continue;
    const file = await attachments.here(url);
    if (file === null) told.absent.push(url);
    else told.pdfs.push({ url, sizeBytes: file.bytes.byteLength, readAt: file.readAt });
  }
  return told;
}

/** What a record says, as the service spelled it; null where it is not here. */
async function recordJson(
  { store }: AccountContext,
  of: Parsed<'records.files'>,
): Promise<string | null> {
  const record = await store.read('records.get', of);
  return record?.row.json ?? null;
}

async function fetchFiles(
  { attachments }: AccountContext,
  json: string | null,
): Promise<Result<Output<'answers.fetchFiles'>>> {
  if (json === null) return ok({ had: 0, failed: [] });
  return ok(await attachments.fetch(json, { again: false }));
}

async function answerJson(context: AccountContext, answerId: string): Promise<string | null> {
  return (await copyOf(context, answerId))?.json ?? null;
}

async function saveFile(
  context: AccountContext,
  answerId: string,
  url: string,
): Promise<Result<Output<'answers.saveFile'>>> {
  const { attachments, ports } = context;
  const copy = await copyOf(context, answerId);
  // Only what the answer itself names is handed out.
  const isNamed = copy !== null && attachments.linksOf(copy.json).includes(url);
  const file = isNamed ? await attachments.here(url) : null;
  if (file === null) return NOT_HERE;
  const own = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = safeFileName([own.replace(/\.\w{1,5}$/, '')], file.extension, 'File');
  const type = file.is === 'pdf' ? 'application/pdf' : `image/${file.extension}`;
  const saved = await ports.files.save(name, type, file.bytes);
  return saved.ok ? ok({ saved: saved.value }) : saved;
}

/** Pictures and documents beside answers: told, fetched by a wish, handed out. */
export function answerFileHandlers(
  account: () => AccountContext | null,
): Pick<HandlersOf<'answers'>, 'answers.files' | 'answers.fetchFiles' | 'answers.saveFile'> {
  const opened = openedBy(account);
  return {
    'answers.files': ({ answerId }) =>
      opened(async (context) => ok(await filesOf(context, await answerJson(context, answerId)))),
    'answers.fetchFiles': ({ answerId }) =>
      opened(async (context) => fetchFiles(context, await answerJson(context, answerId))),
    'answers.saveFile': ({ answerId, url }) =>
      opened((context) => saveFile(context, answerId, url)),
  };
}

/** The same beside records of the mirror: what a camera took lies at the service too, by its wish. */
export function recordFileHandlers(
  account: () => AccountContext | null,
): Pick<HandlersOf<'records'>, 'records.files' | 'records.fetchFiles'> {
  const opened = openedBy(account);
  return {
    'records.files': (of) =>
      opened(async (context) => ok(await filesOf(context, await recordJson(context, of)))),
    'records.fetchFiles': (of) =>
      opened(async (context) => fetchFiles(context, await recordJson(context, of))),
  };
}

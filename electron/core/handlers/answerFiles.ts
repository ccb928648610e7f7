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

/**
 * @param json the answer or record that names them; null where it is not here
 * @param links those of them that are looked for
 */
async function filesOf(
  { attachments }: AccountContext,
  json: string | null,
  links: readonly string[],
): Promise<Output<'records.files'>> {
  const files: Output<'records.files'> = { pictures: {}, pdfs: [], absent: [] };
  if (json === null || links.length === 0) return files;
  files.pictures = await attachments.picturesOf(json);
  for (const url of links) {
    if (Object.hasOwn(files.pictures, url)) continue;
    const file = await attachments.here(url);
    if (file === null) files.absent.push(url);
    else files.pdfs.push({ url, sizeBytes: file.bytes.byteLength, readAt: file.readAt });
  }
  return files;
}

async function filesOfAnswer(
  context: AccountContext,
  json: string | null,
): Promise<Output<'answers.files'>> {
  const { attachments } = context;
  const [own, others] =
    json === null ? [[], []] : [attachments.linksOf(json), attachments.elsewhereOf(json)];
  const links = [...own.slice(0, MOST_OF_ANSWER), ...others.slice(0, MOST_OF_ANSWER)];
  const files = await filesOf(context, json, links);
  const foreign = new Set(others);
  const byHost = Map.groupBy(
    files.absent.filter((url) => foreign.has(url)),
    (url) => new URL(url).host,
  );
  return {
    ...files,
    absent: files.absent.filter((url) => !foreign.has(url)),
    elsewhere: [...byHost].map(([host, urls]) => ({ host, urls })),
  };
}

function filesOfRecord(
  context: AccountContext,
  json: string | null,
): Promise<Output<'records.files'>> {
  const links = json === null ? [] : context.attachments.linksOf(json);
  return filesOf(context, json, links.slice(0, MOST_OF_ANSWER));
}

/** What a record says, as the service spelled it; null where it is not here. */
async function recordJson(
  { store }: AccountContext,
  of: Parsed<'records.files'>,
): Promise<string | null> {
  const record = await store.read('records.get', of);
  return record?.row.json ?? null;
}

/** Those that are asked for; all where none are named. */
type Some = readonly string[] | undefined;

async function fetchFiles(
  { attachments }: AccountContext,
  json: string | null,
  only: Some,
): Promise<Result<Output<'answers.fetchFiles'>>> {
  if (json === null) return ok({ had: 0, failed: [] });
  return ok(await attachments.fetch(json, { again: false, ...(only && { only }) }));
}

async function fetchElsewhere(
  { attachments }: AccountContext,
  json: string | null,
  host: string,
  only: Some,
): Promise<Result<Output<'answers.fetchElsewhere'>>> {
  if (json === null) return ok({ had: 0, failed: [] });
  return ok(await attachments.fetchElsewhere(json, host, only));
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
  const isNamed =
    copy !== null &&
    [...attachments.linksOf(copy.json), ...attachments.elsewhereOf(copy.json)].includes(url);
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
): Pick<
  HandlersOf<'answers'>,
  'answers.files' | 'answers.fetchFiles' | 'answers.fetchElsewhere' | 'answers.saveFile'
> {
  const opened = openedBy(account);
  return {
    'answers.files': ({ answerId }) =>
      opened(async (context) =>
        ok(await filesOfAnswer(context, await answerJson(context, answerId))),
      ),
    'answers.fetchFiles': ({ answerId, urls }) =>
      opened(async (context) => fetchFiles(context, await answerJson(context, answerId), urls)),
    'answers.fetchElsewhere': ({ answerId, host, urls }) =>
      opened(async (context) =>
        fetchElsewhere(context, await answerJson(context, answerId), host, urls),
      ),
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
      opened(async (context) => ok(await filesOfRecord(context, await recordJson(context, of)))),
    'records.fetchFiles': ({ urls, ...of }) =>
      opened(async (context) => fetchFiles(context, await recordJson(context, of), urls)),
  };
}

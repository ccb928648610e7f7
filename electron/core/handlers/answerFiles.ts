import type { HandlersOf, Output, Parsed } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { MOST_OF_ANSWER } from '../attachments/attachments.ts';
import { mediaTypeOf } from '../attachments/lookedAt.ts';
import { safeFileName } from '../fileName.ts';
import { copyOf } from '../forms/sources.ts';
import { openedBy } from '../opened.ts';

const NOT_HERE = fail({
  kind: 'missing',
  code: 'answers.noSuchFile',
  message: 'This file is not on this computer.',
  safe: 'Nothing was changed.',
  next: 'none',
});

/** Addresses that an answer or a record names: at its service, and elsewhere. */
function linksOf({ attachments }: AccountContext, json: string): [own: string[], others: string[]] {
  return [
    attachments.linksOf(json).slice(0, MOST_OF_ANSWER),
    attachments.elsewhereOf(json).slice(0, MOST_OF_ANSWER),
  ];
}

/** @param json the answer or record that names them; null where it is not here */
async function filesOf(
  context: AccountContext,
  json: string | null,
): Promise<Output<'records.files'>> {
  const files: Output<'records.files'> = {
    ...{ pictures: {}, documents: [], absent: [], elsewhere: [] },
  };
  const [own, others] = json === null ? [[], []] : linksOf(context, json);
  if (json === null || own.length + others.length === 0) return files;
  const { attachments } = context;
  files.pictures = await attachments.picturesOf(json);
  const absent: string[] = [];
  for (const url of [...own, ...others]) {
    if (Object.hasOwn(files.pictures, url)) continue;
    const file = await attachments.here(url);
    if (file === null) absent.push(url);
    else files.documents.push({ url, sizeBytes: file.bytes.byteLength, readAt: file.readAt });
  }
  const foreign = new Set(others);
  files.absent = absent.filter((url) => !foreign.has(url));
  const byHost = Map.groupBy(
    absent.filter((url) => foreign.has(url)),
    (url) => new URL(url).host,
  );
  files.elsewhere = [...byHost].map(([host, urls]) => ({ host, urls }));
  return files;
}

/** Those that are asked for; all where none are named. */
type Some = readonly string[] | undefined;
type Fetched = Promise<Result<Output<'records.fetchFiles'>>>;

async function fetchFiles(
  { attachments }: AccountContext,
  json: string | null,
  only: Some,
): Fetched {
  if (json === null) return ok({ had: 0, failed: [] });
  return ok(await attachments.fetch(json, { again: false, ...(only && { only }) }));
}

async function fetchElsewhere(
  { attachments }: AccountContext,
  json: string | null,
  host: string,
  only: Some,
): Fetched {
  if (json === null) return ok({ had: 0, failed: [] });
  return ok(await attachments.fetchElsewhere(json, host, only));
}

async function saveFile(
  context: AccountContext,
  json: string | null,
  url: string,
): Promise<Result<Output<'records.saveFile'>>> {
  const { attachments, ports } = context;
  // Only what the answer or record itself names is handed out.
  const isNamed = json !== null && linksOf(context, json).flat().includes(url);
  const file = isNamed ? await attachments.here(url) : null;
  if (file === null) return NOT_HERE;
  const own = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = safeFileName([own.replace(/\.\w{1,5}$/, '')], file.extension, 'File');
  const saved = await ports.files.save(name, mediaTypeOf(file), file.bytes);
  return saved.ok ? ok({ saved: saved.value }) : saved;
}

async function answerJson(
  context: AccountContext,
  { answerId }: Parsed<'answers.files'>,
): Promise<string | null> {
  return (await copyOf(context, answerId))?.json ?? null;
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
    'answers.files': (of) =>
      opened(async (context) => ok(await filesOf(context, await answerJson(context, of)))),
    'answers.fetchFiles': ({ urls, ...of }) =>
      opened(async (context) => fetchFiles(context, await answerJson(context, of), urls)),
    'answers.fetchElsewhere': ({ host, urls, ...of }) =>
      opened(async (context) => fetchElsewhere(context, await answerJson(context, of), host, urls)),
    'answers.saveFile': ({ url, ...of }) =>
      opened(async (context) => saveFile(context, await answerJson(context, of), url)),
  };
}

/** What a record says, as the service spelled it; null where it is not here. */
async function recordJson(
  { store }: AccountContext,
  of: Parsed<'records.files'>,
): Promise<string | null> {
  const record = await store.read('records.get', of);
  return record?.row.json ?? null;
}

/** The same beside records of the mirror, as what a camera took beside its event. */
export function recordFileHandlers(
  account: () => AccountContext | null,
): Pick<
  HandlersOf<'records'>,
  'records.files' | 'records.fetchFiles' | 'records.fetchElsewhere' | 'records.saveFile'
> {
  const opened = openedBy(account);
  return {
    'records.files': (of) =>
      opened(async (context) => ok(await filesOf(context, await recordJson(context, of)))),
    'records.fetchFiles': ({ urls, ...of }) =>
      opened(async (context) => fetchFiles(context, await recordJson(context, of), urls)),
    'records.fetchElsewhere': ({ host, urls, ...of }) =>
      opened(async (context) => fetchElsewhere(context, await recordJson(context, of), host, urls)),
    'records.saveFile': ({ url, ...of }) =>
      opened(async (context) => saveFile(context, await recordJson(context, of), url)),
  };
}

import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
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

async function filesOf(
  context: AccountContext,
  answerId: string,
): Promise<Output<'answers.files'>> {
  const { attachments } = context;
  const copy = await copyOf(context, answerId);
  const links = copy === null ? [] : attachments.linksOf(copy.json).slice(0, MOST_OF_ANSWER);
  const told: Output<'answers.files'> = { pictures: {}, pdfs: [], absent: [] };
  if (copy === null || links.length === 0) return told;
  told.pictures = await attachments.picturesOf(copy.json);
  for (const url of links) {
    if (Object.hasOwn(told.pictures, url)) continue;
    const file = await attachments.here(url);
    if (file === null) told.absent.push(url);
    else told.pdfs.push({ url, sizeBytes: file.bytes.byteLength, readAt: file.readAt });
  }
  return told;
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
      opened(async (context) => ok(await filesOf(context, answerId))),
    'answers.fetchFiles': ({ answerId }) =>
      opened(async (context) => {
        const copy = await copyOf(context, answerId);
        if (copy === null) return ok({ had: 0, failed: [] });
        return ok(await context.attachments.fetch(copy.json, { again: false }));
      }),
    'answers.saveFile': ({ answerId, url }) =>
      opened((context) => saveFile(context, answerId, url)),
  };
}

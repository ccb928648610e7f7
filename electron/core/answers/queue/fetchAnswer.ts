import type { AppError, Result } from '../../../../shared/result.ts';
import { ok } from '../../../../shared/result.ts';
import type { AccountBase } from '../../account.ts';
import type { Attachments } from '../../attachments/attachments.ts';
import type { Sync } from '../../sync/sync.ts';
import type { Wanted } from '../store/wanted.ts';

/** What fetching needs of an account. */
export interface CollectContext extends Pick<
  AccountBase,
  'store' | 'api' | 'connection' | 'ports' | 'emit'
> {
  sync: Pick<Sync, 'readDocument'>;
  attachments: Pick<Attachments, 'fetch'>;
}

/** What a try to fetch an answer came to. */
export type Fetched =
  | { is: 'had' }
  /** It can't be had: it is not there, not allowed, or no answer at all. */
  | { is: 'failed'; error: AppError }
  /** Nothing can be had at the moment; that is no fault of this answer. */
  | { is: 'hold'; why: 'offline' | 'signedOut' | 'rateLimit' | 'disk'; error: AppError }
  /** The service failed; it may do better next time. */
  | { is: 'again'; error: AppError };

function judged(error: AppError): Fetched {
  if (error.code === 'http.rateLimited') return { is: 'hold', why: 'rateLimit', error };
  // The service was there, and this answer broke off: the others go first.
  if (error.code === 'http.broken') return { is: 'again', error };
  switch (error.kind) {
    case 'offline':
      return { is: 'hold', why: 'offline', error };
    case 'auth':
      return { is: 'hold', why: 'signedOut', error };
    case 'local':
      return { is: 'hold', why: 'disk', error };
    case 'server':
      // What is too large or no answer at all is so the next time, too.
      return error.code === 'http.shape' || error.code === 'http.tooLarge'
        ? { is: 'failed', error }
        : { is: 'again', error };
    case 'conflict':
    case 'denied':
    case 'missing':
    case 'invalid':
    case 'bug':
      return { is: 'failed', error };
  }
}

/** The service's PDF of an answer into the mirror. */
async function readPdf(
  { api, store, ports }: CollectContext,
  answerId: string,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const readAt = ports.clock.now();
  const pdf = await api.download('getAnswerPdf', { params: { answerId }, signal });
  if (!pdf.ok) return pdf;
  return store.write('pdfs.put', { answerId, bytes: Uint8Array.from(pdf.value), readAt });
}

/** A page or a redirect in the place of a file: of this one alone, or of a network that wants a log-in. */
function isInItsPlace({ code }: AppError): boolean {
  return code === 'http.html' || code === 'http.redirect';
}

/**
 * Pictures and documents beside an answer. What can't be had of them is told; the answer is here.
 *
 * @param wasRead whether the answer itself came from the service right before
 */
async function fetchFiles(
  { store, sync, attachments }: CollectContext,
  { id, again }: Wanted,
  { signal, wasRead }: { signal: AbortSignal; wasRead: boolean },
): Promise<Fetched> {
  const answer = await store.read('old.answer', { id });
  if (answer === null) return { is: 'had' };
  const { failed } = await attachments.fetch(answer.text, { again, signal });
  const [first] = failed;
  if (first === undefined) return { is: 'had' };
  const others = failed.filter(({ error }) => !isInItsPlace(error));
  if (others.length < failed.length && !wasRead) {
    // A network that wants a log-in first gives a page for the answer, too.
    const read = await sync.readDocument('getAnswer', { answerId: id }, {});
    const why: Fetched = read.ok ? { is: 'had' } : judged(read.error);
    if (why.is === 'hold' || why.is === 'again') return why;
  }
  // While one of them may still come, the others wait with it.
  for (const { error } of others) {
    const why = judged(error);
    if (why.is !== 'failed') return why;
  }
  const { kind, message } = first.error;
  return {
    is: 'failed',
    error: {
      ...{ kind, code: 'answers.filesMissing', next: 'retry' },
      message: `${failed.length} of its files could not be had. ${message}`,
      safe: 'The answer itself and its other files are here.',
    },
  };
}

/** Reads one answer, and what was wished with it, into the mirror; what is there stays as it is. */
export async function fetchAnswer(
  context: CollectContext,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Fetched> {
  const { store, sync } = context;
  const { id } = wanted;
  const here = await store.read('answers.here', { ids: [id] });
  const wasRead = here.count === 0 || wanted.again;
  const read: Result<unknown> = wasRead
    ? await sync.readDocument('getAnswer', { answerId: id }, {})
    : ok({});
  if (!read.ok) return judged(read.error);
  if (wanted.withPdf) {
    const saved = wanted.again ? null : await store.read('pdfs.readAt', { answerId: id });
    const pdf = saved === null ? await readPdf(context, id, signal) : ok({});
    if (!pdf.ok) {
      const missing = judged(pdf.error);
      if (missing.is !== 'failed' || !wanted.withFiles) return missing;
      // Where there will be no PDF the files beside the answer are there all the same.
      const files = await fetchFiles(context, wanted, { signal, wasRead });
      return files.is === 'had' ? missing : files;
    }
  }
  return wanted.withFiles ? fetchFiles(context, wanted, { signal, wasRead }) : { is: 'had' };
}

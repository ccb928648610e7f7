import type { Output } from '../../../../shared/ipc/contract.ts';
import { MOST_IMPORT_BYTES } from '../../../../shared/ipc/outbox.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import { mergeStates } from '../../../../shared/rules/reviewStates.ts';
import type { AccountBase } from '../../account.ts';
import { isOfTenant } from '../../address.ts';
import { cutToBytes, safeFileName } from '../../fileName.ts';
import type { ReviewEvent } from '../model/fold.ts';
import { hasTooMany, packReviews } from '../model/transfer.ts';
import type { ReviewFile } from '../model/transfer.ts';
import { keepSetup, setupOf } from './setup.ts';

type Account = Pick<AccountBase, 'identity' | 'ports' | 'store'>;

/** A file that no Waybill would take again. */
const TOO_MANY = fail({
  kind: 'local',
  code: 'review.tooMany',
  message:
    'These reviews are too many for one file. Export those of a part of the answers at a time.',
  safe: 'Nothing was changed.',
});

/** Some came in before the computer failed. */
function partly(error: AppError): Result<never> {
  return fail({
    ...error,
    code: 'review.partly',
    message: `Not all reviews of the file came in. ${error.message}`,
    safe: 'Those that came in are kept. Bring the file in again for the others: none comes twice.',
  });
}

/** A file of reviews that holds these events. */
async function contentOf(
  { identity, ports, store }: Account,
  events: ReviewEvent[],
): Promise<ReviewFile> {
  const { person, states } = await setupOf(store);
  const { service, tenant } = identity;
  return { service, tenant, exportedAt: ports.clock.now(), by: person ?? '', states, events };
}

function bytesOf(content: ReviewFile): Uint8Array {
  return new TextEncoder().encode(packReviews(content));
}

/** Whether a file that holds these events is one that Waybill brings in again. */
function isTakenAgain(bytes: Uint8Array, events: readonly ReviewEvent[]): boolean {
  return bytes.byteLength <= MOST_IMPORT_BYTES && !hasTooMany(events);
}

/** As much of a person's name as a file's name has room for. */
const MOST_NAME_BYTES = 100;

function nameOf({ by, exportedAt }: ReviewFile, part = ''): string {
  const at = new Date(exportedAt).toISOString().slice(0, 19).replaceAll(':', '-').replace('T', ' ');
  // The number of a part stays whole, whatever somebody is called.
  return safeFileName(
    ['Waybill reviews', cutToBytes(by, MOST_NAME_BYTES), at, part],
    'json',
    'Waybill reviews',
  );
}

/** All reviews as files, each of which Waybill takes in again, in any order; none where there is no review. */
export async function filesOfReviews(
  account: Account,
): Promise<{ fileName: string; bytes: Uint8Array }[]> {
  const found = await account.store.read('review.events', { answerIds: null });
  if (found.length === 0) return [];
  const all = await contentOf(account, found);
  const inFiles = (events: ReviewEvent[]): Uint8Array[] => {
    const bytes = bytesOf({ ...all, events });
    if (isTakenAgain(bytes, events) || events.length === 1) return [bytes];
    const half = Math.ceil(events.length / 2);
    return [...inFiles(events.slice(0, half)), ...inFiles(events.slice(half))];
  };
  return inFiles(found).map((bytes, index, { length }) => ({
    fileName: nameOf(all, length === 1 ? '' : `${index + 1} of ${length}`),
    bytes,
  }));
}

/**
 * Hands the person a file of reviews. Errors: `review.nothing`, `review.tooMany`, those of saving.
 */
export async function exportReviews(
  account: Account,
  answerIds: readonly string[] | null,
): Promise<Result<Output<'review.export'>>> {
  const events = await account.store.read('review.events', { answerIds });
  if (events.length === 0) {
    return fail({
      kind: 'missing',
      code: 'review.nothing',
      message: 'There is no review to export.',
      safe: 'Nothing was changed.',
    });
  }
  const content = await contentOf(account, events);
  const bytes = bytesOf(content);
  if (!isTakenAgain(bytes, events)) return TOO_MANY;
  const saved = await account.ports.files.save(nameOf(content), 'application/json', bytes);
  return saved.ok ? ok({ saved: saved.value, count: events.length }) : saved;
}

/** What bringing a file in would do; it is read beside everything else. Errors: those of `unpackReviews`. */
export async function examineReviews(
  { identity, store }: Account,
  file: Uint8Array,
): Promise<Result<Output<'review.examine'>>> {
  const read = await store.read('review.examineFile', { file });
  if (!read.ok) return read;
  const { exportedAt, by, people, fresh, answers, known, unreadable } = read.value;
  const sameAccount = isOfTenant(read.value, identity);
  return ok({ exportedAt, by, sameAccount, people, fresh, answers, known, unreadable });
}

/**
 * Brings the reviews of a file together with those that are here, some at a time, and the states that
 * it adds.
 *
 * Errors: those of `unpackReviews` and of the disk; `review.partly` where that failed after some; `review.otherAccount` unless it is wished all the same.
 */
export async function importReviews(
  { identity, store }: Account,
  file: Uint8Array,
  anyway: boolean,
): Promise<Result<Output<'review.import'>>> {
  const read = await store.read('review.split', { file });
  if (!read.ok) return read;
  if (!anyway && !isOfTenant(read.value, identity)) {
    return fail({
      kind: 'conflict',
      code: 'review.otherAccount',
      message: 'These reviews are about the answers of another account or service.',
      safe: 'Nothing was changed.',
      next: 'editInput',
    });
  }
  let imported = 0;
  const fresh = new Map<string, number>();
  const known = new Set<string>();
  for (const part of read.value.parts) {
    const events = JSON.parse(part) as ReviewEvent[];
    const merged = await store.write('review.merge', { events });
    if (!merged.ok) return imported === 0 ? merged : partly(merged.error);
    imported += merged.value.imported;
    for (const [change, at] of merged.value.fresh)
      fresh.set(change, Math.max(at, fresh.get(change) ?? 0));
    for (const change of merged.value.known) known.add(change);
  }
  const setup = await setupOf(store);
  const states = mergeStates(setup.states, read.value.states);
  if (states.length > setup.states.length) {
    const saved = await keepSetup(store, { states });
    if (!saved.ok) return saved;
  }
  // What was here in part is not taken back with the rest: somebody else did it here.
  const changes = [...fresh].filter(([change]) => !known.has(change));
  // What takes back goes before what it took back, or that would count again.
  changes.sort(([, a], [, b]) => b - a);
  return ok({ imported, changes: changes.map(([change]) => change) });
}

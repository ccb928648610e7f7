import type { Output } from '../../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { mergeStates } from '../../../../shared/rules/reviewStates.ts';
import type { AccountBase } from '../../account.ts';
import { safeFileName } from '../../fileName.ts';
import { packReviews, unpackReviews } from '../model/transfer.ts';
import { keepSetup, setupOf } from './setup.ts';

type Account = Pick<AccountBase, 'identity' | 'ports' | 'store'>;

/** Hands the person a file of reviews. Errors: `review.nothing`, those of saving. */
export async function exportReviews(
  { identity, ports, store }: Account,
  answerIds: readonly string[] | null,
): Promise<Result<Output<'review.export'>>> {
  const events = await store.read('review.events', { answerIds });
  if (events.length === 0) {
    return fail({
      kind: 'missing',
      code: 'review.nothing',
      message: 'There is no review to export.',
      safe: 'Nothing was changed.',
    });
  }
  const { person, states } = await setupOf(store);
  const now = ports.clock.now();
  const { service, tenant } = identity;
  const by = person ?? '';
  const text = packReviews({ service, tenant, exportedAt: now, by, states, events });
  const at = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-').replace('T', ' ');
  const fileName = safeFileName(['Waybill reviews', by, at], 'json', 'Waybill reviews');
  const bytes = new TextEncoder().encode(text);
  const saved = await ports.files.save(fileName, 'application/json', bytes);
  return saved.ok ? ok({ saved: saved.value, count: events.length }) : saved;
}

/** What bringing a file in would do. Errors: those of `unpackReviews`. */
export async function examineReviews(
  { identity, store }: Account,
  file: Uint8Array,
): Promise<Result<Output<'review.examine'>>> {
  const read = unpackReviews(file);
  if (!read.ok) return read;
  const { events, exportedAt, by, unreadable } = read.value;
  const { fresh, answers } = await store.read('review.unknown', { events });
  const people = [...new Set(events.map((event) => event.by))].sort();
  const sameAccount = isOf(identity, read.value);
  const known = events.length - fresh;
  return ok({ exportedAt, by, sameAccount, people, fresh, answers, known, unreadable });
}

function isOf(
  { service, tenant }: Account['identity'],
  file: { service: string; tenant: string },
): boolean {
  return file.service === service && file.tenant === tenant;
}

/**
 * Brings the reviews of a file together with those that are here, and the states that it adds.
 *
 * Errors: those of `unpackReviews`; `review.otherAccount` unless it is wished all the same.
 */
export async function importReviews(
  { identity, store }: Account,
  file: Uint8Array,
  anyway: boolean,
): Promise<Result<Output<'review.import'>>> {
  const read = unpackReviews(file);
  if (!read.ok) return read;
  if (!anyway && !isOf(identity, read.value)) {
    return fail({
      kind: 'conflict',
      code: 'review.otherAccount',
      message: 'These reviews are about the answers of another account or service.',
      safe: 'Nothing was changed.',
      next: 'editInput',
    });
  }
  const merged = await store.write('review.merge', { events: read.value.events });
  if (!merged.ok) return merged;
  const setup = await setupOf(store);
  const states = mergeStates(setup.states, read.value.states);
  if (states.length > setup.states.length) {
    const saved = await keepSetup(store, { states });
    if (!saved.ok) return saved;
  }
  return merged;
}

import { OWNER_KEY, RECOVERIES_KEY } from '../../../shared/ipc/recovery.ts';
import type { Recovery } from '../../../shared/ipc/recovery.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Store } from '../database.ts';
import { OTHERS } from '../db/failure.ts';

/**
 * Notes whose a database is when it is first opened, and refuses it where it is another account's, as
 * after a backup was put into the wrong folder: what waits in it would be sent to this one's service.
 * One that does not tell yet is taken for this account's.
 *
 * Errors: `db.otherAccount`; those of writing.
 *
 * @returns whether it is new to this account
 */
export async function checkOwner(
  store: Pick<Store, 'read' | 'write'>,
  id: string,
): Promise<Result<{ isNew: boolean }>> {
  const mine = JSON.stringify(id);
  const { value } = await store.read('desk.recall', { key: OWNER_KEY });
  if (value !== null) return value === mine ? ok({ isNew: false }) : { ok: false, error: OTHERS };
  const noted = await store.write('desk.remember', { key: OWNER_KEY, value: mine });
  return noted.ok ? ok({ isNew: true }) : noted;
}

/**
 * Tells that an account which had a database has a new one, and no journal that would have brought back what
 * waited: its folder, or both of them, were taken away. Nothing where an account of it was given already.
 */
export async function tellAllGone(
  store: Pick<Store, 'read' | 'write'>,
  now: number,
): Promise<Result<unknown>> {
  const { value: given } = await store.read('desk.recall', { key: RECOVERIES_KEY });
  if (given !== null) return ok({});
  const gone: Recovery = {
    ...{ at: now, found: 'lost', journal: 'missing', setAside: [] },
    ...{ writes: 0, toVerify: 0, settled: 0, desk: 0, trash: 0, salvaged: 0 },
  };
  return store.write('desk.remember', { key: RECOVERIES_KEY, value: JSON.stringify([gone]) });
}

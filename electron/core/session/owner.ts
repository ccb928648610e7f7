import { OWNER_KEY } from '../../../shared/ipc/recovery.ts';
import type { Result } from '../../../shared/result.ts';
import type { Store } from '../database.ts';
import { OTHERS } from '../db/failure.ts';

/**
 * Notes whose a database is when it is first opened, and refuses it where it is another account's, as
 * after a backup was put into the wrong folder: what waits in it would be sent to this one's service.
 * One that does not tell yet is taken for this account's.
 *
 * Errors: `db.otherAccount`; those of writing.
 */
export async function checkOwner(
  store: Pick<Store, 'read' | 'write'>,
  id: string,
): Promise<Result<unknown>> {
  const mine = JSON.stringify(id);
  const { value } = await store.read('desk.recall', { key: OWNER_KEY });
  if (value === null) return store.write('desk.remember', { key: OWNER_KEY, value: mine });
  return value === mine ? { ok: true, value } : { ok: false, error: OTHERS };
}

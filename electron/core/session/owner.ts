import { OF_THE_CORE } from '../../../shared/ipc/recovery.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { Store } from '../database.ts';

/** Where a database keeps whose it is; the journal knows it, too. */
const OWNER_KEY = `${OF_THE_CORE}owner`;

const OTHERS = fail({
  kind: 'local',
  code: 'db.otherAccount',
  message:
    'The files in the folder of this account are those of another account. Put the files of each account back into its own folder, then open the account again.',
  safe: 'Nothing was sent or changed.',
  next: 'askAdministrator',
});

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
  return value === mine ? { ok: true, value } : OTHERS;
}

import { rm } from 'node:fs/promises';
import { ok, type Result } from '../../../shared/result.ts';
import type { SavedAccount } from './accountsFile.ts';
import { keepWrites, setAside, stillWaiting } from './leaving.ts';
import { accountFolder } from './openAccount.ts';
import { UNKNOWN_ACCOUNT } from './refusals.ts';
import type { SessionContext } from './sessionContext.ts';

/**
 * What waits in the account, put where it outlives it: as a file to import, or as the whole folder
 * where the database can't be opened. Null where nothing waits.
 */
async function keepAside(
  { inUse }: SessionContext,
  saved: SavedAccount,
  confirmed: number,
): Promise<Result<{ setAsideAs: string | null } | 'unreadable'>> {
  const setAsideAs = await inUse.look(saved, (account) => keepWrites(account, confirmed));
  if (setAsideAs.ok) return ok({ setAsideAs: setAsideAs.value });
  if (!setAsideAs.error.code.startsWith('db.')) return setAsideAs;
  return saved.waiting === confirmed ? ok('unreadable') : stillWaiting(saved.waiting);
}

/** The embedded service goes with the last account of the local workspace. */
async function removeService(
  { ports }: SessionContext,
  gone: SavedAccount,
  left: readonly SavedAccount[],
): Promise<Result<Record<string, never>>> {
  const isLast = !left.some(({ workspace }) => workspace === 'local');
  return gone.workspace === 'local' && isLast ? ports.localService.remove() : ok({});
}

/**
 * Takes an account from this computer: tokens, database, and where it was the last of its kind the
 * embedded service. `setAsideAs`: where its waiting writes lie, inside the data folder.
 *
 * Errors: `session.waiting` where other than the confirmed number wait; those of keeping these
 * aside, of the embedded service and of saving the accounts.
 */
export async function removeAccount(
  session: SessionContext,
  accountId: string,
  confirmWaiting: number,
): Promise<Result<{ setAsideAs: string | null }>> {
  const { ports, accounts, inUse, emit } = session;
  const saved = accounts.find(accountId);
  if (saved === undefined) return UNKNOWN_ACCOUNT;
  const wasInUse = inUse.ifCurrent(accountId);
  const aside = await keepAside(session, saved, confirmWaiting);
  if (!aside.ok) return aside;
  if (wasInUse !== null) {
    inUse.leave();
    await wasInUse.signOut();
    await wasInUse.close();
  }
  await ports.secrets.remove(accountId);
  const folder = accountFolder(ports, accountId);
  const setAsideAs =
    aside.value === 'unreadable' ? await setAside(ports, folder) : ok(aside.value.setAsideAs);
  if (!setAsideAs.ok) return setAsideAs;
  const left = accounts.all().filter(({ id }) => id !== accountId);
  const gone = await removeService(session, saved, left);
  if (!gone.ok) return gone;
  await rm(folder, { recursive: true, force: true });
  const active = accounts.active() === accountId ? null : accounts.active();
  const listed = await accounts.change({ active, accounts: left });
  if (!listed.ok) return listed;
  if (wasInUse !== null) {
    emit({ name: 'account', payload: { accountId: null, signedIn: false } });
    emit({ name: 'connection', payload: inUse.connection() });
  }
  return ok({ setAsideAs: setAsideAs.value });
}

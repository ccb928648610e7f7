import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { SavedAccount } from './accountsFile.ts';
import { keepReviews, keepWrites, setAside, stillWaiting } from './leaving.ts';
import { accountFolder } from './openAccount.ts';
import { UNKNOWN_ACCOUNT } from './refusals.ts';
import type { SessionContext } from './sessionContext.ts';

/** Where what an account leaves behind lies, inside the data folder. */
export interface LeftBehind {
  /** Its waiting writes. */
  setAsideAs: string | null;
  /** Its reviews, in files that can be brought in. */
  reviewsAs: string[];
  /** What of its files could not be deleted; null where all were. */
  leftAs: string | null;
}

const IN_USE = fail({
  kind: 'local',
  code: 'session.filesInUse',
  message:
    'The files of this account can’t be moved, so it was not removed: another program may have one of them open. Close it, and remove the account again.',
  safe: 'Nothing was removed.',
  next: 'retry',
});

/**
 * What waits in the account, and its reviews, put where they outlive it: as files to import, or as the
 * whole folder where the database can't be opened. Null where there is nothing.
 */
async function keepAside(
  { inUse }: SessionContext,
  saved: SavedAccount,
  confirmed: number,
): Promise<Result<LeftBehind | 'unreadable'>> {
  const leftBehind = await inUse.look(saved, async (account): Promise<Result<LeftBehind>> => {
    const writes = await keepWrites(account, confirmed);
    if (!writes.ok) return writes;
    const reviews = await keepReviews(account.context);
    if (!reviews.ok) return reviews;
    return ok({ setAsideAs: writes.value, reviewsAs: reviews.value, leftAs: null });
  });
  if (leftBehind.ok || !leftBehind.error.code.startsWith('db.')) return leftBehind;
  return saved.waiting === confirmed ? ok('unreadable') : stillWaiting(saved.waiting);
}

/** An account whose folder is out of the way: nothing opens it any more. */
interface TakenOut {
  leftBehind: LeftBehind;
  /** Where its files are to be deleted; null where they are what was put aside. */
  away: string | null;
}

/**
 * Takes the files of an account out of the way, as a whole and with what it leaves behind put aside: one of
 * them may be open in another program, and half a folder is no account.
 */
async function takeOut(
  session: SessionContext,
  saved: SavedAccount,
  confirmed: number,
): Promise<Result<TakenOut>> {
  const { ports } = session;
  const folder = accountFolder(ports, saved.id);
  const aside = await keepAside(session, saved, confirmed);
  if (!aside.ok) return aside;
  if (aside.value === 'unreadable') {
    const whole = await setAside(ports, folder);
    if (!whole.ok) return whole;
    return ok({ leftBehind: { setAsideAs: whole.value, reviewsAs: [], leftAs: null }, away: null });
  }
  const away = `${folder} ${ports.clock.now()}`;
  try {
    await rename(folder, away);
  } catch {
    return IN_USE;
  }
  return ok({ leftBehind: aside.value, away });
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

/** The account stays after all, and is in use again where it can be opened. */
async function comeBack(session: SessionContext, saved: SavedAccount): Promise<void> {
  const opened = await session.inUse.switchTo(saved);
  if (opened.ok) void opened.value.start();
  else tellNobody(session);
}

function tellNobody({ inUse, emit }: SessionContext): void {
  emit({ name: 'account', payload: { accountId: null, signedIn: false } });
  emit({ name: 'connection', payload: inUse.connection() });
}

/**
 * Takes an account from this computer: tokens, database, and where it was the last of its kind the
 * embedded service.
 *
 * Errors: `session.waiting` where other than the confirmed number wait; `session.filesInUse`; those of keeping
 * these aside, of the embedded service and of saving the accounts.
 */
export async function removeAccount(
  session: SessionContext,
  accountId: string,
  confirmWaiting: number,
): Promise<Result<LeftBehind>> {
  const { ports, accounts, inUse } = session;
  const known = accounts.find(accountId);
  if (known === undefined) return UNKNOWN_ACCOUNT;
  const wasInUse = inUse.ifCurrent(accountId);
  if (wasInUse !== null) {
    const waiting = await wasInUse.waiting();
    if (waiting !== confirmWaiting) return stillWaiting(waiting);
    // A write that is answered while the others are put aside would go with the account: from here
    // on none is.
    inUse.leave();
    await inUse.putAway(wasInUse);
  }
  const saved = accounts.find(accountId) ?? known;
  let out: Result<TakenOut> | null = null;
  try {
    out = await takeOut(session, saved, confirmWaiting);
  } finally {
    if (wasInUse !== null && out?.ok !== true) await comeBack(session, saved);
  }
  if (!out.ok) return out;
  const { leftBehind, away } = out.value;
  if (wasInUse !== null) {
    await wasInUse.signOut();
    tellNobody(session);
  }
  session.renewals.left(accountId);
  await ports.secrets.remove(accountId);
  const left = accounts.all().filter(({ id }) => id !== accountId);
  const active = accounts.active() === accountId ? null : accounts.active();
  const gone = await removeService(session, saved, left);
  const listed = gone.ok ? await accounts.change({ active, accounts: left }) : gone;
  if (!listed.ok) {
    // It stays in the list, signed out.
    if (away !== null) await rename(away, accountFolder(ports, accountId)).catch(() => undefined);
    return listed;
  }
  if (away === null) return ok(leftBehind);
  try {
    await rm(away, { recursive: true, force: true, maxRetries: 3 });
    return ok(leftBehind);
  } catch {
    ports.log.write('warn', 'account.filesLeft');
    return ok({ ...leftBehind, leftAs: path.relative(ports.paths.data, away) });
  }
}

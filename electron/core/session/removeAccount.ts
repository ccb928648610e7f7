import { rm } from 'node:fs/promises';
import { ok, type Result } from '../../../shared/result.ts';
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
}

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
    return reviews.ok ? ok({ setAsideAs: writes.value, reviewsAs: reviews.value }) : reviews;
  });
  if (leftBehind.ok || !leftBehind.error.code.startsWith('db.')) return leftBehind;
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
 * Errors: `session.waiting` where other than the confirmed number wait; those of keeping these
 * aside, of the embedded service and of saving the accounts.
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
  let aside: Awaited<ReturnType<typeof keepAside>> | null = null;
  try {
    aside = await keepAside(session, saved, confirmWaiting);
  } finally {
    if (wasInUse !== null && aside?.ok !== true) await comeBack(session, saved);
  }
  if (!aside.ok) return aside;
  if (wasInUse !== null) {
    await wasInUse.signOut();
    tellNobody(session);
  }
  session.renewals.left(accountId);
  await ports.secrets.remove(accountId);
  const folder = accountFolder(ports, accountId);
  const leftBehind: LeftBehind = { setAsideAs: null, reviewsAs: [] };
  if (aside.value === 'unreadable') {
    const whole = await setAside(ports, folder);
    if (!whole.ok) return whole;
    leftBehind.setAsideAs = whole.value;
  } else Object.assign(leftBehind, aside.value);
  const left = accounts.all().filter(({ id }) => id !== accountId);
  const gone = await removeService(session, saved, left);
  if (!gone.ok) return gone;
  await rm(folder, { recursive: true, force: true });
  const active = accounts.active() === accountId ? null : accounts.active();
  const listed = await accounts.change({ active, accounts: left });
  if (!listed.ok) return listed;
  return ok(leftBehind);
}

import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Ports } from '../ports.ts';
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

/**
 * Names of folders of accounts that are being removed, with the account's id and whether the embedded
 * service goes with it; see `finishRemovals`.
 */
export const AWAY = /^([0-9a-f]{32}) \d+( service)?$/;

/** Deletes a folder that was put out of the way. Gives whether nothing of it is left. */
export async function deleteAway({ log }: Pick<Ports, 'log'>, away: string): Promise<boolean> {
  try {
    await rm(away, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } catch {
    log.write('warn', 'account.filesLeft');
    return false;
  }
}

/** An account that is no longer listed, and whose folder is out of the way: nothing opens it any more. */
interface TakenOut {
  leftBehind: LeftBehind;
  /** Where its folder is now. */
  at: string;
  /** Its files are to be deleted; false where they are what was put aside. */
  goes: boolean;
}

/**
 * Puts the files of an account out of the way, as a whole and with what it leaves behind put aside: one of
 * them may be open in another program, and half a folder is no account.
 */
async function moveOut(
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
    const leftBehind = { setAsideAs: whole.value, reviewsAs: [], leftAs: null };
    return ok({ leftBehind, at: path.join(ports.paths.data, whole.value), goes: false });
  }
  const at = `${folder} ${ports.clock.now()}${takesService(session, saved) ? ' service' : ''}`;
  try {
    await rename(folder, at);
  } catch {
    await dropAside(session, aside.value);
    return IN_USE;
  }
  return ok({ leftBehind: aside.value, at, goes: true });
}

/** The account stays: what was put aside is in it, and every further try would put it aside once more. */
async function dropAside(
  { ports }: SessionContext,
  { setAsideAs, reviewsAs }: LeftBehind,
): Promise<void> {
  for (const file of setAsideAs === null ? reviewsAs : [setAsideAs, ...reviewsAs]) {
    await rm(path.join(ports.paths.data, file), { force: true }).catch(() => undefined);
  }
}

/** Moves the files of an account out, and takes it off the list right behind that, or leaves both as they were. */
async function takeOut(
  session: SessionContext,
  saved: SavedAccount,
  confirmed: number,
): Promise<Result<TakenOut>> {
  const { accounts, ports } = session;
  const out = await moveOut(session, saved, confirmed);
  if (!out.ok) return out;
  const left = accounts.all().filter(({ id }) => id !== saved.id);
  const active = accounts.active() === saved.id ? null : accounts.active();
  const before = { active: accounts.active(), accounts: [...accounts.all()] };
  const takesOne = takesService(session, saved);
  const listed = await accounts.change({ active, accounts: left });
  // Nothing brings a service back that is deleted: it goes once nobody is listed who needs it.
  const gone = listed.ok && takesOne ? await ports.localService.remove() : listed;
  if (gone.ok) return out;
  if (listed.ok) await accounts.takeBack(before);
  const { at, goes, leftBehind } = out.value;
  const isBack = await rename(at, accountFolder(ports, saved.id)).then(
    () => true,
    () => false,
  );
  if (isBack && goes) await dropAside(session, leftBehind);
  return gone;
}

/** The embedded service goes with the last account of the local workspace. */
function takesService({ accounts }: SessionContext, { id, workspace }: SavedAccount): boolean {
  const isLocal = (other: SavedAccount): boolean => other.workspace === 'local' && other.id !== id;
  return workspace === 'local' && !accounts.all().some(isLocal);
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
  const { leftBehind, at, goes } = out.value;
  if (wasInUse !== null) {
    const signedOut = wasInUse.signOut();
    tellNobody(session);
    await signedOut;
  }
  session.renewals.left(accountId);
  await ports.secrets.remove(accountId);
  return goes && !(await deleteAway(ports, at))
    ? ok({ ...leftBehind, leftAs: path.relative(ports.paths.data, at) })
    : ok(leftBehind);
}

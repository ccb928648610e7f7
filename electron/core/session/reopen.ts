import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import { ENTITIES } from '../../../shared/model/entity.ts';
import { fail, type AppError, type Result } from '../../../shared/result.ts';
import type { Clock, Ports } from '../ports.ts';
import { OWN_MISTAKE } from '../refusals.ts';
import type { OpenAccount } from './openAccount.ts';

/** A database that breaks again within this time is not made anew again: the disk may be failing. */
const AGAIN_MS = 60_000;
/** Threads that end so often within that time are not started again. */
const MOST_DEATHS = 3;

interface ReopeningSetup {
  ports: Ports;
  emit(event: AnyEvent): void;
  /** Runs when no other change of accounts does. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  current(): OpenAccount | null;
  /** `why`: what stopped the account, where none is in use any more. */
  setCurrent(account: OpenAccount | null, why: AppError | null): void;
  connection(): Connection;
  /** Opens the account with this id; `damaged`: its database is known to be. */
  open(accountId: string, damaged: boolean): Promise<Result<OpenAccount>>;
}

/**
 * What is done when the database of the account in use fails while the app runs: the account is
 * closed and opened again. Writes that were under way are verified afterwards. Neither rejects.
 */
export interface Reopening {
  /** A query met a broken page: the database is set aside and made anew out of the journal. */
  damaged(accountId: string): Promise<void>;
  /** A thread ended by itself: the same files are opened by a new one, as after a crash of the app. */
  died(accountId: string): Promise<void>;
}

const DAMAGED_AGAIN = fail({
  kind: 'local',
  code: 'db.damagedAgain',
  message:
    'The database of this account was damaged again right after it was made anew: the disk may be failing. Copy the data folder to another one, then open the account again.',
  safe: 'Nothing was deleted.',
}).error;

const DIED_AGAIN = fail({
  kind: 'local',
  code: 'db.threadLoop',
  message:
    'The database of this account ended three times within a minute and is not opened again by itself. Close other programs that need much memory, start Waybill anew and open the account.',
  safe: 'Every change that was confirmed is on disk and waits there.',
}).error;

/** The account is no longer in use, and why that is. */
function giveUp(session: ReopeningSetup, error: AppError): void {
  const { ports, emit } = session;
  session.setCurrent(null, error);
  const { code, message, safe } = error;
  ports.log.write('error', 'db.notReopened', { code });
  const notice = safe === undefined ? message : `${message} ${safe}`;
  emit({ name: 'notice', payload: { level: 'warning', code, message: notice } });
  emit({ name: 'account', payload: { accountId: null, signedIn: false } });
  emit({ name: 'connection', payload: session.connection() });
}

/** The account that was opened anew is the one in use. */
function goOn(session: ReopeningSetup, account: OpenAccount): void {
  const { emit } = session;
  session.setCurrent(account, null);
  const accountId = account.identity.id;
  emit({ name: 'account', payload: { accountId, signedIn: account.monitor.signedIn() } });
  emit({ name: 'connection', payload: session.connection() });
  // Whatever the desk shows was read from the old one.
  for (const entity of ENTITIES) {
    emit({ name: 'changed', payload: { entity, revision: 0, ids: null } });
  }
  void account.start();
}

/** Closes the account where it is still the one in use. */
async function closeBroken(session: ReopeningSetup, accountId: string): Promise<boolean> {
  const broken = session.current();
  if (broken?.identity.id !== accountId) return false;
  // It may fail for the same reason; its files are free in any case.
  await broken.close().catch(() => undefined);
  return true;
}

function tellRevived({ emit }: ReopeningSetup): void {
  const message =
    'The database ended unexpectedly and was opened anew. Every change that was confirmed is on disk; what was being sent is looked for at the service before it is sent again.';
  emit({ name: 'notice', payload: { level: 'warning', code: 'db.threadRestarted', message } });
}

/** Counts a death; how many there were of late, with this one. */
function createDeaths(clock: Clock): {
  note(accountId: string): number;
  forget(accountId: string): void;
} {
  const deaths = new Map<string, number[]>();
  return {
    note(accountId) {
      const now = clock.now();
      const late = (deaths.get(accountId) ?? []).filter((at) => Math.abs(now - at) < AGAIN_MS);
      deaths.set(accountId, [...late, now]);
      return late.length + 1;
    },
    forget: (accountId) => void deaths.delete(accountId),
  };
}

export function createReopening(session: ReopeningSetup): Reopening {
  const { ports } = session;
  const damagedAt = new Map<string, number>();
  const deaths = createDeaths(ports.clock);
  const note = (error: unknown): void =>
    ports.log.write('error', 'db.notReopened', {
      code: error instanceof Error ? error.name : 'unknown',
    });
  /** The one in use is closed by now: whatever happens, something takes its place. */
  const open = (accountId: string, damaged: boolean): Promise<Result<OpenAccount>> =>
    session.open(accountId, damaged).catch((error: unknown) => {
      note(error);
      return OWN_MISTAKE;
    });

  const mend = async (accountId: string): Promise<void> => {
    if (!(await closeBroken(session, accountId))) return;
    const now = ports.clock.now();
    // A clock that was put back makes what was long ago lie ahead.
    const again = Math.abs(now - (damagedAt.get(accountId) ?? -Infinity)) < AGAIN_MS;
    if (again) {
      damagedAt.delete(accountId);
      return giveUp(session, DAMAGED_AGAIN);
    }
    damagedAt.set(accountId, now);
    const opened = await open(accountId, true);
    if (opened.ok) return goOn(session, opened.value);
    damagedAt.delete(accountId);
    giveUp(session, opened.error);
  };

  const revive = async (accountId: string): Promise<void> => {
    if (!(await closeBroken(session, accountId))) return;
    let died = deaths.note(accountId);
    const first = died === 1;
    for (; died < MOST_DEATHS; died = deaths.note(accountId)) {
      const opened = await open(accountId, false);
      if (opened.ok) {
        goOn(session, opened.value);
        if (first) tellRevived(session);
        return;
      }
      if (opened.error.code !== 'db.thread') return giveUp(session, opened.error);
    }
    deaths.forget(accountId);
    giveUp(session, DIED_AGAIN);
  };

  const quietly = (run: () => Promise<void>): Promise<void> => session.inTurn(run).catch(note);

  return {
    damaged: (accountId) => quietly(() => mend(accountId)),
    died: (accountId) => quietly(() => revive(accountId)),
  };
}

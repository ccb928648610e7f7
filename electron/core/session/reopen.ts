import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import { ENTITIES } from '../../../shared/model/entity.ts';
import type { Result } from '../../../shared/result.ts';
import type { Ports } from '../ports.ts';
import type { OpenAccount } from './openAccount.ts';

/** A database that breaks again within this time is not made anew again: the disk may be failing. */
const AGAIN_MS = 60_000;

interface Reopening {
  ports: Ports;
  emit(event: AnyEvent): void;
  /** Runs when no other change of accounts does. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  current(): OpenAccount | null;
  setCurrent(account: OpenAccount | null): void;
  connection(): Connection;
  /** Opens the account with this id as one whose database is known to be damaged. */
  open(accountId: string): Promise<Result<OpenAccount>>;
}

/**
 * Makes what is called when a query of the account in use met a broken page: the account is closed
 * and opened again, its database set aside and made anew out of the journal, while the app runs.
 * Writes that were under way are verified afterwards. Never rejects.
 */
export function createReopening(session: Reopening): (accountId: string) => Promise<void> {
  const { ports, emit } = session;
  const reopenedAt = new Map<string, number>();

  const giveUp = (accountId: string, code: string, message: string): void => {
    session.setCurrent(null);
    ports.log.write('error', 'db.notReopened', { code });
    emit({ name: 'notice', payload: { level: 'warning', code, message } });
    emit({ name: 'account', payload: { accountId: null, signedIn: false } });
    emit({ name: 'connection', payload: session.connection() });
    reopenedAt.delete(accountId);
  };

  const reopen = async (accountId: string): Promise<void> => {
    const broken = session.current();
    if (broken?.identity.id !== accountId) return;
    // It may fail for the same reason; its files are free in any case.
    await broken.close().catch(() => undefined);
    const now = ports.clock.now();
    if (now - (reopenedAt.get(accountId) ?? -Infinity) < AGAIN_MS) {
      giveUp(
        accountId,
        'db.damagedAgain',
        'The database of this account was damaged again right after it was made anew: the disk may be failing. Copy the data folder to another one, then open the account again. Nothing was deleted.',
      );
      return;
    }
    reopenedAt.set(accountId, now);
    const opened = await session.open(accountId);
    if (!opened.ok) {
      const { code, message, safe } = opened.error;
      giveUp(accountId, code, safe === undefined ? message : `${message} ${safe}`);
      return;
    }
    const account = opened.value;
    session.setCurrent(account);
    emit({ name: 'account', payload: { accountId, signedIn: account.monitor.signedIn() } });
    emit({ name: 'connection', payload: session.connection() });
    // Whatever the desk shows was read from the old one.
    for (const entity of ENTITIES) {
      emit({ name: 'changed', payload: { entity, revision: 0, ids: null } });
    }
    void account.start();
  };

  return (accountId) =>
    session
      .inTurn(() => reopen(accountId))
      .catch((error: unknown) => {
        ports.log.write('error', 'db.notReopened', {
          code: error instanceof Error ? error.name : 'unknown',
        });
      });
}

import type { AccountBase } from '../account.ts';
import { trashMs } from '../db/trashTime.ts';

const HOUR_MS = 3_600_000;

/**
 * Empties the trash of an account in use at its start and every hour, where the policy of the
 * computer wants it sooner than the database does by itself. Gives what stops it.
 */
export function emptyTrash({
  ports,
  store,
  emit,
}: Pick<AccountBase, 'ports' | 'store' | 'emit'>): () => void {
  const days = ports.policy?.trashDays ?? null;
  let stop = (): void => undefined;
  let stopped = false;
  const empty = async (): Promise<void> => {
    const before = ports.clock.now() - trashMs(days);
    const done = await store.write('removals.emptyTrash', { before });
    if (stopped) return;
    if (done.ok && done.value.emptied > 0) emit({ name: 'removals', payload: {} });
    stop = ports.clock.after(HOUR_MS, again);
  };
  const again = (): void => {
    // A database that failed is opened anew, and its account with it.
    void empty().catch(() => undefined);
  };
  if (days !== null) again();
  return () => {
    stopped = true;
    stop();
  };
}

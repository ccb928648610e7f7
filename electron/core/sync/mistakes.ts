import type { SyncContext } from './context.ts';

/** Notes a mistake of ours; what fails because the account is being closed is none. */
export function noteMistake({ ports, signal }: SyncContext, event: string, error: unknown): void {
  if (signal.aborted) return;
  ports.log.write('error', event, { reason: error instanceof Error ? error.message : 'unknown' });
}

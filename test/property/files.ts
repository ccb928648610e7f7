import { setImmediate as nextRound } from 'node:timers/promises';

/** Files are written by the pool of threads, whose time is not the model's. */
export function filesAreBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name));
}

/** Nothing is being written any more. */
export async function settleFiles(): Promise<void> {
  await Promise.resolve();
  while (filesAreBusy()) await nextRound();
}

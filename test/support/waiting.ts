import { expect } from 'vitest';
import type { TestDesk } from './desk.ts';

/** How many writes are not at the service yet, those that need a person among them. */
export async function waitingCount(desk: TestDesk): Promise<number> {
  const told = await desk.host.core.call('outbox.counts', {});
  return told.ok ? told.value.waiting + told.value.needsYou : NaN;
}

/** Ends once every write is at the service. */
export async function allSent(desk: TestDesk): Promise<void> {
  await expect.poll(() => waitingCount(desk)).toBe(0);
}

import { vi } from 'vitest';

/**
 * Waits until something holds. Vitest itself gives up after a second, which a start takes on a computer
 * that does other things beside.
 */
export function eventually(holds: () => void): Promise<void> {
  return vi.waitFor(holds, { timeout: 60_000, interval: 20 });
}

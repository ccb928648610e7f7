import type { Connection } from '../../bridge.ts';

/** A sign-in that nobody renews is announced this long before it ends. */
export const WARN_BEFORE_MS = 15 * 60_000;
/** One that renews itself is renewed minutes earlier; this late it did not work. */
export const RENEWAL_LATE_MS = 2 * 60_000;

/**
 * Whole minutes until the sign-in ends, at least 1; null while that is far off, renews itself or
 * has happened. Pure, so that its edges can be tested.
 */
export function endsInMinutes(
  connection: Pick<Connection, 'state' | 'tokenExpiresAt' | 'tokenRenews'> | null,
  nowMs: number,
): number | null {
  if (connection === null || connection.tokenExpiresAt === null) return null;
  if (connection.state === 'signedOut' || connection.state === 'expired') return null;
  const leftMs = connection.tokenExpiresAt - nowMs;
  const warnMs = connection.tokenRenews === true ? RENEWAL_LATE_MS : WARN_BEFORE_MS;
  return leftMs <= 0 || leftMs > warnMs ? null : Math.max(1, Math.ceil(leftMs / 60_000));
}

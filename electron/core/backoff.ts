/**
 * Backoffs by the computer's clock, which people and time servers set. One that is put back would make
 * a pause last as long again as it was put back by; a few seconds of it are left to the time servers.
 */
export interface Backoff {
  /** When it was set and when it ends, ms since 1970. */
  fromMs: number;
  untilMs: number;
}

/** A pause that was set this much later than now is from before the clock was put back. */
export const PUT_BACK_MS = 60_000;

export function isOver({ fromMs, untilMs }: Backoff, nowMs: number): boolean {
  return untilMs <= nowMs || fromMs - nowMs > PUT_BACK_MS;
}

export const NO_BACKOFF: Backoff = { fromMs: 0, untilMs: 0 };

/** A pause of so many ms that begins now. */
export function backoffOf(ms: number, nowMs: number): Backoff {
  return { fromMs: nowMs, untilMs: nowMs + ms };
}

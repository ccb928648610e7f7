import type { Renewal as Outcome } from '../api/refresh.ts';
import type { Clock } from '../ports.ts';

/** A sign-in as far as its end is concerned. */
export interface Ending {
  token: string;
  /** Milliseconds since 1970, UTC; null where the token does not say. */
  expiresAt: number | null;
  /** Whether it can be renewed without a person. */
  renews: boolean;
}

export interface Renewal {
  /** Follows another sign-in; null when there is none. */
  watch(ending: Ending | null): void;
  /** The network may be back, or the machine woke up: looks now whether it is time. */
  wake(): void;
  close(): void;
}

export interface RenewalSetup {
  clock: Clock;
  /** Asks the service for a new token because `token` ends soon. Never rejects. */
  renew(token: string): Promise<Outcome>;
  maySend(): boolean;
  /** It will not be renewed by itself: a person has to sign in before it ends. */
  refused(ending: Ending): void;
}

/** A sign-in is renewed this long before its end, or halfway through a shorter one. */
export const RENEW_BEFORE_MS = 5 * 60_000;
const RETRY_MS = 60_000;
/** Longer timers overflow in Node; waking up now and then costs nothing. */
const LONGEST_WAIT_MS = 12 * 3_600_000;

/**
 * Renews a sign-in shortly before it ends, so that nobody meets its end in the middle of the work
 * (specification, section 5: tokens come from log-in and refresh; their lifetime is not shown).
 */
export function createRenewal(setup: RenewalSetup): Renewal {
  const { clock } = setup;
  let watched: (Ending & { expiresAt: number; dueAt: number }) | null = null;
  let running = false;
  let closed = false;
  let cancel: (() => void) | null = null;

  const wait = (ms: number): void => {
    cancel?.();
    cancel = closed ? null : clock.after(Math.min(ms, LONGEST_WAIT_MS), look);
  };

  const attempt = async (mine: NonNullable<typeof watched>): Promise<void> => {
    const outcome = await setup.renew(mine.token);
    // The new token is watched by then, or the person signed out meanwhile.
    if (closed || watched !== mine) return;
    if (outcome === 'unreachable') return wait(RETRY_MS);
    watched = null;
    if (outcome === 'refused') setup.refused(mine);
  };

  function look(): void {
    cancel?.();
    cancel = null;
    if (watched === null || running || closed) return;
    const now = clock.now();
    // Past its end the next answer of the service decides, as clocks may differ.
    if (now >= watched.expiresAt) return;
    if (now < watched.dueAt) return wait(watched.dueAt - now);
    if (!setup.maySend()) return wait(RETRY_MS);
    running = true;
    const mine = watched;
    void attempt(mine).finally(() => {
      running = false;
      if (watched !== mine) look();
    });
  }

  return {
    watch(ending) {
      const now = clock.now();
      const { expiresAt = null, renews = false } = ending ?? {};
      watched =
        ending === null || expiresAt === null || !renews || expiresAt <= now
          ? null
          : {
              ...ending,
              expiresAt,
              dueAt: expiresAt - Math.min(RENEW_BEFORE_MS, (expiresAt - now) / 2),
            };
      look();
    },
    wake: look,
    close() {
      closed = true;
      cancel?.();
      cancel = null;
    },
  };
}

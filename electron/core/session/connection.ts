import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import type { AppError } from '../../../shared/result.ts';
import type { ConnectionMonitor } from '../account.ts';
import type { Clock, Random } from '../ports.ts';

/** Where the sign-in stands. `starting`: the local workspace signs in by itself in a moment. */
export type SignIn = 'in' | 'out' | 'expired' | 'starting';

export interface Monitor extends ConnectionMonitor {
  report(reached: boolean, error?: AppError): void;
  /** `renews`: the sign-in is renewed before its end without a person. */
  setSignIn(signIn: SignIn, tokenExpiresAt: number | null, renews?: boolean): void;
  /** The service answers as somebody else, and why that stops everything; null once it no longer does. */
  setForeign(reason: AppError | null): void;
  setAddress(address: string): void;
  setWorkOffline(on: boolean): void;
  /** The operating system hints at a change: probe now rather than later. */
  hint(): void;
  close(): void;
}

export interface MonitorSetup {
  clock: Clock;
  random: Random;
  emit(event: AnyEvent): void;
  /** Tries to reach the service; what it finds comes back through `report`. Never rejects. */
  probe(): Promise<void>;
  workOffline: boolean;
  address: string;
}

const FIRST_PROBE_MS = 2_000;
const SLOWEST_PROBE_MS = 60_000;
/** Progress and counts are told at most ten times a second; a change of state at once. */
const QUIET_MS = 100;

/**
 * Whether the service can be reached, judged by what requests prove. While it can't, it is probed
 * with growing, jittered pauses; while it can, the ordinary requests are proof enough.
 */
export function createConnectionMonitor(setup: MonitorSetup): Monitor {
  const { clock } = setup;
  const listeners = new Set<() => void>();
  let { workOffline, address } = setup;
  let signIn: SignIn = 'starting';
  let reached = false;
  let error: AppError | null = null;
  let foreign: AppError | null = null;
  let syncing: Connection['syncing'] = null;
  let counts = { waiting: 0, needsYou: 0 };
  let lastContactAt: number | null = null;
  let tokenExpiresAt: number | null = null;
  let tokenRenews = false;
  let failures = 0;
  let probing = false;
  let closed = false;
  let cancelProbe: (() => void) | null = null;
  let cancelTell: (() => void) | null = null;

  const judge = (): Connection['state'] => {
    if (workOffline) return 'workOffline';
    if (signIn === 'out') return 'signedOut';
    if (signIn === 'expired' || (signIn === 'in' && foreign !== null)) return 'expired';
    return reached && signIn === 'in' ? 'online' : 'offline';
  };
  let state = judge();
  let since = clock.now();

  const current = (): Connection => ({
    state,
    since,
    address,
    syncing,
    ...counts,
    lastContactAt,
    tokenExpiresAt,
    tokenRenews,
    error: state === 'online' ? null : (foreign ?? error),
  });

  const tell = (): void => {
    cancelTell?.();
    cancelTell = null;
    if (!closed) setup.emit({ name: 'connection', payload: current() });
  };
  const tellSoon = (): void => {
    cancelTell ??= clock.after(QUIET_MS, tell);
  };

  /** Whether the service is asked now and then by itself: out of reach, or answering as somebody else. */
  const isProbed = (): boolean =>
    state === 'offline' || (state === 'expired' && signIn === 'in' && foreign !== null);

  const probe = (): void => {
    cancelProbe?.();
    cancelProbe = null;
    if (probing || closed || !isProbed()) return;
    probing = true;
    void setup.probe().finally(() => {
      probing = false;
      schedule();
    });
  };

  const schedule = (): void => {
    if (closed || !isProbed()) {
      cancelProbe?.();
      cancelProbe = null;
      failures = 0;
      return;
    }
    if (cancelProbe !== null || probing) return;
    const longest = Math.min(SLOWEST_PROBE_MS, FIRST_PROBE_MS * 2 ** failures);
    failures = Math.min(failures + 1, 10);
    cancelProbe = clock.after(longest * (0.5 + setup.random.fraction() / 2), probe);
  };

  /** Judges anew after something changed; tells whoever wants to know. */
  const settle = (): void => {
    const next = judge();
    if (next === state) {
      tellSoon();
    } else {
      state = next;
      since = clock.now();
      tell();
      for (const listener of [...listeners]) listener();
    }
    schedule();
  };

  return {
    maySend: () => !workOffline && signIn === 'in' && foreign === null,
    signedIn: () => signIn === 'in' && foreign === null,
    current,
    report(now, why) {
      if (now) lastContactAt = clock.now();
      const same = reached === now && (now ? error === null : why?.code === error?.code);
      reached = now;
      error = now ? null : (why ?? null);
      if (!same) settle();
    },
    setSignIn(next, expiresAt, renews = false) {
      const was = signIn;
      signIn = next;
      tokenExpiresAt = expiresAt;
      tokenRenews = renews;
      if (next !== was && next !== 'starting') error = null;
      settle();
      // Signing in by itself is a reason to try again whatever waited for it.
      if (next === 'in' && was !== 'in') probe();
    },
    setForeign(reason) {
      foreign = reason;
      failures = 0;
      settle();
    },
    setAddress(next) {
      address = next;
      settle();
    },
    setWorkOffline(on) {
      workOffline = on;
      failures = 0;
      // What was known of the network may be old by the time the switch is turned back.
      reached = false;
      settle();
      if (!on) probe();
    },
    setSyncing(next) {
      syncing = next;
      tellSoon();
    },
    setCounts(next) {
      if (next.waiting === counts.waiting && next.needsYou === counts.needsYou) return;
      counts = { ...next };
      tellSoon();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hint() {
      failures = 0;
      probe();
    },
    close() {
      closed = true;
      cancelProbe?.();
      cancelTell?.();
      listeners.clear();
    },
  };
}

/** What is told while no account is in use; `since` in milliseconds since 1970, UTC. */
export function withoutAccount(
  workOffline: boolean,
  since: number,
  error: AppError | null,
): Connection {
  return {
    state: workOffline ? 'workOffline' : 'signedOut',
    ...{ since, address: '', syncing: null, waiting: 0, needsYou: 0 },
    ...{ lastContactAt: null, tokenExpiresAt: null, error },
  };
}

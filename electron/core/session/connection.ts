import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { Connection } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
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
  /** The computer goes to sleep: nothing is sent until it is awake again. */
  setAsleep(on: boolean): void;
  isAsleep(): boolean;
  /** Something may have changed: probes now rather than later. */
  wake(): void;
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

/** What is known of the service and of the sign-in. */
interface Known {
  workOffline: boolean;
  /** The computer sleeps, or is about to. */
  asleep: boolean;
  signIn: SignIn;
  reached: boolean;
  /** Why the service answers as somebody else. */
  foreign: AppError | null;
}

const UNKNOWN: Omit<Known, 'workOffline'> = {
  ...{ asleep: false, signIn: 'starting', reached: false, foreign: null },
};

/** Why the service answers whoever is signed in as somebody else; null while nobody is. */
function foreignTo({ signIn, foreign }: Known): AppError | null {
  return signIn === 'in' ? foreign : null;
}

/** What the desk is shown as the state of the connection. */
function stateOf(known: Known): Connection['state'] {
  const { workOffline, asleep, signIn, reached } = known;
  if (workOffline) return 'workOffline';
  if (signIn === 'out') return 'signedOut';
  if (signIn === 'expired' || foreignTo(known) !== null) return 'expired';
  return reached && signIn === 'in' && !asleep ? 'online' : 'offline';
}

/** Whether the service is asked now and then by itself: out of reach, or answering as somebody else. */
function isProbed(known: Known): boolean {
  if (known.asleep) return false;
  const state = stateOf(known);
  return state === 'offline' || (state === 'expired' && foreignTo(known) !== null);
}

/** Probes for as long as that is wanted, with growing and jittered pauses. */
interface Probes {
  /** Looks whether a probe is wanted, and when. */
  schedule(): void;
  /** Probes now, where it is wanted. */
  now(): void;
  /** The next pauses are short again. */
  beginAnew(): void;
  close(): void;
}

function createProbes(
  { clock, random, probe }: Pick<MonitorSetup, 'clock' | 'random' | 'probe'>,
  wanted: () => boolean,
): Probes {
  let failures = 0;
  let probing = false;
  let closed = false;
  let cancel: (() => void) | null = null;

  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  const now = (): void => {
    stop();
    if (probing || closed || !wanted()) return;
    probing = true;
    void probe().finally(() => {
      probing = false;
      schedule();
    });
  };
  const schedule = (): void => {
    if (closed || !wanted()) {
      stop();
      failures = 0;
      return;
    }
    if (cancel !== null || probing) return;
    const longest = Math.min(SLOWEST_PROBE_MS, FIRST_PROBE_MS * 2 ** failures);
    failures = Math.min(failures + 1, 10);
    cancel = clock.after(longest * (0.5 + random.fraction() / 2), now);
  };

  return {
    schedule,
    now,
    beginAnew() {
      failures = 0;
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}

/** Tells the desk: at once, or soon for whatever changes often. */
function createTelling(
  clock: Clock,
  tell: () => void,
): { now(): void; soon(): void; close(): void } {
  let cancel: (() => void) | null = null;
  let closed = false;
  const now = (): void => {
    cancel?.();
    cancel = null;
    if (!closed) tell();
  };
  return {
    now,
    soon() {
      cancel ??= clock.after(QUIET_MS, now);
    },
    close() {
      closed = true;
      cancel?.();
    },
  };
}

/** What the desk is shown beside the state and the counts. */
type Shown = Omit<Connection, 'state' | 'since' | 'waiting' | 'needsYou'>;

function shownAtFirst(address: string): Shown {
  return {
    ...{ address, syncing: null, error: null },
    ...{ lastContactAt: null, tokenExpiresAt: null, tokenRenews: false, failed: {} },
  };
}

/** Keeps why a list could not be read, or that it was; tells only what was not known. */
function noteFailed(shown: Shown, entity: Entity, error: AppError | null, tell: () => void): void {
  const { [entity]: before, ...others } = shown.failed;
  if (before?.message === error?.message && before?.code === error?.code) return;
  shown.failed = error === null ? others : { ...others, [entity]: error };
  tell();
}

/** The state as it was judged last, since when it is so, and who wants to know of a change. */
interface Judged {
  now(): Pick<Connection, 'state' | 'since'>;
  /** Judges anew; whether the state is another one. Listeners are told after `before` was called. */
  again(before: () => void): boolean;
  onChange(listener: () => void): () => void;
  close(): void;
}

function createJudged(known: Known, clock: Clock): Judged {
  const listeners = new Set<() => void>();
  let state = stateOf(known);
  let since = clock.now();
  return {
    now: () => ({ state, since }),
    again(before) {
      const next = stateOf(known);
      if (next === state) return false;
      state = next;
      since = clock.now();
      before();
      for (const listener of [...listeners]) listener();
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

/**
 * Whether the service can be reached, judged by what requests prove. While it can't, it is probed
 * with growing, jittered pauses; while it can, the ordinary requests are proof enough.
 */
export function createConnectionMonitor(setup: MonitorSetup): Monitor {
  const { clock } = setup;
  const known: Known = { ...UNKNOWN, workOffline: setup.workOffline };
  const counts = { waiting: 0, needsYou: 0 };
  const shown = shownAtFirst(setup.address);
  const judged = createJudged(known, clock);
  const current = (): Connection => {
    const { state, since } = judged.now();
    const error = state === 'online' ? null : (foreignTo(known) ?? shown.error);
    return { state, since, ...shown, ...counts, error };
  };
  const telling = createTelling(clock, () =>
    setup.emit({ name: 'connection', payload: current() }),
  );
  const probes = createProbes(setup, () => isProbed(known));

  /** Judges anew after something changed; tells whoever wants to know. */
  const update = (): void => {
    if (!judged.again(telling.now)) telling.soon();
    probes.schedule();
  };
  /** What was known of the network may be old by the time the switch is turned back. */
  const switched = (change: Partial<Known>, off: boolean): void => {
    Object.assign(known, change, { reached: false });
    probes.beginAnew();
    update();
    if (!off) probes.now();
  };
  const isIn = (): boolean => known.signIn === 'in' && known.foreign === null;

  return {
    maySend: () => !known.workOffline && !known.asleep && isIn(),
    signedIn: isIn,
    current,
    report(now, why) {
      if (now) shown.lastContactAt = clock.now();
      const { error } = shown;
      const same = known.reached === now && (now ? error === null : why?.code === error?.code);
      known.reached = now;
      shown.error = now ? null : (why ?? null);
      if (!same) update();
    },
    setSignIn(next, expiresAt, renews = false) {
      const was = known.signIn;
      known.signIn = next;
      Object.assign(shown, { tokenExpiresAt: expiresAt, tokenRenews: renews });
      if (next !== was && next !== 'starting') shown.error = null;
      update();
      // Signing in by itself is a reason to try again whatever waited for it.
      if (next === 'in' && was !== 'in') probes.now();
    },
    setForeign(reason) {
      known.foreign = reason;
      probes.beginAnew();
      update();
    },
    setAddress(next) {
      shown.address = next;
      update();
    },
    setWorkOffline: (on) => switched({ workOffline: on }, on),
    setAsleep: (on) => (on === known.asleep ? undefined : switched({ asleep: on }, on)),
    isAsleep: () => known.asleep,
    setSyncing(next) {
      shown.syncing = next;
      telling.soon();
    },
    setFailed: (entity, error) => noteFailed(shown, entity, error, telling.soon),
    setCounts({ waiting, needsYou }) {
      if (waiting === counts.waiting && needsYou === counts.needsYou) return;
      Object.assign(counts, { waiting, needsYou });
      telling.soon();
    },
    onChange: judged.onChange,
    wake() {
      probes.beginAnew();
      probes.now();
    },
    close() {
      telling.close();
      probes.close();
      judged.close();
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
    ...{ lastContactAt: null, tokenExpiresAt: null, error, failed: {} },
  };
}

import type { AppUpdates, Clock, Log, UpdateState } from '../core/ports.ts';
import { unlessAborted, within } from '../core/waiting.ts';
import type { ShellFile } from './shellFile.ts';

/** A version that a feed offers. */
export interface Offered {
  version: string;
  /** What is new, as text; empty where nothing was written. */
  notes: string;
}

/** What asks a feed, fetches a version and checks its signature; see `updater.ts`. All of it may throw. */
export interface Updater {
  look(): Promise<Offered | null>;
  /** @param onPercent how much was fetched, from 0 to 100 */
  fetch(onPercent: (percent: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Hands over to the installer, which ends the app; everything is closed by then.
   *
   * @param failed hears that it could not be started after all
   */
  install(failed: (error: unknown) => void): void;
}

export interface UpdatesSetup {
  /** Why there are none; null where a feed is set and signatures can be checked. */
  off: UpdateState['why'];
  /** The version that runs. */
  version: string;
  /** Loads what does it, once it is wanted. */
  load(): Promise<Updater>;
  /** How many writes are on their way at this moment; null where that can't be told. */
  inFlight(): Promise<number | null>;
  /** Lets no further write leave, or lets them again. */
  hold(held: boolean): void;
  /** Takes windows away that would stand there dead while the installer gets ready. */
  closeWindows(): void;
  /** Asks the app to quit, in its own order and with its own question. */
  quit(): void;
  /** The app is to start again once it has ended. */
  startAgain(): void;
  /** The version that the last restart was to lead to, which the next start compares with its own. */
  attempt: Pick<ShellFile, 'attemptedUpdate' | 'setAttemptedUpdate'>;
  tell(state: UpdateState): void;
  clock: Clock;
  log: Log;
}

export interface Updates extends AppUpdates {
  /** Says that the last restart led to no update, looks for the first time, and every day from then on. */
  start(): void;
  /** Everything is closed: the installer takes over and ends the app. @param end where none does */
  leave(end: () => void): void;
  /** The person was asked and stays. */
  stayed(): void;
}

/** The start has other things to do first. */
export const FIRST_LOOK_MS = 60_000;
export const LOOK_EVERY_MS = 24 * 3_600_000;
/** A feed that says nothing for so long is not waited for. */
export const LOOK_LIMIT_MS = 120_000;
/** A file of which nothing more comes for so long is given up. */
export const STALL_MS = 60_000;
/** Where a server does not say how large it is, nothing tells of its coming. */
export const SILENT_MS = 15 * 60_000;
/** How often it is looked whether a write is still on its way, and for how long at most. */
export const BUSY_LOOK_MS = 1_000;
export const BUSY_LIMIT_MS = 120_000;
/** A disk that hangs keeps no update waiting longer than this. */
const REMEMBER_MS = 1_000;
const MOST_NOTES = 20_000;
/** The problem of a start that a restart into a newer version led back to. */
const NOT_INSTALLED = 'notInstalled';

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

/**
 * Whether a released version is newer than the one that runs. Anything else is not offered, whatever
 * a feed says: what an older version does not know of a database, it refuses to open.
 */
export function isNewer(offered: string, running: string): boolean {
  const there = VERSION.exec(offered)?.slice(1).map(Number);
  const here = /^(\d+)\.(\d+)\.(\d+)/.exec(running)?.slice(1).map(Number);
  if (there === undefined || here === undefined) return false;
  const at = there.findIndex((part, index) => part !== here[index]);
  return at !== -1 && (there[at] ?? 0) > (here[at] ?? 0);
}

/** Words of an error that may be shown: one line, no path and no address of a person's computer. */
function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [line = ''] = (error instanceof Error ? error.message : '').split('\n');
  return code !== '' ? code : line.slice(0, 200) || 'unknown reason';
}

/** States in which a feed may be asked. */
const MAY_LOOK: ReadonlySet<string> = new Set(['idle', 'available', 'failed']);

/**
 * Updates of the app: looks by itself, fetches and restarts when the person says so, and never while
 * a write is on its way.
 */
export function createUpdates(setup: UpdatesSetup): Updates {
  const states = createStates(setup);
  let loading: Promise<Updater> | null = null;
  let ready: Updater | null = null;
  /** What could not be loaded is loaded anew by the next look: it would fail until the app is started anew. */
  const updater = (): Promise<Updater> =>
    (loading ??= setup.load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));

  const look = (): void => {
    states.set({ state: 'looking' });
    void within(setup.clock, LOOK_LIMIT_MS, askFeed(updater, setup))
      .then((found) => {
        if (found !== undefined) return states.set(found);
        // One that still asks would be waited for again; another knows nothing of what was offered.
        loading = null;
        states.failed('look', timedOut(), { version: '', notes: '' });
      })
      .catch((error: unknown) => states.failed('look', error));
  };
  const fetch = async (): Promise<void> => {
    const loaded = await updater();
    await fetchWatched(loaded, setup.clock, (percent) => {
      const { state, percent: shown } = states.now();
      if (state === 'fetching' && Math.floor(percent) !== shown) {
        states.set({ percent: Math.floor(percent) });
      }
    });
    ready = loaded;
    states.set({ state: 'ready', percent: 100 });
  };
  const daily = (): void => {
    if (MAY_LOOK.has(states.now().state)) look();
    setup.clock.after(LOOK_EVERY_MS, daily);
  };

  return {
    state: states.now,
    start() {
      const attempted = setup.attempt.attemptedUpdate();
      if (attempted !== null) void setup.attempt.setAttemptedUpdate(null);
      if (setup.off !== null) return;
      if (attempted !== null && isNewer(attempted, setup.version)) {
        states.failed('install', new Error(NOT_INSTALLED));
      }
      setup.clock.after(FIRST_LOOK_MS, daily);
    },
    look() {
      const may = MAY_LOOK.has(states.now().state);
      if (may) look();
      return may;
    },
    fetch() {
      const { state, version } = states.now();
      if (version === '' || (state !== 'available' && state !== 'failed')) return false;
      states.set({ state: 'fetching', percent: 0 });
      void fetch().catch((error: unknown) => states.failed('fetch', error));
      return true;
    },
    ...restarting(setup, states, () => ready),
  };
}

/** How updates stand, and who is told of it. */
function createStates({ off, tell, log }: UpdatesSetup) {
  let now: UpdateState = {
    ...{ version: '', notes: '', percent: 0, lookedAt: null, problem: '' },
    ...(off === null ? { state: 'idle', why: null } : { state: 'off', why: off }),
  };
  const set = (change: Partial<UpdateState>): void => {
    now = { ...now, problem: '', ...change };
    tell(now);
  };
  return {
    now: () => now,
    set,
    failed(
      step: 'look' | 'fetch' | 'install',
      error: unknown,
      change: Partial<UpdateState> = {},
    ): void {
      log.write('warn', `update.${step}`, { error: wordsOf(error) });
      set({ ...change, state: 'failed', problem: wordsOf(error) });
    },
  };
}

function timedOut(): Error {
  return Object.assign(new Error('Nothing came any more.'), { code: 'ETIMEDOUT' });
}

/** Fetches as long as something comes: electron-updater itself would wait for ever. */
async function fetchWatched(
  updater: Updater,
  clock: Clock,
  onPercent: (percent: number) => void,
): Promise<void> {
  const stalled = new AbortController();
  const { signal } = stalled;
  let cancel = clock.after(SILENT_MS, () => stalled.abort());
  const progress = (percent: number): void => {
    if (signal.aborted) return;
    cancel();
    // What is there as a whole is looked at, which has a limit of its own.
    if (percent < 100) cancel = clock.after(STALL_MS, () => stalled.abort());
    onPercent(percent);
  };
  try {
    const fetching = updater.fetch(progress, signal).then(() => true);
    if (!(await unlessAborted(fetching, signal, () => false))) throw timedOut();
  } finally {
    cancel();
  }
}

/** What a feed offers, as the state that follows from it. */
async function askFeed(
  updater: () => Promise<Updater>,
  { clock, version: running }: UpdatesSetup,
): Promise<Partial<UpdateState>> {
  const offered = await (await updater()).look();
  const lookedAt = clock.now();
  if (offered === null || !isNewer(offered.version, running)) {
    return { state: 'idle', version: '', notes: '', lookedAt };
  }
  const { version, notes } = offered;
  return { state: 'available', version, notes: notes.slice(0, MOST_NOTES), lookedAt };
}

/** The restart into what was fetched: nothing more leaves, what is on its way ends, the app quits. */
function restarting(
  { clock, log, hold, quit, inFlight, closeWindows, startAgain, attempt }: UpdatesSetup,
  states: ReturnType<typeof createStates>,
  fetched: () => Updater | null,
): Pick<Updates, 'install' | 'leave' | 'stayed'> {
  /** The person wants it, and the app is on its way to its end. */
  let leaving = false;
  /** Ends the waiting for writes that are on their way; each restart has its own. */
  let waiting = new AbortController();
  const stay = (problem: string): void => {
    waiting.abort();
    leaving = false;
    hold(false);
    states.set({ state: 'ready', problem });
  };
  const quitWhenIdle = async (since: number, mine: AbortController): Promise<void> => {
    const count = await inFlight();
    if (mine.signal.aborted) return;
    if (count === 0) {
      leaving = true;
      quit();
    } else if (clock.now() - since >= BUSY_LIMIT_MS) stay('busy');
    else clock.after(BUSY_LOOK_MS, () => void quitWhenIdle(since, mine));
  };
  return {
    install() {
      if (states.now().state !== 'ready' || fetched() === null) return false;
      states.set({ state: 'waiting' });
      hold(true);
      waiting = new AbortController();
      void quitWhenIdle(clock.now(), waiting);
      return true;
    },
    leave(end) {
      const updater = leaving ? fetched() : null;
      if (updater === null) return end();
      let over = false;
      const failed = (error: unknown): void => {
        if (over) return;
        over = true;
        log.write('warn', 'update.install', { error: wordsOf(error) });
        // Nobody closed it to be without it.
        startAgain();
        end();
      };
      // Before the handover: what stops an installer may do so without a word.
      void within(clock, REMEMBER_MS, attempt.setAttemptedUpdate(states.now().version))
        .then(closeWindows)
        .then(() => updater.install(failed))
        .catch(failed);
    },
    stayed() {
      if (states.now().state === 'waiting') stay('');
    },
  };
}

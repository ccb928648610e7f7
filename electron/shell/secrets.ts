import type { Clock, Ports, Secrets, StoredSecret } from '../core/ports.ts';

const SERVICE = 'Waybill';
/** Of no account: tells whether the keychain is there, and open. */
const PROBE = 'probe';

interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The operating system's keychain. The module throws on load where its library is missing. */
async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

/**
 * Takes an entry out. A locked keyring of Linux does not refuse that: it says that there is none, and
 * keeps it. One that takes something in is open, and has none then.
 */
async function takeOut(keychain: Keychain, account: string): Promise<void> {
  if (await keychain.deletePassword(SERVICE, account)) return;
  await keychain.setPassword(SERVICE, PROBE, 'open');
  await keychain.deletePassword(SERVICE, PROBE);
  // It may have been opened in between, by the person whom it asked.
  await keychain.deletePassword(SERVICE, account);
}

function parse(text: string): StoredSecret | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { token, refreshToken } = value as Record<string, unknown>;
    if (typeof token !== 'string') return null;
    return { token, refreshToken: typeof refreshToken === 'string' ? refreshToken : null };
  } catch {
    return null;
  }
}

/** A keychain may wait for a person who unlocks it, or for a service that hangs. */
const ANSWER_WITHIN_MS = 3_000;

class NoAnswer extends Error {}

interface Limited {
  /** Runs one call; rejects with `NoAnswer` when it takes too long. What it answers later is dropped. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Whether a call is still open that nobody waits for any more. */
  silent(): boolean;
}

/**
 * Calls that wait for each other and for no answer longer than the limit. While one hangs no other is
 * made: each would take one of the few threads that reading and writing files needs too.
 *
 * @param back called when a call that nobody waited for any more has ended after all
 */
function limitedCalls(clock: Clock, back: () => void): Limited {
  let turn: Promise<unknown> = Promise.resolve();
  let silent = false;
  const timed = <T>(call: () => Promise<T>): Promise<T> => {
    if (silent) return Promise.reject(new NoAnswer());
    return new Promise((resolve, reject) => {
      const stop = clock.after(ANSWER_WITHIN_MS, () => {
        silent = true;
        reject(new NoAnswer());
      });
      const ended = (): void => {
        stop();
        if (!silent) return;
        silent = false;
        back();
      };
      void Promise.resolve().then(call).then(resolve, reject).finally(ended);
    });
  };
  return {
    run(call) {
      const mine = turn.then(() => timed(call));
      turn = mine.catch(() => undefined);
      return mine;
    },
    silent: () => silent,
  };
}

/** The keychain of this computer, as far as it can be used. */
interface Guarded {
  /** Runs on it; null where it refuses, does not answer or is not there. */
  use<T>(run: (keychain: Keychain) => Promise<T>): Promise<{ value: T } | null>;
  /** Once it was looked for: whether there is none. */
  isAbsent(): Promise<boolean>;
  state(): ReturnType<Secrets['state']>;
}

/** @param back called when it has answered after nobody waited for it any more */
function guardKeychain(
  { log, clock }: Pick<Ports, 'log' | 'clock'>,
  load: () => Promise<Keychain>,
  back: () => void,
): Guarded {
  /** Null while it is looked for, and where there is none. */
  let keychain: Keychain | null = null;
  let absent = false;
  let locked = false;
  const calls = limitedCalls(clock, back);

  const look = async (): Promise<void> => {
    try {
      const found = await load();
      await found.getPassword(SERVICE, PROBE);
      keychain = found;
    } catch {
      absent = true;
      log.write('warn', 'keychain.unavailable');
    }
  };
  const looked = calls.run(look).catch(() => log.write('warn', 'keychain.silent'));

  return {
    async use(run) {
      await looked;
      const open = keychain;
      if (open === null) return null;
      try {
        const value = await calls.run(() => run(open));
        locked = false;
        return { value };
      } catch (cause) {
        if (cause instanceof NoAnswer) {
          log.write('warn', 'keychain.silent');
        } else {
          locked = true;
          log.write('warn', 'keychain.locked');
        }
        return null;
      }
    },
    async isAbsent() {
      await looked;
      return absent;
    },
    state() {
      if (keychain === null || calls.silent()) return 'session-only';
      return locked ? 'locked' : 'secure';
    },
  };
}

/**
 * Tokens in the operating system's keychain, or in memory where there is none: never on disk. A
 * keychain that worked and then refuses is `locked`, one that does not answer in time counts as none
 * until it does; tokens stay in memory meanwhile, and what it was not told (a renewed token, a
 * sign-out) it is told then. Nothing waits for it longer than for one call.
 */
export function createSecrets(
  ports: Pick<Ports, 'log' | 'clock'>,
  load: () => Promise<Keychain> = loadKeychain,
): Secrets {
  const memory = new Map<string, StoredSecret>();
  /** What the keychain has not been told yet; null takes a token out. */
  const owed = new Map<string, StoredSecret | null>();
  const listeners = new Set<() => void>();
  const keychain = guardKeychain(ports, load, () => {
    void writeOwed().then(() => {
      for (const listener of [...listeners]) listener();
    });
  });

  let writing: Promise<void> = Promise.resolve();
  /** Tells the keychain what it has to know; one after the other, so that the last word stays. */
  function writeOwed(): Promise<void> {
    writing = writing.then(tellOwed);
    return writing;
  }

  /** Ends where the keychain refuses or does not answer. */
  async function tellOwed(): Promise<void> {
    if (await keychain.isAbsent()) return owed.clear();
    for (const [accountId, secret] of [...owed]) {
      const answered = await keychain.use<unknown>((open) =>
        secret === null
          ? takeOut(open, accountId)
          : open.setPassword(SERVICE, accountId, JSON.stringify(secret)),
      );
      if (answered === null) return;
      // It may have changed again meanwhile.
      if (owed.get(accountId) === secret) owed.delete(accountId);
    }
  }

  return {
    state: keychain.state,
    backend: () => (keychain.state() === 'session-only' ? 'memory' : 'keychain'),
    async get(accountId) {
      const held = memory.get(accountId);
      if (owed.size > 0) await writeOwed();
      if (held !== undefined) return held;
      if (owed.get(accountId) === null) return null;
      const found = await keychain.use((open) => open.getPassword(SERVICE, accountId));
      return typeof found?.value === 'string' ? parse(found.value) : null;
    },
    async set(accountId, secret) {
      memory.set(accountId, secret);
      owed.set(accountId, secret);
      await writeOwed();
    },
    async remove(accountId) {
      memory.delete(accountId);
      owed.set(accountId, null);
      await writeOwed();
    },
    onBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { createInTurn } from '../core/inTurn.ts';
import type { Clock, Ports, Secrets, StoredSecret } from '../core/ports.ts';
import { PROBE, readEntries, SERVICE, takeOut, writeEntries } from './keychainEntries.ts';
import type { Keychain } from './keychainEntries.ts';
import { signOutsFile, type SignOuts } from './signOuts.ts';

/** The operating system's keychain. The module throws on load where its library is missing. */
async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
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
  const calls = createInTurn();
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
    run: (call) => calls.run(() => timed(call)),
    silent: () => silent,
  };
}

/** The keychain of this computer, as far as it can be used. */
interface Guarded {
  /** Runs on it; null where it refuses, does not answer or is not there. */
  use<T>(run: (keychain: Keychain) => Promise<T>): Promise<{ value: T } | null>;
  /** Once it was looked for: whether there is none. */
  isAbsent(): Promise<boolean>;
  state(): 'secure' | 'session-only' | 'locked';
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
 * keychain that worked and then refuses is `locked`; one that is open and does not take a token has
 * `refused` it, and holds no superseded one; one that does not answer in time counts as none
 * until it does; tokens stay in memory meanwhile, and what it was not told (a renewed token, a
 * sign-out) it is told then. A sign-out outlives the app: the next start tells it, and gives no token
 * of that account before. Nothing waits for the keychain longer than for one call.
 */
export function createSecrets(
  ports: Pick<Ports, 'log' | 'clock'>,
  signOuts: SignOuts,
  load: () => Promise<Keychain>,
): Secrets {
  const memory = new Map<string, StoredSecret>();
  /** What the keychain has not been told yet; null takes a token out. */
  const owed = new Map<string, StoredSecret | null>();
  /** Accounts whose tokens the keychain does not take, although it is open. */
  const refused = new Set<string>();
  const listeners = new Set<() => void>();
  const keychain = guardKeychain(ports, load, () => {
    void writeOwed().then(() => {
      for (const listener of [...listeners]) listener();
    });
  });

  const writing = createInTurn();
  /** Tells the keychain what it has to know; one after the other, so that the last word stays. */
  function writeOwed(): Promise<void> {
    return writing.run(tellOwed);
  }

  /** Ends where the keychain refuses or does not answer. */
  async function tellOwed(): Promise<void> {
    // Another start may find one, and takes out then what was signed out.
    if (await keychain.isAbsent()) return;
    for (const [accountId, secret] of [...owed]) {
      const answered = await keychain.use(async (open) => {
        if (secret !== null) return writeEntries(open, accountId, secret);
        await takeOut(open, accountId);
        return true;
      });
      if (answered === null) return;
      if (!answered.value) {
        refused.add(accountId);
        ports.log.write('warn', 'keychain.refused');
        continue;
      }
      refused.delete(accountId);
      // It may have changed again meanwhile.
      if (owed.get(accountId) !== secret) continue;
      owed.delete(accountId);
      await signOuts.drop(accountId);
    }
  }

  /** Sign-outs of earlier starts are owed too. Null where it can't be read which these are. */
  async function recall(): Promise<readonly string[] | null> {
    const earlier = await signOuts.all();
    for (const accountId of earlier ?? []) {
      if (!memory.has(accountId) && !owed.has(accountId)) owed.set(accountId, null);
    }
    return earlier;
  }
  // Nobody asks for the tokens of an account that was removed.
  void recall().then((earlier) => ((earlier ?? []).length > 0 ? writeOwed() : undefined));

  return {
    state() {
      const state = keychain.state();
      return state === 'secure' && refused.size > 0 ? 'refused' : state;
    },
    backend: () => (keychain.state() === 'session-only' ? 'memory' : 'keychain'),
    async get(accountId) {
      const held = memory.get(accountId);
      const isKnown = (await recall()) !== null;
      if (owed.size > 0) await writeOwed();
      if (held !== undefined) return held;
      if (!isKnown || owed.get(accountId) === null) return null;
      const found = await keychain.use((open) => readEntries(open, accountId));
      return found?.value ?? null;
    },
    async set(accountId, secret) {
      memory.set(accountId, secret);
      owed.set(accountId, secret);
      await writeOwed();
    },
    async remove(accountId) {
      memory.delete(accountId);
      owed.set(accountId, null);
      await signOuts.add(accountId);
      await writeOwed();
    },
    onBack(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Those of this computer's keychain. */
export function systemSecrets(ports: Pick<Ports, 'log' | 'clock' | 'paths' | 'random'>): Secrets {
  return createSecrets(ports, signOutsFile(ports), loadKeychain);
}

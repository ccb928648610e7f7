import type { Log, Secrets, StoredSecret } from '../core/ports.ts';

const SERVICE = 'Waybill';

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

/**
 * Tokens in the operating system's keychain, or in memory where there is none: never on disk. A
 * keychain that worked and then refuses is `locked`; tokens stay in memory until it opens, and what
 * it was not told (a renewed token, a sign-out) it is told then.
 */
export async function createSecrets(
  log: Log,
  load: () => Promise<Keychain> = loadKeychain,
): Promise<Secrets> {
  const memory = new Map<string, StoredSecret>();
  /** What the keychain has not been told yet; null takes a token out. */
  const owed = new Map<string, StoredSecret | null>();
  let keychain: Keychain | null = null;
  let locked = false;
  try {
    keychain = await load();
    await keychain.getPassword(SERVICE, 'probe');
  } catch {
    keychain = null;
    log.write('warn', 'keychain.unavailable');
  }

  /** Runs on the keychain; a refusal is remembered and answered with null. */
  async function tryKeychain<T>(run: (keychain: Keychain) => Promise<T>): Promise<T | null> {
    if (keychain === null) return null;
    try {
      const value = await run(keychain);
      locked = false;
      return value;
    } catch {
      locked = true;
      log.write('warn', 'keychain.locked');
      return null;
    }
  }

  let settling: Promise<void> = Promise.resolve();
  /** Tells the keychain what it has to know; one after the other, so that the last word stays. */
  function settle(): Promise<void> {
    settling = settling.then(tellOwed);
    return settling;
  }

  /** Ends where the keychain refuses. */
  async function tellOwed(): Promise<void> {
    if (keychain === null) return owed.clear();
    for (const [accountId, secret] of [...owed]) {
      await tryKeychain<unknown>((open) =>
        secret === null
          ? open.deletePassword(SERVICE, accountId)
          : open.setPassword(SERVICE, accountId, JSON.stringify(secret)),
      );
      if (locked) return;
      // It may have changed again meanwhile.
      if (owed.get(accountId) === secret) owed.delete(accountId);
    }
  }

  return {
    state: () => (keychain === null ? 'session-only' : locked ? 'locked' : 'secure'),
    backend: () => (keychain === null ? 'memory' : 'keychain'),
    async get(accountId) {
      const held = memory.get(accountId);
      if (owed.size > 0) await settle();
      if (held !== undefined) return held;
      if (owed.get(accountId) === null) return null;
      const text = await tryKeychain((open) => open.getPassword(SERVICE, accountId));
      return text === null ? null : parse(text);
    },
    async set(accountId, secret) {
      memory.set(accountId, secret);
      owed.set(accountId, secret);
      await settle();
    },
    async remove(accountId) {
      memory.delete(accountId);
      owed.set(accountId, null);
      await settle();
    },
  };
}

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
 * keychain that worked and then refuses is `locked`; tokens stay in memory until it opens.
 */
export async function createSecrets(
  log: Log,
  load: () => Promise<Keychain> = loadKeychain,
): Promise<Secrets> {
  const memory = new Map<string, StoredSecret>();
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

  return {
    state: () => (keychain === null ? 'session-only' : locked ? 'locked' : 'secure'),
    backend: () => (keychain === null ? 'memory' : 'keychain'),
    async get(accountId) {
      const held = memory.get(accountId);
      if (held !== undefined) return held;
      const text = await tryKeychain((open) => open.getPassword(SERVICE, accountId));
      return text === null ? null : parse(text);
    },
    async set(accountId, secret) {
      memory.set(accountId, secret);
      await tryKeychain((open) => open.setPassword(SERVICE, accountId, JSON.stringify(secret)));
    },
    async remove(accountId) {
      memory.delete(accountId);
      await tryKeychain((open) => open.deletePassword(SERVICE, accountId));
    },
  };
}

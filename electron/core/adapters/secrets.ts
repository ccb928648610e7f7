import type { Secrets, StoredSecret } from '../ports.ts';

/** Keeps tokens in memory only: after a restart the person signs in again. */
export function memorySecrets(): Secrets {
  const secrets = new Map<string, StoredSecret>();
  return {
    state: () => 'session-only',
    backend: () => 'memory',
    get: (accountId) => Promise.resolve(secrets.get(accountId) ?? null),
    set: (accountId, secret) => {
      secrets.set(accountId, { ...secret });
      return Promise.resolve();
    },
    remove: (accountId) => {
      secrets.delete(accountId);
      return Promise.resolve();
    },
    // Memory answers at once.
    onBack: () => () => undefined,
  };
}

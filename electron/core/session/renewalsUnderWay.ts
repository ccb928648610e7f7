import type { Renewed } from '../api/refresh.ts';
import type { Ports, StoredSecret } from '../ports.ts';
import { keepSecret } from './secrets.ts';

/**
 * Renewals of tokens, by account. One goes on when its account is closed, because a service may take
 * each refresh token once: whoever opens the account again takes what it gave.
 */
export interface RenewalsUnderWay {
  /**
   * Renews a secret and keeps the new one. Where that secret is being renewed, or was, it is not
   * asked for a second time.
   */
  renew(
    accountId: string,
    old: StoredSecret,
    ask: (old: StoredSecret) => Promise<Renewed>,
  ): Promise<Renewed>;
  /** This secret is in use from now on; what the renewal of another one gives is not kept. */
  entered(accountId: string, secret: StoredSecret): void;
  /** Signed out or removed: what is under way leaves nothing in the keychain. */
  left(accountId: string): void;
}

export function createRenewalsUnderWay(ports: Pick<Ports, 'secrets' | 'log'>): RenewalsUnderWay {
  /** By account: the token that was given up, and what came in its place. */
  const all = new Map<string, { readonly token: string; readonly outcome: Promise<Renewed> }>();
  /** Accounts that nobody has signed in to since they were left. */
  const out = new Set<string>();
  /** By account: the token of the last sign-in, or what its renewals gave in its place. */
  const last = new Map<string, string>();
  const isKnown = (accountId: string, { token }: StoredSecret): boolean =>
    all.get(accountId)?.token === token;
  /** What an account that is still open renews may belong to the sign-in before. */
  const isWanted = (accountId: string, old: StoredSecret): boolean =>
    isKnown(accountId, old) && (last.get(accountId) ?? old.token) === old.token;

  async function run(
    accountId: string,
    old: StoredSecret,
    ask: (old: StoredSecret) => Promise<Renewed>,
  ): Promise<Renewed> {
    let given: StoredSecret | null = null;
    try {
      const renewed = await ask(old);
      if (!renewed.ok || !isWanted(accountId, old)) return renewed;
      given = renewed.secret;
      last.set(accountId, given.token);
      await keepSecret(ports, accountId, given);
      if (out.has(accountId)) await ports.secrets.remove(accountId);
      return renewed;
    } finally {
      // What gave no other token is asked for again by whoever needs it next.
      const isOther = given !== null && given.token !== old.token;
      if (!isOther && isKnown(accountId, old)) all.delete(accountId);
    }
  }

  return {
    renew(accountId, old, ask) {
      const known = all.get(accountId);
      if (known?.token === old.token) return known.outcome;
      const asked = Promise.withResolvers<Renewed>();
      all.set(accountId, { token: old.token, outcome: asked.promise });
      asked.resolve(run(accountId, old, ask));
      return asked.promise;
    },
    entered(accountId, secret) {
      out.delete(accountId);
      if (isKnown(accountId, secret)) return;
      all.delete(accountId);
      last.set(accountId, secret.token);
    },
    left(accountId) {
      out.add(accountId);
      all.delete(accountId);
      last.delete(accountId);
    },
  };
}

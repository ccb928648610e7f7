import type { StoredSecret } from '../ports.ts';

import { unlessAborted } from '../waiting.ts';

/**
 * The token in use and its renewal: one refresh at a time, shared by every request that found the
 * token refused.
 */

export type Renewal =
  /** There is a newer token: send again, once. */
  | 'renewed'
  /** The service refuses: a person has to sign in. */
  | 'refused'
  /** The service could not be asked. */
  | 'unreachable';

export type Renewed =
  { ok: true; secret: StoredSecret } | { ok: false; why: Exclude<Renewal, 'renewed'> };

export interface Tokens {
  current(): StoredSecret | null;
  /** Puts a session in place (sign-in), or drops it (sign-out). */
  replace(secret: StoredSecret | null): void;
  /**
   * Renews because `used` was refused. Never rejects. `signal` ends the waiting only: what the
   * service gives afterwards is still kept, since the old refresh token may be worth nothing then.
   */
  renew(used: string, signal?: AbortSignal): Promise<Renewal>;
}

/**
 * @param ask asks the service for a new token, and keeps it safe before it answers: a refresh
 *   token may rotate, and a crash in between would sign the person out
 */
export function createTokens(ask: (old: StoredSecret) => Promise<Renewed>): Tokens {
  let secret: StoredSecret | null = null;
  let running: Promise<Renewal> | null = null;

  const renewOnce = async (old: StoredSecret): Promise<Renewal> => {
    const renewed = await ask(old);
    // Signed out or in again meanwhile: the outcome belongs to a session that is gone.
    if (secret !== old) return secret === null ? 'refused' : 'renewed';
    if (!renewed.ok) return renewed.why;
    secret = renewed.secret;
    return 'renewed';
  };

  return {
    current: () => secret,
    replace(next) {
      secret = next;
    },
    async renew(used, signal) {
      if (secret === null) return 'refused';
      if (secret.token !== used) return 'renewed';
      running ??= renewOnce(secret).finally(() => {
        running = null;
      });
      return signal === undefined
        ? running
        : unlessAborted(running, signal, (): Renewal => 'unreachable');
    },
  };
}

import type { Ports, StoredSecret } from '../ports.ts';

/**
 * Hands tokens to the keychain. Where it refuses, the session goes on with the tokens in memory:
 * nothing is written elsewhere, and the next start asks for sign-in.
 */
export async function keepSecret(
  ports: Pick<Ports, 'secrets' | 'log'>,
  accountId: string,
  secret: StoredSecret,
): Promise<void> {
  try {
    await ports.secrets.set(accountId, secret);
  } catch {
    ports.log.write('warn', 'secrets.refused');
  }
}

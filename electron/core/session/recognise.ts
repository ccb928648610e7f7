import type { Identity } from '../account.ts';
import type { StoredSecret } from '../ports.ts';
import type { SavedAccount } from './accountsFile.ts';
import type { Person } from './identity.ts';

/** A sign-in that the service accepted, and whose it is. */
export interface Entry {
  identity: Identity;
  person: Person;
  secret: StoredSecret;
  /** Whether the service itself told who it is (`/me`), and not the token or a given name. */
  told: boolean;
  /** Id of the identity that the token's claims name; null where they lack tenant or user. */
  claimed: string | null;
}

/**
 * The account that a sign-in belongs to, if there is one. `/me` may be refused today and answer
 * tomorrow, and names people otherwise than tokens do: without this the same person would get a
 * second, empty account, and the writes that wait in the first would seem to be gone. Claims that
 * name tenant and user alike are the same person of the same service; anything less proves nothing.
 */
export function accountFor(
  accounts: readonly SavedAccount[],
  { identity, told, claimed }: Entry,
): SavedAccount | undefined {
  const own = accounts.find(({ id }) => id === identity.id);
  if (claimed === null || (told && own !== undefined)) return own;
  if (told) return accounts.find(({ id }) => id === claimed);
  const same = accounts.filter((account) => account.claimed === claimed);
  return same.length === 1 ? same[0] : own;
}

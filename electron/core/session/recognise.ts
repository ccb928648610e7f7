import { areTwoAddresses, type Identity, type Person } from '../identity.ts';
import type { StoredSecret } from '../ports.ts';
import type { SavedAccount } from './accountsFile.ts';
import { isSame, type PersonKeys } from './whose.ts';

/** What a sign-in is called under one address of its service. */
export interface Names {
  identity: Identity;
  /** Id of the identity that the token's claims name; null where they lack tenant or user. */
  claimed: string | null;
}

/** A sign-in that the service accepted, and whose it is. */
export interface Entry extends Names {
  /** The same under the other names of this computer, for a service that runs on it. */
  aliases: readonly Names[];
  person: Person;
  secret: StoredSecret;
  /** Whether the service itself told who it is (`/me`), and not the token or a given name. */
  confirmed: boolean;
}

/**
 * The account that a sign-in belongs to, if there is one. `/me` may be refused today and answer
 * tomorrow, and names people otherwise than tokens do: without this the same person would get a
 * second, empty account, and the writes that wait in the first would seem to be gone. Claims that
 * name tenant and user alike are the same person of the same service; anything less proves nothing.
 *
 * Nor does every answer of `/me` name the tenant: an update of the service, another role or a proxy may
 * add or leave out the team.
 *
 * A service of this computer is the same under each name of it. An account that was made under the
 * name at hand comes first: there may be two from before this was so.
 */
export function accountFor(
  accounts: readonly SavedAccount[],
  entry: Entry,
): SavedAccount | undefined {
  for (const names of [entry, ...entry.aliases]) {
    const known = accountUnder(accounts, names, entry.confirmed);
    if (known !== undefined) return known;
  }
  if (!entry.confirmed) return undefined;
  for (const names of [entry, ...entry.aliases]) {
    const known = accountOf(accounts, names, entry.person);
    if (known !== undefined) return known;
  }
  return undefined;
}

/**
 * Whether the service tells one person and its token another who is known here: sign-ins are mixed
 * up on the way, and the writes that wait for the one would leave with the session of the other.
 */
export function isMixedUp(
  accounts: readonly SavedAccount[],
  known: SavedAccount | undefined,
  { claimed, confirmed }: Pick<Entry, 'claimed' | 'confirmed'>,
): boolean {
  if (!confirmed || claimed === null || known?.claimed === claimed || known?.id === claimed)
    return false;
  // Before it was known what tokens call her, her account may be named as they name her.
  return known !== undefined && accounts.some((other) => (other.claimed ?? other.id) === claimed);
}

/** Where the service of an account is reached. */
export function addressOf({ service, address }: SavedAccount): string {
  return address ?? service;
}

/**
 * An account as a sign-in leaves it; `known` is what `accountFor` found. Its id names its files and
 * stays; its service is reached from now on where the sign-in reached it.
 */
export function accountAfter(known: SavedAccount | undefined, entry: Entry): SavedAccount {
  const { id, workspace, service, tenant, user } = known ?? entry.identity;
  const { confirmed, person } = entry;
  // A token names people by their ids: what the service called them stays.
  const { tenantName, userName } = confirmed || known === undefined ? person : known;
  const claimed = confirmed ? entry.claimed : known?.claimed;
  const me = confirmed ? meAfter(known, person) : known?.me;
  const address = entry.identity.service;
  return {
    ...{ id, workspace, service, tenant, user, tenantName, userName },
    profile: known?.profile ?? '',
    waiting: known?.waiting ?? 0,
    ...(address === service ? {} : { address }),
    ...(claimed === undefined || claimed === null ? {} : { claimed }),
    ...(me === undefined ? {} : { me }),
  };
}

/** An answer that leaves the tenant out takes nothing from what is known. */
function meAfter(known: SavedAccount | undefined, { tenant, user }: Person): PersonKeys {
  return { tenant: tenant === '' ? (known?.me?.tenant ?? '') : tenant, user };
}

/**
 * The one account of this service whose person the service may have named, as whoever compares its
 * later answers has it. Tokens that name two people, or two addresses, speak for another one: tenants
 * may number their people alike.
 */
function accountOf(
  accounts: readonly SavedAccount[],
  { identity, claimed }: Names,
  person: Person,
): SavedAccount | undefined {
  const { workspace, service } = identity;
  const same = accounts.filter(
    (account) =>
      account.workspace === workspace &&
      account.service === service &&
      isSame(account.me ?? account, person) &&
      isOnePerson(account, person, claimed),
  );
  return same.length === 1 ? same[0] : undefined;
}

/**
 * Whether somebody speaks for the one whose account it is: the same token's names, or the same name and no
 * other token's. That nothing speaks against it is not enough.
 */
function isOnePerson(account: SavedAccount, person: Person, claimed: string | null): boolean {
  if (claimed !== null && account.claimed === claimed) {
    return !areTwoAddresses(account.userName, person.userName);
  }
  const isOtherToken =
    claimed !== null && account.claimed !== undefined && account.claimed !== claimed;
  const [known, named] = [account.userName.toLowerCase(), person.userName.toLowerCase()];
  return !isOtherToken && named !== '' && known === named;
}

function accountUnder(
  accounts: readonly SavedAccount[],
  { identity, claimed }: Names,
  confirmed: boolean,
): SavedAccount | undefined {
  const own = accounts.find(({ id }) => id === identity.id);
  if (claimed === null || (confirmed && own !== undefined)) return own;
  if (confirmed) return accounts.find(({ id }) => id === claimed);
  const same = accounts.filter((account) => account.claimed === claimed);
  return same.length === 1 ? same[0] : own;
}

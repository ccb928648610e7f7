import { own } from '../../shared/rules/jsonValue.ts';
import { createHash } from 'node:crypto';
import type { Claims } from './token.ts';

/**
 * Whose mirror and queue this is: workspace, base address with its path prefix, tenant and user
 * together. One database file each. A port or a host alone names nobody.
 */
export interface Identity {
  /** Names the files of this identity: a hash of the four parts. */
  id: string;
  workspace: 'local' | 'remote';
  /** The constant workspace id of the embedded service, or the normalised base address. */
  service: string;
  tenant: string;
  user: string;
}

/** Who is signed in, as far as can be told. */
export interface Person {
  /** Distinguish accounts; never shown. */
  tenant: string;
  user: string;
  /** For people. */
  tenantName: string;
  userName: string;
}

/** The first of several members that is a text or a number, as text; '' where none is. */
function firstText(value: unknown, keys: readonly string[]): string {
  for (const key of keys) {
    const found = own(value, key);
    if (typeof found === 'string' && found.trim() !== '') return found.trim();
    if (typeof found === 'number') return String(found);
  }
  return '';
}

/** From the answer of `/me`; null where it does not tell the user. */
export function personOfMe(me: unknown): Person | null {
  const user = firstText(me, ['id', 'email']);
  if (user === '') return null;
  const team = own(me, 'team');
  return {
    user,
    userName: firstText(me, ['email', 'fullName', 'name']) || user,
    tenant: firstText(team, ['id', 'clientId', 'resellerId', 'name']),
    tenantName: firstText(team, ['name', 'clientName', 'resellerName', 'id']),
  };
}

/** From the token's claims; null where they do not tell the user. */
export function personOfClaims(claims: Claims | null): Person | null {
  const user = firstText(claims?.all, ['sub', 'userId', 'user_id', 'id', 'email']);
  if (user === '') return null;
  const tenant = firstText(claims?.all, ['teamId', 'tenantId', 'tenant', 'clientId', 'domain']);
  const userName = firstText(claims?.all, ['email', 'name']) || user;
  return { user, userName, tenant, tenantName: tenant };
}

/**
 * Whether a token and `/me` surely tell of two people: ids may be spelt in two ways, so that only
 * two e-mail addresses prove it. One id with two addresses is somebody whose address was changed.
 */
export function areTwoPeople(claims: Person | null, me: Person | null): boolean {
  if (claims === null || me === null || claims.user === me.user) return false;
  return areTwoAddresses(claims.userName, me.userName);
}

/** Whether two names of people are e-mail addresses, and not the same one. */
export function areTwoAddresses(one: string, other: string): boolean {
  return one.includes('@') && other.includes('@') && one.toLowerCase() !== other.toLowerCase();
}

/** From the name that the person gave the account. */
export function personOfName(name: string): Person {
  return { user: `name:${name}`, userName: name, tenant: '', tenantName: '' };
}

/**
 * The identity whose mirror and queue this is. Its id names files, so it is a hash: the parts may
 * hold anything.
 */
export function identityOf(
  workspace: Identity['workspace'],
  service: string,
  person: Pick<Person, 'tenant' | 'user'>,
): Identity {
  const { tenant, user } = person;
  const parts = JSON.stringify([workspace, service, tenant, user]);
  const id = createHash('sha256').update(parts).digest('hex').slice(0, 32);
  return { id, workspace, service, tenant, user };
}

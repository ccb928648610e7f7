import type { UserField, UserPath } from './acts.ts';
import type { Network } from './network.ts';
import { isCreate } from './values.ts';

/** Users and fuel transactions, as the desk and others write them. */

/** The address of a user by a number. */
export const address = (who: string): string => `${who}@waybill.example`;

/** The user that `createUser` asks for with this number. */
export function newUser(number: number): Record<string, unknown> {
  return { email: address(`new${number}`), fullName: `New ${number}`, phone: `${number}` };
}

/** A value of a field of a user, of mine or of theirs. */
export function userValue(field: UserField, whose: string, value: number): string {
  return field === 'email' ? address(`${whose}${value}`) : `${whose} ${value}`;
}

/** Users of a tenant: the drivers that were there, and those that any desk or anybody else has made since. */
export function usersOf(network: Network, tenant: number): string[] {
  const made = network.deeds.flatMap((deed) =>
    deed.tenant === tenant && deed.entity === 'user' && deed.before === null ? [deed.id] : [],
  );
  return [...(network.world.tenants[tenant]?.drivers ?? []), ...new Set(made)];
}

/** A user by a number; a negative one counts from the newest. Empty where there is none. */
export function userOf(network: Network, tenant: number, index: number): string {
  const users = usersOf(network, tenant);
  return users.at(index % Math.max(1, users.length)) ?? '';
}

/** The path that leads to a user: where those of clients are apart, there is one alone. */
export function pathOf({ traffic }: Network, id: string, wanted: UserPath): UserPath {
  if (!traffic.isApart) return wanted;
  return traffic.clientUsers.has(id) ? 'client' : 'team';
}

/** A list of users, behind the service's address. */
export function listOf({ world }: Network, tenant: number, of: UserPath): string {
  const { clientId = '' } = world.tenants[tenant] ?? {};
  return of === 'client' ? `/clients/${clientId}/users` : '/users';
}

/** Whether a write is of users or of fuel. */
export function isOfPeople(endpoint: string): boolean {
  return /User$|^assignFuel/.test(endpoint);
}

/** Whether it makes a user. */
export function makesUser(endpoint: string): boolean {
  return isCreate(endpoint) && endpoint.endsWith('User');
}

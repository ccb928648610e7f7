import type { ActOf } from './acts.ts';
import type { Meddling } from './faults.ts';
import type { Network } from './network.ts';
import { address, listOf, makesUser, newUser, userOf, userValue } from './people.ts';
import type { Wire } from './wire.ts';

type Others = ActOf<
  | ('elsewhereUser' | 'elsewhereCreateUser' | 'elsewhereArchiveUser' | 'elsewhereRestoreUser')
  | 'elsewhereFuel'
>;

/** What somebody else does with users and fuel. Gives false where the service refuses. */
export async function actOnPeople(network: Network, tenant: number, act: Others): Promise<boolean> {
  network.traffic.isOfPeople = true;
  switch (act.do) {
    case 'elsewhereUser': {
      const value = userValue(act.field, 'theirs', act.value);
      return changeUser(network, tenant, userOf(network, tenant, act.user), { [act.field]: value });
    }
    case 'elsewhereCreateUser': {
      const list = listOf(network, tenant, act.of);
      return network.change(tenant, 'user', '', 'POST', list, body(newUser(act.number)));
    }
    case 'elsewhereArchiveUser':
    case 'elsewhereRestoreUser': {
      const id = userOf(network, tenant, act.user);
      const verb = act.do === 'elsewhereArchiveUser' ? 'archive' : 'restore';
      return network.change(tenant, 'user', id, 'PATCH', `/users/${id}/${verb}`);
    }
    case 'elsewhereFuel': {
      const { fuel = [], vehicles = [] } = network.world.tenants[tenant] ?? {};
      const id = fuel[act.fuel % Math.max(1, fuel.length)] ?? '';
      const vehicle = vehicles[act.vehicle % Math.max(1, vehicles.length)] ?? '';
      return assignFuel(network, tenant, id, vehicle);
    }
  }
}

/** What somebody else does with a user that the desk made. */
export function withNewUser(
  network: Network,
  tenant: number,
  id: string,
  sent: string,
  how: Meddling,
  value: number,
): Promise<boolean> {
  network.note(`others ${how} user`);
  switch (how) {
    case 'change':
    case 'overwrite':
      return changeUser(network, tenant, id, { phone: `theirs ${value}` });
    case 'move':
      return changeUser(network, tenant, id, { fullName: `theirs ${value}` });
    case 'register':
      return changeUser(network, tenant, id, { email: address(`theirs-${value}-${id}`) });
    case 'archive':
    case 'delete':
      return network.change(tenant, 'user', id, 'PATCH', `/users/${id}/archive`);
    case 'twin': {
      // No two users have one address.
      const email = address(`twin-${value}-${id}`);
      const list = listOf(network, tenant, network.traffic.clientUsers.has(id) ? 'client' : 'team');
      const twin = body({ ...(JSON.parse(sent) as object), email });
      return network.change(tenant, 'user', '', 'POST', list, twin);
    }
  }
}

/** What somebody else does the moment after a write of users or fuel was applied, where one stands ready. */
export async function meddleWithPeople(
  network: Network,
  { applied, endpoint, body: sent, tenant }: Wire,
): Promise<void> {
  if (applied === null || endpoint === 'archiveUser' || endpoint === 'restoreUser') return;
  const isNew = makesUser(endpoint);
  const index = network.meddlers.findIndex((how) => (how === 'overwrite') !== isNew);
  const how = index === -1 ? undefined : network.meddlers.splice(index, 1)[0];
  if (how === undefined) return;
  // A value that nobody has seen.
  const value = network.order;
  if (isNew) {
    await withNewUser(network, tenant, applied.id, sent, how, value);
    return;
  }
  network.note('others overwrite people');
  await overwritePeople(network, tenant, applied.id, sent);
}

/** Sets the fields that a change of a user or an assignment sent to what nobody has seen. */
export async function overwritePeople(
  network: Network,
  tenant: number,
  id: string,
  sent: string,
): Promise<void> {
  const fields = JSON.parse(sent) as Record<string, unknown>;
  const { vehicles = [] } = network.world.tenants[tenant] ?? {};
  if ('vehicleId' in fields) {
    const others = vehicles.filter((one) => one !== String(fields['vehicleId']));
    await assignFuel(network, tenant, id, others[network.order % Math.max(1, others.length)] ?? '');
    return;
  }
  const value = (field: string): string =>
    field === 'email' ? address(`theirs-${network.order}`) : `theirs ${network.order}`;
  const theirs = Object.keys(fields).map((field) => [field, value(field)]);
  await changeUser(network, tenant, id, Object.fromEntries(theirs) as Record<string, unknown>);
}

function assignFuel(
  network: Network,
  tenant: number,
  id: string,
  vehicleId: string,
): Promise<boolean> {
  const url = `/fuel-cards/record/${id}`;
  return network.change(tenant, 'fuelTransaction', id, 'PATCH', url, body({ vehicleId }));
}

function changeUser(
  network: Network,
  tenant: number,
  id: string,
  fields: Record<string, unknown>,
): Promise<boolean> {
  if (id === '') return Promise.resolve(false);
  return network.change(tenant, 'user', id, 'PATCH', `/users/${id}`, body(fields));
}

const body = (fields: Record<string, unknown>): string => JSON.stringify(fields);

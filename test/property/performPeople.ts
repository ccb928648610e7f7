import type { Act, ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import { newUser, pathOf, userOf, userValue } from './people.ts';
import { pick, vehicleOf } from './performOwn.ts';
import { rowOf, write } from './writing.ts';

export type OfPeople = ActOf<
  | ('createUser' | 'changeUser' | 'archiveUser' | 'restoreUser' | 'assignFuel' | 'readUser')
  | ('hideUser' | 'hideFuel' | 'clientsApart')
>;

const NAMES: readonly Act['do'][] = [
  ...(['createUser', 'changeUser', 'archiveUser', 'restoreUser', 'assignFuel'] as const),
  ...(['readUser', 'hideUser', 'hideFuel', 'clientsApart'] as const),
];

export function isPeopleAct(act: Act): act is OfPeople {
  return NAMES.includes(act.do);
}

/** What the person does with users and fuel, and what the service does with those. */
export async function performPeople(model: Model, desk: Desk, act: OfPeople): Promise<void> {
  const { network, time, world } = desk;
  network.traffic.isOfPeople = true;
  const at = model.tenant;
  const { clientId = '' } = world.tenants[at] ?? {};
  switch (act.do) {
    case 'createUser': {
      const [name, params] =
        act.of === 'client'
          ? (['createClientUser', { clientId }] as const)
          : (['createUser', {}] as const);
      return write(model, desk, name, params, Object.entries(newUser(act.number)));
    }
    case 'changeUser': {
      const userId = shownUser(model, desk, act.user);
      if (userId === '') return;
      return changeUser(model, desk, userId, act);
    }
    case 'archiveUser':
    case 'restoreUser': {
      const userId = userOf(network, at, act.user);
      // The interface archives users of a team alone.
      if (userId === '' || pathOf(network, userId, 'team') === 'client') return;
      return write(model, desk, act.do, { userId }, []);
    }
    case 'assignFuel':
      return assignFuel(model, desk, act);
    case 'readUser':
      return readUser(model, desk, userOf(network, at, act.user));
    case 'hideUser': {
      const path = `/users/${userOf(network, at, act.user)}`;
      network.hidden.push({ path, untilMs: time.now() + act.forMs, where: act.where });
      return;
    }
    case 'hideFuel': {
      const path = `/fuelTransactions/${pick(world.tenants[at]?.fuel, act.fuel) ?? ''}`;
      network.note(`fuel hidden ${act.where}`);
      network.hidden.push({ path, untilMs: time.now() + act.forMs, where: act.where });
      return;
    }
    case 'clientsApart':
      if (network.traffic.isApart) return;
      network.traffic.apartAt = network.order;
      network.traffic.apartSinceMs = time.desk.now();
      network.traffic.cache.age();
      network.note('clients apart');
      return;
  }
}

/** A user by a number: also one that exists only at this desk, until the service has named it. */
function shownUser(model: Model, desk: Desk, index: number): string {
  const made = model.made[model.tenant]?.at(index) ?? '';
  const isHere = rowOf(desk, model.tenant, made, 'user') !== undefined;
  return index < 0 && isHere ? made : userOf(desk.network, model.tenant, index);
}

function changeUser(
  model: Model,
  desk: Desk,
  userId: string,
  { field, value, of }: ActOf<'changeUser'>,
): Promise<void> {
  const { network, world } = desk;
  const { clientId = '' } = world.tenants[model.tenant] ?? {};
  const created = desk
    .ledger(model.tenant)
    ?.ops()
    .find(({ target_id: id, endpoint }) => {
      return id === userId && endpoint.startsWith('create');
    });
  // Of one that waits, by the path that makes it.
  const wanted = created === undefined ? of : created.endpoint === 'createUser' ? 'team' : 'client';
  const fields: [string, unknown][] = [[field, userValue(field, 'mine', value)]];
  return pathOf(network, userId, wanted) === 'client'
    ? write(model, desk, 'updateClientUser', { clientId, userId }, fields)
    : write(model, desk, 'updateUser', { userId }, fields);
}

/** Whoever says for which vehicle a transaction was has the list of them before them. */
async function assignFuel(model: Model, desk: Desk, act: ActOf<'assignFuel'>): Promise<void> {
  const at = model.tenant;
  const recordId = pick(desk.world.tenants[at]?.fuel, act.fuel);
  if (recordId === null) return;
  const isShown = (): boolean => rowOf(desk, at, recordId, 'fuelTransaction') !== undefined;
  if (!isShown()) {
    scanFuel(model, desk);
    await desk.pass(300);
  }
  if (!isShown()) return;
  const vehicleId = vehicleOf(model, desk, act.vehicle);
  return write(model, desk, 'assignFuelTransaction', { recordId }, [['vehicleId', vehicleId]]);
}

/** The person asks for the list of fuel, beside what the queue reads of it. Not waited for. */
export function scanFuel(model: Model, desk: Desk): void {
  desk.network.traffic.isOfPeople = true;
  const ids = desk.world.tenants[model.tenant]?.fuel ?? [];
  const asked = desk.core().call('records.refresh', { entity: 'fuelTransaction' });
  tellWhenRead(model, desk, 'fuelTransaction', ids, asked);
}

function readUser(model: Model, desk: Desk, id: string): void {
  if (id === '') return;
  const asked = desk.core().call('records.refresh', { entity: 'user', id });
  tellWhenRead(model, desk, 'user', [id], asked);
}

/** The person was told of what they asked for once that is answered; until then nothing needs to go by it. */
function tellWhenRead(
  model: Model,
  desk: Desk,
  entity: 'user' | 'fuelTransaction',
  ids: readonly string[],
  asked: Promise<unknown>,
): void {
  const { network } = desk;
  const told = ids.map((id) => ({ id, tell: network.readings.begin(entity, id) }));
  void asked.finally(() => {
    const sending = desk.ledger(model.tenant)?.sending() ?? [];
    for (const { id, tell } of told) {
      const isLate = sending.some(({ target_id: target }) => target === id);
      tell(network.order, isLate);
    }
  });
}

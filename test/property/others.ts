import type { Act } from './acts.ts';
import type { Fault, Meddling } from './faults.ts';
import type { Network } from './network.ts';
import { actOnPeople, meddleWithPeople, overwritePeople, withNewUser } from './othersOfPeople.ts';
import { isOfPeople } from './people.ts';
import type { Sent } from './replies.ts';
import { isCreate, setsFields } from './values.ts';
import type { Wire } from './wire.ts';
import type { TruthEntity } from './world.ts';

/** Registrations and names that the model chooses out of, for the desk and for others. */
export const REGISTRATION = 'NEW';

/** The area that `createArea` asks for with this number. */
export function newArea(number: number): Record<string, unknown> {
  return {
    name: `new ${number}`,
    type: 'circle',
    radius: 60,
    coordinates: [{ lat: 2, lng: number }],
  };
}

type Others = Extract<Act, { do: `elsewhere${string}` }>;

export function isOfOthers(act: Act): act is Others {
  return act.do.startsWith('elsewhere');
}

/** Somebody else of the same tenant does something. Gives false where the service refuses. */
export async function actElsewhere(
  network: Network,
  tenant: number,
  act: Others,
): Promise<boolean> {
  const here = network.world.tenants[tenant];
  const vehicle = (index: number): string => at(here?.vehicles ?? [], index);
  const area = (index: number): string => at(here?.areas ?? [], index);
  switch (act.do) {
    case 'elsewhere':
    case 'elsewhereSame': {
      const id = vehicle(act.vehicle);
      const whose = act.do === 'elsewhere' ? 'theirs' : 'mine';
      const body = JSON.stringify({ [act.field]: `${whose} ${act.value}` });
      return network.change(tenant, 'vehicle', id, 'POST', `/vehicles/${id}`, body);
    }
    case 'elsewhereArchive':
      return archive(network, tenant, 'vehicle', vehicle(act.vehicle));
    case 'elsewhereRestore': {
      const id = vehicle(act.vehicle);
      return network.change(tenant, 'vehicle', id, 'POST', `/vehicles/${id}/restore`);
    }
    case 'elsewhereAssign': {
      const id = vehicle(act.vehicle);
      const url = `/vehicle/${id}/set-driver/${at(here?.drivers ?? [], act.driver)}`;
      return network.change(tenant, 'vehicle', id, 'POST', url);
    }
    case 'elsewhereDelete': {
      const id = area(act.area);
      return network.change(tenant, 'area', id, 'DELETE', `/areas/${id}`);
    }
    case 'elsewhereChangeArea': {
      const id = area(act.area);
      const body = JSON.stringify({ name: `theirs ${act.value}` });
      return network.change(tenant, 'area', id, 'PATCH', `/areas/${id}`, body);
    }
    case 'elsewhereCreate': {
      const body = JSON.stringify({ regNo: `${REGISTRATION} ${act.number}` });
      return network.change(tenant, 'vehicle', '', 'POST', '/vehicles', body);
    }
    case 'elsewhereCreateArea':
      return network.change(tenant, 'area', '', 'POST', '/areas', body(newArea(act.number)));
    case 'elsewhereNew': {
      const made = network.deeds.findLast(
        (deed) => deed.tenant === tenant && deed.who === 'desk' && isCreate(deed.endpoint),
      );
      if (made?.entity === 'user') {
        return withNewUser(network, tenant, made.id, made.body, act.how, act.value);
      }
      if (made === undefined || (made.entity !== 'vehicle' && made.entity !== 'area')) return false;
      return withNew(network, tenant, made.entity, made.id, made.body, act.how, act.value);
    }
    case 'elsewhereUser':
    case 'elsewhereCreateUser':
    case 'elsewhereArchiveUser':
    case 'elsewhereRestoreUser':
    case 'elsewhereFuel':
      return actOnPeople(network, tenant, act);
  }
}

/** What somebody else does the moment after a write was applied, where one stands ready for it. */
export async function meddle(network: Network, wire: Wire): Promise<void> {
  const { applied, endpoint, body: sent, tenant } = wire;
  if (applied === null) return;
  if (isOfPeople(endpoint)) return meddleWithPeople(network, wire);
  const isUpdate = endpoint === 'updateVehicle' || endpoint === 'updateArea';
  const isNew = endpoint === 'createVehicle' || endpoint === 'createArea';
  if (!isUpdate && !isNew) return;
  const index = network.meddlers.findIndex((how) => (how === 'overwrite') === isUpdate);
  const how = index === -1 ? undefined : network.meddlers.splice(index, 1)[0];
  if (how === undefined) return;
  const entity = endpoint.endsWith('Vehicle') ? 'vehicle' : 'area';
  // A value that nobody has seen.
  const value = network.order;
  if (isNew) {
    await withNew(network, tenant, entity, applied.id, sent, how, value);
    return;
  }
  network.note('others overwrite');
  await overwrite(network, tenant, entity, applied.id, sent);
}

/** What came of a request that was kept from the service; while a session is renewed for it, others act. */
export async function outpaced(
  network: Network,
  fault: Fault | null,
  wire: Wire | null,
  sent: Sent,
): Promise<Sent> {
  const op = wire?.op ?? null;
  if (wire === null || op === null || fault?.is !== 'status' || fault.status !== 401) return sent;
  const { endpoint, tenant, body: wanted } = wire;
  const isVehicle = endpoint === 'updateVehicle';
  const index = network.meddlers.indexOf('overwrite');
  const isUser = isOfPeople(endpoint) && setsFields(endpoint);
  if (index === -1 || !(isVehicle || isUser || endpoint === 'updateArea')) return sent;
  network.meddlers.splice(index, 1);
  network.note('others outpace');
  if (isUser) await overwritePeople(network, tenant, op.target_id, wanted);
  else await overwrite(network, tenant, isVehicle ? 'vehicle' : 'area', op.target_id, wanted);
  return sent;
}

/** Sets the fields that a change sent to values that nobody has seen. */
async function overwrite(
  network: Network,
  tenant: number,
  entity: 'vehicle' | 'area',
  id: string,
  sent: string,
): Promise<void> {
  const fields = Object.keys(JSON.parse(sent) as object).filter((field) => field !== 'groupIds');
  const value = `theirs ${network.order}`;
  const theirs = body(Object.fromEntries(fields.map((field) => [field, value])));
  await update(network, tenant, entity, id, theirs);
}

function withNew(
  network: Network,
  tenant: number,
  entity: 'vehicle' | 'area',
  id: string,
  sent: string,
  how: Meddling,
  value: number,
): Promise<boolean> {
  const isArea = entity === 'area';
  network.note(`others ${how} ${entity}`);
  switch (how) {
    case 'change':
    case 'overwrite':
      return update(
        network,
        tenant,
        entity,
        id,
        body(isArea ? { radius: 70 + value } : { model: `theirs ${value}` }),
      );
    case 'move':
      return isArea
        ? update(network, tenant, entity, id, body({ coordinates: [{ lat: 3, lng: value }] }))
        : update(network, tenant, entity, id, body({ fleetNo: `theirs ${value}` }));
    case 'register':
      return update(
        network,
        tenant,
        entity,
        id,
        body(isArea ? { name: `theirs ${value}` } : { regNo: `THEIRS ${id}` }),
      );
    case 'archive':
      return archive(network, tenant, entity, id);
    case 'delete':
      return isArea
        ? network.change(tenant, entity, id, 'DELETE', `/areas/${id}`)
        : archive(network, tenant, entity, id);
    case 'twin':
      return network.change(tenant, entity, '', 'POST', isArea ? '/areas' : '/vehicles', sent);
  }
}

function update(
  network: Network,
  tenant: number,
  entity: TruthEntity,
  id: string,
  fields: string,
): Promise<boolean> {
  return entity === 'area'
    ? network.change(tenant, entity, id, 'PATCH', `/areas/${id}`, fields)
    : network.change(tenant, entity, id, 'POST', `/vehicles/${id}`, fields);
}

function archive(
  network: Network,
  tenant: number,
  entity: TruthEntity,
  id: string,
): Promise<boolean> {
  const list = entity === 'area' ? 'areas' : 'vehicles';
  return network.change(tenant, entity, id, 'PATCH', `/${list}/${id}/archive`);
}

const body = (fields: Record<string, unknown>): string => JSON.stringify(fields);

function at(list: readonly string[], index: number): string {
  return list[index % Math.max(1, list.length)] ?? '';
}

import { jsonMember } from '../../shared/rules/jsonText.ts';
import type { ActOf } from './acts.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import { REGISTRATION, newArea } from './others.ts';
import { valueOf } from './values.ts';
import { rowOf, write } from './writing.ts';

/** What the person writes: of records that were there, and of those that were made here. */
export type Own = OfKnown | OfNew;

type OfKnown = ActOf<
  | 'change'
  | 'changeTwo'
  | 'changeArea'
  | 'archive'
  | 'restore'
  | 'assign'
  | 'unassign'
  | 'odometer'
  | 'deleteArea'
>;
type OfNew = ActOf<
  | ('createVehicle' | 'createArea' | 'createGroup')
  | ('changeNew' | 'assignNew' | 'deleteNew' | 'moveToNewGroup')
>;

const NEW = [
  ...['createVehicle', 'createArea', 'createGroup'],
  ...['changeNew', 'assignNew', 'deleteNew', 'moveToNewGroup'],
];

export function isOfNew(act: Own): act is OfNew {
  return NEW.includes(act.do);
}

/** An element of a list by a number that may be too large; a negative one counts from the end. */
export function pick(list: readonly string[] | undefined, index: number): string | null {
  return list?.at(index % Math.max(1, list.length)) ?? null;
}

export function vehicleOf(model: Model, desk: Desk, index: number): string {
  return pick(desk.world.tenants[model.tenant]?.vehicles, index) ?? '';
}

export function areaOf(model: Model, desk: Desk, index: number): string {
  return pick(desk.world.tenants[model.tenant]?.areas, index) ?? '';
}

export function performOwn(model: Model, desk: Desk, act: Own): Promise<void> {
  return isOfNew(act) ? withNew(model, desk, act) : withKnown(model, desk, act);
}

async function withKnown(model: Model, desk: Desk, act: OfKnown): Promise<void> {
  const area = (index: number): string => areaOf(model, desk, index);
  const vehicle = (index: number): string => vehicleOf(model, desk, index);
  switch (act.do) {
    case 'change':
      return write(model, desk, 'updateVehicle', { vehicleId: vehicle(act.vehicle) }, [
        [act.field, `mine ${act.value}`],
      ]);
    case 'changeTwo':
      return write(model, desk, 'updateVehicle', { vehicleId: vehicle(act.vehicle) }, [
        ['defaultLabel', `mine ${act.value}`],
        ['model', `mine ${act.value}`],
      ]);
    case 'changeArea':
      return write(model, desk, 'updateArea', { areaId: area(act.area) }, [
        ['name', `mine ${act.value}`],
      ]);
    case 'archive':
    case 'restore': {
      const name = act.do === 'archive' ? 'archiveVehicle' : 'restoreVehicle';
      return write(model, desk, name, { vehicleId: vehicle(act.vehicle) }, []);
    }
    case 'assign':
      return assign(model, desk, vehicle(act.vehicle), act.driver);
    case 'unassign':
      return unassign(model, desk, vehicle(act.vehicle));
    case 'odometer':
      return write(model, desk, 'calibrateOdometer', { vehicleId: vehicle(act.vehicle) }, [
        ['odometer', act.km * 1_000],
        ['occurredAt', new Date(desk.world.startMs - 86_400_000).toISOString()],
      ]);
    case 'deleteArea':
      return write(model, desk, 'deleteArea', { areaId: area(act.area) }, []);
  }
}

async function withNew(model: Model, desk: Desk, act: OfNew): Promise<void> {
  const at = model.tenant;
  const newest = model.made[at]?.at(-1) ?? null;
  switch (act.do) {
    case 'createVehicle':
      return write(model, desk, 'createVehicle', {}, [
        ['regNo', `${REGISTRATION} ${act.number}`],
        ['fleetNo', `f${act.number}`],
      ]);
    case 'createArea':
      return write(model, desk, 'createArea', {}, Object.entries(newArea(act.number)));
    case 'createGroup':
      return write(model, desk, 'createAreaGroup', {}, [['name', `group ${act.number}`]]);
    case 'changeNew': {
      if (newest === null || rowOf(desk, at, newest, 'user') !== undefined) return;
      return rowOf(desk, at, newest)?.entity === 'area'
        ? write(model, desk, 'updateArea', { areaId: newest }, [['name', `mine ${act.value}`]])
        : write(model, desk, 'updateVehicle', { vehicleId: newest }, [
            ['model', `mine ${act.value}`],
          ]);
    }
    case 'assignNew':
      return newest === null ? undefined : assign(model, desk, newest, act.driver);
    case 'deleteNew':
      return newest === null ? undefined : write(model, desk, 'deleteArea', { areaId: newest }, []);
    case 'moveToNewGroup': {
      const ops = desk.ledger(at)?.ops() ?? [];
      const group = ops.findLast(({ endpoint }) => endpoint === 'createAreaGroup');
      if (group === undefined) return;
      return write(model, desk, 'updateArea', { areaId: areaOf(model, desk, act.area) }, [
        ['groupIds', [group.target_id]],
      ]);
    }
  }
}

async function assign(model: Model, desk: Desk, vehicleId: string, driver: number): Promise<void> {
  const drivers = desk.world.tenants[model.tenant]?.drivers ?? [];
  const driverId = drivers[driver % Math.max(1, drivers.length)];
  if (driverId === undefined) return;
  return write(model, desk, 'setDriver', { vehicleId, driverId }, []);
}

/** Takes off whoever the desk shows on the vehicle. */
async function unassign(model: Model, desk: Desk, vehicleId: string): Promise<void> {
  const row = desk
    .ledger(model.tenant)
    ?.records()
    .find(({ entity, id }) => entity === 'vehicle' && id === vehicleId);
  const shown = row?.overlay ?? row?.base ?? '{}';
  const driver = valueOf(jsonMember(shown, 'driver') ?? 'null') as { id?: string | number } | null;
  if (driver?.id === undefined) return;
  return write(model, desk, 'unsetDriver', { vehicleId, driverId: String(driver.id) }, []);
}

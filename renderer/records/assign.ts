import { call } from '../bridge.ts';
import type { AppError, ListView, Op, Row } from '../bridge.ts';
import { notices } from '../state/notices.svelte.ts';
import { nameOfRow } from '../state/record.ts';
import { whose } from '../state/whose.svelte.ts';
import { write } from '../state/write.ts';
import { text } from '../text/en.ts';
import { driverOf } from './driver.ts';
import type { Named } from './driver.ts';
import { tellQueued } from './writes/remedies.ts';

/** Who drives what: what an assignment would take from somebody, told before it is made. */

export interface NamedVehicle extends Named {
  /** The vehicle as it was shown; null where the screen showed nothing of it. */
  readonly seen: string | null;
  /** When it began to be shown so, ms since 1970; null for this moment. */
  readonly seenAt: number | null;
}

/** An assignment that would not be the only one of its driver, or not the first of its vehicle. */
export interface Clash {
  readonly vehicle: NamedVehicle;
  readonly driver: Named;
  /** Who drives the vehicle now; null where nobody does. */
  readonly present: Named | null;
  /** What else the driver drives. */
  readonly others: readonly NamedVehicle[];
}

/**
 * `add`: the driver gets this vehicle too. `move`: and leaves the other one. `swap`: and the one who
 * drove this vehicle gets the other.
 */
export type Way = 'add' | 'move' | 'swap';

/** Somebody who drives more vehicles than this is a pool, not a person. */
const MOST = 200;

export function vehicleNamed(row: Row): NamedVehicle {
  return { id: row.id, name: nameOfRow('vehicle', row), seen: row.json, seenAt: Date.now() };
}
export function driverNamed(row: Row): Named {
  return { id: row.id, name: nameOfRow('driver', row) };
}

/**
 * Vehicles that somebody drives now, found by the name, which costs next to nothing; by the id too,
 * since a short name stands in many others.
 */
export async function vehiclesOf(driver: Named): Promise<NamedVehicle[]> {
  const view: ListView = {
    ...{ entity: 'vehicle', archived: 'no', text: driver.name.slice(0, 200) },
    conditions: [{ field: 'driverId', or: ['driver.id'], is: 'oneOf', values: [driver.id] }],
  };
  const found = await call('records.window', { view, offset: 0, limit: MOST });
  return (found.ok ? found.value.rows : [])
    .filter((row) => driverOf(row)?.id === driver.id)
    .map(vehicleNamed);
}

/** What an assignment would change beside itself; null where it takes nothing from anybody. */
export async function clashOf(vehicle: Row, driver: Named): Promise<Clash | null> {
  const named = vehicleNamed(vehicle);
  const now = driverOf(vehicle);
  const present = now === null || now.id === driver.id ? null : now;
  const others = (await vehiclesOf(driver)).filter(({ id }) => id !== named.id);
  return present === null && others.length === 0
    ? null
    : { vehicle: named, driver, present, others };
}

/** What it would take from others, each in a sentence. */
export function sentencesOf({ vehicle, driver, present, others }: Clash): string[] {
  const words = text.people.clash;
  const drives = others.map(({ name }) => name).join(', ');
  return [
    ...(others.length === 0 ? [] : [words.drives(driver.name, drives)]),
    ...(present === null ? [] : [words.drivenBy(vehicle.name, present.name)]),
  ];
}

/** Says that nothing was assigned, where whoever would have been asked has gone on to something else. */
export function tellUnasked(clash: Clash): void {
  const said = [text.people.clash.unasked(clash.driver.name, clash.vehicle.name)];
  const message = [...said, ...sentencesOf(clash)].join(' ');
  notices.tell({ level: 'warning', code: 'people.unasked', message });
}

/** Ways to go on from a clash, the one that most people mean first. */
export function waysOf({ present, others }: Clash): Way[] {
  if (others.length === 0) return ['add'];
  return present !== null && others.length === 1 ? ['swap', 'move', 'add'] : ['move', 'add'];
}

/**
 * Queues an assignment, and says so with the way back. What was queued before a write that fails
 * stays queued, and is told with it.
 *
 * @param account for which it was asked, where another one may be open by now
 *
 * Errors: those of `outbox.write`.
 */
export async function assign(
  { vehicle, driver, present, others }: Clash,
  way: Way,
  account = whose.id,
): Promise<AppError | null> {
  const queued: Op[] = [];
  const set = ({ id: vehicleId, seen, seenAt }: NamedVehicle, who: Named) =>
    write('setDriver', { vehicleId, driverId: who.id }, { body: {}, seen, seenAt, account });
  const unset = ({ id: vehicleId, seen, seenAt }: NamedVehicle, who: Named) =>
    write('unsetDriver', { vehicleId, driverId: who.id }, { body: {}, seen, seenAt, account });
  const steps = [
    ...(way === 'move' ? others.map((other) => () => unset(other, driver)) : []),
    () => set(vehicle, driver),
    ...(way === 'swap' && present !== null ? others.map((other) => () => set(other, present)) : []),
  ];
  let failed: AppError | null = null;
  for (const step of steps) {
    const result = await step();
    if (!result.ok) {
      failed = result.error;
      break;
    }
    queued.push(result.value);
  }
  if (queued.length > 0) {
    const title =
      way === 'swap' && present !== null
        ? text.people.swapped(driver.name, present.name)
        : text.people.assigned(driver.name, vehicle.name);
    tellQueued(title, ...queued);
  }
  return failed;
}

/** Queues that somebody is taken off a vehicle, and says so with the way back. */
export async function takeOff(vehicle: NamedVehicle, driver: Named): Promise<AppError | null> {
  const what = { body: {}, seen: vehicle.seen, seenAt: vehicle.seenAt };
  const result = await write('unsetDriver', { vehicleId: vehicle.id, driverId: driver.id }, what);
  if (!result.ok) return result.error;
  tellQueued(text.people.takeOffNamed(driver.name, vehicle.name), result.value);
  return null;
}

import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { nearestAddress, type Trip } from './world/index.ts';
import { assignmentsOf, driverAt } from './assignments.ts';
import type { Answer, Call, Service } from './context.ts';
import { textOf, valueOf, iso } from './doc.ts';
import { reportedWithin, type Reported, type Stretch } from './installations.ts';
import { sentAsMade } from './madeRows.ts';
import { many, rangeMs } from './query.ts';
import { invalid } from './refusal.ts';
import type { Row } from './store.ts';
import type { LatLng } from '../../shared/rules/geo.ts';

/** The longest range that is answered. */
const MAX_RANGE_MS = 100 * 24 * 3600 * 1000;

const degrees = (value: number) => Math.round(value * 1e6) / 1e6;
const tenth = (value: number) => Math.round(value * 10) / 10;

interface Wanted {
  readonly coordinates: boolean;
  readonly driver: boolean;
  readonly vehicle: boolean;
  readonly address: boolean;
}

function point(service: Service, position: LatLng, atMs: number, address: boolean) {
  const lastCoordinates = { lat: degrees(position.lat), lng: degrees(position.lng), ts: iso(atMs) };
  return {
    ...(address ? { address: nearestAddress(service.town, position).text } : {}),
    occurredAt: iso(atMs),
    lastCoordinates,
  };
}

/** One drive, idle or stop; `distance` in metres (some tenants send text), `duration` in seconds. */
function part(service: Service, sim: number, trip: Trip, wanted: Wanted, textual: boolean): string {
  const distance = Math.round(trip.distanceM);
  const coordinates = wanted.coordinates
    ? service.fleet
        .tripsBetween(sim, trip.startMs, trip.endMs, { coordinates: true })
        .flatMap((piece) => piece.coordinates ?? [])
        .map(({ lat, lng, tsMs }) => ({ lat: degrees(lat), lng: degrees(lng), ts: iso(tsMs) }))
    : undefined;
  return JSON.stringify({
    id: trip.id,
    type: trip.type,
    distance: textual ? String(distance) : distance,
    duration: Math.round(trip.durationS),
    avgSpeed: tenth(trip.avgSpeedKmh),
    maxSpeed: tenth(trip.maxSpeedKmh),
    pointStart: point(service, trip.start, trip.startMs, wanted.address),
    pointFinish: point(service, trip.finish, trip.endMs, wanted.address),
    comment: null,
    scope: trip.type === 'driving' ? 'business' : null,
    coordinates,
  });
}

/** Everything of a group but its parts. */
function head(
  service: Service,
  row: Row,
  driverId: string | null,
  wanted: Wanted,
): Record<string, unknown> {
  const driver =
    driverId === null ? undefined : service.store.find('user', driverId, { of: 'platform' });
  const group: Record<string, unknown> = {
    vehicleId: valueOf(row.doc, 'id'),
    driverId: driver === undefined ? null : valueOf(driver.doc, 'id'),
  };
  if (wanted.driver) {
    group['driver'] =
      driver === undefined
        ? null
        : { id: valueOf(driver.doc, 'id'), fullName: textOf(driver.doc, 'fullName') };
  }
  if (wanted.vehicle) {
    group['vehicle'] = {
      id: valueOf(row.doc, 'id'),
      regNo: textOf(row.doc, 'regNo'),
      defaultLabel: textOf(row.doc, 'defaultLabel'),
    };
  }
  return group;
}

/**
 * The trips of a stretch in which a device reported. Where a removal and the return of a device lie in
 * one drive or stop, the later part is one of its own: with the id of the earlier one it would be taken
 * for the same, and the time between for told.
 */
function tripsOf({ fleet }: Service, sim: number, stretch: Reported): Trip[] {
  const { fromMs, toMs, beganMs } = stretch;
  const trips = fleet.tripsBetween(sim, fromMs, toMs);
  if (beganMs === -Infinity) return trips;
  // Whatever range is asked for, so that the part of two days has the same id on both.
  const [cut] = fleet.tripsBetween(sim, beganMs, beganMs + 1);
  return trips.map((trip) =>
    trip.id === cut?.id ? { ...trip, id: `${trip.id}-${beganMs}` } : trip,
  );
}

/** What somebody drove until somebody else did. */
interface Group {
  readonly driver: string | null;
  readonly trips: readonly Trip[];
}

function groupsOf(service: Service, row: Row, sim: number, range: Stretch): Group[] {
  const assignments = assignmentsOf(service.store, row);
  let trips: Trip[] = [];
  const groups = [{ driver: driverAt(assignments, range.fromMs), trips }];
  for (const stretch of reportedWithin(service.store, row, range)) {
    for (const trip of tripsOf(service, sim, stretch)) {
      const driver = driverAt(assignments, trip.startMs);
      if (driver !== groups.at(-1)?.driver) {
        trips = [];
        groups.push({ driver, trips });
      }
      trips.push(trip);
    }
  }
  return groups;
}

/**
 * Trips and stops of a vehicle (section 2.10), one group for each driver in turn, as a stream: with
 * the coordinates of weeks it is large, and each part is made only when the one before it has left.
 */
export function routesOf(service: Service, row: Row, call: Call): Promise<Answer> {
  const { nowMs } = call;
  const range = rangeMs(call.query, 'dateFrom', 'dateTo', { fromMs: nowMs, toMs: nowMs });
  if (range.toMs - range.fromMs > MAX_RANGE_MS) {
    throw invalid({ dateTo: ['The range must not be longer than 100 days.'] });
  }
  const include = new Set(many(call.query, 'include'));
  const wanted: Wanted = {
    coordinates: include.has('coordinates'),
    driver: include.has('driver'),
    vehicle: include.has('vehicle'),
    address: include.has('address'),
  };
  const { sim } = row;
  const { fromMs } = range;
  // Nobody knows the future, not even the simulation that could.
  const toMs = Math.min(range.toMs, nowMs);
  const textual =
    row.client !== null && service.store.meta(`textualDistance.${row.client}`) === '1';
  const none = sim === null || toMs <= fromMs;
  const groups = () => (none ? [] : groupsOf(service, row, sim, { fromMs, toMs }));

  async function* textOfGroup(
    { driver, trips }: Group,
    fields?: ReadonlySet<string>,
  ): AsyncGenerator<string> {
    const opening = Object.entries(head(service, row, driver, wanted))
      .filter(([field]) => fields?.has(field) !== false)
      .map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`);
    if (sim === null || fields?.has('routes') === false) {
      yield `{${opening.join(',')}}`;
      return;
    }
    yield `{${[...opening, '"routes":['].join(',')}`;
    let separator = '';
    for (const trip of trips) {
      yield separator + part(service, sim, trip, wanted, textual);
      separator = ',';
      // Other requests get their turn between two parts.
      if (wanted.coordinates) await setImmediate();
    }
    yield ']}';
  }
  return sentAsMade(call, {
    async *chunks({ from, to }, fields) {
      yield '[';
      for (const [index, group] of groups().slice(from, to).entries()) {
        if (index > 0) yield ',';
        yield* textOfGroup(group, fields);
      }
      yield ']';
    },
    async rows() {
      const all: string[] = [];
      for (const group of groups()) all.push(await text(textOfGroup(group)));
      return all;
    },
  });
}

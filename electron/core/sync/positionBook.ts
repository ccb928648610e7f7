import { instantOf } from '../../../shared/rules/instant.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import { bearingDeg, haversineM } from '../../../shared/rules/geo.ts';
import { positionStatusIndex } from '../../../shared/rules/positions.ts';
import { own } from '../../../shared/rules/jsonValue.ts';

/** Where every vehicle is, in memory: what the map asks for many times a minute. */

/** Shorter hops are noise of the receiver and tell no direction. */
const TURNING_M = 5;

export type Positions = Output<'records.positions'>;

/** Telemetry of one vehicle as a value; every part may be missing or odd. */
export interface Telemetry {
  id: string;
  status: string | null;
  /** `lastCoordinates` and `lastLoggedAt` as the service sent them. */
  lastCoordinates: unknown;
  lastLoggedAt: unknown;
}

interface Position {
  status: number;
  lat: number;
  lng: number;
  heading: number;
  fixedAt: number;
}

function finite(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : Number.NaN;
}

/** An instant as ms since 1970: ISO text, or a number of seconds or milliseconds; NaN else. */
export function instantMs(value: unknown): number {
  return instantOf(value) ?? Number.NaN;
}

function headingOf(coordinates: unknown): number {
  for (const key of ['heading', 'course', 'angle', 'direction']) {
    const degrees = finite(own(coordinates, key));
    if (!Number.isNaN(degrees)) return ((degrees % 360) + 360) % 360;
  }
  return Number.NaN;
}

function read(telemetry: Telemetry, before: Position | undefined): Position | null {
  const { lastCoordinates } = telemetry;
  const lat = finite(own(lastCoordinates, 'lat'));
  const lng = finite(own(lastCoordinates, 'lng'));
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  let heading = headingOf(lastCoordinates);
  if (Number.isNaN(heading) && before !== undefined) {
    const moved = haversineM(before, { lat, lng }) >= TURNING_M;
    heading = moved ? bearingDeg(before, { lat, lng }) : before.heading;
  }
  const fixed = instantMs(own(lastCoordinates, 'ts'));
  const fixedAt = Number.isNaN(fixed) ? instantMs(telemetry.lastLoggedAt) : fixed;
  return { status: positionStatusIndex(telemetry.status), lat, lng, heading, fixedAt };
}

export interface PositionBook {
  /** Takes telemetry in; gives the ids whose position, heading, fix or status is another now. */
  take(rows: readonly Telemetry[]): string[];
  /** Takes what the mirror has, but for vehicles of which a later fix is known. */
  takeOlder(rows: readonly Telemetry[]): string[];
  /** Vehicles that are archived or being deleted are not on the map; gives those that are again. */
  hide(ids: ReadonlySet<string>): string[];
  /** Forgets vehicles that are gone. */
  drop(ids: readonly string[]): void;
  /** All vehicles, or some of them, in the form in which they travel. */
  snapshot(ids?: readonly string[]): Positions;
  /** Counts the next change and gives its snapshot. */
  next(ids: readonly string[]): Positions;
}

export function createPositionBook(): PositionBook {
  const positions = new Map<string, Position>();
  let hidden: ReadonlySet<string> = new Set();
  let revision = 0;

  const snapshot = (ids: readonly string[]): Positions => {
    const shown = ids.filter((id) => positions.has(id) && !hidden.has(id));
    const columns = {
      status: new Uint8Array(shown.length),
      coordinates: new Float64Array(2 * shown.length),
      heading: new Float32Array(shown.length),
      fixedAt: new Float64Array(shown.length),
    };
    for (const [index, id] of shown.entries()) {
      const position = positions.get(id);
      if (position === undefined) continue;
      columns.status[index] = position.status;
      columns.coordinates[2 * index] = position.lat;
      columns.coordinates[2 * index + 1] = position.lng;
      columns.heading[index] = position.heading;
      columns.fixedAt[index] = position.fixedAt;
    }
    return { revision, ids: shown, ...columns };
  };

  const take = (rows: readonly Telemetry[], mayBeOlder: boolean): string[] => {
    const moved: string[] = [];
    for (const row of rows) {
      const before = positions.get(row.id);
      const now = row.status?.toLowerCase() === 'archived' ? null : read(row, before);
      if (now === null) continue;
      if (mayBeOlder && before !== undefined && before.fixedAt > now.fixedAt) continue;
      const same =
        before !== undefined &&
        before.status === now.status &&
        before.lat === now.lat &&
        before.lng === now.lng &&
        Object.is(before.heading, now.heading) &&
        Object.is(before.fixedAt, now.fixedAt);
      if (same) continue;
      positions.set(row.id, now);
      moved.push(row.id);
    }
    return moved;
  };

  return {
    take: (rows) => take(rows, false),
    takeOlder: (rows) => take(rows, true),
    hide(ids) {
      const shown = [...hidden].filter((id) => !ids.has(id) && positions.has(id));
      hidden = ids;
      return shown;
    },
    drop(ids) {
      for (const id of ids) positions.delete(id);
    },
    snapshot: (ids = [...positions.keys()]) => snapshot(ids),
    next(ids) {
      revision += 1;
      return snapshot(ids);
    },
  };
}

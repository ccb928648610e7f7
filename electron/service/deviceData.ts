import { setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Answer, Call, Service } from './context.ts';
import { onlyFields, withValues, iso } from './doc.ts';
import { installationsOf, within } from './installations.ts';
import type { Part } from './list.ts';
import { sentAsMade } from './madeRows.ts';
import { rangeMs } from './query.ts';
import { invalid } from './refusal.ts';
import type { Row } from './store.ts';
import { lastCoordinates } from './telemetry.ts';
import type { Trip } from './world/index.ts';

const DAY_MS = 24 * 3_600_000;

const MAX_RANGE_MS = 31 * 24 * 3600 * 1000;
const degrees = (value: number) => Math.round(value * 1e6) / 1e6;

/** Index of the simulated vehicle that a device sits in; null for one in stock. */
function simOf(service: Service, device: Row): number | null {
  if (device.link === null) return null;
  return service.store.find('vehicle', device.link, { of: 'platform' })?.sim ?? null;
}

/** Fields of a device that `withTrackerData` lays over the record. */
export const TRACKER_FIELDS: ReadonlySet<string> = new Set([
  ...['statusExt', 'trackerData', 'lastCoordinates'],
  ...['lastActiveTime', 'lastDataReceivedAt', 'isUnavailable'],
]);

/** A device with what it reported last up to an instant, now unless told; one in stock stays as it is stored. */
export function withTrackerData(service: Service, device: Row, atMs = service.clock()): string {
  const sim = simOf(service, device);
  if (sim === null) return device.doc;
  const state = service.fleet.vehicleAt(sim, atMs);
  const at = iso(state.lastLoggedAtMs);
  const coordinates = lastCoordinates(state);
  const tracker = {
    ...coordinates,
    ignition: state.status === 'driving' || state.status === 'idling',
    satellites: 7 + (Math.round(state.headingDeg) % 6),
    odometer: Math.round(state.odometerM),
  };
  return setJsonMembers(
    device.doc,
    new Map([
      ['statusExt', JSON.stringify(state.status === 'offline' ? 'silent' : 'reporting')],
      ['trackerData', JSON.stringify(tracker)],
      ['lastCoordinates', JSON.stringify(coordinates)],
      ['lastActiveTime', JSON.stringify(at)],
      ['lastDataReceivedAt', JSON.stringify(at)],
      ['isUnavailable', JSON.stringify(state.status === 'offline')],
    ]),
  );
}

/** Fields of a camera that `withLink` lays over the record. */
export const LINK_FIELDS: ReadonlySet<string> = new Set(['expiredAt']);

/** A camera with a link of its own day: it ends at the second midnight (UTC) from now. */
export function withLink(service: Service, camera: Row): string {
  const endsMs = (Math.floor(service.clock() / DAY_MS) + 2) * DAY_MS;
  return withValues(camera.doc, { expiredAt: iso(endsMs) });
}

/** Fields of a camera event that `withPlace` lays over the record. */
export const PLACE_FIELDS: ReadonlySet<string> = new Set(['location']);

/** A camera event with where its vehicle was then. */
export function withPlace(service: Service, event: Row): string {
  if (event.sim === null || event.at === null) return event.doc;
  const { lat, lng } = service.fleet.vehicleAt(event.sim, event.at);
  return withValues(event.doc, { location: { lat: degrees(lat), lng: degrees(lng) } });
}

/** The positions of a trip, each as JSON. */
function pointsOf(service: Service, sim: number, trip: Trip): string[] {
  return service.fleet
    .tripsBetween(sim, trip.startMs, trip.endMs, { coordinates: true })
    .flatMap((part) => part.coordinates ?? [])
    .map(({ lat, lng, tsMs, speedKmh }) =>
      JSON.stringify({
        lat: degrees(lat),
        lng: degrees(lng),
        ts: iso(tsMs),
        speed: Math.round(speedKmh * 10) / 10,
      }),
    );
}

/** The text of a list whose rows come some at a time; ends with the last row that is asked for. */
async function* listText(
  groups: AsyncIterable<readonly string[]>,
  { from, to }: Part,
  fields: ReadonlySet<string> | undefined,
): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  let before = 0;
  for await (const rows of groups) {
    const asked = rows.slice(Math.max(0, from - before), Math.max(0, to - before));
    const shown = fields === undefined ? asked : asked.map((row) => onlyFields(row, fields));
    if (shown.length > 0) {
      yield separator + shown.join(',');
      separator = ',';
    }
    before += rows.length;
    if (before >= to) break;
  }
  yield ']';
}

/** Positions of a device in a range, from whatever vehicle it was in; sent as they are made. */
export function deviceCoordinates(service: Service, device: Row, call: Call): Promise<Answer> {
  const range = rangeMs(call.query, 'dateFrom', 'dateTo', { fromMs: 0, toMs: 0 });
  if (range.toMs - range.fromMs > MAX_RANGE_MS) {
    throw invalid({ dateTo: ['The range must not be longer than 31 days.'] });
  }
  const toMs = Math.min(range.toMs, call.nowMs);
  const installed = within(installationsOf(service.store, device.id), {
    fromMs: range.fromMs,
    toMs,
  });
  /** Those of one drive after the other. */
  async function* drives(): AsyncGenerator<string[]> {
    for (const { vehicle, ...stretch } of installed) {
      const sim = service.store.find('vehicle', vehicle, { of: 'platform' })?.sim ?? null;
      if (sim === null) continue;
      for (const trip of service.fleet.tripsBetween(sim, stretch.fromMs, stretch.toMs)) {
        if (trip.type !== 'driving') continue;
        yield pointsOf(service, sim, trip);
        // Other requests get their turn between two drives.
        await new Promise(setImmediate);
      }
    }
  }
  return sentAsMade(call, {
    chunks: (part, fields) => listText(drives(), part, fields),
    async rows() {
      const all: string[] = [];
      for await (const points of drives()) all.push(...points);
      return all;
    },
  });
}

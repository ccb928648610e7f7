import { signedIn } from './auth.ts';
import type { Answer, Call, Service } from './context.ts';
import { textOf, valueOf, iso } from './doc.ts';
import { installationsOf, within, type Stretch } from './installations.ts';
import { pagingOf, statusOf } from './list.ts';
import { narrowed, wantsAll } from './madeRows.ts';
import { first, rangeMs } from './query.ts';
import { scopeSql, type Row } from './store.ts';
import { fractionOf, hashInts, hashText } from './world/random.ts';

const STEP_MS = 30 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** A number in [0, 1) that belongs to a sensor and an index. */
function noise(sensorId: string, index: number): number {
  return fractionOf(hashInts(hashText(sensorId), index));
}

/** °C and % of a cooled load: a set point, the course of the day, a door that opens now and then. */
function reading(sensorId: string, atMs: number): { temperature: number; humidity: number } {
  const step = Math.floor(atMs / STEP_MS);
  const setPoint = noise(sensorId, 0) < 0.5 ? 4 : -18;
  const day = Math.sin(((atMs % DAY_MS) / DAY_MS) * 2 * Math.PI - Math.PI / 2);
  const door = noise(sensorId, step) > 0.95 ? 5 + 4 * noise(sensorId, step + 1) : 0;
  const temperature = setPoint + day * 0.8 + door + (noise(sensorId, step + 2) - 0.5);
  const humidity = 62 - day * 6 + door + (noise(sensorId, step + 3) - 0.5) * 8;
  return {
    temperature: Math.round(temperature * 10) / 10,
    humidity: Math.round(humidity * 10) / 10,
  };
}

/** A sensor on one device in one vehicle, and the readings that it made there in the range. */
interface Source {
  readonly sensor: Row;
  readonly vehicle: Row | undefined;
  readonly firstStep: number;
  readonly steps: number;
}

/** On which devices a sensor was, by time. */
function pairingsOf(service: Service, sensor: Row): readonly (Stretch & { device: string })[] {
  const pairings = service.store.rows(
    `SELECT * FROM record WHERE entity = 'pairing' AND CAST(doc ->> '$.id' AS TEXT) = ?
     ORDER BY at, seq`,
    sensor.id,
  );
  return pairings.map(({ link, at }, index) => ({
    device: link ?? '',
    fromMs: at ?? 0,
    toMs: pairings[index + 1]?.at ?? Infinity,
  }));
}

/** Where a sensor measured in a range: as long as it was on a device, in the vehicle of that device. */
function sourcesOf(service: Service, sensor: Row, range: Stretch): Source[] {
  return within(pairingsOf(service, sensor), range).flatMap(({ device, ...paired }) => {
    const installed = within(installationsOf(service.store, device), paired);
    const places: (Stretch & { vehicle?: string })[] = [];
    let atMs = paired.fromMs;
    for (const place of installed) {
      if (place.fromMs > atMs) places.push({ fromMs: atMs, toMs: place.fromMs });
      places.push(place);
      atMs = place.toMs;
    }
    if (atMs < paired.toMs) places.push({ fromMs: atMs, toMs: paired.toMs });
    return places.map(({ vehicle, fromMs, toMs }) => {
      const firstStep = Math.ceil(fromMs / STEP_MS);
      return {
        sensor,
        vehicle: service.store.find('vehicle', vehicle ?? '', { of: 'platform' }),
        firstStep,
        steps: Math.max(0, Math.ceil(toMs / STEP_MS) - firstStep),
      };
    });
  });
}

function sources(service: Service, call: Call, range: Stretch): Source[] {
  const { sql, bind } = scopeSql(signedIn(call.account).scope);
  const sensors = service.store.rows(
    `SELECT * FROM record WHERE entity = 'sensor' AND kind = 'climate' AND link IS NOT NULL
     AND ${sql} ORDER BY seq`,
    ...bind,
  );
  return sensors.flatMap((sensor) => sourcesOf(service, sensor, range));
}

/**
 * Readings every half hour (the last day unless `startDate` and `endDate` say otherwise), grouped
 * by sensor or by vehicle: all of one, then all of the next. `sensorId` and `vehicleId` narrow.
 */
export function climatePage(service: Service, call: Call, by: 'sensor' | 'vehicle'): Answer {
  const lastDay = { fromMs: call.nowMs - DAY_MS, toMs: call.nowMs };
  const range = rangeMs(call.query, 'startDate', 'endDate', lastDay);
  // The end is part of the range, as the interface's other ranges have it.
  const toMs = Math.min(range.toMs, call.nowMs) + 1;
  const sensorId = first(call.query, 'sensorId');
  const vehicleId = first(call.query, 'vehicleId');
  let found = sources(service, call, { fromMs: range.fromMs, toMs }).filter(
    ({ sensor, vehicle }) =>
      (sensorId === undefined || sensor.id === sensorId) &&
      (vehicleId === undefined || vehicle?.id === vehicleId),
  );
  if (by === 'vehicle') {
    found = found
      .filter(({ vehicle }) => vehicle !== undefined)
      .sort((a, b) => (a.vehicle?.seq ?? 0) - (b.vehicle?.seq ?? 0));
  }
  const total = found.reduce((sum, { steps }) => sum + steps, 0);
  const { page, limit, offset } = pagingOf(call);
  const searched = ['sensorLabel', 'regNo'];
  if (wantsAll(call)) {
    const all = narrowed(call, rowsOf(found, by, { offset: 0, limit: total }), searched);
    return { as: 'page', rows: all.slice(offset, offset + limit), page, limit, total: all.length };
  }
  const none = statusOf(call) === 'archived';
  const rows = narrowed(call, none ? [] : rowsOf(found, by, { offset, limit }), searched);
  return { as: 'page', rows, page, limit, total: none ? 0 : total };
}

/** A part of all readings of some sources, one source after the other. */
function rowsOf(
  found: readonly Source[],
  by: 'sensor' | 'vehicle',
  { offset, limit }: { offset: number; limit: number },
): string[] {
  const rows: string[] = [];
  let before = 0;
  for (const { sensor, vehicle, firstStep, steps } of found) {
    const end = Math.min(steps, offset + limit - before);
    for (let at = Math.max(0, offset - before); at < end; at += 1) {
      rows.push(climateRow(by, sensor, vehicle, firstStep + at));
    }
    before += steps;
  }
  return rows;
}

function climateRow(
  by: 'sensor' | 'vehicle',
  sensor: Row,
  vehicle: Row | undefined,
  step: number,
): string {
  const atMs = step * STEP_MS;
  return JSON.stringify({
    id: `${sensor.id}-${step}`,
    occurredAt: iso(atMs),
    sensorId: valueOf(sensor.doc, 'id'),
    sensorLabel: textOf(sensor.doc, 'label'),
    vehicleId: vehicle === undefined ? null : valueOf(vehicle.doc, 'id'),
    ...(by === 'vehicle' && vehicle !== undefined ? { regNo: textOf(vehicle.doc, 'regNo') } : {}),
    ...reading(sensor.id, atMs),
  });
}

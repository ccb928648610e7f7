import { signedIn } from './auth.ts';
import type { Answer, Call, Service } from './context.ts';
import { textOf, valueOf, iso } from './doc.ts';
import { pagingOf } from './list.ts';
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

interface Source {
  readonly sensor: Row;
  readonly vehicle: Row | undefined;
}

function sources(service: Service, call: Call): Source[] {
  const { sql, bind } = scopeSql(signedIn(call.account).scope);
  const sensors = service.store.rows(
    `SELECT * FROM record WHERE entity = 'sensor' AND kind = 'climate' AND link IS NOT NULL
     AND ${sql} ORDER BY seq`,
    ...bind,
  );
  const platform = { of: 'platform' } as const;
  return sensors.map((sensor) => {
    const device = service.store.find('device', sensor.link ?? '', platform);
    const vehicleId = device?.link ?? null;
    return {
      sensor,
      vehicle: vehicleId === null ? undefined : service.store.find('vehicle', vehicleId, platform),
    };
  });
}

/**
 * Readings every half hour (the last day unless `startDate` and `endDate` say otherwise), grouped
 * by sensor or by vehicle: all of one, then all of the next. `sensorId` and `vehicleId` narrow.
 */
export function climatePage(service: Service, call: Call, by: 'sensor' | 'vehicle'): Answer {
  const lastDay = { fromMs: call.nowMs - DAY_MS, toMs: call.nowMs };
  const range = rangeMs(call.query, 'startDate', 'endDate', lastDay);
  const firstStep = Math.ceil(range.fromMs / STEP_MS);
  const steps = Math.max(0, Math.floor(Math.min(range.toMs, call.nowMs) / STEP_MS) - firstStep + 1);
  const sensorId = first(call.query, 'sensorId');
  const vehicleId = first(call.query, 'vehicleId');
  let found = sources(service, call).filter(
    ({ sensor, vehicle }) =>
      (sensorId === undefined || sensor.id === sensorId) &&
      (vehicleId === undefined || vehicle?.id === vehicleId),
  );
  if (by === 'vehicle') {
    found = found
      .filter(({ vehicle }) => vehicle !== undefined)
      .sort((a, b) => (a.vehicle?.seq ?? 0) - (b.vehicle?.seq ?? 0));
  }
  const total = found.length * steps;
  const { page, limit, offset } = pagingOf(call);
  const rows: string[] = [];
  for (let at = offset; at < Math.min(total, offset + limit); at += 1) {
    const source = found[Math.floor(at / steps)];
    if (source === undefined) break;
    const atMs = (firstStep + (at % steps)) * STEP_MS;
    const { sensor, vehicle } = source;
    rows.push(
      JSON.stringify({
        id: `${sensor.id}-${firstStep + (at % steps)}`,
        occurredAt: iso(atMs),
        sensorId: valueOf(sensor.doc, 'id'),
        sensorLabel: textOf(sensor.doc, 'label'),
        vehicleId: vehicle === undefined ? null : valueOf(vehicle.doc, 'id'),
        ...(by === 'vehicle' && vehicle !== undefined
          ? { regNo: textOf(vehicle.doc, 'regNo') }
          : {}),
        ...reading(sensor.id, atMs),
      }),
    );
  }
  return { as: 'page', rows, page, limit, total };
}

import type { Service } from './context.ts';
import { valueOf } from './doc.ts';
import { lastReportMs } from './installations.ts';
import type { Row } from './store.ts';

const HOUR_S = 3600;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Odometer as the interface answers it; `odometer` and `accuracy` in metres. */
export interface OdometerReading {
  readonly odometer: number | null;
  readonly occurredAt: string;
  readonly accuracy: number | null;
  readonly isSyncedWithDevice: boolean;
}

/** Metres that a vehicle had driven by an instant, as its devices tell it; null for one that never had any. */
export function drivenM({ fleet, store }: Service, vehicle: Row, atMs: number): number | null {
  if (vehicle.sim === null) return null;
  return fleet.vehicleAt(vehicle.sim, lastReportMs(store, vehicle, atMs)).odometerM;
}

/**
 * The odometer at an instant: what the simulation drove, moved by the last recalibration up to
 * then. A vehicle that never had a device knows its recalibrations only.
 */
export function odometerAt(service: Service, vehicle: Row, atMs: number): OdometerReading {
  const last = service.store.row(
    `SELECT * FROM record WHERE entity = 'calibration' AND link = ? AND at <= ?
     ORDER BY at DESC, seq DESC LIMIT 1`,
    vehicle.id,
    atMs,
  );
  const now = drivenM(service, vehicle, atMs);
  let odometer = now;
  if (last !== undefined) {
    const then = drivenM(service, vehicle, last.at ?? atMs);
    odometer = Number(valueOf(last.doc, 'odometer')) + (now ?? 0) - (then ?? 0);
  }
  return {
    odometer: odometer === null ? null : Math.round(odometer),
    occurredAt: new Date(atMs).toISOString(),
    accuracy: now === null ? null : 50,
    isSyncedWithDevice: now !== null && last === undefined,
  };
}

const hours = (seconds: number) => Math.round((seconds / HOUR_S) * 1000) / 1000;

/** When the town's day of an instant began. */
export function midnightMs({ utcOffsetMinutes }: Service['town'], atMs: number): number {
  const offsetMs = utcOffsetMinutes * MINUTE_MS;
  return Math.floor((atMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
}

/** Engine hours now and at the town's last midnight, as decimal hours. */
export function currentEngineHours(
  service: Service,
  vehicle: Row,
  nowMs: number,
): { engineHours: number | null; prevEngineHours: number | null; occurredAt: string } {
  const occurredAt = new Date(nowMs).toISOString();
  if (vehicle.sim === null) return { engineHours: null, prevEngineHours: null, occurredAt };
  const at = (ms: number, sim: number) =>
    hours(service.fleet.vehicleAt(sim, lastReportMs(service.store, vehicle, ms)).engineHoursS);
  return {
    engineHours: at(nowMs, vehicle.sim),
    prevEngineHours: at(midnightMs(service.town, nowMs), vehicle.sim),
    occurredAt,
  };
}

import { setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Service } from './context.ts';
import { textOf } from './doc.ts';
import { lastReportMs } from './installations.ts';
import { midnightMs } from './meters.ts';
import { ACTIVE, type Row } from './store.ts';
import type { VehicleState } from './world/index.ts';

const degrees = (value: number) => Math.round(value * 1e6) / 1e6;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** A position as the interface spells it: `lat` and `lng` in degrees, `speed` in km/h. */
export function lastCoordinates(state: VehicleState): Record<string, unknown> {
  return {
    lat: degrees(state.lat),
    lng: degrees(state.lng),
    ts: new Date(state.lastLoggedAtMs).toISOString(),
    heading: Math.round(state.headingDeg) % 360,
    speed: tenth(state.speedKmh),
  };
}

/** Why a vehicle tells nothing. */
export const NO_DEVICE = 'No device is installed.';

/** Fields of a vehicle that `withTelemetry` lays over the record. */
export const TELEMETRY_FIELDS: ReadonlySet<string> = new Set([
  ...['lastLoggedAt', 'lastCoordinates', 'todayData', 'engineOnTime', 'status'],
]);

/** Whether no device is in a vehicle. Whole lists ask: most records do not even hold the words. */
function isWithoutDevice({ doc }: Row): boolean {
  return doc.includes(NO_DEVICE) && textOf(doc, 'unavailableMessage') === NO_DEVICE;
}

/**
 * A vehicle with what its device tells now: status, last position, the day so far (`distance` in
 * metres, durations in seconds, speeds in km/h). Vehicles that no simulated device reports for stay
 * as they are stored; one whose device was removed stands where that told of it last. An archived
 * vehicle keeps the status `archived`.
 */
export function withTelemetry(service: Service, row: Row): string {
  if (row.sim === null) return row.doc;
  if (isWithoutDevice(row)) return withLastReport(service, row, row.sim);
  const state = service.fleet.vehicleAt(row.sim, service.clock());
  const live = new Map([...place(state), ...soFar(state)]);
  if (row.state === ACTIVE) live.set('status', JSON.stringify(state.status));
  return setJsonMembers(row.doc, live);
}

/** What a vehicle's device told last; of a day that is over nothing is said of today. */
function withLastReport(service: Service, row: Row, sim: number): string {
  const nowMs = service.clock();
  const lastMs = lastReportMs(service.store, row, nowMs);
  const state = service.fleet.vehicleAt(sim, lastMs);
  const isOfToday = lastMs >= midnightMs(service.town, nowMs);
  return setJsonMembers(row.doc, new Map([...place(state), ...(isOfToday ? soFar(state) : [])]));
}

function place(state: VehicleState): [string, string][] {
  return [
    ['lastLoggedAt', JSON.stringify(new Date(state.lastLoggedAtMs).toISOString())],
    ['lastCoordinates', JSON.stringify(lastCoordinates(state))],
  ];
}

/** The day so far, as of a state. */
function soFar({ today }: VehicleState): [string, string][] {
  return [
    [
      'todayData',
      JSON.stringify({
        avgSpeed: tenth(today.avgSpeedKmh),
        distance: Math.round(today.distanceM),
        duration: Math.round(today.durationS),
        idleDuration: Math.round(today.idleDurationS),
      }),
    ],
    ['engineOnTime', String(Math.round(today.durationS + today.idleDurationS))],
  ];
}

import { setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Service } from './context.ts';
import { withValues } from './doc.ts';
import { lastReportMs } from './installations.ts';
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

/** Whether no device is in a vehicle: whole lists ask, and the field is the service's own. */
function isWithoutDevice({ doc }: Row): boolean {
  return doc.includes(`"unavailableMessage":${JSON.stringify(NO_DEVICE)}`);
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
  const { today } = state;
  const live = new Map<string, string>([
    ['lastLoggedAt', JSON.stringify(new Date(state.lastLoggedAtMs).toISOString())],
    ['lastCoordinates', JSON.stringify(lastCoordinates(state))],
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
  ]);
  if (row.state === ACTIVE) live.set('status', JSON.stringify(state.status));
  return setJsonMembers(row.doc, live);
}

function withLastReport(service: Service, row: Row, sim: number): string {
  const state = service.fleet.vehicleAt(sim, lastReportMs(service.store, row, service.clock()));
  return withValues(row.doc, {
    lastLoggedAt: new Date(state.lastLoggedAtMs).toISOString(),
    lastCoordinates: lastCoordinates(state),
  });
}

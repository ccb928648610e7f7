import { setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Service } from './context.ts';
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

/**
 * A vehicle with what its device tells now: status, last position, the day so far (`distance` in
 * metres, durations in seconds, speeds in km/h). Vehicles that no simulated device reports for stay
 * as they are stored. An archived vehicle keeps the status `archived`.
 */
export function withTelemetry(service: Service, row: Row): string {
  if (row.sim === null) return row.doc;
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

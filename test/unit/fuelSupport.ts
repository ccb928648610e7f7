import type { FuelTransaction, FuelVehicle } from '../../renderer/features/fuel/transaction.ts';
import type { Whereabouts } from '../../renderer/features/fuel/place.ts';
import { offsetBy } from '../../shared/rules/geo.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const NOON = Date.UTC(2026, 4, 12, 12);
export const STATION = { lat: 52.1, lng: 21.02 };
export const stations = new Map([
  ['north gate', [{ type: 'circle' as const, centre: STATION, radiusM: 60 }]],
]);

let made = 0;
/** A transaction at the station, at noon, that nobody was named for. */
export function filling(own: Partial<FuelTransaction> = {}): FuelTransaction {
  made += 1;
  return {
    ...{ id: `f${String(made)}`, atMs: NOON, vehicleId: null, vehicle: '', driverId: null },
    ...{ driver: '', station: 'North Gate', card: '', fuelTypeId: '1', litres: 60 },
    ...{ price: 1.6, total: 96, row: null },
    ...own,
  };
}

/** Where a vehicle was at noon, by its distance east of the station. */
export const standing = (metres: number, state: Whereabouts['state'] = 'stopped'): Whereabouts => ({
  ...{ state, place: offsetBy(STATION, metres, 90), speedKmh: state === 'driving' ? 48 : 0 },
  ...{ sinceMs: NOON - HOUR, untilMs: NOON + HOUR },
});

export function vehicle(id: string, own: Partial<FuelVehicle> = {}): FuelVehicle {
  return {
    ...{ id, name: `WB-${id}`, driverId: null, driver: '', tankL: 80, fix: null },
    ...{ fields: new Map() },
    ...own,
  };
}

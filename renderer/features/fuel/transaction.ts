import { isPosition } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { fold } from '../../../shared/rules/fold.ts';
import type { Row } from '../../bridge.ts';
import {
  fieldsOfRow,
  idAt,
  instantAt,
  nameOfRow,
  numberAt,
  textAt,
  valueAt,
} from '../../state/record.ts';
import type { Fields } from '../../state/record.ts';

/** What a fuel transaction tells (section 2.8 of the interface); empty texts where it does not. */
export interface FuelTransaction {
  readonly id: string;
  readonly atMs: number | null;
  readonly vehicleId: string | null;
  readonly vehicle: string;
  readonly driverId: string | null;
  readonly driver: string;
  readonly station: string;
  readonly card: string;
  readonly fuelTypeId: string | null;
  readonly litres: number | null;
  /** Per litre, in the tenant's currency. */
  readonly price: number | null;
  readonly total: number | null;
  /** As the list shows it; null for one that was made up. */
  readonly row: Row | null;
}

/** What the ranking and the marks need of a vehicle. */
export interface FuelVehicle {
  readonly id: string;
  readonly name: string;
  readonly driverId: string | null;
  readonly driver: string;
  readonly tankL: number | null;
  /** Its last known position. */
  readonly fix: (LatLng & { readonly atMs: number }) | null;
  readonly fields: Fields;
}

/** An id inside a summary alone: a name that stands in its place is none. */
function summaryId(fields: Fields, path: string): string | null {
  return typeof valueAt(fields, path) === 'object' ? idAt(fields, path) : null;
}

/** Reads a transaction of the mirror. */
export function transactionOf(row: Row): FuelTransaction {
  const fields = fieldsOfRow(row);
  const ids = fields.get('vehicleIds');
  const first: unknown = Array.isArray(ids) ? ids[0] : undefined;
  const listed = typeof first === 'string' || typeof first === 'number' ? String(first) : null;
  const vehicleId = summaryId(fields, 'vehicle') ?? listed;
  return {
    id: row.id,
    atMs: instantAt(fields, 'transactionDate'),
    vehicleId,
    vehicle: textAt(fields, 'vehicle.regNo') ?? textAt(fields, 'vehicle') ?? vehicleId ?? '',
    driverId: summaryId(fields, 'driver') ?? textAt(fields, 'driverId'),
    driver: textAt(fields, 'driver') ?? '',
    station: textAt(fields, 'petrolStation') ?? '',
    card: textAt(fields, 'fuelCardNumber') ?? '',
    fuelTypeId: textAt(fields, 'fuelTypeId'),
    litres: numberAt(fields, 'refueled'),
    price: numberAt(fields, 'fuelPrice'),
    total: numberAt(fields, 'total'),
    row,
  };
}

/** The transaction under the name that its vehicle has now, where that is known here. */
export function namedNow(
  one: FuelTransaction,
  nameOf: (vehicleId: string) => string | null,
): FuelTransaction {
  const name = one.vehicleId === null ? null : nameOf(one.vehicleId);
  return name === null || name === one.vehicle ? one : { ...one, vehicle: name };
}

/** Reads a vehicle of the mirror. */
export function vehicleOf(row: Row): FuelVehicle {
  const fields = fieldsOfRow(row);
  const at = (path: string) => numberAt(fields, `lastCoordinates.${path}`);
  const [lat, lng] = [at('lat'), at('lng')];
  const atMs = instantAt(fields, 'lastCoordinates.ts') ?? instantAt(fields, 'lastLoggedAt');
  const tankL = numberAt(fields, 'fuelTankCapacity');
  const known = lat !== null && lng !== null && isPosition({ lat, lng });
  return {
    id: row.id,
    name: nameOfRow('vehicle', row),
    driverId: textAt(fields, 'driverId') ?? summaryId(fields, 'driver'),
    driver: textAt(fields, 'driver') ?? '',
    tankL: tankL !== null && tankL > 0 ? tankL : null,
    fix: known && atMs !== null ? { lat, lng, atMs } : null,
    fields,
  };
}

/** A card's number as it is compared: spaces and dashes are for people. */
export function cardKey({ card }: Pick<FuelTransaction, 'card'>): string {
  return card.replaceAll(/[\s\-–.]/g, '').toLowerCase();
}

/** A station's name as it is compared. */
export function stationKey(name: string): string {
  return fold(name.trim());
}

/** Whether nobody has said which vehicle it was. */
export function isUnassigned({ vehicleId, vehicle }: FuelTransaction): boolean {
  return vehicleId === null && vehicle === '';
}

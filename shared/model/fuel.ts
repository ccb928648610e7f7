import * as z from 'zod/mini';
import { anyObject, instant, isoInstant, number, summary, text, wireId } from './fields.ts';

/** Fuel transaction (section 2.8): litres, price per litre and total in the tenant's currency. */
export const fuelTransaction = z.looseObject({
  id: wireId,
  driver: summary,
  fuelCardNumber: text,
  fuelPrice: number,
  petrolStation: text,
  refueled: number,
  total: number,
  transactionDate: instant,
  vehicle: anyObject,
});
/** Values of the fuel list's projection (section 2.8). */
export const FUEL_FIELDS = [
  'transactionDate',
  'vehicleIds',
  'driverId',
  'refueled',
  'total',
  'fuelPrice',
  'petrolStation',
] as const;
/** `mileage` in metres, `refueled` in litres. */
export const fuelSummaryRow = z.looseObject({
  regNo: text,
  mileage: number,
  refueled: number,
  total: number,
  depot: summary,
});
export const fuelSummaryQuery = z.looseObject({
  startDate: z.optional(isoInstant),
  endDate: z.optional(isoInstant),
});
export const fuelByVehicleQuery = z.looseObject({ vehicleId: z.optional(z.string()) });
export const fuelType = z.looseObject({ id: z.optional(wireId), name: text });
export const fuelAssignment = z.strictObject({ vehicleId: wireId });
export const fuelAssigned = z.looseObject({ id: wireId });

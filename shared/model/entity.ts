/**
 * The kinds of record that Waybill mirrors. Each has one file in this folder with its known
 * fields; unknown fields are always kept.
 */
export const ENTITIES = [
  'vehicle',
  'vehicleType',
  'driver',
  'user',
  'client',
  'reseller',
  'device',
  'vendor',
  'sensor',
  'cameraEvent',
  'cameraEventType',
  'area',
  'areaGroup',
  'fuelTransaction',
  'fuelType',
  'scheduledReport',
  'form',
  'role',
  'plan',
  'timezone',
  'theme',
  'language',
] as const;

export type Entity = (typeof ENTITIES)[number];

/** An identifier on the wire: numbers and strings are mixed, even inside one record (section 2). */
export type WireId = string | number;

/** Identifiers are compared as strings. */
export function idText(id: WireId): string {
  return String(id);
}

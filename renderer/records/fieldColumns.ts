import type { Entity } from '../bridge.ts';
import type { text } from '../text/en.ts';

/** The columns of a kind of record as data, and those that several kinds have. */

/** How a field is written in a cell. */
export type FieldKind =
  | 'text'
  | 'mono'
  | 'plate'
  | 'instant'
  | 'age'
  | 'count'
  /** A number that no comma parts. */
  | 'year'
  | 'distanceM'
  | 'litres'
  | 'amount'
  | 'yesNo'
  | 'colour'
  /** Few values in many records, told as they are: they are chosen, not typed. */
  | 'named'
  /** How a vehicle moves. */
  | 'status'
  /** On which level of accounts a role is, by the words for its keys. */
  | 'scope'
  /** What other records say of themselves, by the words for their keys. */
  | 'state'
  /** Ids and keys whose names the reference data has. */
  | 'role'
  | 'plan'
  | 'reseller'
  | 'country'
  | 'phone'
  | 'eventType'
  /** Kinds of sensor, by the words for their keys. */
  | 'sensorKind'
  /** How grave a camera event is, by the words for its keys. */
  | 'severity'
  | 'reportKind'
  | 'reportFormat'
  | 'speedKmh'
  | 'durationS'
  /** Degrees clockwise from north. */
  | 'heading'
  /** A place with its latitude and longitude. */
  | 'position'
  /** Whether there is one, whatever it is. */
  | 'presence';

export interface FieldColumn {
  /** Dotted path inside the record; the first that holds something counts. */
  field: keyof typeof text.columns;
  /** Further paths to try where tenants differ. */
  or?: readonly string[];
  /** Its head, where the field's own word does not fit. */
  title?: string;
  width: number;
  kind?: FieldKind;
  extra?: boolean;
  /** Cut it says nothing (an address): where there is no room for it, it gives way as a whole. */
  rigid?: boolean;
  /** It holds the id of a record that is named elsewhere: it is asked whether there is one. */
  byId?: boolean;
  /** Computed by the service, so the mirror can't sort by it. */
  unsorted?: boolean;
  /** The record that it names, by the first of these paths that holds an id. */
  names?: { entity: Entity; at: readonly string[] };
}

export const id: FieldColumn = { field: 'id', width: 90, kind: 'mono', extra: true };
export const status: FieldColumn = { field: 'status', width: 100, kind: 'state' };
export const created: FieldColumn = {
  field: 'createdAt',
  width: 130,
  kind: 'instant',
  extra: true,
};
export const updated: FieldColumn = {
  field: 'updatedAt',
  width: 130,
  kind: 'instant',
  extra: true,
};
/** Fields of few lists that the mirror keeps no order of. */
export const unordered = (column: FieldColumn): FieldColumn => ({
  ...column,
  ...{ extra: true, unsorted: true },
});
export const role: FieldColumn = {
  ...{ field: 'role.name', or: ['role', 'roleId'], width: 130, kind: 'role' },
  names: { entity: 'role', at: ['roleId', 'role.id'] },
};
export const phone: FieldColumn = { field: 'phone', width: 150, kind: 'phone' };
export const country: FieldColumn = {
  field: 'country',
  or: ['countryCode', 'address.country'],
  width: 130,
  kind: 'country',
};
export const vehicle: FieldColumn = {
  field: 'vehicle.regNo',
  or: ['vehicle'],
  width: 120,
  kind: 'plate',
  names: { entity: 'vehicle', at: ['vehicle.id', 'vehicleId'] },
};
export const driverOf: FieldColumn = {
  field: 'driver.fullName',
  or: ['driver'],
  width: 150,
  names: { entity: 'driver', at: ['driver.id', 'driverId'] },
};
export const device: FieldColumn = {
  field: 'device.imei',
  or: ['device', 'deviceId'],
  width: 160,
  kind: 'mono',
  names: { entity: 'device', at: ['device.id', 'deviceId'] },
};
export const team: FieldColumn = {
  field: 'team.clientName',
  or: ['team.resellerName', 'team.type'],
  width: 140,
  extra: true,
  names: { entity: 'client', at: ['team.clientId'] },
};

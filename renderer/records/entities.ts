import { isEntity } from '../../shared/model/entity.ts';
import type { Entity } from '../bridge.ts';
import { href } from '../routes.ts';
import type { PageName } from '../routes.ts';
import { text } from '../text/en.ts';

/** How a field is written in a cell. */
export type FieldKind =
  | 'text'
  | 'mono'
  | 'plate'
  | 'instant'
  | 'age'
  | 'count'
  | 'distanceM'
  | 'litres'
  | 'amount'
  | 'yesNo'
  | 'colour'
  /** Few values in many records, told as they are: they are chosen, not typed. */
  | 'named'
  /** How a vehicle moves. */
  | 'status'
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
  | 'reportKind';

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
  /** Computed by the service, so the mirror can't sort by it. */
  unsorted?: boolean;
  /** The record that it names, by the first of these paths that holds an id. */
  names?: { entity: Entity; at: readonly string[] };
}

/** One kind of record as a page: where it lives and what its table shows. */
export interface EntityPage {
  page: PageName;
  /** The first column is the key column and names the record. */
  columns: readonly [FieldColumn, ...FieldColumn[]];
  /** Whether records can be archived, so that a switch shows those. */
  archives?: boolean;
  /** A field whose values become filter chips. */
  facet?: { field: keyof typeof text.columns; kind?: FieldKind };
}

const id: FieldColumn = { field: 'id', width: 90, kind: 'mono', extra: true };
const status: FieldColumn = { field: 'status', width: 100, kind: 'state' };
const created: FieldColumn = {
  field: 'createdAt',
  width: 130,
  kind: 'instant',
  extra: true,
};
const updated: FieldColumn = {
  field: 'updatedAt',
  width: 130,
  kind: 'instant',
  extra: true,
};
const phone: FieldColumn = { field: 'phone', width: 150, kind: 'phone' };
const country: FieldColumn = {
  field: 'country',
  or: ['countryCode', 'address.country'],
  width: 130,
  kind: 'country',
};
const vehicle: FieldColumn = {
  field: 'vehicle.regNo',
  or: ['vehicle'],
  width: 120,
  kind: 'plate',
  names: { entity: 'vehicle', at: ['vehicle.id', 'vehicleId'] },
};
const driverOf: FieldColumn = {
  field: 'driver.fullName',
  or: ['driver'],
  width: 150,
  names: { entity: 'driver', at: ['driver.id', 'driverId'] },
};
const device: FieldColumn = {
  field: 'device.imei',
  or: ['device', 'deviceId'],
  width: 160,
  kind: 'mono',
  names: { entity: 'device', at: ['device.id', 'deviceId'] },
};
const team: FieldColumn = {
  field: 'team.clientName',
  or: ['team.resellerName', 'team.type'],
  width: 140,
  extra: true,
  names: { entity: 'client', at: ['team.clientId'] },
};

export const entityPages: { readonly [E in Entity]: EntityPage } = {
  vehicle: {
    page: 'vehicles',
    columns: [
      { field: 'regNo', width: 130, kind: 'plate' },
      { field: 'defaultLabel', width: 180 },
      { field: 'status', width: 100, kind: 'status', extra: true },
      { ...driverOf, extra: true },
      { field: 'lastLoggedAt', width: 110, kind: 'age', extra: true },
      { field: 'todayData.distance', width: 110, kind: 'distanceM', extra: true },
      { field: 'depotName', or: ['depot.name', 'depot'], width: 140, kind: 'named', extra: true },
      { field: 'groupsList', or: ['groups'], width: 160, extra: true },
      { field: 'typeName', or: ['type'], width: 130, kind: 'named', extra: true },
      { field: 'makeModel', width: 160, extra: true },
      { field: 'make', width: 110, kind: 'named', extra: true },
      { field: 'model', width: 120, extra: true },
      { field: 'year', width: 80, kind: 'count', extra: true },
      { field: 'vin', width: 170, kind: 'mono', extra: true },
      { field: 'fuelType', or: ['fuelType.name'], width: 110, kind: 'named', extra: true },
      { field: 'fuelTankCapacity', width: 100, kind: 'litres', extra: true },
      { ...team },
      created,
      updated,
      id,
    ],
    archives: true,
  },
  driver: {
    page: 'drivers',
    columns: [
      { field: 'fullName', or: ['name', 'email'], width: 200 },
      phone,
      { field: 'email', width: 210, rigid: true },
      status,
      team,
      id,
    ],
    facet: { field: 'status', kind: 'state' },
  },
  area: {
    page: 'areas',
    columns: [{ field: 'name', width: 220 }, { field: 'type', width: 100 }, status],
    archives: true,
  },
  areaGroup: {
    page: 'areas',
    columns: [{ field: 'name', width: 220 }, status],
    archives: true,
  },
  device: {
    page: 'devices',
    columns: [
      { field: 'imei', or: ['serial', 'id'], width: 160, kind: 'mono' },
      vehicle,
      { field: 'model.name', or: ['model'], width: 140 },
      { field: 'vendor.name', or: ['vendor'], width: 130 },
      status,
      { field: 'lastDataReceivedAt', width: 110, kind: 'age' },
      { field: 'serial', width: 130, kind: 'mono', extra: true },
      { field: 'usage', width: 110, kind: 'state', extra: true },
      { field: 'sw', width: 100, kind: 'mono', extra: true },
      { field: 'hasCameras', width: 80, kind: 'yesNo', extra: true },
      { field: 'installDate', width: 130, kind: 'instant', extra: true },
      team,
      id,
    ],
    archives: true,
    facet: { field: 'status', kind: 'state' },
  },
  sensor: {
    page: 'sensors',
    columns: [
      { field: 'label', or: ['sensorId', 'id'], width: 180 },
      { field: 'type', width: 180, kind: 'sensorKind' },
      { field: 'sensorId', width: 140, kind: 'mono' },
      device,
      { field: 'systemStatus', width: 110, kind: 'state' },
      team,
      id,
    ],
    facet: { field: 'systemStatus', kind: 'state' },
  },
  cameraEvent: {
    page: 'cameras',
    columns: [
      { field: 'occurredAt', width: 140, kind: 'instant' },
      {
        field: 'type.name',
        or: ['typeName', 'type'],
        width: 180,
        kind: 'eventType',
      },
      vehicle,
      device,
      id,
    ],
    facet: { field: 'type', kind: 'eventType' },
  },
  form: {
    page: 'forms',
    columns: [
      { field: 'name', or: ['title', 'id'], title: text.columns.form, width: 220 },
      { field: 'description', width: 260 },
      updated,
      id,
    ],
  },
  fuelTransaction: {
    page: 'fuel',
    columns: [
      { field: 'transactionDate', width: 140, kind: 'instant' },
      vehicle,
      driverOf,
      { field: 'petrolStation', width: 180 },
      { field: 'refueled', width: 90, kind: 'litres' },
      { field: 'fuelPrice', width: 110, kind: 'amount' },
      { field: 'total', width: 90, kind: 'amount' },
      { field: 'fuelCardNumber', width: 150, kind: 'mono', extra: true },
      id,
    ],
  },
  scheduledReport: {
    page: 'reports',
    columns: [
      { field: 'name', width: 220 },
      { field: 'type', width: 150, kind: 'reportKind' },
      { field: 'format', width: 80 },
      status,
      created,
      updated,
      id,
    ],
    archives: true,
    facet: { field: 'format' },
  },
  user: {
    page: 'users',
    columns: [
      { field: 'fullName', or: ['name', 'email'], width: 200 },
      { field: 'email', width: 210, rigid: true },
      {
        ...{ field: 'role.name', or: ['role', 'roleId'], width: 130, kind: 'role' },
        names: { entity: 'role', at: ['roleId', 'role.id'] },
      },
      phone,
      status,
      team,
      created,
      id,
    ],
    archives: true,
    facet: { field: 'status', kind: 'state' },
  },
  client: {
    page: 'clients',
    columns: [
      { field: 'name', or: ['id'], width: 240 },
      {
        ...{ field: 'plan.name', or: ['plan', 'planId'], width: 130, kind: 'plan' },
        names: { entity: 'plan', at: ['plan.id', 'planId'] },
      },
      country,
      { ...phone, extra: true },
      {
        ...{ field: 'resellerId', or: ['reseller'], width: 180, kind: 'reseller' },
        names: { entity: 'reseller', at: ['resellerId', 'reseller.id'] },
      },
      status,
      id,
    ],
    facet: { field: 'country', kind: 'country' },
  },
  reseller: {
    page: 'resellers',
    columns: [
      { field: 'name', or: ['id'], width: 240 },
      country,
      { ...phone, extra: true },
      { field: 'domain', width: 200, extra: true },
      status,
      id,
    ],
    facet: { field: 'country', kind: 'country' },
  },
  vehicleType: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['type', 'id'], width: 180 },
      { field: 'type', width: 120, kind: 'state' },
      { field: 'default', or: ['colors.default'], width: 100, kind: 'colour' },
      { field: 'driving', or: ['colors.driving'], width: 100, kind: 'colour' },
      { field: 'idling', or: ['colors.idling'], width: 100, kind: 'colour' },
      { field: 'stopped', or: ['colors.stopped'], width: 100, kind: 'colour' },
      id,
    ],
  },
  vendor: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], width: 240 }, id],
  },
  cameraEventType: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['type', 'id'], width: 240 },
      { field: 'severity', width: 120 },
      { field: 'type', width: 160, extra: true },
      id,
    ],
  },
  fuelType: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], width: 240 }, id],
  },
  role: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], width: 200 }, { field: 'scope', width: 140 }, id],
  },
  plan: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['id'], width: 240 },
      { field: 'price', width: 100, kind: 'amount' },
      id,
    ],
  },
  timezone: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['id'], width: 240 },
      { field: 'offset', width: 100, kind: 'mono' },
      id,
    ],
  },
  theme: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['id'], width: 240 },
      { field: 'primary', or: ['colors.primary'], width: 120, kind: 'colour' },
      { field: 'accent', or: ['colors.accent'], width: 120, kind: 'colour' },
      { field: 'dark', width: 80, kind: 'yesNo' },
      id,
    ],
  },
  language: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['code', 'id'], width: 200 },
      { field: 'nativeName', width: 160 },
      { field: 'code', width: 80, kind: 'mono' },
      id,
    ],
  },
};

/** Where a kind of record lives; an unknown one is looked for among the reference data. */
export function pageOfEntity(entity: string): [PageName, Record<string, string>] {
  if (entity === 'answer') return ['answers', {}];
  if (!isEntity(entity)) return ['reference', {}];
  const { page } = entityPages[entity];
  if (page === 'reference') return [page, { kind: entity }];
  return [page, entity === 'areaGroup' ? { tab: 'groups' } : {}];
}

/** Address of a record. */
export function hrefOf(entity: Entity, id: string): string {
  const [page, query] = pageOfEntity(entity);
  return href(page, id, query);
}

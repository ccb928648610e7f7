import { isEntity } from '../../shared/model/entity.ts';
import type { Entity } from '../bridge.ts';
import { href } from '../routes.ts';
import type { PageName } from '../routes.ts';

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
  /** Ids and keys whose names the reference data has. */
  | 'role'
  | 'plan'
  | 'country'
  | 'phone'
  | 'eventType'
  | 'reportKind';

export interface FieldColumn {
  /** Dotted path inside the record; the first that holds something counts. */
  field: string;
  /** Further paths to try where tenants differ. */
  or?: readonly string[];
  title: string;
  width: number;
  kind?: FieldKind;
  extra?: boolean;
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
  facet?: { field: string; title: string; kind?: FieldKind };
  /** A field whose absence is a filter chip of its own. */
  absent?: { field: string; title: string };
}

const id: FieldColumn = { field: 'id', title: 'Id', width: 90, kind: 'mono', extra: true };
const status: FieldColumn = { field: 'status', title: 'Status', width: 100 };
const created: FieldColumn = {
  field: 'createdAt',
  title: 'Created',
  width: 130,
  kind: 'instant',
  extra: true,
};
const updated: FieldColumn = {
  field: 'updatedAt',
  title: 'Changed',
  width: 130,
  kind: 'instant',
  extra: true,
};
const phone: FieldColumn = { field: 'phone', title: 'Phone', width: 150, kind: 'phone' };
const country: FieldColumn = {
  field: 'country',
  or: ['countryCode', 'address.country'],
  title: 'Country',
  width: 130,
  kind: 'country',
};
const vehicle: FieldColumn = {
  field: 'vehicle.regNo',
  or: ['vehicle'],
  title: 'Vehicle',
  width: 120,
  kind: 'plate',
  names: { entity: 'vehicle', at: ['vehicle.id', 'vehicleId'] },
};
const device: FieldColumn = {
  field: 'device.imei',
  or: ['device', 'deviceId'],
  title: 'Device',
  width: 160,
  kind: 'mono',
  names: { entity: 'device', at: ['device.id', 'deviceId'] },
};
const team: FieldColumn = {
  field: 'team.clientName',
  or: ['team.resellerName', 'team.type'],
  title: 'Team',
  width: 140,
  extra: true,
};

export const entityPages: { readonly [E in Entity]: EntityPage } = {
  vehicle: {
    page: 'vehicles',
    columns: [
      { field: 'regNo', title: 'Registration', width: 130, kind: 'plate' },
      { field: 'defaultLabel', title: 'Label', width: 180 },
    ],
    archives: true,
  },
  driver: {
    page: 'drivers',
    columns: [
      { field: 'fullName', or: ['name', 'email'], title: 'Name', width: 200 },
      phone,
      { field: 'email', title: 'E-mail', width: 220 },
      status,
      team,
      id,
    ],
    facet: { field: 'status', title: 'Status' },
  },
  area: {
    page: 'areas',
    columns: [
      { field: 'name', title: 'Name', width: 220 },
      { field: 'type', title: 'Kind', width: 100 },
      status,
    ],
    archives: true,
  },
  areaGroup: {
    page: 'areas',
    columns: [{ field: 'name', title: 'Name', width: 220 }, status],
    archives: true,
  },
  device: {
    page: 'devices',
    columns: [
      { field: 'imei', or: ['serial', 'id'], title: 'IMEI', width: 160, kind: 'mono' },
      vehicle,
      { field: 'model.name', or: ['model'], title: 'Model', width: 140 },
      { field: 'vendor.name', or: ['vendor'], title: 'Vendor', width: 130 },
      status,
      { field: 'lastDataReceivedAt', title: 'Last data', width: 110, kind: 'age' },
      { field: 'serial', title: 'Serial', width: 130, kind: 'mono', extra: true },
      { field: 'usage', title: 'Usage', width: 110, extra: true },
      { field: 'sw', title: 'Software', width: 100, kind: 'mono', extra: true },
      { field: 'hasCameras', title: 'Cameras', width: 80, kind: 'yesNo', extra: true },
      { field: 'installDate', title: 'Installed', width: 130, kind: 'instant', extra: true },
      team,
      id,
    ],
    archives: true,
    facet: { field: 'status', title: 'Status' },
  },
  sensor: {
    page: 'sensors',
    columns: [
      { field: 'label', or: ['sensorId', 'id'], title: 'Label', width: 180 },
      { field: 'type', title: 'Kind', width: 140 },
      { field: 'sensorId', title: 'Number', width: 140, kind: 'mono' },
      device,
      { field: 'systemStatus', title: 'Status', width: 110 },
      team,
      id,
    ],
    facet: { field: 'systemStatus', title: 'Status' },
  },
  cameraEvent: {
    page: 'cameras',
    columns: [
      { field: 'occurredAt', title: 'When', width: 140, kind: 'instant' },
      {
        field: 'type.name',
        or: ['typeName', 'type'],
        title: 'Event',
        width: 180,
        kind: 'eventType',
      },
      vehicle,
      device,
      id,
    ],
    facet: { field: 'type', title: 'Kind', kind: 'eventType' },
  },
  form: {
    page: 'forms',
    columns: [
      { field: 'name', or: ['title', 'id'], title: 'Form', width: 220 },
      { field: 'description', title: 'Description', width: 260 },
      updated,
      id,
    ],
  },
  fuelTransaction: {
    page: 'fuel',
    columns: [
      { field: 'transactionDate', title: 'When', width: 140, kind: 'instant' },
      vehicle,
      {
        field: 'driver.fullName',
        or: ['driver'],
        title: 'Driver',
        width: 150,
        names: { entity: 'driver', at: ['driver.id', 'driverId'] },
      },
      { field: 'petrolStation', title: 'Station', width: 180 },
      { field: 'refueled', title: 'Volume', width: 90, kind: 'litres' },
      { field: 'fuelPrice', title: 'Price per litre', width: 110, kind: 'amount' },
      { field: 'total', title: 'Total', width: 90, kind: 'amount' },
      { field: 'fuelCardNumber', title: 'Card', width: 150, kind: 'mono', extra: true },
      id,
    ],
    absent: { field: 'vehicle', title: 'Not assigned to a vehicle' },
  },
  scheduledReport: {
    page: 'reports',
    columns: [
      { field: 'name', title: 'Name', width: 220 },
      { field: 'type', title: 'Kind', width: 150, kind: 'reportKind' },
      { field: 'format', title: 'Format', width: 80 },
      status,
      created,
      updated,
      id,
    ],
    archives: true,
    facet: { field: 'format', title: 'Format' },
  },
  user: {
    page: 'users',
    columns: [
      { field: 'fullName', or: ['name', 'email'], title: 'Name', width: 200 },
      { field: 'email', title: 'E-mail', width: 220 },
      { field: 'role.name', or: ['role', 'roleId'], title: 'Role', width: 130, kind: 'role' },
      phone,
      status,
      team,
      created,
      id,
    ],
    archives: true,
    facet: { field: 'status', title: 'Status' },
  },
  client: {
    page: 'clients',
    columns: [
      { field: 'name', or: ['id'], title: 'Name', width: 240 },
      { field: 'plan.name', or: ['plan', 'planId'], title: 'Plan', width: 130, kind: 'plan' },
      country,
      { ...phone, extra: true },
      { field: 'resellerId', title: 'Reseller', width: 120, kind: 'mono' },
      status,
      id,
    ],
    facet: { field: 'country', title: 'Country', kind: 'country' },
  },
  reseller: {
    page: 'resellers',
    columns: [
      { field: 'name', or: ['id'], title: 'Name', width: 240 },
      country,
      { ...phone, extra: true },
      { field: 'domain', title: 'Domain', width: 200, extra: true },
      status,
      id,
    ],
    facet: { field: 'country', title: 'Country', kind: 'country' },
  },
  vehicleType: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['type', 'id'], title: 'Name', width: 180 },
      { field: 'type', title: 'Kind', width: 120 },
      { field: 'default', or: ['colors.default'], title: 'Colour', width: 100, kind: 'colour' },
      { field: 'driving', or: ['colors.driving'], title: 'Driving', width: 100, kind: 'colour' },
      { field: 'idling', or: ['colors.idling'], title: 'Idling', width: 100, kind: 'colour' },
      { field: 'stopped', or: ['colors.stopped'], title: 'Stopped', width: 100, kind: 'colour' },
      id,
    ],
  },
  vendor: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], title: 'Name', width: 240 }, id],
  },
  cameraEventType: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['type', 'id'], title: 'Name', width: 240 },
      { field: 'type', title: 'Kind', width: 160 },
      id,
    ],
  },
  fuelType: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], title: 'Name', width: 240 }, id],
  },
  role: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['id'], title: 'Name', width: 200 },
      { field: 'scope', title: 'Scope', width: 140 },
      id,
    ],
  },
  plan: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], title: 'Name', width: 240 }, id],
  },
  timezone: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['id'], title: 'Name', width: 240 },
      { field: 'offset', title: 'Offset', width: 100, kind: 'mono' },
      id,
    ],
  },
  theme: {
    page: 'reference',
    columns: [{ field: 'name', or: ['id'], title: 'Name', width: 240 }, id],
  },
  language: {
    page: 'reference',
    columns: [
      { field: 'name', or: ['code', 'id'], title: 'Name', width: 200 },
      { field: 'code', title: 'Code', width: 80, kind: 'mono' },
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

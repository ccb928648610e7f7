import { isEntity } from '../../shared/model/entity.ts';
import type { Entity } from '../bridge.ts';
import { href } from '../routes.ts';
import type { PageName } from '../routes.ts';
import { text } from '../text/en.ts';
import {
  country,
  created,
  device,
  driverOf,
  id,
  phone,
  role,
  status,
  team,
  unordered,
  updated,
  vehicle,
} from './fieldColumns.ts';
import type { FieldColumn, FieldKind } from './fieldColumns.ts';
import { vehicleColumns } from './vehicleColumns.ts';

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

export const entityPages: { readonly [E in Entity]: EntityPage } = {
  vehicle: {
    page: 'vehicles',
    columns: vehicleColumns,
    archives: true,
  },
  driver: {
    page: 'drivers',
    columns: [
      { field: 'fullName', or: ['name', 'email'], width: 200 },
      phone,
      { field: 'email', width: 210, rigid: true },
      status,
      unordered(role),
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
      driverOf,
      { field: 'severity', width: 100, kind: 'severity', extra: true },
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
      { field: 'format', width: 130, kind: 'reportFormat' },
      status,
      created,
      updated,
      id,
    ],
    archives: true,
    facet: { field: 'format', kind: 'reportFormat' },
  },
  user: {
    page: 'users',
    columns: [
      { field: 'fullName', or: ['name', 'email'], width: 200 },
      { field: 'email', width: 210, rigid: true },
      role,
      phone,
      status,
      team,
      created,
      unordered(updated),
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
      { field: 'severity', width: 120, kind: 'severity' },
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
    columns: [
      { field: 'name', or: ['id'], width: 200 },
      { field: 'scope', width: 140, kind: 'scope' },
      id,
    ],
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

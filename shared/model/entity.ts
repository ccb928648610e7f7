/**
 * The kinds of record that Waybill mirrors, one row each: all that the mirror, the scans and the
 * search know of a kind stands here, and a row that lacks a part does not compile. Its known fields
 * have a file in this folder; unknown fields are always kept.
 */

/**
 * How a kind is read and looked for: small reference lists are read first, because the rest is
 * shown with them, and found last; what a dispatcher looks at every day is read most often; then
 * the inventories; histories are read last.
 */
export type Tier = 'reference' | 'daily' | 'inventory' | 'history';

export interface SortOrder {
  field: string;
  descending: boolean;
}

export interface EntityRow {
  tier: Tier;
  /** Keys whose value identifies a row of a list, best first. */
  ids: readonly [string, ...string[]];
  /** Fields that name a record, best first; `name surname` are two that are named together. */
  name: readonly [string, ...string[]];
  /** Fields that tell two of the same name apart. */
  detail: readonly string[];
  /** Fields that are searched beside name and detail. */
  search: readonly string[];
  /** The order of a list that nobody sorted. */
  sort: SortOrder;
  /** The date filter of its list, of records that are made and hardly ever changed. */
  madeSince: { param: string; field: string } | null;
}

const up = (field: string): SortOrder => ({ field, descending: false });
const down = (field: string): SortOrder => ({ field, descending: true });

const named = {
  tier: 'reference',
  ids: ['id', 'name'],
  name: ['name', 'label', 'code'],
  detail: [],
  search: [],
  sort: up('name'),
  madeSince: null,
} as const satisfies EntityRow;

const organisation = { ...named, tier: 'inventory', ids: ['id'] } as const satisfies EntityRow;

const person = {
  tier: 'daily',
  ids: ['id'],
  name: ['fullName', 'name surname', 'firstName lastName', 'email'],
  detail: ['email', 'phone'],
  search: ['surname', 'name'],
  sort: up('fullName'),
  madeSince: null,
} as const satisfies EntityRow;

/** In the order in which equally good hits of a search follow each other. */
const rows = {
  vehicle: {
    tier: 'daily',
    ids: ['id'],
    name: ['regNo', 'defaultLabel', 'vin'],
    detail: ['defaultLabel', 'makeModel', 'driver'],
    search: ['vin', 'model', 'make'],
    sort: up('regNo'),
    madeSince: null,
  },
  driver: person,
  area: {
    ...named,
    tier: 'daily',
    ids: ['id'],
    name: ['name'],
    detail: ['type'],
    search: ['groups'],
  },
  areaGroup: { ...named, tier: 'daily', ids: ['id'] },
  device: {
    tier: 'inventory',
    ids: ['id'],
    name: ['imei', 'serial'],
    detail: ['serial', 'vehicle', 'model'],
    search: ['phone', 'iccid', 'vendor'],
    sort: up('imei'),
    madeSince: null,
  },
  sensor: {
    tier: 'inventory',
    ids: ['id'],
    name: ['label', 'sensorId'],
    detail: ['type', 'device'],
    search: ['sensorId'],
    sort: up('label'),
    madeSince: null,
  },
  form: {
    ...named,
    tier: 'daily',
    ids: ['id'],
    name: ['name', 'title'],
    detail: ['description'],
    search: ['title'],
  },
  scheduledReport: {
    ...organisation,
    name: ['name'],
    detail: ['type', 'format'],
  },
  user: { ...person, tier: 'inventory', detail: ['email', 'phone', 'role'] },
  client: organisation,
  reseller: organisation,
  cameraEvent: {
    tier: 'history',
    ids: ['id'],
    name: ['type', 'eventType'],
    detail: ['vehicle', 'occurredAt'],
    search: ['device'],
    sort: down('occurredAt'),
    madeSince: { param: 'startDate', field: 'occurredAt' },
  },
  fuelTransaction: {
    tier: 'history',
    ids: ['id'],
    name: ['petrolStation', 'fuelCardNumber'],
    detail: ['vehicle', 'driver', 'transactionDate'],
    search: ['fuelCardNumber'],
    sort: down('transactionDate'),
    madeSince: { param: 'startDate', field: 'transactionDate' },
  },
  vehicleType: named,
  role: named,
  plan: named,
  vendor: { ...named, ids: ['id'] },
  cameraEventType: { ...named, ids: ['id', 'name', 'type'] },
  fuelType: named,
  timezone: { ...named, ids: ['id', 'name', 'offset'], detail: ['offset'] },
  language: { ...named, ids: ['id', 'code', 'name'] },
  theme: named,
} as const satisfies Record<string, EntityRow>;

export type Entity = keyof typeof rows;

export const entities: { readonly [E in Entity]: EntityRow } = rows;

export const ENTITIES = Object.keys(rows) as readonly Entity[];

export function isEntity(name: unknown): name is Entity {
  return typeof name === 'string' && Object.hasOwn(rows, name);
}

/** Kinds of a tier, in the table's order. */
export function entitiesOf(tier: Tier): Entity[] {
  return ENTITIES.filter((entity) => entities[entity].tier === tier);
}

/** An identifier on the wire: numbers and strings are mixed, even inside one record (section 2). */
export type WireId = string | number;

/** Identifiers are compared as strings. */
export function idText(id: WireId): string {
  return String(id);
}

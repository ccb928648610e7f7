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
  /**
   * Other fields that lists are ordered by. The mirror works these out once, where a record enters,
   * and keeps an index of each; any other field (dotted paths) costs a look at every record's text.
   */
  sorts: readonly string[];
  /** Fields whose values filter a list and are counted. */
  filters: readonly string[];
  /** Fields of which only the absence is asked for. */
  absences: readonly string[];
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
  sorts: ['id'],
  filters: [],
  absences: [],
  madeSince: null,
} as const satisfies EntityRow;

const organisation = {
  ...named,
  tier: 'inventory',
  ids: ['id'],
  filters: ['country'],
} as const satisfies EntityRow;

const person = {
  tier: 'daily',
  ids: ['id'],
  name: ['fullName', 'name surname', 'firstName lastName', 'email'],
  detail: ['email', 'phone'],
  search: ['surname', 'name'],
  sort: up('fullName'),
  sorts: ['phone', 'email', 'status', 'team.clientName', 'id'],
  filters: ['status'],
  absences: [],
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
    sorts: [
      ...['defaultLabel', 'status', 'driver.fullName', 'depotName', 'typeName', 'makeModel'],
      ...['lastLoggedAt', 'todayData.distance', 'lastCoordinates.speed', 'vin'],
    ],
    filters: ['status', 'typeName', 'depotName'],
    absences: [],
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
    sorts: ['type', 'status', 'updatedAt'],
    filters: ['type'],
  },
  areaGroup: { ...named, tier: 'daily', ids: ['id'], sorts: ['status'] },
  device: {
    tier: 'inventory',
    ids: ['id'],
    name: ['imei', 'serial'],
    detail: ['serial', 'vehicle', 'model'],
    search: ['phone', 'iccid', 'vendor'],
    sort: up('imei'),
    sorts: [
      ...['vehicle.regNo', 'model.name', 'vendor.name', 'status', 'lastDataReceivedAt', 'serial'],
      ...['usage', 'sw', 'hasCameras', 'installDate', 'team.clientName', 'id'],
    ],
    filters: ['status'],
    absences: [],
    madeSince: null,
  },
  sensor: {
    tier: 'inventory',
    ids: ['id'],
    name: ['label', 'sensorId'],
    detail: ['type', 'device'],
    search: ['sensorId'],
    sort: up('label'),
    sorts: ['type', 'sensorId', 'device.imei', 'systemStatus', 'team.clientName', 'id'],
    filters: ['systemStatus'],
    absences: [],
    madeSince: null,
  },
  form: {
    ...named,
    tier: 'daily',
    ids: ['id'],
    name: ['name', 'title'],
    detail: ['description'],
    search: ['title'],
    sorts: ['description', 'updatedAt', 'id'],
  },
  scheduledReport: {
    ...organisation,
    name: ['name'],
    detail: ['type', 'format'],
    sorts: ['type', 'format', 'status', 'createdAt', 'updatedAt', 'id'],
    filters: ['format'],
  },
  user: {
    ...person,
    tier: 'inventory',
    detail: ['email', 'phone', 'role'],
    sorts: ['email', 'role.name', 'phone', 'status', 'team.clientName', 'createdAt', 'id'],
  },
  client: {
    ...organisation,
    sorts: ['plan.name', 'country', 'phone', 'resellerId', 'status', 'id'],
  },
  reseller: { ...organisation, sorts: ['country', 'phone', 'domain', 'status', 'id'] },
  cameraEvent: {
    tier: 'history',
    ids: ['id'],
    name: ['type', 'eventType'],
    detail: ['vehicle', 'occurredAt'],
    search: ['device'],
    sort: down('occurredAt'),
    sorts: ['type.name', 'vehicle.regNo', 'driver.fullName', 'severity', 'device.imei', 'id'],
    filters: ['type'],
    absences: [],
    madeSince: { param: 'startDate', field: 'occurredAt' },
  },
  fuelTransaction: {
    tier: 'history',
    ids: ['id'],
    name: ['petrolStation', 'fuelCardNumber'],
    detail: ['vehicle', 'driver', 'transactionDate'],
    search: ['fuelCardNumber'],
    sort: down('transactionDate'),
    sorts: [
      ...['vehicle.regNo', 'driver.fullName', 'petrolStation', 'refueled', 'fuelPrice', 'total'],
      ...['fuelCardNumber', 'id'],
    ],
    filters: [],
    absences: ['vehicle'],
    madeSince: { param: 'startDate', field: 'transactionDate' },
  },
  vehicleType: { ...named, sorts: ['type', 'default', 'driving', 'idling', 'stopped', 'id'] },
  role: { ...named, sorts: ['scope', 'id'] },
  plan: { ...named, sorts: ['price', 'id'] },
  vendor: { ...named, ids: ['id'] },
  cameraEventType: { ...named, ids: ['id', 'name', 'type'], sorts: ['type', 'severity', 'id'] },
  fuelType: named,
  timezone: {
    ...named,
    ids: ['id', 'name', 'offset'],
    detail: ['offset'],
    sorts: ['offset', 'id'],
  },
  language: { ...named, ids: ['id', 'code', 'name'], sorts: ['code', 'nativeName', 'id'] },
  theme: { ...named, sorts: ['primary', 'accent', 'dark', 'id'] },
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

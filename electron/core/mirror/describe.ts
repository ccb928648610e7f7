import type { Entity } from '../../../shared/model/entity.ts';

/**
 * What a record is called, what it is found by, and how it is ordered when nobody asked. Display
 * texts only: they are parsed, so a number may lose digits here; the mirror's text never does.
 */

type Parsed = Record<string, unknown>;

interface Description {
  /** Fields of the title, best first; the first that holds text is used. */
  title: readonly string[];
  /** Fields that tell two of the same title apart. */
  detail: readonly string[];
  /** Fields that are searched beside title and detail. */
  search: readonly string[];
  /** The order of a list that nobody sorted. */
  sort: { field: string; descending: boolean };
}

const up = (field: string) => ({ field, descending: false });
const down = (field: string) => ({ field, descending: true });
const named: Description = {
  title: ['name', 'label', 'code'],
  detail: [],
  search: [],
  sort: up('name'),
};
const person: Description = {
  title: ['fullName', 'name surname', 'firstName lastName', 'email'],
  detail: ['email', 'phone'],
  search: ['surname', 'name'],
  sort: up('fullName'),
};

const descriptions: Readonly<Record<Entity, Description>> = {
  vehicle: {
    title: ['regNo', 'defaultLabel', 'vin'],
    detail: ['defaultLabel', 'makeModel', 'driver'],
    search: ['vin', 'model', 'make'],
    sort: up('regNo'),
  },
  vehicleType: named,
  driver: person,
  user: { ...person, detail: ['email', 'phone', 'role'] },
  client: named,
  reseller: named,
  device: {
    title: ['imei', 'serial'],
    detail: ['serial', 'vehicle', 'model'],
    search: ['phone', 'iccid', 'vendor'],
    sort: up('imei'),
  },
  vendor: named,
  sensor: {
    title: ['label', 'sensorId'],
    detail: ['type', 'device'],
    search: ['sensorId'],
    sort: up('label'),
  },
  cameraEvent: {
    title: ['type', 'eventType'],
    detail: ['vehicle', 'occurredAt'],
    search: ['device'],
    sort: down('occurredAt'),
  },
  cameraEventType: named,
  area: { title: ['name'], detail: ['type'], search: ['groups'], sort: up('name') },
  areaGroup: named,
  fuelTransaction: {
    title: ['petrolStation', 'fuelCardNumber'],
    detail: ['vehicle', 'driver', 'transactionDate'],
    search: ['fuelCardNumber'],
    sort: down('transactionDate'),
  },
  fuelType: named,
  scheduledReport: {
    title: ['name'],
    detail: ['type', 'format'],
    search: [],
    sort: up('name'),
  },
  form: { title: ['name', 'title'], detail: ['description'], search: ['title'], sort: up('name') },
  role: named,
  plan: named,
  timezone: { ...named, detail: ['offset'] },
  theme: named,
  language: named,
};

/** The order of a list that nobody sorted. */
export function defaultSort(entity: Entity): { field: string; descending: boolean } {
  return descriptions[entity].sort;
}

/** Readable text of a value: a summary object by its name, a list by its members. */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(readable).filter(Boolean).join(' ');
  if (typeof value !== 'object' || value === null) return '';
  for (const key of ['fullName', 'name', 'regNo', 'label', 'imei', 'email']) {
    const text: unknown = Object.hasOwn(value, key) ? (value as Parsed)[key] : undefined;
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return '';
}

/** Text of one field, or of several that are named together (`name surname`). */
function fieldText(record: Parsed, fields: string): string {
  return fields
    .split(' ')
    .map((field) => (Object.hasOwn(record, field) ? readable(record[field]) : ''))
    .filter(Boolean)
    .join(' ');
}

function parsed(json: string | null): Parsed {
  if (json === null) return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Parsed) : {};
  } catch {
    return {};
  }
}

export interface Described {
  title: string;
  detail: string;
  /** Everything it is found by, in the service's spelling. */
  search: string;
}

/**
 * Title, detail and search text of a record's JSON text. The title falls back to the id, which
 * every mirrored record has.
 */
export function describe(entity: Entity, json: string | null): Described {
  const record = parsed(json);
  const rule = descriptions[entity];
  const titles = rule.title.map((field) => fieldText(record, field)).filter(Boolean);
  const title = titles[0] ?? fieldText(record, 'id');
  const details = rule.detail
    .map((field) => fieldText(record, field))
    .filter((text) => text !== '' && text !== title);
  const all = [
    title,
    ...titles,
    ...rule.detail.map((field) => fieldText(record, field)),
    ...rule.search.map((field) => fieldText(record, field)),
  ];
  // A registration is typed without its spaces and dashes as often as with them.
  const squeezed = title.replace(/[\s.-]+/g, '');
  if (squeezed !== title) all.push(squeezed);
  return {
    title,
    detail: [...new Set(details)].join(' · '),
    search: [...new Set(all.filter(Boolean))].join('\n'),
  };
}

const ACCENTS = /\p{M}/gu;

/** Text as it is compared in searches: lower case, without accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase();
}

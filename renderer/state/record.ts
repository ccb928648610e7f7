import { instantOf } from '../../shared/rules/instant.ts';
import { recordName, summaryName } from '../../shared/rules/recordName.ts';
import { isFields, parsedJson } from '../../shared/rules/jsonValue.ts';
import type { Entity, Row } from '../bridge.ts';
import { text } from '../text/en.ts';

/**
 * Reading a record's JSON for display. Rows keep the service's text; this parses it once per row
 * object. What must be exact to the letter (All fields) reads the text itself, never this.
 */
export type Fields = ReadonlyMap<string, unknown>;

const cache = new WeakMap<object, Fields>();

/** The own fields of an object, `__proto__` included; empty for anything else. */
export function fieldsOf(value: unknown): Fields {
  return new Map(isFields(value) ? Object.entries(value) : []);
}

/** The fields of a row; empty when its text is not an object. */
export function fieldsOfRow(row: Pick<Row, 'json'>): Fields {
  const known = cache.get(row);
  if (known !== undefined) return known;
  const fields = fieldsOfText(row.json);
  cache.set(row, fields);
  return fields;
}

/** The fields of several rows by their ids. */
export function fieldsById(rows: readonly Pick<Row, 'id' | 'json'>[]): ReadonlyMap<string, Fields> {
  return new Map(rows.map((row) => [row.id, fieldsOfRow(row)]));
}

/** The fields of JSON object text; empty where it is none. */
export function fieldsOfText(json: string | null): Fields {
  return fieldsOf(parsedJson(json));
}

const ENVELOPES = ['data', 'result', 'rows', 'items'];

/** The members of a list, whatever envelope the tenant puts around it; none where it is no list. */
export function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const fields = fieldsOf(value);
  const inner = ENVELOPES.map((key) => fields.get(key)).find(
    (candidate) => typeof candidate === 'object' && candidate !== null,
  );
  return inner === undefined ? [] : listIn(inner);
}

/** The records of a list that was read whole, each by its fields. */
export function listOfText(json: string | null): Fields[] {
  return listIn(parsedJson(json)).map(fieldsOf);
}

/** The value at a dotted path; undefined where the path ends early. */
export function valueAt(fields: Fields, path: string): unknown {
  let current: unknown = fields;
  for (const key of path.split('.')) {
    const map: Fields = current instanceof Map ? (current as Fields) : fieldsOf(current);
    current = map.get(key);
  }
  return current;
}

/** A path's value as text: text and numbers as they are, a summary by its name; null for nothing. */
export function textAt(fields: Fields, path: string): string | null {
  return nameOf(valueAt(fields, path));
}

/** A path's value as a number; tenants also send numbers as text. */
export function numberAt(fields: Fields, path: string): number | null {
  const value = valueAt(fields, path);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Milliseconds since 1970 of an ISO text or of a number of milliseconds or seconds. */
export function instantAt(fields: Fields, path: string): number | null {
  return instantOf(valueAt(fields, path));
}

/** What people call a value: a summary object by its name, a list by its members. */
export function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? text.fact.yes : text.fact.no;
  if (Array.isArray(value)) {
    const names = value.map(nameOf).filter((name) => name !== null);
    return names.length === 0 ? null : names.join(', ');
  }
  const fields = fieldsOf(value);
  return summaryName((field) => fields.get(field)) ?? idIn(fields);
}

/** What a record is called; one that no field names, by its id. */
export function nameOfRow(entity: Entity, row: Pick<Row, 'id' | 'json'>): string {
  const fields = fieldsOfRow(row);
  return recordName(entity, (field) => fields.get(field)) ?? row.id;
}

function idIn(fields: Fields): string | null {
  const id = fields.get('id');
  return (typeof id === 'string' && id.trim() !== '') || typeof id === 'number' ? String(id) : null;
}

/** The id inside a summary, as text; null where the summary has none. */
export function idAt(fields: Fields, path: string): string | null {
  const value = valueAt(fields, path);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return idIn(fieldsOf(value));
}

import { isFields, own } from './jsonValue.ts';
import { entities } from '../model/entity.ts';
import type { Entity } from '../model/entity.ts';

/**
 * By which name a record is shown. The mirror's lists, the search, the outbox with its exports and
 * the desk all ask here, so that a record is called the same everywhere.
 */

/** Reads a field of an object in whatever form it is held; undefined where it has none. */
type Get = (field: string) => unknown;

/** Fields that name an object whose kind is not known, best first. */
export const NAME_FIELDS = [
  'regNo',
  'fullName',
  'name',
  'label',
  'title',
  'defaultLabel',
  'imei',
  'email',
] as const;

/** The name of a summary inside another record; null where no field names it. */
export function summaryName(get: Get): string | null {
  for (const field of NAME_FIELDS) {
    const value = get(field);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Reads the own fields of a parsed value, `__proto__` included; nothing of anything else. */
export function getterOf(value: unknown): Get {
  return (field) => (isFields(value) ? own(value, field) : undefined);
}

/** Readable text of a parsed value: a summary object by its name, a list by its members. */
export function readableText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(readableText).filter(Boolean).join(' ');
  return summaryName(getterOf(value)) ?? '';
}

/** Text of one field, or of several that are named together (`name surname`). */
export function fieldsText(get: Get, fields: string): string {
  return fields
    .split(' ')
    .map((field) => readableText(get(field)))
    .filter(Boolean)
    .join(' ');
}

/** Every name that the fields of a record give it, best first. */
export function recordNames(entity: Entity, get: Get): string[] {
  return entities[entity].name.map((fields) => fieldsText(get, fields)).filter(Boolean);
}

/** What a record of a known kind is called; null where none of its fields names it. */
export function recordName(entity: Entity, get: Get): string | null {
  return recordNames(entity, get)[0] ?? null;
}

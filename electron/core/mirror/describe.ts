import { entities } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { fieldsText, getterOf, recordNames } from '../../../shared/rules/recordName.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';

/**
 * What a record is called and what it is found by, by the table of its kind. Display texts only:
 * they are parsed, so a number may lose digits here; the mirror's text never does.
 */

/** A record's text as a value; null where it is no JSON. */
export function parsedRecord(json: string | null): unknown {
  return parsedJson(json) ?? null;
}

export interface Described {
  title: string;
  detail: string;
  /** Everything it is found by, in the service's spelling. */
  search: string;
}

/** Digits in groups, as phone numbers are written and hardly ever typed. */
const PHONE_NUMBER = /^\+?\(?\d[\d\s()./-]{4,}\d$/;

/**
 * Title, detail and search text of a record's JSON text. The title falls back to the id, which
 * every mirrored record has.
 */
export function describe(entity: Entity, json: string | null): Described {
  return describeRecord(entity, parsedRecord(json));
}

/** The same of a record that was parsed. */
export function describeRecord(entity: Entity, record: unknown): Described {
  const get = getterOf(record);
  const { detail, search } = entities[entity];
  const names = recordNames(entity, get);
  const title = names[0] ?? fieldsText(get, 'id');
  const details = detail.map((field) => fieldsText(get, field));
  const all = [title, ...names, ...details, ...search.map((field) => fieldsText(get, field))];
  for (const text of [...all]) {
    if (PHONE_NUMBER.test(text)) all.push(text.replace(/[^\d+]+/g, ''));
  }
  // A registration is typed without its spaces and dashes as often as with them.
  const squeezed = title.replace(/[\s.-]+/g, '');
  if (squeezed !== title) all.push(squeezed);
  return {
    title,
    detail: [...new Set(details)].filter((text) => text !== '' && text !== title).join(' · '),
    search: [...new Set(all.filter(Boolean))].join('\n'),
  };
}

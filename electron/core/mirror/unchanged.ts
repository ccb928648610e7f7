import type { Entity } from '../../../shared/model/entity.ts';
import { eachElement, firstValueAt, idOf, valueEnd } from '../../../shared/rules/jsonReader.ts';
import type { WritableDb } from '../db/handles.ts';
import { batchIds } from './pageBatch.ts';
import * as t from '../db/schema.ts';
import { select } from '../db/statement.ts';

/**
 * Which rows of a page are in the mirror to the letter. Most are, in most scans: they are told by
 * a comparison of texts, and only the rest is read by SQLite's JSON functions.
 */

export interface Sorted {
  /** Ids of all rows in their order, '' without one. */
  ids: string[];
  /** Ids of the rows of which nothing has to be written. */
  unchanged: string[];
  /** All other rows in their order, as they are spelled; they are yet to be checked. */
  rest: string[];
  /** Their ids, '' without one. */
  restIds: string[];
  /** The text without its rows, valid JSON. */
  around: string;
}

const PLAIN_BASE = select({ base: t.record.base })`FROM ${t.record} WHERE ${t.record.entity} = ?
  AND ${t.record.id} = ? AND ${t.record.archived} = 0 AND ${t.record.listed} = 1
  AND ${t.record.pending} = 0 AND ${t.record.absences} = 0 AND ${t.record.overlay} IS NULL`;

/** Where a payload begins, by its dotted place; -1 where there is none. */
export function payloadAt(text: string, place: string): number {
  const keys = place === '' ? [] : place.split('.');
  return keys.reduce((from, key) => (from === -1 ? -1 : firstValueAt(text, key, from)), 0);
}

/**
 * Sorts out the rows that a record holds to the letter, where that record is living and listed, has
 * no pending write and was not missed by the last scan. Such a row is as valid as the record is; any
 * other is left to those who check it. Null where the answer is no JSON, or holds no list there.
 */
export function sortRows(
  db: WritableDb,
  entity: Entity,
  text: string,
  place: string,
): Sorted | null {
  const ids: string[] = [];
  const unchanged: string[] = [];
  const rest: string[] = [];
  const restIds: string[] = [];
  // Of a record that comes twice each row counts after the one before it.
  const met = batchIds(db, entity);
  const read = (at: number): number => {
    const id = text[at] === '{' ? idOf(text, at) : '';
    ids.push(id);
    const base = id === '' || met.has(id) ? null : plainBase(db, entity, id);
    // A whole object ends where it ends, whatever follows: the row is that text.
    if (base !== null && text.startsWith(base, at)) {
      unchanged.push(id);
      return at + base.length;
    }
    const end = valueEnd(text, at);
    rest.push(text.slice(at, end));
    restIds.push(id);
    met.add(id);
    return end;
  };
  try {
    const start = payloadAt(text, place);
    if (start === -1) return null;
    const end = eachElement(text, start, read);
    const around = `${text.slice(0, start)}[]${text.slice(end)}`;
    JSON.parse(around);
    return { ids, unchanged, rest, restIds, around };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The text of a record that is nothing but its base. One that is said to be no longer listed has
 * to be said to be listed again: a person who kept it left it without an absence.
 */
function plainBase(db: WritableDb, entity: Entity, id: string): string | null {
  const record = db.one(PLAIN_BASE, [entity, id]);
  return record?.base ?? null;
}

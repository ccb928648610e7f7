import type { Entity } from '../../../../shared/model/entity.ts';
import { eachElement, firstValueAt, idOf, valueEnd } from '../../../../shared/rules/jsonReader.ts';
import type { WritableDb } from '../handles.ts';
import { gatheredIds } from './gathered.ts';

/**
 * Which rows of a page are in the mirror to the letter. Most are, in most scans: they are told by
 * a comparison of texts, and only the rest is read by SQLite's JSON functions.
 */

export interface Sorted {
  /** Ids of the rows of which nothing has to be written. */
  unchanged: string[];
  /** A list of all other rows, in their order, that is yet to be checked. */
  rest: string;
}

/**
 * Sorts out the rows that a record holds to the letter, where that record is living, has no
 * pending write and was not missed by the last scan. Such a row is as valid as the record is; any
 * other is left to those who check it. Null where the answer is no JSON, or no list.
 */
export function sortRows(
  db: WritableDb,
  entity: Entity,
  text: string,
  path: string,
): Sorted | null {
  const unchanged: string[] = [];
  const rest: string[] = [];
  // Of a record that comes twice each row counts after the one before it.
  const met = gatheredIds(db, entity);
  const read = (at: number): number => {
    const id = text[at] === '{' ? idOf(text, at) : '';
    const base = id === '' || met.has(id) ? null : plainBase(db, entity, id);
    // A whole object ends where it ends, whatever follows: the row is that text.
    if (base !== null && text.startsWith(base, at)) {
      unchanged.push(id);
      return at + base.length;
    }
    const end = valueEnd(text, at);
    rest.push(text.slice(at, end));
    met.add(id);
    return end;
  };
  try {
    const start = path
      .split('.')
      .slice(1)
      .reduce((from, key) => {
        const found = firstValueAt(text, key.replaceAll('"', ''), from);
        if (found === -1) throw new SyntaxError('There is no list');
        return found;
      }, 0);
    const end = eachElement(text, start, read);
    // What stands around the rows has to be JSON as well.
    JSON.parse(`${text.slice(0, start)}[]${text.slice(end)}`);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return { unchanged, rest: `[${rest.join(',')}]` };
}

/** The text of a record that is nothing but its base. */
function plainBase(db: WritableDb, entity: Entity, id: string): string | null {
  const record = db.one<{ base: string | null }>(
    `SELECT base FROM record WHERE entity = ? AND id = ?
       AND archived = 0 AND pending = 0 AND absences = 0 AND overlay IS NULL`,
    [entity, id],
  );
  return record?.base ?? null;
}

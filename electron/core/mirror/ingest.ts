import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { entities } from '../../../shared/model/entity.ts';
import { isArchivedRecord } from '../../../shared/rules/archived.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { TEMPORARY_GLOB } from '../../../shared/rules/temporaryId.ts';
import type { WritableDb } from '../db/handles.ts';
import { Refusal } from '../db/refusal.ts';
import {
  archivedSql,
  addToBatch,
  isOvertaken,
  layOverKnown,
  mayWait,
  setBase,
  writeBatch,
  noteRead,
} from './pageBatch.ts';
import { rebaseRead } from './overlay.ts';
import { stageIds } from './staging.ts';
import { payloadAt, sortRows, type Sorted } from './unchanged.ts';
import { openPage, pageRow } from './workTables.ts';
import * as t from '../db/schema.ts';
import { into, select, statement } from '../db/statement.ts';

/** How the service's texts enter the mirror: by `json_valid` and `json_each`, never as values. */

/**
 * The id of a row as text: strings decoded, numbers by their spelling (`->>` would round those
 * beyond int64). Null for rows without one, and for what only Waybill calls a record.
 */
export function idSql(value: string, entity: Entity): SQL {
  const options = entities[entity].ids.map(
    (key) => `CASE json_type(${value}, '$.${key}')
      WHEN 'text' THEN CASE WHEN ${value} ->> '$.${key}' NOT GLOB '${TEMPORARY_GLOB}'
        THEN nullif(${value} ->> '$.${key}', '') END
      WHEN 'integer' THEN ${value} -> '$.${key}'
      WHEN 'real' THEN ${value} -> '$.${key}' END`,
  );
  return sql.raw(options.length === 1 ? options.join('') : `coalesce(${options.join(', ')})`);
}

const ADD_ROW = statement`INSERT INTO ${into(pageRow, 'n', 'id', 'json', 'archived', 'readAt')}
  VALUES (?, ?, ?, ?, ?)`;

function notJson(what: string): Refusal {
  return new Refusal({
    kind: 'server',
    code: 'mirror.notJson',
    message: `The service answered something that is not ${what}.`,
    safe: 'Nothing in the mirror was changed.',
    next: 'retry',
  });
}

function emptyPage(db: WritableDb): void {
  openPage(db);
  db.run(statement`DELETE FROM ${pageRow}`);
}

/** Whether a record says of itself that it is archived, as `archivedSql` reads it; null: not plain. */
function plainArchived(row: string): 0 | 1 | null {
  try {
    const value: unknown = JSON.parse(row);
    // What JavaScript spells otherwise (numbers, white space, keys that come twice) is SQLite's.
    if (typeof value !== 'object' || value === null || JSON.stringify(value) !== row) return null;
    return isArchivedRecord(value) ? 1 : 0;
  } catch {
    return null;
  }
}

/**
 * Loads rows that are spelled in the plainest way, as most services spell all of theirs, without
 * SQLite's JSON functions, which take ten times as long. False where any is not: then none counts.
 */
function loadPlain(db: WritableDb, { entity, readAt }: Loaded, sorted: Sorted): boolean {
  if (entities[entity].ids.length > 1 || sorted.restIds.includes('')) return false;
  emptyPage(db);
  for (const [n, row] of sorted.rest.entries()) {
    const archived = plainArchived(row);
    if (archived === null) return false;
    db.run(ADD_ROW, [n, sorted.restIds[n] ?? null, row, archived, readAt]);
  }
  return true;
}

/**
 * Rows of one answer, as a temporary table that the statements below share. The answer is read
 * once: what is wrong with it is only looked for when it did not come out as a list.
 */
function loadRows(db: WritableDb, { entity, text, path, readAt }: RowsInput): number {
  emptyPage(db);
  const isList = (): boolean =>
    db.one(
      select({ type: sql<string | null>`CASE WHEN json_valid(?) THEN json_type(?, ?) END` })``,
      [text, text, path],
    )?.type === 'array';
  let rows: number;
  try {
    // OFFSET keeps the inner select apart, so that each row's text is spelled once. Members of
    // anything but an array have no number, which the key refuses.
    rows = db.run(
      statement`INSERT INTO ${into(pageRow, 'n', 'id', 'json', 'archived', 'readAt')}
        SELECT key, ${idSql('value', entity)}, value, ${archivedSql(sql`value`)}, ? FROM (
        SELECT CASE typeof(key) WHEN 'integer' THEN key ELSE '' END AS key, CASE type
        WHEN 'object' THEN value ELSE '{}' END AS value FROM json_each(CASE
        WHEN json_valid(?) THEN ? END, ?) LIMIT -1 OFFSET 0)`,
      [readAt, text, text, path],
    );
  } catch (error) {
    if (!isList()) throw notJson('a list of records');
    throw error;
  }
  if (rows === 0 && !isList()) throw notJson('a list of records');
  return rows;
}

export interface RowsInput {
  entity: Entity;
  /** The answer's text, and the SQLite JSON path of its rows. */
  text: string;
  path: string;
  /** When it was asked for, ms since 1970. */
  readAt: number;
  /** When it is taken in; without it, at once. */
  now?: number;
}

export interface Ingested {
  /** Rows in the answer, and those among them that are no records (no object, no id). */
  rows: number;
  bad: number;
  /** Rows that say of themselves that they are archived. */
  archived: number;
  /** Ids that the running scan had not met before. */
  staged: number;
  /** What was written, of this page and of those before it. */
  added: number;
  changed: number;
}

/** A page of a list; with `generation` its ids are staged for the running scan. */
type PageInput = RowsInput & { generation?: number };

/**
 * Takes a page of a list into the mirror: new records are added, known ones changed where their
 * text differs, nothing is removed. Of a running scan a few changes wait for each other.
 */
export function ingestRows(db: WritableDb, input: PageInput): Ingested {
  const place = input.path.split('.').slice(1).join('.').replaceAll('"', '');
  const sorted = sortRows(db, input.entity, input.text, place);
  if (sorted === null) return takeLoaded(db, input, loadRows(db, input), []);
  return takeSorted(db, input, sorted) ?? takeLoaded(db, input, loadRows(db, input), []);
}

/** What is needed of a page beside its rows. */
type Loaded = Omit<PageInput, 'text' | 'path'>;

/** Takes the rows of a page that was sorted out; null where they are no JSON. */
function takeSorted(db: WritableDb, input: Loaded, sorted: Sorted): Ingested | null {
  if (loadPlain(db, input, sorted)) {
    return takeLoaded(db, input, sorted.rest.length, sorted.unchanged);
  }
  const text = `[${sorted.rest.join(',')}]`;
  if (!isJson(text)) return null;
  const rows = loadRows(db, { ...input, text, path: '$' });
  return takeLoaded(db, input, rows, sorted.unchanged);
}

/** Takes rows that were loaded, and counts others that need not be looked at. */
function takeLoaded(
  db: WritableDb,
  { entity, generation, readAt, now = readAt }: Loaded,
  rows: number,
  unchanged: readonly string[],
): Ingested {
  const facts = db.one(
    select({
      bad: sql<number>`count(*) FILTER (WHERE ${pageRow.id} IS NULL)`,
      archived: sql<number>`count(*) FILTER (WHERE ${pageRow.archived})`,
    })`FROM ${pageRow}`,
  );
  let staged = 0;
  if (generation !== undefined) {
    const ids = sql`SELECT ${pageRow.id} AS id FROM ${pageRow} WHERE ${pageRow.id} IS NOT NULL
      UNION ALL SELECT value FROM json_each(?)`;
    staged = stageIds(db, entity, generation, ids, [JSON.stringify(unchanged)]);
  }
  addToBatch(db, entity);
  const waits = generation !== undefined && mayWait(db, entity, readAt);
  const written = waits ? { added: 0, changed: 0 } : writeBatch(db, entity, now);
  return {
    rows: unchanged.length + rows,
    bad: facts?.bad ?? 0,
    archived: facts?.archived ?? 0,
    staged,
    ...written,
  };
}

export interface BodyInput {
  entity: Entity;
  bytes: Uint8Array;
  /** Where the rows may lie, dotted, in the order to try. */
  places: readonly string[];
  readAt: number;
  now: number;
  generation: number;
}

export type TakenBody =
  | ({ is: 'taken'; ids: string[]; around: string } & Ingested)
  /** Nothing was done with it: it has to be looked at more closely. */
  | { is: 'odd'; bytes: Uint8Array };

/** Rows that one transaction writes at most, so that a person's own write never waits long. */
const MOST_WRITTEN = 250;

/**
 * Takes a page as it came off the network, where it is plainly a list of records; anything else is
 * given back. Nothing is written before all of it was found valid.
 */
export function ingestBody(db: WritableDb, input: BodyInput): TakenBody {
  const { entity, bytes, readAt, now, generation } = input;
  const odd: TakenBody = { is: 'odd', bytes };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return odd;
  }
  const sorted = firstSorted(db, entity, text, input.places);
  if (sorted === null || sorted.rest.length > MOST_WRITTEN) return odd;
  const { ids, around } = sorted;
  if (ids.length > 0 && ids.every((id) => id === '')) return odd;
  const taken = takeSorted(db, { entity, readAt, now, generation }, sorted);
  return taken === null ? odd : { is: 'taken', ids, around, ...taken };
}

function firstSorted(
  db: WritableDb,
  entity: Entity,
  text: string,
  places: readonly string[],
): Sorted | null {
  const place = places.find((one) => hasPayload(text, one));
  return place === undefined ? null : sortRows(db, entity, text, place);
}

function hasPayload(text: string, place: string): boolean {
  try {
    return payloadAt(text, place) !== -1;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const ingestWrites = {
  'records.ingest': ingestRows,
  'records.ingestBody': ingestBody,

  /**
   * Writes telemetry of known vehicles, those in `ids`. Only a changed status is told to tables.
   */
  'records.telemetry': (
    db: WritableDb,
    input: RowsInput & { ids: readonly string[]; tell: boolean },
  ) => {
    loadRows(db, input);
    db.run(
      statement`DELETE FROM ${pageRow} WHERE ${pageRow.id} IS NULL
        OR ${pageRow.id} NOT IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(input.ids)],
    );
    const lay = () => layOverKnown(db, input.entity, 'page_row', input.now ?? input.readAt);
    return { changed: input.tell ? lay() : db.quietly(lay) };
  },

  /**
   * Keeps a complete record, which replaces what was known: keys that it lacks are gone. One that
   * was asked for before a write of ours was confirmed is passed over. Refuses an answer that is no
   * object, or that is a record with another id.
   */
  'records.put': (db: WritableDb, input: RowsInput & { id: string }) => {
    const { entity, id, readAt, now = readAt } = input;
    const read = db.one(
      select({
        type: sql<string | null>`json_type(json)`,
        json: sql<string | null>`json`,
        found: sql<string | null>`${idSql('json', entity)}`,
      })`FROM (SELECT CASE WHEN json_valid(?) THEN ? -> ? END AS json) AS answer`,
      [input.text, input.text, input.path],
    );
    if (typeof read?.json !== 'string' || read.type !== 'object') throw notJson('a record');
    if (read.found !== null && read.found !== id) {
      throw new Refusal({
        kind: 'server',
        code: 'mirror.otherRecord',
        message: `The service answered with record ${read.found} instead of ${id}.`,
        safe: 'Nothing in the mirror was changed.',
        next: 'retry',
      });
    }
    const known = db.one(
      select({
        rowid: t.record.rowid,
        id: t.record.id,
        base: t.record.base,
        overlay: t.record.overlay,
        pending: t.record.pending,
      })`FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`,
      [entity, id],
    );
    if (isOvertaken(db, { entity, id, readAt, now }, '>='))
      return { json: known?.base ?? read.json };
    if (known === undefined) {
      db.run(
        statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'archived', 'readAt')}
          VALUES (?, ?, ?, ${archivedSql(sql`?`)}, ?)`,
        [entity, id, read.json, read.json, readAt],
      );
      // Writes that came back out of the journal may wait for it.
      rebaseRead(db, entity, id);
    } else if (known.base === read.json) {
      noteRead(db, entity, known, readAt);
    } else {
      setBase(db, entity, known, read.json, readAt);
    }
    return { json: read.json };
  },
} as const;

import type { Entity } from '../../../../shared/model/entity.ts';
import type { WritableDb } from '../handles.ts';
import { Refusal } from '../refusal.ts';
import { layOver } from '../projection.ts';
import { rebase } from './overlay.ts';

/** How the service's texts enter the mirror: by `json_valid` and `json_each`, never by a parser. */

/** Keys that identify rows of small reference lists which have no `id`. */
const SUBSTITUTE_IDS: Partial<Record<Entity, readonly string[]>> = {
  role: ['id', 'name'],
  plan: ['id', 'name'],
  timezone: ['id', 'name', 'offset'],
  theme: ['id', 'name'],
  language: ['id', 'code', 'name'],
  fuelType: ['id', 'name'],
  vehicleType: ['id', 'name'],
  cameraEventType: ['id', 'name', 'type'],
};

/**
 * The id of a row as text: strings decoded, numbers by their spelling (`->>` would round those
 * beyond int64). Null for rows without one.
 */
function idSql(value: string, entity: Entity): string {
  const options = (SUBSTITUTE_IDS[entity] ?? ['id']).map(
    (key) => `CASE json_type(${value}, '$.${key}')
      WHEN 'text' THEN nullif(${value} ->> '$.${key}', '')
      WHEN 'integer' THEN ${value} -> '$.${key}'
      WHEN 'real' THEN ${value} -> '$.${key}' END`,
  );
  return options.length === 1 ? options.join('') : `coalesce(${options.join(', ')})`;
}

/** Whether a record's own text says that it is archived. */
export function archivedSql(json: string): string {
  return `(coalesce(${json} ->> '$.status', '') = 'archived'
    OR coalesce(json_type(${json}, '$.archivedAt'), 'null') <> 'null')`;
}

function notJson(what: string): Refusal {
  return new Refusal({
    kind: 'server',
    code: 'mirror.notJson',
    message: `The service answered something that is not ${what}.`,
    safe: 'Nothing in the mirror was changed.',
    next: 'retry',
  });
}

/**
 * Rows of one answer, as a temporary table that the statements below share. The answer is read
 * once: what is wrong with it is only looked for when it did not come out as a list.
 */
function loadRows(db: WritableDb, entity: Entity, text: string, path: string): number {
  db.run(
    `CREATE TEMP TABLE IF NOT EXISTS page_row
       (n INTEGER PRIMARY KEY, id TEXT, json TEXT NOT NULL, archived INTEGER NOT NULL)`,
  );
  db.run('DELETE FROM temp.page_row');
  const isList = (): boolean =>
    db.one<{ type: string | null }>(
      'SELECT CASE WHEN json_valid(?) THEN json_type(?, ?) END AS type',
      [text, text, path],
    )?.type === 'array';
  let rows: number;
  try {
    // OFFSET keeps the inner select apart, so that each row's text is spelled once. Members of
    // anything but an array have no number, which the key refuses.
    rows = db.run(
      `INSERT INTO temp.page_row (n, id, json, archived)
       SELECT key, ${idSql('value', entity)}, value, ${archivedSql('value')} FROM (
         SELECT CASE typeof(key) WHEN 'integer' THEN key ELSE '' END AS key,
           CASE type WHEN 'object' THEN value ELSE '{}' END AS value
         FROM json_each(CASE WHEN json_valid(?) THEN ? END, ?) LIMIT -1 OFFSET 0)`,
      [text, text, path],
    );
  } catch (error) {
    if (!isList()) throw notJson('a list of records');
    throw error;
  }
  if (rows === 0 && !isList()) throw notJson('a list of records');
  return rows;
}

interface Known {
  rowid: number;
  id: string;
  base: string | null;
  overlay: string | null;
  pending: number;
  row: string;
}

/** Sets a known record's base; what pending ops make of it is worked out anew. */
function setBase(db: WritableDb, entity: Entity, known: Known, base: string, readAt: number): void {
  if (known.pending === 0 && known.overlay === null) {
    db.run(
      `UPDATE record SET base = ?, archived = ${archivedSql('?')}, read_at = ? WHERE rowid = ?`,
      [base, base, base, readAt, known.rowid],
    );
    return;
  }
  db.run('UPDATE record SET base = ?, read_at = ? WHERE rowid = ?', [base, readAt, known.rowid]);
  rebase(db, entity, known.id);
}

export interface RowsInput {
  entity: Entity;
  /** The answer's text, and the SQLite JSON path of its rows. */
  text: string;
  path: string;
  readAt: number;
}

export interface Ingested {
  /** Rows in the answer, and those among them that are no records (no object, no id). */
  rows: number;
  bad: number;
  /** Rows that say of themselves that they are archived. */
  archived: number;
  /** Ids that the running scan had not met before. */
  staged: number;
  added: number;
  changed: number;
}

/** Records that are new here though writes wait for them: those came back out of the journal. */
function rebaseAwaited(db: WritableDb, entity: Entity): void {
  const awaited = db.all<{ id: string }>(
    `SELECT DISTINCT l.id FROM op_lane l JOIN temp.page_row p ON p.id = l.id
     JOIN record r ON r.entity = l.entity AND r.id = l.id
     WHERE l.entity = ? AND r.pending = 0`,
    [entity],
  );
  for (const { id } of awaited) rebase(db, entity, id);
}

/** Updates the known records among the loaded rows whose text differs. */
function layOverKnown(db: WritableDb, entity: Entity, now: number): number {
  const differing = db.all<Known>(
    `SELECT record.rowid, record.id, base, overlay, pending, page_row.json AS row
     FROM temp.page_row JOIN record ON record.entity = ? AND record.id = page_row.id
     WHERE record.base IS NOT page_row.json ORDER BY page_row.n`,
    [entity],
  );
  let changed = 0;
  const seen = new Map<number, string>();
  for (const known of differing) {
    const before = seen.get(known.rowid) ?? known.base;
    const base = before === null ? known.row : layOver(before, known.row);
    if (base === before) continue;
    setBase(db, entity, known, base, now);
    seen.set(known.rowid, base);
    changed += 1;
  }
  return changed;
}

/**
 * Takes a page of a list into the mirror: new records are added, known ones changed where their
 * text differs, nothing is removed. With `generation` the ids are staged for the running scan.
 */
export function ingestRows(
  db: WritableDb,
  input: RowsInput & { generation?: number; page?: number },
): Ingested {
  const { entity, readAt } = input;
  const rows = loadRows(db, entity, input.text, input.path);
  const facts = db.one<{ bad: number; archived: number }>(
    `SELECT count(*) FILTER (WHERE id IS NULL) AS bad, count(*) FILTER (WHERE archived) AS archived
     FROM temp.page_row`,
  );
  const staged =
    input.generation === undefined
      ? 0
      : db.run(
          `INSERT OR IGNORE INTO staging (entity, generation, id, page)
           SELECT ?, ?, id, ? FROM temp.page_row WHERE id IS NOT NULL`,
          [entity, input.generation, input.page ?? 1],
        );
  const added = db.run(
    `INSERT INTO record (entity, id, base, archived, read_at)
     SELECT ?, id, json, archived, ? FROM temp.page_row
     WHERE id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM record WHERE record.entity = ? AND record.id = page_row.id)
     ORDER BY n
     ON CONFLICT (entity, id) DO NOTHING`,
    [entity, readAt, entity],
  );
  if (added > 0) rebaseAwaited(db, entity);
  const changed = layOverKnown(db, entity, readAt);
  // Few are ever missed: their index is looked through, not the page.
  db.run(
    `UPDATE record INDEXED BY record_absent SET listed = 1, absences = 0
     WHERE entity = ? AND absences > 0 AND id IN (SELECT id FROM temp.page_row)`,
    [entity],
  );
  return { rows, bad: facts?.bad ?? 0, archived: facts?.archived ?? 0, staged, added, changed };
}

export const ingestWrites = {
  'records.ingest': ingestRows,

  /**
   * Writes telemetry of known vehicles, those in `ids`. Only a changed status is told to tables.
   */
  'records.telemetry': (
    db: WritableDb,
    input: RowsInput & { ids: readonly string[]; tell: boolean },
  ) => {
    loadRows(db, input.entity, input.text, input.path);
    db.run(
      'DELETE FROM temp.page_row WHERE id IS NULL OR id NOT IN (SELECT value FROM json_each(?))',
      [JSON.stringify(input.ids)],
    );
    const lay = () => layOverKnown(db, input.entity, input.readAt);
    return { changed: input.tell ? lay() : db.quietly(lay) };
  },

  /**
   * Keeps a complete record, which replaces what was known: keys that it lacks are gone. Refuses
   * an answer that is no object, or that is a record with another id.
   */
  'records.put': (db: WritableDb, input: RowsInput & { id: string }) => {
    const { entity, id, readAt } = input;
    const read = db.one<{ type: string | null; json: string | null; found: string | null }>(
      `WITH answer(json) AS (SELECT CASE WHEN json_valid(?) THEN ? -> ? END)
       SELECT json_type(json) AS type, json, ${idSql('json', entity)} AS found FROM answer`,
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
    const known = db.one<Known>(
      `SELECT rowid, id, base, overlay, pending, '' AS row FROM record WHERE entity = ? AND id = ?`,
      [entity, id],
    );
    if (known === undefined) {
      db.run(
        `INSERT INTO record (entity, id, base, archived, read_at)
         VALUES (?, ?, ?, ${archivedSql('?')}, ?)`,
        [entity, id, read.json, read.json, read.json, readAt],
      );
    } else if (known.base === read.json) {
      // Fresh, not different: the age is no news to a table.
      db.run('UPDATE record SET read_at = ? WHERE rowid = ?', [readAt, known.rowid]);
      if (known.pending > 0 || known.overlay !== null) rebase(db, entity, id);
    } else {
      setBase(db, entity, known, read.json, readAt);
    }
    return { json: read.json };
  },
} as const;

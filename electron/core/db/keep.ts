import type { OpState } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { isOpen } from '../outbox/states.ts';
import type { Handle, Kept } from './handles.ts';
import { openJournal, readJournal } from './journal.ts';
import type { Columns, JournalEntry } from './journal.ts';
import { rebase } from './queries/overlay.ts';

/** Beyond this the journal is rewritten at start: settled writes leave it. */
const LARGE_BYTES = 16 * 1024 * 1024;

/** Columns by table; the bytes of a quarantined op are those of its other columns. */
const KEEPS = {
  op: `id, seq, payload_version, endpoint, entity, target_id, also_entity, also_id, params, patch,
    extra, before, label, state, hold, hold_until, attempts, depends_on, seen_before, last_status,
    last_body, error, conflicts, undoes, created_at, updated_at, sent_at`,
  id_map: 'entity, temporary_id, id',
  desk: 'key, value',
} as const;
const KEYS = { op: 'id', id_map: 'temporary_id', desk: 'key' } as const;

/**
 * Opens the journal beside a database. A database without any write, beside a journal that has
 * some, was lost: they come back out of it.
 */
export function attachJournal(handle: Handle, file: string): void {
  handle.raw.function('note_kept', (table: unknown, key: unknown) => {
    if (table === 'op' || table === 'id_map' || table === 'desk') {
      handle.noteKept({ table, key: String(key) });
    }
    return null;
  });
  for (const table of ['op', 'id_map', 'desk'] as const) {
    handle.raw.exec(`
      CREATE TEMP TRIGGER keep_${table}_insert AFTER INSERT ON main.${table} BEGIN
        SELECT note_kept('${table}', new.${KEYS[table]}); END;
      CREATE TEMP TRIGGER keep_${table}_update AFTER UPDATE ON main.${table} BEGIN
        SELECT note_kept('${table}', new.${KEYS[table]}); END;`);
  }
  handle.raw.exec(`CREATE TEMP TRIGGER keep_desk_delete AFTER DELETE ON main.desk BEGIN
    SELECT note_kept('desk', old.key); END;`);
  const { n } = handle.one<{ n: number }>(
    'SELECT (SELECT count(*) FROM op) + (SELECT count(*) FROM desk) AS n',
  ) ?? { n: 0 };
  if (n === 0) handle.raw.transaction(() => restore(handle, file)).immediate();
  handle.journal = openJournal(file);
  if (handle.journal.size() > LARGE_BYTES) handle.journal.rewrite(everythingKept(handle));
}

/** Writes what the running transaction changed to the journal, before it commits. */
export function keepWritten(handle: Handle, written: readonly Kept[]): void {
  handle.journal?.append(written.map((kept) => entryFor(handle, kept)));
}

function entryFor(handle: Handle, { table, key }: Kept): JournalEntry {
  const row = handle.one<Columns>(`SELECT ${KEEPS[table]} FROM ${table} WHERE ${KEYS[table]} = ?`, [
    key,
  ]);
  return { table, row: row ?? { [KEYS[table]]: key, value: null } };
}

function everythingKept(handle: Handle): JournalEntry[] {
  const rows = (table: JournalEntry['table'], where: string): JournalEntry[] =>
    handle
      .all<Columns>(`SELECT ${KEEPS[table]} FROM ${table} ${where}`)
      .map((row) => ({ table, row }));
  return [
    ...rows('op', "WHERE state NOT IN ('CONFIRMED', 'CANCELLED') ORDER BY seq"),
    ...rows('id_map', ''),
    ...rows('desk', ''),
  ];
}

/**
 * Puts what the journal holds into an empty database. What was never sent is proven by an intact
 * journal, since SENDING was in it before the first byte left; a damaged one proves nothing, and
 * every open write has to be verified.
 */
function restore(handle: Handle, file: string): void {
  const { entries, state } = readJournal(file);
  const newest = new Map<string, JournalEntry>();
  for (const entry of entries) {
    newest.set(`${entry.table} ${String(entry.row[KEYS[entry.table]])}`, entry);
  }
  for (const { table, row } of newest.values()) {
    if (table === 'desk' && row['value'] === null) continue;
    const columns = KEEPS[table].split(',').map((column) => column.trim());
    const values = columns.map((column) => row[column] ?? null);
    if (table === 'op' && state === 'damaged' && row['state'] === 'QUEUED') {
      values[columns.indexOf('state')] = 'UNCERTAIN';
    }
    handle.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      values,
    );
  }
  const ops = handle.all<OpPlace>(
    'SELECT seq, state, entity, target_id, also_entity, also_id FROM op ORDER BY seq',
  );
  for (const op of ops) if (isOpen(op.state)) putBack(handle, op);
}

interface OpPlace {
  seq: number;
  state: OpState;
  entity: Entity;
  target_id: string;
  also_entity: Entity | null;
  also_id: string | null;
}

/** An open op holds its lanes again; a record that exists only here is made again out of it. */
function putBack(handle: Handle, op: OpPlace): void {
  if (op.target_id.startsWith('tmp-')) {
    handle.run(
      `INSERT INTO record (entity, id, base, temporary) VALUES (?, ?, NULL, 1)
       ON CONFLICT (entity, id) DO NOTHING`,
      [op.entity, op.target_id],
    );
  }
  const lanes: [Entity, string][] = [[op.entity, op.target_id]];
  if (op.also_entity !== null && op.also_id !== null) lanes.push([op.also_entity, op.also_id]);
  for (const [entity, id] of lanes) {
    handle.run('INSERT OR REPLACE INTO op_lane (entity, id, seq, blocks) VALUES (?, ?, ?, 1)', [
      entity,
      id,
      op.seq,
    ]);
    rebase(handle, entity, id);
  }
}

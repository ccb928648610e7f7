import { sql } from 'drizzle-orm';
import Database from 'better-sqlite3';
import { OF_THE_CORE } from '../../../shared/ipc/recovery.ts';
import type { OpState } from '../../../shared/ipc/shapes.ts';
import type { AppError } from '../../../shared/result.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { ORPHANED, REASONS } from '../outbox/model/remedies.ts';
import { decodeOp } from '../outbox/model/record.ts';
import type { OpColumns } from '../outbox/model/record.ts';
import { ruleOf } from '../outbox/model/rule.ts';
import { isWriteName } from '../../../shared/api/catalogue.ts';
import type { Handle } from '../db/handles.ts';
import type { JournalEntry } from '../db/journal.ts';
import { JOURNALED, JOURNALED_TABLES } from '../db/journaledTables.ts';
import type { JournaledTable } from '../db/journaledTables.ts';
import { forgetTemporary } from '../outbox/store/enqueue.ts';
import { addHistory, enterLanes, lanesOfColumns, leaveLanes } from '../outbox/store/opStore.ts';
import type { Lane } from '../outbox/store/opStore.ts';
import { NOTHING_WAITS, dropUnread, rebase } from '../mirror/overlay.ts';
import { remap } from '../outbox/store/temporaryIds.ts';
import {
  isTemporaryId,
  opIdOf,
  temporaryIdsIn,
  temporaryIdsOf,
} from '../../../shared/rules/temporaryId.ts';
import { OP_STATES, isOpen } from '../../../shared/rules/opStates.ts';
import * as t from '../db/schema.ts';
import { into, names, plainStatement, select, statement } from '../db/statement.ts';

/** What a person made in the desk itself. */
const OF_THE_DESK: ReadonlySet<JournaledTable> = new Set([
  'desk',
  'answer_request',
  'review_event',
]);

/** How entries of a journal, or rows read out of a damaged file, enter a database. */
export interface RestoreOptions {
  /**
   * What happens to a row that the database has too: `replace` where the entries are the later
   * ones, `keep` where the database is.
   */
  known: 'replace' | 'keep';
  /**
   * Whether the entries prove the states that they tell. Otherwise every open write becomes
   * UNCERTAIN, so that it is verified before it is ever sent again.
   */
  proven: boolean;
  /** For the history of what had to become uncertain; ms since 1970. */
  nowMs: number;
}

/**
 * Puts rows back, with everything that hangs on them: the lanes of writes, records that exist only
 * here, what the desk shows. To be called inside a transaction. Doing it twice is doing it once.
 */
export function restoreEntries(
  handle: Handle,
  entries: readonly JournalEntry[],
  options: RestoreOptions,
): Restored {
  const restored: Restored = { ops: [], desk: 0, trash: 0 };
  const newest = new Map<string, JournalEntry>();
  for (const entry of entries) newest.set(`${entry.table} ${keyOf(entry)}`, entry);
  const lanes = new Map<string, Lane>();
  const note = (changed: readonly Lane[]): void => {
    for (const lane of changed) lanes.set(`${lane.entity} ${lane.id}`, lane);
  };
  for (const table of JOURNALED_TABLES) {
    for (const entry of newest.values()) {
      if (entry.table !== table) continue;
      if (options.known === 'keep' && isKnown(handle, entry)) continue;
      const changed = put(handle, entry, options);
      if (changed === null || isGone(entry)) continue;
      note(changed);
      if (table === 'op') restored.ops.push(keyOf(entry));
      if (table === 'trash') restored.trash += 1;
      if (OF_THE_DESK.has(table) && !keyOf(entry).startsWith(OF_THE_CORE)) restored.desk += 1;
    }
  }
  note(mendTemporary(handle, options.nowMs));
  for (const { entity, id } of lanes.values()) rebase(handle, entity, id);
  return restored;
}

/** What came back: the ids of ops, and how many of the rest. */
export interface Restored {
  ops: string[];
  desk: number;
  trash: number;
}

/** Puts one row back; null where what damage has left of it is no row any more. */
function put(handle: Handle, entry: JournalEntry, options: RestoreOptions): Lane[] | null {
  const act = (): Lane[] => {
    if (entry.table === 'op') return putOp(handle, entry, options);
    putRow(handle, entry);
    return [];
  };
  if (options.proven) return act();
  try {
    // A transaction inside of one is a savepoint.
    return handle.transaction(act);
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) {
      return null;
    }
    throw error;
  }
}

/** Makes an open write UNCERTAIN whose state nothing proves; one that a person holds stays held. */
export function doubt(handle: Handle, op: OpColumns, nowMs: number): void {
  if (op.state === 'UNCERTAIN') return;
  const at = Math.max(nowMs, op.updated_at);
  handle.run(
    statement`UPDATE ${t.op} SET ${names(t.op.state)} = 'UNCERTAIN', ${names(t.op.error)} = NULL,
      ${names(t.op.conflicts)} = NULL, ${names(t.op.updatedAt)} = ? WHERE ${t.op.id} = ?`,
    [at, op.id],
  );
  addHistory(handle, op.id, at, null, 'UNCERTAIN', 'came back from a copy that proves nothing');
}

function keyOf({ table, row }: JournalEntry): string {
  return String(row[JOURNALED[table].key]);
}

function isKnown(handle: Handle, entry: JournalEntry): boolean {
  const { key } = JOURNALED[entry.table];
  return (
    handle.one(plainStatement(`SELECT 1 FROM ${entry.table} WHERE ${key} = ?`), [
      entry.row[key] ?? null,
    ]) !== undefined
  );
}

function isGone({ table, row, gone }: JournalEntry): boolean {
  // The first version spelled a forgotten key of the desk so.
  return gone === true || (table === 'desk' && row['value'] === null);
}

function putRow(handle: Handle, entry: JournalEntry): void {
  const { table, row } = entry;
  const { key, columns } = JOURNALED[table];
  if (isGone(entry)) {
    handle.run(plainStatement(`DELETE FROM ${table} WHERE ${key} = ?`), [row[key] ?? null]);
    return;
  }
  // Columns that the entry does not know yet get what the table says of them.
  const given = columns.filter((column) => row[column] !== undefined);
  handle.run(
    plainStatement(`INSERT OR REPLACE INTO ${table} (${given.join(', ')})
     VALUES (${given.map(() => '?').join(', ')})`),
    given.map((column) => row[column] ?? null),
  );
  if (table === 'id_map') {
    forgetTemporary(handle, row['entity'] as Entity, String(row['temporary_id']));
  }
  if (table === 'trash') {
    const [entity, id] = [row['entity'] as Entity, String(row['id'])];
    const gone = handle.run(
      statement`DELETE FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?
        AND ${NOTHING_WAITS}`,
      [entity, id],
    );
    if (gone > 0) dropUnread(handle, entity, id);
  }
}

/** Puts an op back; gives the records that it touches or touched. */
function putOp(handle: Handle, entry: JournalEntry, { proven, nowMs }: RestoreOptions): Lane[] {
  const id = entry.row['id'] ?? null;
  const before = handle.one(select({ seq: t.op.seq })`FROM ${t.op} WHERE ${t.op.id} = ?`, [id]);
  const changed: Lane[] = [];
  if (before !== undefined) {
    changed.push(
      ...handle.all(
        select({
          entity: t.opLane.entity,
          id: t.opLane.id,
        })`FROM ${t.opLane} WHERE ${t.opLane.seq} = ?`,
        [before.seq],
      ),
    );
    leaveLanes(handle, before.seq);
  }
  const taken = handle.one(
    select({ found: sql<number>`1` })`FROM ${t.op} WHERE ${t.op.seq} = ? AND ${t.op.id} <> ?`,
    [entry.row['seq'] ?? null, id],
  );
  const row =
    taken === undefined
      ? entry.row
      : {
          ...entry.row,
          seq: handle.one(select({ n: sql<number>`max(${t.op.seq}) + 1` })`FROM ${t.op}`)?.n ?? 1,
        };
  putRow(handle, { table: 'op', row: { temporary: wasTemporary(row), ...row } });
  confirmProven(handle, String(id), nowMs);
  const op = handle.one(select(t.op)`FROM ${t.op} WHERE ${t.op.id} = ?`, [id]);
  if (op === undefined) return changed;
  if (!(OP_STATES as readonly string[]).includes(op.state) || (!proven && isOpen(op.state))) {
    doubt(handle, op, nowMs);
  }
  const lanes = lanesOfColumns(op);
  if (isOpen(op.state)) enterLanes(handle, lanes, op.seq);
  else if (op.state === 'CONFIRMED') keepShown(handle, op, lanes);
  if (op.temporary === 1 && (isOpen(op.state) || op.state === 'DISCARDED')) {
    handle.run(
      statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'temporary')}
        VALUES (?, ?, NULL, 1) ON CONFLICT (${names(t.record.entity, t.record.id)}) DO NOTHING`,
      [op.entity, op.target_id],
    );
  }
  return [...changed, ...lanes];
}

/** Of a line from before there was a column for it: then the id told whether its record is here only. */
function wasTemporary(row: JournalEntry['row']): 0 | 1 {
  return String(row['target_id']).startsWith('tmp-') ? 1 : 0;
}

/**
 * Settles a write whose own line is older than what else survived: a name that the service gave its
 * record, or a change of state in its history. Nothing that is proven to be done is done again.
 */
function confirmProven(handle: Handle, id: string, nowMs: number): void {
  const op = handle.one(select(t.op)`FROM ${t.op} WHERE ${t.op.id} = ?`, [id]);
  if (op === undefined || op.state === 'CONFIRMED' || op.state === 'CANCELLED') return;
  const named = handle.one(
    select({ id: t.idMap.id })`FROM ${t.idMap} WHERE ${t.idMap.entity} = ?
      AND ${t.idMap.temporaryId} IN (?, ?)`,
    [op.entity, ...temporaryIdsOf(op.id)],
  );
  const state = named === undefined ? provenState(handle, op.id) : 'CONFIRMED';
  if (state === null || state === op.state) return;
  const at = Math.max(nowMs, op.updated_at);
  handle.run(
    statement`UPDATE ${t.op} SET ${names(t.op.state)} = ?, ${names(t.op.targetId)} = ?,
      ${names(t.op.temporary)} = ?, ${names(t.op.error)} = NULL, ${names(t.op.conflicts)} = NULL,
      ${names(t.op.hold)} = NULL, ${names(t.op.holdUntil)} = NULL, ${names(t.op.updatedAt)} = ?
      WHERE ${t.op.id} = ?`,
    [state, named?.id ?? op.target_id, named === undefined ? op.temporary : 0, at, op.id],
  );
  addHistory(handle, op.id, at, null, state, 'proven by what else survived');
}

/** How a write ended, by its history. What was given up last may have been brought back since. */
function provenState(handle: Handle, opId: string): OpState | null {
  const states = handle
    .all(
      select({ state: t.opHistory.toState })`FROM ${t.opHistory} WHERE ${t.opHistory.opId} = ?
        ORDER BY rowid`,
      [opId],
    )
    .map(({ state }) => state);
  const ended = states.find((state) => state === 'CONFIRMED' || state === 'CANCELLED');
  return ended ?? (states.at(-1) === 'DISCARDED' ? 'DISCARDED' : null);
}

/** What was confirmed after this database was copied shows until its record is read again. */
function keepShown(handle: Handle, op: OpColumns, lanes: readonly Lane[]): void {
  const does = isWriteName(op.endpoint) ? ruleOf(op.endpoint).does : 'create';
  if (does === 'create' || does === 'delete') return;
  for (const { entity, id } of lanes) {
    handle.run(
      statement`INSERT INTO ${into(t.opLane, 'entity', 'id', 'seq', 'blocks')}
        SELECT ${t.record.entity}, ${t.record.id}, ?, 0 FROM ${t.record}
        WHERE ${t.record.entity} = ? AND ${t.record.id} = ? AND ${t.record.base} IS NOT NULL
        AND coalesce(${t.record.readAt}, 0) <= ?`,
      [op.seq, entity, id, op.updated_at],
    );
  }
}

/**
 * Where lines are missing, a write may name a new record by its temporary id although the service
 * has named it since, or although the write that makes it is lost. The first get the true id; the
 * others can't be sent and ask a person.
 */
function mendTemporary(handle: Handle, nowMs: number): Lane[] {
  const changed: Lane[] = [];
  const rows = handle.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED', 'DISCARDED')
      ORDER BY ${t.op.seq}`,
  );
  for (const row of rows) {
    // What can't be understood is never sent, and what asks for its record's sake asks already.
    const op = decodeOp(row);
    if (op === null || (op.state === 'NEEDS_USER' && op.error?.code === REASONS.orphaned)) continue;
    const texts = `${row.params} ${row.patch} "${row.target_id}" "${row.also_id ?? ''}"`;
    for (const temporary of temporaryIdsIn(texts)) {
      const known = namedBy(handle, temporary);
      if (known !== undefined) {
        remap(handle, known.entity, temporary, known.id, literalOf(known.id));
        forgetTemporary(handle, known.entity, temporary);
        changed.push({ entity: known.entity, id: known.id });
      } else if (isTemporaryId(temporary) || row.temporary === 1) {
        const why = whyOrphaned(handle, temporary);
        if (why === null) continue;
        setAsideOrphan(handle, row, nowMs, why);
        changed.push(...lanesOfColumns(row));
      }
    }
  }
  return changed;
}

/** The service's name of a new record: by the map, or by the confirmed write that made it. */
function namedBy(handle: Handle, temporary: string): { entity: Entity; id: string } | undefined {
  return (
    handle.one(
      select({ entity: t.idMap.entity, id: t.idMap.id })`FROM ${t.idMap}
        WHERE ${t.idMap.temporaryId} = ?`,
      [temporary],
    ) ??
    handle.one(
      select({ entity: sql<Entity>`${t.op.entity}`, id: t.op.targetId })`FROM ${t.op}
        WHERE ${t.op.id} = ? AND ${t.op.state} = 'CONFIRMED' AND ${t.op.targetId} <> ?`,
      [opIdOf(temporary), temporary],
    )
  );
}

/** The spelling of an id in a body, where no record tells it: services number theirs. */
function literalOf(id: string): string {
  return String(Number(id)) === id ? id : JSON.stringify(id);
}

/** Why a write can't be sent that names a record by its temporary id; null where that will be made. */
function whyOrphaned(handle: Handle, temporary: string): AppError | null {
  const create = handle
    .all(
      select(t.op)`FROM ${t.op} WHERE ${t.op.targetId} = ?
        AND ${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED')`,
      [temporary],
    )
    .find(({ endpoint }) => isWriteName(endpoint) && ruleOf(endpoint).does === 'create');
  if (create === undefined) return LOST_CREATE;
  return create.state === 'DISCARDED' ? ORPHANED : null;
}

const LOST_CREATE: AppError = {
  kind: 'conflict',
  code: REASONS.orphaned,
  message: 'The write that makes the record of this one was lost with the damaged files.',
  safe: 'Nothing was sent. What you had entered is shown with the write.',
  next: 'openOutbox',
};

function setAsideOrphan(handle: Handle, op: OpColumns, nowMs: number, why: AppError): void {
  const state: OpState = 'NEEDS_USER';
  const at = Math.max(nowMs, op.updated_at);
  handle.run(
    statement`UPDATE ${t.op} SET ${names(t.op.state)} = ?, ${names(t.op.error)} = ?,
      ${names(t.op.updatedAt)} = ? WHERE ${t.op.id} = ?`,
    [state, JSON.stringify(why), at, op.id],
  );
  addHistory(handle, op.id, at, null, state, why.message);
}

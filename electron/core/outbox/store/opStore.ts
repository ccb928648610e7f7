import { sql } from 'drizzle-orm';
import type { Column, SQL } from 'drizzle-orm';
import { PUT_BACK_MS } from '../../backoff.ts';
import type { Hold, OpState } from '../../../../shared/ipc/shapes.ts';
import type { FieldConflict } from '../../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import type { AppError } from '../../../../shared/result.ts';
import { isTemporaryId } from '../../../../shared/rules/temporaryId.ts';
import { isOpen } from '../../../../shared/rules/opStates.ts';
import { isLegal } from '../model/states.ts';
import { withoutTokens } from '../model/tokenShapes.ts';
import type { HistoryItem } from '../model/transfer.ts';
import { PAYLOAD_VERSION, decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord, Watch } from '../model/record.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { rebase } from '../../mirror/overlay.ts';
import * as t from '../../db/schema.ts';
import { into, names, select, statement } from '../../db/statement.ts';

/** The dependencies of `op` as a table; an op beyond understanding has none. */
export const DEPENDS_ON = sql`json_each(CASE WHEN json_valid(${t.op.dependsOn}) THEN
  ${t.op.dependsOn} ELSE '[]' END)`;

/** SQL: a column holds one of these states. */
export function among(column: Column, states: readonly OpState[]): SQL {
  const list = states.map((state) => sql`${state}`);
  return sql`${column} IN (${sql.join(list, sql`, `)})`;
}

/** A record that an op touches. */
export interface Lane {
  entity: Entity;
  id: string;
}

export function loadColumns(db: ReadableDb, id: string): OpColumns | null {
  return db.one(select(t.op)`FROM ${t.op} WHERE ${t.op.id} = ?`, [id]) ?? null;
}

export function loadOp(db: ReadableDb, id: string): OpRecord | null {
  const columns = loadColumns(db, id);
  return columns === null ? null : decodeOp(columns);
}

/** Open ops on a record, oldest first. */
export function openOps(db: ReadableDb, lane: Lane): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.opLane} JOIN ${t.op} ON ${t.op.seq} = ${t.opLane.seq}
      WHERE ${t.opLane.entity} = ? AND ${t.opLane.id} = ? AND ${t.opLane.blocks} = 1
      ORDER BY ${t.opLane.seq}`,
    [lane.entity, lane.id],
  );
}

export type NewOp = Omit<
  OpRecord,
  'seq' | 'attempts' | 'sentAt' | 'lastStatus' | 'conflicts' | 'error' | 'state'
>;

export function lanesOf(op: Pick<OpRecord, 'entity' | 'targetId' | 'also'>): Lane[] {
  const target = { entity: op.entity, id: op.targetId };
  return op.also === null ? [target] : [target, op.also];
}

/** Whether the record of an op exists only here: in an older database, by what is known of it. */
function isTemporary(db: ReadableDb, { entity, targetId }: Pick<NewOp, 'entity' | 'targetId'>) {
  const known = db.one(
    select({ temporary: t.record.temporary })`FROM ${t.record} WHERE ${t.record.entity} = ?
      AND ${t.record.id} = ?`,
    [entity, targetId],
  );
  return isTemporaryId(targetId) || known?.temporary === 1;
}

/** Adds an op to the end of the queue. */
export function insertOp(db: WritableDb, op: NewOp): void {
  const next = db.one(
    select({ seq: sql<number>`coalesce(max(${t.op.seq}), 0) + 1` })`FROM ${t.op}`,
  );
  const seq = next?.seq ?? 1;
  db.run(
    statement`INSERT INTO
      ${into(t.op, 'id', 'seq', 'payloadVersion', 'endpoint', 'entity', 'targetId', 'temporary', 'alsoEntity', 'alsoId', 'params', 'patch', 'before', 'label', 'state', 'hold', 'holdUntil', 'attempts', 'dependsOn', 'watch', 'undoes', 'createdAt', 'updatedAt')}
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'QUEUED', ?, ?, 0, ?, ?, ?, ?, ?)`,
    [
      op.id,
      seq,
      PAYLOAD_VERSION,
      op.endpoint,
      op.entity,
      op.targetId,
      isTemporary(db, op) ? 1 : 0,
      op.also?.entity ?? null,
      op.also?.id ?? null,
      JSON.stringify(op.params),
      op.patch,
      op.before,
      op.label,
      op.hold,
      op.holdUntil,
      JSON.stringify(op.dependsOn),
      JSON.stringify(op.watch),
      op.undoes,
      op.createdAt,
      op.updatedAt,
    ],
  );
  enterLanes(db, lanesOf(op), seq);
  addHistory(db, op.id, op.createdAt, null, 'QUEUED', 'asked for');
}

/** Puts an open op into the lanes of its records. */
export function enterLanes(db: WritableDb, lanes: readonly Lane[], seq: number): void {
  for (const lane of lanes) {
    db.run(
      statement`INSERT OR REPLACE INTO ${into(t.opLane, 'entity', 'id', 'seq', 'blocks')}
        VALUES (?, ?, ?, 1)`,
      [lane.entity, lane.id, seq],
    );
  }
}

export function leaveLanes(db: WritableDb, seq: number): void {
  db.run(statement`DELETE FROM ${t.opLane} WHERE ${t.opLane.seq} = ?`, [seq]);
}

export function addHistory(
  db: WritableDb,
  opId: string,
  at: number,
  from: OpState | null,
  to: OpState,
  reason: string,
): void {
  db.run(
    statement`INSERT INTO ${into(t.opHistory, 'opId', 'at', 'fromState', 'toState', 'reason')}
      VALUES (?, ?, ?, ?, ?)`,
    [opId, at, from, to, reason],
  );
}

/** What became of an op, oldest first. */
export function historyOf(db: ReadableDb, opId: string): HistoryItem[] {
  return db.all(
    select({
      at: t.opHistory.at,
      from: t.opHistory.fromState,
      to: t.opHistory.toState,
      reason: t.opHistory.reason,
    })`FROM ${t.opHistory} WHERE ${t.opHistory.opId} = ? ORDER BY rowid`,
    [opId],
  );
}

/** What a transition sets beside the state; what is absent stays. */
export interface OpChange {
  hold?: Hold | null;
  holdUntil?: number | null;
  error?: AppError | null;
  conflicts?: FieldConflict[];
  watch?: Watch;
  patch?: string;
  params?: Record<string, string>;
  before?: string;
  label?: string;
  attempts?: number;
  sentAt?: number;
  lastStatus?: number | null;
  lastBody?: string | null;
}

/** The first bytes of an answer that are kept with the op. */
const STORED_BODY = 4096;

/**
 * Moves an op to another state, with its lanes and its history. Throws when the transition is not
 * in the table of legal ones: callers check the state first, in the same transaction.
 */
export function moveOp(
  db: WritableDb,
  columns: OpColumns,
  to: OpState,
  now: number,
  reason: string,
  change: OpChange = {},
): void {
  if (!isLegal(columns.state, to)) {
    throw new Error(`An op can't go from ${columns.state} to ${to}`);
  }
  db.run(statement`UPDATE ${t.op} SET ${names(t.op.state)} = ? WHERE ${t.op.id} = ?`, [
    to,
    columns.id,
  ]);
  updateOp(db, columns.id, now, change);
  addHistory(db, columns.id, now, columns.state, to, reason);
  const lanes = lanesOfColumns(columns);
  if (!isOpen(to)) leaveLanes(db, columns.seq);
  else if (!isOpen(columns.state)) enterLanes(db, lanes, columns.seq);
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
}

/** Changes an op without changing its state. */
export function updateOp(db: WritableDb, id: string, now: number, change: OpChange): void {
  const sets: SQL[] = [sql`${names(t.op.updatedAt)} = ?`];
  const values: (string | number | null)[] = [now];
  const set = (column: Column, value: string | number | null | undefined): void => {
    if (value === undefined) return;
    sets.push(sql`${names(column)} = ?`);
    values.push(value);
  };
  set(t.op.hold, change.hold);
  if (change.holdUntil !== undefined) set(t.op.holdUntil, change.holdUntil);
  else {
    // The time of this change would hide that the pause was set before the clock was put back.
    sets.push(sql`${names(t.op.holdUntil)} = CASE
      WHEN ${t.op.updatedAt} - ? > ${PUT_BACK_MS} THEN NULL ELSE ${t.op.holdUntil} END`);
    values.push(now);
  }
  set(t.op.error, change.error === null ? null : optionalJson(change.error));
  set(t.op.conflicts, optionalJson(change.conflicts));
  set(t.op.watch, optionalJson(change.watch));
  set(t.op.patch, change.patch);
  set(t.op.params, optionalJson(change.params));
  set(t.op.before, change.before);
  set(t.op.label, change.label);
  set(t.op.attempts, change.attempts);
  set(t.op.sentAt, change.sentAt);
  set(t.op.lastStatus, change.lastStatus);
  const { lastBody } = change;
  set(
    t.op.lastBody,
    typeof lastBody !== 'string' ? undefined : withoutTokens(lastBody.slice(0, STORED_BODY)),
  );
  db.run(statement`UPDATE ${t.op} SET ${sql.join(sets, sql`, `)} WHERE ${t.op.id} = ?`, [
    ...values,
    id,
  ]);
}

function optionalJson(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Lanes of an op whose payload may be beyond understanding: its columns are enough. */
export function lanesOfColumns(columns: OpColumns): Lane[] {
  const lanes: Lane[] = [{ entity: columns.entity as Entity, id: columns.target_id }];
  if (columns.also_entity !== null && columns.also_id !== null) {
    lanes.push({ entity: columns.also_entity as Entity, id: columns.also_id });
  }
  return lanes;
}

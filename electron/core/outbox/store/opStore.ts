import { PUT_BACK_MS } from '../../backoff.ts';
import type { Hold, OpState } from '../../../../shared/ipc/shapes.ts';
import type { FieldConflict } from '../../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import type { AppError } from '../../../../shared/result.ts';
import { isTemporaryId } from '../../../../shared/rules/temporaryId.ts';
import { isOpen } from '../../../../shared/rules/opStates.ts';
import { isLegal } from '../model/states.ts';
import { PAYLOAD_VERSION, decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord, Watch } from '../model/record.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { rebase } from '../../mirror/overlay.ts';

/** The dependencies of `op` as a table; an op beyond understanding has none. */
export const DEPENDS_ON =
  "json_each(CASE WHEN json_valid(op.depends_on) THEN op.depends_on ELSE '[]' END)";

/** SQL: a column holds one of these states. */
export function among(column: string, states: readonly OpState[]): string {
  return `${column} IN (${states.map((state) => `'${state}'`).join(', ')})`;
}

/** A record that an op touches. */
export interface Lane {
  entity: Entity;
  id: string;
}

export function loadColumns(db: ReadableDb, id: string): OpColumns | null {
  return db.one<OpColumns>('SELECT * FROM op WHERE id = ?', [id]) ?? null;
}

export function loadOp(db: ReadableDb, id: string): OpRecord | null {
  const columns = loadColumns(db, id);
  return columns === null ? null : decodeOp(columns);
}

/** Open ops on a record, oldest first. */
export function openOps(db: ReadableDb, lane: Lane): OpColumns[] {
  return db.all<OpColumns>(
    `SELECT op.* FROM op_lane l JOIN op ON op.seq = l.seq
     WHERE l.entity = ? AND l.id = ? AND l.blocks = 1 ORDER BY l.seq`,
    [lane.entity, lane.id],
  );
}

export type NewOp = Omit<OpRecord, 'seq' | 'attempts' | 'sentAt' | 'conflicts' | 'error' | 'state'>;

export function lanesOf(op: Pick<OpRecord, 'entity' | 'targetId' | 'also'>): Lane[] {
  const target = { entity: op.entity, id: op.targetId };
  return op.also === null ? [target] : [target, op.also];
}

/** Whether the record of an op exists only here: in an older database, by what is known of it. */
function isTemporary(db: ReadableDb, { entity, targetId }: Pick<NewOp, 'entity' | 'targetId'>) {
  const known = db.one<{ temporary: 0 | 1 }>(
    'SELECT temporary FROM record WHERE entity = ? AND id = ?',
    [entity, targetId],
  );
  return isTemporaryId(targetId) || known?.temporary === 1;
}

/** Adds an op to the end of the queue. */
export function insertOp(db: WritableDb, op: NewOp): void {
  const next = db.one<{ seq: number }>('SELECT coalesce(max(seq), 0) + 1 AS seq FROM op');
  const seq = next?.seq ?? 1;
  db.run(
    `INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, temporary, also_entity, also_id,
       params, patch, before, label, state, hold, hold_until, attempts, depends_on, watch,
       undoes, created_at, updated_at)
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
    db.run('INSERT OR REPLACE INTO op_lane (entity, id, seq, blocks) VALUES (?, ?, ?, 1)', [
      lane.entity,
      lane.id,
      seq,
    ]);
  }
}

export function leaveLanes(db: WritableDb, seq: number): void {
  db.run('DELETE FROM op_lane WHERE seq = ?', [seq]);
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
    'INSERT INTO op_history (op_id, at, from_state, to_state, reason) VALUES (?, ?, ?, ?, ?)',
    [opId, at, from, to, reason],
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
  attempts?: number;
  sentAt?: number;
  lastStatus?: number | null;
  lastBody?: string | null;
}

/** The first bytes of an answer that are kept with the op. */
const KEPT_BODY = 4096;

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
  db.run('UPDATE op SET state = ? WHERE id = ?', [to, columns.id]);
  updateOp(db, columns.id, now, change);
  addHistory(db, columns.id, now, columns.state, to, reason);
  const lanes = lanesOfColumns(columns);
  if (!isOpen(to)) leaveLanes(db, columns.seq);
  else if (!isOpen(columns.state)) enterLanes(db, lanes, columns.seq);
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
}

/** Changes an op without changing its state. */
export function updateOp(db: WritableDb, id: string, now: number, change: OpChange): void {
  const sets: string[] = ['updated_at = ?'];
  const values: (string | number | null)[] = [now];
  const set = (column: string, value: string | number | null | undefined): void => {
    if (value === undefined) return;
    sets.push(`${column} = ?`);
    values.push(value);
  };
  set('hold', change.hold);
  if (change.holdUntil !== undefined) set('hold_until', change.holdUntil);
  else {
    // The time of this change would hide that the pause was set before the clock was put back.
    sets.push(
      `hold_until = CASE WHEN updated_at - ? > ${PUT_BACK_MS} THEN NULL ELSE hold_until END`,
    );
    values.push(now);
  }
  set('error', change.error === null ? null : optionalJson(change.error));
  set('conflicts', optionalJson(change.conflicts));
  set('watch', optionalJson(change.watch));
  set('patch', change.patch);
  set('params', optionalJson(change.params));
  set('before', change.before);
  set('attempts', change.attempts);
  set('sent_at', change.sentAt);
  set('last_status', change.lastStatus);
  set('last_body', change.lastBody?.slice(0, KEPT_BODY));
  db.run(`UPDATE op SET ${sets.join(', ')} WHERE id = ?`, [...values, id]);
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

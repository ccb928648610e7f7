import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Entity } from '../../../../shared/model/entity.ts';
import type { AppError } from '../../../../shared/result.ts';
import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import type { OpState } from '../../../../shared/ipc/shapes.ts';
import { isHeldBack } from '../model/remedies.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { CHANGEABLE_STATES } from '../model/states.ts';
import { ruleOf } from '../model/rule.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { Refusal } from '../../db/refusal.ts';
import { CREATES } from './audit.ts';
import { claimOf, duplicateOf } from './relatedOps.ts';
import { behind, rebaseLater } from './base.ts';
import type { Around } from './base.ts';
import { forgetTemporary } from './enqueue.ts';
import { orderFaces } from './faces.ts';
import {
  DEPENDS_ON,
  addHistory,
  lanesOf,
  loadColumns,
  loadOp,
  moveOp,
  openOps,
  updateOp,
} from './opStore.ts';
import type { Lane, OpChange } from './opStore.ts';
import { noteArchiving } from '../../mirror/listedArchived.ts';
import { baseOf, dropUnread, rebase } from '../../mirror/overlay.ts';
import { layOver } from '../../mirror/projection.ts';
import { remap } from './temporaryIds.ts';
import * as t from '../../db/schema.ts';
import { into, names, select, selectDistinct, statement } from '../../db/statement.ts';

const mineLane = alias(t.opLane, 'mine');
const otherLane = alias(t.opLane, 'other');

/** What a caller looked at when it decided: the payload of an op. */
export interface Intent {
  patch: string;
  params: Record<string, string>;
}

function isChanged(columns: OpColumns, expect: Intent | undefined): boolean {
  if (expect === undefined) return false;
  return columns.patch !== expect.patch || columns.params !== JSON.stringify(expect.params);
}

export interface MoveInput {
  id: string;
  /** States in which the op may be; in any other nothing happens. */
  from: readonly OpState[];
  to: OpState;
  now: number;
  reason: string;
  change?: OpChange;
  /** When it changed meanwhile, nothing happens. */
  expect?: Intent | undefined;
  /** A create that leaves alone: while a duplicate is under way, nothing happens. */
  alone?: boolean;
}

/** Where the outbox takes an op by itself. */
const STEPS: readonly OpState[] = ['SENDING', 'VERIFYING', 'NEEDS_USER'];

/** Moves an op, or answers null when it is no longer what the caller saw. */
export function move(db: WritableDb, input: MoveInput): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns === null || !input.from.includes(columns.state)) return null;
  if (isChanged(columns, input.expect)) return null;
  // A person may have held it back after it was found due: it rests as it is.
  if (isHeldBack(columns.hold) && STEPS.includes(input.to)) return null;
  if (input.alone === true && duplicateOf(db, input) !== null) return null;
  if (input.to === 'SENDING' && isBehindAnother(db, columns)) return null;
  moveOp(db, columns, input.to, input.now, input.reason, input.change);
  return loadColumns(db, input.id);
}

/** Open creates of a kind of which a record may exist that none of them has got yet, oldest first. */
export function maybeMade(db: ReadableDb, input: { entity: Entity }): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.entity} = ? AND ${t.op.endpoint} IN (SELECT value
      FROM json_each(?)) AND ${t.op.state} NOT IN ('CONFIRMED', 'CANCELLED', 'DISCARDED')
      AND ${t.op.attempts} > 0 ORDER BY ${t.op.seq}`,
    [input.entity, CREATES],
  );
}

/**
 * Whether another write to one of its records is on its way, or comes first. A later one can be on its way, and an
 * earlier one come between while the record was read: they were made to a record under its temporary id and as the
 * service lists it, before it was known that both are one.
 */
function isBehindAnother(db: ReadableDb, { seq }: OpColumns): boolean {
  const row = db.one(
    select({
      found: sql<number>`EXISTS (SELECT 1 FROM ${t.opLane} AS ${mineLane}
        JOIN ${t.opLane} AS ${otherLane} ON ${otherLane.entity} = ${mineLane.entity}
        AND ${otherLane.id} = ${mineLane.id} AND ${otherLane.seq} <> ${mineLane.seq}
        AND ${otherLane.blocks} = 1 JOIN ${t.op} ON ${t.op.seq} = ${otherLane.seq}
        AND (${t.op.state} = 'SENDING' OR ${otherLane.seq} < ${mineLane.seq})
        WHERE ${mineLane.seq} = ?)`,
    })``,
    [seq],
  );
  return row?.found === 1;
}

export interface RejectInput {
  id: string;
  now: number;
  error: AppError;
  status: number | null;
  body: string;
}

/** The service refused: REJECTED, and from there to a person, in one step on disk. */
export function reject(db: WritableDb, input: RejectInput): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns?.state !== 'SENDING') return null;
  moveOp(db, columns, 'REJECTED', input.now, input.error.message, {
    error: input.error,
    lastStatus: input.status,
    lastBody: input.body,
  });
  moveOp(db, { ...columns, state: 'REJECTED' }, 'NEEDS_USER', input.now, 'waits for a person', {});
  return loadColumns(db, input.id);
}

export interface ConfirmInput {
  id: string;
  now: number;
  reason: string;
  /** The complete record, read after the write; null where it could not be read. */
  record: string | null;
  /** It is the row of a list: what that leaves out stays as it is known. */
  isRow?: boolean;
  /**
   * The record as the service's own reply to this very write shows it, with its id; or as it was
   * read where it proves that nobody changed it since.
   */
  reply?: string | null;
  /** The record as it was read just before this write was sent. */
  fresh?: string | null;
  /** True when the record is known to be gone: after a delete. */
  gone?: boolean;
  /** Something worth a look beside the success. */
  flag?: AppError | null;
  status?: number | null;
  /** When it changed meanwhile, nothing happens: what a person wants since then is not done. */
  expect?: Intent | undefined;
}

/**
 * Confirms an op: the base becomes what was read, a temporary id becomes the service's, and later
 * writes of the lane take over what this one left, all in one transaction. Null when the op is in
 * a state that can't be confirmed.
 */
export function confirm(db: WritableDb, input: ConfirmInput): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns === null) return null;
  const confirmable: readonly OpState[] = ['QUEUED', 'SENDING', 'VERIFYING', 'NEEDS_USER'];
  if (!confirmable.includes(columns.state) || isChanged(columns, input.expect)) return null;
  const op = decodeOp(columns);
  if (op === null) return null;
  const lanes = lanesOf(op);
  const creates = ruleOf(op.endpoint).does === 'create';
  if (creates && isClaimed(db, op, input)) return lookAgain(db, columns, input.now);
  // Before the op leaves its lane: what the desk shows then changes once, or not at all.
  if (input.record !== null && !creates && input.gone !== true) {
    const { record } = input;
    const text = input.isRow === true ? overKnown(db, op.entity, op.targetId, record) : record;
    storeBase(db, op.entity, op.targetId, text, input.now);
  }
  moveOp(db, columns, 'CONFIRMED', input.now, input.reason, {
    error: input.flag ?? null,
    conflicts: [],
    hold: null,
    holdUntil: null,
    ...(input.status === undefined ? {} : { lastStatus: input.status }),
  });
  if (creates) return confirmCreate(db, op, columns.temporary === 1, input);
  if (input.gone === true) {
    buryRecord(db, op.entity, op.targetId, input.now);
    return loadColumns(db, input.id);
  }
  if (input.record === null) keepShown(db, lanes, op.seq, input.now);
  else if (op.also !== null && ruleOf(op.endpoint).link?.back !== undefined) {
    keepShown(db, [op.also], op.seq, input.now);
  }
  noteArchiving(db, op);
  rebaseLater(db, op, behind(db, op), aroundOf(input));
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
  return loadColumns(db, input.id);
}

/** Two that look for the same record at once both find it; the first of them has it. */
function isClaimed(db: ReadableDb, op: OpRecord, { record, now }: ConfirmInput): boolean {
  const id = referenceId(jsonMember(record ?? '{}', 'id'));
  return id !== null && claimOf(db, op, id, now) !== null;
}

function lookAgain(db: WritableDb, columns: OpColumns, now: number): OpColumns | null {
  if (columns.state !== 'SENDING' && columns.state !== 'VERIFYING') return null;
  const reason = 'another write of this desk became that record meanwhile';
  moveOp(db, columns, 'UNCERTAIN', now, reason, { hold: null, holdUntil: null });
  return loadColumns(db, columns.id);
}

/** Refuses to link what another create of this desk has become. */
function claimed(label: string): AppError {
  return {
    kind: 'conflict',
    code: 'outbox.claimed',
    message: `Another write of this desk has made that record: “${label}”.`,
    safe: 'Nothing was changed. One record can not be two; this write needs one of its own.',
    next: 'none',
  };
}

/**
 * Confirms a create with the record that a person says it made. Refused where another create has
 * become that record: both would then be one. Null where it does not ask any more: sent again from another
 * window, it may make a record of its own.
 */
export function link(db: WritableDb, input: ConfirmInput & { record: string }): OpColumns | null {
  const op = loadOp(db, input.id);
  const id = referenceId(jsonMember(input.record, 'id'));
  if (op?.state !== 'NEEDS_USER' || id === null) return null;
  const claim = claimOf(db, op, id, input.now);
  if (claim !== null) throw new Refusal(claimed(claim.label));
  return confirm(db, input);
}

function aroundOf({ reply = null, fresh = null, record }: ConfirmInput): Around {
  return { reply, fresh, record };
}

/** Keeps a confirmed op in the overlay until its records are read again. */
function keepShown(db: WritableDb, lanes: readonly Lane[], seq: number, now: number): void {
  for (const lane of lanes) {
    // Read before the clock was put back: that reading does not hold what was confirmed now.
    db.run(
      statement`UPDATE ${t.record} SET ${names(t.record.readAt)} = ? WHERE ${t.record.entity} = ?
        AND ${t.record.id} = ? AND ${t.record.readAt} > ?`,
      [now, lane.entity, lane.id, now],
    );
    db.run(
      statement`INSERT OR REPLACE INTO ${into(t.opLane, 'entity', 'id', 'seq', 'blocks')}
        VALUES (?, ?, ?, 0)`,
      [lane.entity, lane.id, seq],
    );
  }
}

function confirmCreate(
  db: WritableDb,
  op: OpRecord,
  isTemporary: boolean,
  input: ConfirmInput,
): OpColumns | null {
  if (input.record === null) throw new Error('A create is confirmed with the record that it made');
  const literal = jsonMember(input.record, 'id');
  const id = referenceId(literal);
  if (literal === null || id === null) throw new Error('A created record has an id');
  const temporary = op.targetId;
  rebaseLater(db, op, behind(db, op), aroundOf(input));
  if (isTemporary) {
    const waiting = openOps(db, { entity: op.entity, id: temporary }).map((later) => later.id);
    forgetTemporary(db, op.entity, temporary);
    remap(db, op.entity, temporary, id, literal);
    orderFaces(db, { ...op, targetId: id }, waiting, input.now);
  }
  storeBase(db, op.entity, id, input.record, input.now);
  rebase(db, op.entity, id);
  const users = db.all(
    selectDistinct({ entity: t.opLane.entity, id: t.opLane.id })`FROM ${t.opLane}
      JOIN ${t.op} ON ${t.op.seq} = ${t.opLane.seq}, ${DEPENDS_ON} d WHERE d.value = ?`,
    [op.id],
  );
  for (const lane of users) rebase(db, lane.entity, lane.id);
  return loadColumns(db, op.id);
}

/** A list's row laid over what is known of its record. */
export function overKnown(db: ReadableDb, entity: Entity, id: string, row: string): string {
  return layOver(baseOf(db, entity, id) ?? '{}', row);
}

/**
 * Replaces the base of a record by a complete one; the caller works out anew what the desk shows.
 * With one op at most that is the base itself: said at once, every list's index is written once.
 */
export function storeBase(
  db: WritableDb,
  entity: Entity,
  id: string,
  text: string,
  now: number,
): void {
  db.run(
    statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'readAt')}
      VALUES (?, ?, ?, ?) ON CONFLICT (${names(t.record.entity, t.record.id)}) DO UPDATE
      SET ${names(t.record.base)} = excluded.${names(t.record.base)}, ${names(t.record.readAt)} =
      excluded.${names(t.record.readAt)}, ${names(t.record.overlay)} = CASE
      WHEN ${t.record.pending} > 1 THEN ${t.record.overlay} END, ${names(t.record.temporary)} = 0,
      ${names(t.record.listed)} = 1, ${names(t.record.absences)} = 0`,
    [entity, id, text, now],
  );
  dropUnread(db, entity, id);
}

/** Moves a record that was deleted for good into the trash. */
function buryRecord(db: WritableDb, entity: Entity, id: string, now: number): void {
  db.run(
    statement`INSERT INTO ${t.trash}
      (${names(t.record.entity, t.record.id, t.trash.json, t.trash.deletedAt, t.trash.reason)})
      SELECT ${t.record.entity}, ${t.record.id}, ${t.record.base}, ?, 'deleted here'
      FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?
      AND ${t.record.base} IS NOT NULL`,
    [now, entity, id],
  );
  db.run(statement`DELETE FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`, [
    entity,
    id,
  ]);
  dropUnread(db, entity, id);
}

/** Changes a waiting op in place: its hold, its body. Null when it no longer waits. */
export function adjust(
  db: WritableDb,
  input: Pick<MoveInput, 'id' | 'now' | 'reason' | 'expect'> & { change: OpChange },
): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns === null || isChanged(columns, input.expect)) return null;
  if (!CHANGEABLE_STATES.includes(columns.state)) return null;
  // Only a person ends what a person holds; a pause of the queue is none.
  const { hold } = input.change;
  if (isHeldBack(columns.hold) && hold !== undefined && hold !== null) return null;
  updateOp(db, input.id, input.now, input.change);
  addHistory(db, input.id, input.now, columns.state, columns.state, input.reason);
  const op = decodeOp(columns);
  if (op !== null) for (const lane of lanesOf(op)) rebase(db, lane.entity, lane.id);
  return loadColumns(db, input.id);
}

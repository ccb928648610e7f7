import { sql } from 'drizzle-orm';
import { isWriteName } from '../../../../shared/api/catalogue.ts';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import { jsonMembers, jsonObject, setJsonMembers } from '../../../../shared/rules/jsonText.ts';
import { sameValue } from '../../../../shared/rules/merge.ts';
import { temporaryIdOf } from '../../../../shared/rules/temporaryId.ts';
import { NO_WATCH, decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { createdAtOf } from '../model/matching.ts';
import { ARCHIVED, fieldsOf, ruleOf, setBy, setFieldsOf } from '../model/rule.ts';
import type { SetField } from '../model/rule.ts';
import { describe } from '../../mirror/describe.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import {
  DEPENDS_ON,
  addHistory,
  insertOp,
  lanesOf,
  loadOp,
  moveOp,
  openOps,
  updateOp,
} from './opStore.ts';
import type { Lane, NewOp } from './opStore.ts';
import { keepsPlace, occupantsOf, otherLane, retie } from './lanes.ts';
import { beforeOf, firstBefore } from './base.ts';
import { isListedArchived } from '../../mirror/listedArchived.ts';
import { confirmedText, rebase, shownText } from '../../mirror/overlay.ts';
import { resolveTemporary, withNames } from './temporaryIds.ts';
import * as t from '../../db/schema.ts';
import { into, names, select, statement } from '../../db/statement.ts';

export interface EnqueueInput {
  /** UUID of the new op; a create's temporary record is named after it. */
  id: string;
  now: number;
  endpoint: WriteName;
  params: Record<string, string>;
  /** Known fields and the tenant's own, JSON object text. */
  patch: string;
  /** The confirmed op that this one takes back. */
  undoes: string | null;
  /** The record as the person saw it when they began, JSON object text; null where not known. */
  seen?: string | null;
  /** When that was, ms since 1970; null where not known. */
  seenAt?: number | null;
  /** A pause before a write that can't be undone. */
  graceMs: number | null;
}

export type EnqueueOutcome =
  /** `opId` is the op that now carries the change: the new one, or one that it was folded into. */
  | { is: 'queued'; opId: string; lanes: Lane[] }
  /** The change took back one that was never sent: both are gone; `opId` is the earlier one. */
  | { is: 'vanished'; opId: string; lanes: Lane[] }
  /** The record already is so. */
  | { is: 'noChange' }
  /** A record that it names is not in the mirror. */
  | { is: 'missing'; what: string };

/** Queues a write, with its overlay, in one transaction; coalesces with what was never attempted. */
export function enqueue(db: WritableDb, input: EnqueueInput): EnqueueOutcome {
  const resolved = resolveTemporary(db, input.params, input.patch);
  if (resolved.missing !== null) return { is: 'missing', what: resolved.missing };
  const { params, dependsOn } = resolved;
  const seen = typeof input.seen === 'string' ? withNames(db, input.seen) : null;
  const rule = ruleOf(input.endpoint);
  const { entity, param } = rule.target;
  const creates = param === undefined;
  const targetId = creates ? temporaryIdOf(input.id) : (params[param] ?? '');
  const target: Lane = { entity, id: targetId };
  const shown = creates ? null : shownText(db, entity, targetId);
  const gone = shown === null && bringsBack(input.endpoint) ? inTrash(db, target) : null;
  if (!creates && shown === null && gone === null && input.undoes === null) {
    return { is: 'missing', what: targetId };
  }
  const patch =
    creates || shown === null
      ? resolved.patch
      : onlyChanges(input.endpoint, params, resolved.patch, shown);
  if (patch === null) return { is: 'noChange' };

  const also = otherLane(input.endpoint, params, patch, shown);
  const left = input.undoes === null ? null : leftBy(db, input.undoes);
  const op = {
    id: input.id,
    endpoint: input.endpoint,
    entity,
    targetId,
    also,
    params,
    patch,
    before:
      shown === null && left !== null
        ? left
        : beforeOf(db, target, {
            endpoint: input.endpoint,
            params,
            patch,
            // Whoever takes a write back means what that left, whatever others have set since.
            seen: left ?? seen,
            seenAt: left === null ? (input.seenAt ?? null) : null,
            ahead: openOps(db, target),
          }),
    label: describe(entity, shown ?? gone ?? patch).title,
    hold: input.graceMs === null ? null : ('grace' as const),
    holdUntil: input.graceMs === null ? null : input.now + input.graceMs,
    dependsOn,
    watch: {
      ...NO_WATCH,
      madeAt: shown === null ? null : createdAtOf(shown),
      // What is taken back had left nothing there.
      occupants: input.undoes === null ? occupantsOf(db, input.endpoint, also) : [],
    },
    undoes: input.undoes,
    createdAt: input.now,
    updatedAt: input.now,
  };
  if (!creates) {
    const coalesced = coalesce(db, op);
    if (coalesced !== null) return coalesced;
  } else {
    db.run(
      statement`INSERT INTO
        ${into(t.record, 'entity', 'id', 'base', 'archived', 'temporary', 'listed', 'absences', 'pending')}
        VALUES (?, ?, NULL, 0, 1, 1, 0, 0)`,
      [entity, targetId],
    );
  }
  insertOp(db, op);
  const lanes = lanesOf(op);
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
  return { is: 'queued', opId: op.id, lanes };
}

/** Whether a write restores what another one deletes: elsewhere a deletion is for good. */
function bringsBack(name: WriteName): boolean {
  const { does, inverse } = ruleOf(name);
  return does === 'restore' && isWriteName(inverse) && ruleOf(inverse).does === 'delete';
}

/** A record that was deleted, as it was when it last went: it can be restored at the service. */
function inTrash(db: WritableDb, { entity, id }: Lane): string | null {
  const found = db.one(
    select({ json: t.trash.json })`FROM ${t.trash} WHERE ${t.trash.entity} = ? AND ${t.trash.id} = ?
      ORDER BY ${t.trash.deletedAt} DESC, rowid DESC LIMIT 1`,
    [entity, id],
  );
  return found?.json ?? null;
}

/** The fields that differ from what the desk shows; null where nothing would change. */
function onlyChanges(
  endpoint: WriteName,
  params: Record<string, string>,
  patch: string,
  shown: string,
): string | null {
  const rule = ruleOf(endpoint);
  if (rule.does === 'delete' || rule.does === 'append') return patch;
  const set = setBy(endpoint, params, patch);
  const now = fieldsOf(endpoint, shown);
  const same = set.filter(({ field, mine, options }) => sameValue(now(field), mine, options));
  if (same.length === set.length) return null;
  if (rule.does !== 'update') return patch;
  return setJsonMembers(patch, new Map(same.map(({ field }) => [field, null])));
}

/** What the write that is taken back had set. */
function leftBy(db: WritableDb, opId: string): string {
  const undone = loadOp(db, opId);
  if (undone === null) return '{}';
  return jsonObject(
    setBy(undone.endpoint, undone.params, undone.patch).flatMap(({ field, mine }) =>
      mine === null ? [] : [[field, mine] as const],
    ),
  );
}

/**
 * Folds the write into the newest open op on its record, if that one was never attempted, is of a
 * kind that can take it, and what the write touches and needs allows the earlier place. Returns
 * null where it has to wait in the queue by itself.
 */
function coalesce(db: WritableDb, op: NewOp): EnqueueOutcome | null {
  const target: Lane = { entity: op.entity, id: op.targetId };
  const lane = openOps(db, target);
  const newest = lane.at(-1);
  if (newest === undefined || !neverAttempted(newest)) return null;
  const last = decodeOp(newest);
  if (last === null || last.entity !== op.entity || last.targetId !== op.targetId) return null;
  const dependsOn = op.dependsOn.filter((id) => id !== last.id);
  if (!keepsPlace(db, last, { also: op.also, dependsOn })) return null;
  const mine = ruleOf(op.endpoint).does;
  const theirs = ruleOf(last.endpoint).does;
  // Back to what the service has is back to what is shown only where no earlier write waits, too.
  const earlier = lane.slice(0, -1);
  const alone = earlier.length === 0;
  if (mine === 'update' && last.endpoint === op.endpoint && sameParams(last, op)) {
    return foldUpdate(db, newest, last, op, alone);
  }
  if (mine === 'update' && theirs === 'create') {
    const patch = setJsonMembers(last.patch, jsonMembers(op.patch));
    // It makes a record of another name now.
    const label = describe(last.entity, patch).title;
    return fold(db, last, op, { patch, label, dependsOn });
  }
  if (mine === 'delete') return vanishCreated(db, lane, op);
  const opposite =
    (mine === 'archive' && theirs === 'restore') || (mine === 'restore' && theirs === 'archive');
  if (opposite && isStillSo(db, op) && leavesSo(earlier, op)) {
    return vanish(db, newest, op.createdAt, `taken back by ${op.endpoint}`);
  }
  if (mine === 'assign' && theirs === 'assign' && last.endpoint === op.endpoint) {
    return replaceAssignment(db, newest, last, op, alone);
  }
  const isTakenBack = mine === 'unassign' && theirs === 'assign' && alone && wasUnassigned(last);
  if (isTakenBack && isStillSo(db, op)) {
    return vanish(db, newest, op.createdAt, `taken back by ${op.endpoint}`);
  }
  return null;
}

/**
 * A request that was refused as one too many counts as no attempt, and yet something on the way may have
 * sent a copy that was done: what is looked for then is what was sent, not what it was changed to.
 */
export function neverAttempted(columns: OpColumns): boolean {
  return columns.state === 'QUEUED' && columns.attempts === 0 && columns.last_status === null;
}

function sameParams(a: { params: object }, b: { params: object }): boolean {
  return JSON.stringify(a.params) === JSON.stringify(b.params);
}

function foldUpdate(
  db: WritableDb,
  columns: OpColumns,
  last: OpRecord,
  op: NewOp,
  alone: boolean,
): EnqueueOutcome {
  const merged = setJsonMembers(last.patch, jsonMembers(op.patch));
  const before = firstBefore(last, merged, op.before);
  const undone = alone ? changedBack(db, { ...last, before }, merged) : [];
  const patch = setJsonMembers(merged, new Map(undone.map(({ field }) => [field, null])));
  if (jsonMembers(patch).size === 0) {
    return vanish(db, columns, op.createdAt, 'changed back before it was sent');
  }
  return fold(db, last, op, { patch, before, dependsOn: op.dependsOn });
}

/**
 * The fields that are to be again what they were before a write. Not those that somebody else has set
 * since: leaving the write out would show theirs in place of what was typed now, so it stays and asks.
 */
function changedBack(db: ReadableDb, last: OpRecord, patch: string): SetField[] {
  const had = jsonMembers(last.before);
  const held = confirmedText(db, last.entity, last.targetId);
  const heldOf = held === null ? null : fieldsOf(last.endpoint, held);
  return setBy(last.endpoint, last.params, patch).filter(({ field, mine, options }) => {
    const now = heldOf === null ? mine : heldOf(field);
    return sameValue(had.get(field) ?? null, mine, options) && sameValue(now, mine, options);
  });
}

function fold(
  db: WritableDb,
  last: OpRecord,
  op: NewOp,
  change: { patch: string; before?: string; label?: string; dependsOn: string[] },
): EnqueueOutcome {
  const dependsOn = [...new Set([...last.dependsOn, ...change.dependsOn])];
  updateOp(db, last.id, op.createdAt, {
    patch: change.patch,
    ...(change.before === undefined ? {} : { before: change.before }),
    ...(change.label === undefined ? {} : { label: change.label }),
  });
  db.run(statement`UPDATE ${t.op} SET ${names(t.op.dependsOn)} = ? WHERE ${t.op.id} = ?`, [
    JSON.stringify(dependsOn),
    last.id,
  ]);
  addHistory(db, last.id, op.createdAt, 'QUEUED', 'QUEUED', 'changed again before it was sent');
  const lanes = lanesOf(last);
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
  return { is: 'queued', opId: last.id, lanes };
}

function vanish(db: WritableDb, columns: OpColumns, now: number, reason: string): EnqueueOutcome {
  moveOp(db, columns, 'CANCELLED', now, reason);
  const last = decodeOp(columns);
  return { is: 'vanished', opId: columns.id, lanes: last === null ? [] : lanesOf(last) };
}

/** A record that was never sent and that nothing else waits for needs no delete either. */
function vanishCreated(
  db: WritableDb,
  lane: readonly OpColumns[],
  op: NewOp,
): EnqueueOutcome | null {
  const [first] = lane;
  if (first === undefined || first.target_id !== op.targetId) return null;
  const created = decodeOp(first);
  if (created === null || ruleOf(created.endpoint).does !== 'create') return null;
  if (!lane.every((row) => neverAttempted(row) && row.target_id === op.targetId)) return null;
  if (hasOtherDependents(db, created.id, op.targetId)) return null;
  for (const row of [...lane].reverse()) {
    moveOp(db, row, 'CANCELLED', op.createdAt, 'deleted before it was sent');
  }
  forgetTemporary(db, op.entity, op.targetId);
  return { is: 'vanished', opId: created.id, lanes: [{ entity: op.entity, id: op.targetId }] };
}

function hasOtherDependents(db: WritableDb, opId: string, targetId: string): boolean {
  const row = db.one(
    select({
      found: sql<number>`EXISTS (SELECT 1 FROM ${t.op}, ${DEPENDS_ON} d
        WHERE ${t.op.state} = 'QUEUED' AND d.value = ? AND ${t.op.targetId} <> ?)`,
    })``,
    [opId, targetId],
  );
  return row?.found === 1;
}

/** Takes a record off the desk that exists nowhere else. */
export function forgetTemporary(db: WritableDb, entity: Entity, id: string): void {
  db.run(
    statement`DELETE FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?
      AND ${t.record.temporary} = 1`,
    [entity, id],
  );
}

/** A → B → C sends C only; A → B → A sends nothing. */
function replaceAssignment(
  db: WritableDb,
  columns: OpColumns,
  last: OpRecord,
  op: NewOp,
  alone: boolean,
): EnqueueOutcome {
  const wanted = setBy(op.endpoint, op.params, op.patch);
  const back = changedBack(db, { ...last, params: op.params }, op.patch).length === wanted.length;
  if (back && alone) return vanish(db, columns, op.createdAt, 'changed back before it was sent');
  const { occupants } = op.also?.id === last.also?.id ? last.watch : op.watch;
  const watch = { ...last.watch, occupants };
  updateOp(db, last.id, op.createdAt, { params: op.params, patch: op.patch, watch });
  const lanes = retie(db, last, op);
  const reason = 'assigned otherwise before it was sent';
  addHistory(db, last.id, op.createdAt, 'QUEUED', 'QUEUED', reason);
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
  return { is: 'queued', opId: last.id, lanes };
}

/**
 * Whether the service has, as far as is known here, what a write wants: leaving it out together with the
 * one before it then shows what was asked for, and not what somebody else has set meanwhile.
 */
function isStillSo(db: ReadableDb, { entity, targetId, endpoint, params, patch }: NewOp): boolean {
  const held = confirmedText(db, entity, targetId);
  if (held === null) return true;
  const heldOf = fieldsOf(endpoint, held);
  return setBy(endpoint, params, patch).every(({ field, mine, options }) => {
    const now =
      field === ARCHIVED && isListedArchived(db, entity, targetId) ? 'true' : heldOf(field);
    return sameValue(now ?? (field === ARCHIVED ? 'false' : null), mine, options);
  });
}

/**
 * Whether the writes that wait before both of them leave what a write wants: one that was refused and asks
 * may still be sent, and is what the desk would show.
 */
function leavesSo(earlier: readonly OpColumns[], op: NewOp): boolean {
  const ops = earlier.map(decodeOp);
  return setBy(op.endpoint, op.params, op.patch).every(({ field, mine, options }) => {
    const set = ops.flatMap((one) => {
      if (one?.entity !== op.entity || one.targetId !== op.targetId) return [];
      return setFieldsOf(one).get(field) ?? [];
    });
    const last = set.at(-1);
    return last === undefined || sameValue(last.mine, mine, options);
  });
}

/** Whether nothing was assigned before an assignment that still waits. */
function wasUnassigned(op: OpRecord): boolean {
  return [...jsonMembers(op.before).values()].every((value) => value === 'null');
}

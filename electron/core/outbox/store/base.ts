import type { WriteName } from '../../../../shared/api/catalogue.ts';
import { jsonMember, jsonMembers, jsonObject } from '../../../../shared/rules/jsonText.ts';
import { sameValue } from '../../../../shared/rules/merge.ts';
import type { FieldText } from '../../../../shared/rules/merge.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { fieldsOf, readAsOf, ruleOf, setBy, setFieldsOf } from '../model/rule.ts';
import type { SetField } from '../model/rule.ts';
import { isSpelling } from '../model/spelling.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { openOps } from './opStore.ts';
import type { Lane } from './opStore.ts';
import { confirmedText } from '../../mirror/overlay.ts';
import * as t from '../../db/schema.ts';
import { names, select, statement } from '../../db/statement.ts';

/**
 * The base of a write is what its author had seen of the fields that it touches: what the service
 * held, with the author's own earlier writes. Whatever else a reading shows is somebody else's.
 */

/** Why a write ended that set nothing: the person chose what somebody else had set. */
export const THEIRS_CHOSEN = 'theirs was kept';

/** Own confirmed writes that are asked whether a value is theirs. */
const OWN_LOOKED_AT = 50;

export interface BaseInput {
  endpoint: WriteName;
  params: Record<string, string>;
  patch: string;
  /** The fields that the person saw, JSON object text; null where that is not known. */
  seen: string | null;
  /** When the form that showed them was opened, ms since 1970; null where that is not known. */
  seenAt: number | null;
  /** Open writes that come before it. */
  ahead: readonly OpColumns[];
}

/** The base of a write that is asked for now, JSON object text; fields that were absent are left out. */
export function beforeOf(db: ReadableDb, target: Lane, input: BaseInput): string {
  const { endpoint, params, patch, seen } = input;
  const confirmed = confirmedText(db, target.entity, target.id);
  const earlier = input.ahead.flatMap((columns) => {
    const op = decodeOp(columns);
    if (op === null || op.targetId !== target.id || op.entity !== target.entity) return [];
    return [{ sets: setFieldsOf(op), before: jsonMembers(op.before) }];
  });
  const nowOf = confirmed === null ? null : fieldsOf(endpoint, confirmed);
  const seenOf = seen === null ? null : fieldsOf(endpoint, seen);
  const seenWhole = seen !== null && isWhole(seen);
  const isOwn = createIsOwn(db, target, input.seenAt);
  const values = setBy(endpoint, params, patch).map((setField) => {
    const { field } = setField;
    const own = earlier.findLast(({ sets }) => sets.has(field));
    // What it leaves is handed over once it is there; until then both stand on the same base.
    if (own !== undefined) return [field, own.before.get(field) ?? null] as const;
    const now = nowOf === null ? null : nowOf(field);
    const shown = seenOf === null ? null : seenOf(field);
    if (seenOf === null || (shown === null && !seenWhole)) return [field, now] as const;
    const isSeen = sameValue(shown, now, setField.options) || isOwn(setField, shown, now);
    return [field, isSeen ? now : shown] as const;
  });
  return jsonObject(
    values.flatMap(([field, value]) => (value === null ? [] : [[field, value] as const])),
  );
}

/**
 * The base of a waiting write that says something else now. What was known first of a field counts, that it was
 * absent too, but of those alone that it set until now: one that was typed back is asked about afresh.
 *
 * @param fresh the base of what it says now, as if it was asked for now, JSON object text
 */
export function firstBefore(op: OpRecord, patch: string, fresh: string): string {
  const setFields = setFieldsOf(op);
  const [known, anew] = [jsonMembers(op.before), jsonMembers(fresh)];
  return jsonObject(
    setBy(op.endpoint, op.params, patch).flatMap(({ field }) => {
      const value = (setFields.has(field) ? known : anew).get(field);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/** Whether a text is a whole record, in which an absent field was seen to be absent. */
function isWhole(seen: string): boolean {
  return jsonMember(seen, 'id') !== null;
}

type IsOwn = (setField: SetField, shown: FieldText, now: FieldText) => boolean;

/**
 * Tells of fields of one record whether own writes alone led from what a form showed to what is there
 * now. That an own write had once set the same value is no reason: others may have set it since, and
 * set it anew; what had ended before the form was opened led to what it shows, not away from it. The
 * writes are looked up when the first field is asked about.
 */
function createIsOwn(db: ReadableDb, target: Lane, seenAt: number | null): IsOwn {
  let known: readonly OwnWrite[] | null = null;
  return ({ field, options }, shown, now) => {
    const left = (mine: FieldText, value: FieldText): boolean =>
      sameValue(value, mine, options) || isSpelling(target.entity, field, mine, value);
    known ??= ownWrites(db, target, seenAt ?? 0);
    /** What was shown, and what own writes made of it one after the other. */
    const steps = [shown];
    for (const { sets, before } of known) {
      const mine = sets.get(field)?.mine;
      if (mine === undefined) continue;
      const was = before.get(field) ?? null;
      // The form may have shown the write itself while it was on its way.
      const follows = left(mine, shown) || steps.some((step) => sameValue(step, was, options));
      if (!follows) continue;
      if (left(mine, now)) return true;
      steps.push(mine);
    }
    return false;
  };
}

interface OwnWrite {
  sets: ReadonlyMap<string, SetField>;
  before: ReadonlyMap<string, string>;
}

/** What the last own writes to a record that were confirmed since had set, and on what, the oldest first. */
function ownWrites(db: ReadableDb, target: Lane, sinceMs: number): OwnWrite[] {
  const confirmed = db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.entity} = ? AND ${t.op.targetId} = ?
      AND ${t.op.state} = 'CONFIRMED' AND ${t.op.updatedAt} >= ? AND NOT EXISTS (SELECT 1 FROM ${t.opHistory}
      WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.reason} = ?)
      ORDER BY ${t.op.seq} DESC LIMIT ${OWN_LOOKED_AT}`,
    [target.entity, target.id, sinceMs, THEIRS_CHOSEN],
  );
  return confirmed.reverse().flatMap((columns) => {
    const op = decodeOp(columns);
    return op === null ? [] : [{ sets: setFieldsOf(op), before: jsonMembers(op.before) }];
  });
}

/** What is known of the service around a write that was confirmed; JSON object texts. */
export interface Around {
  /** The record as this very write left it: the service's own reply, or what proves to be the same. */
  reply: string | null;
  /** The record as it was read just before it was sent. */
  fresh: string | null;
  /** The record as it was read afterwards: others may have changed it since. */
  record: string | null;
}

/**
 * Hands what a confirmed write left to the later writes of its author, as their base: else they
 * would take our own change for somebody else's. What a reading shows beyond it is not handed over.
 *
 * @param later open writes to the same record, made after it
 */
export function rebaseLater(
  db: WritableDb,
  op: OpRecord,
  later: readonly OpRecord[],
  around: Around,
): void {
  const left = leftBy(op, around);
  const { reply, fresh } = around;
  for (const { id, endpoint, params, patch, before: known } of later) {
    const before = jsonMembers(known);
    const read = {
      replied: reply === null ? null : fieldsOf(endpoint, reply),
      fresh: fresh === null ? null : fieldsOf(endpoint, fresh),
    };
    for (const { field, options } of setBy(endpoint, params, patch)) {
      const was = before.get(field) ?? null;
      const value = left.has(field)
        ? (left.get(field) ?? null)
        : besideOf(op, read, { endpoint, field, was, options });
      if (value === null) before.delete(field);
      else before.set(field, value);
    }
    db.run(statement`UPDATE ${t.op} SET ${names(t.op.before)} = ? WHERE ${t.op.id} = ?`, [
      jsonObject(before),
      id,
    ]);
  }
}

/** The open writes behind one to the same record, in their order. */
export function behind(
  db: ReadableDb,
  { entity, targetId, seq }: Pick<OpRecord, 'entity' | 'targetId' | 'seq'>,
): OpRecord[] {
  return openOps(db, { entity, id: targetId }).flatMap((columns) => {
    const op = columns.seq > seq ? decodeOp(columns) : null;
    return op === null || op.entity !== entity || op.targetId !== targetId ? [] : [op];
  });
}

/** The fields that a write set, as it left them; null for one that it emptied. */
function leftBy(op: OpRecord, { reply, fresh, record }: Around): Map<string, string | null> {
  // A reading of a meter is a document of its own: no field of the record.
  if (ruleOf(op.endpoint).does === 'append') return new Map();
  const repliedOf = reply === null ? null : fieldsOf(op.endpoint, reply);
  const readOf = record === null ? null : fieldsOf(op.endpoint, record);
  const freshOf = fresh === null ? null : fieldsOf(op.endpoint, fresh);
  return new Map(
    setBy(op.endpoint, op.params, op.patch).map((setField) => {
      const { field, mine, options } = setField;
      const replied = repliedOf === null ? null : repliedOf(field);
      const read = readOf === null ? null : readOf(field);
      const isMine =
        sameValue(read, mine, options) ||
        (replied === null && read !== null && isSpelling(op.entity, field, mine, read));
      // Answered as done, and not done: it is as it was.
      const isUndone =
        readOf !== null && freshOf !== null && sameValue(read, freshOf(field), options);
      if (!isMine && replied === null && isUndone) return [field, read] as const;
      // In the service's own spelling where it is known to be ours, else as it was sent.
      return [field, isMine ? (read ?? mine) : (replied ?? mine)] as const;
    }),
  );
}

type Reader = ReturnType<typeof fieldsOf>;

/**
 * The base of a field that the confirmed write did not send. Of a create its own reply shows what
 * it left, defaults of the service too. A record that was recognised or linked stands for the reply
 * only where it proves that nobody changed it since; else it may show what others have set, which
 * the author has not seen. Of any other write only what it is known to change
 * beside its own fields, and what its own reply shows changed.
 */
function besideOf(
  op: OpRecord,
  read: { replied: Reader | null; fresh: Reader | null },
  of: { endpoint: WriteName; field: string; was: string | null; options: SetField['options'] },
): string | null {
  const { endpoint, field, was, options } = of;
  if (read.replied === null) return was;
  const rule = ruleOf(op.endpoint);
  const replied = read.replied(field);
  if (rule.does === 'create') return replied;
  const names = [field, readAsOf(ruleOf(endpoint), field)];
  // The name under which the write's own fields are read back changes by sending them only.
  const echoes = Object.values(rule.readAs ?? {});
  const isBeside = (rule.sideEffects ?? []).some(
    (name) => names.includes(name) && !echoes.includes(name),
  );
  if (!isBeside || read.fresh === null || replied === null) return was;
  return sameValue(read.fresh(field), was, options) ? replied : was;
}

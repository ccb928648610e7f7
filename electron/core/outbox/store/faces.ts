import { jsonMembers, jsonObject, setJsonMembers } from '../../../../shared/rules/jsonText.ts';
import type { AppError } from '../../../../shared/result.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { ruleOf, setFieldsOf } from '../model/rule.ts';
import type { SetField } from '../model/rule.ts';
import type { WritableDb } from '../../db/handles.ts';
import { addHistory, loadColumns, moveOp, updateOp } from './opStore.ts';
import * as t from '../../db/schema.ts';
import { names, select, statement } from '../../db/statement.ts';

/**
 * A record that was made here can show twice for a while: under its temporary id, and as the
 * service lists it, before it is known that both are one. Writes to either wait in a lane of their
 * own; once both are one record, they stand in the order in which they were asked for.
 */

const OVERTAKEN = 'a later change of the same record came first, under its other name';

/** Asks about a write that can't be put before a later one which has already left. */
const OTHER_NAME: AppError = {
  kind: 'conflict',
  code: 'outbox.otherName',
  message:
    'The same record was changed later, as the service lists it, before both were known to be one.',
  safe: 'Nothing was sent; the write is kept. Should it still be sent?',
  next: 'openOutbox',
};

/**
 * Puts the writes that waited for a create among those that were made to its record as the service
 * lists it. A later one wins: what it has set, or may have set, an earlier one sets no more. An
 * earlier one belongs to what the author had seen.
 *
 * @param create the confirmed create, with the service's id as its target
 * @param waiting ids of the writes that waited for it
 */
export function orderFaces(
  db: WritableDb,
  create: OpRecord,
  waiting: readonly string[],
  now: number,
): void {
  const { entity, targetId, seq } = create;
  const left = db
    .all(
      select(t.op)`FROM ${t.op} WHERE ${t.op.seq} > :seq
        AND ${t.op.state} IN ('CONFIRMED', 'SENDING', 'UNCERTAIN', 'VERIFYING')
        AND ((${t.op.entity} = :entity AND ${t.op.targetId} = :id) OR (${t.op.alsoEntity} = :entity
        AND ${t.op.alsoId} = :id)) AND ${t.op.id} NOT IN (SELECT value FROM json_each(:waiting))
        ORDER BY ${t.op.seq}`,
      { seq, entity, id: targetId, waiting: JSON.stringify(waiting) },
    )
    .flatMap((columns) => decodeOp(columns) ?? []);
  if (left.length === 0) return;
  for (const id of waiting) {
    const columns = loadColumns(db, id);
    const op = columns === null ? null : decodeOp(columns);
    if (columns === null || op === null) continue;
    takeOver(db, op, left);
    // One that a person or a check has to decide on meets the later value there.
    if (op.state === 'QUEUED') giveWay(db, columns, op, left, now);
  }
}

/** Own earlier writes under the other name are part of what the author had seen. */
function takeOver(db: WritableDb, op: OpRecord, left: readonly OpRecord[]): void {
  const before = jsonMembers(op.before);
  const earlier = left
    .filter(({ seq, state }) => seq <= op.seq && state === 'CONFIRMED')
    .map((other) => setsOf(other, op));
  for (const field of setFieldsOf(op).keys()) {
    for (const sets of earlier) {
      const own = sets.get(field);
      if (own !== undefined) before.set(field, own.mine ?? 'null');
    }
  }
  db.run(statement`UPDATE ${t.op} SET ${names(t.op.before)} = ? WHERE ${t.op.id} = ?`, [
    jsonObject(before),
    op.id,
  ]);
}

/** What one write sets of another one's target, by the names of the fields. */
function setsOf(other: OpRecord, op: OpRecord): ReadonlyMap<string, SetField> {
  const isSame = other.entity === op.entity && other.targetId === op.targetId;
  return isSame && ruleOf(other.endpoint).does !== 'append' ? setFieldsOf(other) : new Map();
}

/** Takes from a write that never left what later ones have set already. */
function giveWay(
  db: WritableDb,
  columns: OpColumns,
  op: OpRecord,
  left: readonly OpRecord[],
  now: number,
): void {
  const later = left.filter(({ seq }) => seq > op.seq);
  const rule = ruleOf(op.endpoint);
  if (later.length === 0 || rule.does === 'append') return;
  const laterSets = later.map((other) => setsOf(other, op));
  const setFields = [...setFieldsOf(op).keys()];
  const overtaken = setFields.filter((field) => laterSets.some((sets) => sets.has(field)));
  if (overtaken.length > 0 && overtaken.length === setFields.length) {
    moveOp(db, columns, 'CANCELLED', now, OVERTAKEN, { hold: null, holdUntil: null });
    return;
  }
  // A delete, or an assignment that would free what a later one has put there.
  const wouldUndo = rule.does === 'delete' || later.some((other) => endsOther(op, other));
  if (wouldUndo) {
    moveOp(db, columns, 'NEEDS_USER', now, OTHER_NAME.message, { error: OTHER_NAME });
    return;
  }
  if (overtaken.length === 0) return;
  const patch = setJsonMembers(op.patch, new Map(overtaken.map((field) => [field, null])));
  const before = jsonMembers(op.before);
  for (const field of overtaken) before.delete(field);
  updateOp(db, op.id, now, { patch, before: jsonObject(before) });
  addHistory(db, op.id, now, op.state, op.state, OVERTAKEN);
}

/** Whether both put something into the same other record, which holds one only. */
function endsOther(op: OpRecord, other: OpRecord): boolean {
  const back = ruleOf(op.endpoint).link?.back;
  return (
    back !== undefined &&
    back === ruleOf(other.endpoint).link?.back &&
    op.also !== null &&
    other.also?.entity === op.also.entity &&
    other.also.id === op.also.id &&
    other.targetId !== op.targetId
  );
}

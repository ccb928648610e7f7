import type { AppError } from '../../../../shared/result.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import * as t from '../../db/schema.ts';
import { names, select, statement } from '../../db/statement.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import { IDLE_STATES } from '../model/states.ts';
import { CODE } from './audit.ts';
import { loadColumns, moveOp } from './opStore.ts';

/** Ops whose step was cut off, whose record is found again, or that can't be understood. */

/**
 * Finds what is written down as under way and is not: after a start, or where an outcome could not
 * be written down. It may or may not have arrived.
 *
 * @param input.busy the ops that really are under way
 */
export function recover(
  db: WritableDb,
  input: {
    now: number;
    reason: string;
    busy: readonly string[];
    /** What the service answered to creates, by their ops: the id of the new record. */
    answers: Readonly<Partial<Record<string, string>>>;
  },
): number {
  const rows = db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.state} IN ('SENDING', 'VERIFYING', 'REJECTED')
      AND ${t.op.id} NOT IN (SELECT value FROM json_each(?)) ORDER BY ${t.op.seq}`,
    [JSON.stringify(input.busy)],
  );
  for (const row of rows) {
    const to = row.state === 'REJECTED' ? 'NEEDS_USER' : 'UNCERTAIN';
    const named = input.answers[row.id] ?? null;
    const op = named === null ? null : decodeOp(row);
    const change = op === null ? {} : { watch: { ...op.watch, named } };
    moveOp(db, row, to, input.now, input.reason, change);
  }
  return rows.length;
}

/** A service may list what it does not find by its id: after so many times a person decides alone. */
const MOST_FOUND_AGAIN = 5;

/** Changes that ask since their record was not found, and whose record a later complete scan held. */
export function foundAgain(db: ReadableDb, { limit }: { limit: number }): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op} JOIN ${t.record} ON ${t.record.entity} = ${t.op.entity}
      AND ${t.record.id} = ${t.op.targetId}
      JOIN ${t.scan} ON ${t.scan.entity} = ${t.op.entity} WHERE ${t.op.state} = 'NEEDS_USER'
      AND ${CODE} = ? AND json_valid(${t.op.watch})
      AND ${t.op.watch} ->> '$.looks' < ${MOST_FOUND_AGAIN}
      AND ${t.record.base} IS NOT NULL AND ${t.record.absences} = 0 AND ${t.record.listed} = 1
      AND ${t.scan.seenFrom} > ${t.op.updatedAt} ORDER BY ${t.op.seq} LIMIT ?`,
    [REASONS.gone, limit],
  );
}

/** Sets an op aside that can't be understood, with its bytes. */
export function quarantine(
  db: WritableDb,
  input: { id: string; now: number; error: AppError },
): OpColumns | null {
  const columns = loadColumns(db, input.id);
  if (columns === null || !IDLE_STATES.includes(columns.state)) return null;
  db.run(statement`UPDATE ${t.op} SET ${names(t.op.raw)} = ? WHERE ${t.op.id} = ?`, [
    new TextEncoder().encode(JSON.stringify(columns)),
    input.id,
  ]);
  const { now, error } = input;
  if (columns.state === 'UNCERTAIN') moveOp(db, columns, 'VERIFYING', now, 'is being verified');
  const state = columns.state === 'UNCERTAIN' ? 'VERIFYING' : 'QUEUED';
  moveOp(db, { ...columns, state }, 'NEEDS_USER', now, error.message, { error });
  return loadColumns(db, input.id);
}

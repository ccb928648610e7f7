import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { writeNames } from '../../../../shared/api/catalogue.ts';
import { REASONS, showsFurther } from '../model/remedies.ts';
import { decodeOp, looksOf } from '../model/record.ts';
import type { OpColumns } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { addHistory, loadColumns, updateOp } from './opStore.ts';
import * as t from '../../db/schema.ts';
import { select } from '../../db/statement.ts';

/** Names of the writes that make records, JSON array. */
export const CREATES = JSON.stringify(writeNames.filter((name) => ruleOf(name).does === 'create'));

/**
 * Another create than :opId became the record `value` of :entity: by the map of ids, or by itself, which
 * tells so where the map was lost. :own and :ownOnce are the temporary ids of :opId.
 */
export const CLAIMED = sql`(EXISTS (SELECT 1 FROM ${t.idMap} WHERE ${t.idMap.entity} = :entity
  AND ${t.idMap.id} = value AND ${t.idMap.temporaryId} NOT IN (:own, :ownOnce))
  OR EXISTS (SELECT 1 FROM ${t.op} WHERE ${t.op.entity} = :entity AND ${t.op.targetId} = value
  AND ${t.op.id} <> :opId AND ${t.op.state} = 'CONFIRMED'
  AND ${t.op.endpoint} IN (SELECT value FROM json_each(:creates))))`;

/** Why a write that a file takes elsewhere is uncertain, and why one is not: the file came to nothing. */
export const HANDED_OVER = 'handed over in a file';
export const NOT_HANDED_OVER = 'the file was not kept: it never left';

const next = alias(t.opHistory, 'next');
/** The outcome of `op` was unknown once, but for the moment in which a file was to take it elsewhere. */
export const WAS_IN_DOUBT = sql`EXISTS (SELECT 1 FROM ${t.opHistory}
  WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.toState} = 'UNCERTAIN'
  AND NOT (${t.opHistory.fromState} IN ('SENDING', 'VERIFYING')
  AND ${t.opHistory.reason} = ${HANDED_OVER}
  AND coalesce((SELECT ${next.reason} FROM ${t.opHistory} AS ${next}
  WHERE ${next.opId} = ${t.op.id} AND ${next}.rowid > ${t.opHistory}.rowid
  ORDER BY ${next}.rowid LIMIT 1), '') = ${NOT_HANDED_OVER}))`;

/** The code of what is told of an op; null where the disk has harmed that. */
export const CODE = sql`CASE WHEN json_valid(${t.op.error}) THEN ${t.op.error} ->> '$.code' END`;

/** A settled op with one of these flags asks for a look, as an open one does. */
export const IS_DUPLICATE = sql`(${t.op.state} IN ('CONFIRMED', 'CANCELLED', 'DISCARDED')
  AND ${CODE} IN (${REASONS.duplicate}, ${REASONS.madeAnyway}))`;

/** `op` was looked for as often as there are looks, :most, since its last request (`looksOf`). */
export const LOOKED_FOR = sql`(json_valid(${t.op.watch}) AND ${t.op.watch} ->> '$.looks' >= :most
  AND ${t.op.watch} ->> '$.auditedAt' >= ${t.op.sentAt})`;

/**
 * `op` was answered at once, or refused and then taken back: only a request that something on the way
 * repeated made a record that is not known then. One look is enough, and it takes what was there before.
 */
export const IS_ANSWERED = sql`((${t.op.state} = 'CONFIRMED'
  OR (${t.op.state} IN ('CANCELLED', 'DISCARDED') AND ${t.op.lastStatus} IS NOT NULL))
  AND NOT ${WAS_IN_DOUBT} AND json_valid(${t.op.watch})
  AND coalesce(${t.op.watch} ->> '$.looks', 0) = 0)`;

/** Settled creates that are to be looked for, oldest first. */
export function doubted(db: ReadableDb, input: { mostLooks: number }): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.sentAt} IS NOT NULL
      AND ${t.op.state} IN ('CONFIRMED', 'CANCELLED', 'DISCARDED', 'NEEDS_USER')
      AND ${t.op.endpoint} IN (SELECT value FROM json_each(:creates))
      AND NOT coalesce(${LOOKED_FOR}, FALSE) AND (${WAS_IN_DOUBT} OR (${IS_ANSWERED}
      AND EXISTS (SELECT 1 FROM ${t.baseline}
      WHERE ${t.baseline.id} = ${t.op.watch} ->> '$.baseline')))
      ORDER BY ${t.op.seq}`,
    { most: input.mostLooks, creates: CREATES },
  );
}

/**
 * Notes a look for further records of a create, and what it found: ids that belong to no write.
 * `news` when any of them was not known yet.
 */
export function audited(
  db: WritableDb,
  input: { id: string; now: number; found: readonly string[] },
): { news: boolean } {
  const columns = loadColumns(db, input.id);
  const op = columns === null ? null : decodeOp(columns);
  if (columns === null || op === null) return { news: false };
  const candidates = [...new Set([...op.watch.candidates, ...input.found])];
  const news = input.found.some((id) => !op.watch.candidates.includes(id));
  const looks = looksOf(op) + 1;
  const watch = { ...op.watch, candidates, auditedAt: input.now, looks };
  // When it was confirmed tells which readings are older than it: a look moves that by nothing.
  const at = op.state === 'NEEDS_USER' ? input.now : op.updatedAt;
  if (!news) {
    updateOp(db, op.id, at, { watch });
    return { news };
  }
  const isWithdrawn = op.state === 'CANCELLED' || op.state === 'DISCARDED';
  const message = isWithdrawn ? madeAnyway(candidates.length) : further(candidates.length);
  // A write that waits for a person keeps its own question; the candidates are part of it.
  const flag =
    op.state === 'NEEDS_USER'
      ? {}
      : {
          error: {
            kind: 'conflict',
            code: isWithdrawn ? REASONS.madeAnyway : REASONS.duplicate,
            message,
            safe: 'Nothing was changed or deleted. If it is one too many, archive it.',
            next: 'openOutbox',
          } as const,
        };
  updateOp(db, op.id, at, { watch, ...flag });
  addHistory(db, op.id, input.now, op.state, op.state, `${message} (${candidates.join(', ')})`);
  return { news };
}

function further(count: number): string {
  return count === 1
    ? 'The service holds another record that this write may have made.'
    : `The service holds ${count} other records that this write may have made.`;
}

/** Of a write that was taken back: none of the records is the one that was wanted. */
function madeAnyway(count: number): string {
  return count === 1
    ? 'The service holds a record that this write may have made before it was taken back.'
    : `The service holds ${count} records that this write may have made before it was taken back.`;
}

/** A person has seen the further records and leaves them: they are never told again. */
export function acknowledge(db: WritableDb, input: { id: string; now: number }): OpColumns | null {
  const columns = loadColumns(db, input.id);
  const op = columns === null ? null : decodeOp(columns);
  if (op === null || !showsFurther(op.error?.code ?? null)) return null;
  const { candidates } = op.watch;
  const seenBefore = [...(op.watch.seenBefore ?? []), ...candidates];
  updateOp(db, op.id, op.updatedAt, {
    error: null,
    watch: { ...op.watch, seenBefore, candidates: [] },
  });
  const reason = `seen by a person: ${candidates.join(', ')}`;
  addHistory(db, op.id, input.now, op.state, op.state, reason);
  return loadColumns(db, op.id);
}

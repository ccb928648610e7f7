import { sql } from 'drizzle-orm';
import { writeNames } from '../../../../shared/api/catalogue.ts';
import { REASONS } from '../model/remedies.ts';
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

/** The outcome of `op` was unknown once. */
export const WAS_IN_DOUBT = sql`EXISTS (SELECT 1 FROM ${t.opHistory}
  WHERE ${t.opHistory.opId} = ${t.op.id} AND ${t.opHistory.toState} = 'UNCERTAIN')`;

/** A confirmed or discarded op with this flag asks for a look, as an open one does. */
export const IS_DUPLICATE = sql`(${t.op.state} IN ('CONFIRMED', 'DISCARDED')
  AND ${t.op.error} ->> '$.code' = ${REASONS.duplicate})`;

/** `op` was looked for as often as there are looks, :most, since its last request (`looksOf`). */
export const LOOKED_FOR = sql`(json_valid(${t.op.watch}) AND ${t.op.watch} ->> '$.looks' >= :most
  AND ${t.op.watch} ->> '$.auditedAt' >= ${t.op.sentAt})`;

/**
 * `op` was answered at once: only a request that something on the way repeated made a second record
 * then. One look is enough, and it takes what was there before.
 */
export const IS_ANSWERED = sql`(${t.op.state} = 'CONFIRMED' AND NOT ${WAS_IN_DOUBT}
  AND json_valid(${t.op.watch}) AND coalesce(${t.op.watch} ->> '$.looks', 0) = 0)`;

/** Settled creates that are to be looked for, oldest first. */
export function doubted(db: ReadableDb, input: { mostLooks: number }): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.sentAt} IS NOT NULL
      AND ${t.op.state} IN ('CONFIRMED', 'DISCARDED', 'NEEDS_USER')
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
  if (!news) {
    updateOp(db, op.id, input.now, { watch });
    return { news };
  }
  const message =
    candidates.length === 1
      ? 'The service holds another record that this write may have made.'
      : `The service holds ${candidates.length} other records that this write may have made.`;
  // A write that waits for a person keeps its own question; the candidates are part of it.
  const flag =
    op.state === 'NEEDS_USER'
      ? {}
      : {
          error: {
            kind: 'conflict',
            code: REASONS.duplicate,
            message,
            safe: 'Nothing was changed or deleted. If it is one too many, archive it.',
            next: 'openOutbox',
          } as const,
        };
  updateOp(db, op.id, input.now, { watch, ...flag });
  addHistory(db, op.id, input.now, op.state, op.state, `${message} (${candidates.join(', ')})`);
  return { news };
}

/** A person has seen the further records and leaves them: they are never told again. */
export function acknowledge(db: WritableDb, input: { id: string; now: number }): OpColumns | null {
  const columns = loadColumns(db, input.id);
  const op = columns === null ? null : decodeOp(columns);
  if (op?.error?.code !== REASONS.duplicate) return null;
  const { candidates } = op.watch;
  const seenBefore = [...(op.watch.seenBefore ?? []), ...candidates];
  updateOp(db, op.id, input.now, {
    error: null,
    watch: { ...op.watch, seenBefore, candidates: [] },
  });
  const reason = `seen by a person: ${candidates.join(', ')}`;
  addHistory(db, op.id, input.now, op.state, op.state, reason);
  return loadColumns(db, op.id);
}

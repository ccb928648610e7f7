import { sql } from 'drizzle-orm';
import { jsonMembers } from '../../../shared/rules/jsonText.ts';
import { tellsArchived } from '../../../shared/rules/archived.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import * as t from '../db/schema.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { names, select, statement } from '../db/statement.ts';
import { ruleOf } from '../outbox/model/rule.ts';
import type { OpRecord } from '../outbox/model/record.ts';
import { baseOf, rebase } from './overlay.ts';
import { overtakenSql } from './pageBatch.ts';
import { staging } from './workTables.ts';

/**
 * Records of some tenants do not say whether they are archived (specification, sections 2 and 3). What the
 * list of archived records tells of them is kept, and what an own write left, until a list says otherwise.
 */

const SET_LISTED = statement`UPDATE ${t.record} SET ${names(t.record.listedArchived)} = ?
  WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`;

/** Whether the list of archived records, or an own write, tells that a record is one. */
export function isListedArchived(db: ReadableDb, entity: Entity, id: string): boolean {
  const row = db.one(
    select({ listed: t.record.listedArchived })`FROM ${t.record}
      WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`,
    [entity, id],
  );
  return row?.listed === 1;
}

/** What a confirmed write leaves; the caller works out anew what the desk shows. */
export function noteArchiving(db: WritableDb, op: OpRecord): void {
  const { entity, targetId: id } = op;
  const { does } = ruleOf(op.endpoint);
  if (does === 'restore') db.run(SET_LISTED, [0, entity, id]);
  if (does !== 'archive') return;
  const base = baseOf(db, entity, id);
  if (base === null || tellsArchived(jsonMembers(base))) return;
  db.run(SET_LISTED, [1, entity, id]);
}

/** What a complete scan met: first the living list's ids, then those of the list of archived records. */
export interface Listed {
  entity: Entity;
  generation: number;
  /** How many ids the first list brought. */
  living: number;
  /** Whether all others are archived, though none of them says so. */
  isApart: boolean;
  /** When it ended, ms since 1970. */
  at: number;
}

const STAGED = sql`SELECT ${staging.id} FROM ${staging} WHERE ${staging.entity} = ?
  AND ${staging.generation} = ? ORDER BY ${staging.n}`;
/** An own archive or restore that was confirmed since the lists were asked for is younger than what they tell. */
const IS_YOUNGER = overtakenSql(
  ...([t.record.entity, t.record.id] as const),
  sql`(SELECT ${t.scan.startedAt} FROM ${t.scan} WHERE ${t.scan.entity} = ${t.record.entity})`,
  ...([sql`?`, '>='] as const),
);
const LIST_PLAIN = statement`UPDATE ${t.record} SET ${names(t.record.listedArchived)} = 1,
  ${names(t.record.archived)} = 1 WHERE ${t.record.entity} = ? AND ${t.record.listedArchived} = 0
  AND ${t.record.pending} = 0 AND ${t.record.overlay} IS NULL AND ${t.record.archived} = 0
  AND ${t.record.id} IN (${STAGED} LIMIT -1 OFFSET ?) AND NOT ${IS_YOUNGER}`;
const LEFT_TO_LIST = select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?
  AND ${t.record.listedArchived} = 0 AND ${t.record.archived} = 0
  AND ${t.record.id} IN (${STAGED} LIMIT -1 OFFSET ?) AND NOT ${IS_YOUNGER}`;
const LISTED_AGAIN = select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?
  AND ${t.record.listedArchived} = 1 AND ${t.record.id} IN (${STAGED} LIMIT ?) AND NOT ${IS_YOUNGER}`;

/** Takes over what the lists of a complete scan tell of archived records. */
export function noteListed(
  db: WritableDb,
  { entity, generation, living, isApart, at }: Listed,
): void {
  const input = [entity, entity, generation, living, at];
  const set = (ids: readonly { id: string }[], listed: 0 | 1): void => {
    for (const { id } of ids) {
      db.run(SET_LISTED, [listed, entity, id]);
      rebase(db, entity, id);
    }
  };
  set(db.all(LISTED_AGAIN, input), 0);
  if (!isApart) return;
  db.run(LIST_PLAIN, input);
  set(db.all(LEFT_TO_LIST, input), 1);
}

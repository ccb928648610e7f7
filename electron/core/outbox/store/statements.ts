import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { OpState } from '../../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import { temporaryIdsOf } from '../../../../shared/rules/temporaryId.ts';
import { PUT_BACK_MS } from '../../backoff.ts';
import type { OpColumns } from '../model/record.ts';
import { IDLE_STATES } from '../model/states.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { isOvertaken } from '../../mirror/pageBatch.ts';
import { DEPENDS_ON, among, historyOf, loadColumns } from './opStore.ts';
import { IS_DUPLICATE, acknowledge, audited, doubted, CREATES, CLAIMED } from './audit.ts';
import {
  baseline,
  givenAgain,
  dropBaselines,
  inDoubt,
  inSight,
  keepBaseline,
  looseBaselines,
  narrowBaseline,
  seenSince,
} from './baselines.ts';
import { edit, resolve } from './edit.ts';
import { enqueue } from './enqueue.ts';
import { handOver, pack, takeBack } from './export.ts';
import { cancel, discard, restore } from './giveUp.ts';
import { hold, resume } from './hold.ts';
import { bringIn, examine, split } from './import.ts';
import { recreate } from './recreate.ts';
import { claims, creating, duplicateOf, related, waitingKinds } from './relatedOps.ts';
import { foundAgain, quarantine, recover } from './recover.ts';
import {
  adjust,
  confirm,
  link,
  maybeMade,
  move,
  overKnown,
  reject,
  storeBase,
} from './transitions.ts';
import { baseOf, rebase } from '../../mirror/overlay.ts';
import * as t from '../../db/schema.ts';
import { columnsOf, rowCount, select, selectDistinct } from '../../db/statement.ts';

const mineLane = alias(t.opLane, 'mine');
const firstLane = alias(t.opLane, 'first');
const neededOp = alias(t.op, 'needed');

/** Another op of one of its lanes comes first, or one that it depends on is not confirmed. */
const BLOCKED = sql`(EXISTS (SELECT 1 FROM ${t.opLane} AS ${mineLane}
  JOIN ${t.opLane} AS ${firstLane} ON ${firstLane.entity} = ${mineLane.entity}
  AND ${firstLane.id} = ${mineLane.id} AND ${firstLane.seq} < ${mineLane.seq}
  AND ${firstLane.blocks} = 1 WHERE ${mineLane.seq} = ${t.op.seq}) OR EXISTS (SELECT 1
  FROM ${DEPENDS_ON} d JOIN ${t.op} AS ${neededOp} ON ${neededOp.id} = d.value
  WHERE ${neededOp.state} <> 'CONFIRMED'))`;

/** No person holds it back. */
const NOT_HELD_BACK = sql`(${t.op.hold} IS NULL OR ${t.op.hold} NOT IN ('person', 'handedOver',
  'imported'))`;

/** Its pause is over, or was set before the clock was put back (`isOver` of pauses). */
const NO_BACKOFF = sql`(${t.op.holdUntil} IS NULL OR ${t.op.holdUntil} <= :now
  OR ${t.op.updatedAt} - :now > ${PUT_BACK_MS})`;

/** A row of the ledger: the op and whether it waits for another one. */
export type LedgerRow = OpColumns & { blocked: 0 | 1 };

const LEDGER = {
  ...columnsOf(t.op),
  blocked: sql<0 | 1>`CASE WHEN ${among(t.op.state, IDLE_STATES)} THEN ${BLOCKED} ELSE 0 END`,
};

/**
 * Ops that may be verified or sent now, each kind oldest first. The index gives them in order, so
 * that a long queue is not looked through to its end.
 */
function due(
  db: ReadableDb,
  input: { now: number; exclude: readonly string[]; limit: number },
): OpColumns[] {
  const found: OpColumns[] = [];
  for (const state of ['UNCERTAIN', 'QUEUED']) {
    const limit = input.limit - found.length;
    if (limit <= 0) break;
    const rows = db.all(
      select(t.op)`FROM ${t.op} INDEXED BY op_state WHERE ${t.op.state} = :state
        AND ${NOT_HELD_BACK} AND ${NO_BACKOFF} AND ${t.op.id} NOT IN (SELECT value
        FROM json_each(:exclude)) AND NOT ${BLOCKED} ORDER BY ${t.op.seq} LIMIT :limit`,
      { state, now: input.now, exclude: JSON.stringify(input.exclude), limit },
    );
    found.push(...rows);
  }
  return found;
}

/** When the next pause of an op ends, ms since 1970; null where none is pausing. */
function nextWake(db: ReadableDb, input: { now: number }): number | null {
  const row = db.one(
    select({ at: sql<number | null>`min(${t.op.holdUntil})` })`FROM ${t.op}
      WHERE ${among(t.op.state, IDLE_STATES)} AND ${NOT_HELD_BACK} AND ${t.op.holdUntil} > ?`,
    [input.now],
  );
  return row?.at ?? null;
}

const EVERY = sql`true`;
const IN_STATES = sql`${t.op.state} IN (SELECT value FROM json_each(?))`;
const IN_STATES_OR_FLAGGED = sql`(${IN_STATES} OR ${IS_DUPLICATE})`;

/** What the ledger shows of these states. What needs a person holds possible duplicates too. */
function shownBy(chosen: readonly OpState[] | null): { where: SQL; states: string[] } {
  if (chosen === null) return { where: EVERY, states: [] };
  return {
    where: chosen.includes('NEEDS_USER') ? IN_STATES_OR_FLAGGED : IN_STATES,
    states: [JSON.stringify(chosen)],
  };
}

/** Ids of the ledger's writes, newest first. */
function ids(db: ReadableDb, input: { states: readonly OpState[] | null }): string[] {
  const { where, states } = shownBy(input.states);
  const rows = db.all(
    select({ id: t.op.id })`FROM ${t.op} WHERE ${where} ORDER BY ${t.op.seq} DESC`,
    states,
  );
  return rows.map(({ id }) => id);
}

/** The ledger, newest first. */
function list(
  db: ReadableDb,
  input: { states: readonly OpState[] | null; offset: number; limit: number },
): { rows: LedgerRow[]; total: number } {
  const { where, states } = shownBy(input.states);
  const total = db.one(select({ n: rowCount })`FROM ${t.op} WHERE ${where}`, states);
  const rows = db.all(
    select(LEDGER)`FROM ${t.op} WHERE ${where} ORDER BY ${t.op.seq} DESC LIMIT ? OFFSET ?`,
    [...states, input.limit, input.offset],
  );
  return { rows, total: total?.n ?? 0 };
}

function counts(db: ReadableDb, _input: null): Record<string, number> {
  const rows = db.all(
    select({ state: t.op.state, n: rowCount })`FROM ${t.op} GROUP BY ${t.op.state}`,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Settled creates of which the service may hold further records that nobody has looked at. */
function duplicates(db: ReadableDb, _input: null): number {
  return db.one(select({ n: rowCount })`FROM ${t.op} WHERE ${IS_DUPLICATE}`)?.n ?? 0;
}

function get(db: ReadableDb, input: { id: string }): LedgerRow | null {
  return db.one(select(LEDGER)`FROM ${t.op} WHERE ${t.op.id} = ?`, [input.id]) ?? null;
}

/** Every op that ever touched a record, oldest first. */
function ofRecord(db: ReadableDb, input: { entity: Entity; id: string }): LedgerRow[] {
  return db.all(
    select(LEDGER)`FROM ${t.op} WHERE (${t.op.entity} = :entity AND ${t.op.targetId} = :id)
      OR (${t.op.alsoEntity} = :entity AND ${t.op.alsoId} = :id) ORDER BY ${t.op.seq}`,
    { entity: input.entity, id: input.id },
  );
}

/** Earlier writes to a record that were confirmed after `since`, ms since 1970; oldest first. */
function confirmedSince(
  db: ReadableDb,
  input: { entity: Entity; id: string; seq: number; since: number },
): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.entity} = :entity AND ${t.op.targetId} = :id
      AND ${t.op.seq} < :seq AND ${t.op.state} = 'CONFIRMED' AND ${t.op.updatedAt} > :since
      ORDER BY ${t.op.seq}`,
    input,
  );
}

/** Records that show a confirmed op whose result was not read yet. */
function unread(db: ReadableDb, input: { limit: number }): { entity: Entity; id: string }[] {
  return db.all(
    selectDistinct({ entity: t.opLane.entity, id: t.opLane.id })`FROM ${t.opLane}
      WHERE ${t.opLane.blocks} = 0 AND EXISTS (SELECT 1 FROM ${t.record}
      WHERE ${t.record.entity} = ${t.opLane.entity} AND ${t.record.id} = ${t.opLane.id}
      AND ${t.record.base} IS NOT NULL) ORDER BY ${t.opLane.seq} LIMIT ?`,
    [input.limit],
  );
}

/**
 * Which of some records a create can not have made: another create of this desk became it, or a
 * write that was asked for earlier is meant for it.
 */
function taken(
  db: ReadableDb,
  input: { entity: Entity; ids: readonly string[]; seq: number; opId: string },
): string[] {
  const { entity, seq, opId } = input;
  const [own, ownOnce] = temporaryIdsOf(input.opId);
  return db
    .all(
      select({ id: sql<string>`value` })`FROM json_each(:ids) WHERE ${CLAIMED}
        OR EXISTS (SELECT 1 FROM ${t.op} WHERE ${t.op.entity} = :entity
        AND ${t.op.targetId} = value AND ${t.op.seq} < :seq)`,
      { entity, ids: JSON.stringify(input.ids), seq, own, ownOnce, opId, creates: CREATES },
    )
    .map(({ id }) => id);
}

/**
 * Whether a record was there before the request that is answered with it was sent, at `sentAt`:
 * another create of this desk became it, an earlier write is meant for it, or the mirror had it. A
 * list that several creates share may be older than what the first of them made.
 */
function wasThere(
  db: ReadableDb,
  input: { entity: Entity; id: string; seq: number; opId: string; sentAt: number },
): boolean {
  const { id, sentAt, ...op } = input;
  if (taken(db, { ...op, ids: [id] }).length > 0) return true;
  const { entity } = op;
  const known = select({ id: t.record.id })`FROM ${t.record} WHERE ${t.record.entity} = ?
    AND ${t.record.id} = ? AND ${t.record.base} IS NOT NULL AND ${t.record.readAt} < ?`;
  return db.one(known, [entity, id, sentAt]) !== undefined;
}

function columns(db: ReadableDb, input: { id: string }): OpColumns | null {
  return loadColumns(db, input.id);
}

/**
 * Takes a complete record that was asked for after a write, at `readAt`. Records that are gone stay
 * gone; a later write that was confirmed meanwhile is not taken back.
 */
function reread(
  db: WritableDb,
  input: {
    entity: Entity;
    id: string;
    text: string;
    readAt: number;
    now: number;
    /** The text is the row of a list. */
    isRow?: boolean;
  },
): Record<string, never> {
  const { entity, id, readAt, now } = input;
  if (baseOf(db, entity, id) === null || isOvertaken(db, { entity, id, readAt, now }, '>'))
    return {};
  const text = input.isRow === true ? overKnown(db, entity, id, input.text) : input.text;
  storeBase(db, entity, id, text, now);
  rebase(db, entity, id);
  return {};
}

/** Queries of the outbox that only read. */
export const outboxReads = {
  'outbox.due': due,
  'outbox.nextWake': nextWake,
  'outbox.list': list,
  'outbox.ids': ids,
  'outbox.counts': counts,
  'outbox.duplicates': duplicates,
  'outbox.get': get,
  'outbox.columns': columns,
  'outbox.ofRecord': ofRecord,
  'outbox.confirmedSince': confirmedSince,
  'outbox.history': (db: ReadableDb, { id }: { id: string }) => historyOf(db, id),
  'outbox.unread': unread,
  'outbox.foundAgain': foundAgain,
  'outbox.taken': taken,
  'outbox.wasThere': wasThere,
  'outbox.claims': claims,
  'outbox.givenAgain': givenAgain,
  'outbox.creating': creating,
  'outbox.duplicateOf': duplicateOf,
  'outbox.doubted': doubted,
  'outbox.inDoubt': inDoubt,
  'outbox.inSight': inSight,
  'outbox.maybeMade': maybeMade,
  'outbox.baseline': baseline,
  'outbox.looseBaselines': looseBaselines,
  'outbox.seenSince': seenSince,
  'outbox.related': related,
  'outbox.waitingKinds': waitingKinds,
  'outbox.pack': pack,
  'outbox.examine': examine,
  'outbox.split': split,
} as const;

/** Queries of the outbox that write; each is one transaction. */
export const outboxWrites = {
  'outbox.enqueue': enqueue,
  'outbox.move': move,
  'outbox.reject': reject,
  'outbox.confirm': confirm,
  'outbox.link': link,
  'outbox.cancel': cancel,
  'outbox.discard': discard,
  'outbox.restore': restore,
  'outbox.recreate': recreate,
  'outbox.adjust': adjust,
  'outbox.edit': edit,
  'outbox.resolve': resolve,
  'outbox.quarantine': quarantine,
  'outbox.recover': recover,
  'outbox.reread': reread,
  'outbox.keepBaseline': keepBaseline,
  'outbox.narrowBaseline': narrowBaseline,
  'outbox.dropBaselines': dropBaselines,
  'outbox.audited': audited,
  'outbox.acknowledge': acknowledge,
  'outbox.hold': hold,
  'outbox.resume': resume,
  'outbox.handOver': handOver,
  'outbox.takeBack': takeBack,
  'outbox.bringIn': bringIn,
} as const;

import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { OpState } from '../../../../shared/ipc/shapes.ts';
import { OPEN_STATES } from '../../../../shared/rules/opStates.ts';
import { isDuplicate } from '../model/matching.ts';
import { baselinesOf, decodeOp, titleOf } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { ruleOf } from '../model/rule.ts';
import type { ReadableDb } from '../../db/handles.ts';
import { CLAIMED, CREATES } from './audit.ts';
import { givenAgain } from './baselines.ts';
import { IDLE_STATES } from '../model/states.ts';
import { DEPENDS_ON, among, loadColumns } from './opStore.ts';
import { temporaryIdsOf } from '../../../../shared/rules/temporaryId.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import * as t from '../../db/schema.ts';
import { rowCount, select } from '../../db/statement.ts';

const neededOp = alias(t.op, 'needed');
const firstOp = alias(t.op, 'firstOp');
const mineLane = alias(t.opLane, 'mine');
const firstLane = alias(t.opLane, 'first');

/** What is told of writes beside the ledger's rows. */

/** Another write by what a person knows it. */
export interface Brief {
  id: string;
  endpoint: string;
  title: string;
  label: string;
  state: OpState;
}

interface BriefRow {
  id: string;
  endpoint: string;
  label: string;
  state: OpState;
}

function briefOf({ id, endpoint, label, state }: BriefRow): Brief {
  return { id, endpoint, title: titleOf(endpoint), label, state };
}

/** Open creates of a kind that may already have reached the service, oldest first. */
export function creating(db: ReadableDb, input: { entity: Entity }): OpColumns[] {
  return db.all(
    select(t.op)`FROM ${t.op} WHERE ${t.op.entity} = ? AND ${t.op.temporary} = 1
      AND (${t.op.state} IN ('SENDING', 'UNCERTAIN', 'VERIFYING')
      OR (${t.op.state} = 'NEEDS_USER' AND ${t.op.attempts} > 0)) ORDER BY ${t.op.seq}`,
    [input.entity],
  );
}

/**
 * The oldest open create that may have made, or may make, the same as another one: that waits for it, so that each
 * can be recognised. One that was refused counts, too: a copy of it may have been done, and what the other one makes
 * would be taken for that.
 */
export function duplicateOf(db: ReadableDb, { id }: { id: string }): OpColumns | null {
  const columns = loadColumns(db, id);
  const op = columns === null ? null : decodeOp(columns);
  if (op === null || ruleOf(op.endpoint).does !== 'create') return null;
  const isAlike = (other: OpColumns): boolean => {
    const create = other.id === id ? null : decodeOp(other);
    return create !== null && isDuplicate(create, op);
  };
  return creating(db, op).find(isAlike) ?? null;
}

/** Writes that are named where there are more. */
const NAMED = 50;

/**
 * The writes around one: those that it needs, waits behind, or waits for since they make the same; those that
 * need it; and its service's last answer.
 */
export function related(
  db: ReadableDb,
  { id }: { id: string },
): { needs: Brief[]; neededBy: Brief[]; answer: { status: number; body: string | null } | null } {
  const needs = db.all(
    select({
      id: neededOp.id,
      endpoint: neededOp.endpoint,
      label: neededOp.label,
      state: neededOp.state,
    })`FROM ${t.op}, ${DEPENDS_ON} d JOIN ${t.op} AS ${neededOp} ON ${neededOp.id} = d.value
      WHERE ${t.op.id} = ? ORDER BY ${neededOp.seq} LIMIT ${NAMED}`,
    [id],
  );
  const ahead = db.one(
    select({
      id: firstOp.id,
      endpoint: firstOp.endpoint,
      label: firstOp.label,
      state: firstOp.state,
    })`FROM ${t.op} JOIN ${t.opLane} AS ${mineLane} ON ${mineLane.seq} = ${t.op.seq}
      JOIN ${t.opLane} AS ${firstLane} ON ${firstLane.entity} = ${mineLane.entity}
      AND ${firstLane.id} = ${mineLane.id} AND ${firstLane.seq} < ${mineLane.seq}
      AND ${firstLane.blocks} = 1 JOIN ${t.op} AS ${firstOp} ON ${firstOp.seq} = ${firstLane.seq}
      WHERE ${t.op.id} = ? AND ${among(t.op.state, IDLE_STATES)} ORDER BY ${firstOp.seq} LIMIT 1`,
    [id],
  );
  // What it depends on may be the one that comes first, too.
  if (ahead !== undefined && needs.every((need) => need.id !== ahead.id)) needs.push(ahead);
  const like = loadColumns(db, id)?.state === 'QUEUED' ? duplicateOf(db, { id }) : null;
  if (like !== null && needs.every((need) => need.id !== like.id)) needs.push(like);
  const neededBy = db.all(
    select({
      id: t.op.id,
      endpoint: t.op.endpoint,
      label: t.op.label,
      state: t.op.state,
    })`FROM ${t.op}, ${DEPENDS_ON} d WHERE ${t.op.state} IN (SELECT value FROM json_each(?))
      AND d.value = ? ORDER BY ${t.op.seq} LIMIT ${NAMED}`,
    [JSON.stringify(OPEN_STATES), id],
  );
  const last = db.one(
    select({ status: t.op.lastStatus, body: t.op.lastBody })`FROM ${t.op} WHERE ${t.op.id} = ?`,
    [id],
  );
  const status = last?.status ?? null;
  return {
    needs: needs.map(briefOf),
    neededBy: neededBy.map(briefOf),
    answer: status === null ? null : { status, body: last?.body ?? null },
  };
}

/** Which of some records another create of this desk has become, with what that one is called. */
export function claims(
  db: ReadableDb,
  input: { entity: Entity; ids: readonly string[]; opId: string },
): { id: string; label: string }[] {
  const { entity, opId } = input;
  const [own, ownOnce] = temporaryIdsOf(opId);
  return db.all(
    select({
      id: sql<string>`value`,
      label: sql<string>`coalesce((SELECT ${t.op.label} FROM ${t.op}
        WHERE ${t.op.entity} = :entity AND ${t.op.targetId} = value
        AND ${t.op.endpoint} IN (SELECT value FROM json_each(:creates)) ORDER BY ${t.op.seq}
        LIMIT 1), value)`,
    })`FROM json_each(:ids) WHERE ${CLAIMED}`,
    { entity, ids: JSON.stringify(input.ids), own, ownOnce, opId, creates: CREATES },
  );
}

/** The other create of this desk that became a record; null where none did, or its id was given again since. */
export function claimOf(
  db: ReadableDb,
  { id: opId, seq, entity, watch }: Pick<OpRecord, 'id' | 'seq' | 'entity' | 'watch'>,
  id: string,
  now: number,
): { label: string } | null {
  const [claim] = claims(db, { entity, ids: [id], opId });
  if (claim === undefined) return null;
  const baselines = baselinesOf(watch);
  const isAnew =
    baselines.length > 0 && givenAgain(db, { entity, ids: [id], baselines, seq, now }).length > 0;
  return isAnew ? null : claim;
}

/** Records of a kind that are named before the rest is only counted. */
const NAMED_RECORDS = 5;

/** The open writes by what they do, the most frequent first. */
export interface WaitingKind {
  endpoint: string;
  title: string;
  count: number;
  /** The first few records by their names. */
  records: string[];
}

export function waitingKinds(db: ReadableDb, _input: null): WaitingKind[] {
  const states = JSON.stringify(OPEN_STATES);
  const kinds = db.all(
    select({ endpoint: t.op.endpoint, count: rowCount })`FROM ${t.op} WHERE ${t.op.state} IN (SELECT
      value FROM json_each(?)) GROUP BY ${t.op.endpoint} ORDER BY count DESC, min(${t.op.seq})`,
    [states],
  );
  return kinds.map(({ endpoint, count }) => ({
    ...{ endpoint, title: titleOf(endpoint), count },
    records: db
      .all(
        select({
          name: sql<string>`CASE ${t.op.label} WHEN '' THEN ${t.op.targetId}
            ELSE ${t.op.label} END`,
        })`FROM ${t.op} WHERE ${t.op.state} IN (SELECT value FROM json_each(?))
          AND ${t.op.endpoint} = ? GROUP BY name ORDER BY min(${t.op.seq}) LIMIT ${NAMED_RECORDS}`,
        [states, endpoint],
      )
      .map(({ name }) => name),
  }));
}

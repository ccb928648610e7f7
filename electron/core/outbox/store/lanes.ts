import { sql } from 'drizzle-orm';
import type { WriteName } from '../../../../shared/api/catalogue.ts';
import type { WriteRule } from '../../../../shared/api/endpoint.ts';
import { jsonMember } from '../../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../../shared/rules/merge.ts';
import { confirmedText, shownText } from '../../mirror/overlay.ts';
import { decodeOp } from '../model/record.ts';
import type { OpRecord } from '../model/record.ts';
import { linkedId, readField, ruleOf } from '../model/rule.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { enterLanes, lanesOf, leaveLanes, loadColumns, openOps } from './opStore.ts';
import type { Lane } from './opStore.ts';
import * as t from '../../db/schema.ts';
import { names, select, statement } from '../../db/statement.ts';

/** What a write touches beside its target, and what it waits for: an assignment changes both. */

interface Ties {
  also: Lane | null;
  /** Creates that have to be confirmed first. */
  dependsOn: readonly string[];
}

/** The second record: named by the write, or the one that an uninstallation frees. */
export function otherLane(
  endpoint: WriteName,
  params: Readonly<Record<string, string>>,
  patch: string,
  shown: string | null,
): Lane | null {
  const rule = ruleOf(endpoint);
  if (rule.also !== undefined) return namedBy(rule, params, patch);
  if (rule.link?.back === undefined || shown === null) return null;
  const id = referenceId(readField(endpoint, shown, rule.link.object));
  return id === null ? null : { entity: rule.link.entity, id };
}

/** The second record of a write that says something else now; one that it never named stays. */
export function otherAfter(
  op: Pick<OpRecord, 'endpoint' | 'also'>,
  params: Readonly<Record<string, string>>,
  patch: string,
): Lane | null {
  const rule = ruleOf(op.endpoint);
  return rule.also === undefined ? op.also : namedBy(rule, params, patch);
}

/**
 * What the other record of an assignment is assigned to, as the desk shows it and as the service last told: a
 * service may put that out in its favour. None where other records do not show it.
 */
export function occupantsOf(db: ReadableDb, endpoint: WriteName, also: Lane | null): string[] {
  const { does, link } = ruleOf(endpoint);
  const { back } = link ?? {};
  if (does !== 'assign' || back === undefined || also === null) return [];
  const texts = [shownText(db, also.entity, also.id), confirmedText(db, also.entity, also.id)];
  return texts.flatMap((text) => referenceId(jsonMember(text ?? '{}', back)) ?? []);
}

function namedBy(
  rule: WriteRule,
  params: Readonly<Record<string, string>>,
  patch: string,
): Lane | null {
  const id = linkedId(rule, params, patch);
  return rule.also === undefined || id === null ? null : { entity: rule.also.entity, id };
}

/**
 * Whether an open op can take on these ties where it stands in the queue. Every wait has to point
 * to an earlier op, else two could wait for each other for ever; and it must not get ahead of a
 * later write to a record that it did not touch before.
 */
export function keepsPlace(
  db: ReadableDb,
  op: Pick<OpRecord, 'seq' | 'entity' | 'targetId' | 'also'>,
  ties: Ties,
): boolean {
  const needsLater = ties.dependsOn.some((id) => (loadColumns(db, id)?.seq ?? 0) >= op.seq);
  if (needsLater) return false;
  if (isSame(op.also, ties.also)) return true;
  return !overtakes(db, op.seq, ties.also) && !isFreedLater(db, op);
}

/** Also one that was confirmed and still shows: laid over it, the earlier op would seem undone. */
function overtakes(db: ReadableDb, seq: number, lane: Lane | null): boolean {
  if (lane === null) return false;
  const later = db.one(
    select({
      found: sql<number>`EXISTS (SELECT 1 FROM ${t.opLane} WHERE ${t.opLane.entity} = ?
        AND ${t.opLane.id} = ? AND ${t.opLane.seq} > ?)`,
    })``,
    [lane.entity, lane.id, seq],
  );
  return later?.found === 1;
}

/** A later write ends this assignment without naming the record: it would free the wrong one. */
function isFreedLater(
  db: ReadableDb,
  op: Pick<OpRecord, 'seq' | 'entity' | 'targetId' | 'also'>,
): boolean {
  return openOps(db, { entity: op.entity, id: op.targetId }).some((columns) => {
    const later = columns.seq > op.seq ? decodeOp(columns) : null;
    if (later === null || later.also === null) return false;
    return isSame(later.also, op.also) && ruleOf(later.endpoint).also === undefined;
  });
}

function isSame(a: Lane | null, b: Lane | null): boolean {
  return a?.entity === b?.entity && a?.id === b?.id;
}

/**
 * Gives an open op these ties, at its place in the queue. Returns the records that have to be
 * rebased once the op says what it says now: those that it touches, and the one that it left.
 */
export function retie(
  db: WritableDb,
  op: Pick<OpRecord, 'id' | 'seq' | 'entity' | 'targetId' | 'also'>,
  ties: Ties,
): Lane[] {
  db.run(
    statement`UPDATE ${t.op} SET ${names(t.op.alsoEntity)} = ?, ${names(t.op.alsoId)} = ?,
      ${names(t.op.dependsOn)} = ? WHERE ${t.op.id} = ?`,
    [ties.also?.entity ?? null, ties.also?.id ?? null, JSON.stringify(ties.dependsOn), op.id],
  );
  const lanes = lanesOf({ ...op, also: ties.also });
  leaveLanes(db, op.seq);
  enterLanes(db, lanes, op.seq);
  return op.also === null || isSame(op.also, ties.also) ? lanes : [...lanes, op.also];
}

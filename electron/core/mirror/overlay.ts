import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Entity } from '../../../shared/model/entity.ts';
import { effectOnOther, effectOnTarget, isPart, temporaryRecord } from '../outbox/model/effect.ts';
import type { Lookup } from '../outbox/model/effect.ts';
import { decodeOp } from '../outbox/model/record.ts';
import type { OpColumns, OpRecord } from '../outbox/model/record.ts';
import { REASONS, wentByFile } from '../outbox/model/remedies.ts';
import { isArchivedText } from '../../../shared/rules/archived.ts';
import { ruleOf } from '../outbox/model/rule.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { NAMING, partName } from './partNames.ts';
import { columnsOf, names, select, selectDistinct, statement } from '../db/statement.ts';

/** How `record.archived` tells a living record, an archived one, and one that is being deleted. */
export const ARCHIVED_COLUMN = { no: 0, yes: 1, deleting: 2 } as const;

const SET_OVERLAY = statement`UPDATE ${t.record} SET ${names(t.record.overlay)} = ?,
  ${names(t.record.archived)} = ? WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`;
const SET_PENDING = statement`UPDATE ${t.record} SET ${names(t.record.pending)} = ?,
  ${names(t.record.mark)} = ?, ${names(t.record.changed)} = ? WHERE ${t.record.entity} = ?
  AND ${t.record.id} = ?`;
const LANE_OF = select({ ...columnsOf(t.op), blocks: t.opLane.blocks })`FROM ${t.opLane}
  JOIN ${t.op} ON ${t.op.seq} = ${t.opLane.seq} WHERE ${t.opLane.entity} = ? AND ${t.opLane.id} = ?
  ORDER BY ${t.opLane.seq}`;

const tiedLane = alias(t.opLane, 'tied');
const TIED_TO = selectDistinct({ entity: tiedLane.entity, id: tiedLane.id })`FROM ${t.opLane}
  JOIN ${t.opLane} AS ${tiedLane} ON ${tiedLane.seq} = ${t.opLane.seq}
  AND ${tiedLane.entity} <> ${t.opLane.entity}
  WHERE ${t.opLane.entity} = ? AND ${t.opLane.id} = ?`;

/** SQL that is true of a record that no write waits for; confirmed ones that were not read back since are none. */
export const NOTHING_WAITS = sql`NOT EXISTS (SELECT 1 FROM ${t.opLane} WHERE ${t.opLane.entity} = ${t.record.entity}
  AND ${t.opLane.id} = ${t.record.id} AND ${t.opLane.blocks} = 1)`;

/** The base of a record: what the service last told of it. */
export function baseOf(db: ReadableDb, entity: Entity, id: string): string | null {
  const row = db.one(
    select({ base: t.record.base })`FROM ${t.record} WHERE ${t.record.entity} = ?
      AND ${t.record.id} = ?`,
    [entity, id],
  );
  return row?.base ?? null;
}

/** The text of a record as the desk shows it: base ⊕ pending ops. */
export function shownText(db: ReadableDb, entity: Entity, id: string): string | null {
  const row = db.one(
    select({
      text: sql<string | null>`coalesce(${t.record.overlay}, ${t.record.base})`,
    })`FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`,
    [entity, id],
  );
  return row?.text ?? null;
}

/**
 * Whether a write that would take its record out of the lists waits for a person, as after a refusal: the
 * row stays until they have decided, since it carries the mark that asks them to. One that may have been
 * done stays out.
 */
function hidesInVain({ endpoint, state, error }: OpRecord): boolean {
  const { does } = ruleOf(endpoint);
  if (does !== 'archive' && does !== 'delete') return false;
  return (state === 'NEEDS_USER' || state === 'REJECTED') && error?.code !== REASONS.unverifiable;
}

/** A record's text with ops laid over it in their order, and what they changed. */
function lay(
  db: ReadableDb,
  ops: readonly OpColumns[],
  { entity, id }: { entity: Entity; id: string },
  base: string,
  deleted: boolean,
): { text: string; deleting: boolean; restoring: boolean; changed: Set<string> } {
  const lookup: Lookup = (kind, otherId) =>
    isPart(kind) ? partName(db, kind, otherId) : shownText(db, kind, otherId);
  let text = base;
  let deleting = deleted;
  let restoring = false;
  const changed = new Set<string>();
  for (const row of ops) {
    const op = decodeOp(row);
    // An op that can't be understood shows as a mark only.
    if (op === null) continue;
    if (hidesInVain(op)) continue;
    if (op.entity !== entity || op.targetId !== id) {
      const effect = effectOnOther(text, op, op.targetId, lookup);
      text = effect.text;
      for (const field of effect.changed) changed.add(field);
      continue;
    }
    const outcome = effectOnTarget(text, op, lookup);
    if (outcome === 'deleted') {
      deleting = true;
      continue;
    }
    const { does } = ruleOf(op.endpoint);
    if (does === 'create' || does === 'restore') deleting = false;
    if (does === 'restore') restoring = true;
    text = outcome.text;
    for (const field of outcome.changed) changed.add(field);
  }
  return { text, deleting, restoring, changed };
}

/**
 * The text of a record as the service holds it, as far as that is known: its base with the
 * confirmed ops after which it was not read again. Null where there is no base.
 */
export function confirmedText(db: ReadableDb, entity: Entity, id: string): string | null {
  const base = baseOf(db, entity, id);
  if (base === null) return null;
  const confirmed = db.all(
    select(t.op)`FROM ${t.opLane} JOIN ${t.op} ON ${t.op.seq} = ${t.opLane.seq}
      WHERE ${t.opLane.entity} = ? AND ${t.opLane.id} = ? AND ${t.opLane.blocks} = 0
      ORDER BY ${t.opLane.seq}`,
    [entity, id],
  );
  return lay(db, confirmed, { entity, id }, base, false).text;
}

/**
 * Recomputes what the desk shows of a record: its base with every open op applied in sequence.
 * Depends on the base and the ops only, so doing it twice is doing it once. To be called, inside
 * the same transaction, whenever the base of a record with open ops or one of its ops changed.
 */
export function rebase(db: WritableDb, entity: Entity, id: string): void {
  const record = db.one(
    select({
      base: t.record.base,
      overlay: t.record.overlay,
      archived: t.record.archived,
      readAt: t.record.readAt,
      temporary: t.record.temporary,
      listedArchived: t.record.listedArchived,
    })`FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`,
    [entity, id],
  );
  if (record === undefined) return;
  dropConfirmed(db, entity, id, record.readAt);
  const lane = db.all(LANE_OF, [entity, id]);
  const base = record.base ?? (record.temporary === 1 ? temporaryRecord(id) : null);
  if (base === null) return;
  // A temporary record whose create was given up shows nowhere until that is taken back.
  const laid = lay(db, lane, { entity, id }, base, record.base === null);
  const { text, deleting, changed } = laid;
  const isListed = record.listedArchived === 1 && !laid.restoring;
  const open = lane.filter(({ blocks }) => blocks === 1);
  const archived = deleting
    ? ARCHIVED_COLUMN.deleting
    : isListed || isArchivedText(text)
      ? ARCHIVED_COLUMN.yes
      : ARCHIVED_COLUMN.no;
  const overlay = record.base === null || text !== record.base ? text : null;
  // Every list's index hangs on these two: they are written only where they change.
  if (overlay !== record.overlay || archived !== record.archived) {
    db.run(SET_OVERLAY, [overlay, archived, entity, id]);
  }
  db.run(SET_PENDING, [
    lane.length,
    markOf(open),
    changed.size === 0 ? null : JSON.stringify([...changed]),
    entity,
    id,
  ]);
}

/**
 * Recomputes what the desk shows of a record that was read, and of those that a write which waits
 * ties it to: they show its name, as a vehicle that of a driver who was only a number so far.
 */
export function rebaseRead(db: WritableDb, entity: Entity, id: string): void {
  const tied = db.all(TIED_TO, [entity, id]);
  rebase(db, entity, id);
  for (const other of tied) rebase(db, other.entity, other.id);
}

/** Tells anew what waits of the records that may name what got another name. */
export function rebaseNaming(db: WritableDb): void {
  const lanes = db.all(
    select({ entity: t.opLane.entity, id: t.opLane.id })`FROM ${t.opLane}
      WHERE ${t.opLane.entity} IN (SELECT value FROM json_each(?))
      GROUP BY ${t.opLane.entity}, ${t.opLane.id}`,
    [JSON.stringify(NAMING)],
  );
  for (const { entity, id } of lanes) rebase(db, entity, id);
}

/** What was confirmed of a record is read back no more: it is gone, or was read just now. */
export function dropUnread(db: WritableDb, entity: Entity, id: string): void {
  db.run(
    statement`DELETE FROM ${t.opLane} WHERE ${t.opLane.entity} = ? AND ${t.opLane.id} = ?
      AND ${t.opLane.blocks} = 0`,
    [entity, id],
  );
}

/**
 * Confirmed ops stay visible until the record was read again; a base read later than the
 * confirmation holds their effect, so they leave the overlay.
 */
function dropConfirmed(db: WritableDb, entity: Entity, id: string, readAt: number | null): void {
  if (readAt === null) return;
  db.run(
    statement`DELETE FROM ${t.opLane} WHERE ${t.opLane.entity} = ? AND ${t.opLane.id} = ?
      AND ${t.opLane.blocks} = 0 AND ${t.opLane.seq} IN (SELECT ${t.op.seq} FROM ${t.op}
      WHERE ${t.op.seq} = ${t.opLane.seq} AND ${t.op.updatedAt} < ?)`,
    [entity, id, readAt],
  );
}

/** The state that most needs attention. */
function markOf(open: readonly OpColumns[]): 'needsYou' | 'sending' | 'waiting' | null {
  if (open.length === 0) return null;
  if (open.some(({ state }) => state === 'NEEDS_USER' || state === 'REJECTED')) return 'needsYou';
  // What went by file rests until a person lets it go.
  if (open.some(({ state, hold }) => state !== 'QUEUED' && !wentByFile(hold))) return 'sending';
  return 'waiting';
}

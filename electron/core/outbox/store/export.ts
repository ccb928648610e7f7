import type { Entity } from '../../../../shared/model/entity.ts';
import type { Hold, OpState } from '../../../../shared/ipc/shapes.ts';
import { OPEN_STATES, isOpen } from '../../../../shared/rules/opStates.ts';
import type { Identity } from '../../identity.ts';
import { exportPage } from '../model/exportPage.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns } from '../model/record.ts';
import { REASONS } from '../model/remedies.ts';
import { historyForFile, transferText } from '../model/transfer.ts';
import type { ExportKind, HistoryItem, TransferItem } from '../model/transfer.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { describe } from '../../mirror/describe.ts';
import { HANDED_OVER, NOT_HANDED_OVER } from './audit.ts';
import { addHistory, historyOf, loadColumns, updateOp } from './opStore.ts';
import { through } from './giveUp.ts';
import { shownText } from '../../mirror/overlay.ts';
import * as t from '../../db/schema.ts';
import { select } from '../../db/statement.ts';

/** Writes on their way out to a file. */

/** The chosen writes, or all that are open, with those that they need; oldest first. */
function chosen(db: ReadableDb, ids: readonly string[] | null): OpColumns[] {
  const rows =
    ids === null
      ? db.all(
          select(t.op)`FROM ${t.op} WHERE ${t.op.state} IN (SELECT value FROM json_each(?))
            ORDER BY ${t.op.seq}`,
          [JSON.stringify(OPEN_STATES)],
        )
      : db.all(select(t.op)`FROM ${t.op} WHERE ${t.op.id} IN (SELECT value FROM json_each(?))`, [
          JSON.stringify(ids),
        ]);
  const all = new Map<string, OpColumns>(rows.map((row) => [row.id, row]));
  const visit = (row: OpColumns): void => {
    for (const id of decodeOp(row)?.dependsOn ?? []) {
      const needed = all.has(id) ? null : loadColumns(db, id);
      if (needed === null || !isOpen(needed.state)) continue;
      all.set(id, needed);
      visit(needed);
    }
  };
  for (const row of rows) visit(row);
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

export interface PackInput {
  ids: readonly string[] | null;
  kind: ExportKind;
  now: number;
  identity: Identity;
}

/** The JSON and the page of an export. */
export function pack(
  db: ReadableDb,
  input: PackInput,
): { json: string; page: string; count: number } {
  const { kind, now, identity } = input;
  const rows = chosen(db, input.ids);
  const written = rows.map((row) => ({ row, history: historyForFile(historyOf(db, row.id)) }));
  const json = transferText({
    ...{ kind, identity },
    exportedAt: now,
    items: written.map(({ row, history }) => itemOf(row, history)),
    idMap: db.all(
      select({
        entity: t.idMap.entity,
        temporaryId: t.idMap.temporaryId,
        id: t.idMap.id,
      })`FROM ${t.idMap}`,
    ),
  });
  const nameOf = (entity: Entity, id: string): string | null => {
    const shown = shownText(db, entity, id);
    return shown === null ? null : describe(entity, shown).title;
  };
  return { json, page: exportPage(written, { kind, now, identity }, nameOf), count: rows.length };
}

function itemOf(row: OpColumns, history: HistoryItem[]): TransferItem {
  return {
    id: row.id,
    seq: row.seq,
    payload_version: row.payload_version,
    endpoint: row.endpoint,
    entity: row.entity,
    target_id: row.target_id,
    also_entity: row.also_entity,
    also_id: row.also_id,
    params: row.params,
    patch: row.patch,
    before: row.before,
    label: row.label,
    state: row.state,
    attempts: row.attempts,
    depends_on: row.depends_on,
    watch: row.watch,
    last_status: row.last_status,
    undoes: row.undoes,
    created_at: row.created_at,
    updated_at: row.updated_at,
    sent_at: row.sent_at,
    history,
  };
}

/** A write as it was before it was handed over. */
export interface HandedOver {
  id: string;
  state: OpState;
  hold: Hold | null;
  holdUntil: number | null;
}

/**
 * Holds writes because a file takes them elsewhere: from now on it is uncertain what became of
 * them. Those on their way at this moment stay, and so do those that nobody could send.
 */
export function handOver(
  db: WritableDb,
  input: { ids: readonly string[] | null; now: number },
): { handedOver: HandedOver[]; left: number } {
  const handedOver: HandedOver[] = [];
  const rows = chosen(db, input.ids).filter(({ state }) => isOpen(state));
  for (const row of rows) {
    const states = wayToUncertain(row);
    if (states === null) continue;
    const change = { hold: 'handedOver', holdUntil: null } as const;
    if (states.length === 0) {
      updateOp(db, row.id, input.now, change);
      addHistory(db, row.id, input.now, row.state, row.state, HANDED_OVER);
    } else through(db, row, states, input.now, HANDED_OVER, change);
    handedOver.push({
      id: row.id,
      state: row.state,
      hold: row.hold,
      holdUntil: row.hold_until,
    });
  }
  return { handedOver, left: rows.length - handedOver.length };
}

/** The legal steps to UNCERTAIN; null for a write that can't be handed over. */
function wayToUncertain(row: OpColumns): OpState[] | null {
  const op = decodeOp(row);
  if (op === null || op.error?.code === REASONS.orphaned) return null;
  switch (row.state) {
    case 'QUEUED':
      return ['SENDING', 'UNCERTAIN'];
    case 'UNCERTAIN':
      return [];
    case 'NEEDS_USER':
      return ['VERIFYING', 'UNCERTAIN'];
    default:
      return null;
  }
}

/** The file was not kept after all: the writes are what they were. */
export function takeBack(
  db: WritableDb,
  input: { handedOver: readonly HandedOver[]; now: number },
): number {
  let taken = 0;
  for (const { id, state, hold, holdUntil } of input.handedOver) {
    const row = loadColumns(db, id);
    if (row?.state !== 'UNCERTAIN' || row.hold !== 'handedOver') continue;
    const change = { hold, holdUntil };
    if (state === 'UNCERTAIN') {
      updateOp(db, id, input.now, change);
      addHistory(db, id, input.now, state, state, NOT_HANDED_OVER);
    } else through(db, row, ['VERIFYING', state], input.now, NOT_HANDED_OVER, change);
    taken += 1;
  }
  return taken;
}

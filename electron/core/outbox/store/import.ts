import { getTableColumns, sql } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { OpState } from '../../../../shared/ipc/shapes.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import {
  mayBeTemporaryId,
  temporaryIdsIn,
  temporaryIdsOf,
} from '../../../../shared/rules/temporaryId.ts';
import { isEntity } from '../../../../shared/model/entity.ts';
import { isOpen } from '../../../../shared/rules/opStates.ts';
import type { Identity } from '../../identity.ts';
import { titleOf } from '../model/record.ts';
import type { OpColumns, OpRecord } from '../model/record.ts';
import { ORPHANED, UNDECODABLE } from '../model/remedies.ts';
import { ruleOf } from '../model/rule.ts';
import { columnsOf, readTransfer, understood } from '../model/transfer.ts';
import type { ExportKind, MappedId, Transfer, TransferItem } from '../model/transfer.ts';
import type { ReadableDb, WritableDb } from '../../db/handles.ts';
import { addHistory, enterLanes, lanesOfColumns, loadColumns } from './opStore.ts';
import { through } from './giveUp.ts';
import { rebase } from '../../mirror/overlay.ts';
import { resolveTemporary } from './temporaryIds.ts';
import type { Beside } from './temporaryIds.ts';
import * as t from '../../db/schema.ts';
import { into, names, parametersFor, select, statement } from '../../db/statement.ts';

/** Writes that come in from a file. */

/** What becomes of a write of the file when it is imported. */
export type Fate =
  /** It comes in, held. */
  | 'new'
  /** This outbox has it already. */
  | 'here'
  /** It was settled where the file was made. */
  | 'settled'
  /** It comes in as bytes and asks a person. */
  | 'notUnderstood'
  /** It comes in and asks a person: the record that it belongs to is not in the file. */
  | 'orphaned'
  /** It is no write that any Waybill made, and stays out. */
  | 'unreadable';

interface Arriving {
  item: TransferItem;
  fate: Fate;
  /** With temporary ids replaced that are known by now; null where it is not understood. */
  op: OpRecord | null;
}

/** Parts of an import that a person sees first. */
export interface Examined {
  kind: ExportKind;
  exportedAt: number;
  counts: Record<Fate, number>;
  items: {
    id: string;
    title: string;
    label: string;
    state: OpState;
    createdAt: number;
    fate: Fate;
  }[];
}

/** Rows that the desk shows of a file; the counts tell of all. */
const SHOWN_ITEMS = 200;

/** What importing this text would do. Errors: those of `readTransfer`. */
export function examine(
  db: ReadableDb,
  input: { json: string; identity: Identity },
): Result<Examined> {
  const transfer = readTransfer(input.json, input.identity);
  if (!transfer.ok) return transfer;
  const arriving = arrivals(db, transfer.value);
  const { kind, exportedAt, unreadable } = transfer.value;
  const counts = { new: 0, here: 0, settled: 0, notUnderstood: 0, orphaned: 0, unreadable };
  for (const { fate } of arriving) counts[fate] += 1;
  const items = [...arriving]
    .sort((a, b) => Number(comesIn(b.fate)) - Number(comesIn(a.fate)))
    .slice(0, SHOWN_ITEMS)
    .map(({ item, fate }) => ({
      id: item.id,
      title: titleOf(item.endpoint),
      label: item.label === '' ? item.target_id : item.label,
      state: item.state,
      createdAt: item.created_at,
      fate,
    }));
  return ok({ kind, exportedAt, counts, items });
}

function comesIn(fate: Fate): boolean {
  return fate === 'new' || fate === 'notUnderstood' || fate === 'orphaned';
}

/** What becomes of each write, in the order of the file: one can only need those before it. */
function arrivals(db: ReadableDb, transfer: Part): Arriving[] {
  const seen = new Set<string>();
  const coming = new Set<string>();
  const named = new Map(transfer.idMap.map((entry) => [entry.temporaryId, entry]));
  return transfer.items.map((item): Arriving => {
    const twice = seen.has(item.id);
    seen.add(item.id);
    if (twice || loadColumns(db, item.id) !== null) return { item, fate: 'here', op: null };
    if (!isOpen(item.state)) return { item, fate: 'settled', op: null };
    const op = understood(item);
    if (op === 'newer') return { item, fate: 'notUnderstood', op: null };
    if (op === 'wrong') return { item, fate: 'unreadable', op: null };
    const placed = place(db, op, { coming, named });
    if (placed === null) return { item, fate: 'orphaned', op };
    coming.add(placed.targetId);
    return { item, fate: 'new', op: placed };
  });
}

/** A write with its temporary ids as far as they are known; null where one means nothing here. */
function place(db: ReadableDb, op: OpRecord, beside: Beside): OpRecord | null {
  const { params, patch, dependsOn, missing } = resolveTemporary(db, op.params, op.patch, beside);
  if (missing !== null) return null;
  const { param } = ruleOf(op.endpoint).target;
  const targetId = param === undefined ? op.targetId : (params[param] ?? op.targetId);
  if (op.also === null) return { ...op, targetId, params, patch, dependsOn };
  const also = resolveTemporary(db, { id: op.also.id }, '{}', beside);
  if (also.missing !== null) return null;
  return {
    ...op,
    ...{ targetId, params, patch },
    also: { ...op.also, id: also.params['id'] ?? op.also.id },
    dependsOn: [...new Set([...dependsOn, ...also.dependsOn])],
  };
}

/** Writes of a file that come in together: other writes wait no longer than they take. */
type Part = Pick<Transfer, 'items' | 'idMap'>;
const PART_ITEMS = 200;

/**
 * The writes of a file in parts, each the JSON of a `Part` for `bringIn`, in the order in which they
 * were asked for. Errors: those of `readTransfer`.
 */
export function split(
  _db: ReadableDb,
  input: { json: string; identity: Identity },
): Result<{ parts: string[] }> {
  const transfer = readTransfer(input.json, input.identity);
  if (!transfer.ok) return transfer;
  const named = new Map(transfer.value.idMap.map((entry) => [entry.temporaryId, entry]));
  // Of two with one id the first counts, in whatever parts they are.
  const items = [
    ...new Map([...transfer.value.items].reverse().map((one) => [one.id, one])).values(),
  ]
    .reverse()
    .sort((a, b) => a.seq - b.seq);
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += PART_ITEMS) {
    const some = items.slice(from, from + PART_ITEMS);
    const idMap = namedIn(some).flatMap((id) => named.get(id) ?? []);
    parts.push(JSON.stringify({ items: some, idMap } satisfies Part));
  }
  return ok({ parts });
}

/** The temporary ids that writes name. */
function namedIn(items: readonly TransferItem[]): MappedId['temporaryId'][] {
  const ids = items.flatMap(({ params, patch, also_id }) => [
    ...temporaryIdsIn(params),
    ...temporaryIdsIn(patch),
    ...(also_id === null ? [] : [also_id]),
  ]);
  return [...new Set(ids)];
}

/**
 * Brings a part of a file in, held and uncertain: nothing of it is sent before a person lets it go
 * and the service was asked. Importing the same file again brings in nothing.
 */
export function bringIn(
  db: WritableDb,
  input: { part: string; now: number },
): { imported: number; opIds: string[] } {
  const { now } = input;
  const arriving = arrivals(db, JSON.parse(input.part) as Part).filter(({ fate }) => comesIn(fate));
  for (const { item, fate, op } of arriving) {
    const columns = columnsOf(item, now);
    if (op !== null) {
      columns.target_id = op.targetId;
      columns.temporary = mayBeTemporaryId(op.targetId) ? 1 : 0;
      columns.also_entity = op.also?.entity ?? null;
      columns.also_id = op.also?.id ?? null;
      columns.params = JSON.stringify(op.params);
      columns.patch = op.patch;
      columns.depends_on = JSON.stringify(op.dependsOn);
      columns.watch = JSON.stringify(op.watch);
    }
    insert(db, columns, now);
    for (const { at, from, to, reason } of item.history) {
      db.run(
        statement`INSERT INTO ${into(t.opHistory, 'opId', 'at', 'fromState', 'toState', 'reason')}
          VALUES (?, ?, ?, ?, ?)`,
        [item.id, at, from, to, reason],
      );
    }
    addHistory(db, item.id, now, null, 'UNCERTAIN', 'came out of a file');
    if (fate === 'new') continue;
    const error = fate === 'orphaned' ? NOT_IN_FILE : UNDECODABLE;
    if (fate === 'notUnderstood') {
      const raw = new TextEncoder().encode(JSON.stringify(item));
      db.run(statement`UPDATE ${t.op} SET ${names(t.op.raw)} = ? WHERE ${t.op.id} = ?`, [
        raw,
        item.id,
      ]);
    }
    const stored = loadColumns(db, item.id);
    if (stored === null) throw new Error('An imported op is in the outbox');
    const change = { error, hold: null };
    through(db, stored, ['VERIFYING', 'NEEDS_USER'], now, error.message, change);
  }
  return { imported: arriving.length, opIds: arriving.map(({ item }) => item.id) };
}

const NOT_IN_FILE = {
  ...ORPHANED,
  message: 'The record that this write belongs to is not in the file.',
  safe: 'It was not sent; everything else of the file goes on.',
};

/** The op at the end of the queue, in its lanes, with its record where that exists only here. */
function insert(db: WritableDb, columns: OpColumns, now: number): void {
  const next = db.one(
    select({ seq: sql<number>`coalesce(max(${t.op.seq}), 0) + 1` })`FROM ${t.op}`,
  );
  const row = { ...columns, seq: next?.seq ?? 1, updated_at: now };
  const given = Object.values<Column>(getTableColumns(t.op)).filter(({ name }) =>
    Object.hasOwn(row, name),
  );
  db.run(statement`INSERT INTO ${t.op} (${names(...given)}) VALUES (${parametersFor(given)})`, row);
  const isMade = row.temporary === 1 && temporaryIdsOf(row.id).includes(row.target_id);
  // A newer Waybill may know kinds of records that this one has no list of.
  if (isMade && isEntity(row.entity)) {
    db.run(
      statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'temporary')}
        VALUES (?, ?, NULL, 1) ON CONFLICT (${names(t.record.entity, t.record.id)}) DO NOTHING`,
      [row.entity, row.target_id],
    );
  }
  const lanes = lanesOfColumns(row);
  enterLanes(db, lanes, row.seq);
  for (const lane of lanes) rebase(db, lane.entity, lane.id);
}

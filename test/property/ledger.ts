import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { OpState } from '../../shared/ipc/shapes.ts';
import type { OpColumns } from '../../electron/core/outbox/model/record.ts';

/** What is on disk of one account, read by a connection of the model's own: committed rows only. */
export interface Ledger {
  ops(): readonly LedgerOp[];
  sending(): readonly LedgerOp[];
  op(id: string): LedgerOp | null;
  moves(): readonly Move[];
  records(): readonly MirrorRow[];
  trash(): readonly TrashRow[];
  generation(entity: string): number;
  /** The same of a scan that is under way, or was cut short; null where the last one has ended. */
  running(entity: string): number | null;
  lanes(): readonly { entity: string; id: string; seq: number; blocks: number }[];
  close(): void;
}

export type LedgerOp = OpColumns & { also_entity: string | null; also_id: string | null };

export interface Move {
  op_id: string;
  at: number;
  from_state: OpState | null;
  to_state: OpState;
  reason: string | null;
}

export interface MirrorRow {
  entity: string;
  id: string;
  base: string | null;
  overlay: string | null;
  archived: number;
  temporary: number;
  pending: number;
}

export interface TrashRow {
  entity: string;
  id: string;
  deleted_at: number;
  reason: string;
}

/** Opens the mirror of an account for reading; null where it does not exist yet. */
export function openLedger(file: string): Ledger | null {
  if (!existsSync(file)) return null;
  const db = new Database(file, { readonly: true });
  const ops = db.prepare<[], LedgerOp>('SELECT * FROM op ORDER BY seq');
  const sending = db.prepare<[], LedgerOp>("SELECT * FROM op WHERE state = 'SENDING'");
  const one = db.prepare<[string], LedgerOp>('SELECT * FROM op WHERE id = ?');
  const moves = db.prepare<[], Move>('SELECT * FROM op_history ORDER BY rowid');
  const records = db.prepare<[], MirrorRow>(
    `SELECT entity, id, base, overlay, archived, temporary, pending FROM record
     WHERE entity IN ('vehicle', 'driver', 'area', 'user', 'fuelTransaction')
     ORDER BY entity, id`,
  );
  const trash = db.prepare<[], TrashRow>('SELECT entity, id, deleted_at, reason FROM trash');
  const scan = db.prepare<[string], { generation: number }>(
    'SELECT generation FROM scan WHERE entity = ?',
  );
  const unfinished = db
    .prepare<[string], number>(
      'SELECT generation FROM scan WHERE entity = ? AND finished_at IS NULL',
    )
    .pluck();
  const lanes = db.prepare<[], { entity: string; id: string; seq: number; blocks: number }>(
    'SELECT entity, id, seq, blocks FROM op_lane',
  );
  // Another number as soon as the desk has committed anything.
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  const fresh = <T>(read: () => T): (() => T) => {
    let kept: { value: T; at: number | undefined } | null = null;
    return () => {
      const at = version.get();
      if (kept === null || kept.at !== at) kept = { value: read(), at };
      return kept.value;
    };
  };
  const generations = fresh(() => new Map<string, number>());
  return {
    ops: fresh(() => ops.all()),
    sending: fresh(() => sending.all()),
    op: (id) => one.get(id) ?? null,
    moves: fresh(() => moves.all()),
    records: fresh(() => records.all()),
    trash: fresh(() => trash.all()),
    generation(entity) {
      const known = generations();
      const generation = known.get(entity) ?? scan.get(entity)?.generation ?? 0;
      known.set(entity, generation);
      return generation;
    },
    running: (entity) => unfinished.get(entity) ?? null,
    lanes: fresh(() => lanes.all()),
    close: () => db.close(),
  };
}

/** The write is over for good. */
export function isSettled(state: OpState): boolean {
  return state === 'CONFIRMED' || state === 'CANCELLED' || state === 'DISCARDED';
}

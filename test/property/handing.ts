import type { Desk } from './desk.ts';
import type { LedgerOp } from './ledger.ts';
import type { Intent, Model } from './model.ts';
import { isHeldByFile } from './queue.ts';

/** A file with writes that somebody handed over, and what they had wanted with them. */
export interface HandedFile {
  tenant: number;
  bytes: Uint8Array;
  from: Model;
  /** By write what its author had made of the same record before it: that need not be in the file. */
  ahead: ReadonlyMap<string, readonly Intent[]>;
}

/** What desks hand to each other: files, and who has the writes that are in them. */
export class Handing {
  readonly files: HandedFile[] = [];
  readonly #desks = new Map<string, Set<Desk>>();

  /** A desk has this write, which went by file. */
  has(desk: Desk, opId: string): void {
    this.#desks.set(opId, (this.#desks.get(opId) ?? new Set()).add(desk));
  }

  /** Another desk goes on with it, or asks about it there: whoever went on with it here would not wait for that. */
  isOpenElsewhere(desk: Desk, tenant: number, opId: string): boolean {
    const others = [...(this.#desks.get(opId) ?? [])].filter((one) => one !== desk);
    const isOpen = (op: LedgerOp | null | undefined): boolean =>
      op !== null && op !== undefined && !isHeldByFile(op) && !OVER.includes(op.state);
    return others.some((one) => isOpen(one.ledger(tenant)?.op(opId)));
  }
}

const OVER = ['CONFIRMED', 'CANCELLED', 'DISCARDED'];

import type { WriteName } from '../../../shared/api/catalogue.ts';
import type { Candidate, Op } from '../../../shared/ipc/shapes.ts';
import type { Result } from '../../../shared/result.ts';
import type { Params } from '../api/types.ts';

/** A change as it is put into the queue. */
export interface Intent {
  endpoint: WriteName;
  params: Params;
  /** JSON text. */
  patch: string;
  undoes: string | null;
  /** The record as its author saw it, JSON text; null where nobody says. */
  seen?: string | null;
}

/** The database ended while a change was queued: whether it is on disk is not known yet. */
export class CutShort extends Error {
  readonly opId: string;
  readonly intent: Intent;
  constructor(opId: string, intent: Intent) {
    super('The database ended while a change was queued');
    this.name = 'CutShort';
    this.opId = opId;
    this.intent = intent;
  }
}

/** The durable queue of writes. */
export interface Outbox {
  /** Starts draining. A timer alone is enough; hints only hurry it. */
  start(): void;
  /** Durable when it answers. */
  write(intent: {
    endpoint: WriteName;
    params: Params;
    body: Record<string, unknown>;
    extra: string | null;
    /** The record, or some of its fields, as the form showed it, JSON object text. */
    seen?: string | null;
  }): Promise<Result<Op>>;
  /**
   * Ends a write whose database ended under it (`CutShort`), with the database opened anew: it is
   * found by its id where it is on disk, and queued where it is not.
   */
  finish(cut: CutShort): Promise<Result<Op>>;
  cancel(opId: string): Promise<Result<string[]>>;
  retry(opId: string): Promise<Result<Op>>;
  hold(opId: string): Promise<Result<Op>>;
  resume(opId: string): Promise<Result<Op>>;
  /** Many in one step; those to which it does not apply stay. How many it did. */
  holdAll(opIds: readonly string[]): Promise<Result<number>>;
  resumeAll(opIds: readonly string[]): Promise<Result<number>>;
  discard(opId: string): Promise<Result<Op>>;
  restore(opId: string): Promise<Result<Op>>;
  edit(opId: string, body: Record<string, unknown>): Promise<Result<Op>>;
  resolve(opId: string, choices: Record<string, 'base' | 'mine' | 'theirs'>): Promise<Result<Op>>;
  link(opId: string, id: string): Promise<Result<Op>>;
  /** The records that a create may have made, beside what it sent. */
  candidates(opId: string): Promise<Result<Candidate[]>>;
  /** Of a record that was deleted at the service: the create that makes it anew. */
  recreate(opId: string): Promise<Result<Op>>;
  undo(opId: string): Promise<Result<Op>>;
  /** Of a create with possible duplicates: they were seen and may stay. */
  acknowledge(opId: string): Promise<Result<Op>>;
  /** Writes came in from a file, or left in one: tell the desk, look what can be sent. */
  changed(): void;
  /** After sign-in, an online hint, a resume. */
  hint(): void;
  close(): Promise<void>;
}

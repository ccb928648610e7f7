import type { WriteName } from '../../../shared/api/catalogue.ts';
import type { Candidate, Decision, Op } from '../../../shared/ipc/shapes.ts';
import type { Result } from '../../../shared/result.ts';
import type { Params } from '../api/types.ts';
import type { QueueHold } from './queue/ledger.ts';

/** A change as it is put into the queue. */
export interface Intent {
  endpoint: WriteName;
  params: Params;
  /** JSON text. */
  patch: string;
  undoes: string | null;
  /** The record as its author saw it, JSON text; null where nobody says. */
  seen?: string | null;
  /** Since when, ms since 1970; null where nobody says. */
  seenAt?: number | null;
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
  /** Starts draining. A timer alone is enough; a call of wake only shortens the wait. */
  start(): void;
  /** Durable when it answers. */
  write(intent: {
    endpoint: WriteName;
    params: Params;
    body: Record<string, unknown>;
    extra: string | null;
    /** The record, or some of its fields, as the form showed it, JSON object text. */
    seen?: string | null;
    /** When the form was opened, ms since 1970. */
    seenAt?: number | null;
  }): Promise<Result<Op>>;
  /**
   * Ends a write whose database ended under it (`CutShort`), with the database opened anew: it is
   * found by its id where it is on disk, and queued where it is not.
   */
  finish(cut: CutShort): Promise<Result<Op>>;
  /** Does what a person has decided; answers with the write that now stands for it. */
  decide(opId: string, decision: Decision): Promise<Result<Op>>;
  /** Many in one step; those to which it does not apply stay. Ids of the others. */
  holdAll(opIds: readonly string[]): Promise<Result<string[]>>;
  resumeAll(opIds: readonly string[]): Promise<Result<string[]>>;
  /** The records that a create may have made, beside what it sent. */
  candidates(opId: string): Promise<Result<Candidate[]>>;
  /** Why nothing leaves at the moment, whatever the write; null where nothing holds all of them. */
  queueHold(): QueueHold;
  /** Writes came in from a file, or left in one: tell the desk, look what can be sent. */
  changed(): void;
  /** Something may have become possible: a sign-in, a network that is back, a resume. */
  wake(): void;
  close(): Promise<void>;
}

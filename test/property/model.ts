import type { WriteName } from '../../shared/api/catalogue.ts';
import { isTemporaryId } from '../../shared/rules/temporaryId.ts';
import type { Op } from '../../shared/ipc/shapes.ts';
import type { Desk } from './desk.ts';
import type { LedgerOp, Move } from './ledger.ts';
import type { Remains } from './remains.ts';

/** What the person asked for and was told to be kept. */
export interface Intent {
  tenant: number;
  opId: string;
  endpoint: WriteName;
  /** Sent fields as JSON values, by name. */
  fields: Record<string, unknown>;
  /** What the write said with them when that was acknowledged: of one that was folded into another, all of both. */
  patch: string;
  /** What the desk's mirror had under these fields then: what the person knew. */
  known: Record<string, unknown>;
  /** What the desk showed there then, earlier own writes laid over it. */
  shown: Record<string, unknown>;
  /** In the order of everything. */
  order: number;
  /** The form that it was saved from, where that had been opened earlier. */
  form: RecordForm | null;
  /** The record that it is about, and what that is to be: fields, `archived`, and who drives it. */
  target: string;
  wants: Record<string, unknown>;
  /** What of that was left out at once, since it took back what waited; and the record as the mirror had it. */
  leftOut: readonly string[];
  base: string | null;
}

/** A conflict as a window shows it; `theirs` is JSON text. */
export interface ShownConflict {
  opId: string;
  fields: { field: string; theirs: string | null }[];
}

/** A form for a write that waits. */
export interface WriteForm {
  opId: string;
  /** What the write said when the form was opened. */
  was: string;
}

/** A form for a record. */
export interface RecordForm {
  id: string;
  /** The record as the mirror had it, and as the desk showed it, when the form was opened. */
  base: string;
  shown: string;
  /** When that was, in the order of everything, and the writes of the record that were open then. */
  order: number;
  /** By the desk's clock, ms since 1970; null where the form does not say. */
  atMs: number | null;
  open: ReadonlySet<string>;
}

/** A decision of the person about a conflict, and the value that it was made against. */
export interface Decision {
  opId: string;
  theirs: Record<string, unknown>;
}

/**
 * What the model knows beside the desk: intents, decisions, what the service really did (in the
 * network's log), and what lay on disk whenever Waybill was killed.
 */
export class Model {
  readonly intents: Intent[] = [];
  readonly decisions: Decision[] = [];
  /** Records that the person linked ops to, by op, and when they pressed that, in the order of everything. */
  readonly linked = new Map<string, string>();
  readonly linkedAt = new Map<string, number>();
  /** Ops that the person made undecodable, edited, tried again, hurried, or gave back. */
  readonly spoilt = new Set<string>();
  readonly edited = new Set<string>();
  readonly retried = new Set<string>();
  readonly hurried = new Set<string>();
  readonly givenBack = new Set<string>();
  /** Ops that left, or came in, with a file. */
  readonly byFile = new Set<string>();
  /** By op that came in with a file what the person had made of its record before, at the computer that it is from. */
  readonly aheadElsewhere = new Map<string, readonly Intent[]>();
  /** Acknowledged ops by tenant, with the patch that was acknowledged last. */
  readonly acknowledged = [new Map<string, string>(), new Map<string, string>()];
  /** Ops in the order in which the person made them, by tenant. */
  readonly order: string[][] = [[], []];
  /** Temporary ids by tenant, newest last. */
  readonly made: string[][] = [[], []];
  /** Every transition that was seen on disk; those before a lost database too. */
  readonly moves: Move[] = [];
  /** Records that a mirror held, by tenant, when it was looked at last. */
  readonly mirrored = [new Set<string>(), new Set<string>()];
  /** Those that any mirror ever held. */
  readonly everMirrored = new Set<string>();
  /** What the person did that was possible, and how often. */
  readonly remedies = new Map<string, number>();
  /** Ops that were over for a month when the database was lost: no journal keeps those. By tenant. */
  readonly left: LedgerOp[][] = [[], []];
  /** Ops of which no readable line of a journal was left while the database was lost. */
  readonly damaged = new Set<string>();
  /** Ops whose last state was in an unreadable line when the database was lost: they come back older. */
  readonly older = new Set<string>();
  /** Writes that came back from a journal of which a line was lost: it may have told that they left. */
  readonly doubted = new Set<string>();
  /** Forms on the screen, the one that was opened last at the end. */
  writeForms: WriteForm[] = [];
  recordForms: RecordForm[] = [];
  conflicts: ShownConflict[] = [];
  /** What the invariants found wrong, as `I3: …`. */
  readonly broken: string[] = [];
  /** Decisions that were pressed and are not answered yet: what they come to lets other writes go on. */
  readonly pressed = new Set<unknown>();
  /** The tenant in use. */
  tenant = 0;
  /** Whether the person signed out, by tenant. */
  readonly signedOut = [false, false];
  /** The desk's wall clock was set, or a week went by: ops may be old. */
  timeWasOdd = false;
  /** A database was lost, and the histories in it. */
  lostHistory = false;
  /** When that was last, in the order of everything. */
  lostAt: number | null = null;
  /** The latest that the desk's wall clock ever showed, ms since 1970. */
  latestMs = 0;
  #before: (readonly LedgerOp[])[] = [[], []];
  /** Every op as it was on disk before the last kill that found it there, by tenant. */
  readonly #last = [new Map<string, LedgerOp>(), new Map<string, LedgerOp>()];
  #seenMoves = [0, 0];

  acknowledge(tenant: number, op: Pick<Op, 'id' | 'patch' | 'targetId'>): void {
    const known = this.acknowledged[tenant];
    if (known === undefined) return;
    if (!known.has(op.id)) this.order[tenant]?.push(op.id);
    known.set(op.id, op.patch);
    if (isTemporaryId(op.targetId) && !this.made[tenant]?.includes(op.targetId)) {
      this.made[tenant]?.push(op.targetId);
    }
  }

  /** The tenant's account is opened. */
  use(tenant: number): void {
    if (tenant !== this.tenant) this.#closeForms();
    this.tenant = tenant;
  }

  /** Forms end with the window, and with the account that they are of. */
  #closeForms(): void {
    this.writeForms = [];
    this.recordForms = [];
    this.conflicts = [];
  }

  /** Waybill finds no database, and this of the journal beside it. */
  leftOf(tenant: number, { isDamaged, lost, older }: Remains): void {
    for (const id of lost) this.damaged.add(id);
    for (const id of older) this.older.add(id);
    if (!isDamaged) return;
    for (const id of this.order[tenant] ?? []) this.doubted.add(id);
  }

  /** Something promised does not hold. */
  fault(invariant: string, what: string): void {
    this.broken.push(`${invariant}: ${what}`);
  }

  /** An op was over for a month when the database was lost, and is forgotten rightly. */
  leave(tenant: number, op: LedgerOp): void {
    this.acknowledged[tenant]?.delete(op.id);
    // One that a damaged journal brought back leaves again.
    const others = (this.left[tenant] ?? []).filter(({ id }) => id !== op.id);
    this.left[tenant] = [...others, op];
  }

  /** Whether an op was acknowledged and may not have left the ledger since. */
  isPromised(tenant: number, opId: string): boolean {
    return this.acknowledged[tenant]?.has(opId) === true;
  }

  /** In whose account an op is. */
  tenantOf(opId: string): number {
    return this.acknowledged[1]?.has(opId) === true ? 1 : 0;
  }

  /** What the person was shown of others when they decided. */
  seenSince(opId: string): Record<string, unknown>[] {
    return this.decisions.flatMap((decision) => (decision.opId === opId ? [decision.theirs] : []));
  }

  /** The person did something that was possible. */
  met(what: string): void {
    this.remedies.set(what, (this.remedies.get(what) ?? 0) + 1);
  }

  intentsOf(opId: string): Intent[] {
    return this.intents.filter((intent) => intent.opId === opId);
  }

  /** Takes down the transitions since the last look. */
  note(desk: Desk): void {
    this.latestMs = Math.max(this.latestMs, desk.time.desk.now());
    for (const tenant of [0, 1]) {
      const moves = desk.ledger(tenant)?.moves() ?? [];
      this.moves.push(...moves.slice(this.#seenMoves[tenant] ?? 0));
      this.#seenMoves[tenant] = moves.length;
    }
  }

  /** Remembers what lies on disk before a kill. */
  killed(desk: Desk): void {
    this.note(desk);
    this.#closeForms();
    this.pressed.clear();
    this.older.clear();
    this.#before = [0, 1].map((tenant) => desk.ledger(tenant)?.ops() ?? []);
    for (const [tenant, ops] of this.#before.entries()) {
      for (const op of ops) this.#last[tenant]?.set(op.id, op);
    }
  }

  /** Ops that both places may have lost, as they were on disk before. */
  lost(tenant: number): LedgerOp[] {
    return [...(this.#last[tenant]?.values() ?? [])].filter(({ id }) => this.damaged.has(id));
  }

  /** What lay on disk before the last kill. */
  beforeKill(tenant: number): readonly LedgerOp[] {
    return this.#before[tenant] ?? [];
  }

  /** The histories begin anew: the database was lost. */
  forgetHistory(order: number): void {
    this.lostAt = order;
    this.#seenMoves = [0, 0];
    this.lostHistory = true;
    for (const known of this.mirrored) known.clear();
  }
}

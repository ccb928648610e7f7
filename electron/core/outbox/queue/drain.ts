import { isOver, backoffOf } from '../../backoff.ts';
import type { Backoff } from '../../backoff.ts';
import { auditCreates } from './audit.ts';
import type { OutboxContext, Step } from './context.ts';
import { forgetOld } from './lists.ts';
import type { Lists } from './lists.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns } from '../model/record.ts';
import { UNDECODABLE, UNDECODABLE_SENT } from '../model/remedies.ts';
import { QueueBackoff } from './queueBackoff.ts';
import { reread } from './send.ts';
import { sendOp } from './sendOp.ts';
import { verifyOp } from './verify.ts';

/** Lanes that are served at once. */
const LANES = 4;
/** Confirmed writes that were not read back, of which the ones to read next are chosen. */
const MOST_UNREAD = 200;
const UNREAD_BACKOFF_MS = 60_000;
/** The timer alone drains the queue: this is the longest that it sleeps. */
const LONGEST_SLEEP_MS = 15_000;

/** How long an op is left alone that could not be moved, and one whose step failed by a mistake of ours. */
const BACKOFF_MS = 2_000;
const BUG_BACKOFF_MS = 60_000;
/** How often it is asked whether a create is to be looked for again. */
const AUDIT_EVERY_MS = 60_000;
/** An outcome that the disk did not take, or that a mistake of ours kept from it. */
const UNRECORDED = 'what became of it could not be written down';

/** Empties the queue as far as network, sign-in and disk allow. */
export interface Drain {
  /** Looks for what is due; where something may have become possible, the pause after failures ends, too. */
  wake(endsBackoff: boolean): void;
  /** Why nothing is being sent, beside the connection: a full disk, or the service's wish. */
  backedOffFor(): 'disk' | 'rateLimit' | null;
  close(): Promise<void>;
}

/** `changed` is called after every change of an op, for counts and events. */
export function createDrain(context: OutboxContext, lists: Lists, changed: () => void): Drain {
  return new Draining(context, lists, changed);
}

class Draining implements Drain {
  readonly #context: OutboxContext;
  readonly #lists: Lists;
  readonly #changed: () => void;
  readonly #busy = new Map<string, Promise<void>>();
  /** Ops that are left alone until then, and the version of each that was looked at last. */
  readonly #backingOff = new Map<string, Backoff>();
  readonly #lookedAt = new Map<string, number>();
  /** Ops that the network last kept from going on, the latest at the end: others that are due come first. */
  readonly #cutOff = new Set<string>();
  readonly #backoff: QueueBackoff;
  #cancelTimer: (() => void) | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #closed = false;
  #auditedAt = -Infinity;
  /** When something was sent after nothing had been left; null while nothing is. */
  #sendingSince: number | null = null;
  /** Why ops may be written down as under way that are not; null when none is. */
  #interruptedBy: string | null = 'Waybill ended while it was under way';

  constructor(context: OutboxContext, lists: Lists, changed: () => void) {
    this.#context = context;
    this.#lists = lists;
    this.#changed = changed;
    this.#backoff = new QueueBackoff(context.ports);
  }

  wake(endsBackoff: boolean): void {
    if (endsBackoff) this.#backoff.wake();
    this.#look();
  }

  backedOffFor(): 'disk' | 'rateLimit' | null {
    return this.#backoff.why;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    await this.#looking;
    await Promise.all(this.#busy.values());
  }

  get #nowMs(): number {
    return this.#context.ports.clock.now();
  }

  #isOpen(): boolean {
    const { connection } = this.#context;
    return !this.#closed && connection.signedIn() && connection.maySend() && this.#backoff.isOver;
  }

  #learn(step: Exclude<Step, { is: 'backOff' }>): void {
    if (step.is === 'backoff' && step.why === 'disk') this.#interruptedBy = UNRECORDED;
    this.#backoff.learn(step);
  }

  #backOff(id: string, ms: number): void {
    this.#backingOff.set(id, backoffOf(ms, this.#nowMs));
  }

  async #run(columns: OpColumns): Promise<void> {
    const context = this.#context;
    try {
      const op = decodeOp(columns);
      if (op === null) await quarantine(context, columns);
      else {
        const step = await (op.state === 'QUEUED' ? sendOp : verifyOp)(context, this.#lists, op);
        this.#cutOff.delete(columns.id);
        if (step.is === 'backOff') this.#backOff(columns.id, step.ms);
        else this.#learn(step);
        if (step.is === 'backoff' && step.why === 'offline') {
          this.#cutOff.add(columns.id);
          // The whole queue pauses instead, so it can't spin on this one.
          this.#lookedAt.delete(columns.id);
        }
      }
    } catch (error) {
      // A mistake in Waybill must not stop the other ops; this one backs off and is tried again.
      context.ports.log.write('error', 'outbox.step', {
        endpoint: columns.endpoint,
        error: error instanceof Error ? error.message : 'unknown',
      });
      this.#backOff(columns.id, BUG_BACKOFF_MS);
      this.#interruptedBy = UNRECORDED;
    } finally {
      this.#busy.delete(columns.id);
      if (this.#lookedAt.size > 1_000) this.#lookedAt.clear();
      if (this.#cutOff.size > 1_000) this.#cutOff.clear();
      this.#changed();
      this.#look();
    }
  }

  /** An op that its last step left as it was backs off: the queue never spins on it. */
  #begin(columns: OpColumns): void {
    if (this.#lookedAt.get(columns.id) === columns.updated_at) {
      this.#lookedAt.delete(columns.id);
      this.#backOff(columns.id, BACKOFF_MS);
      // Others that are due may take its place at once.
      this.#lookAgain = true;
      return;
    }
    this.#lookedAt.set(columns.id, columns.updated_at);
    this.#busy.set(columns.id, this.#run(columns));
  }

  /** Nothing is started before it is known what became of what was under way. */
  async #recover(): Promise<void> {
    if (this.#interruptedBy === null || this.#closed || !this.#backoff.isOver) return;
    const reason = this.#interruptedBy;
    this.#interruptedBy = null;
    const busy = [...this.#busy.keys()];
    const { answers } = this.#context;
    const input = { now: this.#nowMs, reason, busy, answers: Object.fromEntries(answers) };
    const recovered = await this.#context.store.write('outbox.recover', input);
    if (recovered.ok) {
      for (const id of Object.keys(input.answers)) if (!busy.includes(id)) answers.delete(id);
      if (recovered.value > 0) this.#changed();
      return;
    }
    this.#context.ports.log.write('warn', 'outbox.recover', { code: recovered.error.code });
    this.#learn({ is: 'backoff', why: 'disk', ms: null });
    this.#interruptedBy = reason;
  }

  /** Starts what can be started, then sets the timer. */
  async #pass(): Promise<void> {
    await this.#recover();
    const now = this.#nowMs;
    if (this.#isOpen()) {
      const due = await this.#due(now);
      // The connection may have changed while the database was asked.
      if (this.#isOpen()) for (const columns of due) this.#begin(columns);
      if (due.length > 0) this.#sendingSince ??= this.#nowMs;
      if (due.length === 0 && this.#busy.size === 0 && this.#isOpen()) {
        this.#noteDrained();
        await this.#readConfirmed();
        await this.#goOnWithFound();
        await this.#audit();
      }
    }
    if (this.#closed) return;
    if (this.#busy.size === 0) forgetOld(this.#lists, this.#nowMs);
    await this.#setTimer(now);
  }

  /** Nothing that could be sent is left; how long that took is told in the settings. */
  #noteDrained(): void {
    if (this.#sendingSince === null) return;
    const ms = this.#nowMs - this.#sendingSince;
    this.#sendingSince = null;
    this.#context.ports.log.write('info', 'outbox.drained', { ms });
  }

  async #due(now: number): Promise<OpColumns[]> {
    for (const [id, backoff] of this.#backingOff)
      if (isOver(backoff, now)) this.#backingOff.delete(id);
    const limit = (this.#backoff.isFailing ? 1 : LANES) - this.#busy.size;
    if (limit <= 0) return [];
    const { store } = this.#context;
    const exclude = [...this.#busy.keys(), ...this.#backingOff.keys()];
    const cutOff = [...this.#cutOff];
    const first = { now, exclude: [...exclude, ...cutOff], limit };
    const due = await store.read('outbox.due', first);
    if (due.length === limit || cutOff.length === 0) return due;
    exclude.push(...due.map(({ id }) => id));
    const again = await store.read('outbox.due', { now, exclude, limit: cutOff.length });
    again.sort((a, b) => cutOff.indexOf(a.id) - cutOff.indexOf(b.id));
    return [...due, ...again.slice(0, limit - due.length)];
  }

  /** @param lookedAt when it was looked for what is due: what became due since then wakes it at once */
  async #setTimer(lookedAt: number): Promise<void> {
    const { store, ports } = this.#context;
    const wake = await store.read('outbox.nextWake', { now: lookedAt });
    const backoffs = [...this.#backingOff.values()].map(({ untilMs }) => untilMs);
    const times = [wake ?? 0, this.#backoff.untilMs, ...backoffs].filter((at) => at > lookedAt);
    const sleepMs = Math.min(LONGEST_SLEEP_MS, ...times.map((at) => at - this.#nowMs));
    this.#cancelTimer?.();
    this.#cancelTimer = ports.clock.after(Math.max(0, sleepMs), () => this.#look());
  }

  /** Records whose confirmed write could not be read back at once. */
  async #readConfirmed(): Promise<void> {
    const context = this.#context;
    const unread = await context.store.read('outbox.unread', { limit: MOST_UNREAD });
    const keyOf = (record: { entity: string; id: string }): string =>
      `${record.entity} ${record.id}`;
    // Those that can't be read leave room for the others.
    const due = unread.filter((record) => !this.#backingOff.has(keyOf(record))).slice(0, LANES);
    for (const { entity, id } of due) {
      if (!this.#isOpen()) return;
      this.#backOff(keyOf({ entity, id }), UNREAD_BACKOFF_MS);
      await reread(context, entity, id, {});
    }
  }

  /** Changes that ask since their record was not found, and whose record a later scan held. */
  async #goOnWithFound(): Promise<void> {
    const { store } = this.#context;
    for (const columns of await store.read('outbox.foundAgain', { limit: LANES })) {
      const op = decodeOp(columns);
      if (op === null) continue;
      const moved = await store.write('outbox.move', {
        ...{ id: op.id, from: ['NEEDS_USER'], to: 'QUEUED', now: this.#nowMs },
        reason: 'its record is there again',
        change: {
          ...{ error: null, hold: null, holdUntil: null },
          watch: { ...op.watch, absences: 0, failures: 0, looks: op.watch.looks + 1 },
        },
      });
      if (!moved.ok) return this.#learn({ is: 'backoff', why: 'disk', ms: null });
      this.#lookAgain = true;
      this.#changed();
    }
  }

  /** Creates of which the service may have made more than one record. */
  async #audit(): Promise<void> {
    const sinceMs = this.#nowMs - this.#auditedAt;
    // Less than nothing: the clock was put back.
    if (!this.#isOpen() || (sinceMs >= 0 && sinceMs < AUDIT_EVERY_MS)) return;
    this.#auditedAt = this.#nowMs;
    await auditCreates(this.#context, this.#lists, this.#changed);
  }

  /** One pass at a time; a wish that comes meanwhile makes another one. */
  #look(): void {
    if (this.#closed) return;
    if (this.#looking !== null) {
      this.#lookAgain = true;
      return;
    }
    const { clock, log } = this.#context.ports;
    this.#looking = this.#pass()
      .catch((error: unknown) => {
        log.write('error', 'outbox.pass', {
          error: error instanceof Error ? error.message : 'unknown',
        });
        this.#cancelTimer?.();
        this.#cancelTimer = clock.after(LONGEST_SLEEP_MS, () => this.#look());
      })
      .finally(() => {
        this.#looking = null;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.#look();
      });
  }
}

/** Keeps what can't be understood as the bytes that it is, and asks a person. */
async function quarantine(context: OutboxContext, columns: OpColumns): Promise<void> {
  const mayHaveLeft = columns.state === 'UNCERTAIN' || columns.attempts > 0;
  await context.store.write('outbox.quarantine', {
    id: columns.id,
    now: context.ports.clock.now(),
    error: mayHaveLeft ? UNDECODABLE_SENT : UNDECODABLE,
  });
}

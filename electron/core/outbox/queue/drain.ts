import { NO_BACKOFF, isOver, backoffOf } from '../../backoff.ts';
import type { Backoff } from '../../backoff.ts';
import { auditCreates } from './audit.ts';
import type { OutboxContext, Step } from './context.ts';
import { pauseMs } from './context.ts';
import type { Lists } from './lists.ts';
import { decodeOp } from '../model/record.ts';
import type { OpColumns } from '../model/record.ts';
import { UNDECODABLE } from '../model/remedies.ts';
import { reread } from './send.ts';
import { sendOp } from './sendOp.ts';
import { verifyOp } from './verify.ts';

/** Lanes that are served at once. */
const LANES = 4;
/** The timer alone drains the queue: this is the longest that it sleeps. */
const LONGEST_SLEEP_MS = 15_000;

/** How long an op rests that could not be moved, and one whose step failed by a mistake of ours. */
const REST_MS = 2_000;
const BUG_REST_MS = 60_000;
/** How often it is asked whether a create is to be looked for again. */
const AUDIT_EVERY_MS = 60_000;
/** An outcome that the disk did not take, or that a mistake of ours kept from it. */
const UNRECORDED = 'what became of it could not be written down';

/** Empties the queue as far as network, sign-in and disk allow. */
export interface Drain {
  /** Something may have become possible; a hint also ends the pause after failures. */
  hurry(hint: boolean): void;
  /** Why nothing is being sent, beside the connection: a full disk, or the service's wish. */
  backedOffFor(): 'disk' | 'rateLimit' | null;
  close(): Promise<void>;
}

/** `told` is called after every change of an op, for counts and events. */
export function createDrain(context: OutboxContext, lists: Lists, told: () => void): Drain {
  const { clock, random, log } = context.ports;
  const busy = new Map<string, Promise<void>>();
  /** Ops that are left alone until then, and the version of each that was looked at last. */
  const backingOff = new Map<string, Backoff>();
  const lookedAt = new Map<string, number>();
  let cancelTimer: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let closed = false;
  let auditedAt = -Infinity;
  /** Failures of the network or the disk in a row, and when the next try is allowed. */
  let failures = 0;
  let pause = NO_BACKOFF;
  let paused: 'disk' | 'rateLimit' | null = null;
  /** Why ops may be written down as under way that are not; null when none is. */
  let interruptedBy: string | null = 'Waybill ended while it was under way';

  const mayGoOn = (): boolean => isOver(pause, clock.now());

  const open = (): boolean =>
    !closed && context.connection.signedIn() && context.connection.maySend() && mayGoOn();

  const learn = (step: Exclude<Step, { is: 'rest' }>): void => {
    if (step.is === 'done') {
      failures = 0;
      return;
    }
    if (step.why === 'disk') interruptedBy = UNRECORDED;
    failures += 1;
    const ms = step.ms ?? pauseMs(random.fraction(), failures);
    const next = backoffOf(ms, clock.now());
    // What asked for the longer pause is why it lasts, whatever another lane meets meanwhile.
    if (!mayGoOn() && next.untilMs <= pause.untilMs) return;
    pause = next;
    paused = step.why === 'disk' || step.why === 'rateLimit' ? step.why : null;
  };

  const run = async (columns: OpColumns): Promise<void> => {
    try {
      const op = decodeOp(columns);
      if (op === null) await quarantine(context, columns);
      else {
        const step = await (op.state === 'QUEUED' ? sendOp : verifyOp)(context, lists, op);
        if (step.is === 'rest') backingOff.set(columns.id, backoffOf(step.ms, clock.now()));
        else learn(step);
      }
    } catch (error) {
      // A mistake in Waybill must not stop the other ops; this one rests and is tried again.
      log.write('error', 'outbox.step', {
        endpoint: columns.endpoint,
        error: error instanceof Error ? error.message : 'unknown',
      });
      backingOff.set(columns.id, backoffOf(BUG_REST_MS, clock.now()));
      interruptedBy = UNRECORDED;
    } finally {
      busy.delete(columns.id);
      if (lookedAt.size > 1_000) lookedAt.clear();
      told();
      look();
    }
  };
  /** An op that its last step left as it was rests: the queue never spins on it. */
  const begin = (columns: OpColumns): void => {
    if (lookedAt.get(columns.id) === columns.updated_at) {
      lookedAt.delete(columns.id);
      backingOff.set(columns.id, backoffOf(REST_MS, clock.now()));
      // Others that are due may take its place at once.
      lookAgain = true;
      return;
    }
    lookedAt.set(columns.id, columns.updated_at);
    busy.set(columns.id, run(columns));
  };

  /** Nothing is started before it is known what became of what was under way. */
  const recover = async (): Promise<void> => {
    if (interruptedBy === null || closed || !mayGoOn()) return;
    const reason = interruptedBy;
    interruptedBy = null;
    const input = { now: clock.now(), reason, busy: [...busy.keys()] };
    const recovered = await context.store.write('outbox.recover', input);
    if (recovered.ok) {
      if (recovered.value > 0) told();
      return;
    }
    log.write('warn', 'outbox.recover', { code: recovered.error.code });
    learn({ is: 'pause', why: 'disk', ms: null });
    interruptedBy = reason;
  };

  /** Starts what can be started, then sets the timer. */
  const pass = async (): Promise<void> => {
    await recover();
    if (open()) {
      for (const [id, rest] of backingOff) if (isOver(rest, clock.now())) backingOff.delete(id);
      const limit = (failures > 0 ? 1 : LANES) - busy.size;
      const due =
        limit <= 0
          ? []
          : await context.store.read('outbox.due', {
              now: clock.now(),
              exclude: [...busy.keys(), ...backingOff.keys()],
              limit,
            });
      // The connection may have changed while the database was asked.
      if (open()) for (const columns of due) begin(columns);
      if (due.length === 0 && busy.size === 0 && open()) {
        await readConfirmed();
        await audit();
      }
    }
    if (closed) return;
    const wake = await context.store.read('outbox.nextWake', { now: clock.now() });
    const ends = [pause, ...backingOff.values()].map(({ untilMs }) => untilMs);
    const times = [wake, ...ends].filter((at) => at !== null && at > clock.now());
    const sleep = Math.min(LONGEST_SLEEP_MS, ...times.map((at) => (at ?? 0) - clock.now()));
    cancelTimer?.();
    cancelTimer = clock.after(sleep, look);
  };

  /** Records whose confirmed write could not be read back at once. */
  const readConfirmed = async (): Promise<void> => {
    for (const { entity, id } of await context.store.read('outbox.unread', { limit: LANES })) {
      if (!open()) return;
      await reread(context, entity, id, {});
    }
  };

  /** Creates of which the service may have made more than one record. */
  const audit = async (): Promise<void> => {
    const sinceMs = clock.now() - auditedAt;
    // Less than nothing: the clock was put back.
    if (!open() || (sinceMs >= 0 && sinceMs < AUDIT_EVERY_MS)) return;
    auditedAt = clock.now();
    if (await auditCreates(context, lists)) told();
  };

  /** One pass at a time; a wish that comes meanwhile makes another one. */
  const look = (): void => {
    if (closed) return;
    if (looking !== null) {
      lookAgain = true;
      return;
    }
    looking = pass()
      .catch((error: unknown) => {
        log.write('error', 'outbox.pass', {
          error: error instanceof Error ? error.message : 'unknown',
        });
        cancelTimer?.();
        cancelTimer = clock.after(LONGEST_SLEEP_MS, look);
      })
      .finally(() => {
        looking = null;
        if (!lookAgain) return;
        lookAgain = false;
        look();
      });
  };

  return {
    hurry(hint) {
      if (hint && paused !== 'rateLimit') pause = NO_BACKOFF;
      look();
    },
    backedOffFor: () => (mayGoOn() ? null : paused),
    async close() {
      closed = true;
      cancelTimer?.();
      await looking;
      await Promise.all(busy.values());
    },
  };
}

/** Keeps what can't be understood as the bytes that it is, and asks a person. */
async function quarantine(context: OutboxContext, columns: OpColumns): Promise<void> {
  await context.store.write('outbox.quarantine', {
    id: columns.id,
    now: context.ports.clock.now(),
    error: UNDECODABLE,
  });
}

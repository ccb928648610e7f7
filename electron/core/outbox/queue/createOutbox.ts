import type { Op } from '../../../../shared/ipc/shapes.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { isJsonObject } from '../../../../shared/rules/jsonText.ts';
import { Refusal } from '../../db/refusal.ts';
import type { Store } from '../../database.ts';
import { bodyText, checkParams } from '../model/body.ts';
import { GRACE_MS } from './context.ts';
import { unknownOp } from '../model/refusals.ts';
import type { OutboxContext } from './context.ts';
import { createDrain } from './drain.ts';
import { queueHold, toOp } from './ledger.ts';
import { newLists } from './lists.ts';
import { CutShort, type Intent, type Outbox } from '../outbox.ts';
import { createDecisions } from './decisions.ts';
import { createRequestWindows } from './requestWindows.ts';
import { ruleOf } from '../model/touched.ts';

/** Counts and events follow changes of ops at most this often. */
const TELL_MS = 100;

/** Makes the outbox of an account. Nothing is sent before `start`. */
export function createOutbox(account: Omit<OutboxContext, 'signal' | 'requestWindows'>): Outbox {
  const { store, ports, connection } = account;
  const ending = new AbortController();
  const requestWindows = createRequestWindows(ports.clock);
  const context: OutboxContext = { ...account, signal: ending.signal, requestWindows };
  let cancelTelling: (() => void) | null = null;
  let started = false;
  let closed = false;

  const tell = async (): Promise<void> => {
    const { waiting, needsYou } = summary(await countsOf(store));
    if (closed) return;
    connection.setCounts({ waiting, needsYou });
    context.emit({ name: 'outbox', payload: { waiting, needsYou } });
  };
  const told = (): void => {
    if (cancelTelling !== null || closed) return;
    cancelTelling = ports.clock.after(TELL_MS, () => {
      cancelTelling = null;
      void tell().catch(() => undefined);
    });
  };
  const drain = createDrain(context, newLists(), told);

  /** The op as it is now, after a change that a person made. */
  const show = async (id: string): Promise<Result<Op>> => {
    const row = await store.read('outbox.get', { id });
    if (row === null) return unknownOp();
    return ok(toOp(row, queueHold(connection) ?? drain.backedOffFor()));
  };
  const changed = (): void => {
    told();
    if (started) drain.hurry(false);
  };

  const enqueue = async (intent: Intent, opId = ports.random.uuid()): Promise<Result<Op>> => {
    const rule = ruleOf(intent.endpoint);
    const final = rule.does === 'delete' && rule.inverse === 'none';
    const written = await store.write('outbox.enqueue', {
      id: opId,
      now: ports.clock.now(),
      graceMs: final ? GRACE_MS : null,
      ...intent,
    });
    if (!written.ok) {
      const { code } = written.error;
      if (code === 'db.cutShort' || code === 'db.thread') throw new CutShort(opId, intent);
      return written;
    }
    changed();
    switch (written.value.is) {
      case 'queued':
      case 'vanished': {
        const carrier = written.value.opId;
        return show(carrier).catch((cause: unknown) => {
          // It is on disk; what it became is shown once the database is open again.
          throw cause instanceof Refusal ? new CutShort(carrier, intent) : cause;
        });
      }
      case 'noChange':
        return fail({
          kind: 'conflict',
          code: 'outbox.noChange',
          message: 'The record already is so; there is nothing to send.',
          safe: 'Nothing was queued.',
        });
      case 'missing':
        return fail({
          kind: 'missing',
          code: 'outbox.unknownRecord',
          message: `Waybill does not know the record ${written.value.what}.`,
          safe: 'Nothing was queued, and nothing was changed.',
        });
    }
  };

  const decisions = createDecisions(context, {
    show,
    changed,
    enqueue: (intent) => enqueue(intent),
  });

  return {
    ...decisions,
    changed,
    start() {
      if (started || closed) return;
      started = true;
      told();
      drain.hurry(false);
    },
    async write(intent) {
      const params = checkParams(intent.endpoint, intent.params);
      if (!params.ok) return params;
      const patch = bodyText(intent.endpoint, intent.body, intent.extra);
      if (!patch.ok) return patch;
      return enqueue({
        endpoint: intent.endpoint,
        params: params.value,
        patch: patch.value,
        undoes: null,
        seen: isJsonObject(intent.seen ?? '') ? (intent.seen ?? null) : null,
      });
    },
    async finish({ opId, intent }) {
      const kept = await store.read('outbox.get', { id: opId });
      if (kept !== null) return show(opId);
      const again = await enqueue(intent, opId);
      if (again.ok || again.error.code !== 'outbox.noChange') return again;
      // It was folded into a write that waited, or took one back: both are on disk.
      const message = 'The change is in the outbox already, or took back one that waited there.';
      return fail({
        ...again.error,
        message,
        safe: 'Nothing is queued twice.',
        next: 'openOutbox',
      });
    },
    hint() {
      if (started) drain.hurry(true);
    },
    async close() {
      closed = true;
      cancelTelling?.();
      ending.abort();
      requestWindows.close();
      await drain.close();
    },
  };
}

/** How many ops are in each state, and how many settled ones may have made duplicates. */
export interface Counts {
  byState: Record<string, number>;
  duplicates: number;
}

export async function countsOf(store: Store): Promise<Counts> {
  const [byState, duplicates] = await Promise.all([
    store.read('outbox.counts', null),
    store.read('outbox.duplicates', null),
  ]);
  return { byState, duplicates };
}

/** Ops that wait, and ops that wait for a person. */
export function summary({ byState, duplicates }: Counts): { waiting: number; needsYou: number } {
  const of = (state: string): number => byState[state] ?? 0;
  return {
    waiting: of('QUEUED') + of('SENDING') + of('UNCERTAIN') + of('VERIFYING'),
    needsYou: of('NEEDS_USER') + of('REJECTED') + duplicates,
  };
}

import type { Op } from '../../../../shared/ipc/shapes.ts';
import { ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { unknownOp } from '../model/refusals.ts';
import type { Outbox } from '../outbox.ts';
import { candidatesOf } from './candidates.ts';
import type { OutboxContext } from './context.ts';
import { countsOf, summary } from './counts.ts';
import { decide } from './decide.ts';
import { holdAll, resumeAll } from './decideLeaving.ts';
import { load } from './deciding.ts';
import type { Deciding } from './deciding.ts';
import { createDrain } from './drain.ts';
import { enqueue, finish, write } from './enqueue.ts';
import type { Queueing } from './enqueue.ts';
import { connectionHold, toOp } from './ledger.ts';
import type { QueueHold } from './ledger.ts';
import { newLists } from './lists.ts';
import { createRequestWindows } from './requestWindows.ts';

/** Counts and events follow changes of ops at most this often. */
const TELL_MS = 100;

/** Makes the outbox of an account. Nothing is sent before `start`. */
export function createOutbox(
  account: Omit<OutboxContext, 'signal' | 'requestWindows' | 'answers'>,
): Outbox {
  const { store, ports, connection } = account;
  const ending = new AbortController();
  const requestWindows = createRequestWindows(ports.clock);
  const signal = ending.signal;
  const context: OutboxContext = { ...account, signal, requestWindows, answers: new Map() };
  let cancelTelling: (() => void) | null = null;
  let started = false;
  let closed = false;

  const tell = async (): Promise<void> => {
    const { waiting, needsYou } = summary(await countsOf(store));
    if (closed) return;
    connection.setCounts({ waiting, needsYou });
    context.emit({ name: 'outbox', payload: { waiting, needsYou } });
  };
  const onDrained = (): void => {
    if (cancelTelling !== null || closed) return;
    cancelTelling = ports.clock.after(TELL_MS, () => {
      cancelTelling = null;
      void tell().catch(() => undefined);
    });
  };
  const drain = createDrain(context, newLists(), onDrained);

  const queueHold = (): QueueHold => connectionHold(connection) ?? drain.backedOffFor();

  /** The op as it is now, after a change that a person made. */
  const show = async (id: string): Promise<Result<Op>> => {
    const row = await store.read('outbox.get', { id });
    if (row === null) return unknownOp();
    return ok(toOp(row, queueHold()));
  };
  const changed = (): void => {
    onDrained();
    if (started) drain.wake(false);
  };

  const queueing: Queueing = { context, show, changed };
  const deciding: Deciding = {
    ...queueing,
    enqueue: (intent) => enqueue(queueing, intent),
  };

  return {
    queueHold,
    changed,
    decide: (opId, decision) => decide(deciding, opId, decision),
    holdAll: (opIds) => holdAll(deciding, opIds),
    resumeAll: (opIds) => resumeAll(deciding, opIds),
    async candidates(opId) {
      const op = await load(deciding, opId);
      return op.ok ? ok(await candidatesOf(context, op.value)) : op;
    },
    start() {
      if (started || closed) return;
      started = true;
      onDrained();
      drain.wake(false);
    },
    write: (intent) => write(queueing, intent),
    finish: (cut) => finish(queueing, cut),
    wake() {
      if (started) drain.wake(true);
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

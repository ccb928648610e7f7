import { isWriteName } from '../../../shared/api/catalogue.ts';
import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { Refusal } from '../db/refusal.ts';
import { unknownOp } from '../outbox/model/refusals.ts';
import { countsOf, summary } from '../outbox/queue/counts.ts';
import { examineFile, exportOutbox, importFile } from '../outbox/queue/files.ts';
import { queueHold, toOp } from '../outbox/queue/ledger.ts';
import { CutShort, type Outbox } from '../outbox/outbox.ts';

/** Nobody could look whether a change is on disk. */
const CUT_SHORT = fail({
  kind: 'local',
  code: 'outbox.cutShort',
  message: 'The database ended while this change was saved, and could not be opened anew.',
  safe: 'The change is in the outbox as a whole or not at all. Look there before you make it again.',
  next: 'openOutbox',
});

/**
 * The ledger of writes, for the desk. Every answer to a write is durable before it is given.
 *
 * @param settled the account once its database is open again, where that ended under a write
 */
export function outboxHandlers(
  account: () => AccountContext | null,
  settled: () => Promise<AccountContext | null>,
): HandlersOf<'outbox'> {
  const none = fail({
    kind: 'auth',
    code: 'account.none',
    message: 'No account is open.',
    safe: 'Nothing was changed.',
    next: 'signIn',
  });
  const opened = async <T>(
    act: (context: AccountContext) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const context = account();
    return context === null ? none : act(context);
  };
  const asOp = (result: Result<Op>): Result<{ op: Op }> =>
    result.ok ? ok({ op: result.value }) : result;
  const one = (act: (outbox: Outbox) => Promise<Result<Op>>): Promise<Result<{ op: Op }>> =>
    opened(async ({ outbox, identity }) => {
      try {
        return asOp(await act(outbox));
      } catch (cause) {
        if (!(cause instanceof CutShort)) throw cause;
        const again = await settled();
        if (again?.identity.id !== identity.id) return CUT_SHORT;
        try {
          return asOp(await again.outbox.finish(cause));
        } catch (error) {
          if (error instanceof CutShort || error instanceof Refusal) return CUT_SHORT;
          throw error;
        }
      }
    });

  const many = (
    act: (outbox: Outbox) => Promise<Result<number>>,
  ): Promise<Result<{ changed: number }>> =>
    opened(async ({ outbox }) => {
      const result = await act(outbox);
      return result.ok ? ok({ changed: result.value }) : result;
    });

  return {
    'outbox.write': ({ endpoint, params, body, extra, seen }) =>
      one(async (outbox) => {
        if (!isWriteName(endpoint)) {
          return fail({
            kind: 'invalid',
            code: 'outbox.unknownWrite',
            message: 'This is not a write that Waybill knows.',
            safe: 'Nothing was queued.',
          });
        }
        return outbox.write({
          endpoint,
          params: params ?? {},
          body: body ?? {},
          extra: extra ?? null,
          seen: seen ?? null,
        });
      }),
    'outbox.list': ({ states, offset, limit }) =>
      opened(async ({ store, connection }) => {
        const page = await store.read('outbox.list', { states: states ?? null, offset, limit });
        const held = queueHold(connection);
        return ok({ ops: page.rows.map((row) => toOp(row, held)), total: page.total });
      }),
    'outbox.counts': () =>
      opened(async ({ store }) => {
        const counts = await countsOf(store);
        return ok({ byState: counts.byState, ...summary(counts) });
      }),
    'outbox.ids': ({ states }) =>
      opened(async ({ store }) =>
        ok({ ids: await store.read('outbox.ids', { states: states ?? null }) }),
      ),
    'outbox.get': ({ opId }) =>
      opened(async ({ store, connection }) => {
        const [row, history, around] = await Promise.all([
          store.read('outbox.get', { id: opId }),
          store.read('outbox.history', { id: opId }),
          store.read('outbox.related', { id: opId }),
        ]);
        if (row === null) return unknownOp();
        return ok({ op: toOp(row, queueHold(connection)), history, ...around });
      }),
    'outbox.candidates': ({ opId }) =>
      opened(async ({ outbox }) => {
        const found = await outbox.candidates(opId);
        return found.ok ? ok({ candidates: found.value }) : found;
      }),
    'outbox.export': ({ kind, opIds }) =>
      opened(async (context) => {
        const exported = await exportOutbox(context, kind, opIds ?? null);
        context.outbox.changed();
        return exported;
      }),
    'outbox.examine': ({ file }) => opened((context) => examineFile(context, file)),
    'outbox.import': ({ file }) =>
      opened(async (context) => {
        const imported = await importFile(context, file);
        context.outbox.changed();
        return imported;
      }),
    'outbox.decide': ({ opId, decision }) => one((outbox) => outbox.decide(opId, decision)),
    'outbox.holdAll': ({ opIds }) => many((outbox) => outbox.holdAll(opIds)),
    'outbox.resumeAll': ({ opIds }) => many((outbox) => outbox.resumeAll(opIds)),
  };
}

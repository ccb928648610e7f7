import { isWriteName } from '../../../shared/api/catalogue.ts';
import type { HandlersOf } from '../../../shared/ipc/contract.ts';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { openedBy } from '../opened.ts';
import type { Opened } from '../opened.ts';
import { Refusal } from '../db/refusal.ts';
import { unknownOp } from '../outbox/model/refusals.ts';
import { countsOf, summary } from '../outbox/queue/counts.ts';
import { examineFile, exportOutbox, importFile } from '../outbox/queue/files.ts';
import { toOp } from '../outbox/queue/ledger.ts';
import { CutShort, type Outbox } from '../outbox/outbox.ts';

/** Nobody could look whether a change is on disk. */
const CUT_SHORT = fail({
  kind: 'local',
  code: 'outbox.cutShort',
  message: 'The database ended while this change was saved, and could not be opened anew.',
  safe: 'The change is in the outbox as a whole or not at all. Look there before you make it again.',
  next: 'openOutbox',
});

/** Gives an act the outbox of the account that is open, and its answer the form of the call. */
interface Doors {
  opened: Opened;
  /** One op is changed; where the database ended meanwhile, it is looked for on the disk. */
  one(act: (outbox: Outbox) => Promise<Result<Op>>): Promise<Result<{ op: Op }>>;
  many(act: (outbox: Outbox) => Promise<Result<string[]>>): Promise<Result<{ changed: string[] }>>;
}

function doorsOf(
  account: () => AccountContext | null,
  whenOpened: () => Promise<AccountContext | null>,
): Doors {
  const opened = openedBy(account);
  const asOp = (result: Result<Op>): Result<{ op: Op }> =>
    result.ok ? ok({ op: result.value }) : result;
  return {
    opened,
    one: (act) =>
      opened(async ({ outbox, identity }) => {
        try {
          return asOp(await act(outbox));
        } catch (cause) {
          if (!(cause instanceof CutShort)) throw cause;
          const again = await whenOpened();
          if (again?.identity.id !== identity.id) return CUT_SHORT;
          try {
            return asOp(await again.outbox.finish(cause));
          } catch (error) {
            if (error instanceof CutShort || error instanceof Refusal) return CUT_SHORT;
            throw error;
          }
        }
      }),
    many: (act) =>
      opened(async ({ outbox }) => {
        const result = await act(outbox);
        return result.ok ? ok({ changed: result.value }) : result;
      }),
  };
}

type Part<Names extends keyof HandlersOf<'outbox'>> = Pick<HandlersOf<'outbox'>, Names>;

/** What is made and changed: each answered once it is on the disk. */
function changes({
  one,
  many,
}: Doors): Part<'outbox.write' | 'outbox.decide' | 'outbox.holdAll' | 'outbox.resumeAll'> {
  return {
    'outbox.write': ({ endpoint, params, body, extra, seen, seenAt }) =>
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
          seenAt: seenAt ?? null,
        });
      }),
    'outbox.decide': ({ opId, decision }) => one((outbox) => outbox.decide(opId, decision)),
    'outbox.holdAll': ({ opIds }) => many((outbox) => outbox.holdAll(opIds)),
    'outbox.resumeAll': ({ opIds }) => many((outbox) => outbox.resumeAll(opIds)),
  };
}

/** What the ledger shows. */
function readings({
  opened,
}: Doors): Part<
  'outbox.list' | 'outbox.counts' | 'outbox.ids' | 'outbox.get' | 'outbox.candidates'
> {
  return {
    'outbox.list': ({ states, offset, limit }) =>
      opened(async ({ store, outbox }) => {
        const page = await store.read('outbox.list', { states: states ?? null, offset, limit });
        const held = outbox.queueHold();
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
      opened(async ({ store, outbox }) => {
        const [row, history, around] = await Promise.all([
          store.read('outbox.get', { id: opId }),
          store.read('outbox.history', { id: opId }),
          store.read('outbox.related', { id: opId }),
        ]);
        if (row === null) return unknownOp();
        return ok({ op: toOp(row, outbox.queueHold()), history, ...around });
      }),
    'outbox.candidates': ({ opId }) =>
      opened(async ({ outbox }) => {
        const found = await outbox.candidates(opId);
        return found.ok ? ok({ candidates: found.value }) : found;
      }),
  };
}

/** Files of ops, out to another computer and in from one. */
function files({ opened }: Doors): Part<'outbox.export' | 'outbox.examine' | 'outbox.import'> {
  return {
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
  };
}

/**
 * The ledger of writes, for the desk. Every answer to a write is durable before it is given.
 *
 * @param whenOpened the account once its database is open again, where that ended under a write
 */
export function outboxHandlers(
  account: () => AccountContext | null,
  whenOpened: () => Promise<AccountContext | null>,
): HandlersOf<'outbox'> {
  const doors = doorsOf(account, whenOpened);
  return { ...changes(doors), ...readings(doors), ...files(doors) };
}

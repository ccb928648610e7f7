import { endpoint, isEndpointName } from '../../../shared/api/catalogue.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../shared/api/endpoint.ts';
import type { HandlersOf, Output } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { recordFileHandlers } from './answerFiles.ts';
import { openedBy } from '../opened.ts';
import type { Params, Query } from '../api/types.ts';
import { toOp } from '../outbox/queue/ledger.ts';
import { isTemporaryId } from '../../../shared/rules/temporaryId.ts';
import { isReadName } from '../sync/plan.ts';
import { documentKey } from '../sync/single.ts';

type Copy = {
  json: string;
  readAt: number | null;
  thinned?: Output<'records.read'>['thinned'];
} | null;

/** What the mirror holds of an endpoint's answer. */
async function copyOf(
  { store }: AccountContext,
  name: ReadName,
  params: Params,
  query: Query,
  whole: boolean,
): Promise<Copy> {
  const { mirror } = endpoint(name);
  switch (mirror.as) {
    case 'scan':
      return store.read('records.list', { entity: mirror.entity });
    case 'record': {
      const found = await store.read('records.get', {
        entity: mirror.entity,
        id: params[mirror.id] ?? '',
      });
      return found === null ? null : { json: found.row.json, readAt: found.row.readAt };
    }
    case 'document':
      return store.read('documents.get', { key: documentKey(name, params, query), whole });
    case 'none':
      return null;
  }
}

/** Asks the service and keeps the answer. */
async function refresh(
  { sync }: AccountContext,
  name: ReadName,
  params: Params,
  query: Query,
): Promise<Result<unknown>> {
  const { mirror } = endpoint(name);
  switch (mirror.as) {
    case 'scan':
      return sync.scan(mirror.entity);
    case 'record': {
      const read = await sync.refreshRecord(mirror.entity, params[mirror.id] ?? '');
      if (!read.ok || read.value !== null) return read;
      return fail({
        kind: 'missing',
        code: 'records.gone',
        message: 'The service no longer has this record.',
        safe: 'What was read before is still here, or lies among the removed records.',
      });
    }
    case 'document':
      return sync.readDocument(name, params, query);
    case 'none':
      return fail({
        kind: 'invalid',
        code: 'records.notMirrored',
        message: `“${endpoint(name).title}” is not kept in the mirror.`,
        safe: 'Nothing was asked for.',
      });
  }
}

function answer(copy: Copy, error: AppError | null): Result<Output<'records.read'>> {
  const { json = null, readAt = null, thinned = null } = copy ?? {};
  return ok({ json, readAt, thinned, error });
}

async function readEndpoint(
  context: AccountContext,
  name: ReadName,
  params: Params,
  query: Query,
  when: 'never' | 'ifMissing' | 'always',
  whole: boolean,
): Promise<Result<Output<'records.read'>>> {
  const missing = paramNamesOf(endpoint(name)).filter((param) => !Object.hasOwn(params, param));
  if (missing.length > 0) {
    return fail({
      kind: 'invalid',
      code: 'records.params',
      message: `“${endpoint(name).title}” needs ${missing.join(' and ')}.`,
      safe: 'Nothing was asked for.',
      fields: Object.fromEntries(missing.map((param) => [param, ['is missing']])),
    });
  }
  const isHere = endpoint(name).mirror.as !== 'document';
  if (!isHere && Object.values(params).some(isTemporaryId)) {
    return fail({
      kind: 'missing',
      code: 'records.onlyHere',
      message: 'The service does not know this record yet: it waits to be sent.',
      safe: 'Nothing was asked for.',
      next: 'none',
    });
  }
  const before = await copyOf(context, name, params, query, whole);
  // A list that was never read is an empty copy, not a copy.
  const isMissing = before === null || before.readAt === null;
  if (when === 'never' || (when === 'ifMissing' && !isMissing)) {
    return answer(before, null);
  }
  const fresh = await refresh(context, name, params, query);
  const after = fresh.ok ? await copyOf(context, name, params, query, whole) : before;
  return answer(after, fresh.ok ? null : fresh.error);
}

/**
 * Lists and records out of the mirror. None waits for the network but the two that are asked to
 * (`records.refresh`, and `records.read` with `refresh`).
 */
export function recordHandlers(account: () => AccountContext | null): HandlersOf<'records'> {
  const opened = openedBy(account);

  return {
    'records.window': (input) =>
      opened(async ({ store }) => ok(await store.read('records.window', input))),
    'records.ids': (input) =>
      opened(async ({ store }) => ok(await store.read('records.ids', input))),
    'records.matching': (input) =>
      opened(async ({ store }) => ok(await store.read('records.matching', input))),
    'records.facets': (input) =>
      opened(async ({ store }) => ok(await store.read('records.facets', input))),
    'records.get': ({ entity, id }) =>
      opened(async ({ store, outbox }) => {
        const record = await store.read('records.get', { entity, id });
        if (record === null) return ok(null);
        const rows = await store.read('outbox.ofRecord', { entity, id: record.row.id });
        const held = outbox.queueHold();
        return ok({ ...record, ops: rows.map((row) => toOp(row, held)) });
      }),
    ...recordFileHandlers(account),
    'records.search': (input) =>
      opened(async ({ store }) => ok(await store.read('records.search', input))),
    'records.refresh': ({ entity, id }) =>
      opened(async ({ sync }) => {
        if (id === undefined) return sync.scan(entity);
        const read = await sync.refreshRecord(entity, id);
        return read.ok ? ok({}) : read;
      }),
    'records.positions': () => opened(async ({ sync }) => ok(await sync.positions())),
    'records.read': ({ endpoint: name, params, query, refresh: when, whole }) =>
      opened(async (context) => {
        if (!isEndpointName(name) || !isReadName(name)) {
          return fail({
            kind: 'invalid',
            code: 'records.unknownRead',
            message: 'This is not a read that Waybill knows.',
            safe: 'Nothing was asked for.',
          });
        }
        return readEndpoint(context, name, params ?? {}, query ?? {}, when, whole ?? false);
      }),
  } satisfies HandlersOf<'records'>;
}

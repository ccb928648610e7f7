import { endpoint } from '../../../shared/api/catalogue.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { shapeError } from '../api/errors.ts';
import { mayBeLarge } from '../api/largeReply.ts';
import type { ApiReply, Params, Query } from '../api/types.ts';
import type { SyncContext } from './context.ts';
import { readsById } from './plan.ts';
import type { Who } from '../who.ts';

/** Single records and documents, read on demand. */

/** A document that is paged is read whole; one with more pages or characters is refused. */
const MOST_PAGES = 1_000;
const MOST_CHARACTERS = 128 * 1024 * 1024;

const noRead = fail({
  kind: 'missing',
  code: 'sync.noReadById',
  message: 'The service cannot be asked for a single record of this kind.',
  safe: 'What was read before is still here.',
});

/**
 * Reads a record by its id into the mirror, where it replaces what was known; `null` when the
 * service says it is gone (404, 410). Where the general read is refused, the client's is tried.
 *
 * Errors: `missing` / `sync.noReadById`; those of the request and of the disk.
 */
export async function readById(
  context: SyncContext,
  entity: Entity,
  id: string,
  who: Who | null,
): Promise<Result<{ json: string } | null>> {
  let outcome: Result<{ json: string } | null> = noRead;
  for (const by of readsById(entity)) {
    const params: Params = { [by.idParam]: id };
    if (by.ofClient) {
      if (who === null || who.clientId === null) continue;
      params['clientId'] = who.clientId;
    }
    const { clock } = context.ports;
    const readAt = clock.now();
    const reply = await context.api.read(by.name, { params, signal: context.signal });
    if (reply.ok) {
      const { text, path } = reply.value;
      const record = { entity, id, text, path, readAt, now: clock.now() };
      return context.store.write('records.put', record);
    }
    const { status } = reply.error;
    outcome = status === 404 || status === 410 ? ok(null) : reply;
    if (reply.error.kind !== 'denied' && !outcome.ok) return outcome;
  }
  return outcome;
}

/** The key of a document: its endpoint with parameters and query in a fixed order. */
export function documentKey(name: ReadName, params: Params, query: Query): string {
  const sorted = (of: object) => Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, sorted(params), sorted(query)]);
}

/** A part of a report would look like all of it. */
function tooManyPages(name: ReadName): Result<never> {
  return fail({
    kind: 'server',
    code: 'sync.tooManyPages',
    message: `${endpoint(name).title}: the report has more pages than Waybill reads at once. Choose a shorter time.`,
    safe: 'What was read before is still here.',
    next: 'none',
  });
}

/** All pages of a paged document as one array text; a query that names a page gets that page. */
async function readPages(
  context: SyncContext,
  name: ReadName,
  params: Params,
  query: Query,
): Promise<Result<Pick<ApiReply, 'text' | 'path'>>> {
  const { page: wanted, ...rest } = query;
  const parts: string[] = [];
  let characters = 0;
  const first = typeof wanted === 'string' ? Math.max(1, Number.parseInt(wanted, 10) || 1) : 1;
  for (let page = first; ; page += 1) {
    const reply = await context.api.page(name, page, {
      params,
      query: rest,
      signal: context.signal,
    });
    if (!reply.ok) return reply;
    const slices = await context.store.read('json.slices', {
      text: reply.value.text,
      path: reply.value.path,
      size: Number.MAX_SAFE_INTEGER,
    });
    if (slices === null) {
      return fail({
        kind: 'server',
        code: 'mirror.notJson',
        message: 'The service answered something that is not a list.',
        safe: 'The copy that was read before is kept.',
        next: 'retry',
      });
    }
    parts.push(...slices.map((slice) => slice.slice(1, -1)));
    for (const { length } of slices) characters += length;
    if (reply.value.last || wanted !== undefined) break;
    if (page === MOST_PAGES || characters > MOST_CHARACTERS) return tooManyPages(name);
  }
  return ok({ text: `[${parts.filter(Boolean).join(',')}]`, path: '$' });
}

/**
 * A document that may hold millions of points: prepared in a thread of its own, kept whole, and
 * given thinned where it has too many to show.
 */
async function readLarge(
  context: SyncContext,
  name: ReadName,
  params: Params,
  query: Query,
): Promise<Result<{ json: string; readAt: number }>> {
  const { api, store, ports, signal } = context;
  const readAt = ports.clock.now();
  const reply = await api.body(name, { params, query, signal });
  if (!reply.ok) return reply;
  const { bytes, places, status, headers } = reply.value;
  const prepared = await store.read('documents.prepare', { name, params, bytes, places });
  if (prepared.is === 'other') return { ok: false, error: prepared.error };
  if (prepared.is === 'unfit') {
    return fail(shapeError(endpoint(name), { status, headers }, prepared.why));
  }
  const stored = await store.write('documents.putLarge', {
    key: documentKey(name, params, query),
    endpoint: name,
    params: JSON.stringify(params),
    query: JSON.stringify(query),
    bytes: prepared.bytes,
    shown: prepared.thinned === null ? null : { json: prepared.shown, ...prepared.thinned },
    readAt,
  });
  if (!stored.ok) return stored;
  context.emit({ name: 'documentChanged', payload: { endpoint: name } });
  return ok({ json: prepared.shown, readAt });
}

/** Reads any document row whole into the mirror. Errors: those of the request and of the disk. */
export async function readDocument(
  context: SyncContext,
  name: ReadName,
  params: Params,
  query: Query,
): Promise<Result<{ json: string; readAt: number }>> {
  if (mayBeLarge(name)) return readLarge(context, name, params, query);
  const readAt = context.ports.clock.now();
  const reply =
    endpoint(name).reply === 'page'
      ? await readPages(context, name, params, query)
      : await context.api.read(name, { params, query, signal: context.signal });
  if (!reply.ok) return reply;
  const stored = await context.store.write('documents.put', {
    key: documentKey(name, params, query),
    endpoint: name,
    params: JSON.stringify(params),
    query: JSON.stringify(query),
    text: reply.value.text,
    path: reply.value.path,
    readAt,
  });
  if (!stored.ok) return stored;
  context.emit({ name: 'documentChanged', payload: { endpoint: name } });
  return ok({ json: stored.value.json, readAt });
}

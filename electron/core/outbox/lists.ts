import { endpoint } from '../../../shared/api/catalogue.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { jsonElements } from '../../../shared/rules/jsonText.ts';
import type { ApiPage, Params } from '../api/types.ts';
import { askWho } from '../sync/who.ts';
import type { OutboxContext } from './context.ts';
import { looksLike } from './matching.ts';
import { payloadOf } from './payload.ts';
import type { OpRecord } from './record.ts';

/** Every row of a list at one time, proven to be all of them. */
export interface CompleteList {
  rows: Map<string, string>;
  /** When the first page was asked for, ms since 1970. */
  startedAt: number;
}

/**
 * Complete lists that are being read or were read a moment ago, by endpoint and parameters: one
 * serves every create that waits for it.
 */
export interface Lists {
  running: Map<string, Promise<Result<CompleteList>>>;
  recent: Map<string, CompleteList>;
}

export function newLists(): Lists {
  return { running: new Map(), recent: new Map() };
}

/** A list no older than this is good enough to know what was there before a create. */
const FRESH_MS = 10_000;
/** Ends a service that never says "last page". */
const MOST_PAGES = 10_000;

/**
 * Reads a list to its end and proves that it is complete: no id twice, as many as the first and
 * the last page promise, and the first page the same again afterwards, the
 * person of this account signed in. `startedAfter` asks for a
 * list that began later than that (ms since 1970). Fails with `outbox.incompleteList` when pages
 * shifted; nothing may be concluded from such a list.
 */
export function completeList(
  context: OutboxContext,
  lists: Lists,
  name: ReadName,
  params: Params,
  startedAfter?: number,
): Promise<Result<CompleteList>> {
  const { clock } = context.ports;
  const key = JSON.stringify([name, params]);
  const recent = lists.recent.get(key);
  const oldest = startedAfter ?? clock.now() - FRESH_MS;
  // One that began later than now is from before the clock was put back.
  const isKnown = recent !== undefined && recent.startedAt <= clock.now();
  if (isKnown && recent.startedAt > oldest) return Promise.resolve(ok(recent));
  const running = lists.running.get(key);
  // A list that began too early is waited for, then read again.
  if (running !== undefined) {
    return running.then((list) =>
      !list.ok || list.value.startedAt > oldest
        ? list
        : completeList(context, lists, name, params, startedAfter),
    );
  }
  const reading = readList(context, name, params)
    .then((list) => {
      if (list.ok) lists.recent.set(key, list.value);
      return list;
    })
    .finally(() => lists.running.delete(key));
  lists.running.set(key, reading);
  return reading;
}

/**
 * The rows, by id, that look like what a create asked for, were not there before its first request
 * and belong to no other create or earlier write of this desk.
 */
export async function unclaimedAlike(
  context: OutboxContext,
  op: OpRecord,
  list: CompleteList,
): Promise<Map<string, string>> {
  const seen = new Set([op.targetId, ...(op.watch.seenBefore ?? [])]);
  const alike = [...list.rows].filter(([id, text]) => !seen.has(id) && looksLike(op, text));
  if (alike.length === 0) return new Map();
  const { entity, seq } = op;
  const ids = alike.map(([id]) => id);
  const taken = new Set(await context.store.read('outbox.taken', { entity, ids, seq }));
  return new Map(alike.filter(([id]) => !taken.has(id)));
}

async function readList(
  context: OutboxContext,
  name: ReadName,
  params: Params,
): Promise<Result<CompleteList>> {
  const { signal } = context;
  const startedAt = context.ports.clock.now();
  const rows = new Map<string, string>();
  let first: ApiPage | null = null;
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await context.api.page(name, number, { params, signal });
    if (!page.ok) return page;
    first ??= page.value;
    const problem = takePage(page.value, rows);
    if (problem !== null) return fail(incomplete(name, problem));
    if (!page.value.last) continue;
    const { total } = page.value;
    if (total !== null && (total !== rows.size || (first.total ?? total) !== total)) {
      return fail(incomplete(name, 'it holds another number of records than it says'));
    }
    if (number > 1) {
      const again = await context.api.page(name, 1, { params, signal });
      if (!again.ok) return again;
      if (again.value.ids.join('\n') !== first.ids.join('\n')) {
        return fail(incomplete(name, 'its pages shifted meanwhile'));
      }
    }
    const who = await askWho(context.api, signal);
    return !who.ok && who.error.kind === 'auth' ? who : ok({ rows, startedAt });
  }
  return fail(incomplete(name, 'it does not end'));
}

/** Adds the rows of a page; gives what is wrong with it. */
function takePage(page: ApiPage, rows: Map<string, string>): string | null {
  const texts = jsonElements(payloadOf(page));
  if (texts.length !== page.ids.length) return 'a row has no identifier';
  for (const [index, text] of texts.entries()) {
    const id = page.ids[index];
    if (id === undefined || id === '') return 'a row has no identifier';
    if (rows.has(id)) return 'a record occurs twice';
    rows.set(id, text);
  }
  return null;
}

function incomplete(name: ReadName, why: string): AppError {
  return {
    kind: 'server',
    code: 'outbox.incompleteList',
    message: `${endpoint(name).title}: the list is not complete, ${why}.`,
    safe: 'Nothing was concluded from it; it is read again.',
    next: 'retry',
  };
}

import { endpoint } from '../../../../shared/api/catalogue.ts';
import type { ReadName } from '../../../../shared/api/catalogue.ts';
import type { Entity } from '../../../../shared/model/entity.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { AppError, Result } from '../../../../shared/result.ts';
import { jsonElements } from '../../../../shared/rules/jsonText.ts';
import { countDoubt, doubtOf, holdsArchived, refusesArchived } from '../../api/listProof.ts';
import type { ReadList } from '../../api/listProof.ts';
import { readParts } from '../../api/pageParts.ts';
import type { PagePart } from '../../api/pageParts.ts';
import type { Params, Query } from '../../api/types.ts';
import { isArchivable } from '../../sync/plan.ts';
import { askWho } from '../../who.ts';
import { INCOMPLETE_LIST, couldNotBeAsked } from './context.ts';
import type { OutboxContext } from './context.ts';
import { createdAtOf } from '../model/matching.ts';
import { payloadOf } from '../../api/payload.ts';
import { isArchivedText } from '../../../../shared/rules/archived.ts';

/** Every row of a list at one time, proven to be all of them. */
export interface CompleteList {
  rows: Map<string, string>;
  /** When each of them was made, as it shows itself, ms since 1970; not of rows that do not tell. */
  madeAtMs: Map<string, number>;
  /** When the first page was asked for, ms since 1970. */
  startedAt: number;
  /** When the newest of them was made, as it shows itself, ms since 1970; null where none tells. */
  newestMs: number | null;
  /** The same, with those that lie ahead of this computer's clock. */
  latestMs: number | null;
  /** Why the archived records are not among them; null where they are, or where none are kept apart. */
  withoutArchived: AppError | null;
  /** The name under which its ids are kept as what was there before a create; null until then. */
  baseline: Promise<Result<string>> | null;
}

/** Ids that were there before the first request of a create, and when the newest of them was made. */
export interface Baseline {
  ids: ReadonlySet<string>;
  newestMs: number | null;
  /** The same, with those that lay ahead of this computer's clock. */
  latestMs: number | null;
  /** Whether those of archived records are among them. */
  withArchived: boolean;
}

/**
 * Complete lists that are being read or were read a moment ago, by endpoint and parameters: one
 * serves every create that waits for it. The baselines that were used last lie beside them.
 */
export interface Lists {
  running: Map<string, Promise<Result<CompleteList>>>;
  recent: Map<string, CompleteList>;
  baselines: Map<string, Baseline>;
}

export function newLists(): Lists {
  return { running: new Map(), recent: new Map(), baselines: new Map() };
}

/** Lets go of lists that are no longer fresh: each may hold every record of a kind. */
export function forgetOld({ recent }: Lists, nowMs: number): void {
  for (const [key, { startedAt }] of recent) {
    if (startedAt <= nowMs - FRESH_MS || startedAt > nowMs) recent.delete(key);
  }
}

/** A list no older than this is good enough to know what was there before a create. */
export const FRESH_MS = 10_000;
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
  const key = JSON.stringify([name, params]);
  return shared(context, lists, key, startedAfter, () => readAll(context, name, params, null));
}

/**
 * The same of every record of a kind, the archived ones too, proven together: a record that is
 * archived or restored while they are read would be in neither list. Where the service does not
 * list archived records apart, its one list is all that there is to know.
 */
export function everyRecord(
  context: OutboxContext,
  lists: Lists,
  of: { entity: Entity; name: ReadName; params: Params },
  startedAfter?: number,
): Promise<Result<CompleteList>> {
  const { entity, name, params } = of;
  if (!isArchivable(entity)) return completeList(context, lists, name, params, startedAfter);
  const key = JSON.stringify([name, params, 'archived']);
  return shared(context, lists, key, startedAfter, () => readAll(context, name, params, entity));
}

function shared(
  context: OutboxContext,
  lists: Lists,
  key: string,
  startedAfter: number | undefined,
  read: () => Promise<Result<CompleteList>>,
): Promise<Result<CompleteList>> {
  const { clock } = context.ports;
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
        : shared(context, lists, key, startedAfter, read),
    );
  }
  const reading = read()
    .then((list) => {
      if (list.ok) lists.recent.set(key, list.value);
      return list;
    })
    .finally(() => lists.running.delete(key));
  lists.running.set(key, reading);
  return reading;
}

/** One list as its pages gave it. */
interface Run extends ReadList {
  rows: Map<string, string>;
  madeAtMs: Map<string, number>;
  pages: number;
  /** When the newest row was made; -Infinity where none tells. */
  newestMs: number;
  /** The same, with rows that lie ahead. */
  latestMs: number;
}

async function readAll(
  context: OutboxContext,
  name: ReadName,
  params: Params,
  archivable: Entity | null,
): Promise<Result<CompleteList>> {
  const startedAt = context.ports.clock.now();
  const living = await readPages(context, name, params, {});
  if (!living.ok) return living;
  const runs = [living.value];
  let withoutArchived: AppError | null = null;
  if (archivable !== null) {
    const archived = await readPages(context, name, params, { status: 'archived' });
    if (archived.ok) {
      // Where the first list has archived records too, each of them would come twice.
      const shared = living.value.rows;
      const fresh = [...archived.value.rows.keys()].filter((id) => !shared.has(id)).length;
      const isTheirs = living.value.archived === 0 && holdsArchived(archived.value, fresh);
      if (isTheirs) runs.push(archived.value);
    } else if (refusesArchived(archived.error)) withoutArchived = archived.error;
    else return archived;
  }
  for (const run of runs) {
    if (runs.length === 1 && run.pages === 1) continue;
    const doubt = await doubtOf(context.api, run, context.signal);
    if (!doubt.ok) return doubt;
    if (doubt.value !== null) return fail(incomplete(name, doubt.value));
  }
  const who = await askWho(context.api, context.signal);
  if (!who.ok && couldNotBeAsked(who.error)) return who;
  const rows = new Map(runs.flatMap((run) => [...run.rows]));
  const newestMs = latestOf(runs.map((run) => run.newestMs));
  const latestMs = latestOf(runs.map((run) => run.latestMs));
  const madeAtMs = new Map(runs.flatMap((run) => [...run.madeAtMs]));
  const times = { startedAt, madeAtMs, newestMs, latestMs };
  return ok({ rows, ...times, withoutArchived, baseline: null });
}

function latestOf(times: readonly number[]): number | null {
  const latest = Math.max(...times);
  return latest === -Infinity ? null : latest;
}

async function readPages(
  context: OutboxContext,
  name: ReadName,
  params: Params,
  query: Query,
): Promise<Result<Run>> {
  const { signal } = context;
  const rows = new Map<string, string>();
  const madeAtMs = new Map<string, number>();
  const totals: (number | null)[] = [];
  let firstIds: readonly string[] = [];
  let archived = 0;
  let newestMs = -Infinity;
  let latestMs = -Infinity;
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const body = await context.api.pageBody(name, number, { params, query, signal });
    if (!body.ok) return body;
    const wrong: string[] = [];
    const page = await readParts(body.value, (part) => {
      const taken = takeRows(part, { rows, madeAtMs }, context.ports.clock.now());
      if (typeof taken === 'string') {
        wrong.push(taken);
        return false;
      }
      archived += taken.archived;
      newestMs = Math.max(newestMs, taken.newestMs);
      latestMs = Math.max(latestMs, taken.latestMs);
      return true;
    });
    if (!page.ok) return page;
    if (page.value === null) return fail(incomplete(name, wrong[0] ?? 'it can not be read'));
    if (number === 1) firstIds = page.value.ids;
    totals.push(page.value.total);
    if (!page.value.last) continue;
    const count = rows.size;
    const doubt = countDoubt({ count, totals });
    if (doubt !== null) return fail(incomplete(name, doubt));
    const read = { name, params, query, count, firstIds, totals, archived };
    return ok({ ...read, rows, madeAtMs, pages: number, newestMs, latestMs });
  }
  return fail(incomplete(name, 'it does not end'));
}

/** Adds rows of a page, looking at what they say of themselves; or gives what is wrong with them. */
function takeRows(
  page: PagePart,
  { rows, madeAtMs }: Pick<Run, 'rows' | 'madeAtMs'>,
  nowMs: number,
): string | Pick<Run, 'archived' | 'newestMs' | 'latestMs'> {
  const texts = jsonElements(payloadOf(page));
  if (texts.length !== page.ids.length) return 'a row has no identifier';
  let archived = 0;
  let newestMs = -Infinity;
  let latestMs = -Infinity;
  for (const [index, text] of texts.entries()) {
    const id = page.ids[index];
    if (id === undefined || id === '') return 'a row has no identifier';
    if (rows.has(id)) return 'a record occurs twice';
    rows.set(id, text);
    if (isArchivedText(text)) archived += 1;
    const at = createdAtOf(text);
    if (at === null) continue;
    madeAtMs.set(id, at);
    latestMs = Math.max(latestMs, at);
    // One that lies ahead tells of a wrong clock, or was entered by hand.
    if (at <= nowMs) newestMs = Math.max(newestMs, at);
  }
  return { archived, newestMs, latestMs };
}

function incomplete(name: ReadName, why: string): AppError {
  return {
    kind: 'server',
    code: INCOMPLETE_LIST,
    message: `${endpoint(name).title}: the list is not complete, ${why}.`,
    safe: 'Nothing was concluded from it; it is read again.',
    next: 'retry',
  };
}

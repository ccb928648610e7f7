import { endpoint } from '../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../shared/api/endpoint.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { partsOf } from '../api/bodyShape.ts';
import {
  doubtOf,
  holdsArchived,
  isApart,
  isArchivedOnly,
  isRefusal,
  refusesArchived,
} from '../api/listProof.ts';
import type { ReadList } from '../api/listProof.ts';
import type { ListSpan } from '../api/bodyShape.ts';
import type { ApiPage, ApiPageBody, Params } from '../api/types.ts';
import type { Ingested } from '../mirror/ingest.ts';
import type { SyncContext } from './context.ts';
import { isArchivable, listsOf } from './plan.ts';
import type { Who } from '../who.ts';

/** Rows that one write transaction takes, so that the person's own writes never wait long. */
export const ROWS_PER_WRITE = 250;

/** Pages that are asked for before the one at hand is in the mirror: the service prepares them. */
const AHEAD = 2;
const LARGE_PAGE_BYTES = 2 * 1024 * 1024;

/** A list with more pages has no end: a service that makes up rows would fill the disk. */
const MOST_PAGES = 20_000;

export const STOPPED: Result<never> = fail({
  kind: 'offline',
  code: 'sync.stopped',
  message: 'The reading was stopped.',
  safe: 'What was read until then is here.',
});

/** How a scan ended. Without proof of completeness it has added and updated, nothing else. */
export interface ScanOutcome {
  entity: Entity;
  rows: number;
  complete: boolean;
  /** Why it proves nothing; null when complete. */
  doubt: string | null;
  /** The whole list came and was empty, though records are known. */
  emptied: boolean;
}

type List = Pick<ReadList, 'name' | 'params' | 'query'>;

interface ListRun extends ReadList {
  /** Records that no list of this scan had brought before. */
  fresh: number;
  doubt: string | null;
}

/** What the mirror took of a page: rows, those that are no records, and ids that were not met yet. */
type Taken = Pick<Ingested, 'rows' | 'bad' | 'archived' | 'staged'>;

function add(sum: Taken, more: Taken): void {
  sum.rows += more.rows;
  sum.bad += more.bad;
  sum.archived += more.archived;
  sum.staged += more.staged;
}

/** One transaction of a scan: rows of a page, or all of a small one. */
interface Part {
  context: SyncContext;
  entity: Entity;
  generation: number;
  readAt: number;
}

/** Takes rows that were checked: those of a page that is no plain list of records. */
async function takeChecked(
  { context, entity, generation, readAt }: Part,
  { text, path, ids }: Pick<ApiPage, 'text' | 'path' | 'ids'>,
): Promise<Result<Taken>> {
  const { store, ports } = context;
  const size = ROWS_PER_WRITE;
  const slices = ids.length <= size ? null : await store.read('json.slices', { text, path, size });
  const sum: Taken = { rows: 0, bad: 0, archived: 0, staged: 0 };
  for (const part of slices?.map((one) => ({ text: one, path: '$' })) ?? [{ text, path }]) {
    const now = ports.clock.now();
    const rows = { entity, ...part, readAt, now, generation };
    const written = await store.write('records.ingest', rows);
    if (!written.ok) return written;
    add(sum, written.value);
  }
  return ok(sum);
}

/**
 * Takes a long page into the mirror in parts, which are cut out of its bytes: no text of the whole
 * is ever made.
 */
async function takeParts(
  part: Part,
  body: ApiPageBody,
  list: ListSpan,
): Promise<Result<Taken & Pick<ApiPage, 'ids' | 'total' | 'last'>>> {
  const { context, entity, generation, readAt } = part;
  const sum: Taken = { rows: 0, bad: 0, archived: 0, staged: 0 };
  const ids: string[] = [];
  const { parts, around } = partsOf(body.bytes, list);
  for (const bytes of parts()) {
    const now = context.ports.clock.now();
    const input = { entity, generation, readAt, now, places: [''], bytes };
    const written = await context.store.write('records.ingestBody', input);
    if (!written.ok) return written;
    const found = written.value;
    if (found.is === 'taken') {
      add(sum, found);
      for (const id of found.ids) ids.push(id);
      continue;
    }
    const rows = await body.readRows(found.bytes);
    if (!rows.ok) return rows;
    const taken = await takeChecked(part, rows.value);
    if (!taken.ok) return taken;
    add(sum, taken.value);
    for (const id of rows.value.ids) ids.push(id);
  }
  const text = new TextDecoder().decode(around);
  const concluded = body.conclude({ ids, around: text });
  return concluded.ok ? ok({ ...sum, ids, ...concluded.value }) : concluded;
}

/**
 * Takes a page into the mirror. It is read where it is written; only what is no plain page of
 * records is checked here, which takes longer and tells what is wrong with it.
 */
async function takePage(
  part: Part,
  body: ApiPageBody,
): Promise<Result<Taken & Pick<ApiPage, 'ids' | 'total' | 'last'>>> {
  const { context, entity, generation, readAt } = part;
  const { bytes, places, lists } = body;
  const place = places.find((one) => lists.has(one));
  const list = place === undefined ? undefined : lists.get(place);
  if (list !== undefined && list.cuts.length > 1) return takeParts(part, body, list);
  const now = context.ports.clock.now();
  const input = { entity, generation, readAt, now, places, bytes };
  const written = await context.store.write('records.ingestBody', input);
  if (!written.ok) return written;
  const found = written.value;
  if (found.is === 'taken') {
    const concluded = body.conclude(found);
    return concluded.ok ? ok({ ...found, ...concluded.value }) : concluded;
  }
  const reply = await body.read(found.bytes);
  if (!reply.ok) return reply;
  const taken = await takeChecked(part, reply.value);
  const { ids, total, last } = reply.value;
  return taken.ok ? ok({ ...taken.value, ids, total, last }) : taken;
}

/**
 * Reads all pages of one list into the mirror and looks whether they can be the whole list. While
 * a page is written the next ones are on their way.
 *
 * @param met how many of its records a list that was read before has brought already
 */
async function readList(
  context: SyncContext,
  entity: Entity,
  generation: number,
  list: List,
  met: number,
  progress: (rows: number) => void,
): Promise<Result<ListRun>> {
  const { api, ports, signal } = context;
  const options = { params: list.params, query: list.query, signal };
  const ask = (page: number): { readAt: number; reply: Promise<Result<ApiPageBody>> } => {
    const readAt = ports.clock.now();
    const reply = api.pageBody(list.name, page, options);
    // Nobody waits for it when the page before ends the scan.
    reply.catch(() => undefined);
    return { readAt, reply };
  };
  const totals: (number | null)[] = [];
  let firstIds: string[] = [];
  let rows = 0;
  let archived = 0;
  let bad = 0;
  let unique = 0;
  let doubt: string | null = null;
  const asked = [ask(1)];
  /** Pages that the service promised to have. */
  let promised = 1;
  for (let page = 1; ; page += 1) {
    const { readAt, reply: underWay } = asked.shift() ?? ask(page);
    const reply = await underWay;
    if (!reply.ok) return reply;
    // Large pages wait for each other: together they would take too much memory.
    const isLarge = reply.value.bytes.length > LARGE_PAGE_BYTES;
    const ahead = Math.min(promised, page + (isLarge ? 0 : AHEAD));
    for (let next = page + asked.length + 1; next <= ahead; next += 1) asked.push(ask(next));
    const taken = await takePage({ context, entity, generation, readAt }, reply.value);
    if (!taken.ok) return taken;
    const { ids, total, last } = taken.value;
    if (page === 1) {
      firstIds = ids;
      promised = Math.ceil((total ?? 0) / Math.max(1, ids.length));
    }
    totals.push(total);
    rows += taken.value.rows;
    bad += taken.value.bad;
    archived += taken.value.archived;
    unique += taken.value.staged;
    progress(rows);
    if (signal.aborted) return STOPPED;
    if (last) break;
    const isEndless = taken.value.rows === 0 || rows - unique > met;
    if (taken.value.staged === 0 && page > 1 && isEndless) {
      doubt = 'a page brought nothing new, and no page was the last';
      break;
    }
    if (page === MOST_PAGES) {
      doubt = 'the list does not end';
      break;
    }
  }
  if (bad > 0) doubt ??= `${bad} rows were no records`;
  if (unique + met !== rows) doubt ??= 'records came twice';
  return ok({ ...list, count: rows, firstIds, totals, archived, fresh: unique, doubt });
}

async function proofDoubt(
  { api, signal }: SyncContext,
  run: ListRun,
): Promise<Result<string | null>> {
  return run.doubt === null ? doubtOf(api, run, signal) : ok(run.doubt);
}

/** The list that serves this account: the general one, else that of its client (section 5). */
async function readBestList(
  context: SyncContext,
  entity: Entity,
  generation: number,
  who: Result<Who | null>,
  progress: (rows: number) => void,
): Promise<Result<ListRun>> {
  let refused: Result<never> = fail({
    kind: 'missing',
    code: 'sync.noList',
    message: `The service offers this account no list of this kind.`,
    safe: 'What was read before is still here.',
  });
  for (const name of listsOf(entity)) {
    const params: Params = {};
    if (paramNamesOf(endpoint(name)).includes('clientId')) {
      if (!who.ok) return who;
      if (who.value === null || who.value.clientId === null) continue;
      params['clientId'] = who.value.clientId;
    }
    const list = { name, params, query: {} };
    const run = await readList(context, entity, generation, list, 0, progress);
    if (run.ok || !isRefusal(run.error)) return run;
    refused = run;
  }
  return refused;
}

/**
 * Whether a list that holds archived records beside the living ones lets those that it lacks count
 * as absent. Where the filter for archived records brings more of them, the list shows some only:
 * then both have to be whole. Otherwise the list is taken for whole until a record that it lacks was
 * read as archived.
 *
 * @param archived what the filter brought; null where it is refused
 */
async function showsAllArchived(
  context: SyncContext,
  entity: Entity,
  archived: ListRun | null,
): Promise<Result<boolean>> {
  if (archived !== null && archived.fresh > 0) {
    if (!isArchivedOnly(archived)) return ok(false);
    const doubt = await proofDoubt(context, archived);
    return doubt.ok ? ok(doubt.value === null) : doubt;
  }
  return ok(!(await context.store.read('scan.hidesArchived', { entity })).hides);
}

/** Why a scan proves nothing by who was signed in before and after it; null where it may. */
function personDoubt(before: Result<Who | null>, after: Result<Who | null>): string | null {
  if (!before.ok || !after.ok) return 'the service could not be asked who is signed in';
  const isSame = before.value?.canary === after.value?.canary;
  return isSame ? null : 'another person is signed in than before';
}

/**
 * Scans one entity: its list, then its archived records. The scan is complete only with proof:
 * every row is a record, no record came twice, their number is the total throughout, the first
 * pages still list the same ids, and the same person was signed in before and after. Both lists
 * are looked at again when both were read: a record that is archived or restored in between would
 * be in neither. A list that holds archived records itself proves the living ones alone.
 *
 * Errors: those of the requests and of the disk. The mirror keeps what was read until then.
 */
export async function scanEntity(
  context: SyncContext,
  entity: Entity,
  before: Result<Who | null>,
  askAgain: () => Promise<Result<Who | null>>,
  progress: (rows: number) => void,
): Promise<Result<ScanOutcome>> {
  const { store, ports } = context;
  const begun = await store.write('scan.begin', { entity, at: ports.clock.now() });
  if (!begun.ok) return begun;
  const { generation } = begun.value;
  const abandon = async <T>(result: Result<T>): Promise<Result<T>> => {
    const left = await store.write('scan.abandon', { entity, at: ports.clock.now() });
    return left.ok ? result : left;
  };

  const living = await readBestList(context, entity, generation, before, progress);
  if (!living.ok) return abandon(living);
  const lists = [living.value];
  /** What the filter for archived records brought beside a list that holds some itself. */
  let besides: ListRun | null = null;
  if (isArchivable(entity)) {
    const { name, params } = living.value;
    const list = { name, params, query: { status: 'archived' } };
    // Where the first list has archived records too, each of them comes twice.
    const met = living.value.archived;
    const archived = await readList(context, entity, generation, list, met, (more) =>
      progress(living.value.count + more),
    );
    if (archived.ok && met > 0) besides = archived.value;
    else if (archived.ok && holdsArchived(archived.value, archived.value.fresh))
      lists.push(archived.value);
    if (!archived.ok && !refusesArchived(archived.error)) {
      return abandon(archived);
    }
  }
  const rows = lists.reduce((sum, list) => sum + list.count, 0);
  let doubt: string | null = null;
  for (const list of lists) {
    const found = await proofDoubt(context, list);
    if (!found.ok) return abandon(found);
    doubt ??= found.value;
  }
  let archivedListed = lists.length > 1;
  if (doubt === null && living.value.archived > 0) {
    const shown = await showsAllArchived(context, entity, besides);
    if (!shown.ok) return abandon(shown);
    archivedListed = shown.value;
  }
  const after = await askAgain();
  // Nobody was asked: that says nothing of the list.
  if (context.signal.aborted) return abandon(STOPPED);
  doubt ??= personDoubt(before, after);
  if (doubt !== null) {
    return abandon(ok({ entity, rows, complete: false, doubt, emptied: false }));
  }
  const ended = await store.write('scan.complete', {
    entity,
    generation,
    at: ports.clock.now(),
    total: living.value.totals.at(-1) ?? null,
    archivedListed,
    living: living.value.fresh,
    isApart: lists.slice(1).some((list) => isApart(list, list.fresh)),
  });
  if (!ended.ok) return ended;
  if (ended.value.emptied) {
    return ok({
      entity,
      rows,
      complete: false,
      doubt: `the list is empty, and ${ended.value.known} records are known`,
      emptied: true,
    });
  }
  // The list is fresher now, even where no record changed.
  context.tell([{ entity, revision: ended.value.revision, ids: [] }]);
  return ok({ entity, rows, complete: true, doubt: null, emptied: false });
}

import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import { Refusal } from '../db/refusal.ts';
import { askWho } from '../who.ts';
import type { SyncContext } from './context.ts';
import { createIncremental } from './incremental.ts';
import type { Incremental } from './incremental.ts';
import { createListNotices } from './listNotices.ts';
import type { ListNotices } from './listNotices.ts';
import { noteMistake } from './mistakes.ts';
import { OFFLINE_DOCUMENTS } from './plan.ts';
import { refreshList } from './refreshList.ts';
import type { Asked } from './refreshList.ts';
import { createBackoffs } from './backoffs.ts';
import type { Backoffs } from './backoffs.ts';
import { readDocument } from './single.ts';

/** What one round reads. */
export interface Work {
  entities: readonly Entity[];
  documents: boolean;
  /** Lists that are looked at for news only. */
  news: readonly Entity[];
}

/** Of several failures the first. */
export type Round = Result<Record<string, never>>;

export interface Rounds {
  /** What may be read now. */
  due(): Work;
  /**
   * Reads lists, then news, then documents. A list that fails by itself stops no other one.
   *
   * @param stopped ends it as a person wishes, which is no failure
   */
  run(work: Work, stopped: AbortSignal): Promise<Round>;
}

/** Failures of all requests, not of one list. */
function isGeneral(error: AppError): boolean {
  return error.kind === 'offline' || error.kind === 'auth' || error.kind === 'local';
}

/**
 * Whether the next list would fail the same way. An answer that broke off or took too long may be
 * the fault of that one list, again and again: while the service still says who is signed in, it is.
 */
async function endsRound(error: AppError, ask: Asked): Promise<boolean> {
  if (error.code !== 'http.broken') return isGeneral(error);
  const who = await ask.again();
  return !who.ok && isGeneral(who.error);
}

/** What a part of a round came to. */
interface Part {
  /** Of several failures the first. */
  failure: Round;
  /** Whether what comes after it would fail the same way. */
  ends: boolean;
}

/** Answers that are no list: the next one may be, and what is wrong with this one is said. */
const UNFIT: ReadonlySet<string> = new Set(['http.shape', 'http.tooLarge', 'sync.listFailed']);

/** A list that fails by a mistake of ours takes no other one along. */
async function apart<T>(
  context: SyncContext,
  entity: Entity,
  reading: Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.error };
    noteMistake(context, 'sync.list', error);
    return fail({
      kind: 'bug',
      code: 'sync.listFailed',
      message: `The list of ${entity} records could not be read; the other lists were.`,
      safe: 'What was read before is still here.',
      next: 'report',
    });
  }
}

/** What a round reads with. */
interface Reading {
  context: SyncContext;
  incremental: Incremental;
  notices: ListNotices;
  backoffs: Backoffs;
}

async function readLists(reading: Reading, entities: readonly Entity[], ask: Asked): Promise<Part> {
  const { context, notices, backoffs } = reading;
  const isOver = (): boolean => context.signal.aborted;
  let failure: Round = ok({});
  for (const [index, entity] of entities.entries()) {
    if (isOver()) break;
    const progress = (rows: number): void =>
      context.connection.setSyncing({ entity, step: index + 1, steps: entities.length, rows });
    progress(0);
    const read = await apart(context, entity, refreshList(reading, entity, ask, progress));
    const ends = !read.ok && !isOver() && (await endsRound(read.error, ask));
    if (!read.ok && isOver()) break;
    backoffs.wasRead(entity, read);
    // Where nothing can be read, the connection says why; a disk that fails says it here.
    const isOwn = !read.ok && (!ends || read.error.kind === 'local');
    context.connection.setFailed(entity, isOwn ? read.error : null);
    if (read.ok) continue;
    if (failure.ok) failure = read;
    if (UNFIT.has(read.error.code)) notices.unfit(entity, read.error.message);
    if (ends) {
      for (const unread of entities.slice(index)) backoffs.wake(unread);
      return { failure, ends };
    }
  }
  return { failure, ends: false };
}

/** What is new in lists that can be asked for it; one that cannot any more is scanned next. */
async function readNews(
  { context, incremental, backoffs }: Reading,
  entities: readonly Entity[],
  ask: Asked,
): Promise<Part> {
  for (const entity of entities) {
    // What this person's lists offer can't be found out before the service says who it is.
    if (context.signal.aborted || !ask.last.ok) break;
    const news = await apart(context, entity, incremental.refresh(entity, ask.last.value));
    if (news.ok && news.value.ignored) backoffs.wake(entity);
    if (!news.ok && (await endsRound(news.error, ask))) return { failure: news, ends: true };
  }
  return { failure: ok({}), ends: false };
}

/** The documents that are promised offline; one that this account lacks is left out. */
async function readDocuments({ context, backoffs }: Reading, ask: Asked): Promise<Part> {
  backoffs.documentsRead();
  for (const name of OFFLINE_DOCUMENTS) {
    const read = await readDocument(context, name, {}, {});
    if (read.ok || !(await endsRound(read.error, ask))) continue;
    backoffs.wakeDocuments();
    return { failure: read, ends: true };
  }
  return { failure: ok({}), ends: false };
}

async function readAll(reading: Reading, { entities, documents, news }: Work): Promise<Round> {
  const { api, signal } = reading.context;
  const first = await askWho(api, signal);
  // Lists that are read before anybody could be asked would prove nothing.
  if (!first.ok && isGeneral(first.error)) return first;
  const ask: Asked = {
    last: first,
    async again() {
      ask.last = await askWho(api, signal);
      return ask.last;
    },
  };
  let { failure, ends } = await readLists(reading, entities, ask);
  for (const readMore of [
    () => readNews(reading, news, ask),
    ...(documents ? [() => readDocuments(reading, ask)] : []),
  ]) {
    if (signal.aborted || ends) break;
    const part = await readMore();
    if (failure.ok) ({ failure } = part);
    ({ ends } = part);
  }
  return failure;
}

export function createRounds(context: SyncContext): Rounds {
  const incremental = createIncremental(context);
  const notices = createListNotices(context);
  const backoffs = createBackoffs(context.ports.clock);

  return {
    due() {
      const entities = backoffs.dueLists();
      const news = incremental.due().filter((entity) => !entities.includes(entity));
      return { entities, documents: backoffs.documentsDue(), news };
    },

    async run(work, stopped) {
      const signal = AbortSignal.any([context.signal, stopped]);
      const reading = { context: { ...context, signal }, incremental, notices, backoffs };
      const done = await readAll(reading, work);
      if (!stopped.aborted) return done;
      // What was not read would be due at once, and the next look would go on against the wish.
      const due = backoffs.dueLists();
      for (const entity of work.entities) if (due.includes(entity)) backoffs.putOff(entity);
      if (work.documents) backoffs.documentsRead();
      return ok({});
    },
  };
}

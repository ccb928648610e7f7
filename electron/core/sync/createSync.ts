import type { Entity } from '../../../shared/model/entity.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { AccountBase } from '../account.ts';
import { Refusal } from '../db/refusal.ts';
import { NO_PAUSE, isOver, pauseOf } from '../pause.ts';
import type { Pause } from '../pause.ts';
import { createChangeFeed } from './changeFeed.ts';
import type { SyncContext } from './context.ts';
import { createIncremental } from './incremental.ts';
import { KEPT_DOCUMENTS, SCAN_ORDER, SELDOM_MS, scanEveryMs } from './plan.ts';
import { POSITIONS_EVERY_MS, createPositionFeed } from './positions.ts';
import { prune } from './prune.ts';
import { confirmRemoval, noteStopped } from './removals.ts';
import { scanEntity } from './scan.ts';
import { readById, readDocument } from './single.ts';
import type { Sync } from './sync.ts';
import { askWho } from '../who.ts';
import type { Who } from '../who.ts';

/** How often due scans are looked for; a hint looks at once. */
const LOOK_EVERY_MS = 15_000;
/** A list that failed or proved nothing is tried again after this long, not at every look. */
const RETRY_MS = 60_000;

/** What one round reads. */
interface Work {
  entities: readonly Entity[];
  documents: boolean;
  /** Lists that are looked at for news only. */
  news: readonly Entity[];
}

/** Failures that end a whole round: the next list would fail the same way. */
function endsRound(error: AppError): boolean {
  return error.kind === 'offline' || error.kind === 'auth' || error.kind === 'local';
}

/** Answers that are no list: the next one may be, and what is wrong with this one is said. */
const UNFIT: ReadonlySet<string> = new Set(['http.shape', 'http.tooLarge', 'sync.listFailed']);

/** Keeps the mirror of one account fresh. It takes no other timer than the clock of the ports. */
export function createSync(account: Omit<AccountBase, 'sync' | 'outbox'>): Sync {
  const ending = new AbortController();
  const { store, api, connection, ports, emit } = account;
  const feed = createChangeFeed(ports.clock, emit);
  const context: SyncContext = {
    ...account,
    signal: ending.signal,
    tell: (changes) => feed.note(changes),
  };
  const positions = createPositionFeed(context);
  const incremental = createIncremental(context);
  /** How long lists and documents are left alone. */
  const rests = new Map<Entity, Pause>();
  let documentsRest = NO_PAUSE;
  /** What a notice was given about, so that it is given once. */
  const noticed = new Map<Entity, string>();
  const stops: (() => void)[] = [];
  let round: Promise<unknown> = Promise.resolve();
  let scanning = 0;
  let started = false;
  let cancelLook: (() => void) | null = null;
  let cancelPositions: (() => void) | null = null;
  let positionsRun: Promise<void> | null = null;

  stops.push(
    store.onChange((changes) => {
      feed.note(changes);
      if (changes.some(({ entity }) => entity === 'vehicle')) positions.lookAgain();
    }),
  );

  const notice = (entity: Entity, code: string, message: string): void => {
    if (noticed.get(entity) === message) return;
    noticed.set(entity, message);
    emit({ name: 'notice', payload: { level: 'warning', code, message } });
  };

  const bug = (event: string) => (error: unknown) => {
    if (ending.signal.aborted) return;
    ports.log.write('error', event, { reason: error instanceof Error ? error.message : 'unknown' });
  };

  /** A list that fails by a mistake of ours takes no other one along. */
  const apart = <T>(entity: Entity, reading: Promise<Result<T>>): Promise<Result<T>> =>
    reading.catch((error: unknown): Result<T> => {
      if (error instanceof Refusal) return { ok: false, error: error.error };
      bug('sync.list')(error);
      return fail({
        kind: 'bug',
        code: 'sync.listFailed',
        message: `The list of ${entity} records could not be read; the other lists were.`,
        safe: 'What was read before is still here.',
        next: 'report',
      });
    });

  /** One entity: scan, then look for records that are gone. */
  const refresh = async (
    entity: Entity,
    ask: { last: Who | null; again(): Promise<Who | null> },
    progress: (rows: number) => void,
  ): Promise<Result<{ proved: boolean }>> => {
    const before = ask.last;
    const outcome = await scanEntity(context, entity, ask.last, () => ask.again(), progress);
    if (!outcome.ok) return outcome;
    const { complete, rows, doubt, emptied } = outcome.value;
    ports.log.write('info', 'sync.scan', { entity, rows, complete, doubt: doubt ?? '' });
    if (!complete) {
      const stopped = emptied ? await noteStopped(context, entity, 'empty') : ok(0);
      if (!stopped.ok) return stopped;
      if (emptied ? stopped.value > 0 : rows === 0) {
        notice(
          entity,
          'sync.stopped',
          `The service gave an empty or foreign list of ${entity} records. Nothing was removed here.`,
        );
      }
      return ok({ proved: false });
    }
    incremental.scanned(entity, before?.serviceMs ?? null);
    const pruned = await prune(context, entity, ask.last, () => ask.again());
    if (!pruned.ok) return pruned;
    const { stopped } = pruned.value;
    const noted = await noteStopped(context, entity, stopped?.why ?? null);
    if (!noted.ok) return noted;
    if (stopped === null) noticed.delete(entity);
    else {
      notice(
        entity,
        'sync.stopped',
        `The service no longer lists ${stopped.count} ${entity} records. None of them was removed: their list asks what to do.`,
      );
    }
    return ok({ proved: true });
  };

  /** The documents that are promised offline; one that this account lacks is left out. */
  const readDocuments = async (): Promise<Result<Record<string, never>>> => {
    documentsRest = pauseOf(SELDOM_MS, ports.clock.now());
    for (const name of KEPT_DOCUMENTS) {
      const read = await readDocument(context, name, {}, {});
      if (read.ok || !endsRound(read.error)) continue;
      documentsRest = NO_PAUSE;
      return read;
    }
    return ok({});
  };

  /** What is new in lists that can be asked for it; one that cannot any more is scanned next. */
  const readNews = async (
    entities: readonly Entity[],
    who: Who | null,
  ): Promise<Result<Record<string, never>>> => {
    for (const entity of entities) {
      if (ending.signal.aborted) break;
      const news = await apart(entity, incremental.refresh(entity, who));
      if (news.ok && news.value.ignored) rests.delete(entity);
      if (!news.ok && endsRound(news.error)) return news;
    }
    return ok({});
  };

  const runRound = async ({
    entities,
    documents,
    news,
  }: Work): Promise<Result<Record<string, never>>> => {
    let failure: Result<Record<string, never>> = ok({});
    scanning += 1;
    try {
      const first = await askWho(api, context.signal);
      // Lists that are read before anybody could be asked would prove nothing.
      if (!first.ok && endsRound(first.error)) return first;
      const ask = {
        last: first.ok ? first.value : null,
        async again() {
          const who = await askWho(api, context.signal);
          ask.last = who.ok ? who.value : null;
          return ask.last;
        },
      };
      for (const [index, entity] of entities.entries()) {
        if (ending.signal.aborted) break;
        const progress = (rows: number): void =>
          connection.setSyncing({ entity, step: index + 1, steps: entities.length, rows });
        progress(0);
        const done = await apart(entity, refresh(entity, ask, progress));
        const proved = done.ok && done.value.proved;
        const denied = !done.ok && (done.error.kind === 'denied' || done.error.kind === 'missing');
        const restMs = proved || denied ? scanEveryMs(entity) : RETRY_MS;
        rests.set(entity, pauseOf(restMs, ports.clock.now()));
        if (done.ok) continue;
        if (failure.ok) failure = done;
        if (UNFIT.has(done.error.code)) notice(entity, 'sync.unfit', done.error.message);
        if (endsRound(done.error)) {
          for (const rest of entities.slice(index)) rests.delete(rest);
          break;
        }
      }
      if (failure.ok || !endsRound(failure.error)) {
        const read = await readNews(news, ask.last);
        if (failure.ok && !read.ok) failure = read;
      }
      if (documents && (failure.ok || !endsRound(failure.error))) {
        const read = await readDocuments();
        if (failure.ok && !read.ok) failure = read;
      }
    } finally {
      scanning -= 1;
      if (scanning === 0) connection.setSyncing(null);
    }
    return failure;
  };

  /** Rounds run one after another. */
  const inTurn = (work: () => Work): Promise<Result<Record<string, never>>> => {
    const next = round.then(async (): Promise<Result<Record<string, never>>> => {
      if (ending.signal.aborted) return closedError;
      const wanted = work();
      const nothing = wanted.entities.length === 0 && wanted.news.length === 0 && !wanted.documents;
      return nothing ? ok({}) : runRound(wanted);
    });
    round = next.catch(() => undefined);
    return next;
  };

  const due = (): Work => {
    const now = ports.clock.now();
    const entities = SCAN_ORDER.filter((entity) => isOver(rests.get(entity) ?? NO_PAUSE, now));
    const news = incremental.due().filter((entity) => !entities.includes(entity));
    return { entities, documents: isOver(documentsRest, now), news };
  };

  let looking = false;
  const look = (): void => {
    cancelLook?.();
    cancelLook = null;
    if (!started || ending.signal.aborted) return;
    cancelLook = ports.clock.after(LOOK_EVERY_MS, look);
    if (looking || !connection.maySend()) return;
    looking = true;
    inTurn(due)
      .catch(bug('sync.failed'))
      .finally(() => (looking = false));
  };

  const nextPositions = (delayMs: number): void => {
    cancelPositions?.();
    cancelPositions = null;
    if (!started || ending.signal.aborted) return;
    cancelPositions = ports.clock.after(delayMs, () => {
      cancelPositions = null;
      if (positionsRun !== null) return;
      if (!connection.maySend()) {
        nextPositions(POSITIONS_EVERY_MS);
        return;
      }
      positionsRun = positions
        .refresh()
        .then(() => undefined)
        .catch(bug('sync.positions'))
        .finally(() => {
          positionsRun = null;
          nextPositions(POSITIONS_EVERY_MS);
        });
    });
  };

  const hint = (): void => {
    if (!started) return;
    look();
    if (positionsRun === null) nextPositions(0);
  };

  return {
    start() {
      if (started) return;
      started = true;
      let could = connection.maySend();
      stops.push(
        connection.onChange(() => {
          const can = connection.maySend();
          if (can && !could) hint();
          could = can;
        }),
      );
      hint();
    },

    scan: (entity) =>
      inTurn(() => ({
        entities: entity === undefined ? SCAN_ORDER : [entity],
        documents: entity === undefined,
        news: [],
      })),

    async readRecord(entity, id) {
      const { id: real, temporary } = await store.read('records.realId', { entity, id });
      if (temporary) {
        return fail({
          kind: 'missing',
          code: 'sync.temporary',
          message: 'This record is not at the service yet: its creation still waits.',
          safe: 'It is kept here.',
          next: 'openOutbox',
        });
      }
      const who = await whoFor(entity);
      const read = await readById(context, entity, real, who);
      if (!read.ok || read.value !== null) return read;
      const going = await store.read('removals.going', { entity, why: 'many' });
      if (going.ids.includes(real)) {
        // Two complete lists without it, and now the person saw that it is gone.
        const removed = await store.write('records.remove', {
          entity,
          ids: [real],
          at: ports.clock.now(),
          reason: 'The service no longer has it: two complete lists and a read by its id.',
        });
        if (!removed.ok) return removed;
      }
      return ok(null);
    },

    confirmRemoval(entity) {
      // Not while a scan of the same list is under way.
      const settling = round.then(async () => {
        if (ending.signal.aborted) return closedError;
        const steps = { entity, step: 1, steps: 1 };
        scanning += 1;
        try {
          return await confirmRemoval(context, entity, (rows) =>
            connection.setSyncing({ ...steps, rows }),
          );
        } finally {
          scanning -= 1;
          if (scanning === 0) connection.setSyncing(null);
        }
      });
      round = settling.catch(() => undefined);
      return settling;
    },

    readDocument: (endpoint, params, query) => readDocument(context, endpoint, params, query),

    positions: () => positions.current(),

    hint,

    async close() {
      ending.abort();
      cancelLook?.();
      cancelPositions?.();
      feed.close();
      for (const stop of stops) stop();
      await round;
      await positionsRun;
    },
  };

  /** Only reads that are scoped to a client need to know whose it is. */
  async function whoFor(entity: Entity): Promise<Who | null> {
    if (entity !== 'user') return null;
    const who = await askWho(api, context.signal);
    return who.ok ? who.value : null;
  }
}

const closedError: Result<never> = fail({
  kind: 'local',
  code: 'sync.closed',
  message: 'This account was closed.',
});

import { POSITION_FIELDS } from '../../../shared/model/vehicle.ts';
import type { Result } from '../../../shared/result.ts';
import { ok } from '../../../shared/result.ts';
import { own } from '../../../shared/rules/jsonValue.ts';
import { payloadValue } from '../api/payload.ts';
import type { ApiPage } from '../api/types.ts';
import { isOver, backoffOf } from '../backoff.ts';
import type { SyncContext } from './context.ts';
import { createPositionBook } from './positionBook.ts';
import type { Positions, Telemetry } from './positionBook.ts';
import { askWho } from '../who.ts';

/** Keeps positions fresh: often and cheaply into memory, now and then into the mirror. */

/** Between the end of one round and the beginning of the next. */
export const POSITIONS_EVERY_MS = 3000;
/** How often the mirror takes positions of vehicles that moved; changed statuses it takes at once. */
const MIRROR_EVERY_MS = 60_000;
/** Rows of a request; the service may give fewer. */
const PAGE_ROWS = 1000;
const ROWS_PER_WRITE = 250;
/** Ends a service that never says "last page". */
const MOST_PAGES = 1_000;

export interface PositionFeed {
  /** Last known positions; from the mirror until the first answer of the service. */
  current(): Promise<Positions>;
  /** One round over all pages. Errors: those of the requests and of the disk. */
  refresh(): Promise<Result<Record<string, never>>>;
  /**
   * Vehicles were archived, restored or deleted: looks again who is on the map.
   *
   * @param ids whose records changed; null for any
   */
  lookAgain(ids: readonly string[] | null): void;
}

/** Rows of a page as values, each under the id that the client read from the text. */
function rowsOf(page: ApiPage): Telemetry[] {
  const rows = payloadValue(page);
  if (!Array.isArray(rows)) return [];
  return page.ids.flatMap((id, index): Telemetry[] => {
    const row: unknown = rows[index];
    const status = own(row, 'status');
    if (id === '') return [];
    return [
      {
        id,
        status: typeof status === 'string' ? status : null,
        lastCoordinates: own(row, 'lastCoordinates'),
        lastLoggedAt: own(row, 'lastLoggedAt'),
      },
    ];
  });
}

/** Records that changed; null for any. */
type Changed = ReadonlySet<string> | null;

/** What one run is to look at, and who waits for it. */
interface Wish {
  changed: Changed;
  done: PromiseWithResolvers<undefined>;
}

/**
 * Runs one after another; of the wishes that come while one runs, one more run follows, with what
 * all of them name. `rested`: once the run that is under way has ended, and the one that follows it for
 * wishes so far. While a large fleet is read wishes come without end, and nobody waits for those.
 */
function createFollowing(run: (changed: Changed) => Promise<void>): {
  wish(ids: readonly string[] | null): void;
  rested(): Promise<void>;
} {
  let wanted: Wish | null = null;
  let running: Wish | null = null;
  const follow = async (): Promise<void> => {
    while (wanted !== null) {
      running = wanted;
      wanted = null;
      // Where the database is closing nobody looks at the map any more.
      await run(running.changed).catch(() => undefined);
      running.done.resolve(undefined);
    }
    running = null;
  };
  return {
    wish(ids) {
      const before = wanted === null ? new Set<string>() : wanted.changed;
      const changed = ids === null || before === null ? null : new Set([...before, ...ids]);
      wanted = { changed, done: wanted?.done ?? Promise.withResolvers() };
      if (running === null) void follow();
    },
    async rested() {
      await Promise.all([running?.done.promise, wanted?.done.promise]);
    },
  };
}

/** When a page was asked for and when it came, ms since 1970. */
interface Times {
  readAt: number;
  now: number;
}

/** Writes what a page says of these vehicles into the mirror; `tell`: the desk is told of it. */
async function writeTelemetry(
  store: SyncContext['store'],
  { text, path }: ApiPage,
  ids: readonly string[],
  { tell, ...times }: Times & { tell: boolean },
): Promise<Result<Record<string, never>>> {
  for (let from = 0; from < ids.length; from += ROWS_PER_WRITE) {
    const some = ids.slice(from, from + ROWS_PER_WRITE);
    const telemetry = { entity: 'vehicle', text, path, ids: some, ...times, tell } as const;
    const written = await store.write('records.telemetry', telemetry);
    if (!written.ok) return written;
  }
  return ok({});
}

/** What the mirror knows of positions: changed statuses at once, the rest when it is asked for. */
function createMirrored(store: SyncContext['store']): {
  /** Hands over the rows as the mirror has them, some at a time: all at once are 200 MB of a large fleet. */
  seed(take: (rows: readonly Telemetry[]) => void): Promise<void>;
  moved(ids: readonly string[]): void;
  hasRecord(id: string): boolean;
  /** Of changed vehicles those whose record is gone, which are forgotten here. */
  gone(changed: Changed): Promise<string[]>;
  /** Writes what changed its status; with `all` also what moved only. */
  take(
    page: ApiPage,
    rows: readonly Telemetry[],
    all: boolean,
    times: Times,
  ): Promise<Result<Record<string, never>>>;
} {
  const statuses = new Map<string, string | null>();
  /** Vehicles that had a record: of those without one a scan may not have come by yet. */
  const recorded = new Set<string>();
  /** Moved since the mirror took positions last. */
  const moved = new Set<string>();
  return {
    async seed(take) {
      const from = async (after: number): Promise<void> => {
        const { rows, next } = await store.read('records.telemetry', { after });
        for (const row of rows) {
          statuses.set(row.id, row.status);
          recorded.add(row.id);
        }
        take(
          rows.map((row) => ({
            ...{ id: row.id, status: row.status, lastLoggedAt: row.at },
            lastCoordinates: row.where === null ? null : (JSON.parse(row.where) as unknown),
          })),
        );
        if (next !== null) await from(next);
      };
      await from(0);
    },
    moved(ids) {
      for (const id of ids) moved.add(id);
    },
    hasRecord: (id) => recorded.has(id),
    async gone(changed) {
      const ids = changed === null ? null : [...changed];
      const known = new Set((await store.read('records.knownIds', { entity: 'vehicle', ids })).ids);
      const gone = [...(changed ?? recorded)].filter((id) => !known.has(id));
      for (const id of known) recorded.add(id);
      for (const id of gone) {
        recorded.delete(id);
        statuses.delete(id);
        moved.delete(id);
      }
      return gone;
    },
    async take(page, rows, all, times) {
      const restless = rows.filter((row) => statuses.get(row.id) !== row.status);
      const ids = restless.map(({ id }) => id);
      const written = await writeTelemetry(store, page, ids, { ...times, tell: true });
      if (!written.ok) return written;
      for (const { id, status } of restless) {
        statuses.set(id, status);
        moved.delete(id);
      }
      if (!all) return ok({});
      const quiet = rows.map(({ id }) => id).filter((id) => moved.has(id));
      for (const id of quiet) moved.delete(id);
      return writeTelemetry(store, page, quiet, { ...times, tell: false });
    },
  };
}

/** Whole rounds in a row that may leave out a vehicle without a record before it is off the map. */
const MOST_LEFT_OUT = 1;

/**
 * Notes which vehicles without a record rounds tell of. No scan removes those, which another tenant's answer may
 * have brought: `ended`, called after a whole round, gives those that it and the one before left out.
 */
function createUnrecorded(hasRecord: (id: string) => boolean): {
  take(rows: readonly Telemetry[]): void;
  ended(): string[];
} {
  /** By id, how many whole rounds have left it out since one told of it; -1 in the round that does. */
  const leftOut = new Map<string, number>();
  return {
    take(rows) {
      for (const { id } of rows) if (!hasRecord(id)) leftOut.set(id, -1);
    },
    ended() {
      const untold: string[] = [];
      for (const [id, before] of leftOut) {
        leftOut.set(id, before + 1);
        if (hasRecord(id)) leftOut.delete(id);
        else if (before >= MOST_LEFT_OUT) {
          leftOut.delete(id);
          untold.push(id);
        }
      }
      return untold;
    },
  };
}

/**
 * Reads the positions page by page; each is taken before the next is asked for. `isWhole`: to the last one.
 *
 * @param take gets also the answer that is none, and ends the reading by an error
 */
async function readPages(
  { api, ports, signal }: SyncContext,
  take: (page: Result<ApiPage>, readAt: number) => Promise<Result<Record<string, never>>>,
): Promise<Result<{ isWhole: boolean }>> {
  for (let page = 1; page <= MOST_PAGES && !signal.aborted; page += 1) {
    const readAt = ports.clock.now();
    const reply = await api.page('listVehicles', page, {
      query: { fields: [...POSITION_FIELDS] },
      limit: PAGE_ROWS,
      signal,
    });
    const taken = await take(reply, readAt);
    if (!taken.ok) return taken;
    if (reply.ok && reply.value.last) return ok({ isWhole: !signal.aborted });
  }
  return ok({ isWhole: false });
}

export function createPositionFeed(context: SyncContext): PositionFeed {
  const { store, api, ports, emit, signal } = context;
  const book = createPositionBook();
  const mirrored = createMirrored(store);
  const unrecorded = createUnrecorded(mirrored.hasRecord);
  let mirrorBackoff = backoffOf(MIRROR_EVERY_MS, ports.clock.now());
  let seeding: Promise<void> | null = null;

  const readHidden = async (): Promise<string[]> => {
    const { ids } = await store.read('records.hiddenIds', { entity: 'vehicle' });
    return book.hide(new Set(ids));
  };
  const tell = (ids: readonly string[]): void => {
    if (ids.length > 0) emit({ name: 'positions', payload: book.next(ids) });
  };
  /** The service refuses this reading: what scans bring is the latest. */
  let isFailing = false;
  /** Went since the reading that is under way began: its answers may still have them. */
  let wentMeanwhile = new Set<string>();
  const looking = createFollowing(async (changed) => {
    // The mirror takes where vehicles are by the minute: what was read since is not older.
    if (isFailing) await mirrored.seed((rows) => tell(book.takeOlder(rows)));
    const gone = await mirrored.gone(changed);
    book.drop(gone);
    for (const id of gone) wentMeanwhile.add(id);
    // What is on the map again stands where it stood: no fix will tell of it.
    tell(await readHidden());
  });
  const seed = async (): Promise<void> => {
    await mirrored.seed((rows) => book.take(rows));
    await readHidden();
  };
  const seeded = (): Promise<void> => (seeding ??= seed());

  const forgetUntold = async (): Promise<void> => {
    const untold = unrecorded.ended();
    if (untold.length === 0) return;
    const gone = await mirrored.gone(new Set(untold));
    book.drop(gone);
    if (gone.length > 0) context.tell([{ entity: 'vehicle', revision: 0, ids: gone }]);
  };

  const takePage = async (
    page: Result<ApiPage>,
    all: boolean,
    readAt: number,
  ): Promise<Result<Record<string, never>>> => {
    isFailing = !page.ok;
    if (!page.ok) return page;
    const rows = rowsOf(page.value).filter(({ id }) => !wentMeanwhile.has(id));
    unrecorded.take(rows);
    const now = book.take(rows);
    mirrored.moved(now);
    tell(now);
    return mirrored.take(page.value, rows, all, { readAt, now: ports.clock.now() });
  };

  return {
    async current() {
      await seeded();
      // Whoever was told of a change asks for what is so since.
      await looking.rested();
      return book.snapshot();
    },
    async refresh() {
      await seeded();
      wentMeanwhile = new Set();
      const now = ports.clock.now();
      const all = isOver(mirrorBackoff, now);
      if (all) {
        mirrorBackoff = backoffOf(MIRROR_EVERY_MS, now);
        const who = await askWho(api, signal);
        if (!who.ok && who.error.kind === 'auth') return who;
      }
      const read = await readPages(context, (page, readAt) => takePage(page, all, readAt));
      if (!read.ok) return read;
      if (read.value.isWhole) await forgetUntold();
      return ok({});
    },
    lookAgain(ids) {
      // Before the first reading nobody is hidden yet: that one looks.
      if (seeding !== null) looking.wish(ids);
    },
  };
}

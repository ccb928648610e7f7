import { POSITION_FIELDS } from '../../../shared/model/vehicle.ts';
import type { Result } from '../../../shared/result.ts';
import { ok } from '../../../shared/result.ts';
import type { ApiPage } from '../api/types.ts';
import { isOver, pauseOf } from '../pause.ts';
import type { SyncContext } from './context.ts';
import { createPositionBook } from './positionBook.ts';
import type { Positions, Telemetry } from './positionBook.ts';
import { askWho, payloadOf } from '../who.ts';

/** Keeps positions fresh: often and cheaply into memory, now and then into the mirror. */

/** Between the end of one round and the beginning of the next. */
export const POSITIONS_EVERY_MS = 3000;
/** How often the mirror takes positions of vehicles that moved; changed statuses it takes at once. */
const MIRROR_EVERY_MS = 60_000;
/** Rows of a request; the service may give fewer. */
const PAGE_ROWS = 1000;
const ROWS_PER_WRITE = 250;

export interface PositionFeed {
  /** Last known positions; from the mirror until the first answer of the service. */
  current(): Promise<Positions>;
  /** One round over all pages. Errors: those of the requests and of the disk. */
  refresh(): Promise<Result<Record<string, never>>>;
  /** Vehicles were archived, restored or deleted: looks again who is on the map. */
  lookAgain(): void;
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Rows of a page as values, each under the id that the client read from the text. */
function rowsOf(page: ApiPage): Telemetry[] {
  const rows = payloadOf(page);
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

export function createPositionFeed(context: SyncContext): PositionFeed {
  const { store, api, ports, emit, signal } = context;
  const book = createPositionBook();
  /** Statuses as the mirror has them. */
  const mirrored = new Map<string, string | null>();
  /** Moved since the mirror took positions last. */
  const moved = new Set<string>();
  let mirrorRest = pauseOf(MIRROR_EVERY_MS, ports.clock.now());
  let seeding: Promise<void> | null = null;
  let looking: Promise<void> | null = null;
  let lookOnce = false;

  const readHidden = async (): Promise<void> => {
    const { ids } = await store.read('records.hiddenIds', { entity: 'vehicle' });
    book.hide(new Set(ids));
  };

  const seed = async (): Promise<void> => {
    const { rows } = await store.read('records.telemetry', {});
    for (const row of rows) mirrored.set(row.id, row.status);
    book.take(
      rows.map((row) => ({
        id: row.id,
        status: row.status,
        lastCoordinates: row.where === null ? null : (JSON.parse(row.where) as unknown),
        lastLoggedAt: row.at,
      })),
    );
    await readHidden();
  };
  const seeded = (): Promise<void> => (seeding ??= seed());

  const keep = async (
    page: ApiPage,
    ids: readonly string[],
    tell: boolean,
    readAt: number,
  ): Promise<Result<Record<string, never>>> => {
    for (let from = 0; from < ids.length; from += ROWS_PER_WRITE) {
      const written = await store.write('records.telemetry', {
        entity: 'vehicle',
        text: page.text,
        path: page.path,
        ids: ids.slice(from, from + ROWS_PER_WRITE),
        readAt,
        tell,
      });
      if (!written.ok) return written;
    }
    return ok({});
  };

  const takePage = async (
    page: ApiPage,
    all: boolean,
    readAt: number,
  ): Promise<Result<Record<string, never>>> => {
    const rows = rowsOf(page);
    const now = book.take(rows);
    for (const id of now) moved.add(id);
    if (now.length > 0) emit({ name: 'positions', payload: book.next(now) });
    const restless = rows.filter((row) => mirrored.get(row.id) !== row.status);
    const told = await keep(
      page,
      restless.map(({ id }) => id),
      true,
      readAt,
    );
    if (!told.ok) return told;
    for (const { id, status } of restless) {
      mirrored.set(id, status);
      moved.delete(id);
    }
    if (!all) return ok({});
    const quiet = rows.map(({ id }) => id).filter((id) => moved.has(id));
    for (const id of quiet) moved.delete(id);
    return keep(page, quiet, false, readAt);
  };

  return {
    async current() {
      await seeded();
      return book.snapshot();
    },
    async refresh() {
      await seeded();
      const now = ports.clock.now();
      const all = isOver(mirrorRest, now);
      if (all) {
        mirrorRest = pauseOf(MIRROR_EVERY_MS, now);
        const who = await askWho(api, signal);
        if (!who.ok && who.error.kind === 'auth') return who;
      }
      for (let page = 1; ; page += 1) {
        const readAt = ports.clock.now();
        const reply = await api.page('listVehicles', page, {
          query: { fields: [...POSITION_FIELDS] },
          limit: PAGE_ROWS,
          signal,
        });
        if (!reply.ok) return reply;
        const taken = await takePage(reply.value, all, readAt);
        if (!taken.ok) return taken;
        if (reply.value.last || signal.aborted) return ok({});
      }
    },
    lookAgain() {
      lookOnce = true;
      if (looking !== null || seeding === null) return;
      const look = async (): Promise<void> => {
        while (lookOnce) {
          lookOnce = false;
          await readHidden();
        }
      };
      looking = look()
        // The database is closing: nobody looks at the map any more.
        .catch(() => undefined)
        .finally(() => (looking = null));
    },
  };
}

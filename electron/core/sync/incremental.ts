import type { Entity } from '../../../shared/model/entity.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import { isOver, backoffOf } from '../backoff.ts';
import type { Backoff } from '../backoff.ts';
import type { SyncContext } from './context.ts';
import { PAGE_ROWS, isFiltered, proveFilter } from './filters.ts';
import type { Proved } from './filters.ts';
import type { Who } from '../who.ts';

/**
 * What is new in a list, read between two scans where the service offers a filter that was proved
 * to filter. It adds and updates and never looks at what is missing: scans go on at their own pace
 * and they alone prove that something is gone.
 */

/** How long after a scan, or after the last look, a list is looked at for news. */
const EVERY_MS = 60_000;
/** Each look begins a little before the last one did: changes may become visible late. */
const OVERLAP_MS = 2 * 60_000;
/** A proof, or that there is none, is believed for so long. */
const BELIEVED_MS = 24 * 3600_000;
/** Where a proof failed, as some services do at a filter that they lack. */
const PROVED_AGAIN_MS = 10 * 60_000;
/** More news than this is a scan's business. */
const MOST_PAGES = 25;

interface Known {
  /** Undefined while nobody has asked; null where no filter is proved. */
  proved: Proved | null | undefined;
  provedAt: number;
  /** Everything up to here is known, by the service's own clock. */
  sinceMs: number;
  rest: Backoff;
}

/** How a look for news ended. */
export interface News {
  rows: number;
  /** The filter no longer filters: the list has to be scanned. */
  ignored: boolean;
}

export interface Incremental {
  /**
   * A list has proved to be complete as of an instant by the service's own clock: only that can be
   * compared with what the service wrote into its records. Null where it does not tell its time.
   */
  scanned(entity: Entity, serviceMs: number | null): void;
  /** Lists that may be looked at now. */
  due(): Entity[];
  /** Looks for news. Errors: those of the requests and of the disk. */
  refresh(entity: Entity, who: Who | null): Promise<Result<News>>;
}

export function createIncremental(context: SyncContext): Incremental {
  const { api, store, ports, signal } = context;
  const known = new Map<Entity, Known>();

  /** What was believed stays so where a request fails: that proves nothing. */
  const prove = async (
    entity: Entity,
    list: Known,
    who: Who | null,
  ): Promise<Result<Record<string, never>>> => {
    const proved = await proveFilter(context, entity, who);
    if (!proved.ok) {
      list.rest = backoffOf(PROVED_AGAIN_MS, ports.clock.now());
      return proved;
    }
    list.proved = proved.value;
    list.provedAt = ports.clock.now();
    const filter = list.proved?.filter.param ?? 'none';
    ports.log.write('info', 'sync.filter', { entity, filter });
    return ok({});
  };

  return {
    scanned(entity, serviceMs) {
      const before = known.get(entity);
      known.delete(entity);
      if (serviceMs === null) return;
      known.set(entity, {
        proved: before?.proved,
        provedAt: before?.provedAt ?? 0,
        sinceMs: serviceMs,
        rest: backoffOf(EVERY_MS, ports.clock.now()),
      });
    },

    due() {
      const now = ports.clock.now();
      return [...known]
        .filter(([, { rest, proved, provedAt }]) => {
          const believed = proved === null && now - provedAt < BELIEVED_MS;
          return !believed && isOver(rest, now);
        })
        .map(([entity]) => entity);
    },

    async refresh(entity, who) {
      const list = known.get(entity);
      if (list === undefined) return ok({ rows: 0, ignored: false });
      const begun = ports.clock.now();
      list.rest = backoffOf(EVERY_MS, begun);
      if (list.proved === undefined || begun - list.provedAt >= BELIEVED_MS) {
        const asked = await prove(entity, list, who);
        if (!asked.ok) return asked;
      }
      const proved = list.proved ?? null;
      if (proved === null) return ok({ rows: 0, ignored: false });
      const { name, params, filter } = proved;
      const fromMs = list.sinceMs - OVERLAP_MS;
      const query = { [filter.param]: new Date(fromMs).toISOString() };
      let rows = 0;
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const readAt = ports.clock.now();
        const reply = await api.page(name, page, { params, query, signal, limit: PAGE_ROWS });
        if (!reply.ok) return reply;
        if (!isFiltered(reply.value, filter, fromMs)) {
          list.proved = null;
          return ok({ rows, ignored: true });
        }
        const { text, path } = reply.value;
        const now = ports.clock.now();
        const taken = await store.write('records.ingest', { entity, text, path, readAt, now });
        if (!taken.ok) return taken;
        rows += taken.value.rows;
        if (!reply.value.last) continue;
        if (who !== null && who.serviceMs !== null) list.sinceMs = who.serviceMs;
        break;
      }
      return ok({ rows, ignored: false });
    },
  };
}

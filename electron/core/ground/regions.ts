import type { GroundRegion, RegionEstimate, WantedRegion } from '../../../shared/ipc/ground.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { Ports } from '../ports.ts';
import { archiveRegion, type RegionArchive } from './regionArchive.ts';
import { plainLine } from './describe.ts';
import type { Addressed, FetchedTiles } from './fetched.ts';
import type { SavedRegion } from './mapList.ts';
import { RegionJob, type RegionTile } from './regionJob.ts';
import { countOf, rangesOf } from './regionTiles.ts';
import type { TileRange } from './tileCache.ts';
import type { TileStore } from './tileStore.ts';

/** More than this nobody fetches politely. */
export const MOST_REGION_TILES = 20_000;
/** Regions that an account may keep. */
const MOST_REGIONS = 50;
/** What a tile takes where a map's own are not known yet. */
const USUAL_BYTES = { vector: 25_000, raster: 20_000 };
/** Tiles of a map from which its usual size is told. */
const ENOUGH_TILES = 20;
/** Whose rules forbid to fetch more than is looked at. */
const FORBIDDING = /(?:^|\.)openstreetmap\.org$/;

/** A server's map as a region needs it. */
export type RegionMap = Addressed & { minZoom: number; maxZoom: number; attribution: string };
type Done = Result<Record<string, never>>;

export interface RegionsContext {
  ports: Pick<Ports, 'clock' | 'random'>;
  store: TileStore;
  fetched: Pick<FetchedTiles, 'renew'>;
  ageMs(): number;
  /** A map whose tiles come from a server; null for any other. */
  find(id: string): Promise<RegionMap | null>;
  known(): Promise<readonly SavedRegion[]>;
  /** Changes the list on disk, then tells of it. */
  change(change: (regions: readonly SavedRegion[]) => Result<SavedRegion[]>): Promise<Done>;
  /** A region went on. */
  tell(): Promise<void>;
}

const UNKNOWN = fail({
  kind: 'missing',
  code: 'ground.unknown',
  message: 'This map or region is no longer on the list.',
  safe: 'Nothing was fetched.',
});
const TOO_LARGE = fail({
  kind: 'invalid',
  code: 'ground.regionTooLarge',
  message: `No more than ${MOST_REGION_TILES} tiles are kept at once. Choose a smaller region or a lower zoom.`,
  safe: 'Nothing was fetched.',
  next: 'editInput',
});
const TOO_MANY = fail({
  kind: 'invalid',
  code: 'ground.tooManyRegions',
  message: `There are ${MOST_REGIONS} regions already. Remove one first.`,
  next: 'none',
});
const FORBIDDEN = fail({
  kind: 'denied',
  code: 'ground.regionForbidden',
  message: 'The rules of this map server forbid to keep regions of it. Use a map file instead.',
  safe: 'Nothing was fetched.',
  next: 'none',
});
const NOT_SAVED = fail({
  kind: 'local',
  code: 'ground.notSaved',
  message: 'A tile could not be kept. The disk may be full.',
  safe: 'What was kept before is still here.',
  next: 'retry',
});

/** Parts of map servers' maps that are kept for times without a network. */
export class Regions {
  readonly #context: RegionsContext;
  readonly #jobs = new Map<string, RegionJob>();
  #closed = false;

  constructor(context: RegionsContext) {
    this.#context = context;
  }

  /** How many tiles a region has, and how large all of them are, about. Errors: `ground.unknown`, `ground.regionForbidden`. */
  async estimate(wanted: WantedRegion): Promise<Result<RegionEstimate>> {
    const map = await this.#mapOf(wanted.map);
    if (!map.ok) return map;
    const { store } = this.#context;
    const ranges = rangesOf(wanted.bounds, map.value.minZoom, deepest(wanted, map.value));
    const tiles = countOf(ranges);
    const known = store.count(wanted.map);
    const each =
      known.tiles < ENOUGH_TILES ? USUAL_BYTES[map.value.tiles] : known.bytes / known.tiles;
    const here = store.within(wanted.map, ranges);
    const bytes = Math.round(here.bytes + Math.max(0, tiles - here.tiles) * each);
    return ok({ tiles, here: here.tiles, bytes, mostTiles: MOST_REGION_TILES });
  }

  /** Errors: those of `estimate`, `ground.regionTooLarge`, `ground.tooManyRegions`. */
  async keep(wanted: WantedRegion & { name: string }): Promise<Result<{ region: string }>> {
    const found = await this.#mapOf(wanted.map);
    if (!found.ok) return found;
    const map = found.value;
    const { ports, ageMs } = this.#context;
    const maxZoom = deepest(wanted, map);
    const tiles = countOf(rangesOf(wanted.bounds, map.minZoom, maxZoom));
    if (tiles > MOST_REGION_TILES) return TOO_LARGE;
    const region: SavedRegion = {
      ...{ id: ports.random.uuid(), map: map.id, bounds: wanted.bounds, tiles, maxZoom },
      ...{ minZoom: map.minZoom, name: plainLine(wanted.name), state: 'running' },
      since: ports.clock.now() - ageMs(),
    };
    const changed = await this.#context.change((regions) =>
      regions.length >= MOST_REGIONS ? TOO_MANY : ok([...regions, region]),
    );
    if (!changed.ok) return changed;
    this.#mark(map.id, await this.#context.known());
    this.#start(region, map);
    return ok({ region: region.id });
  }

  pause(id: string): Promise<Done> {
    this.stop(id);
    return this.#set(id, { state: 'stopped' });
  }

  resume(id: string): Promise<Done> {
    return this.#goOnWith(id, {});
  }

  refresh(id: string): Promise<Done> {
    return this.#goOnWith(id, { since: this.#context.ports.clock.now() });
  }

  /** Its tiles stay, but may make room for others. */
  async remove(id: string): Promise<Done> {
    const region = (await this.#context.known()).find((each) => each.id === id);
    if (region === undefined) return UNKNOWN;
    this.stop(id);
    const removed = await this.#context.change((all) => ok(all.filter((each) => each.id !== id)));
    if (removed.ok) this.#mark(region.map, await this.#context.known());
    return removed;
  }

  /** Goes on with what was under way when Waybill ended. */
  async goOn(regions: readonly SavedRegion[]): Promise<void> {
    for (const id of new Set(regions.map(({ map }) => map))) {
      this.#mark(id, regions);
      const map = await this.#context.find(id);
      if (map === null) continue;
      for (const region of regions) {
        if (region.map === id && region.state === 'running') this.#start(region, map);
      }
    }
  }

  /**
   * Writes what is here of a region as an archive. Throws what the disk throws.
   *
   * @returns null where nothing of it is here
   */
  async archive(id: string, file: string): Promise<RegionArchive | null> {
    const { known, find, store } = this.#context;
    const region = (await known()).find((each) => each.id === id);
    const map = region === undefined ? null : await find(region.map);
    const cache = store.open();
    if (region === undefined || map === null || cache === null) return null;
    const { oldestAt } = store.within(map.id, allOf(region));
    const { attribution } = map;
    const tiles = await archiveRegion(file, { cache, map, region, attribution });
    return tiles === 0 || oldestAt === null ? null : { name: region.name, tiles, oldestAt };
  }

  /** As the desk shows it: what is here counts, whatever was thought to be. */
  view(region: SavedRegion): GroundRegion {
    const { id, map, name, bounds, maxZoom, tiles } = region;
    const here = this.#context.store.within(map, allOf(region));
    const about = { id, map, name, bounds, maxZoom, tiles };
    const stored = { sizeBytes: here.bytes, oldestAt: here.oldestAt };
    const progress = this.#jobs.get(id)?.progress;
    if (progress?.state === 'running' || progress?.state === 'waiting') {
      return { ...about, ...stored, ...progress };
    }
    const { failed, problem } = progress ?? { failed: 0, problem: null };
    const state = progress?.state ?? (region.state === 'done' ? 'done' : 'stopped');
    return { ...about, ...stored, done: here.tiles, failed, state, problem };
  }

  /** Stops fetching it; what is on its way is still kept. */
  stop(id: string): void {
    this.#jobs.get(id)?.stop();
    this.#jobs.delete(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const ending = [...this.#jobs.values()];
    for (const job of ending) job.stop();
    await Promise.all(ending.map(({ ended }) => ended));
  }

  async #mapOf(id: string): Promise<Result<RegionMap>> {
    const map = await this.#context.find(id);
    if (map === null) return UNKNOWN;
    return forbids(map.template) ? FORBIDDEN : ok(map);
  }

  #set(id: string, change: Partial<Pick<SavedRegion, 'state' | 'since'>>): Promise<Done> {
    return this.#context.change((all) =>
      all.some((each) => each.id === id)
        ? ok(all.map((each) => (each.id === id ? { ...each, ...change } : each)))
        : UNKNOWN,
    );
  }

  async #goOnWith(id: string, change: Partial<Pick<SavedRegion, 'since'>>): Promise<Done> {
    const region = (await this.#context.known()).find((each) => each.id === id);
    const map = region === undefined ? null : await this.#context.find(region.map);
    if (region === undefined || map === null) return UNKNOWN;
    this.stop(id);
    const set = await this.#set(id, { state: 'running', ...change });
    if (set.ok) this.#start({ ...region, ...change }, map);
    return set;
  }

  #start(region: SavedRegion, map: RegionMap): void {
    if (this.#closed) return;
    const { ports, fetched, store } = this.#context;
    const fetchedAt = (tile: RegionTile): number | null =>
      store.open()?.fetchedAt({ map: map.id, ...tile }) ?? null;
    const isHere = (tile: RegionTile): boolean => (fetchedAt(tile) ?? -1) >= region.since;
    const job = new RegionJob(
      {
        clock: ports.clock,
        isHere,
        fetch: async (tile) => {
          const got = await fetched.renew(map, tile.z, tile.x, tile.y);
          return got.ok && fetchedAt(tile) === null ? NOT_SAVED : got;
        },
        tell: () => void this.#report(region.id, job),
      },
      allOf(region),
    );
    this.#jobs.set(region.id, job);
  }

  async #report(id: string, job: RegionJob): Promise<void> {
    if (this.#closed || this.#jobs.get(id) !== job) return;
    const { state } = job.progress;
    if (state === 'running' || state === 'waiting') return this.#context.tell();
    // One that was refused is not begun again by itself at the next start.
    await this.#set(id, { state: state === 'done' ? 'done' : 'stopped' });
  }

  /** Which tiles of a map must not make room for others. */
  #mark(map: string, regions: readonly SavedRegion[]): void {
    const own = regions.filter((region) => region.map === map);
    this.#context.store.keep(map, own.flatMap(allOf));
  }
}

function allOf({ bounds, minZoom, maxZoom }: SavedRegion): TileRange[] {
  return rangesOf(bounds, minZoom, maxZoom);
}

/** No region goes deeper than its map. */
function deepest({ maxZoom }: WantedRegion, map: RegionMap): number {
  return Math.max(map.minZoom, Math.min(maxZoom, map.maxZoom));
}

function forbids(template: string): boolean {
  const bare = template.replaceAll(/\{[^}]*\}/g, '0');
  return URL.canParse(bare) && FORBIDDING.test(new URL(bare).hostname);
}

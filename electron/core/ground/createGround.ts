import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AddedAddress, GroundMap, GroundMaps } from '../../../shared/ipc/ground.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { AccountBase } from '../account.ts';
import type { Ports } from '../ports.ts';
import { failedBy } from '../db/failure.ts';
import { createInTurn } from '../inTurn.ts';
import { NO_ACCOUNT_OPEN } from '../refusals.ts';
import { createArchives, type Archives } from './archives.ts';
import type { Copies } from '../copies.ts';
import { createMapCopies } from './mapCopies.ts';
import { checkSchema, describe, plainLine } from './describe.ts';
import { createFetchedTiles, type Addressed, type FetchedTiles } from './fetched.ts';
import { fetchTile } from './fetchTile.ts';
import type { Ground } from './ground.ts';
import { createMapList, NO_MAPS, type SavedMap, type SavedMaps, type MapList } from './mapList.ts';
import { Regions } from './regions.ts';
import { askingOnly } from '../ownServers.ts';
import { checkTemplate, serverOf, serversOf, tileUrl } from './template.ts';
import { tenantMaps, WORLD, type TenantMap } from './tenantMaps.ts';
import type { StoredTiles } from './tileCache.ts';
import { createTileStore, type TileStore } from './tileStore.ts';
import { tileContent } from './tileContent.ts';

/** Maps that an account may list. */
const MOST_MAPS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

const UNKNOWN = fail({
  kind: 'missing',
  code: 'ground.unknown',
  message: 'This map is no longer on the list.',
  safe: 'The built-in map stays.',
});

const NO_PATH = fail({
  kind: 'local',
  code: 'ground.noPath',
  message: 'A browser does not tell where a file lies.',
  safe: 'It can be copied instead.',
});

const TOO_MANY = fail({
  kind: 'invalid',
  code: 'ground.tooMany',
  message: `There are ${MOST_MAPS} maps on the list already. Remove one first.`,
  next: 'none',
});

export interface GroundContext extends Pick<AccountBase, 'emit'> {
  ports: Pick<Ports, 'http' | 'clock' | 'random' | 'log' | 'version'>;
  /** The tenant's map options as the service gave them; null where they were never read. */
  tenantOptions(): Promise<string | null>;
  /** Whether the service is on this computer: then its options may name this computer, too. */
  serviceIsLocal(): boolean;
  /** Whether map servers may be asked: not under *Work offline*. */
  mayAsk(): boolean;
}

type Done = Result<Record<string, never>>;

class AccountGround implements Ground {
  readonly copies: Copies;
  readonly regions: Regions;
  readonly #context: GroundContext;
  readonly #file: MapList;
  readonly #archives: Archives = createArchives();
  readonly #store: TileStore;
  readonly #fetched: FetchedTiles;
  #list: Promise<Result<SavedMaps>> | null = null;
  #tenant: { json: string | null; local: boolean; maps: TenantMap[] } | null = null;
  #ageDays = 30;
  #closed = false;
  /** Changes of the list. */
  readonly #changes = createInTurn();

  constructor(context: GroundContext, folder: string) {
    const { ports } = context;
    this.#context = context;
    this.#file = createMapList(folder, ports.random);
    this.copies = createMapCopies(folder, ports.random);
    this.#store = createTileStore(path.join(folder, 'tiles.db'), ports.log);
    const http = askingOnly(ports.http, () => this.#servers());
    this.#fetched = createFetchedTiles({
      ports: { ...ports, http },
      cache: this.#store.open,
      mayAsk: () => context.mayAsk(),
      ageMs: () => this.#ageDays * DAY_MS,
    });
    this.regions = new Regions({
      ...{ ports, store: this.#store, fetched: this.#fetched },
      ageMs: () => this.#ageDays * DAY_MS,
      find: async (id) => {
        const map = await this.#find(id);
        return map !== null && isAddressed(map) ? map : null;
      },
      known: async () => (await this.#known()).regions,
      change: (change) =>
        this.#change((list) => {
          const regions = change(list.regions);
          return regions.ok ? ok({ ...list, regions: regions.value }) : regions;
        }),
      tell: () => this.#tell(),
    });
  }

  async maps(): Promise<GroundMaps> {
    const { maps, chosen, cache, regions } = await this.#known();
    const tenant = await this.#tenantMaps();
    const addressed = tenant.length > 0 || maps.some(isAddressed);
    // Nothing is made on disk for maps that are files.
    const sizes = addressed ? this.#store.sizes() : new Map<string, { bytes: number }>();
    const shown = await Promise.all(
      maps.map(async ({ template: _, ...map }): Promise<GroundMap> => {
        if (map.from === 'address') {
          return { ...map, sizeBytes: sizes.get(map.id)?.bytes ?? 0, problem: null };
        }
        return { ...map, problem: await this.#problemOf(map.place) };
      }),
    );
    const ofTenant = tenant.map(({ template: _, ...map }): GroundMap => {
      return { ...map, sizeBytes: sizes.get(map.id)?.bytes ?? 0, addedAt: 0, problem: null };
    });
    const all = [...ofTenant, ...shown];
    // What the tenant no longer names is no longer drawn.
    const known = all.some(({ id }) => id === chosen);
    const views = regions.map((region) => this.regions.view(region));
    return { maps: all, chosen: known ? chosen : null, cache, regions: views };
  }

  async addFile(file: string): Promise<Result<{ map: GroundMap }>> {
    if (file === '') return NO_PATH;
    if (!path.isAbsolute(file)) return UNKNOWN;
    return this.#addArchive('file', file, path.basename(file));
  }

  async endCopy(copy: string): Promise<Result<{ map: GroundMap }>> {
    const ended = await this.copies.end(copy);
    if (!ended.ok) return ended;
    const { file, name } = ended.value;
    const added = await this.#addArchive('copy', file, name);
    if (!added.ok) await rm(file, { force: true });
    return added;
  }

  async adopt(file: string, copy: string, name: string): Promise<Result<{ map: GroundMap }>> {
    const place = this.copies.place(copy);
    try {
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      await this.#archives.forget(place);
      await rename(file, place);
    } catch (error) {
      return failedBy(error);
    }
    const added = await this.#addArchive(
      'copy',
      place,
      plainLine(name),
      (chosen) => chosen !== null,
    );
    if (!added.ok) await rm(place, { force: true });
    return added;
  }

  async addAddress(asked: AddedAddress): Promise<Result<{ map: GroundMap }>> {
    const template = checkTemplate(asked.template, true);
    if (!template.ok) return template;
    const { tiles, minZoom } = asked;
    const maxZoom = Math.max(minZoom, asked.maxZoom);
    const tried = await this.#try({ template: template.value, tiles, minZoom });
    if (!tried.ok) return tried;
    const id = this.#context.ports.random.uuid();
    const server = serverOf(template.value);
    const name = plainLine(asked.name);
    return this.#add({
      ...{ id, from: 'address', template: template.value, tiles, minZoom, maxZoom },
      ...{ name: name === '' ? server : name, place: server, bounds: WORLD, sizeBytes: 0 },
      encoding: tiles === 'vector' ? 'mvt' : 'picture',
      tilePx: tiles === 'vector' ? 512 : 256,
      attribution: plainLine(asked.attribution),
      addedAt: this.#context.ports.clock.now(),
      version: id,
    });
  }

  choose(id: string | null): Promise<Done> {
    return this.#change(async (list) => {
      if (id !== null && (await this.#find(id)) === null) return UNKNOWN;
      await this.#archives.close();
      return ok({ ...list, chosen: id });
    });
  }

  remove(id: string): Promise<Done> {
    return this.#change(async (list) => {
      const gone = list.maps.find((each) => each.id === id);
      if (gone === undefined) return UNKNOWN;
      if (gone.from !== 'address') await this.#archives.forget(gone.place);
      if (gone.from === 'copy') await rm(gone.place, { force: true });
      const regions = list.regions.filter((region) => region.map !== id);
      if (gone.from === 'address') {
        for (const region of list.regions) if (region.map === id) this.regions.stop(region.id);
        this.#store.keep(id, []);
        this.#store.forget(id);
      }
      const maps = list.maps.filter((each) => each !== gone);
      return ok({ ...list, maps, regions, chosen: list.chosen === id ? null : list.chosen });
    });
  }

  setCache(cache: SavedMaps['cache']): Promise<Done> {
    return this.#change((list) => {
      this.#store.limit(cache.limitBytes);
      this.#ageDays = cache.ageDays;
      return ok({ ...list, cache });
    });
  }

  async clearCache(): Promise<Done> {
    this.#store.clear();
    await this.#tell();
    return ok({});
  }

  stored(): StoredTiles {
    return this.#store.stored();
  }

  async tile(id: string, z: number, x: number, y: number): Promise<Result<Uint8Array | null>> {
    const map = await this.#find(id);
    if (map === null) return UNKNOWN;
    if (x >= 2 ** z || y >= 2 ** z) return ok(null);
    if (isAddressed(map)) return this.#fetched.tile(map, z, x, y);
    return this.#archives.tile(map.place, z, x, y);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const ended = this.regions.close();
    await this.#fetched.close();
    await ended;
    await this.#changes.ended();
    // It looks through the folder, where the next opening of the account may be copying already.
    await this.#list;
    await this.copies.close();
    await this.#archives.close();
    this.#store.close();
  }

  /** Nothing while it can't be read: it is tried again for the next question, and not written over. */
  async #known(): Promise<SavedMaps> {
    const list = await (this.#list ??= this.#load());
    return list.ok ? list.value : NO_MAPS;
  }

  async #load(): Promise<Result<SavedMaps>> {
    await this.copies.clean();
    const loaded = await this.#file.load();
    if (!loaded.ok) {
      this.#list = null;
      return loaded;
    }
    const list = loaded.value;
    this.#store.limit(list.cache.limitBytes);
    this.#ageDays = list.cache.ageDays;
    // Later, since what goes on asks for the list.
    queueMicrotask(() => void this.regions.goOn(list.regions));
    return loaded;
  }

  async #tenantMaps(): Promise<readonly TenantMap[]> {
    const json = await this.#context.tenantOptions();
    const local = this.#context.serviceIsLocal();
    // Each tile asks: the options are read through once.
    if (this.#tenant?.json !== json || this.#tenant.local !== local) {
      this.#tenant = { json, local, maps: tenantMaps(json, local) };
    }
    return this.#tenant.maps;
  }

  async #find(id: string): Promise<SavedMap | TenantMap | null> {
    const { maps } = await this.#known();
    const own = maps.find((each) => each.id === id);
    if (own !== undefined || !id.startsWith('tenant-')) return own ?? null;
    return (await this.#tenantMaps()).find((each) => each.id === id) ?? null;
  }

  /**
   * Whom the account's maps may ask: the servers that the person named, and of those that the service
   * names the ones whose map the person chose or keeps a region of.
   */
  async #servers(): Promise<string[]> {
    const { maps, chosen, regions } = await this.#known();
    const wanted = new Set([chosen, ...regions.map(({ map }) => map)]);
    const ofTenant = (await this.#tenantMaps()).filter(({ id }) => wanted.has(id));
    return [...maps, ...ofTenant].flatMap(({ template }) =>
      template === undefined ? [] : serversOf(template),
    );
  }

  async #problemOf(file: string): Promise<AppError | null> {
    const archive = await this.#archives.of(file);
    return archive.ok ? null : archive.error;
  }

  /** Asks for one tile, so that what can't be drawn is told at once; a network that is away is not. */
  async #try(map: Omit<Addressed, 'id'> & { minZoom: number }): Promise<Result<unknown>> {
    if (!this.#context.mayAsk()) return ok(null);
    const { version } = this.#context.ports;
    const http = askingOnly(this.#context.ports.http, () => serversOf(map.template));
    const middle = Math.floor(2 ** map.minZoom / 2);
    const url = tileUrl(map.template, map.minZoom, middle, middle);
    const fetched = await fetchTile(http, { url, tiles: map.tiles, etag: '', version });
    if (!fetched.ok) return fetched.error.kind === 'offline' ? ok(null) : fetched;
    const { tile } = fetched.value;
    if (map.tiles === 'raster' || tile === null || tile === 'same') return ok(null);
    const content = tileContent(tile, 'vector');
    return checkSchema(content?.is === 'vector' ? content.layers : [], false);
  }

  async #addArchive(
    from: 'file' | 'copy',
    place: string,
    fileName: string,
    keepsChosen?: (chosen: string | null) => boolean,
  ): Promise<Result<{ map: GroundMap }>> {
    const archive = await this.#archives.of(place);
    if (!archive.ok) return archive;
    const described = await describe(archive.value);
    if (!described.ok) {
      await this.#archives.forget(place);
      return described;
    }
    const { title, ...about } = described.value;
    const { sizeBytes, changedAt } = archive.value;
    const bare = fileName.replace(/\.pmtiles$/i, '');
    const { maps } = await this.#known();
    const known = maps.find((each) => each.place === place && each.from === from);
    const map: SavedMap = {
      ...{ id: known?.id ?? this.#context.ports.random.uuid(), from, place, sizeBytes, ...about },
      name: title === '' || title === bare ? bare : `${title} (${bare})`,
      addedAt: this.#context.ports.clock.now(),
      version: `${sizeBytes}-${changedAt}`,
    };
    return this.#add(map, keepsChosen);
  }

  /** Puts a map on the list, in the place of one with its id, and chooses it as a rule. */
  async #add(
    map: SavedMap,
    keepsChosen: (chosen: string | null) => boolean = () => false,
  ): Promise<Result<{ map: GroundMap }>> {
    const saved = await this.#change((list) => {
      const others = list.maps.filter(({ id }) => id !== map.id);
      if (others.length >= MOST_MAPS) return TOO_MANY;
      const chosen = keepsChosen(list.chosen) ? list.chosen : map.id;
      return ok({ ...list, maps: [...others, map], chosen });
    });
    if (!saved.ok) return saved;
    const { template: _, ...shown } = map;
    return ok({ map: { ...shown, problem: null } });
  }

  /** Changes the list on disk, then tells of it. */
  async #change(
    change: (list: SavedMaps) => Result<SavedMaps> | Promise<Result<SavedMaps>>,
  ): Promise<Done> {
    const changed = await this.#changes.run(async (): Promise<Done> => {
      if (this.#closed) return NO_ACCOUNT_OPEN;
      const known = await (this.#list ??= this.#load());
      const next = known.ok ? await change(known.value) : known;
      if (!next.ok) return next;
      const saved = await this.#file.save(next.value);
      if (saved.ok) this.#list = Promise.resolve(next);
      return saved;
    });
    if (changed.ok) await this.#tell();
    return changed;
  }

  async #tell(): Promise<void> {
    this.#context.emit({ name: 'ground', payload: await this.maps() });
  }
}

function isAddressed(map: SavedMap | TenantMap): map is (SavedMap | TenantMap) & Addressed {
  return map.template !== undefined;
}

/** @param folder of the account */
export function createGround(context: GroundContext, folder: string): Ground {
  return new AccountGround(context, path.join(folder, 'ground'));
}

import { call, listen } from '../bridge.ts';
import type { AppError, Output, Result } from '../bridge.ts';
import { GROUND_CACHE_AT_FIRST } from '../../shared/rules/delivered.ts';
import { giveParts } from './fileParts.ts';

/** A part of a map server's map that is kept for times without a network. */
export type GroundRegion = Output<'ground.maps'>['regions'][number];
/** A map that can be chosen as ground. */
export type GroundMap = Output<'ground.maps'>['maps'][number];

const NONE: Output<'ground.maps'> = {
  ...{ maps: [], chosen: null, regions: [] },
  cache: GROUND_CACHE_AT_FIRST,
};

/** What the map stands on: the archives of the account, and the one that is drawn. */
class Ground {
  #maps = $state.raw<readonly GroundMap[]>([]);
  #chosenId = $state<string | null>(null);
  /** What a tile of a map said that could not be drawn, by the map's address. */
  #broken = $state.raw<{ of: string; error: AppError } | null>(null);
  #cache = $state.raw(NONE.cache);
  #regions = $state.raw(NONE.regions);
  #users = 0;
  #stop: (() => void) | null = null;
  #loads = 0;

  get maps(): readonly GroundMap[] {
    return this.#maps;
  }
  /** Parts of map servers' maps that are kept for times without a network. */
  get regions(): readonly GroundRegion[] {
    return this.#regions;
  }
  /** Room and age of what was fetched from map servers. */
  get cache(): Output<'ground.maps'>['cache'] {
    return this.#cache;
  }
  /** The one that is chosen, whether it can be drawn or not; null for the built-in one. */
  readonly chosen = $derived(this.#maps.find(({ id }) => id === this.#chosenId) ?? null);
  /** Why the chosen one, or a tile of it, can't be drawn. */
  readonly problem = $derived.by(() => {
    if (this.chosen === null) return null;
    if (this.chosen.problem !== null) return this.chosen.problem;
    return this.#broken?.of === addressOf(this.chosen) ? this.#broken.error : null;
  });

  /** Follows the account's maps as long as somebody uses them; gives the function that ends it. */
  use(): () => void {
    this.#users += 1;
    if (this.#users === 1) {
      void this.load();
      const stops = [
        listen('ground', (state) => this.#take(state)),
        listen('account', () => void this.load()),
        // The tenant's options may name other maps now.
        listen('documentChanged', ({ endpoint }) => {
          if (endpoint === 'getMapApiOptions') void this.load();
        }),
      ];
      this.#stop = () => stops.forEach((stop) => stop());
    }
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  }

  async load(): Promise<void> {
    const load = (this.#loads += 1);
    const result = await call('ground.maps', {});
    if (load === this.#loads) this.#take(result.ok ? result.value : NONE);
  }

  /** A tile could not be drawn: the first one tells why. */
  tileFailed(address: string, error: AppError): void {
    if (this.#broken?.of !== address) this.#broken = { of: address, error };
  }

  /**
   * Adds an archive and chooses it. Where the host is told no path, it is copied.
   *
   * @param copied is told how much of it was copied, from 0 to 1; returns whether to go on
   */
  async add(file: File, copied: (share: number) => boolean): Promise<Result<GroundMap | null>> {
    const added = await call('ground.addFile', { path: '' }, file);
    if (added.ok) return { ok: true, value: added.value.map };
    return added.error.code === 'ground.noPath' ? copyIn(file, copied) : added;
  }

  choose(id: string | null): Promise<Result<unknown>> {
    this.#broken = null;
    return call('ground.choose', { id });
  }

  remove(id: string): Promise<Result<unknown>> {
    return call('ground.remove', { id });
  }

  #take({ maps, chosen, cache, regions }: Output<'ground.maps'>): void {
    this.#loads += 1;
    this.#maps = maps;
    this.#chosenId = chosen;
    this.#cache = cache;
    this.#regions = regions;
  }
}

/** Names a map as it is now: another file under the same name has another address. */
export function addressOf({ id, version }: GroundMap): string {
  return `${id}/${version}`;
}

async function copyIn(
  file: File,
  copied: (share: number) => boolean,
): Promise<Result<GroundMap | null>> {
  const begun = await call('ground.beginCopy', {
    name: file.name.slice(0, 300),
    sizeBytes: Math.max(1, file.size),
  });
  if (!begun.ok) return begun;
  const { copy } = begun.value;
  const given = await giveParts(file, (bytes) => call('ground.copyPart', { copy, bytes }), copied);
  if (given?.ok !== true) {
    await call('ground.dropCopy', { copy });
    return given ?? { ok: true, value: null };
  }
  const ended = await call('ground.endCopy', { copy });
  return ended.ok ? { ok: true, value: ended.value.map } : ended;
}

export const ground = new Ground();

import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { GroundMap } from '../../../shared/ipc/ground.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { AppError, Result } from '../../../shared/result.ts';
import type { AccountBase } from '../account.ts';
import { createArchives, type Archives } from './archives.ts';
import { createCopies, type Copies } from './copies.ts';
import { describe } from './describe.ts';
import type { Ground } from './ground.ts';
import { createMapList, type KeptMap, type KeptMaps, type MapList } from './mapList.ts';

/** Archives that an account may list. */
const MOST_MAPS = 50;

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

type Context = Pick<AccountBase, 'ports' | 'emit'>;

class AccountGround implements Ground {
  readonly copies: Copies;
  readonly #ports: Context['ports'];
  readonly #emit: Context['emit'];
  readonly #file: MapList;
  readonly #archives: Archives = createArchives();
  #list: Promise<KeptMaps> | null = null;
  /** Changes of the list happen one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ ports, emit }: Context, folder: string) {
    this.#ports = ports;
    this.#emit = emit;
    this.#file = createMapList(folder, ports.random);
    this.copies = createCopies(folder, ports.random);
  }

  async maps(): Promise<{ maps: GroundMap[]; chosen: string | null }> {
    const { maps, chosen } = await this.#known();
    const shown = await Promise.all(
      maps.map(async (map) => ({ ...map, problem: await this.#problemOf(map) })),
    );
    return { maps: shown, chosen };
  }

  async addFile(file: string): Promise<Result<{ map: GroundMap }>> {
    if (file === '') return NO_PATH;
    if (!path.isAbsolute(file)) return UNKNOWN;
    return this.#add('file', file, path.basename(file));
  }

  async endCopy(copy: string): Promise<Result<{ map: GroundMap }>> {
    const ended = await this.copies.end(copy);
    if (!ended.ok) return ended;
    const { file, name } = ended.value;
    const added = await this.#add('copy', file, name);
    if (!added.ok) await rm(file, { force: true });
    return added;
  }

  choose(id: string | null): Promise<Result<Record<string, never>>> {
    return this.#change(async (list) => {
      const map = list.maps.find((each) => each.id === id);
      if (id !== null && map === undefined) return UNKNOWN;
      await this.#archives.close();
      return ok({ ...list, chosen: id });
    });
  }

  remove(id: string): Promise<Result<Record<string, never>>> {
    return this.#change(async (list) => {
      const gone = list.maps.find((each) => each.id === id);
      if (gone === undefined) return UNKNOWN;
      await this.#archives.forget(gone.place);
      if (gone.from === 'copy') await rm(gone.place, { force: true });
      const maps = list.maps.filter((each) => each !== gone);
      return ok({ ...list, maps, chosen: list.chosen === id ? null : list.chosen });
    });
  }

  async tile(id: string, z: number, x: number, y: number): Promise<Result<Uint8Array | null>> {
    const { maps } = await this.#known();
    const map = maps.find((each) => each.id === id);
    if (map === undefined) return UNKNOWN;
    if (x >= 2 ** z || y >= 2 ** z) return ok(null);
    return this.#archives.tile(map.place, z, x, y);
  }

  async close(): Promise<void> {
    await this.#last;
    await this.copies.close();
    await this.#archives.close();
  }

  #known(): Promise<KeptMaps> {
    return (this.#list ??= this.copies.clean().then(() => this.#file.load()));
  }

  async #problemOf(map: KeptMap): Promise<AppError | null> {
    const archive = await this.#archives.of(map.place);
    return archive.ok ? null : archive.error;
  }

  async #add(
    from: KeptMap['from'],
    place: string,
    fileName: string,
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
    const saved = await this.#change((list) => {
      const known = list.maps.find((each) => each.place === place);
      if (known === undefined && list.maps.length >= MOST_MAPS) return TOO_MANY;
      const map: KeptMap = {
        ...{ id: known?.id ?? this.#ports.random.uuid(), from, place, sizeBytes, ...about },
        name: title === '' || title === bare ? bare : `${title} (${bare})`,
        addedAt: this.#ports.clock.now(),
        version: `${sizeBytes}-${changedAt}`,
      };
      const maps = [...list.maps.filter((each) => each !== known), map];
      return ok({ ...list, maps, chosen: map.id });
    });
    if (!saved.ok) return saved;
    const map = (await this.#known()).maps.find((each) => each.place === place);
    return map === undefined ? UNKNOWN : ok({ map: { ...map, problem: null } });
  }

  /** Changes the list on disk, then tells of it. */
  async #change(
    change: (list: KeptMaps) => Result<KeptMaps> | Promise<Result<KeptMaps>>,
  ): Promise<Result<Record<string, never>>> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#last = promise;
    await before;
    try {
      const next = await change(await this.#known());
      if (!next.ok) return next;
      const saved = await this.#file.save(next.value);
      if (!saved.ok) return saved;
      this.#list = Promise.resolve(next.value);
    } finally {
      resolve(undefined);
    }
    this.#emit({ name: 'ground', payload: await this.maps() });
    return ok({});
  }
}

/** @param folder of the account */
export function createGround(context: Context, folder: string): Ground {
  return new AccountGround(context, path.join(folder, 'ground'));
}

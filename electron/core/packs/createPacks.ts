import type { Output } from '../../../shared/ipc/contract.ts';
import type { GroundRegion } from '../../../shared/ipc/ground.ts';
import type {
  HandedPack,
  Pack,
  PackFileContent,
  PackPart,
  PackWish,
} from '../../../shared/ipc/packs.ts';
import { ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import { estimated, mapPart, partsHere, regionPart } from './measure.ts';
import { PackFiles } from './packFiles.ts';
import { PackList, createPackFile, hasAsked, requestsOf } from './packList.ts';
import type { SavedPack } from './packList.ts';
import type { Held, Packs } from './packs.ts';
import { NO_REGION, isComing, partOf } from './packView.ts';
import { PackReading, endRequest, heldBy, holdPdfs } from './reading.ts';
import { MOST_PACKS, NOTHING, TOO_MANY, UNKNOWN } from './refusals.ts';

/** The desk is told at most this often. */
const TELL_MS = 300;

export type PacksContext = Pick<
  AccountContext,
  | 'store'
  | 'sync'
  | 'ports'
  | 'connection'
  | 'emit'
  | 'collector'
  | 'ground'
  | 'identity'
  | 'attachments'
>;
type Done = Result<Record<string, never>>;

class AccountPacks implements Packs {
  readonly #context: PacksContext;
  readonly #list: PackList;
  readonly #files: PackFiles;
  readonly #readings = new Map<string, PackReading>();
  #cancelTell: (() => void) | null = null;
  #closed = false;
  #goesOnLater = false;

  constructor(context: PacksContext, folder: string) {
    this.#context = context;
    this.#files = new PackFiles(context, folder);
    this.#list = new PackList(createPackFile(folder, context.ports.random), {
      read: async (packs) => {
        await this.#files.clean(packs);
        // A database that was made anew knows nothing of packs; one that is closing needs not.
        const held = { answers: heldBy(packs).pdfs };
        await context.store.write('pdfs.hold', held).catch(() => undefined);
        // After it is known, since what goes on asks for it.
        if (this.#goesOnLater) queueMicrotask(() => this.#goOn(packs));
        this.#goesOnLater = false;
      },
      change: (before, now) => holdPdfs(context.store, before, now),
    });
  }

  get copies(): PackFiles['copies'] {
    return this.#files.copies;
  }

  start(): void {
    // Where the list can't be read now, they go on once somebody asks and it can.
    const later = (): void => void (this.#goesOnLater = true);
    void this.#known().then((packs) => this.#goOn(packs), later);
  }

  #goOn(packs: readonly SavedPack[]): void {
    for (const pack of packs) {
      if (pack.state !== 'running') continue;
      if (isComing(pack)) void this.#take(pack);
      else if (hasAsked(pack)) this.#read(pack);
      else void this.#begin(pack, pack.since > 0);
    }
  }

  async list(): Promise<Pack[]> {
    const { regions, maps } = await this.#context.ground.maps();
    const packs = await this.#known();
    const shown = await Promise.all(
      packs.map(async (pack): Promise<Pack> => {
        const { id, madeAt, wish, file } = pack;
        const own = regions.filter((region) => pack.regions.includes(region.id));
        const reading = this.#readings.get(id);
        const here = await partsHere(this.#context, wish, file?.records);
        const parts = here.map((part) => partOf(part, reading));
        const gone = pack.regions.slice(own.length).map(() => NO_REGION);
        const brought = (file?.maps ?? []).map((map) => mapPart(map, maps));
        const all = [...parts, ...own.map(regionPart), ...gone, ...brought];
        const about = { id, name: wish.name, madeAt, state: await this.#stateOf(pack, own) };
        const problem = this.#files.problemOf(id);
        const saving = this.#files.savingOf(id);
        const whole = all.reduce((sum, part) => sum + part.here, 0);
        const keeping = saving === null ? null : { done: Math.min(saving, whole), all: whole };
        return { ...about, parts: all, fileMadeAt: file?.madeAt ?? null, problem, keeping };
      }),
    );
    return shown.sort((a, b) => b.madeAt - a.madeAt);
  }

  async holds(): Promise<Held> {
    return heldBy(await this.#known());
  }

  /** @param own its regions */
  async #stateOf(pack: SavedPack, own: readonly GroundRegion[]): Promise<Pack['state']> {
    if (pack.state === 'paused') return 'paused';
    if (isComing(pack)) return this.#files.isTaking(pack.id) ? 'running' : 'paused';
    const reading = this.#readings.get(pack.id);
    const { waiting } = await this.#context.store.read('measure.failures', {
      ids: pack.wish.answers,
    });
    const goesOn =
      waiting > 0 ||
      (reading !== undefined && !reading.over) ||
      own.some(({ state }) => state === 'running' || state === 'waiting');
    if (!goesOn) return 'done';
    const waits =
      (reading !== undefined && reading.waitsFor !== null) ||
      (waiting > 0 && !this.#context.connection.maySend()) ||
      own.some(({ state }) => state === 'waiting');
    return waits ? 'waiting' : 'running';
  }

  estimate(wish: PackWish): Promise<{ parts: PackPart[]; bytes: number }> {
    return estimated(this.#context, wish);
  }

  async make(wish: PackWish): Promise<Result<{ id: string }>> {
    const { answers, lists, chosen, routes, regions } = wish;
    const count = answers.length + lists.length + chosen.length + regions.length;
    if (count === 0 && routes === null) return NOTHING;
    if ((await this.#known()).length >= MOST_PACKS) return TOO_MANY;
    const held = await this.#eachRegion({ wish, regions: [] });
    if (!held.ok) return held;
    const { ports } = this.#context;
    const id = ports.random.uuid();
    const pack: SavedPack = {
      ...{ id, madeAt: ports.clock.now(), state: 'running', since: 0, request: null, file: null },
      wish: { ...wish, answers: [...new Set(answers)] },
      regions: held.value,
    };
    const saved = await this.#change((packs) => ok([...packs, pack]));
    if (!saved.ok) return this.#letGo(held.value, saved);
    const begun = await this.#begin(pack, false);
    return begun.ok ? ok({ id }) : begun;
  }

  async pause(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    await this.#stop(id);
    const { ground, store, collector } = this.#context;
    for (const region of pack.regions) await ground.regions.pause(region);
    for (const request of requestsOf(pack)) {
      const stopped = await store.write('answers.setState', { request, state: 'paused' });
      if (!stopped.ok) return stopped;
    }
    collector.changed();
    return this.#set(id, { state: 'paused' });
  }

  async resume(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    if (isComing(pack)) {
      await this.#stop(id);
      const running = await this.#set(id, { state: 'running' });
      return running.ok ? this.#take(pack) : running;
    }
    const regions = await this.#eachRegion(pack, (id) => this.#context.ground.regions.resume(id));
    if (!regions.ok) return regions;
    return this.#begin({ ...pack, regions: regions.value }, false);
  }

  async refresh(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    if (isComing(pack)) return this.resume(id);
    const regions = await this.#eachRegion(pack, (id) => this.#context.ground.regions.refresh(id));
    if (!regions.ok) return regions;
    const since = this.#context.ports.clock.now();
    return this.#begin({ ...pack, regions: regions.value, since }, true);
  }

  async remove(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    await this.#stop(id);
    const { ground, store, collector } = this.#context;
    for (const request of requestsOf(pack)) {
      const cancelled = await store.write('answers.cancel', { request });
      if (!cancelled.ok) return cancelled;
    }
    collector.changed();
    for (const region of pack.regions) await ground.regions.remove(region);
    const removed = await this.#change((packs) => ok(packs.filter((each) => each.id !== id)));
    if (removed.ok) await this.#files.forget(pack);
    return removed;
  }

  async saveFile(id: string): Promise<Result<Output<'packs.saveFile'>>> {
    const pack = await this.#find(id);
    return pack === null ? UNKNOWN : this.#files.save(pack);
  }

  stopFile(id: string): Promise<Done> {
    return Promise.resolve(this.#files.stopSaving(id));
  }

  examineFile(copy: string): Promise<Result<PackFileContent>> {
    return this.#files.examine(copy);
  }

  openHanded(file: string): Promise<Result<HandedPack>> {
    return this.#files.openHanded(file);
  }

  dropFile(copy: string): Promise<Done> {
    return this.#files.drop(copy);
  }

  async takeFile(copy: string): Promise<Result<{ id: string }>> {
    if ((await this.#known()).length >= MOST_PACKS) return TOO_MANY;
    const listed = await this.#files.coming(copy, async (coming) => {
      const { random, clock } = this.#context.ports;
      const pack: SavedPack = {
        ...{ id: random.uuid(), madeAt: clock.now(), state: 'running' },
        ...{ since: 0, request: null, regions: [], ...coming },
      };
      // On the list first: a kill from here on is gone on with.
      const saved = await this.#change((packs) => ok([...packs, pack]));
      return saved.ok ? ok(pack) : saved;
    });
    if (!listed.ok) return listed;
    const taken = await this.#take(listed.value);
    return taken.ok ? ok({ id: listed.value.id }) : taken;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const ended = this.#list.close();
    this.#cancelTell?.();
    const readings = [...this.#readings.values()];
    for (const reading of readings) reading.stop();
    await Promise.all([...readings.map(({ ended }) => ended), this.#files.close()]);
    await ended;
  }

  /** Takes what the file of a pack holds. */
  async #take(pack: SavedPack): Promise<Done> {
    const copy = pack.file?.copy ?? null;
    if (copy === null || pack.file === null || this.#closed) return ok({});
    const { file } = pack;
    const taken = this.#files.take(pack, copy, (maps) =>
      this.#set(pack.id, { state: 'done', file: { ...file, copy: null, maps } }),
    );
    this.#tell();
    const done = await taken;
    this.#tell();
    return done.ok ? ok({}) : done;
  }

  /** Regions that are of no pack in the end: nobody would look for them, and they would fill the disk. */
  async #letGo<F>(regions: readonly string[], failure: F): Promise<F> {
    for (const region of regions) await this.#context.ground.regions.remove(region);
    return failure;
  }

  /** Goes on with the regions; one that is new, or was removed in the settings, is kept. */
  async #eachRegion(
    { wish, regions }: Pick<SavedPack, 'wish' | 'regions'>,
    act?: (id: string) => Promise<Done>,
  ): Promise<Result<string[]>> {
    const ids: string[] = [];
    for (const [at, wanted] of wish.regions.entries()) {
      const id = regions[at];
      if (id !== undefined && (await act?.(id))?.ok === true) {
        ids.push(id);
        continue;
      }
      const made = await this.#context.ground.regions.keep({ ...wanted, name: wish.name });
      const isNew = (one: string): boolean => !regions.includes(one);
      if (!made.ok) return this.#letGo(ids.filter(isNew), made);
      ids.push(made.value.region);
    }
    return ok(ids);
  }

  /** Asks for what is missing, or for all of it again. */
  async #begin(pack: SavedPack, again: boolean): Promise<Done> {
    await this.#stop(pack.id);
    const { since, regions } = pack;
    // As one that asked for nothing yet: a kill from here on is gone on with.
    const running = await this.#set(pack.id, { state: 'running', since, regions, request: null });
    if (!running.ok) return running;
    const asked = await this.#askForAnswers(pack, again);
    if (!asked.ok) {
      await this.#set(pack.id, { state: 'paused' });
      return asked;
    }
    const saved = await this.#set(pack.id, { request: asked.value });
    const now = await this.#find(pack.id);
    if (now?.state === 'running' && !this.#closed) {
      // Also where the request could not be noted: it is called as the pack, and a restart asks anew.
      this.#read(pack);
      return ok({});
    }
    if (asked.value !== null) await endRequest(this.#context, asked.value, now !== null);
    return saved;
  }

  async #askForAnswers(pack: SavedPack, again: boolean): Promise<Result<string | null>> {
    const { store, ports, collector } = this.#context;
    const { answers: ids, withFiles, withPdf, name } = pack.wish;
    if (ids.length === 0) return ok(null);
    // What was asked for before is asked for anew: nothing of it stays paused or given up.
    for (const request of requestsOf(pack)) {
      const cancelled = await store.write('answers.cancel', { request });
      if (!cancelled.ok) return cancelled;
    }
    const wanted = await store.write('answers.want', {
      ...{ id: pack.id, ids, at: ports.clock.now(), source: 'text', label: name },
      ...{ withFiles, withPdf, again },
    });
    if (!wanted.ok) return wanted;
    collector.wake();
    collector.changed();
    return ok(pack.id);
  }

  #read(pack: SavedPack): void {
    if (this.#closed) return;
    const reading = new PackReading(
      this.#context,
      pack,
      () => this.#tell(),
      () => void this.#ended(pack.id, reading),
    );
    this.#readings.set(pack.id, reading);
  }

  async #ended(id: string, reading: PackReading): Promise<void> {
    if (this.#closed || this.#readings.get(id) !== reading) return;
    const failed = reading.lists.size > 0 || reading.routes.failed > 0;
    // What failed is told until the end of this run of Waybill.
    if (!failed) this.#readings.delete(id);
    else reading.over = true;
    await this.#set(id, { state: 'done' });
  }

  async #stop(id: string): Promise<void> {
    this.#readings.get(id)?.stop();
    this.#readings.delete(id);
    await this.#files.stop(id);
  }

  #known(): Promise<readonly SavedPack[]> {
    return this.#list.known();
  }

  async #find(id: string): Promise<SavedPack | null> {
    return (await this.#known()).find((pack) => pack.id === id) ?? null;
  }

  #set(id: string, change: Partial<SavedPack>): Promise<Done> {
    return this.#change((packs) =>
      packs.some((pack) => pack.id === id)
        ? ok(packs.map((pack) => (pack.id === id ? { ...pack, ...change } : pack)))
        : UNKNOWN,
    );
  }

  /** Changes the list on disk, then tells of it. */
  async #change(change: (packs: readonly SavedPack[]) => Result<SavedPack[]>): Promise<Done> {
    const changed = await this.#list.change(change);
    if (changed.ok) this.#tell();
    return changed;
  }

  #tell(): void {
    if (this.#cancelTell !== null || this.#closed) return;
    this.#cancelTell = this.#context.ports.clock.after(TELL_MS, () => {
      this.#cancelTell = null;
      this.#context.emit({ name: 'packs', payload: {} });
    });
  }
}

/** @param folder of the account */
export function createPacks(context: PacksContext, folder: string): Packs {
  return new AccountPacks(context, folder);
}

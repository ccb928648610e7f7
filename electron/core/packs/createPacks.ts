import { PACK_LISTS, type Pack, type PackPart, type PackWish } from '../../../shared/ipc/packs.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { AccountContext } from '../accountContext.ts';
import type { JsonFile } from '../jsonFile.ts';
import { estimated, partsHere, regionPart } from './measure.ts';
import { createPackList, type KeptPack, type KeptPacks } from './packList.ts';
import type { Packs } from './packs.ts';
import { PackReading } from './reading.ts';

/** Packs that an account may keep. */
const MOST_PACKS = 50;
/** The desk is told at most this often. */
const TELL_MS = 300;

export type PacksContext = Pick<
  AccountContext,
  'store' | 'sync' | 'ports' | 'connection' | 'emit' | 'collector' | 'ground'
>;
type Done = Result<Record<string, never>>;

const UNKNOWN = fail({
  kind: 'missing',
  code: 'packs.unknown',
  message: 'This pack is no longer on the list.',
  safe: 'What was fetched for it is still here.',
});
const NOTHING = fail({
  kind: 'invalid',
  code: 'packs.nothing',
  message: 'A pack has to hold something: answers, a list, routes or a region of the map.',
  safe: 'Nothing was asked for.',
  next: 'editInput',
});
const TOO_MANY = fail({
  kind: 'invalid',
  code: 'packs.tooMany',
  message: `There are ${MOST_PACKS} packs already. Remove one first.`,
  next: 'none',
});

class AccountPacks implements Packs {
  readonly #context: PacksContext;
  readonly #file: JsonFile<KeptPacks>;
  readonly #readings = new Map<string, PackReading>();
  #list: Promise<readonly KeptPack[]> | null = null;
  /** Changes of the list happen one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #cancelTell: (() => void) | null = null;
  #closed = false;

  constructor(context: PacksContext, folder: string) {
    this.#context = context;
    this.#file = createPackList(folder, context.ports.random);
  }

  start(): void {
    void this.#known().then((packs) => {
      for (const pack of packs) if (pack.state === 'running') this.#read(pack);
    });
  }

  async list(): Promise<Pack[]> {
    const { regions } = await this.#context.ground.maps();
    const packs = await this.#known();
    const shown = await Promise.all(
      packs.map(async (pack): Promise<Pack> => {
        const { id, madeAt, wish } = pack;
        const own = regions.filter((region) => pack.regions.includes(region.id));
        const reading = this.#readings.get(id);
        const parts = (await partsHere(this.#context, wish)).map((part) => told(part, reading));
        const { waiting } = await this.#context.store.read('measure.failures', {
          ids: wish.answers,
        });
        const goesOn =
          waiting > 0 ||
          (reading !== undefined && !reading.over) ||
          own.some(({ state }) => state === 'running' || state === 'waiting');
        const waits =
          (reading !== undefined && reading.waitsFor !== null) ||
          (waiting > 0 && !this.#context.connection.maySend()) ||
          own.some(({ state }) => state === 'waiting');
        const state =
          pack.state === 'paused' ? 'paused' : goesOn ? (waits ? 'waiting' : 'running') : 'done';
        const gone = pack.regions.slice(own.length).map(() => NO_REGION);
        const all = [...parts, ...own.map(regionPart), ...gone];
        return { id, name: wish.name, madeAt, state, parts: all };
      }),
    );
    return shown.sort((a, b) => b.madeAt - a.madeAt);
  }

  estimate(wish: PackWish): Promise<{ parts: PackPart[]; bytes: number }> {
    return estimated(this.#context, wish);
  }

  async make(wish: PackWish): Promise<Result<{ id: string }>> {
    const { answers, lists, routes, regions } = wish;
    if (answers.length + lists.length + regions.length === 0 && routes === null) return NOTHING;
    if ((await this.#known()).length >= MOST_PACKS) return TOO_MANY;
    const kept: string[] = [];
    for (const region of regions) {
      const made = await this.#context.ground.regions.keep({ ...region, name: wish.name });
      if (!made.ok) {
        for (const id of kept) await this.#context.ground.regions.remove(id);
        return made;
      }
      kept.push(made.value.region);
    }
    const { ports } = this.#context;
    const id = ports.random.uuid();
    const pack: KeptPack = {
      ...{ id, madeAt: ports.clock.now(), state: 'running', since: 0, request: null },
      wish: { ...wish, answers: [...new Set(answers)] },
      regions: kept,
    };
    const saved = await this.#change((packs) => ok([...packs, pack]));
    if (!saved.ok) return saved;
    const begun = await this.#begin(pack, false);
    return begun.ok ? ok({ id }) : begun;
  }

  async pause(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    this.#stop(id);
    const { ground, store, collector } = this.#context;
    for (const region of pack.regions) await ground.regions.pause(region);
    if (pack.request !== null) {
      const stopped = await store.write('answers.setState', {
        request: pack.request,
        state: 'paused',
      });
      if (!stopped.ok) return stopped;
      collector.changed();
    }
    return this.#set(id, { state: 'paused' });
  }

  async resume(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    const regions = await this.#eachRegion(pack, (id) => this.#context.ground.regions.resume(id));
    if (!regions.ok) return regions;
    return this.#begin({ ...pack, regions: regions.value }, false);
  }

  async refresh(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    const regions = await this.#eachRegion(pack, (id) => this.#context.ground.regions.refresh(id));
    if (!regions.ok) return regions;
    const since = this.#context.ports.clock.now();
    return this.#begin({ ...pack, regions: regions.value, since }, true);
  }

  async remove(id: string): Promise<Done> {
    const pack = await this.#find(id);
    if (pack === null) return UNKNOWN;
    this.#stop(id);
    const { ground, store, collector } = this.#context;
    if (pack.request !== null) {
      const cancelled = await store.write('answers.cancel', { request: pack.request });
      if (!cancelled.ok) return cancelled;
      collector.changed();
    }
    for (const region of pack.regions) await ground.regions.remove(region);
    return this.#change((packs) => ok(packs.filter((each) => each.id !== id)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTell?.();
    const readings = [...this.#readings.values()];
    for (const reading of readings) reading.stop();
    await Promise.all(readings.map(({ ended }) => ended));
    await this.#last;
  }

  /** Goes on with the regions; one that was removed in the settings is kept anew. */
  async #eachRegion(pack: KeptPack, act: (id: string) => Promise<Done>): Promise<Result<string[]>> {
    const { regions } = this.#context.ground;
    const ids: string[] = [];
    for (const [at, wanted] of pack.wish.regions.entries()) {
      const id = pack.regions[at];
      if (id !== undefined && (await act(id)).ok) {
        ids.push(id);
        continue;
      }
      const made = await regions.keep({ ...wanted, name: pack.wish.name });
      if (!made.ok) return made;
      ids.push(made.value.region);
    }
    return ok(ids);
  }

  /** Asks for what is missing, or for all of it again. */
  async #begin(pack: KeptPack, again: boolean): Promise<Done> {
    this.#stop(pack.id);
    const asked = await this.#askForAnswers(pack, again);
    if (!asked.ok) return asked;
    const next: KeptPack = { ...pack, state: 'running', request: asked.value };
    const { state, since, request, regions } = next;
    const saved = await this.#set(pack.id, { state, since, request, regions });
    if (saved.ok) this.#read(next);
    return saved;
  }

  async #askForAnswers(pack: KeptPack, again: boolean): Promise<Result<string | null>> {
    const { store, ports, collector } = this.#context;
    const { answers: ids, withPdf, name } = pack.wish;
    if (ids.length === 0) return ok(null);
    // What was asked for before is asked for anew: nothing of it stays paused or given up.
    if (pack.request !== null) {
      const cancelled = await store.write('answers.cancel', { request: pack.request });
      if (!cancelled.ok) return cancelled;
    }
    const id = ports.random.uuid();
    const wanted = await store.write('answers.want', {
      ...{ id, ids, at: ports.clock.now(), source: 'text', label: name },
      ...{ withFiles: false, withPdf, again },
    });
    if (!wanted.ok) return wanted;
    collector.wake();
    collector.changed();
    return ok(id);
  }

  #read(pack: KeptPack): void {
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

  #stop(id: string): void {
    this.#readings.get(id)?.stop();
    this.#readings.delete(id);
  }

  #known(): Promise<readonly KeptPack[]> {
    return (this.#list ??= this.#file.load().then(({ packs }) => packs));
  }

  async #find(id: string): Promise<KeptPack | null> {
    return (await this.#known()).find((pack) => pack.id === id) ?? null;
  }

  #set(id: string, change: Partial<KeptPack>): Promise<Done> {
    return this.#change((packs) =>
      packs.some((pack) => pack.id === id)
        ? ok(packs.map((pack) => (pack.id === id ? { ...pack, ...change } : pack)))
        : UNKNOWN,
    );
  }

  /** Changes the list on disk, then tells of it. */
  async #change(change: (packs: readonly KeptPack[]) => Result<KeptPack[]>): Promise<Done> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#last = promise;
    await before;
    try {
      const next = change(await this.#known());
      if (!next.ok) return next;
      const saved = await this.#file.save({ version: 1, packs: next.value });
      if (!saved.ok) return saved;
      this.#list = Promise.resolve(next.value);
    } finally {
      resolve(undefined);
    }
    this.#tell();
    return ok({});
  }

  #tell(): void {
    if (this.#cancelTell !== null || this.#closed) return;
    this.#cancelTell = this.#context.ports.clock.after(TELL_MS, () => {
      this.#cancelTell = null;
      this.#context.emit({ name: 'packs', payload: {} });
    });
  }
}

/** A region that was removed in the settings. */
const NO_REGION: PackPart = {
  ...{ is: 'region', all: null, here: 0, failed: 0, bytes: 0, oldestAt: null },
  problem: fail({
    kind: 'missing',
    code: 'packs.regionGone',
    message:
      'The region of the map was removed in the settings. Fetching the pack anew keeps it again.',
    safe: 'The rest of the pack is as it was.',
  }).error,
};

/** What went wrong while a part was read. */
function told(part: PackPart, reading: PackReading | undefined): PackPart {
  if (reading === undefined) return part;
  const isRoutes = part.is === 'routes';
  const isWhole = part.all !== null && part.here >= part.all;
  const isOwn = isRoutes || PACK_LISTS.some((list) => list === part.is);
  const { failed, problem } = isRoutes
    ? reading.routes
    : { failed: part.failed, problem: reading.lists.get(part.is) ?? part.problem };
  return { ...part, failed, problem: problem ?? (isOwn && !isWhole ? reading.waitsFor : null) };
}

/** @param folder of the account */
export function createPacks(context: PacksContext, folder: string): Packs {
  return new AccountPacks(context, folder);
}

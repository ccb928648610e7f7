import { rm } from 'node:fs/promises';
import type { PackWish } from '../../../../shared/ipc/packs.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { AccountContext } from '../../accountContext.ts';
import type { OldRecord, TakenOld } from '../../mirror/oldReadings.ts';
import { documentKey } from '../../sync/single.ts';
import { routeDay } from '../wish.ts';
import { openPack, refusing, type OpenPack } from './read.ts';

/**
 * Takes the readings of a pack's file into the mirror, as old ones. Done twice it is done once, so
 * that a start after a kill does it again.
 */

export type TakeContext = Pick<
  AccountContext,
  'store' | 'ports' | 'ground' | 'emit' | 'attachments'
>;

/** A map that came with a pack. */
export interface TakenMap {
  id: string;
  tiles: number;
  oldestAt: number;
}

/** Records of one write; a person's own write waits no longer. */
const AT_ONCE = 100;
const MOST_AT_ONCE_BYTES = 1024 * 1024;

const STOPPED = fail({
  kind: 'local',
  code: 'packs.stopped',
  message: 'Taking in the pack was stopped.',
  safe: 'What was taken stays; it can be gone on with.',
});

type Entity = PackWish['lists'][number];

/** Records on their way, written some at a time. */
class RecordBatch {
  readonly #context: TakeContext;
  #entity: Entity | null = null;
  #rows: OldRecord[] = [];
  #bytes = 0;

  constructor(context: TakeContext) {
    this.#context = context;
  }

  async add(entity: Entity, row: OldRecord): Promise<Result<unknown>> {
    const isFull = this.#rows.length >= AT_ONCE || this.#bytes >= MOST_AT_ONCE_BYTES;
    const written = isFull || entity !== this.#entity ? await this.write() : ok(null);
    this.#entity = entity;
    this.#rows.push(row);
    this.#bytes += row.text.length;
    return written;
  }

  async write(): Promise<Result<unknown>> {
    const [entity, rows] = [this.#entity, this.#rows];
    [this.#rows, this.#bytes] = [[], 0];
    if (entity === null || rows.length === 0) return ok(null);
    const { store, ports } = this.#context;
    return store.write('old.takeRecords', { entity, rows, now: ports.clock.now() });
  }
}

async function takeRecords(
  context: TakeContext,
  pack: OpenPack,
  goesOn: () => boolean,
): Promise<Result<unknown>> {
  const batch = new RecordBatch(context);
  for await (const { entity, text, readAt } of pack.lines('records')) {
    if (!goesOn()) return STOPPED;
    const added = await batch.add(entity, { text, readAt });
    if (!added.ok) return added;
  }
  return batch.write();
}

async function takeAnswers(
  { store, ports }: TakeContext,
  pack: OpenPack,
  goesOn: () => boolean,
): Promise<Result<unknown>> {
  for await (const { answer, text, readAt } of pack.lines('answers')) {
    if (!goesOn()) return STOPPED;
    const params = { answerId: answer };
    const document = {
      ...{ key: documentKey('getAnswer', params, {}), endpoint: 'getAnswer', shown: null },
      ...{ params: JSON.stringify(params), query: '{}', text, readAt },
    };
    const taken = await store.write('old.takeDocument', { document, now: ports.clock.now() });
    if (!taken.ok) return taken;
  }
  return ok(null);
}

async function takeRoutes(
  { store, ports }: TakeContext,
  pack: OpenPack,
  goesOn: () => boolean,
): Promise<Result<unknown>> {
  for await (const { vehicle, fromMs, toMs, text, readAt } of pack.lines('routes')) {
    if (!goesOn()) return STOPPED;
    const { key, query } = routeDay(vehicle, fromMs, toMs);
    const params = { vehicleId: vehicle };
    const prepared = await store.read('documents.prepare', {
      ...{ name: 'listRoutes', params, places: [''] },
      bytes: new TextEncoder().encode(text),
    });
    // It was looked through before; what does not fit now is left where it is.
    if (prepared.is !== 'fit') continue;
    const { shown, thinned } = prepared;
    const document = {
      ...{ key, endpoint: 'listRoutes', text, readAt },
      ...{ params: JSON.stringify(params), query: JSON.stringify(query) },
      shown: thinned === null ? null : { json: shown, ...thinned },
    };
    const taken = await store.write('old.takeDocument', { document, now: ports.clock.now() });
    if (!taken.ok) return taken;
  }
  return ok(null);
}

async function takePdfs(
  { store, ports }: TakeContext,
  pack: OpenPack,
  goesOn: () => boolean,
): Promise<Result<unknown>> {
  for await (const { answer, bytes, readAt } of pack.lines('pdfs')) {
    if (!goesOn()) return STOPPED;
    const taken: Result<TakenOld> = await store.write('old.takePdf', {
      ...{ answerId: answer, readAt, now: ports.clock.now() },
      bytes: Uint8Array.from(Buffer.from(bytes, 'base64')),
    });
    if (!taken.ok) return taken;
  }
  return ok(null);
}

async function takeFiles(
  { attachments }: TakeContext,
  pack: OpenPack,
  goesOn: () => boolean,
): Promise<Result<unknown>> {
  for await (const { path, bytes, readAt } of pack.lines('files')) {
    if (!goesOn()) return STOPPED;
    const file = Uint8Array.from(Buffer.from(bytes, 'base64'));
    const saved = await attachments.keepOld(path, file, readAt);
    if (!saved.ok) return saved;
  }
  return ok(null);
}

async function takeMaps(
  { ground, ports }: TakeContext,
  pack: OpenPack,
  { copy, between }: { copy: string; between: string },
  maps: TakenMap[],
): Promise<Result<unknown>> {
  for (const [at, { name, tiles, oldestAt }] of pack.about.maps.entries()) {
    await pack.extractMap(at, between);
    const added = await ground.adopt(between, `${copy}-${at + 1}`, name);
    await rm(between, { force: true });
    // A map that can't be drawn is no reason to refuse the answers.
    if (!added.ok) ports.log.write('warn', 'packs.map', { code: added.error.code });
    else maps.push({ id: added.value.map.id, tiles, oldestAt });
  }
  return ok(null);
}

/**
 * Takes what a file holds. Errors: those of `openPack` and of the disk; `packs.stopped`.
 *
 * @param file where it lies, `copy` its name, `between` where a map may lie for a moment
 */
export async function takePack(
  context: TakeContext,
  place: { file: string; copy: string; between: string },
  goesOn: () => boolean,
): Promise<Result<{ maps: TakenMap[] }>> {
  const opened = await openPack(place.file);
  if (!opened.ok) return opened;
  const pack = opened.value;
  const maps: TakenMap[] = [];
  const taken = await refusing<unknown>(async () => {
    for (const take of [takeRecords, takeAnswers, takeRoutes, takePdfs, takeFiles]) {
      const done = await take(context, pack, goesOn);
      if (!done.ok) return done;
    }
    return takeMaps(context, pack, place, maps);
  });
  await pack.close();
  for (const name of ['getAnswer', 'listRoutes'] as const) {
    context.emit({ name: 'documentChanged', payload: { endpoint: name } });
  }
  return taken.ok ? ok({ maps }) : taken;
}

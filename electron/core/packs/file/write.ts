import { openAsBlob } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { BlobReader, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { MOST_PACK_FILE_BYTES } from '../../../../shared/ipc/packs.ts';
import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import type { AccountContext } from '../../accountContext.ts';
import { failedBy } from '../../db/failure.ts';
import type { SavedPack } from '../packList.ts';
import { chosenOf, routeDaysOf } from '../wish.ts';
import {
  ABOUT,
  LINE_FILES,
  MOST_LINE_BYTES,
  PACK_VERSION,
  lineFileName,
  mapFileName,
  type LineFile,
  type LineOf,
  type PackAbout,
} from './format.ts';

/** Makes the file of a pack: what is here of it, with the time of each reading. */

export type WriteContext = Pick<
  AccountContext,
  'store' | 'ports' | 'identity' | 'ground' | 'attachments'
>;

/** Rows of a list that are read at once. */
const AT_ONCE = 200;

const TOO_LARGE = fail({
  kind: 'invalid',
  code: 'packs.tooLargeToKeep',
  message: `A pack is kept as a file up to ${MOST_PACK_FILE_BYTES / 1024 / 1024} MB. Make one with fewer answers, or without PDFs or the map.`,
  safe: 'No file was made.',
  next: 'editInput',
});
const NOTHING = fail({
  kind: 'missing',
  code: 'packs.nothingHere',
  message: 'Nothing of this pack is here yet.',
  safe: 'No file was made.',
  next: 'none',
});

interface Lines {
  records: AsyncGenerator<LineOf<'records'>>;
  answers: AsyncGenerator<LineOf<'answers'>>;
  routes: AsyncGenerator<LineOf<'routes'>>;
  pdfs: AsyncGenerator<LineOf<'pdfs'>>;
  files: AsyncGenerator<LineOf<'files'>>;
}

async function* recordsOf({ store }: WriteContext, { wish }: SavedPack): Lines['records'] {
  const whole = wish.lists.map((entity) => ({ entity, ids: null }));
  for (const { entity, ids } of [...whole, ...chosenOf(wish)]) {
    for (let after = 0; ;) {
      const rows = await store.read('old.records', { entity, ids, after, limit: AT_ONCE });
      for (const { readAt, text } of rows) if (readAt !== null) yield { entity, readAt, text };
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.rowid;
    }
  }
}

async function* answersOf({ store }: WriteContext, { wish }: SavedPack): Lines['answers'] {
  for (const answer of wish.answers) {
    const saved = await store.read('old.answer', { id: answer });
    if (saved !== null) yield { answer, readAt: saved.readAt, text: saved.text };
  }
}

async function* routesOf({ store }: WriteContext, pack: SavedPack): Lines['routes'] {
  for (const { key, vehicleId, fromMs, toMs } of routeDaysOf(pack)) {
    const saved = await store.read('documents.get', { key, whole: true });
    if (saved === null) continue;
    yield { vehicle: vehicleId, fromMs, toMs, readAt: saved.readAt, text: saved.json };
  }
}

async function* pdfsOf({ store }: WriteContext, { wish }: SavedPack): Lines['pdfs'] {
  for (const answer of wish.withPdf ? wish.answers : []) {
    const saved = await store.read('pdfs.get', { answerId: answer });
    if (saved === null) continue;
    const bytes = Buffer.from(saved.bytes).toString('base64');
    yield { answer, readAt: saved.readAt, bytes };
  }
}

async function* filesOf({ store, attachments }: WriteContext, { wish }: SavedPack): Lines['files'] {
  const written = new Set<string>();
  for (const id of wish.withFiles ? wish.answers : []) {
    const answer = await store.read('old.answer', { id });
    const own = answer === null ? [] : attachments.linksOf(answer.text);
    const others = answer === null ? [] : attachments.elsewhereOf(answer.text);
    for (const url of [...own, ...others]) {
      const { pathname, search, href } = new URL(url);
      // What a person fetched from another server goes along; nobody is asked for it here.
      const path = own.includes(url) ? pathname + search : href;
      const file = written.has(path) ? null : await attachments.here(url);
      written.add(path);
      if (file === null) continue;
      yield { path, readAt: file.readAt, bytes: Buffer.from(file.bytes).toString('base64') };
    }
  }
}

/** Readings as lines; those that are too long are left out and counted. Throws where it is stopped. */
async function* asLines(
  readings: AsyncGenerator,
  count: (fits: boolean) => void,
  goesOn: () => boolean,
): AsyncGenerator<Uint8Array> {
  for await (const reading of readings) {
    if (!goesOn()) throw new Error('stopped by a person');
    const line = Buffer.from(`${JSON.stringify(reading)}\n`);
    const fits = line.byteLength <= MOST_LINE_BYTES;
    count(fits);
    if (fits) yield line;
  }
}

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

interface Written {
  bytes: Uint8Array;
  /** Readings that are in it, and those that were too long. */
  count: number;
  left: number;
}

interface Writing {
  readonly file: string;
  readonly mapFile: string;
  readonly sized: (bytes: number) => void;
  readonly goesOn: () => boolean;
}

/** Writes everything into a ZIP on the disk, with the description last. Throws what the disk throws. */
async function writeZip(
  context: WriteContext,
  pack: SavedPack,
  { file, mapFile, sized, goesOn }: Writing,
): Promise<Omit<Written, 'bytes'>> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const sink = new WritableStream<Uint8Array>({
      async write(chunk) {
        sized(chunk.byteLength);
        await handle.writeFile(chunk);
      },
    });
    const now = context.ports.clock.now();
    const zip = new ZipWriter(sink, { lastModDate: new Date(now), useWebWorkers: false });
    const lines: PackAbout['lines'] = { records: 0, answers: 0, routes: 0, pdfs: 0, files: 0 };
    let left = 0;
    const readings: Lines = {
      records: recordsOf(context, pack),
      answers: answersOf(context, pack),
      routes: routesOf(context, pack),
      pdfs: pdfsOf(context, pack),
      files: filesOf(context, pack),
    };
    for (const name of LINE_FILES) {
      const count = (fits: boolean): void => {
        if (fits) lines[name] += 1;
        else left += 1;
      };
      const counted = asLines(readings[name], count, goesOn);
      await zip.add(lineFileName(name), streamOf(counted));
    }
    const maps: PackAbout['maps'] = [];
    for (const region of pack.regions) {
      const made = await context.ground.regions.archive(region, mapFile);
      if (made === null) continue;
      // Tiles are packed already.
      const tiles = new BlobReader(await openAsBlob(mapFile));
      await zip.add(mapFileName(maps.length), tiles, { level: 0 });
      maps.push(made);
    }
    const about: PackAbout = {
      ...{ waybill: 'pack', version: PACK_VERSION, exportedAt: now, lines, maps },
      ...{ service: context.identity.service, tenant: context.identity.tenant },
      wish: { ...pack.wish, regions: [] },
    };
    await zip.add(ABOUT, new TextReader(JSON.stringify(about)));
    await zip.close();
    const count = LINE_FILES.reduce((sum: number, name: LineFile) => sum + lines[name], 0);
    return { count: count + maps.length, left };
  } finally {
    await handle.close();
  }
}

/**
 * What is here of a pack, as the bytes of a file.
 *
 * Errors: `packs.nothingHere`, `packs.tooLargeToKeep`, those of the disk.
 *
 * @param folder where it is put together; what ends with `.part` there is nobody's after a crash
 * @param goesOn is asked before each reading; nothing is made where it says no
 */
export async function packFile(
  context: WriteContext,
  pack: SavedPack,
  folder: string,
  goesOn: () => boolean = () => true,
): Promise<Result<Written>> {
  const id = context.ports.random.uuid();
  const file = path.join(folder, `${id}.zip.part`);
  const mapFile = path.join(folder, `${id}.map.part`);
  let size = 0;
  const end = { wished: false };
  const asked = (): boolean => {
    end.wished = !goesOn();
    return !end.wished;
  };
  const sized = (bytes: number): void => {
    size += bytes;
    if (size > MOST_PACK_FILE_BYTES) throw new RangeError('more than a file of a pack holds');
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { count, left } = await writeZip(context, pack, { file, mapFile, sized, goesOn: asked });
    return count === 0 ? NOTHING : ok({ bytes: await readFile(file), count, left });
  } catch (error) {
    if (end.wished) return NOTHING;
    return size > MOST_PACK_FILE_BYTES ? TOO_LARGE : failedBy(error);
  } finally {
    await rm(file, { force: true });
    await rm(mapFile, { force: true });
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PMTiles, zxyToTileId, type RangeResponse, type Source } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openArchive, type Archive } from '../../../electron/core/ground/archive/archive.ts';
import { findEntry, readDirectory } from '../../../electron/core/ground/archive/directory.ts';
import { HEADER_BYTES, readHeader } from '../../../electron/core/ground/archive/header.ts';
import { tileId } from '../../../electron/core/ground/archive/tileId.ts';
import { listBytes, packed, writeArchive, type Written } from '../../support/pmtiles.ts';
import { townTiles } from '../../support/townTiles.ts';

/** Archives of tiles: read by stretches, whatever is in them. */

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-ground-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function onDisk(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, `${String((files += 1))}.pmtiles`);
  await writeFile(file, bytes);
  return file;
}

async function opened(bytes: Uint8Array): Promise<Archive> {
  const archive = await openArchive(await onDisk(bytes));
  if (!archive.ok) throw new Error(archive.error.message);
  onTestFinished(() => archive.value.close());
  return archive.value;
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const archive = await openArchive(await onDisk(bytes));
  if (!archive.ok) return archive.error.code;
  onTestFinished(() => archive.value.close());
  return 'opened';
}

/** The library of those who made the format, over the same bytes. */
class InMemory implements Source {
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  getKey(): string {
    return 'memory';
  }
  getBytes(offset: number, length: number): Promise<RangeResponse> {
    return Promise.resolve({
      data: new Uint8Array(this.#bytes.subarray(offset, offset + length)).buffer,
    });
  }
}

const TOWN = townTiles([-2.31, 41.06], [6, 12]);
const tile = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('an archive of tiles', () => {
  it('numbers tiles as the makers of the format do', () => {
    for (let z = 0; z <= 26; z += 1) {
      const side = 2 ** z;
      for (const [x, y] of [
        [0, 0],
        [side - 1, side - 1],
        [Math.floor(side / 3), Math.floor(side / 5)],
        [Math.floor(side * 0.77), Math.floor(side * 0.31)],
      ] as const) {
        expect(tileId(z, x, y), `${String(z)}/${String(x)}/${String(y)}`).toBe(
          zxyToTileId(z, x, y),
        );
      }
    }
  });

  it.each([
    { what: 'one list, gzip', shape: {} },
    { what: 'leaves, gzip', shape: { leafEntries: 7 } },
    { what: 'leaves, brotli', shape: { leafEntries: 7, packing: 3, tilePacking: 3 } },
    { what: 'leaves, zstd', shape: { leafEntries: 7, packing: 4, tilePacking: 4 } },
    { what: 'nothing packed', shape: { leafEntries: 7, packing: 1, tilePacking: 1 } },
  ])('is read as it was written: $what', async ({ shape }) => {
    const bytes = writeArchive({ ...TOWN, ...shape });
    const archive = await opened(bytes);
    for (const { z, x, y, bytes: wanted } of TOWN.tiles) {
      const got = await archive.tile(z, x, y);
      if (!got.ok) throw new Error(got.error.message);
      expect(Buffer.from(got.value ?? []).equals(wanted)).toBe(true);
    }
    expect(await archive.tile(12, 0, 0)).toEqual({ ok: true, value: null });
    expect(await archive.tile(3, 0, 0)).toEqual({ ok: true, value: null });
  });

  it('is read as by the library of those who made the format', async () => {
    const bytes = writeArchive({ ...TOWN, leafEntries: 11, metadata: '{"name":"Town"}' });
    const archive = await opened(bytes);
    const library = new PMTiles(new InMemory(bytes));
    expect(await library.getMetadata()).toEqual({ name: 'Town' });
    expect(await archive.metadata()).toEqual({ ok: true, value: '{"name":"Town"}' });
    for (const { z, x, y } of TOWN.tiles) {
      const theirs = await library.getZxy(z, x, y);
      const ours = await archive.tile(z, x, y);
      if (!ours.ok || ours.value === null || theirs === undefined) throw new Error('No tile.');
      expect(Buffer.from(ours.value).equals(new Uint8Array(theirs.data))).toBe(true);
    }
  });

  it('shares the bytes of tiles in a row', async () => {
    const sea = tile('sea');
    const quarters = [0, 1].flatMap((x) => [0, 1].map((y) => ({ z: 1, x, y, bytes: sea })));
    const archive = await opened(writeArchive({ tiles: quarters, tilePacking: 1 }));
    for (const { z, x, y } of quarters) {
      expect(await archive.tile(z, x, y)).toEqual({ ok: true, value: sea });
    }
    expect(await archive.tile(2, 0, 0)).toEqual({ ok: true, value: null });
  });

  const one: Written = { tiles: [{ z: 0, x: 0, y: 0, bytes: tile('all') }] };
  const bent = (bend: (header: DataView) => void): Uint8Array => writeArchive({ ...one, bend });
  it.each([
    { what: 'a text', bytes: tile('Once upon a time there was no archive.'), code: 'notPmtiles' },
    { what: 'nothing', bytes: new Uint8Array(0), code: 'notPmtiles' },
    { what: 'version 2', bytes: bent((h) => h.setUint8(7, 2)), code: 'version' },
    { what: 'version 4', bytes: bent((h) => h.setUint8(7, 4)), code: 'version' },
    { what: 'an old archive', bytes: Uint8Array.of(0x50, 0x4d, 2, 0, 9, 9, 9, 9), code: 'version' },
    { what: 'half a header', bytes: writeArchive(one).subarray(0, 60), code: 'damaged' },
    { what: 'a cut file', bytes: writeArchive(one).subarray(0, -2), code: 'truncated' },
    { what: 'unknown tiles', bytes: bent((h) => h.setUint8(99, 77)), code: 'kind' },
    { what: 'an unknown packing', bytes: bent((h) => h.setUint8(97, 9)), code: 'kind' },
    { what: 'zooms that make no sense', bytes: bent((h) => h.setUint8(101, 99)), code: 'damaged' },
    {
      what: 'no place',
      bytes: bent((h) => h.setInt32(110, -1_800_000_000, true)),
      code: 'damaged',
    },
    {
      what: 'a list beyond all files',
      bytes: bent((h) => h.setBigUint64(8, 2n ** 60n, true)),
      code: 'damaged',
    },
  ])('says so at once where it is $what', async ({ bytes, code }) => {
    expect(await codeOf(bytes)).toBe(`ground.${code}`);
  });

  it('says that a file has gone, and takes no folder for one', async () => {
    expect(await openArchive(path.join(folder, 'none.pmtiles'))).toMatchObject({
      error: { code: 'ground.gone', kind: 'local' },
    });
    expect(await openArchive(folder)).toMatchObject({ error: { code: 'ground.notPmtiles' } });
  });

  it('does not unpack what claims to be far too large', async () => {
    const bomb = new Uint8Array(64 * 1024 * 1024);
    const tiles = [{ z: 0, x: 0, y: 0, bytes: bomb }];
    const archive = await opened(writeArchive({ tiles }));
    const before = process.memoryUsage().arrayBuffers;
    expect(await archive.tile(0, 0, 0)).toMatchObject({ error: { code: 'ground.damaged' } });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(48 * 1024 * 1024);
    const metadata = ' '.repeat(32 * 1024 * 1024);
    const talks = await opened(writeArchive({ ...one, metadata }));
    expect(await talks.metadata()).toMatchObject({ error: { code: 'ground.damaged' } });
  });

  it('says at the tile what the header could not tell', async () => {
    const whole = writeArchive(one);
    const header = readHeader(whole.subarray(0, HEADER_BYTES), whole.byteLength);
    if (!header.ok) throw new Error(header.error.message);
    const spoilt = whole.slice();
    spoilt.fill(0xff, header.value.tiles.offset);
    expect(await (await opened(spoilt)).tile(0, 0, 0)).toMatchObject({
      error: { code: 'ground.damaged' },
    });
    const listless = whole.slice();
    listless.fill(0xff, header.value.root.offset, header.value.root.offset + 8);
    expect(await (await opened(listless)).tile(0, 0, 0)).toMatchObject({
      error: { code: 'ground.damaged' },
    });
  });

  it('does not follow lists that lead in circles or out of their room', async () => {
    const circle = packed(listBytes([{ id: 0, run: 0, offset: 0, length: 24 }]), 1);
    const leaf = new Uint8Array(24);
    leaf.set(circle);
    const away = packed(listBytes([{ id: 0, run: 1, offset: 10 ** 9, length: 5 }]), 1);
    for (const root of [circle, away]) {
      const bytes = new Uint8Array(HEADER_BYTES + root.byteLength + 24);
      const view = new DataView(bytes.buffer);
      bytes.set(writeArchive({ ...one, packing: 1 }).subarray(0, HEADER_BYTES));
      const stretches = [
        [HEADER_BYTES, root.byteLength],
        [HEADER_BYTES, 0],
        [HEADER_BYTES + root.byteLength, 24],
        [HEADER_BYTES + root.byteLength, 24],
      ];
      stretches.forEach(([offset = 0, length = 0], i) => {
        view.setBigUint64(8 + 16 * i, BigInt(offset), true);
        view.setBigUint64(16 + 16 * i, BigInt(length), true);
      });
      bytes.set(root, HEADER_BYTES);
      bytes.set(leaf, HEADER_BYTES + root.byteLength);
      expect(await (await opened(bytes)).tile(0, 0, 0)).toMatchObject({
        error: { code: 'ground.damaged' },
      });
    }
  });
});

/** Numbers that look like chance and are the same on every run. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('bytes that nobody wrote as an archive', () => {
  /** Repeats the run. */
  const SEED = 20_261_122;
  const RUNS = 400;

  it('are refused as data', async () => {
    const next = chance(SEED);
    const at = (most: number): number => Math.floor(next() * most);
    const shapes = [{}, { leafEntries: 5 }, { leafEntries: 5, packing: 1, tilePacking: 1 }];
    const wholes = shapes.map((shape) => writeArchive({ ...TOWN, ...shape }));
    const outcomes = new Set<string>();
    for (let run = 0; run < RUNS; run += 1) {
      const whole = wholes[run % wholes.length] ?? new Uint8Array();
      let bytes = whole.slice();
      // Headers and lists are what all else hangs on: most of the damage goes there.
      const reach = run % 4 === 3 ? bytes.byteLength : Math.min(bytes.byteLength, 700);
      for (let change = 0; change < 1 + at(4); change += 1) {
        const place = run % 4 === 0 ? 8 + at(HEADER_BYTES - 8) : at(reach);
        bytes[place] = at(256);
      }
      if (run % 9 === 8) bytes = bytes.slice(0, at(bytes.byteLength));
      const archive = await openArchive(await onDisk(bytes));
      if (!archive.ok) {
        outcomes.add(archive.error.code);
        continue;
      }
      await archive.value.metadata();
      for (const { z, x, y } of TOWN.tiles.slice(0, 6)) {
        const got = await archive.value.tile(z, x, y);
        outcomes.add(got.ok ? 'tile' : got.error.code);
      }
      await archive.value.close();
    }
    expect([...outcomes].every((code) => code === 'tile' || code.startsWith('ground.'))).toBe(true);
    expect(outcomes.size).toBeGreaterThan(4);
  });

  it('make no list longer than their bytes', () => {
    const next = chance(SEED);
    for (let run = 0; run < 20_000; run += 1) {
      const bytes = Uint8Array.from({ length: Math.floor(next() * 64) }, () =>
        Math.floor(next() * 256),
      );
      const list = readDirectory(bytes);
      if (list === null) continue;
      expect(list.ids.length * 4).toBeLessThan(bytes.byteLength);
      const found = findEntry(list, Math.floor(next() * 1000));
      if (found !== null) expect(Number.isSafeInteger(found.offset)).toBe(true);
    }
  });
});

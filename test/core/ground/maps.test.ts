import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGround } from '../../../electron/core/ground/createGround.ts';
import { plainLine } from '../../../electron/core/ground/describe.ts';
import type { Ground } from '../../../electron/core/ground/ground.ts';
import { tileContent } from '../../../electron/core/ground/tileContent.ts';
import { groundHandlers } from '../../../electron/core/handlers/ground.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import type { GroundMap } from '../../../shared/ipc/ground.ts';
import type { Result } from '../../../shared/result.ts';
import { writeArchive, type Written } from '../../support/pmtiles.ts';
import { TOWN_METADATA, townTiles } from '../../support/townTiles.ts';
import { vectorTile } from '../../support/vectorTile.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { testPorts } from '../sync/support.ts';

/** The maps of an account: added, looked into, chosen, kept and removed. */

const PHOTOS = new URL('../../support/pmtiles/mt-whitney-8-12-webp-512.pmtiles', import.meta.url);
const TOWN = townTiles([-2.31, 41.06], [6, 11]);
const ARCHIVE = writeArchive({ ...TOWN, metadata: TOWN_METADATA });

let folder = '';
let ground: Ground;
const events: AnyEvent[] = [];

function open(): Ground {
  const ports = testPorts(virtualClock());
  return createGround(
    {
      ...{ ports, emit: (event) => void events.push(event) },
      tenantOptions: () => Promise.resolve(null),
      serviceIsLocal: () => false,
      mayAsk: () => true,
    },
    folder,
  );
}
async function onDisk(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, 'brought', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return file;
}
async function added(result: Promise<Result<{ map: GroundMap }>>): Promise<GroundMap> {
  const done = await result;
  if (!done.ok) throw new Error(done.error.message);
  return done.value.map;
}
async function codeOf(written: Written): Promise<string> {
  const done = await ground.addFile(await onDisk('tried.pmtiles', writeArchive(written)));
  return done.ok ? 'added' : done.error.code;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-ground-'));
  events.length = 0;
  ground = open();
});
afterEach(async () => {
  await ground.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the maps of an account', () => {
  it('are added with what they tell of themselves, chosen, and kept', async () => {
    const file = await onDisk('Town.pmtiles', ARCHIVE);
    const map = await added(ground.addFile(file));
    expect(map).toMatchObject({
      ...{ from: 'file', name: 'Lindenbrück (Town)', place: file, tiles: 'vector', problem: null },
      ...{ encoding: 'mvt', minZoom: 6, maxZoom: 11, attribution: '© Lindenbrück surveyors' },
      sizeBytes: ARCHIVE.byteLength,
    });
    expect(map.bounds.west).toBeCloseTo(-2.51, 5);
    expect(events.at(-1)).toMatchObject({ name: 'ground', payload: { chosen: map.id } });
    await ground.close();
    ground = open();
    expect(await ground.maps()).toMatchObject({ maps: [map], chosen: map.id });
  });

  it('give tiles unpacked, and none where there are none', async () => {
    const map = await added(ground.addFile(await onDisk('Town.pmtiles', ARCHIVE)));
    const [first] = TOWN.tiles;
    if (first === undefined) throw new Error('The town has no tile.');
    const calls = groundHandlers(() => ({ ground }) as never);
    const { z, x, y, bytes } = first;
    const tile = await calls['ground.tile']({ id: map.id, z, x, y });
    if (!tile.ok || tile.value.bytes === null) throw new Error('No tile.');
    expect(Buffer.from(tile.value.bytes).equals(bytes)).toBe(true);
    // Nothing travels with it that lies beside it in memory.
    expect(tile.value.bytes.buffer.byteLength).toBe(bytes.byteLength);
    expect(await ground.tile(map.id, 6, 0, 0)).toEqual({ ok: true, value: null });
    expect(await ground.tile(map.id, 6, 64, 0)).toEqual({ ok: true, value: null });
    expect(await ground.tile('gone', 0, 0, 0)).toMatchObject({ error: { code: 'ground.unknown' } });
  });

  it('can be real photographs, of any size of picture', async () => {
    const file = await onDisk('Whitney.pmtiles', await readFile(PHOTOS));
    const map = await added(ground.addFile(file));
    expect(map).toMatchObject({ name: 'Whitney', tiles: 'raster', tilePx: 512, maxZoom: 12 });
    expect(map.attribution).toBe('U.S. Geological Survey');
    const tile = await ground.tile(map.id, 8, 43, 100);
    expect(tile.ok && tile.value !== null && tile.value.byteLength > 1_000).toBe(true);
  });

  it('stay on the list when the file has gone, say so, and come back with it', async () => {
    const file = await onDisk('Town.pmtiles', ARCHIVE);
    const map = await added(ground.addFile(file));
    await rename(file, `${file}.away`);
    const { maps, chosen } = await ground.maps();
    expect(chosen).toBe(map.id);
    expect(maps[0]?.problem).toMatchObject({ code: 'ground.gone', kind: 'local' });
    expect(await ground.tile(map.id, 6, 31, 24)).toMatchObject({ error: { code: 'ground.gone' } });
    await rename(`${file}.away`, file);
    expect((await ground.maps()).maps[0]?.problem).toBeNull();
  });

  it('are read anew where another file takes the place of the first', async () => {
    const file = await onDisk('Town.pmtiles', ARCHIVE);
    const map = await added(ground.addFile(file));
    await writeFile(file, ARCHIVE.subarray(0, 500));
    expect((await ground.maps()).maps[0]?.problem).toMatchObject({ code: 'ground.truncated' });
    const other = townTiles([-2.31, 41.06], [6, 8]);
    await writeFile(file, writeArchive({ ...other, metadata: TOWN_METADATA }));
    const again = await added(ground.addFile(file));
    expect(again).toMatchObject({ id: map.id, maxZoom: 8 });
    expect(again.version).not.toBe(map.version);
    expect((await ground.maps()).maps).toHaveLength(1);
  });

  it('leave a file of one’s own where it is, and the built-in ground when they go', async () => {
    const file = await onDisk('Town.pmtiles', ARCHIVE);
    const map = await added(ground.addFile(file));
    expect(await ground.remove(map.id)).toEqual({ ok: true, value: {} });
    expect(await ground.maps()).toMatchObject({ maps: [], chosen: null });
    expect((await stat(file)).size).toBe(ARCHIVE.byteLength);
    expect(await ground.choose(map.id)).toMatchObject({ error: { code: 'ground.unknown' } });
  });

  it('are all added that are added at once', async () => {
    const files = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => onDisk(`${name}.pmtiles`, ARCHIVE)),
    );
    await Promise.all(files.map((file) => ground.addFile(file)));
    await ground.close();
    ground = open();
    expect((await ground.maps()).maps.map(({ place }) => place).sort()).toEqual(files.sort());
  });

  it('are kept where their list can’t be read for a moment', async () => {
    const map = await added(ground.addFile(await onDisk('Town.pmtiles', ARCHIVE)));
    await ground.close();
    const list = path.join(folder, 'ground', 'maps.json');
    await rename(list, `${list}.away`);
    await mkdir(list);
    ground = open();
    expect(await ground.maps()).toMatchObject({ maps: [] });
    const file = await onDisk('Other.pmtiles', ARCHIVE);
    expect(await ground.addFile(file)).toMatchObject({ error: { code: 'disk.notRead' } });
    await rmdir(list);
    await rename(`${list}.away`, list);
    expect(await ground.maps()).toMatchObject({ maps: [map], chosen: map.id });
  });

  it('are none where the list is damaged, which is put aside', async () => {
    await ground.addFile(await onDisk('Town.pmtiles', ARCHIVE));
    await ground.close();
    await writeFile(path.join(folder, 'ground', 'maps.json'), '{"version":1,"maps":[{"id":');
    ground = open();
    expect(await ground.maps()).toMatchObject({ maps: [], chosen: null });
    const kept = await readdir(path.join(folder, 'ground'));
    expect(kept.some((name) => name.startsWith('maps.json.damaged-'))).toBe(true);
  });

  const mvt = vectorTile([{ name: 'earth', features: [] }]);
  const at = (bytes: Uint8Array): Pick<Written, 'tiles'> => ({
    tiles: [{ z: 0, x: 0, y: 0, bytes }],
  });
  const listing = (id: string, fields: object): string =>
    JSON.stringify({ vector_layers: [{ id, fields }] });
  it.each([
    { what: 'another schema', written: { ...at(mvt), metadata: listing('transportation', {}) } },
    {
      what: 'an older schema',
      written: { ...at(mvt), metadata: listing('earth', { 'pmap:kind': '' }) },
    },
    { what: 'layers that no list tells', written: at(vectorTile([{ name: 'x', features: [] }])) },
  ])('refuse $what in words', async ({ written }) => {
    expect(await codeOf(written)).toBe('ground.schema');
  });
  it.each([
    { what: 'vectors that are text', written: at(new TextEncoder().encode('<html></html>')) },
    { what: 'pictures that are vectors', written: { ...at(mvt), kind: 2 } },
    { what: 'metadata that is no JSON', written: { ...at(mvt), metadata: '{"name"' } },
  ])('refuse $what as damaged', async ({ written }) => {
    expect(await codeOf(written)).toBe('ground.damaged');
  });

  it('name their makers as plain text, whatever they wrote', () => {
    expect(plainLine('<a href="javascript:alert(1)">&copy; Ma\u202Epp\u0000ers</a> &#38; Co')).toBe(
      '© Ma pp ers & Co',
    );
    expect(plainLine('x'.repeat(5_000))).toHaveLength(200);
    expect(plainLine({ html: 'no' })).toBe('');
  });
});

describe('a picture that is a tile', () => {
  function png(width: number, height: number): Uint8Array {
    const bytes = new Uint8Array(40);
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    bytes.set(new TextEncoder().encode('IHDR'), 12);
    const view = new DataView(bytes.buffer);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return bytes;
  }
  it('is small, and what it is called does not count', () => {
    expect(tileContent(png(256, 256), 'raster')).toMatchObject({ kind: 'png', edgePx: 256 });
    expect(tileContent(png(60_000, 60_000), 'raster')).toBeNull();
    expect(tileContent(png(256, 0), 'raster')).toBeNull();
    expect(tileContent(png(256, 256).subarray(0, 20), 'raster')).toBeNull();
    expect(tileContent(new TextEncoder().encode('<svg></svg>'), 'raster')).toBeNull();
  });

  /** Each pair of edges in a box of its own, the next so many bytes behind it. */
  function avif(
    edges: readonly (readonly [number, number])[],
    apart = 0,
    brand = 'avif',
  ): Uint8Array {
    const boxes = edges.map(([width, height]) => {
      const box = Buffer.alloc(20 + apart);
      box.write('\0\0\0\x14ispe', 'latin1');
      box.writeUInt32BE(width, 12);
      box.writeUInt32BE(height, 16);
      return box;
    });
    return Buffer.concat([Buffer.from(`\0\0\0\x10ftyp${brand}\0\0\0\0`, 'latin1'), ...boxes]);
  }
  it('is as large as the largest picture in it, wherever its edges stand', () => {
    expect(tileContent(avif([[512, 512]]), 'raster')).toMatchObject({ kind: 'avif', edgePx: 512 });
    const large = [
      [512, 512],
      [16_384, 16_384],
    ] as const;
    expect(tileContent(avif(large), 'raster')).toBeNull();
    expect(tileContent(avif(large, 8_192), 'raster')).toBeNull();
    expect(tileContent(avif(large.toReversed()), 'raster')).toBeNull();
    expect(tileContent(avif([[512, 512]]).subarray(0, -1), 'raster')).toBeNull();
    expect(tileContent(avif([]), 'raster')).toBeNull();
    expect(tileContent(avif([[512, 512]], 0, 'avis'), 'raster')).toBeNull();
  });
});

describe('an archive that comes in parts', () => {
  async function copy(bytes: Uint8Array, partBytes = 1_000): Promise<Result<{ map: GroundMap }>> {
    const begun = await ground.copies.begin('Town.pmtiles', bytes.byteLength);
    if (!begun.ok) return begun;
    const { copy: id } = begun.value;
    for (let at = 0; at < bytes.byteLength; at += partBytes) {
      const part = await ground.copies.add(id, bytes.subarray(at, at + partBytes));
      if (!part.ok) return part;
    }
    return ground.endCopy(id);
  }
  const copied = (): Promise<string[]> => readdir(path.join(folder, 'ground', 'files'));

  it('is copied, added, and deleted when it is removed', async () => {
    const map = await added(copy(ARCHIVE));
    expect(map).toMatchObject({ from: 'copy', name: 'Lindenbrück (Town)', problem: null });
    expect(await copied()).toHaveLength(1);
    await ground.remove(map.id);
    expect(await copied()).toEqual([]);
  });

  it('says at its first part that it is no archive, and leaves nothing', async () => {
    const noise = new TextEncoder().encode('no archive at all '.repeat(500));
    expect(await copy(noise)).toMatchObject({ error: { code: 'ground.notPmtiles' } });
    const cut = await ground.copies.begin('Cut.pmtiles', 200);
    if (!cut.ok) throw new Error(cut.error.message);
    expect(await ground.copies.add(cut.value.copy, ARCHIVE.subarray(0, 200))).toMatchObject({
      error: { code: 'ground.truncated' },
    });
    expect(await copied()).toEqual([]);
  });

  it('is given up whole: on request, when parts are missing, and after a crash', async () => {
    const begun = await ground.copies.begin('Town.pmtiles', ARCHIVE.byteLength);
    if (!begun.ok) throw new Error(begun.error.message);
    await ground.copies.add(begun.value.copy, ARCHIVE.subarray(0, 1_000));
    expect(await ground.endCopy(begun.value.copy)).toMatchObject({
      error: { code: 'ground.truncated' },
    });
    expect(await copied()).toEqual([]);
    await writeFile(path.join(folder, 'ground', 'files', 'left.pmtiles.part'), 'half of it');
    await ground.close();
    ground = open();
    await ground.maps();
    expect(await copied()).toEqual([]);
  });

  it('that comes as the account closes leaves nothing behind', async () => {
    await ground.maps();
    await ground.close();
    await rm(path.join(folder, 'ground'), { recursive: true, force: true });
    expect(await ground.copies.begin('Town.pmtiles', ARCHIVE.byteLength)).toMatchObject({
      error: { code: 'ground.noCopy' },
    });
    const file = await onDisk('Town.pmtiles', ARCHIVE);
    expect(await ground.addFile(file)).toMatchObject({ error: { code: 'account.none' } });
    expect(await readdir(folder)).toEqual(['brought']);
  });

  it('ends its look through the folder before it is closed', async () => {
    const left = path.join(folder, 'ground', 'files');
    await mkdir(path.join(left, 'a folder.pmtiles.part'), { recursive: true });
    for (let n = 0; n < 40; n += 1) {
      await writeFile(path.join(left, `${String(n)}.pmtiles.part`), 'half of it');
    }
    void ground.maps();
    await ground.close();
    // What can't be removed stays, and stops nothing.
    expect(await readdir(left)).toEqual(['a folder.pmtiles.part']);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { createGround } from '../../../electron/core/ground/createGround.ts';
import type { Ground } from '../../../electron/core/ground/ground.ts';
import { MOST_REGION_TILES } from '../../../electron/core/ground/regions.ts';
import { countOf, rangesOf } from '../../../electron/core/ground/regionTiles.ts';
import { openTileCache } from '../../../electron/core/ground/tileCache.ts';
import type { Http } from '../../../electron/core/ports.ts';
import type { GroundRegion } from '../../../shared/ipc/ground.ts';
import { vectorTile } from '../../support/vectorTile.ts';
import { virtualClock, type VirtualClock } from '../../support/virtualClock.ts';
import { testPorts } from '../sync/support.ts';

/** Regions of a server's map that are kept for times without a network. */

const TILE = vectorTile([{ name: 'earth', features: [] }]);
const BOX = { south: 41, west: -2.4, north: 41.1, east: -2.2 };

let folder = '';
let clock: VirtualClock;
let client: Http;
let ground: Ground;
let server: http.Server;
let template = '';
const asked: string[] = [];
/** Requests at once, now and the most. */
const busy = { now: 0, most: 0 };
let status = 200;
/** From this request on the server fails. */
let failFrom = Number.POSITIVE_INFINITY;
let working = true;
/** Requests from this one on are not answered before `go`. */
let holdFrom = Number.POSITIVE_INFINITY;
let held: (() => void)[] = [];
const listeners = new Set<(regions: readonly GroundRegion[]) => void>();

function open(): Ground {
  return createGround(
    {
      ports: { ...testPorts(clock), http: client },
      emit: (event) => {
        if (event.name !== 'ground') return;
        for (const listener of [...listeners]) listener(event.payload.regions);
      },
      tenantOptions: () => Promise.resolve(null),
      serviceIsLocal: () => false,
      mayAsk: () => working,
    },
    folder,
  );
}

/** Waits until the only region fits. */
function until(fits: (region: GroundRegion) => boolean): Promise<GroundRegion> {
  return new Promise((resolve) => {
    const look = (regions: readonly GroundRegion[]): void => {
      const [region] = regions;
      if (region === undefined || !fits(region)) return;
      listeners.delete(look);
      resolve(region);
    };
    listeners.add(look);
    void ground.maps().then(({ regions }) => look(regions));
  });
}
/** Lets time pass, half a minute at once, until the only region fits. */
async function passTime(fits: (region: GroundRegion) => boolean): Promise<void> {
  await expect
    .poll(async () => {
      clock.advance(31_000);
      return (await ground.maps()).regions.some(fits);
    })
    .toBe(true);
}
const isIn =
  (state: GroundRegion['state']) =>
  (region: GroundRegion): boolean =>
    region.state === state;

async function addMap(): Promise<string> {
  const added = await ground.addAddress({
    ...{ template, name: 'Town', tiles: 'vector', minZoom: 0, maxZoom: 14, attribution: '' },
  });
  if (!added.ok) throw new Error(added.error.message);
  asked.length = 0;
  busy.most = 0;
  return added.value.map.id;
}
const keep = (map: string, maxZoom: number): ReturnType<typeof ground.regions.keep> =>
  ground.regions.keep({ map, bounds: BOX, maxZoom, name: 'Depot' });

/** A server that is never asked: its map is added under *Work offline*. */
async function addForbidding(): Promise<string> {
  working = false;
  const added = await ground.addAddress({
    ...{
      template: 'https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png',
      name: '',
      tiles: 'raster',
    },
    ...{ minZoom: 0, maxZoom: 19, attribution: '' },
  });
  if (!added.ok) throw new Error(added.error.message);
  return added.value.map.id;
}

function go(): void {
  holdFrom = Number.POSITIVE_INFINITY;
  for (const answer of held.splice(0)) answer();
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-ground-'));
  clock = virtualClock();
  client = nodeHttp({});
  status = 200;
  working = true;
  failFrom = Number.POSITIVE_INFINITY;
  held = [];
  holdFrom = Number.POSITIVE_INFINITY;
  server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const place = asked.length;
    busy.now += 1;
    busy.most = Math.max(busy.most, busy.now);
    const answer = (): void => {
      busy.now -= 1;
      const now = place < failFrom ? status : 503;
      response.writeHead(now).end(now === 200 ? TILE : undefined);
    };
    if (asked.length >= holdFrom) held.push(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  template = `http://127.0.0.1:${String(port)}/{z}/{x}/{y}`;
  ground = open();
});
afterEach(async () => {
  go();
  listeners.clear();
  await ground.close();
  client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

describe('a region of a server’s map', () => {
  it('is told before it is fetched, and refused where it is far too large', async () => {
    const map = await addMap();
    const small = await ground.regions.estimate({ map, bounds: BOX, maxZoom: 12 });
    if (!small.ok) throw new Error(small.error.message);
    expect(small.value).toMatchObject({ tiles: countOf(rangesOf(BOX, 0, 12)), here: 0 });
    expect(small.value.bytes).toBeGreaterThan(small.value.tiles * 1_000);
    const world = { south: -80, west: -180, north: 80, east: 180 };
    const large = await ground.regions.estimate({ map, bounds: world, maxZoom: 14 });
    expect(large.ok && large.value.tiles > MOST_REGION_TILES).toBe(true);
    expect(await ground.regions.keep({ map, bounds: world, maxZoom: 14, name: '' })).toMatchObject({
      error: { code: 'ground.regionTooLarge' },
    });
    expect(asked).toEqual([]);
  });

  it('is fetched whole, two tiles at a time, and drawn without the server', async () => {
    const map = await addMap();
    expect(await keep(map, 12)).toMatchObject({ ok: true });
    const region = await until(isIn('done'));
    expect(region).toMatchObject({ name: 'Depot', failed: 0, done: region.tiles });
    expect(new Set(asked).size).toBe(region.tiles);
    expect(busy.most).toBeLessThanOrEqual(2);
    asked.length = 0;
    for (const { z, west, north } of rangesOf(BOX, 0, 12)) {
      expect(await ground.tile(map, z, west, north)).toMatchObject({ ok: true });
    }
    expect(asked).toEqual([]);
  });

  it('can be stopped, goes on where it was, and after a restart', async () => {
    const map = await addMap();
    holdFrom = 5;
    await keep(map, 12);
    await expect.poll(() => held.length).toBe(2);
    const { id } = await until(isIn('running'));
    const stopping = ground.regions.pause(id);
    go();
    await stopping;
    await until(isIn('stopped'));
    const before = [...asked];
    holdFrom = before.length + 4;
    await ground.regions.resume(id);
    await expect.poll(() => held.length).toBe(2);
    // What was fetched is not asked for again.
    expect(new Set(asked).size).toBe(asked.length);
    const closing = ground.close();
    go();
    await closing;
    ground = open();
    const region = await until(isIn('done'));
    expect(region.done).toBe(region.tiles);
    // Those that were on their way when it ended are the only ones that were asked twice.
    expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(2);
  });

  it('waits while the server can’t be reached, and ends where it refuses', async () => {
    const map = await addMap();
    status = 503;
    await keep(map, 12);
    const waiting = await until(isIn('waiting'));
    expect(waiting.problem).toMatchObject({ kind: 'offline' });
    status = 403;
    await passTime(isIn('failed'));
    const failed = await until(isIn('failed'));
    expect(failed.problem).toMatchObject({ code: 'ground.denied' });
    expect(asked.length).toBeLessThan(20);
  });

  it('goes when it is removed, and with its map', async () => {
    const map = await addMap();
    await keep(map, 8);
    const { id } = await until(isIn('done'));
    await ground.regions.remove(id);
    expect((await ground.maps()).regions).toEqual([]);
    await keep(map, 8);
    await until(isIn('done'));
    await ground.remove(map);
    expect(await ground.maps()).toMatchObject({ maps: [], regions: [] });
  });

  it('is refreshed whole when a person asks, and tells its age', async () => {
    const map = await addMap();
    await keep(map, 8);
    const first = await until(isIn('done'));
    expect(first.oldestAt).toBe(clock.now());
    clock.advance(5 * 24 * 60 * 60 * 1000);
    asked.length = 0;
    // Half of it comes before the server fails: what is here keeps its age and stays.
    failFrom = Math.ceil(first.tiles / 2);
    await ground.regions.refresh(first.id);
    const waiting = await until(isIn('waiting'));
    expect(waiting.oldestAt).toBe(first.oldestAt);
    failFrom = Number.POSITIVE_INFINITY;
    await passTime(isIn('done'));
    const again = await until(isIn('done'));
    expect(again.oldestAt ?? 0).toBeGreaterThan(first.oldestAt ?? 0);
    expect(again.done).toBe(again.tiles);
  });

  it('stays when what was fetched is deleted, and says what is missing', async () => {
    const map = await addMap();
    await keep(map, 8);
    const { id, tiles } = await until(isIn('done'));
    await ground.tile(map, 10, 0, 0);
    await ground.clearCache();
    const [region] = (await ground.maps()).regions;
    expect(region).toMatchObject({ done: tiles, state: 'done' });
    asked.length = 0;
    await ground.tile(map, 10, 0, 0);
    expect(asked).toHaveLength(1);
    // The file of the cache is lost: nothing pretends that the tiles were there.
    await ground.close();
    for (const end of ['', '-wal', '-shm']) {
      await rm(path.join(folder, 'ground', `tiles.db${end}`), { force: true });
    }
    ground = open();
    expect((await ground.maps()).regions).toMatchObject([{ done: 0, oldestAt: null }]);
    await ground.regions.resume(id);
    expect(await until(isIn('done'))).toMatchObject({ done: tiles });
  });

  it('waits longer each time, and ends at once when it is stopped or Waybill ends', async () => {
    const map = await addMap();
    status = 503;
    await keep(map, 12);
    const { id } = await until(isIn('waiting'));
    await expect.poll(() => asked.length).toBe(2);
    clock.advance(29_000);
    expect(asked).toHaveLength(2);
    await passTime(() => asked.length > 2);
    await until(isIn('waiting'));
    await ground.regions.pause(id);
    expect((await ground.maps()).regions).toMatchObject([{ state: 'stopped' }]);
    await ground.regions.resume(id);
    await until(isIn('waiting'));
    await ground.close();
    ground = open();
  });

  it('is refused where the rules of its server forbid it', async () => {
    const added = await addForbidding();
    const wanted = { map: added, bounds: BOX, maxZoom: 10 };
    const refused = { ok: false, error: { code: 'ground.regionForbidden' } };
    expect(await ground.regions.estimate(wanted)).toMatchObject(refused);
    expect(await ground.regions.keep({ ...wanted, name: '' })).toMatchObject(refused);
    expect((await ground.maps()).regions).toEqual([]);
  });

  it('makes no room for tiles that were only looked at', () => {
    const cache = openTileCache(path.join(folder, 'tiles.db'), 5_000);
    const put = (x: number): void =>
      cache.put(
        { map: 'm', z: 9, x, y: 0 },
        { bytes: new Uint8Array(900), etag: '', fetchedAt: x },
      );
    cache.keep('m', [{ z: 9, west: 0, east: 9, north: 0, south: 0 }]);
    for (let x = 0; x < 40; x += 1) put(x);
    const isHere = (x: number): boolean => cache.fetchedAt({ map: 'm', z: 9, x, y: 0 }) !== null;
    for (let x = 0; x < 10; x += 1) expect(isHere(x)).toBe(true);
    expect(isHere(10)).toBe(false);
    expect(isHere(39)).toBe(true);
    expect(cache.sizes().get('m')?.bytes).toBeLessThanOrEqual(15_000);
    cache.keep('m', []);
    expect(cache.sizes().get('m')?.bytes).toBeLessThanOrEqual(5_000);
    cache.close();
  });
});

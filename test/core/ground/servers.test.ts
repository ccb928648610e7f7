import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeHttp } from '../../../electron/core/adapters/http.ts';
import { createGround } from '../../../electron/core/ground/createGround.ts';
import type { Ground } from '../../../electron/core/ground/ground.ts';
import { checkTemplate, tileUrl } from '../../../electron/core/ground/template.ts';
import { tenantMaps } from '../../../electron/core/ground/tenantMaps.ts';
import { openTileCache } from '../../../electron/core/ground/tileCache.ts';
import type { Http } from '../../../electron/core/ports.ts';
import type { AddedAddress } from '../../../shared/ipc/ground.ts';
import { vectorTile } from '../../support/vectorTile.ts';
import { virtualClock, type VirtualClock } from '../../support/virtualClock.ts';
import { testPorts } from '../sync/support.ts';

/** Tiles of map servers: fetched by the core alone, kept, and drawn without a network. */

const TILE = vectorTile([{ name: 'earth', features: [] }]);
const DAY_MS = 24 * 60 * 60 * 1000;

interface Server {
  origin: string;
  heard: http.IncomingMessage[];
  close(): Promise<void>;
}

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

async function serve(answer: Answer): Promise<Server> {
  const heard: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    heard.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

let folder = '';
let clock: VirtualClock;
let client: Http;
let ground: Ground;
let working = true;
let options: string | null = null;
const servers: Server[] = [];

function open(): Ground {
  const ports = { ...testPorts(clock), http: client };
  return createGround(
    {
      ...{ ports, emit: () => undefined },
      tenantOptions: () => Promise.resolve(options),
      serviceIsLocal: () => true,
      mayAsk: () => working,
    },
    folder,
  );
}
async function server(answer: Answer): Promise<Server> {
  const started = await serve(answer);
  servers.push(started);
  return started;
}
const giving =
  (body: Uint8Array | string, headers: http.OutgoingHttpHeaders = {}, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

const asked = (template: string, more: Partial<AddedAddress> = {}): AddedAddress => ({
  ...{ template, name: 'Town', tiles: 'vector', minZoom: 0, maxZoom: 14, attribution: '' },
  ...more,
});
async function added(template: string, more: Partial<AddedAddress> = {}): Promise<string> {
  const done = await ground.addAddress(asked(template, more));
  if (!done.ok) throw new Error(done.error.message);
  return done.value.map.id;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-ground-'));
  clock = virtualClock();
  client = nodeHttp({});
  working = true;
  options = null;
  ground = open();
});
afterEach(async () => {
  await ground.close();
  client.close();
  for (const started of servers.splice(0)) await started.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a map server', () => {
  it('is asked once for a tile, and tells nobody’s secrets', async () => {
    const { origin, heard } = await server(giving(TILE));
    const id = await added(`${origin}/t/{z}/{x}/{y}.pbf?key=canary-7`);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await ground.tile(id, 3, 2, 1)).toMatchObject({ ok: true });
    }
    expect(heard.map(({ url }) => url)).toEqual([
      '/t/0/0/0.pbf?key=canary-7',
      '/t/3/2/1.pbf?key=canary-7',
    ]);
    const allowed = ['host', 'connection', 'accept', 'accept-encoding', 'user-agent'];
    for (const { headers } of heard) {
      expect(Object.keys(headers).filter((name) => !allowed.includes(name))).toEqual([]);
    }
    // The address may hold a key: the page is told the server's name.
    expect(JSON.stringify(await ground.maps())).not.toContain('canary-7');
  });

  it('is asked again after the age that was chosen, and may say that nothing changed', async () => {
    const { origin, heard } = await server((request, response) => {
      const same = request.headers['if-none-match'] === '"one"';
      response.writeHead(same ? 304 : 200, { etag: '"one"' }).end(same ? undefined : TILE);
    });
    const id = await added(`${origin}/{z}/{x}/{y}`);
    await ground.setCache({ limitBytes: 10_000_000, ageDays: 7 });
    const tile = await ground.tile(id, 1, 0, 0);
    clock.advance(6 * DAY_MS);
    expect(await ground.tile(id, 1, 0, 0)).toEqual(tile);
    expect(heard).toHaveLength(2);
    clock.advance(2 * DAY_MS);
    expect(await ground.tile(id, 1, 0, 0)).toEqual(tile);
    expect(heard.at(-1)?.headers['if-none-match']).toBe('"one"');
    expect(await ground.tile(id, 1, 0, 0)).toEqual(tile);
    expect(heard).toHaveLength(3);
  });

  it('that can’t be reached leaves what is here, however old, and is left alone for a while', async () => {
    const first = await server(giving(TILE));
    const id = await added(`${first.origin}/{z}/{x}/{y}`);
    const tile = await ground.tile(id, 1, 0, 0);
    await first.close();
    servers.length = 0;
    clock.advance(400 * DAY_MS);
    await ground.close();
    let requests = 0;
    const wire = client;
    client = {
      send: (request) => {
        requests += 1;
        return wire.send(request);
      },
      close: () => wire.close(),
    };
    ground = open();
    expect(await ground.tile(id, 1, 0, 0)).toEqual(tile);
    expect(await ground.tile(id, 1, 1, 0)).toMatchObject({ error: { kind: 'offline' } });
    expect(await ground.tile(id, 1, 1, 1)).toMatchObject({ error: { kind: 'offline' } });
    expect(requests).toBe(1);
    clock.advance(20_000);
    await ground.tile(id, 1, 1, 1);
    expect(requests).toBe(2);
  });

  it('is asked nothing under Work offline', async () => {
    const { origin, heard } = await server(giving(TILE));
    working = false;
    const id = await added(`${origin}/{z}/{x}/{y}`);
    expect(await ground.tile(id, 0, 0, 0)).toMatchObject({ error: { code: 'ground.workOffline' } });
    expect(heard).toEqual([]);
  });

  it('sends on within itself, and to nobody else', async () => {
    const other = await server(giving(TILE));
    const { origin } = await server((request, response) => {
      if (request.url === '/moved/0/0/0') giving(TILE)(request, response);
      else if (request.url?.startsWith('/in/') === true) {
        response.writeHead(302, { location: request.url.replace('/in/', '/moved/') }).end();
      } else response.writeHead(302, { location: `${other.origin}/0/0/0` }).end();
    });
    expect(await ground.tile(await added(`${origin}/in/{z}/{x}/{y}`), 0, 0, 0)).toMatchObject({
      ok: true,
    });
    expect(await ground.addAddress(asked(`${origin}/out/{z}/{x}/{y}`))).toMatchObject({
      error: { code: 'ground.redirect' },
    });
    expect(other.heard).toEqual([]);
  });

  it.each([
    { what: 'a page', answer: giving('<html>Sign in</html>'), code: 'ground.content' },
    { what: 'a picture instead', answer: giving('\x89PNG\r\n'), code: 'ground.content' },
    {
      what: 'another schema',
      answer: giving(vectorTile([{ name: 'transportation', features: [] }])),
      code: 'ground.schema',
    },
    { what: 'far too much', answer: giving(new Uint8Array(5_000_000)), code: 'ground.tooLarge' },
    { what: 'a refusal', answer: giving('', {}, 403), code: 'ground.denied' },
    {
      what: 'what unpacks to far too much',
      answer: giving(zlib.gzipSync(new Uint8Array(40_000_000))),
      code: 'ground.content',
    },
  ])('that gives $what is refused at once', async ({ answer, code }) => {
    const { origin } = await server(answer);
    expect(await ground.addAddress(asked(`${origin}/{z}/{x}/{y}`))).toMatchObject({
      error: { code },
    });
    expect((await ground.maps()).maps).toEqual([]);
  });

  it('may pack its tiles without saying so, and may have none in a place', async () => {
    const { origin, heard } = await server((request, response) => {
      if (request.url === '/1/1/1') giving('', {}, 404)(request, response);
      else giving(zlib.gzipSync(TILE))(request, response);
    });
    const id = await added(`${origin}/{z}/{x}/{y}`);
    const tile = await ground.tile(id, 1, 0, 0);
    expect(tile.ok && Buffer.from(tile.value ?? []).equals(TILE)).toBe(true);
    expect(await ground.tile(id, 1, 1, 1)).toEqual({ ok: true, value: null });
    expect(await ground.tile(id, 1, 1, 1)).toEqual({ ok: true, value: null });
    expect(heard.filter(({ url }) => url === '/1/1/1')).toHaveLength(1);
  });

  it('takes what was fetched from it along when it is removed', async () => {
    const { origin } = await server(giving(TILE));
    const id = await added(`${origin}/{z}/{x}/{y}`);
    await ground.tile(id, 1, 0, 0);
    expect((await ground.maps()).maps[0]?.sizeBytes).toBeGreaterThan(TILE.byteLength);
    await ground.clearCache();
    expect((await ground.maps()).maps[0]?.sizeBytes).toBe(0);
    await ground.tile(id, 1, 0, 0);
    await ground.remove(id);
    expect(await ground.maps()).toMatchObject({ maps: [], chosen: null });
  });
});

describe('the address of a map server', () => {
  it.each([
    ['https://tiles.example/{z}/{x}/{y}.png', true],
    ['https://{s}.tiles.example/{z}/{x}/{-y}{r}.png?key=a', true],
    ['http://127.0.0.1:8080/{z}/{x}/{y}.pbf', true],
    ['http://tiles.example/{z}/{x}/{y}.png', false],
    ['https://me:word@tiles.example/{z}/{x}/{y}.png', false],
    ['https://{x}.example/{z}/{x}/{y}.png', false],
    ['https:///{x}.example/{z}/{x}/{y}.png', false],
    ['https:///192.168.{x}.{y}/{z}/a.png', false],
    ['https://tiles.example/{z}/{x}.png', false],
    ['https://tiles.example/{z}/{x}/{y}/{token}', false],
    ['file:///tiles/{z}/{x}/{y}.png', false],
    ['javascript:alert({x},{y},{z})', false],
    ['{z}/{x}/{y}', false],
  ])('%s is taken: %s', (template, taken) => {
    expect(checkTemplate(template, true).ok).toBe(taken);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'localhost.',
  ])('is not this computer’s own where a service names it: %s', (host) => {
    expect(checkTemplate(`https://${host}/{z}/{x}/{y}.png`, false).ok).toBe(false);
  });

  it('counts from the north or from the south', () => {
    expect(tileUrl('https://t.example/{z}/{x}/{y}', 3, 2, 1)).toBe('https://t.example/3/2/1');
    expect(tileUrl('https://t.example/{z}/{x}/{-y}', 3, 2, 1)).toBe('https://t.example/3/2/6');
  });
});

describe('a tenant’s map options', () => {
  const record = (value: unknown): string =>
    JSON.stringify({ id: 1, name: 'mapApiOptions', value });
  const template = 'https://tiles.example/{z}/{x}/{y}.png';

  it('name maps wherever they hold an address of tiles, with what stands beside it', () => {
    const maps = tenantMaps(
      record({
        provider: 'own',
        layers: [
          { name: 'Streets', tiles: [template], maxZoom: 17, attribution: '<b>© Town</b>' },
          { url: 'https://vectors.example/{z}/{x}/{y}.pbf?key=1', minzoom: 2 },
          { url: 'https://maps.example/api/js?key=1' },
        ],
      }),
      false,
    );
    expect(maps).toMatchObject([
      { name: 'Streets', tiles: 'raster', maxZoom: 17, attribution: '© Town', from: 'tenant' },
      { name: 'vectors.example', tiles: 'vector', minZoom: 2, place: 'vectors.example' },
    ]);
  });

  it('name none where they are something else, and never this computer for a server elsewhere', () => {
    const circular = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), template);
    for (const json of [null, '', '[]', '{"value":7}', record(circular), record(null)]) {
      expect(tenantMaps(json, false)).toEqual([]);
    }
    const mine = record({ url: 'http://127.0.0.1:9/{z}/{x}/{y}.png' });
    expect(tenantMaps(mine, false)).toEqual([]);
    expect(tenantMaps(mine, true)).toHaveLength(1);
  });

  it('are offered, drawn when chosen, and forgotten when the tenant names them no more', async () => {
    const { origin, heard } = await server(giving(TILE));
    options = record({ url: `${origin}/{z}/{x}/{y}.pbf`, name: 'Ours' });
    const [map] = (await ground.maps()).maps;
    expect(map).toMatchObject({ from: 'tenant', name: 'Ours', tiles: 'vector' });
    expect(await ground.maps()).toMatchObject({ chosen: null });
    // Nobody is asked before a person chooses it, whatever a page wants.
    expect(await ground.tile(map?.id ?? '', 0, 0, 0)).toMatchObject({ ok: false });
    expect(heard).toEqual([]);
    await ground.choose(map?.id ?? '');
    clock.advance(60_000);
    expect(await ground.tile(map?.id ?? '', 0, 0, 0)).toMatchObject({ ok: true });
    await ground.choose(null);
    expect(await ground.tile(map?.id ?? '', 1, 0, 0)).toMatchObject({ ok: false });
    expect(heard).toHaveLength(1);
    options = record({});
    expect(await ground.maps()).toMatchObject({ maps: [], chosen: null });
    expect(await ground.tile(map?.id ?? '', 0, 0, 0)).toMatchObject({ ok: false });
  });
});

describe('the cache of tiles', () => {
  const key = (x: number) => ({ map: 'm', z: 5, x, y: 0 });
  const tile = (fetchedAt: number, bytes = 1_000) => ({
    ...{ bytes: new Uint8Array(bytes), etag: '', fetchedAt },
  });

  it('keeps to its limit: those that were used longest ago go', () => {
    const cache = openTileCache(path.join(folder, 'tiles.db'), 20_000);
    for (let x = 0; x < 15; x += 1) cache.put(key(x), tile(x));
    // The first one is looked at much later.
    cache.get(key(0), 5 * DAY_MS);
    for (let x = 15; x < 32; x += 1) cache.put(key(x), tile(x));
    expect(cache.sizes().get('m')?.bytes).toBeLessThanOrEqual(20_000);
    expect(cache.get(key(0), 0)).not.toBeNull();
    expect(cache.get(key(1), 0)).toBeNull();
    expect(cache.get(key(31), 0)).not.toBeNull();
    cache.limit(3_000);
    expect(cache.sizes().get('m')?.bytes ?? 0).toBeLessThanOrEqual(3_000);
    cache.close();
  });

  it('counts a tile that comes again once', () => {
    const file = path.join(folder, 'tiles.db');
    const cache = openTileCache(file, 100_000);
    for (let turn = 0; turn < 50; turn += 1) cache.put(key(1), tile(turn, 1_000 + turn));
    cache.put(key(2), { bytes: null, etag: '', fetchedAt: 1 });
    cache.close();
    const again = openTileCache(file, 100_000);
    expect(again.sizes().get('m')?.bytes).toBe(1_049 + 200);
    expect(again.get(key(2), 1)).toMatchObject({ bytes: null });
    again.close();
  });

  it('begins anew where it is damaged', async () => {
    const file = path.join(folder, 'tiles.db');
    await writeFile(file, 'no database at all '.repeat(400));
    const cache = openTileCache(file, 100_000);
    cache.put(key(1), tile(1));
    expect(cache.get(key(1), 1)).not.toBeNull();
    cache.close();
  });
});

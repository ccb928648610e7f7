import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { thinPoints } from '../../electron/core/api/thinPoints.ts';
import { prepareLarge } from '../../electron/core/api/largeReply.ts';
import { openStore } from '../../electron/core/database.ts';
import type { Store } from '../../electron/core/database.ts';
import type { SyncContext } from '../../electron/core/sync/context.ts';
import { documentKey, readDocument } from '../../electron/core/sync/single.ts';
import { startRouteServer } from '../support/routeServer.ts';
import { clientFor } from './api/support.ts';
import { freshFolder } from './db/support.ts';
import { testPorts } from './sync/support.ts';

/** Replies of many megabytes: routes with all their coordinates (section 8). */

describe('thinning', () => {
  const points = (n: number): string =>
    Array.from({ length: n }, (_, at) => `{"lat":${at}.10,"lng":9007199254740993}`).join(',');

  test('keeps a text that is short enough, to the letter', () => {
    const text = ` [{"routes":[{"coordinates" : [ ${points(3)} ]}]}]`;
    expect(thinPoints(text, 'coordinates', 3)).toEqual({ text, shown: 3, all: 3 });
  });

  test('keeps every n-th point and the last, and all else as it was spelled', () => {
    const text = `[{"x":1.10,"coordinates": [${points(10)}],"y":"\\u00e9"},{"coordinates":[]}]`;
    const thin = thinPoints(text, 'coordinates', 4);
    expect(thin).toMatchObject({ shown: 4, all: 10 });
    expect(thin.text).toBe(
      '[{"x":1.10,"coordinates": [{"lat":0.10,"lng":9007199254740993},' +
        '{"lat":3.10,"lng":9007199254740993},{"lat":6.10,"lng":9007199254740993},' +
        '{"lat":9.10,"lng":9007199254740993}],"y":"\\u00e9"},{"coordinates":[]}]',
    );
  });

  test('thins the whole list where the points lie there, and only there', () => {
    expect(JSON.parse(thinPoints('[1,[2,3],{"a":[4,5]},"],[",6]', '', 3).text)).toEqual([
      1,
      { a: [4, 5] },
      6,
    ]);
  });

  test('is not misled by texts, escapes and other arrays', () => {
    const text = `[{"coordinates":"[1,2,3]","note":"\\"coordinates\\":[1,2","coordinates":[[1,2],[3,4],[5,6]]}]`;
    expect(thinPoints(text, 'coordinates', 2).text).toBe(
      `[{"coordinates":"[1,2,3]","note":"\\"coordinates\\":[1,2","coordinates":[[1,2],[5,6]]}]`,
    );
  });

  test('goes over an array inside one that was thinned', () => {
    const text = `{"coordinates":[{"coordinates":[1,2,3]},2,3,{"coordinates":[4]}]}`;
    const thin: unknown = JSON.parse(thinPoints(text, 'coordinates', 2).text);
    expect(thin).toEqual({ coordinates: [{ coordinates: [1, 2, 3] }, { coordinates: [4] }] });
  });

  test('drops a byte order mark and what surrounds the payload', () => {
    const bytes = Buffer.from('\uFEFF {"data":[{"lat":1.10}]}');
    const prepared = prepareLarge({
      name: 'listDeviceCoordinates',
      params: {},
      bytes,
      places: ['data'],
    });
    if (prepared.is !== 'fit') throw new Error('it does not fit');
    expect(Buffer.from(prepared.bytes).toString()).toBe('[{"lat":1.10}]');
    const marked = Buffer.from('\uFEFF[]');
    const empty = prepareLarge({
      name: 'listDeviceCoordinates',
      params: {},
      bytes: marked,
      places: [''],
    });
    expect(empty.is === 'fit' && Buffer.from(empty.bytes).toString()).toBe('[]');
  });

  test.each([
    ['[{"routes":', 'it is not valid JSON, or was cut off'],
    ['', 'it is empty'],
    ['{"routes":[]}', 'there is no list in it'],
  ])('of %j is refused in words', (text, why) => {
    const body = {
      name: 'listRoutes',
      params: {},
      bytes: Buffer.from(text),
      places: [''],
    } as const;
    expect(prepareLarge(body)).toEqual({ is: 'unfit', why });
  });
});

/**
 * The longest text, in bytes or characters, that this thread decodes or parses in one go. What a
 * turn then takes is measured by `npm run bench`: on a shared machine a time proves nothing.
 */
function watchReading(): { stop(): number } {
  let longest = 0;
  const met = (length: number): void => {
    longest = Math.max(longest, length);
  };
  const { parse } = JSON;
  const { decode } = TextDecoder.prototype;
  const spies = [
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      met(text.length);
      return parse(text, reviver) as unknown;
    }),
    vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
      this: TextDecoder,
      input,
      options,
    ) {
      met(input?.byteLength ?? 0);
      return decode.call(this, input, options);
    }),
  ];
  return {
    stop() {
      for (const spy of spies) spy.mockRestore();
      return longest;
    },
  };
}

describe('routes with 200,000 points', () => {
  const POINTS = 200_000;
  const params = { vehicleId: '1' };
  const query = { include: ['coordinates'] };
  let server: Awaited<ReturnType<typeof startRouteServer>>;
  let client: ReturnType<typeof clientFor>;
  beforeAll(async () => {
    server = await startRouteServer(POINTS);
    client = clientFor(server.baseUrl);
  });
  afterAll(async () => {
    client.http.close();
    await server.close();
  });

  const openedStore = async (): Promise<{
    store: Store;
    context: SyncContext;
    file: string;
  }> => {
    const file = path.join(freshFolder(), 'mirror.db');
    const opened = await openStore({ file, mode: 'thread' });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = opened.value;
    const context: SyncContext = {
      ...{ store, api: client.api, ports: testPorts(client.clock) },
      identity: { id: 'i', workspace: 'remote', service: server.baseUrl, tenant: '1', user: '7' },
      connection: {
        maySend: () => true,
        signedIn: () => true,
        current: () => {
          throw new Error('nobody asks');
        },
        report: () => undefined,
        setSyncing: () => undefined,
        setFailed: () => undefined,
        setCounts: () => undefined,
        onChange: () => () => undefined,
      },
      emit: () => undefined,
      tell: () => undefined,
      signal: new AbortController().signal,
    };
    return { store, context, file };
  };

  test(
    'never hold the thread that serves the desk for long, and cross to it thinned',
    { timeout: 120_000 },
    async () => {
      const { store, context } = await openedStore();
      const wire = await client.api.body('listRoutes', { params, query });
      if (!wire.ok) throw new Error(wire.error.message);
      const { bytes } = wire.value;

      const readHere = watchReading();
      const read = await readDocument(context, 'listRoutes', params, query);
      const longest = readHere.stop();
      if (!read.ok) throw new Error(read.error.message);
      expect(longest).toBeLessThan(bytes.length / 5);

      const kept = await store.read('documents.get', {
        key: documentKey('listRoutes', params, query),
      });
      expect(kept).toMatchObject({
        json: read.value.json,
        thinned: { shown: 20_001, all: POINTS },
      });
      const { json } = read.value;
      expect(json.length).toBeLessThan(bytes.length / 5);
      expect(json).toContain('"contractNo":9007199254740993');
      expect(json).toContain('"distance":1.10,');
      const groups = JSON.parse(json) as { routes: { coordinates?: { ts: string }[] }[] }[];
      const shown = groups[0]?.routes[0]?.coordinates ?? [];
      expect(shown.length).toBeLessThanOrEqual(20_001);
      expect(shown[0]?.ts).toBe('2026-03-04T00:00:00.000Z');
      expect(shown.at(-1)?.ts).toBe(
        new Date(Date.UTC(2026, 2, 4) + (POINTS - 1) * 1000).toISOString(),
      );
      await store.close();
    },
  );

  test('are kept whole in the mirror', async () => {
    const { store, context, file } = await openedStore();
    const read = await readDocument(context, 'listRoutes', params, query);
    expect(read.ok).toBe(true);
    const wire = await client.api.body('listRoutes', { params, query });
    await store.close();
    const database = new Database(file, { readonly: true });
    const whole = database
      .prepare('SELECT CAST(json AS BLOB) FROM document WHERE key = ?')
      .pluck()
      .get(documentKey('listRoutes', params, query)) as Buffer;
    database.close();
    expect(wire.ok && whole.equals(wire.value.bytes)).toBe(true);
  });
});

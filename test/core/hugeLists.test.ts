import { expect, describe, it, onTestFinished } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import {
  lookAt,
  MOST_FIELDS,
  MOST_ROW_BYTES,
  MOST_ROW_VALUES,
  MOST_ROWS,
  partsOf,
} from '../../electron/core/api/bodyShape.ts';
import { SESSION_MAX_BYTES } from '../../electron/core/api/exchange.ts';
import { readIds, readParts } from '../../electron/core/api/pageParts.ts';
import type { OutboxContext } from '../../electron/core/outbox/queue/context.ts';
import { everyRecord, newLists } from '../../electron/core/outbox/queue/lists.ts';
import { SLICE } from '../../shared/rules/jsonOutline.ts';
import { createSync } from '../../electron/core/sync/createSync.ts';
import { json, startHostileServer, type Answer } from '../support/hostileServer.ts';
import { clientFor } from './api/support.ts';
import { mirrored, syncUnderTest } from './sync/support.ts';

/** Replies that are made to take memory and time: each is refused by its own limit, by name. */

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (part: Uint8Array): string => new TextDecoder().decode(part);
const many = (count: number, row: (n: number) => string): string =>
  `[${Array.from({ length: count }, (_, n) => row(n)).join(',')}]`;

describe('the shape of a body', () => {
  it('tells where its lists lie, whatever their texts hold', async () => {
    const row = '{"id":"]},\\"[","a":[[1,2],{"b":"\\\\"}]}';
    const body = bytes(`{"m":{"n":[]},"data" : [ ${row} ,\n${row}],"total":2}`);
    const looked = await lookAt(body, 2);
    if (!looked.ok) throw new Error(looked.why);
    expect([...looked.shape.lists.keys()]).toEqual(['m.n', 'data']);
    const list = looked.shape.lists.get('data');
    expect(list?.rows).toBe(2);
    if (list === undefined) throw new Error('no list');
    expect(text(body.subarray(list.start, list.end))).toBe(`[ ${row} ,\n${row}]`);
    const { parts, around } = partsOf(body, list);
    expect([...parts()].map((part) => JSON.parse(text(part)) as unknown)).toEqual([
      [JSON.parse(row), JSON.parse(row)],
    ]);
    expect(text(around)).toBe('{"m":{"n":[]},"data" : [],"total":2}');
  });

  it('cuts a long list into parts that are all of it', async () => {
    const body = bytes(many(1_001, (n) => `{"id":${n},"name":",[${n}"}`));
    const looked = await lookAt(body, MOST_ROWS);
    const list = looked.ok ? looked.shape.lists.get('') : undefined;
    if (list === undefined) throw new Error('no list');
    const parts = [...partsOf(body, list).parts()].map(
      (part) => JSON.parse(text(part)) as object[],
    );
    expect(parts.map(({ length }) => length)).toEqual([250, 250, 250, 250, 1]);
    expect(parts.flat()).toEqual(JSON.parse(text(body)));
  });

  it.each([
    ['rows', many(MOST_ROWS + 1, () => '0'), 'more than 50,000 rows came at once'],
    [
      'values in a row',
      `[{"id":1,"p":[${'0,'.repeat(MOST_ROW_VALUES)}0]}]`,
      'one of its rows has more than 500,000 values',
    ],
    [
      'bytes in a row',
      `[{"id":1,"x":"${'x'.repeat(MOST_ROW_BYTES)}","y":[${'1,'.repeat(SLICE)}1]}]`,
      'one of its rows has more than 8 MB',
    ],
    ['levels', '['.repeat(1_001), 'it is nested more than 1,000 levels deep'],
    [
      'fields',
      `{"a":{${Array.from({ length: MOST_FIELDS }, (_, n) => `"k${n}":0`).join(',')}}}`,
      'it has more than 20,000 fields',
    ],
  ])('has no more %s than are taken in', async (_what, body, why) => {
    expect(await lookAt(bytes(body), MOST_ROWS)).toEqual({ ok: false, why });
  });
});

async function serving(answer: Answer): Promise<ReturnType<typeof clientFor>> {
  const server = await startHostileServer(answer);
  const client = clientFor(server.origin);
  onTestFinished(async () => {
    client.http.close();
    await server.close();
  });
  return client;
}

describe('failure 40: a list of a million tiny rows, an envelope of 10,000 levels', () => {
  it.each([
    ['a million tiny rows', `{"data":${many(1_000_000, () => '{}')}}`, 'more than 50,000 rows'],
    [
      'an envelope of 10,000 levels',
      `{"data":[{"id":1}],"meta":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      'nested more than 1,000 levels',
    ],
  ])('%s: that list fails by name, the others go on', async (_what, body, why) => {
    const under = await syncUnderTest();
    const { api } = await serving((request, response, socket) =>
      (request.url.startsWith('/areas') ? json(body) : json({ data: [{ id: 'x-1' }], total: 1 }))(
        request,
        response,
        socket,
      ),
    );
    const read = under.service.read.bind(under.service);
    const sync = createSync({ ...under.context, api: { ...api, read } });
    onTestFinished(() => sync.close());
    await sync.scan();
    const told = under.events.flatMap((event) =>
      event.name === 'notice' && event.payload.code === 'sync.unfit' ? event.payload.message : [],
    );
    expect(told).toContainEqual(expect.stringMatching(new RegExp(`^Areas: .*${why}`)));
    expect(await mirrored(under.store, 'area')).toEqual([]);
    // They are read later.
    expect(await mirrored(under.store, 'device')).toHaveLength(1);
  });

  it('a mistake of ours in one list leaves the others alone', async () => {
    const under = await syncUnderTest();
    under.service.living.set('device', ['{"id":"d-1"}']);
    under.service.before = ({ name }) => {
      if (name === 'listAreas') throw new RangeError('Maximum call stack size exceeded');
    };
    const scanned = await under.sync.scan();
    expect(scanned).toMatchObject({ ok: false, error: { code: 'sync.listFailed' } });
    expect(await mirrored(under.store, 'device')).toHaveLength(1);
  });
});

describe('a hostile /me', () => {
  it('is refused by a size of its own', async () => {
    const { api } = await serving(json(`{"id":1,"x":"${'x'.repeat(SESSION_MAX_BYTES)}"}`));
    const me = await api.read('getMe');
    expect(me).toMatchObject({ ok: false, error: { code: 'http.tooLarge' } });
    expect(me.ok ? '' : me.error.message).toContain('more than 256 KB');
  });

  it('is refused for its fields before it becomes a value', async () => {
    const fields = Array.from({ length: MOST_FIELDS + 1 }, (_, n) => `"${n.toString(36)}":0`);
    const { api } = await serving(json(`{${fields.join(',')}}`));
    const me = await api.read('getMe');
    expect(me).toMatchObject({ ok: false, error: { code: 'http.shape' } });
  });
});

describe('a long list', () => {
  const ROWS = 3_001;
  const row = (n: number): string => `{"id":${n},"name":"Area ${n}","note":"${'x'.repeat(600)}"}`;

  it('is read in parts by whoever looks for a record in it, and its ids without a row', async () => {
    const { api } = await serving(json(`{"data":${many(ROWS, row)},"total":${ROWS}}`));
    const body = await api.pageBody('listAreas', 1);
    if (!body.ok) throw new Error(body.error.message);
    const taken: string[] = [];
    let longest = 0;
    const read = await readParts(body.value, ({ text: part, ids }) => {
      longest = Math.max(longest, part.length);
      taken.push(...ids);
      return true;
    });
    expect(read).toMatchObject({ ok: true, value: { total: ROWS, last: true } });
    expect(taken).toEqual(Array.from({ length: ROWS }, (_, n) => String(n)));
    // A part is some 250 rows or 256 KB: the text of the whole is never made.
    expect(longest).toBeLessThan(body.value.bytes.length / 8);
    const ids = await readIds(body.value);
    expect(ids.ok && ids.value.ids).toEqual(taken);
  });

  it('that is cut off behind many rows is refused as one that is', async () => {
    const { api } = await serving(json(`{"data":${many(600, row)},"total":600}`.slice(0, -40)));
    const body = await api.pageBody('listAreas', 1);
    if (!body.ok) throw new Error(body.error.message);
    expect(await readIds(body.value)).toMatchObject({ ok: false, error: { code: 'http.shape' } });
  });

  it('ends where a part can not be what was asked for', async () => {
    const { api } = await serving(json(`{"data":${many(ROWS, row)},"total":${ROWS}}`));
    const body = await api.pageBody('listAreas', 1);
    if (!body.ok) throw new Error(body.error.message);
    let parts = 0;
    const read = await readParts(body.value, () => {
      parts += 1;
      return parts < 2;
    });
    expect(read).toEqual({ ok: true, value: null });
    expect(parts).toBe(2);
  });

  it('of the outbox proves itself as one text would', async () => {
    const { api } = await serving((request, response, socket) => {
      const rows = request.url.includes('archived') ? '[]' : many(ROWS, row);
      const total = request.url.includes('archived') ? 0 : ROWS;
      const me = request.url.startsWith('/me');
      void json(me ? '{"id":7}' : `{"data":${rows},"total":${total}}`)(request, response, socket);
    });
    const refused = (): never => {
      throw new Error('No text of a whole page is made');
    };
    const context = {
      api: { ...api, page: refused },
      signal: new AbortController().signal,
      ports: { clock: { now: () => 0 } },
    } as unknown as OutboxContext;
    const of = { entity: 'area', name: 'listAreas', params: {} } as const;
    const list = await everyRecord(context, newLists(), of);
    expect(list.ok ? list.value.rows.size : list.error.message).toBe(ROWS);
    expect(list.ok && list.value.rows.get('7')).toBe(row(7));
  });
});

describe('large bodies', () => {
  it('come in one after the other, and small ones beside them', async () => {
    const large = 'x'.repeat(6 * 1024 * 1024);
    let endFirst: () => void = () => undefined;
    const began = Promise.withResolvers<undefined>();
    const server = await startHostileServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      if (request.url === '/first') {
        // Sockets hold some of it: once four times as much has left, it has its turn.
        response.write(large.repeat(4), () => began.resolve(undefined));
        endFirst = () => response.end();
      } else response.end(request.url === '/small' ? '{}' : large);
    });
    const http = nodeHttp({});
    onTestFinished(async () => {
      http.close();
      await server.close();
    });
    const done: string[] = [];
    const send = async (name: string): Promise<boolean> => {
      const sent = await http.send({
        ...{ method: 'GET', url: `${server.origin}/${name}`, headers: {}, purpose: 'read' },
        ...{ idleTimeoutMs: 20_000, totalTimeoutMs: 20_000, maxBytes: 30 * 1024 * 1024 },
      });
      done.push(name);
      return sent.ok;
    };
    const first = send('first');
    await began.promise;
    const second = send('second');
    for (let n = 0; n < 20; n += 1) expect(await send('small')).toBe(true);
    expect(done).not.toContain('second');
    endFirst();
    expect(await first).toBe(true);
    expect(await second).toBe(true);
    expect(done.slice(-2)).toEqual(['first', 'second']);
  });
});

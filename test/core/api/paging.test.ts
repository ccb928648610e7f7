import { describe, expect, it } from 'vitest';
import { endpoint } from '../../../shared/api/catalogue.ts';
import { paramNamesOf } from '../../../shared/api/endpoint.ts';
import { parseProfile } from '../../../electron/core/api/profile.ts';
import { json } from '../../support/hostileServer.ts';
import { failure, type ClientUnderTest, serverOfEach } from './support.ts';

const { server, client } = serverOfEach();

describe('a record in an envelope that nobody announced', () => {
  const params = { vehicleId: '7' };

  it.each([
    ['alone', { id: 7, data: { id: 8 } }, '$'],
    ['under data', { success: true, data: { id: 7, result: { id: 8 } } }, '$.data'],
    ['under result', { result: { id: '7' }, data: [] }, '$.result'],
  ])('is found by its identifier: %s', async (_what, body, path) => {
    server.answer(json(body));
    const { api } = client(server.origin);
    expect(await api.read('getVehicle', { params })).toMatchObject({ value: { path } });
    const made = await api.mutate('createAreaGroup', { bodyText: '{"name":"x"}' });
    expect(made).toMatchObject({ is: 'applied', reply: { path } });
  });

  it.each([
    ['getVehicle', 'data'],
    ['getVehicle', 'result'],
    ['getArea', 'data'],
    ['getArea', 'result'],
    ['getScheduledReport', 'data'],
    ['getScheduledReport', 'result'],
  ] as const)('is found whatever it is of: %s under %s', async (name, envelope) => {
    server.answer(json({ [envelope]: { id: 7 } }));
    const { api } = client(server.origin);
    const named = Object.fromEntries(paramNamesOf(endpoint(name)).map((param) => [param, '7']));
    const read = await api.read(name, { params: named });
    expect(read).toMatchObject({ value: { path: `$.${envelope}` } });
    const made = await api.mutate('createArea', { bodyText: '{"name":"x"}' });
    expect(made).toMatchObject({ is: 'applied', reply: { path: `$.${envelope}` } });
  });

  it.each([{ vehicle: { id: 7 } }, { data: [{ id: 7 }] }, { data: { name: 'x' } }, { error: 'x' }])(
    'is not guessed at: %j',
    async (body) => {
      server.answer(json(body));
      const { api } = client(server.origin);
      expect((await failure(api.read('getVehicle', { params }))).code).toBe('http.shape');
      const made = await api.mutate('createAreaGroup', { bodyText: '{"name":"x"}' });
      expect(made.is).toBe('uncertain');
    },
  );
});

describe('a list without pages', () => {
  it.each([
    ['bare', [{ id: 7 }], '$'],
    ['under data', { data: [{ id: 7 }], total: 1 }, '$.data'],
    ['under result', { result: [{ id: 7 }] }, '$.result'],
    ['under both', { result: { data: [{ id: 7 }] } }, '$.result.data'],
  ])(
    'is found in the envelopes of a list with pages, without being asked about: %s',
    async (_where, body, path) => {
      server.answer(json(body));
      const { api } = client(server.origin);
      for (const name of ['listAreaGroups', 'listForms', 'listResellers'] as const) {
        expect(await api.page(name, 1)).toMatchObject({ value: { path, ids: ['7'] } });
      }
    },
  );
});

describe('paging', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: from + i }));

  it('asks by the names of the profile', async () => {
    const parsed = parseProfile('{"pageSize":3,"query":{"page":"p","limit":"size"}}');
    if (!parsed.ok) throw new Error('valid');
    server.answer(json({ data: rows(1, 3), total: 9 }));
    const { api } = client(server.origin, { profile: parsed.value });
    const page = await api.page('listVehicles', 2, { query: { fields: ['id', 'regNo'] } });
    expect(page).toMatchObject({ value: { ids: ['1', '2', '3'], total: 9, last: false } });
    expect(server.seen[0]?.url).toBe('/vehicles/fields/json?fields[]=id&fields[]=regNo&p=2&size=3');
  });

  it('finds the total in each envelope', async () => {
    const { api } = client(server.origin);
    server.answer(json({ meta: { total: 7, limit: 2, page: 1 }, data: rows(1, 2) }));
    expect(await api.page('listFuelTransactions', 1)).toMatchObject({
      value: { total: 7, path: '$.data', last: false },
    });
    server.answer(json({ result: { areas: rows(1, 2), total: '2' } }));
    expect(await api.page('listAreas', 1)).toMatchObject({
      value: { total: 2, path: '$.result.areas', last: true },
    });
    server.answer(json({ data: rows(1, 2), total: -1 }));
    expect(await api.page('listVehicles', 1)).toMatchObject({ value: { total: null } });
  });

  /** Reads pages until the last one, as a scan does; fails when there is no end. */
  async function readAll(
    api: ClientUnderTest['api'],
    name: 'listVehicles' | 'listRoles',
    limit?: number,
  ): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; page < 50; page += 1) {
      const read = await api.page(name, page, limit === undefined ? {} : { limit });
      if (!read.ok) throw new Error(read.error.message);
      ids.push(...read.value.ids);
      if (read.value.last) return ids;
    }
    throw new Error('no last page');
  }

  /** A service with 25 rows that answers pages as the options say. */
  function paged(options: { cap?: number; total?: number; envelope?: boolean; ignores?: boolean }) {
    const all = rows(1, 25);
    server.answer((request, response, socket) => {
      const query = new URL(request.url, server.origin).searchParams;
      const limit = Math.min(Number(query.get('limit') ?? 25), options.cap ?? Infinity);
      const from = (Number(query.get('page') ?? 1) - 1) * limit;
      const data = options.ignores === true ? all : all.slice(from, from + limit);
      const total = options.total === undefined ? {} : { total: options.total };
      void json(options.envelope === false ? data : { data, ...total })(request, response, socket);
    });
  }

  it.each([
    ['with a total', { total: 25 }],
    ['without a total', {}],
    ['as bare arrays', { envelope: false }],
    ['with a smaller page than was asked for', { cap: 4, total: 25 }],
    ['with a smaller page and no total', { cap: 4 }],
    ['with a smaller page, bare', { cap: 5, envelope: false }],
  ])('reads all rows once %s', async (_how, options) => {
    paged(options);
    const { api } = client(server.origin);
    for (const limit of [10, 25, 200]) {
      const ids = await readAll(api, 'listVehicles', limit);
      expect(ids).toEqual(rows(1, 25).map(({ id }) => String(id)));
    }
  });

  it.each([
    ['in envelopes', {}],
    ['bare', { envelope: false }],
  ])('comes to an end where the service ignores paging, %s', async (_how, options) => {
    paged({ ...options, ignores: true });
    const { api } = client(server.origin);
    for (const limit of [10, 25, 200]) {
      expect(new Set(await readAll(api, 'listVehicles', limit)).size).toBe(25);
    }
  });

  it('takes no row twice where a service that ignores paging shows others of it each time', async () => {
    server.answer((request, response, socket) => {
      const at = server.seen.length;
      void json(rows(1, 25).map((row) => ({ ...row, at })))(request, response, socket);
    });
    const { api } = client(server.origin);
    for (const limit of [10, 200]) {
      expect(await readAll(api, 'listVehicles', limit)).toHaveLength(25);
    }
  });

  /** A service with 45 rows, at most `cap` a page, that answers each page as it is told. */
  function capped(cap: number, answer: (page: object[], asked: number) => object): void {
    const all = rows(1, 45);
    server.answer((request, response, socket) => {
      const query = new URL(request.url, server.origin).searchParams;
      const from = (Number(query.get('page')) - 1) * cap;
      const page = all.slice(from, from + cap);
      void json(answer(page, Number(query.get('limit'))))(request, response, socket);
    });
  }

  it.each([
    [
      'repeats the page size that was asked for',
      (data: object[], limit: number) => ({ data, limit }),
    ],
    ['counts each page as the total', (data: object[]) => ({ data, total: data.length })],
    ['counts pages as the total', (data: object[]) => ({ data, total: 5 })],
    ['tells nothing', (data: object[]) => ({ data })],
  ])('reads a list to its end where the service caps pages and %s', async (_what, answer) => {
    capped(10, answer);
    const { api } = client(server.origin);
    const ids = await readAll(api, 'listVehicles', 200);
    expect(ids).toEqual(rows(1, 45).map(({ id }) => String(id)));
  });

  it.each([
    ['with a total', (data: object[]) => ({ data, total: 45 })],
    ['with the size that was asked for', (data: object[], limit: number) => ({ data, limit })],
    ['bare', (data: object[]) => data],
  ])(
    'reads a list to its end where pages are fuller than was asked for, %s',
    async (_how, answer) => {
      capped(10, answer);
      const { api } = client(server.origin);
      const ids = await readAll(api, 'listVehicles', 5);
      expect(ids).toEqual(rows(1, 45).map(({ id }) => String(id)));
    },
  );

  it('reads a list to its end where permissions thin its pages out', async () => {
    capped(10, (page) => ({
      data: page.filter((_row, index) => page.length < 10 || index % 4 > 0),
    }));
    const { api } = client(server.origin);
    const ids = await readAll(api, 'listVehicles', 200);
    expect(ids.slice(-2)).toEqual(['44', '45']);
    expect(ids).toHaveLength(33);
  });

  it('reads a list to its end where its first page is fuller than the others', async () => {
    server.answer((request, response, socket) => {
      const page = Number(new URL(request.url, server.origin).searchParams.get('page'));
      const data = page === 1 ? rows(1, 20) : rows(page * 10 + 1, page < 11 ? 10 : 0);
      void json({ data, total: 110 })(request, response, socket);
    });
    const { api } = client(server.origin);
    expect(await readAll(api, 'listVehicles', 20)).toHaveLength(110);
    expect(server.seen).toHaveLength(10);
    // A page that is read by itself is known by its number alone.
    expect(await api.page('listVehicles', 6, { limit: 20 })).toMatchObject({
      value: { last: true },
    });
  });

  it.each([
    ['404', 404],
    ['400', 400],
    ['422', 422],
  ])(
    'knows a page behind the end by its refusal with %s, which tells nothing else',
    async (_how, status) => {
      server.answer((request, response, socket) => {
        const page = Number(new URL(request.url, server.origin).searchParams.get('page'));
        const data = rows(page * 10 - 9, page < 3 ? 10 : 5);
        const reply = page > 3 ? json({ message: 'No such page' }, status) : json({ data });
        void reply(request, response, socket);
      });
      const { api, observed } = client(server.origin);
      expect(await readAll(api, 'listVehicles', 10)).toHaveLength(25);
      expect(observed.map((one) => one.status)).not.toContain(status);
      // In the middle of a list it is no end.
      const whole = await api.page('listVehicles', 2, { limit: 10 });
      expect(whole).toMatchObject({ ok: true, value: { last: false } });
      expect(await api.page('listVehicles', 4, { limit: 9 })).toMatchObject({ error: { status } });
    },
  );

  it.each([400, 422])(
    'asks for smaller pages where the size is refused with %d',
    async (status) => {
      server.answer((request, response, socket) => {
        const query = new URL(request.url, server.origin).searchParams;
        const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
        const data = rows((page - 1) * limit + 1, Math.min(limit, 120 - (page - 1) * limit));
        const reply =
          limit > 60 || query.has('odd')
            ? json({ message: 'No' }, status)
            : json({ data, total: 120 });
        return reply(request, response, socket);
      });
      const { api } = client(server.origin);
      expect(await readAll(api, 'listVehicles', 1_000)).toHaveLength(120);
      const sizes = (): (string | null)[] =>
        server.seen.map(({ url }) => new URL(url, server.origin).searchParams.get('limit'));
      expect(sizes()).toEqual(['1000', '200', '100', '50', '50', '50']);
      // What it takes is known from then on.
      expect(await readAll(api, 'listVehicles')).toHaveLength(120);
      expect(sizes().slice(6)).toEqual(['50', '50', '50']);
      // What is refused in every size is refused for something else: it is asked for once from then on.
      const odd = { query: { odd: '1' } };
      for (const asked of [3, 4]) {
        expect(await api.page('listVehicles', 1, odd)).toMatchObject({ error: { status } });
        expect(sizes().slice(9)).toHaveLength(asked === 3 ? 2 : 3);
      }
    },
  );

  it('takes no row twice where the last page comes again', async () => {
    server.answer((request, response, socket) => {
      const page = Number(new URL(request.url, server.origin).searchParams.get('page'));
      const last = Math.min(page, 3);
      void json({ page, data: rows(last * 10 - 9, last < 3 ? 10 : 5) })(request, response, socket);
    });
    const { api } = client(server.origin);
    expect(await readAll(api, 'listVehicles', 10)).toEqual(rows(1, 25).map(({ id }) => String(id)));
  });

  it('asks for no pages where a list comes whole', async () => {
    server.answer(json(rows(1, 3)));
    const { api } = client(server.origin);
    expect(await readAll(api, 'listRoles')).toEqual(['1', '2', '3']);
    expect(server.seen.map(({ url }) => url)).toEqual(['/roles']);
  });

  it('keeps identifiers to the letter and tells rows without one', async () => {
    server.answer(json('{"data":[{"id":9007199254740993},{"id":"x"},{"a":1}],"total":3}'));
    const { api } = client(server.origin);
    expect(await api.page('listVehicles', 1)).toMatchObject({
      value: { ids: ['9007199254740993', 'x', ''] },
    });
  });

  it('refuses a page whose rows are no records', async () => {
    server.answer(json({ data: [1, 2, 3], total: 3 }));
    const { api } = client(server.origin);
    expect((await failure(api.page('listVehicles', 1))).code).toBe('http.shape');
  });
});

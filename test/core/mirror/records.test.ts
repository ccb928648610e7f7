import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import { runRead, runWrite } from '../../../electron/core/db/runner.ts';
import type { Store } from '../../../electron/core/database.ts';
import type { ListView } from '../../../shared/ipc/shapes.ts';
import { freshStore, ingest, valueOf } from '../db/support.ts';
import { runs, RUNS_LIMIT_MS } from '../../support/runs.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

async function idsOf(store: Store, view: ListView): Promise<string[]> {
  return (await store.read('records.ids', { view })).ids;
}

const fleet = [
  { id: 1, regNo: 'Van 10', status: 'driving', driver: { fullName: 'Zoë Ärm' }, typeName: 'Van' },
  { id: 2, regNo: 'van 9', status: 'stopped', driver: { fullName: 'adam' }, typeName: 'Van' },
  { id: 3, regNo: 'VAN 9', status: 'stopped', driver: null, typeName: 'Truck' },
  { id: 4, status: 'idling', defaultLabel: 'no plate', vin: 'WVWZZZ1JZXW000001' },
  { id: 5, regNo: 'Car 1', status: 'archived', typeName: 'Car' },
];

describe('a window of a list', () => {
  it('orders digits by value, ignores case, puts missing values last, breaks ties by id', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', fleet);
    const by = (descending: boolean): ListView => ({
      entity: 'vehicle',
      sort: { field: 'regNo', descending },
    });
    expect(await idsOf(store, by(false))).toEqual(['2', '3', '1', '4']);
    expect(await idsOf(store, by(true))).toEqual(['1', '3', '2', '4']);
  });

  it('gives the same order from an index, from a sort after a search and for any field', async () => {
    const store = await freshStore();
    await ingest(
      store,
      'vehicle',
      Array.from({ length: 60 }, (_, index) => ({
        id: index,
        regNo: `R ${(index * 7) % 60}`,
        other: `R ${(index * 7) % 60}`,
      })),
    );
    const indexed = await idsOf(store, { entity: 'vehicle', sort: { field: 'regNo' } });
    expect(await idsOf(store, { entity: 'vehicle', sort: { field: 'other' } })).toEqual(indexed);
    const view: ListView = { entity: 'vehicle', sort: { field: 'regNo' }, text: 'r' };
    expect(await idsOf(store, view)).toEqual(indexed);
  });

  it('pages by offset and limit, and tells the total', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', fleet);
    const view: ListView = { entity: 'vehicle', sort: { field: 'regNo' } };
    const page = await store.read('records.window', { view, offset: 1, limit: 2 });
    expect(page.rows.map(({ id }) => id)).toEqual(['3', '1']);
    expect(page.total).toBe(4);
    const beyond = await store.read('records.window', { view, offset: 9, limit: 2 });
    expect(beyond.rows).toEqual([]);
    expect(beyond.total).toBe(4);
  });

  it('sorts a list that nobody sorted by what it is called', async () => {
    const store = await freshStore();
    await ingest(store, 'area', [
      { id: 1, name: 'yard 2' },
      { id: 2, name: 'Depot' },
    ]);
    expect(await idsOf(store, { entity: 'area' })).toEqual(['2', '1']);
    await ingest(store, 'fuelTransaction', [
      { id: 1, transactionDate: '2026-01-01T00:00:00Z' },
      { id: 2, transactionDate: '2026-02-01T00:00:00Z' },
    ]);
    expect(await idsOf(store, { entity: 'fuelTransaction' })).toEqual(['2', '1']);
  });

  it('hides archived records unless they are asked for', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [...fleet, { id: 6, archivedAt: '2026-01-01T00:00:00Z' }]);
    expect(await idsOf(store, { entity: 'vehicle', archived: 'only' })).toEqual(['5', '6']);
    expect(await idsOf(store, { entity: 'vehicle', archived: 'all' })).toHaveLength(6);
    expect(await idsOf(store, { entity: 'vehicle' })).toHaveLength(4);
  });

  it('filters by values, by nothing, and by no value at all', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', fleet);
    const filtered = (field: string, oneOf: (string | null)[]): Promise<string[]> =>
      idsOf(store, { entity: 'vehicle', filters: [{ field, oneOf }], sort: { field: 'id' } });
    expect(await filtered('status', ['stopped', 'idling'])).toEqual(['2', '3', '4']);
    expect(await filtered('typeName', [null])).toEqual(['4']);
    expect(await filtered('typeName', [null, 'Truck'])).toEqual(['3', '4']);
    expect(await filtered('driver.fullName', ['adam'])).toEqual(['2']);
    expect(await filtered('id', ['3'])).toEqual(['3']);
    expect(await filtered('status', [])).toEqual([]);
  });

  it('meets conditions about any field: text, values, ranges of numbers and instants, emptiness', async () => {
    const store = await freshStore();
    const records = [
      {
        id: 1,
        regNo: 'A 1',
        driver: { fullName: 'Zoë Ärm' },
        year: '2019',
        seen: '2026-03-01T10:00:00Z',
      },
      { id: 2, regNo: 'A 2', driver: 'Adam Arm', year: 2021, seen: 1_772_445_600 },
      { id: 3, regNo: 'A 3', driver: null, year: 'new', groups: [], seen: '' },
      { id: 4, regNo: 'A 4', driver: { fullName: '' }, groups: ['x'] },
    ];
    await ingest(store, 'vehicle', records);
    const ids = (...conditions: NonNullable<ListView['conditions']>): Promise<string[]> =>
      idsOf(store, { entity: 'vehicle', conditions });
    const driver = { field: 'driver.fullName', or: ['driver'] };
    expect(await ids({ ...driver, is: 'contains', text: 'ARM' })).toEqual(['1', '2']);
    expect(await ids({ field: 'driver.fullName', is: 'lacks', text: 'arm' })).toEqual([
      '2',
      '3',
      '4',
    ]);
    expect(await ids({ field: 'regNo', is: 'oneOf', values: ['A 4', 'A 2', 'B'] })).toEqual([
      '2',
      '4',
    ]);
    const years = { field: 'year', is: 'between', as: 'number' } as const;
    expect(await ids({ ...years, from: 2019, to: 2021 })).toEqual(['1', '2']);
    expect(await ids({ ...years, from: null, to: 2020 })).toEqual(['1']);
    const seen = { field: 'seen', is: 'between', as: 'instant' } as const;
    const midnight = Date.parse('2026-03-02T00:00:00Z');
    expect(await ids({ ...seen, from: midnight, to: null })).toEqual(['2']);
    expect(await ids({ ...seen, from: null, to: midnight })).toEqual(['1']);
    expect(await ids({ field: 'groups', is: 'empty' })).toEqual(['1', '2', '3']);
    expect(await ids({ field: 'groups', is: 'filled' })).toEqual(['4']);
    expect(await ids({ field: 'seen', is: 'empty' })).toEqual(['3', '4']);
    const both = [
      { field: 'regNo', is: 'filled' },
      { field: 'year', is: 'contains', text: '20' },
    ] as const;
    expect(await ids(...both)).toEqual(['1', '2']);
    const view: ListView = { entity: 'vehicle', conditions: [...both], text: 'a' };
    const page = await store.read('records.window', { view, offset: 1, limit: 5 });
    expect([page.total, page.rows.map(({ id }) => id)]).toEqual([2, ['2']]);
    const { counts } = await store.read('records.facets', { view, field: 'regNo' });
    expect(counts.map(({ value, count }) => [value, count])).toEqual([
      ['A 1', 1],
      ['A 2', 1],
    ]);
  });

  it('counts a field under a view', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', fleet);
    const facets = await store.read('records.facets', {
      view: { entity: 'vehicle' },
      field: 'typeName',
    });
    expect(facets.counts).toEqual([
      { value: 'Van', count: 2 },
      { value: null, count: 1 },
      { value: 'Truck', count: 1 },
    ]);
    const narrowed = await store.read('records.facets', {
      view: { entity: 'vehicle', text: 'van', filters: [{ field: 'status', oneOf: ['stopped'] }] },
      field: 'status',
    });
    expect(narrowed.counts).toEqual([{ value: 'stopped', count: 2 }]);
  });

  it('finds every word anywhere in the searched fields, however short', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', fleet);
    const found = (text: string): Promise<string[]> =>
      idsOf(store, { entity: 'vehicle', text, sort: { field: 'id' } });
    expect(await found('1')).toEqual(['1', '4']);
    expect(await found('van')).toEqual(['1', '2', '3']);
    expect(await found('van 9')).toEqual(['2', '3']);
    expect(await found('ARM zoe')).toEqual(['1']);
    expect(await found('zzz1jz')).toEqual(['4']);
    expect(await found('van10')).toEqual(['1']);
    expect(await found('')).toHaveLength(4);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
    expect(await found('"; OR *')).toEqual([]);
  });

  it('knows how old its rows and its list are', async () => {
    const store = await freshStore();
    const begun = valueOf(await store.write('scan.begin', { entity: 'area', at: 5000 }));
    await ingest(store, 'area', [{ id: 1, name: 'A' }], 1000);
    valueOf(
      await store.write('records.ingest', {
        ...{ entity: 'area', text: '[{"id":1,"name":"A"}]', path: '$', readAt: 5001 },
        generation: begun.generation,
      }),
    );
    const view: ListView = { entity: 'area' };
    const before = await store.read('records.window', { view, offset: 0, limit: 1 });
    expect([before.scannedAt, before.rows[0]?.readAt]).toEqual([null, 1000]);
    valueOf(
      await store.write('scan.complete', {
        ...{ entity: 'area', generation: begun.generation, at: 6000, total: 1 },
        archivedListed: false,
        living: 0,
        isApart: false,
      }),
    );
    const after = await store.read('records.window', { view, offset: 0, limit: 1 });
    expect([after.scannedAt, after.rows[0]?.readAt]).toEqual([6000, 5000]);
  });
});

describe('one record', () => {
  it('is found by the temporary id that it once had', () => {
    const handle = valueOf(openWriter(':memory:'));
    onTestFinished(() => void handle.raw.close());
    const rows = { entity: 'area', text: '[{"id":77,"name":"Depot"}]', path: '$', readAt: 1 };
    valueOf(runWrite(handle, 'records.ingest', rows));
    const get = (id: string): unknown => runRead(handle, 'records.get', { entity: 'area', id });
    expect(get('tmp-1')).toBeNull();
    handle.run(
      plainStatement(
        "INSERT INTO id_map (entity, temporary_id, id) VALUES ('area', 'tmp-1', '77')",
      ),
    );
    expect(get('tmp-1')).toEqual(get('77'));
    expect(get('77')).toMatchObject({
      base: '{"id":77,"name":"Depot"}',
      row: { id: '77', pending: 0, temporary: false, changed: [], mark: null, listed: true },
    });
    expect(runRead(handle, 'records.realId', { entity: 'area', id: 'tmp-1' })).toEqual({
      id: '77',
      temporary: false,
    });
  });
});

describe('the search', () => {
  it('puts the very registration first, then those that begin so, then the rest', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [
      { id: 1, regNo: 'XB 12' },
      { id: 2, regNo: 'B 123' },
      { id: 3, regNo: 'B 12' },
      { id: 4, regNo: 'CD 9', defaultLabel: 'spare for B 12' },
      { id: 5, regNo: 'B 129', status: 'archived' },
    ]);
    const { hits } = await store.read('records.search', { text: 'b 12', limit: 10 });
    expect(hits.map(({ id }) => id)).toEqual(['3', '2', '5', '1', '4']);
    expect(hits.at(2)?.archived).toBe(true);
  });

  it('finds a registration typed without its spaces', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [{ id: 1, regNo: 'AB-12 CD' }]);
    const { hits } = await store.read('records.search', { text: 'ab12cd', limit: 10 });
    expect(hits).toMatchObject([{ id: '1', title: 'AB-12 CD' }]);
  });

  it('searches all kinds of record, or those asked for', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [{ id: 1, regNo: 'R1', driver: { fullName: 'Mara Quill' } }]);
    await ingest(store, 'driver', [{ id: 2, fullName: 'Mara Quill', email: 'mq@example.org' }]);
    await ingest(store, 'area', [{ id: 3, name: 'Quillworth' }]);
    const all = await store.read('records.search', { text: 'quill', limit: 10 });
    expect(all.hits.map(({ entity, id }) => `${entity} ${id}`)).toEqual([
      'area 3',
      'driver 2',
      'vehicle 1',
    ]);
    const areas = await store.read('records.search', {
      text: 'quill',
      entities: ['area'],
      limit: 10,
    });
    expect(areas.hits.map(({ id }) => id)).toEqual(['3']);
    expect((await store.read('records.search', { text: '  ', limit: 10 })).hits).toEqual([]);
  });

  it('puts reference lists and histories behind all else', async () => {
    const store = await freshStore();
    await ingest(store, 'timezone', [{ id: 1, name: 'Antarctica/Casey' }]);
    await ingest(store, 'area', [{ id: 2, name: 'Grand yard' }]);
    const found = async (limit: number) =>
      (await store.read('records.search', { text: 'an', limit })).hits.map(({ id }) => id);
    expect(await found(5)).toEqual(['2', '1']);
    expect(await found(1)).toEqual(['2']);
  });

  it('forgets what a record was called before', async () => {
    const store = await freshStore();
    await ingest(store, 'area', [{ id: 1, name: 'Old yard' }]);
    await ingest(store, 'area', [{ id: 1, name: 'New yard' }]);
    const found = async (text: string) =>
      (await store.read('records.search', { text, limit: 10 })).hits.length;
    expect([await found('old'), await found('new')]).toEqual([0, 1]);
    valueOf(
      await store.write('records.remove', { entity: 'area', ids: ['1'], at: 1, reason: 'test' }),
    );
    expect(await found('new')).toBe(0);
  });

  it('shows a name even for a record without one', async () => {
    const store = await freshStore();
    await ingest(store, 'sensor', [{ id: 991, label: 17 }, { id: 992 }]);
    const { hits } = await store.read('records.search', { text: '992', limit: 5 });
    expect(hits).toMatchObject([{ entity: 'sensor', id: '992', title: '992' }]);
  });
});

/** Compact JSON text as a service might spell it: odd numbers, escapes, repeated and odd keys. */
const number = fc.oneof(
  fc.constantFrom('1.10', '-0', '1E5', '0.1e-7', '12345678901234567890123', '9007199254740993'),
  fc.integer().map(String),
);
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).chain((plain) =>
  fc.constantFrom('', '\\u0041', '\\/', '\\ud83d\\ude00', '\\u0000').map((escape) => {
    const quoted = JSON.stringify(plain);
    return `${quoted.slice(0, -1)}${escape}"`;
  }),
);
const key = fc.oneof(text, fc.constantFrom('"__proto__"', '"constructor"', '"a.b"', '"$"', '""'));
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false'),
    number,
    text,
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, of]) => `${name}:${of}`).join(',')}}`),
  ),
}));

describe('the text of a record', () => {
  it(
    'survives the mirror to the letter, whatever the service spells',
    { timeout: RUNS_LIMIT_MS },
    async () => {
      const store = await freshStore();
      let id = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(key, value), { maxLength: 5 }), async (members) => {
          id += 1;
          const extra = members.map(([name, of]) => `,${name}:${of}`).join('');
          const json = `{"id":${id}${extra},"last":true}`;
          await ingest(store, 'form', [json]);
          const got = await store.read('records.get', { entity: 'form', id: String(id) });
          expect(got?.base).toBe(json);
          const view: ListView = {
            entity: 'form',
            filters: [{ field: 'id', oneOf: [String(id)] }],
          };
          const page = await store.read('records.window', { view, offset: 0, limit: 5 });
          expect(page.rows.map((row) => row.json)).toContain(json);
        }),
        runs(150, 3_000),
      );
    },
  );

  it('survives a write of telemetry and the reading by id', async () => {
    const store = await freshStore({ mode: 'thread' });
    const json = '{"id":7,"status":"idling","tenant":{"n":12345678901234567890.10},"__proto__":1}';
    await ingest(store, 'vehicle', [json]);
    valueOf(
      await store.write('records.telemetry', {
        ...{ entity: 'vehicle', text: '[{"id":7,"status":"driving"}]', path: '$' },
        ...{ readAt: 2, ids: ['7'], tell: true },
      }),
    );
    const got = await store.read('records.get', { entity: 'vehicle', id: '7' });
    expect(got?.base).toBe(
      '{"id":7,"status":"driving","tenant":{"n":12345678901234567890.10},"__proto__":1}',
    );
    valueOf(
      await store.write('records.put', {
        ...{ entity: 'vehicle', id: '7', text: `{"data":${json}}`, path: '$.data', readAt: 3 },
      }),
    );
    expect((await store.read('records.get', { entity: 'vehicle', id: '7' }))?.base).toBe(json);
  });
});

import { describe, expect, it } from 'vitest';
import { createCollector } from '../../../electron/core/answers/queue/createCollector.ts';
import { deskHandlers } from '../../../electron/core/handlers/desk.ts';
import { recordHandlers } from '../../../electron/core/handlers/records.ts';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import { temporaryIdOf } from '../../../shared/rules/temporaryId.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import { codeOf, valueOf } from '../db/support.ts';
import { errorOf, rows, syncUnderTest, testPorts } from './support.ts';
import type { SyncUnderTest } from './support.ts';

const unused = async (): Promise<never> => {
  throw new Error('The outbox is not part of this test.');
};
const outbox: AccountContext['outbox'] = {
  ...{ start: () => undefined, wake: () => undefined, changed: () => undefined },
  ...{ close: async () => undefined },
  ...{ holdAll: unused, resumeAll: unused },
  ...{ write: unused, decide: unused, finish: unused, candidates: unused },
  queueHold: () => null,
};

async function open(): Promise<{
  under: SyncUnderTest;
  context: AccountContext;
  records: ReturnType<typeof recordHandlers>;
}> {
  const under = await syncUnderTest();
  const collector = createCollector(under.context);
  const unused: unknown = null;
  const exporter = unused as AccountContext['exporter'];
  const ground = unused as AccountContext['ground'];
  const packs = unused as AccountContext['packs'];
  const context: AccountContext = { ...under.context, outbox, collector, exporter, ground, packs };
  return { under, context, records: recordHandlers(() => context) };
}

/** What the dispatcher checks on the way out. */
function checked(name: CallName, output: unknown): unknown {
  const parsed = contract[name].output.safeParse(output);
  if (!parsed.success) throw new Error(`${name}: ${parsed.error.message}`);
  return output;
}

describe('the calls of records', () => {
  it('say that no account is open', async () => {
    const none = recordHandlers(() => null);
    expect(await none['records.positions']({})).toMatchObject({
      ok: false,
      error: { kind: 'auth', code: 'account.none' },
    });
  });

  it('show every record of a list, however long an identifier is', async () => {
    const { under, records } = await open();
    const [long, longer] = ['i'.repeat(10_000), 'j'.repeat(100_000)];
    under.service.living.set('vehicle', [
      `{"id":"${long}","regNo":"AB 1"}`,
      `{"id":"${longer}","regNo":"AB 2"}`,
      '{"id":3,"regNo":"AB 3"}',
    ]);
    valueOf(await under.sync.scan('vehicle'));
    const view = { entity: 'vehicle' } as const;
    const window = await records['records.window']({ view, offset: 0, limit: 10 });
    expect(checked('records.window', valueOf(window))).toMatchObject({ total: 3 });
    const input = { entity: 'vehicle', id: long } as const;
    expect(contract['records.get'].input.safeParse(input).success).toBe(true);
    checked('records.get', valueOf(await records['records.get'](input)));
  });

  it('answer from the mirror in the shapes of the contract', async () => {
    const { under, records } = await open();
    under.service.living.set('vehicle', [
      '{"id":1,"regNo":"AB 1","status":"driving","lastCoordinates":{"lat":1,"lng":2}}',
    ]);
    valueOf(await under.sync.scan('vehicle'));
    const view = { entity: 'vehicle' } as const;
    const window = await records['records.window']({ view, offset: 0, limit: 10 });
    expect(checked('records.window', valueOf(window))).toMatchObject({ total: 1 });
    checked('records.ids', valueOf(await records['records.ids']({ view })));
    checked('records.facets', valueOf(await records['records.facets']({ view, field: 'status' })));
    const got = await records['records.get']({ entity: 'vehicle', id: '1' });
    expect(checked('records.get', valueOf(got))).toMatchObject({ row: { id: '1' }, ops: [] });
    expect(valueOf(await records['records.get']({ entity: 'vehicle', id: '2' }))).toBeNull();
    const hits = await records['records.search']({ text: 'ab 1', limit: 5 });
    expect(checked('records.search', valueOf(hits))).toMatchObject({ hits: [{ id: '1' }] });
    const positions = await records['records.positions']({});
    expect(checked('records.positions', valueOf(positions))).toMatchObject({ ids: ['1'] });
  });

  it('show the writes on a record beside it', async () => {
    const { under, records } = await open();
    under.service.living.set('area', rows(0, 1));
    valueOf(await under.sync.scan('area'));
    valueOf(
      await under.store.write('outbox.enqueue', {
        ...{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', endpoint: 'updateArea', now: 10 },
        ...{ params: { areaId: '0' }, patch: '{"name":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    const got = valueOf(await records['records.get']({ entity: 'area', id: '0' }));
    checked('records.get', got);
    expect(got?.ops).toMatchObject([{ endpoint: 'updateArea', state: 'QUEUED' }]);
    expect(got?.row).toMatchObject({ pending: 1, mark: 'waiting', changed: ['name'] });
    expect(got?.base).toBe('{"id":0,"name":"row 0"}');
  });

  it('refresh a record or a whole list', async () => {
    const { under, records } = await open();
    under.service.living.set('area', rows(0, 2));
    valueOf(await records['records.refresh']({ entity: 'area', id: '1' }));
    expect(under.service.requests).toEqual(['getArea 1']);
    valueOf(await records['records.refresh']({ entity: 'area' }));
    const view = { entity: 'area' } as const;
    expect(valueOf(await records['records.ids']({ view })).ids).toEqual(['0', '1']);
    under.service.failing.set('listAreas', errorOf('offline'));
    expect(codeOf(await records['records.refresh']({ entity: 'area' }))).toBe('test.offline');
  });
});

describe('records.read', () => {
  const read = (
    records: ReturnType<typeof recordHandlers>,
    endpoint: string,
    refresh: 'never' | 'ifMissing' | 'always',
    params: Record<string, string> = {},
  ) => records['records.read']({ endpoint, params, refresh });

  it('keeps a document to the letter and gives it without the network', async () => {
    const { under, records } = await open();
    const text = '{"id":"a1","n":1.10,"big":12345678901234567890,"__proto__":{"x":1}}';
    under.service.documents.set('getAnswer', text);
    const ask = (refresh: 'never' | 'ifMissing' | 'always') =>
      read(records, 'getAnswer', refresh, { answerId: 'a1' });
    expect(valueOf(await ask('never'))).toEqual({
      json: null,
      readAt: null,
      thinned: null,
      error: null,
    });
    const told = under.next('documentChanged');
    expect(valueOf(await ask('ifMissing'))).toMatchObject({ json: text, error: null });
    expect(await told).toEqual({ endpoint: 'getAnswer' });
    under.service.failing.set('getAnswer', errorOf('offline'));
    const kept = valueOf(await ask('always'));
    expect(kept).toMatchObject({ json: text, error: { kind: 'offline' } });
    expect(kept.readAt).toBe(under.clock.now());
    expect(valueOf(await ask('ifMissing'))).toMatchObject({ json: text, error: null });
  });

  it('tells documents apart by parameters and query, in any order', async () => {
    const { under, records } = await open();
    under.service.documents.set('listRoutes', '[{"routes":[]}]');
    const ask = (query: Record<string, string>, refresh: 'never' | 'always') =>
      records['records.read']({
        ...{ endpoint: 'listRoutes', params: { vehicleId: '1' }, query, refresh },
      });
    valueOf(await ask({ dateFrom: 'a', dateTo: 'b' }, 'always'));
    expect(valueOf(await ask({ dateTo: 'b', dateFrom: 'a' }, 'never')).json).not.toBeNull();
    expect(valueOf(await ask({ dateFrom: 'a', dateTo: 'c' }, 'never')).json).toBeNull();
  });

  it('reads a paged document to its end', async () => {
    const { under, records } = await open();
    const all = rows(0, 250);
    under.service.documents.set('listFuelSummary', JSON.stringify(all));
    const got = valueOf(await read(records, 'listFuelSummary', 'always'));
    expect(JSON.parse(got.json ?? 'null')).toHaveLength(250);
  });

  it('reads a report of more than a hundred pages whole, and takes no part of one that does not end', async () => {
    const { under, records } = await open();
    under.service.pageSize = 1;
    under.service.documents.set('listFuelSummary', JSON.stringify(rows(0, 101)));
    const whole = valueOf(await read(records, 'listFuelSummary', 'always'));
    expect(JSON.parse(whole.json ?? 'null')).toHaveLength(101);
    const page = under.service.page.bind(under.service);
    under.service.page = async (name) => {
      const first = await page(name, 1);
      return first.ok ? ok({ ...first.value, last: false }) : first;
    };
    const endless = valueOf(await read(records, 'listFuelSummary', 'always'));
    expect(endless).toMatchObject({ json: whole.json, error: { code: 'sync.tooManyPages' } });
  });

  it('gives records and lists as the desk shows them', async () => {
    const { under, records } = await open();
    under.service.living.set('area', rows(0, 2));
    const one = valueOf(await read(records, 'getArea', 'ifMissing', { areaId: '1' }));
    expect(one).toMatchObject({ json: '{"id":1,"name":"row 1"}', error: null });
    const list = valueOf(await read(records, 'listAreas', 'ifMissing'));
    expect(JSON.parse(list.json ?? 'null')).toHaveLength(2);
    under.service.living.set('area', rows(0, 1));
    const gone = valueOf(await read(records, 'getArea', 'always', { areaId: '1' }));
    expect(gone).toMatchObject({
      json: '{"id":1,"name":"row 1"}',
      error: { code: 'records.gone' },
    });
  });

  it('refuses what is no read, and a read without its parameters', async () => {
    const { under, records } = await open();
    for (const name of ['updateArea', 'constructor', '__proto__', 'nothing']) {
      expect(codeOf(await read(records, name, 'always'))).toBe('records.unknownRead');
    }
    expect(await read(records, 'getArea', 'always')).toMatchObject({
      ok: false,
      error: { code: 'records.params', fields: { areaId: ['is missing'] } },
    });
    const unsent = await read(records, 'listRoutes', 'always', { vehicleId: temporaryIdOf('1') });
    expect(codeOf(unsent)).toBe('records.onlyHere');
    const pdf = valueOf(await read(records, 'getAnswerPdf', 'always', { answerId: '1' }));
    expect(pdf.error?.code).toBe('records.notMirrored');
    expect(under.service.requests).toEqual([]);
  });

  it('refuse the name of a list with its brackets, which would travel twice', () => {
    const asked = (query: Record<string, string[]>) =>
      contract['records.read'].input.safeParse({
        ...{ endpoint: 'listRoutes', params: { vehicleId: '1' }, refresh: 'never' },
        query,
      });
    expect(asked({ include: ['address'] }).success).toBe(true);
    expect(asked({ 'include[]': ['address'] }).success).toBe(false);
  });
});

describe('the calls of the desk', () => {
  it('remember and recall, and forget with null', async () => {
    const { context } = await open();
    const desk = deskHandlers(() => context, context.ports);
    const recall = async () => valueOf(await desk['desk.recall']({ key: 'panes' }));
    expect(await recall()).toEqual({ value: null });
    valueOf(await desk['desk.remember']({ key: 'panes', value: '{"left":240}' }));
    expect(await recall()).toEqual({ value: '{"left":240}' });
    valueOf(await desk['desk.remember']({ key: 'panes', value: null }));
    expect(await recall()).toEqual({ value: null });
  });

  it('work without an account as far as they can', async () => {
    const desk = deskHandlers(() => null, testPorts(virtualClock()));
    expect(checked('desk.info', valueOf(await desk['desk.info']({})))).toMatchObject({
      ...{ host: 'headless', secrets: 'session-only' },
    });
    expect(valueOf(await desk['desk.recall']({ key: 'theme' }))).toEqual({ value: null });
    expect(codeOf(await desk['desk.remember']({ key: 'theme', value: '1' }))).toBe('account.none');
    expect(valueOf(await desk['desk.basemap']({}))).toEqual({ geojson: null });
  });

  it('keep the town of the local workspace for times without its service', async () => {
    const { under, context } = await open();
    const starts: string[] = [];
    const local: AccountContext = {
      ...context,
      identity: { ...context.identity, workspace: 'local' },
    };
    const ports = testPorts(under.clock);
    ports.localService.start = async () => {
      starts.push('start');
      return starts.length > 1
        ? fail({ kind: 'local', code: 'service.down', message: 'Down.' })
        : ok({
            ...{ workspaceId: 'w', baseUrl: 'http://127.0.0.1:1', email: 'a', password: 'b' },
            basemap: '{"type":"FeatureCollection","features":[]}',
          });
    };
    const desk = deskHandlers(() => local, ports);
    const town = { geojson: '{"type":"FeatureCollection","features":[]}' };
    expect(valueOf(await desk['desk.basemap']({}))).toEqual(town);
    under.allow(false);
    expect(valueOf(await desk['desk.basemap']({}))).toEqual(town);
    expect(starts).toHaveLength(1);
    under.allow(true);
    expect(valueOf(await desk['desk.basemap']({}))).toEqual(town);
    expect(starts).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { ApiPageBody } from '../../../electron/core/api/types.ts';
import type { Store } from '../../../electron/core/database.ts';
import type { SyncContext } from '../../../electron/core/sync/context.ts';
import {
  OFFLINE_DOCUMENTS,
  SCAN_ORDER,
  isArchivable,
  listsOf,
  readsById,
} from '../../../electron/core/sync/plan.ts';
import { scanEntity } from '../../../electron/core/sync/scan.ts';
import { ENTITIES } from '../../../shared/model/entity.ts';
import { ok } from '../../../shared/result.ts';
import type { AppError } from '../../../shared/result.ts';
import { codeOf, valueOf } from '../db/support.ts';
import { errorOf, mirrored, rows, syncUnderTest } from './support.ts';
import type { FakeService, SyncUnderTest } from './support.ts';

async function stateOf({ store }: SyncUnderTest, entity: 'area' | 'vehicle' | 'driver' | 'form') {
  return (await store.read('scan.states', {})).get(entity);
}

function archivedOf(row: string): string {
  return JSON.stringify({ ...(JSON.parse(row) as object), status: 'archived' });
}

describe('the plan of the scans', () => {
  it('fills every kind of record once', () => {
    expect([...SCAN_ORDER].sort()).toEqual([...ENTITIES].sort());
    for (const entity of ENTITIES) expect(listsOf(entity).length).toBeGreaterThan(0);
  });

  it('knows the lists and reads of each kind from the catalogue', () => {
    expect(listsOf('driver')).toEqual(['listDrivers', 'listClientDrivers']);
    expect(listsOf('user')).toEqual(['listUsers', 'listClientUsers']);
    expect(readsById('user').map(({ name }) => name)).toEqual(['getUser', 'getClientUser']);
    expect(readsById('client')).toEqual([
      { name: 'getClient', idParam: 'clientId', ofClient: false },
    ]);
    expect(readsById('driver')).toEqual([]);
    expect(isArchivable('area')).toBe(true);
    expect(isArchivable('form')).toBe(false);
  });
});

describe('a scan', () => {
  it('of a list that has no end gives up, and proves nothing by it', async () => {
    const under = await syncUnderTest();
    let asked = 0;
    const body: ApiPageBody = {
      ...{ status: 200, headers: {}, bytes: new Uint8Array(), places: ['data'] },
      lists: new Map(),
      conclude: () => ok({ total: null, last: false }),
      read: () => Promise.reject(new Error('it was taken at once')),
      readRows: () => Promise.reject(new Error('it was taken at once')),
    };
    const pageBody = async () => {
      asked += 1;
      return ok(body);
    };
    // Each page holds a record that was not there before; what they are is not the point.
    const taken = { rows: 1, bad: 0, archived: 0, staged: 1, added: 1, changed: 0 };
    const write = (async (name: string, input: never) =>
      name === 'records.ingestBody'
        ? ok({ is: 'taken', ids: [String(asked)], around: '{"data":[]}', ...taken })
        : under.store.write(name as 'scan.begin', input)) as Store['write'];
    const context: SyncContext = {
      ...under.context,
      ...{ store: { ...under.store, write }, signal: new AbortController().signal },
      api: Object.assign(Object.create(under.service) as FakeService, { pageBody }),
      tell: () => undefined,
    };
    const scanned = await scanEntity(
      context,
      'form',
      ok(null),
      async () => ok(null),
      () => undefined,
    );
    expect(valueOf(scanned)).toMatchObject({ complete: false, doubt: 'the list does not end' });
    expect(asked).toBe(20_000);
  });

  it('reads every page into the mirror and proves that it is complete', async () => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 250));
    valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(250);
    expect(await stateOf(under, 'area')).toMatchObject({ complete: true, generation: 1 });
    expect(under.service.requests).toEqual([
      'getMe',
      'listAreas p1',
      'listAreas p2',
      'listAreas p3',
      'listAreas p1 archived',
      'listAreas p1',
      'listAreas p1 archived',
      'getMe',
    ]);
  });

  it('tells its progress, and that it is over', async () => {
    const { sync, service, syncing } = await syncUnderTest();
    service.living.set('area', rows(0, 250));
    await sync.scan('area');
    expect(syncing.at(0)).toEqual({ entity: 'area', step: 1, steps: 1, rows: 0 });
    expect(syncing).toContainEqual({ entity: 'area', step: 1, steps: 1, rows: 250 });
    expect(syncing.at(-1)).toBeNull();
  });

  it('tells that the list is fresher even when no record changed', async () => {
    const { sync, service, events, clock } = await syncUnderTest();
    service.living.set('area', rows(0, 2));
    await sync.scan('area');
    clock.advance(1000);
    const before = events.length;
    await sync.scan('area');
    expect(events.slice(before)).toEqual([
      { name: 'changed', payload: { entity: 'area', revision: 1, ids: [] } },
    ]);
  });

  it('takes a long unpaged list in short transactions', async () => {
    const under = await syncUnderTest();
    under.service.living.set('form', rows(0, 1100));
    const sizes: number[] = [];
    under.store.onChange((changes) => {
      for (const { ids } of changes) sizes.push(ids?.length ?? 500);
    });
    valueOf(await under.sync.scan('form'));
    expect(await mirrored(under.store, 'form')).toHaveLength(1100);
    expect(sizes).toEqual([500, 500, 100]);
    expect(await stateOf(under, 'form')).toMatchObject({ complete: true });
  });

  it('fetches archived records apart, and keeps them archived', async () => {
    const { sync, service, store } = await syncUnderTest();
    service.living.set('vehicle', rows(0, 3));
    service.archived.set('vehicle', rows(3, 5, { status: 'archived' }));
    await sync.scan('vehicle');
    expect(await mirrored(store, 'vehicle')).toEqual(['0', '1', '2']);
    const { ids } = await store.read('records.ids', {
      view: { entity: 'vehicle', archived: 'only' },
    });
    expect(ids).toEqual(['3', '4']);
  });

  it('of a list that has the archived ones too is complete', async () => {
    const under = await syncUnderTest();
    under.service.archived.set('vehicle', rows(3, 5, { status: 'archived' }));
    under.service.living.set('vehicle', [...rows(0, 3), ...rows(3, 5, { status: 'archived' })]);
    valueOf(await under.sync.scan('vehicle'));
    expect(await stateOf(under, 'vehicle')).toMatchObject({ complete: true });
    expect(await mirrored(under.store, 'vehicle')).toEqual(['0', '1', '2']);
  });

  it('is not misled by an archive filter that is ignored or refused', async () => {
    for (const refuse of [false, true]) {
      const under = await syncUnderTest();
      under.service.living.set('vehicle', rows(0, 3));
      under.service.ignoresArchivedFilter = true;
      under.service.before = ({ name, query }) => {
        under.service.failing.clear();
        if (refuse && query['status'] !== undefined) {
          under.service.failing.set(name, errorOf('invalid', 400));
        }
      };
      valueOf(await under.sync.scan('vehicle'));
      expect(await stateOf(under, 'vehicle')).toMatchObject({ complete: true });
      expect(await mirrored(under.store, 'vehicle')).toHaveLength(3);
    }
  });

  it('falls back to the lists of the client where the general ones are refused', async () => {
    const under = await syncUnderTest();
    under.service.living.set('user', rows(0, 2));
    under.service.living.set('driver', rows(5, 6));
    under.service.failing.set('listUsers', errorOf('denied', 403));
    under.service.failing.set('listDrivers', errorOf('missing', 404));
    valueOf(await under.sync.scan('user'));
    valueOf(await under.sync.scan('driver'));
    expect(await mirrored(under.store, 'user')).toEqual(['0', '1']);
    expect(await mirrored(under.store, 'driver')).toEqual(['5']);
    expect(under.service.requests).toContain('listClientUsers p1');
    expect(under.service.requests).toContain('listClientDrivers p1');
  });

  it('leaves the list of the client alone while the service can’t be asked who is signed in', async () => {
    const under = await syncUnderTest();
    under.service.living.set('user', rows(0, 2));
    under.service.failing.set('listUsers', errorOf('denied', 403));
    under.service.failing.set('getMe', errorOf('server', 500));
    // Not that no list serves it, which would be believed for long.
    expect(codeOf(await under.sync.scan('user'))).toBe('test.server');
    under.service.failing.delete('getMe');
    valueOf(await under.sync.scan('user'));
    expect(await mirrored(under.store, 'user')).toEqual(['0', '1']);
  });

  it('tells when no list serves the account', async () => {
    const under = await syncUnderTest();
    under.service.me = { id: 7 };
    under.service.failing.set('listUsers', errorOf('denied', 403));
    expect(codeOf(await under.sync.scan('user'))).toBe('test.denied');
  });

  it('goes on with the other lists when one fails, and stops when the network does', async () => {
    const under = await syncUnderTest();
    under.service.living.set('form', rows(0, 1));
    under.service.failing.set('listAreas', errorOf('server', 500));
    expect(codeOf(await under.sync.scan())).toBe('test.server');
    expect(await mirrored(under.store, 'form')).toEqual(['0']);
    under.service.failing.set('listVehicleTypes', errorOf('offline'));
    const before = under.service.requests.length;
    expect(codeOf(await under.sync.scan())).toBe('test.offline');
    expect(under.service.requests.slice(before)).toEqual(['getMe', 'listVehicleTypes p1']);
  });

  it('goes on with what is behind a list or document whose answer breaks off each time, and says which', async () => {
    const under = await syncUnderTest();
    const broken: AppError = { ...errorOf('offline'), code: 'http.broken' };
    under.service.living.set('form', rows(0, 1));
    under.service.failing.set('listVehicleTypes', broken);
    under.service.failing.set('getPlanPermissions', broken);
    expect(codeOf(await under.sync.scan())).toBe('http.broken');
    expect(await mirrored(under.store, 'form')).toEqual(['0']);
    expect(under.failed.get('vehicleType')).toMatchObject({ code: 'http.broken' });
    expect(under.service.requests.at(-1)).toBe(OFFLINE_DOCUMENTS.at(-1));
    // Where nothing else is answered either, the connection is what broke.
    under.service.before = ({ name }) => {
      if (name === 'listVehicleTypes') under.service.failing.set('getMe', broken);
    };
    const before = under.service.requests.length;
    expect(codeOf(await under.sync.scan())).toBe('http.broken');
    expect(under.service.requests.slice(before)).toEqual(['getMe', 'listVehicleTypes p1', 'getMe']);
    expect(under.failed.get('vehicleType')).toBeNull();
  });
});

describe('a scan without proof adds and updates, and is not complete:', () => {
  const doubts: [string, (under: SyncUnderTest) => void][] = [
    [
      'pages shift while it reads',
      ({ service }) => {
        service.before = ({ page, query }) => {
          if (page === 2 && query['status'] === undefined) {
            service.living.set('area', (service.living.get('area') ?? []).slice(1));
            service.before = () => undefined;
          }
        };
      },
    ],
    ['the total is more than came', ({ service }) => (service.total = (all) => all + 1)],
    ['the total is less than came', ({ service }) => (service.total = (all) => all - 1)],
    [
      'the total changes on the way',
      ({ service }) => {
        let asked = 0;
        service.total = (all) => {
          asked += 1;
          return asked === 1 ? all : all + 5;
        };
      },
    ],
    [
      'a record comes twice',
      ({ service }) => {
        const all = service.living.get('area') ?? [];
        service.living.set('area', [...all, ...all.slice(0, 1)]);
        service.total = () => null;
      },
    ],
    [
      'a row has no id',
      ({ service }) =>
        service.living.set('area', [...(service.living.get('area') ?? []), '{"name":"who?"}']),
    ],
    [
      'a record is archived between the two lists',
      ({ service }) => {
        service.before = ({ query }) => {
          if (query['status'] === undefined) return;
          const [first = '', ...others] = service.living.get('area') ?? [];
          service.living.set('area', others);
          service.archived.set('area', [archivedOf(first)]);
          service.before = () => undefined;
        };
      },
    ],
    [
      'a record is restored between the two lists',
      ({ service }) => {
        service.archived.set('area', rows(900, 902, { status: 'archived' }));
        service.before = ({ query }) => {
          if (query['status'] === undefined) return;
          service.archived.set('area', rows(901, 902, { status: 'archived' }));
          service.living.set('area', [...(service.living.get('area') ?? []), ...rows(900, 901)]);
          service.before = () => undefined;
        };
      },
    ],
    [
      'the archived list is cut short',
      ({ service }) => {
        service.archived.set('area', rows(900, 902, { status: 'archived' }));
        service.total = (all) => (all === 2 ? 3 : all);
      },
    ],
    [
      'the first page has another order afterwards',
      ({ service }) => {
        let pages = 0;
        service.before = ({ page, query }) => {
          if (page !== 1 || query['status'] !== undefined) return;
          pages += 1;
          if (pages === 2)
            service.living.set('area', [...(service.living.get('area') ?? [])].reverse());
        };
      },
    ],
    [
      'someone else is signed in afterwards',
      ({ service }) => {
        service.before = ({ name }) => {
          if (name === 'listAreas') service.me = { id: 8, team: { id: 2, clientId: 12 } };
        };
      },
    ],
    [
      'nobody is signed in afterwards',
      ({ service }) => {
        service.before = ({ name }) => {
          if (name === 'listAreas') service.me = null;
        };
      },
    ],
  ];

  it.each(doubts)('%s', async (_why, sabotage) => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 150));
    valueOf(await under.sync.scan('area'));
    under.service.living.set('area', rows(100, 260, { color: '#00ff00' }));
    sabotage(under);
    valueOf(await under.sync.scan('area'));
    expect(await stateOf(under, 'area')).toMatchObject({ complete: false });
    const ids = await mirrored(under.store, 'area');
    for (let id = 0; id < 100; id += 1) expect(ids).toContain(String(id));
    expect(ids).toContain('250');
    const window = await under.store.read('records.window', {
      view: { entity: 'area', filters: [{ field: 'id', oneOf: ['0'] }] },
      offset: 0,
      limit: 1,
    });
    expect(window.rows[0]?.listed).toBe(true);
  });

  it('the service never says that a page is the last', async () => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 10));
    const page = under.service.page.bind(under.service);
    under.service.page = async (name, _page, options) => {
      const reply = await page(name, 1, options);
      return reply.ok ? { ok: true, value: { ...reply.value, last: false, total: null } } : reply;
    };
    valueOf(await under.sync.scan('area'));
    expect(await stateOf(under, 'area')).toMatchObject({ complete: false });
    expect(await mirrored(under.store, 'area')).toHaveLength(10);
  });

  it.each([
    ['HTML', '<html>captive portal</html>'],
    ['a cut page', '{"data":[{"id":1},{"id"'],
    ['an object', '{"data":{"id":1}}'],
  ])('a page is %s', async (_what, text) => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 250));
    valueOf(await under.sync.scan('area'));
    let pages = 0;
    under.service.bend = (good) => ((pages += 1) === 2 ? text : good);
    expect(codeOf(await under.sync.scan('area'))).toBe('mirror.notJson');
    expect(await stateOf(under, 'area')).toMatchObject({ complete: false });
    expect(await mirrored(under.store, 'area')).toHaveLength(250);
  });
});

describe('a service without totals', () => {
  it('can still prove a complete list', async () => {
    const under = await syncUnderTest();
    under.service.total = () => null;
    under.service.living.set('area', rows(0, 150));
    valueOf(await under.sync.scan('area'));
    expect(await stateOf(under, 'area')).toMatchObject({ complete: true });
  });
});

import { describe, expect, it } from 'vitest';
import { isTooMany } from '../../electron/core/sync/prune.ts';
import { valueOf } from './dbSupport.ts';
import { errorOf, mirrored, rows, syncUnderTest } from './syncSupport.ts';
import type { SyncUnderTest } from './syncSupport.ts';

/** A mirror of 100 areas, of which the service then has only those from `kept` on. */
async function shrunk(kept: number): Promise<SyncUnderTest> {
  const under = await syncUnderTest();
  under.service.living.set('area', rows(0, 100));
  valueOf(await under.sync.scan('area'));
  under.service.living.set('area', rows(kept, 100));
  return under;
}

const notices = ({ events }: SyncUnderTest): string[] =>
  events.flatMap(({ name, payload }) => (name === 'notice' ? [payload.code] : []));

describe('a record goes', () => {
  it('failure 15: deletion without tombstones: after two complete absences and a 404, into the trash', async () => {
    const under = await shrunk(2);
    valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    const kept = await under.store.read('records.get', { entity: 'area', id: '0' });
    expect(kept?.row.listed).toBe(false);
    valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(98);
    const trash = await under.store.read('trash.list', { limit: 10 });
    expect(trash.map(({ id }) => id).sort()).toEqual(['0', '1']);
    expect(trash[0]?.json).toContain('"name":"row');
  });

  it('not after one complete scan and any number of incomplete ones', async () => {
    const under = await shrunk(2);
    valueOf(await under.sync.scan('area'));
    under.service.total = (all) => all + 1;
    for (let round = 0; round < 5; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
  });

  it('not when it came back in between', async () => {
    const under = await shrunk(2);
    valueOf(await under.sync.scan('area'));
    under.service.living.set('area', rows(0, 100));
    valueOf(await under.sync.scan('area'));
    under.service.living.set('area', rows(2, 100));
    valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
  });

  it('not when it can still be read by its id: it stays as it was read', async () => {
    const under = await shrunk(2);
    const read = under.service.read.bind(under.service);
    under.service.read = async (name, options) =>
      name === 'getArea' && options?.params?.['areaId'] === '0'
        ? {
            ok: true,
            value: {
              ...{ status: 200, headers: {}, path: '$' },
              text: '{"id":0,"name":"hidden","status":"archived"}',
            },
          }
        : read(name, options);
    for (let round = 0; round < 3; round += 1) valueOf(await under.sync.scan('area'));
    const { ids } = await under.store.read('records.ids', {
      view: { entity: 'area', archived: 'all' },
    });
    expect(ids).toContain('0');
    expect(ids).not.toContain('1');
    const kept = await under.store.read('records.get', { entity: 'area', id: '0' });
    expect(kept?.row).toMatchObject({ archived: true, listed: false });
  });

  it('not when the read by its id fails in another way', async () => {
    for (const error of [errorOf('denied', 403), errorOf('server', 500), errorOf('offline')]) {
      const under = await shrunk(1);
      under.service.failingIds.set('0', error);
      for (let round = 0; round < 3; round += 1) await under.sync.scan('area');
      expect(await mirrored(under.store, 'area')).toHaveLength(100);
    }
  });

  it('not when the read by id answers 404 for a record that is still listed', async () => {
    const under = await shrunk(2);
    under.service.failing.set('getArea', errorOf('missing', 404));
    for (let round = 0; round < 3; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    expect(notices(under)).toEqual(['sync.stopped']);
  });

  it('not when another person is signed in after the reads', async () => {
    const under = await shrunk(2);
    valueOf(await under.sync.scan('area'));
    under.service.before = ({ name }) => {
      if (name === 'getArea') under.service.me = { id: 'somebody else' };
    };
    valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
  });

  it('not while a write of it waits', async () => {
    const under = await shrunk(2);
    valueOf(
      await under.store.write('outbox.enqueue', {
        ...{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', endpoint: 'updateArea', now: 10 },
        ...{ params: { areaId: '0' }, patch: '{"name":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    for (let round = 0; round < 3; round += 1) valueOf(await under.sync.scan('area'));
    const ids = await mirrored(under.store, 'area');
    expect(ids).toContain('0');
    expect(ids).not.toContain('1');
  });

  it('never where there is no read by id: it is marked as no longer listed', async () => {
    const under = await syncUnderTest();
    under.service.living.set('driver', rows(0, 50));
    valueOf(await under.sync.scan('driver'));
    under.service.living.set('driver', rows(1, 50));
    for (let round = 0; round < 4; round += 1) valueOf(await under.sync.scan('driver'));
    expect(await mirrored(under.store, 'driver')).toHaveLength(50);
    const kept = await under.store.read('records.get', { entity: 'driver', id: '0' });
    expect(kept?.row.listed).toBe(false);
    expect(notices(under)).toEqual([]);
  });

  it('not because it is archived and no longer in the list of the living', async () => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 40));
    under.service.archived.set('area', rows(40, 80, { status: 'archived' }));
    valueOf(await under.sync.scan('area'));
    under.service.failing.clear();
    under.service.ignoresArchivedFilter = true;
    for (let round = 0; round < 3; round += 1) valueOf(await under.sync.scan('area'));
    const { ids } = await under.store.read('records.ids', {
      view: { entity: 'area', archived: 'only' },
    });
    expect(ids).toHaveLength(40);
    expect(notices(under)).toEqual([]);
  });
});

describe('the scan stops and asks', () => {
  it.each([
    [1, 100, false],
    [10, 100, false],
    [11, 100, true],
    [25, 1000, false],
    [26, 1000, true],
    [1, 3, false],
    [2, 3, true],
    [1, 1, true],
    [3, 3, true],
  ])('%i of %i going: %s', (going, total, stops) => {
    expect(isTooMany(going, total)).toBe(stops);
  });

  it('when more than a tenth would go, keeps all of it and says so once', async () => {
    const under = await shrunk(11);
    for (let round = 0; round < 4; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    expect(notices(under)).toEqual(['sync.stopped']);
    expect(await under.store.read('trash.list', { limit: 1 })).toEqual([]);
    expect(under.service.requests.filter((request) => request.startsWith('getArea'))).toEqual([]);
  });

  it('when a list is empty: nothing goes, nothing is even counted as absent', async () => {
    const under = await shrunk(100);
    for (let round = 0; round < 4; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    expect(await under.store.read('scan.candidates', { entity: 'area' })).toMatchObject({
      ids: [],
    });
    expect(notices(under)).toEqual(['sync.stopped']);
  });

  it('and the person answers by refreshing a record: then it goes', async () => {
    const under = await shrunk(11);
    for (let round = 0; round < 2; round += 1) valueOf(await under.sync.scan('area'));
    expect(valueOf(await under.sync.readRecord('area', '0'))).toBeNull();
    const ids = await mirrored(under.store, 'area');
    expect(ids).toHaveLength(99);
    expect(ids).not.toContain('0');
  });
});

describe('a read by id', () => {
  it('keeps the complete record', async () => {
    const { sync, service, store } = await syncUnderTest();
    service.living.set('area', ['{"id":1,"name":"A","x":1.10}']);
    expect(valueOf(await sync.readRecord('area', '1'))).toEqual({
      json: '{"id":1,"name":"A","x":1.10}',
    });
    expect(await mirrored(store, 'area')).toEqual(['1']);
  });

  it('answers null for a record that is gone, and removes nothing on that alone', async () => {
    const { sync, service, store } = await syncUnderTest();
    service.living.set('area', rows(0, 2));
    valueOf(await sync.scan('area'));
    service.living.set('area', rows(1, 2));
    expect(valueOf(await sync.readRecord('area', '0'))).toBeNull();
    expect(await mirrored(store, 'area')).toEqual(['0', '1']);
  });

  it('never asks the service for a temporary id', async () => {
    const { sync, service } = await syncUnderTest();
    expect(await sync.readRecord('area', 'tmp-1')).toMatchObject({
      ok: false,
      error: { code: 'sync.temporary' },
    });
    expect(service.requests).toEqual([]);
  });

  it('says so where the interface has none', async () => {
    const { sync } = await syncUnderTest();
    expect(await sync.readRecord('driver', '1')).toMatchObject({
      ok: false,
      error: { code: 'sync.noReadById' },
    });
  });

  it("tries the client's read where the general one is refused", async () => {
    const { sync, service } = await syncUnderTest();
    service.living.set('user', rows(0, 1));
    service.failing.set('getUser', errorOf('denied', 403));
    expect(valueOf(await sync.readRecord('user', '0'))).not.toBeNull();
    expect(service.requests).toEqual(['getMe', 'getUser 0', 'getClientUser 0 11']);
  });
});

import { describe, expect, it } from 'vitest';
import { isTooMany } from '../../../electron/core/sync/prune.ts';
import { valueOf } from '../db/support.ts';
import { errorOf, mirrored, rows, syncUnderTest } from './support.ts';
import type { SyncUnderTest } from './support.ts';

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
    const { rows: trash } = await under.store.read('removals.trash', { limit: 10, since: 0 });
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

  it('not while the service can’t be asked who is signed in', async () => {
    const under = await shrunk(2);
    under.service.failing.set('getMe', errorOf('server', 500));
    for (let round = 0; round < 3; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    const kept = await under.store.read('records.get', { entity: 'area', id: '0' });
    expect(kept?.row.listed).toBe(true);
    under.service.failing.clear();
    for (let round = 0; round < 2; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(98);
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

  it('not when others archived it and the list lacks archived records: nobody is asked either', async () => {
    const under = await shrunk(2);
    under.service.ignoresArchivedFilter = true;
    under.service.archived.set('area', archivedRows(0, 2));
    await rescan(under, 4);
    expect(await archivedIds(under)).toEqual(['0', '1']);
    expect(readsOf(under, '0')).toBe(1);
    expect(notices(under)).toEqual([]);
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

  it('also where a write of it was confirmed that could not be read back', async () => {
    const under = await shrunk(2);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    valueOf(
      await under.store.write('outbox.enqueue', {
        ...{ id, endpoint: 'updateArea', now: 10, params: { areaId: '0' } },
        ...{ patch: '{"name":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    const confirmed = { id, now: 20, reason: 'sent', record: null };
    expect(valueOf(await under.store.write('outbox.confirm', confirmed))).not.toBeNull();
    for (let round = 0; round < 3; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).not.toContain('0');
    expect(await under.store.read('outbox.unread', { limit: 10 })).toEqual([]);
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

const archivedRows = (from: number, to: number): string[] => rows(from, to, { status: 'archived' });

/** A mirror of 100 living areas and, in the same list, of those archived from 100 to 120. */
async function mixed(filter: 'honoured' | 'ignored' | 'refused'): Promise<SyncUnderTest> {
  const under = await syncUnderTest();
  under.service.ignoresArchivedFilter = filter === 'ignored';
  under.service.before = ({ name, query }) => {
    if (filter !== 'refused' || name !== 'listAreas') return;
    under.service.failing.clear();
    if (query['status'] !== undefined) under.service.failing.set(name, errorOf('invalid', 400));
  };
  under.service.living.set('area', [...rows(0, 100), ...archivedRows(100, 120)]);
  under.service.archived.set('area', archivedRows(100, 120));
  await rescan(under);
  expect(await archivedIds(under)).toHaveLength(20);
  return under;
}

async function rescan({ sync }: SyncUnderTest, times = 1): Promise<void> {
  for (let round = 0; round < times; round += 1) valueOf(await sync.scan('area'));
}

const archivedIds = async ({ store }: SyncUnderTest): Promise<string[]> =>
  (await store.read('records.ids', { view: { entity: 'area', archived: 'only' } })).ids;
const readsOf = ({ service }: SyncUnderTest, id: string): number =>
  service.requests.filter((request) => request === `getArea ${id}`).length;

describe('an archived record of a list that holds living and archived ones', () => {
  it.each(['honoured', 'ignored', 'refused'] as const)(
    'goes as a living one does where the filter for archived ones is %s',
    async (filter) => {
      const under = await mixed(filter);
      under.service.living.set('area', [...rows(0, 100), ...archivedRows(101, 120)]);
      under.service.archived.set('area', archivedRows(101, 120));
      await rescan(under);
      expect(await archivedIds(under)).toHaveLength(20);
      await rescan(under);
      expect(await archivedIds(under)).toHaveLength(19);
      const { rows: trash } = await under.store.read('removals.trash', { limit: 10, since: 0 });
      expect(trash.map(({ id }) => id)).toEqual(['100']);
      expect(await mirrored(under.store, 'area')).toHaveLength(100);
    },
  );

  it('is not missed by a list of some while the filter brings the others, and goes from both', async () => {
    const under = await mixed('honoured');
    under.service.pageSize = 7;
    under.service.living.set('area', [...rows(0, 100), ...archivedRows(110, 120)]);
    await rescan(under, 3);
    expect(readsOf(under, '100')).toBe(0);
    under.service.archived.set('area', archivedRows(101, 120));
    await rescan(under, 2);
    expect(await archivedIds(under)).toHaveLength(19);
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
  });

  it.each(['records that come twice', 'a total that does not fit', 'living ones among them'])(
    'is not missed by a list of some beside a filter with %s',
    async (fault) => {
      const under = await mixed('honoured');
      under.service.living.set('area', [...rows(0, 100), ...archivedRows(110, 120)]);
      const more = fault.startsWith('records')
        ? archivedRows(101, 102)
        : fault.startsWith('living')
          ? rows(200, 201)
          : [];
      under.service.archived.set('area', [...archivedRows(101, 120), ...more]);
      // The list of 110 alone is told rightly.
      if (fault.startsWith('a total')) under.service.total = (all) => (all < 100 ? all + 1 : all);
      await rescan(under, 3);
      expect(await archivedIds(under)).toHaveLength(20);
      expect(readsOf(under, '100')).toBe(0);
      expect(
        await under.store.read('removals.going', { entity: 'area', why: 'many' }),
      ).toMatchObject({
        ids: [],
      });
    },
  );

  it('stays where it can still be read: such a list counts no archived one as missed any more', async () => {
    const under = await mixed('ignored');
    // Still there for a read by its id, no longer in the list.
    under.service.living.set('area', [...rows(0, 100), ...archivedRows(101, 120)]);
    under.service.archived.set('area', archivedRows(100, 120));
    await rescan(under, 2);
    expect(readsOf(under, '100')).toBe(1);
    under.service.living.set('area', [...rows(0, 100), ...archivedRows(110, 120)]);
    await rescan(under, 4);
    expect(await archivedIds(under)).toHaveLength(20);
    expect(readsOf(under, '100')).toBe(1);
    expect(readsOf(under, '105')).toBe(0);
    expect(notices(under)).toEqual([]);
  });

  it('stays where the service answers 404 for every archived one; living ones go all the same', async () => {
    const under = await mixed('honoured');
    under.service.living.set('area', [...rows(1, 100), ...archivedRows(101, 120)]);
    under.service.archived.set('area', archivedRows(101, 120));
    for (let id = 100; id < 120; id += 1) {
      under.service.failingIds.set(String(id), errorOf('missing', 404));
    }
    await rescan(under, 2);
    expect(await archivedIds(under)).toHaveLength(20);
    expect(await mirrored(under.store, 'area')).toHaveLength(99);
    expect(notices(under)).toEqual(['sync.stopped']);
    expect(await under.store.read('removals.noted', { entity: 'area' })).toBe('unproved');
    // Nor does a person's word stand in for that proof.
    expect(await under.sync.confirmRemoval('area')).toMatchObject({
      error: { code: 'removals.denied' },
    });
    expect(await archivedIds(under)).toHaveLength(20);
  });

  it('stays, and a person is asked, where many are missing at once', async () => {
    const under = await mixed('ignored');
    under.service.living.set('area', [...rows(0, 100), ...archivedRows(119, 120)]);
    await rescan(under, 3);
    expect(await archivedIds(under)).toHaveLength(20);
    expect(notices(under)).toEqual(['sync.stopped']);
    expect(under.service.requests.filter((request) => request.startsWith('getArea'))).toEqual([]);
  });

  it('stays, and a person is asked, where none is left that could be read for comparison', async () => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 100));
    under.service.archived.set('area', archivedRows(100, 102));
    await rescan(under);
    under.service.archived.set('area', []);
    await rescan(under, 3);
    expect(await archivedIds(under)).toEqual(['100', '101']);
    expect(notices(under)).toEqual(['sync.stopped']);
  });

  it('stays where the list suddenly holds no archived ones', async () => {
    const under = await mixed('refused');
    under.service.living.set('area', rows(0, 100));
    under.service.archived.set('area', []);
    await rescan(under, 3);
    expect(await archivedIds(under)).toHaveLength(20);
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
    expect(await under.store.read('removals.trash', { limit: 1, since: 0 })).toMatchObject({
      total: 0,
    });
    expect(under.service.requests.filter((request) => request.startsWith('getArea'))).toEqual([]);
  });

  it('when a list is empty: nothing goes, nothing is even counted as absent', async () => {
    const under = await shrunk(100);
    for (let round = 0; round < 4; round += 1) valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    expect(await under.store.read('removals.going', { entity: 'area', why: 'many' })).toMatchObject(
      {
        ids: [],
      },
    );
    expect(notices(under)).toEqual(['sync.stopped']);
  });

  it('and the person answers by refreshing a record: then it goes', async () => {
    const under = await shrunk(11);
    for (let round = 0; round < 2; round += 1) valueOf(await under.sync.scan('area'));
    expect(valueOf(await under.sync.refreshRecord('area', '0'))).toBeNull();
    const ids = await mirrored(under.store, 'area');
    expect(ids).toHaveLength(99);
    expect(ids).not.toContain('0');
    // The question that waits counts one less.
    expect(under.events.filter(({ name }) => name === 'removals')).toHaveLength(2);
  });

  it('and nothing goes where a record is read for something else, as for a pack', async () => {
    const under = await shrunk(11);
    for (let round = 0; round < 2; round += 1) valueOf(await under.sync.scan('area'));
    expect(valueOf(await under.sync.readRecord('area', '0'))).toBeNull();
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
  });

  it('and a person who opens a record removes it only as a scan would: by its witness and the same person', async () => {
    const denying = await shrunk(2);
    denying.service.failing.set('getArea', errorOf('missing', 404));
    for (let round = 0; round < 2; round += 1) valueOf(await denying.sync.scan('area'));
    expect(valueOf(await denying.sync.refreshRecord('area', '0'))).toBeNull();
    expect(await mirrored(denying.store, 'area')).toHaveLength(100);

    const other = await shrunk(11);
    for (let round = 0; round < 2; round += 1) valueOf(await other.sync.scan('area'));
    other.service.before = ({ name }) => {
      if (name === 'getArea') other.service.me = { id: other.service.requests.length };
    };
    expect(valueOf(await other.sync.refreshRecord('area', '0'))).toBeNull();
    expect(await mirrored(other.store, 'area')).toHaveLength(100);
  });
});

import { describe, expect, it } from 'vitest';
import { removalHandlers } from '../../../electron/core/handlers/removals.ts';
import { noPolicy } from '../../../electron/core/policy.ts';
import { emptyTrash } from '../../../electron/core/session/emptyTrash.ts';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { codeOf, valueOf } from '../db/support.ts';
import { errorOf, mirrored, rows, syncUnderTest } from './support.ts';
import type { SyncUnderTest } from './support.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** A mirror of 100 areas, of which the service has lost the first `lost`, twice scanned. */
async function stopped(lost: number): Promise<SyncUnderTest> {
  const under = await syncUnderTest();
  under.service.living.set('area', rows(0, 100));
  valueOf(await under.sync.scan('area'));
  under.service.living.set('area', rows(lost, 100));
  valueOf(await under.sync.scan('area'));
  valueOf(await under.sync.scan('area'));
  return under;
}

function handlers({ context }: SyncUnderTest): ReturnType<typeof removalHandlers> {
  return removalHandlers(() => context as AccountContext);
}

const list = async (under: SyncUnderTest) =>
  valueOf(await handlers(under)['removals.list']({})).stopped;
const settle = (under: SyncUnderTest, decision: 'remove' | 'keep', entity: Entity = 'area') =>
  handlers(under)['removals.decide']({ entity, decision });
const trash = async (under: SyncUnderTest) =>
  valueOf(await handlers(under)['removals.trash']({ limit: 500 }));
const rowOf = async (under: SyncUnderTest, id: string) =>
  (await under.store.read('records.get', { entity: 'area', id }))?.row;
const rescan = async (under: SyncUnderTest, times = 1): Promise<void> => {
  for (let round = 0; round < times; round += 1) valueOf(await under.sync.scan('area'));
};

/** A mirror of 30 areas, all of which a person kept when the service listed none. */
async function emptiedAndKept(): Promise<SyncUnderTest> {
  const under = await syncUnderTest();
  under.service.living.set('area', rows(0, 30));
  await rescan(under);
  under.service.living.set('area', []);
  await rescan(under);
  valueOf(await settle(under, 'keep'));
  return under;
}

describe('a stopped removal', () => {
  it('is told with what would go, by name, and why', async () => {
    const under = await stopped(40);
    const [removal, ...others] = await list(under);
    expect(others).toEqual([]);
    expect(removal).toMatchObject({ entity: 'area', why: 'many', count: 40, total: 100 });
    expect(removal?.some).toHaveLength(40);
    expect(removal?.some[0]?.title).toMatch(/^row/);
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    expect(under.events.filter(({ name }) => name === 'removals')).toHaveLength(1);
  });

  it('is told for a list that came empty, and for a service that denies what it lists', async () => {
    const empty = await syncUnderTest();
    empty.service.living.set('area', rows(0, 30));
    await rescan(empty);
    empty.service.living.set('area', []);
    await rescan(empty);
    expect(await list(empty)).toMatchObject([{ why: 'empty', count: 30, total: 30 }]);

    const denying = await syncUnderTest();
    denying.service.living.set('area', rows(0, 100));
    await rescan(denying);
    denying.service.living.set('area', rows(2, 100));
    denying.service.failing.set('getArea', errorOf('missing', 404));
    await rescan(denying, 2);
    expect(await list(denying)).toMatchObject([{ why: 'unproved', count: 2 }]);
    expect(codeOf(await settle(denying, 'remove'))).toBe('removals.denied');
    expect(await mirrored(denying.store, 'area')).toHaveLength(100);
  });

  it('that is confirmed takes what the service says is gone, one by one, into the trash', async () => {
    const under = await stopped(40);
    // Two of them can still be read by their ids.
    under.service.archived.set('area', rows(0, 2, { status: 'archived' }));
    const asked = under.service.requests.length;
    expect(valueOf(await settle(under, 'remove'))).toEqual({ removed: 38, stayed: 2 });
    const reads = under.service.requests.slice(asked).filter((name) => name.startsWith('getArea '));
    expect(new Set(reads).size).toBe(41);
    expect(await mirrored(under.store, 'area')).toHaveLength(60);
    const { total, rows: gone } = await trash(under);
    expect(total).toBe(38);
    expect(gone[0]?.entity).toBe('area');
    expect(gone[0]?.reason).toContain('confirmed');
    expect(await list(under)).toEqual([]);
  });

  it('that is confirmed is not asked again about what the service still has', async () => {
    const under = await stopped(40);
    under.service.ignoresArchivedFilter = true;
    under.service.archived.set('area', [...rows(0, 20), ...rows(20, 40, { status: 'archived' })]);
    expect(valueOf(await settle(under, 'remove'))).toEqual({ removed: 0, stayed: 40 });
    await rescan(under, 3);
    expect(await list(under)).toEqual([]);
    expect(await rowOf(under, '0')).toMatchObject({ listed: false, archived: false });
    expect(await rowOf(under, '20')).toMatchObject({ archived: true });

    const empty = await syncUnderTest();
    empty.service.living.set('area', rows(0, 3));
    await rescan(empty);
    empty.service.living.set('area', []);
    empty.service.archived.set('area', rows(0, 3));
    empty.service.ignoresArchivedFilter = true;
    await rescan(empty);
    expect(valueOf(await settle(empty, 'remove'))).toEqual({ removed: 0, stayed: 3 });
    await rescan(empty, 2);
    expect(await list(empty)).toEqual([]);
  });

  it('of a whole list that is confirmed needs the word of the service for each', async () => {
    const under = await syncUnderTest();
    under.service.living.set('area', rows(0, 30));
    await rescan(under);
    under.service.living.set('area', []);
    await rescan(under);
    expect(valueOf(await settle(under, 'remove'))).toEqual({ removed: 30, stayed: 0 });
    expect(await mirrored(under.store, 'area')).toEqual([]);
  });

  it('that is confirmed takes nothing where the reads fail or another person is signed in', async () => {
    const failing = await stopped(40);
    failing.service.failingIds.set('5', errorOf('server', 500));
    expect(codeOf(await settle(failing, 'remove'))).toBe('test.server');
    expect(await mirrored(failing.store, 'area')).toHaveLength(100);

    const other = await stopped(40);
    other.service.before = ({ name }) => {
      if (name === 'getArea') other.service.me = { id: 'somebody else' };
    };
    expect(codeOf(await settle(other, 'remove'))).toBe('removals.otherPerson');
    expect(await mirrored(other.store, 'area')).toHaveLength(100);
  });

  it('leaves a record alone for which a write waits', async () => {
    const under = await stopped(40);
    valueOf(
      await under.store.write('outbox.enqueue', {
        ...{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', endpoint: 'updateArea', now: 10 },
        ...{ params: { areaId: '3' }, patch: '{"name":"Mine"}', undoes: null, graceMs: null },
      }),
    );
    expect(valueOf(await settle(under, 'remove'))).toEqual({ removed: 39, stayed: 0 });
    expect(await mirrored(under.store, 'area')).toContain('3');
  });

  it('whose records are kept is not asked about again, until one comes back and goes', async () => {
    const under = await stopped(40);
    expect(valueOf(await settle(under, 'keep'))).toEqual({ removed: 0, stayed: 40 });
    expect(await list(under)).toEqual([]);
    await rescan(under, 3);
    expect(await list(under)).toEqual([]);
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    // Another one goes on its own proof; the kept ones stay.
    under.service.living.set('area', rows(41, 100));
    await rescan(under, 2);
    expect(await mirrored(under.store, 'area')).toHaveLength(99);
  });

  it('whose records are kept leaves them where one is looked at and found to be gone', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'keep'));
    expect(valueOf(await under.sync.refreshRecord('area', '5'))).toBeNull();
    expect(await mirrored(under.store, 'area')).toContain('5');
  });

  it('of an empty list whose records are kept is not asked about again either', async () => {
    const under = await emptiedAndKept();
    await rescan(under, 2);
    expect(await list(under)).toEqual([]);
    expect((await rowOf(under, '0'))?.listed).toBe(false);
  });

  it('of an empty list whose records are kept leaves them as fresh as the scan that lists them again', async () => {
    const under = await emptiedAndKept();
    under.clock.advance(DAY_MS);
    under.service.living.set('area', rows(0, 30));
    await rescan(under);
    expect(await rowOf(under, '0')).toMatchObject({ listed: true, readAt: under.clock.now() });
    // One that goes after that goes as any other does: by two lists and its own refusal.
    under.service.living.set('area', rows(1, 30));
    await rescan(under);
    expect(await rowOf(under, '0')).toMatchObject({ listed: false });
    await rescan(under);
    expect(await mirrored(under.store, 'area')).toHaveLength(29);
    expect(await mirrored(under.store, 'area')).not.toContain('0');
  });

  it('whose records are kept lets one go that came back meanwhile, and keeps the others', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'keep'));
    under.service.living.set('area', [...rows(0, 10), ...rows(40, 100)]);
    await rescan(under);
    expect((await rowOf(under, '0'))?.listed).toBe(true);
    expect((await rowOf(under, '10'))?.listed).toBe(false);
    under.service.living.set('area', [...rows(1, 10), ...rows(40, 100)]);
    await rescan(under, 2);
    expect(await list(under)).toEqual([]);
    expect(await mirrored(under.store, 'area')).toHaveLength(99);
    expect(await mirrored(under.store, 'area')).not.toContain('0');
    expect((await trash(under)).rows.map(({ id }) => id)).toEqual(['0']);
  });

  it('whose records are kept says of none that it is listed because it was read alone', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'keep'));
    under.service.archived.set('area', rows(5, 6, { name: 'elsewhere' }));
    under.service.ignoresArchivedFilter = true;
    expect(valueOf(await under.sync.readRecord('area', '5'))).not.toBeNull();
    await rescan(under, 2);
    expect(await rowOf(under, '5')).toMatchObject({ listed: false });
    expect((await rowOf(under, '5'))?.json).toContain('elsewhere');
  });

  it('goes by itself when the service lists the records again', async () => {
    const under = await stopped(40);
    under.service.living.set('area', rows(0, 100));
    await rescan(under);
    expect(await list(under)).toEqual([]);
    expect(under.events.filter(({ name }) => name === 'removals')).toHaveLength(2);
  });
});

describe('the trash', () => {
  it('gives a record back as it was, no longer listed and kept', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'remove'));
    const { rows: gone } = await trash(under);
    const entry = gone.find(({ id }) => id === '7');
    if (entry === undefined) throw new Error('It is not in the trash.');
    valueOf(await handlers(under)['removals.putBack']({ key: entry.key }));
    const back = await under.store.read('records.get', { entity: 'area', id: '7' });
    expect(back?.row).toMatchObject({ json: entry.json, listed: false });
    expect((await trash(under)).total).toBe(39);
    await rescan(under, 3);
    expect(await mirrored(under.store, 'area')).toContain('7');
    expect(codeOf(await handlers(under)['removals.putBack']({ key: entry.key }))).toBe(
      'removals.gone',
    );
  });

  it('says of a record that was put back that it is listed, once it is, and lets it go again', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'remove'));
    const entry = (await trash(under)).rows.find(({ id }) => id === '7');
    valueOf(await handlers(under)['removals.putBack']({ key: entry?.key ?? 0 }));
    under.service.living.set('area', [...rows(7, 8), ...rows(40, 100)]);
    await rescan(under);
    expect(await rowOf(under, '7')).toMatchObject({ listed: true, archived: false });
    // It moves to the list of the archived, which is a list as well.
    under.service.living.set('area', rows(40, 100));
    under.service.archived.set('area', rows(7, 8, { status: 'archived' }));
    await rescan(under, 2);
    expect(await rowOf(under, '7')).toMatchObject({ listed: true, archived: true });
    under.service.archived.set('area', []);
    await rescan(under, 2);
    expect(await rowOf(under, '7')).toBeUndefined();
    expect((await trash(under)).total).toBe(40);
  });

  it('says so too of one that comes back among the archived alone', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'remove'));
    const entry = (await trash(under)).rows.find(({ id }) => id === '7');
    valueOf(await handlers(under)['removals.putBack']({ key: entry?.key ?? 0 }));
    under.service.archived.set('area', rows(7, 8, { status: 'archived' }));
    await rescan(under);
    expect(await rowOf(under, '7')).toMatchObject({ listed: true, archived: true });
  });

  it('does not write over a record that has come back meanwhile', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'remove'));
    under.service.living.set('area', rows(0, 100, { name: 'anew' }));
    await rescan(under);
    const entry = (await trash(under)).rows.find(({ id }) => id === '7');
    valueOf(await handlers(under)['removals.putBack']({ key: entry?.key ?? 0 }));
    const back = await under.store.read('records.get', { entity: 'area', id: '7' });
    expect(back?.row.json).toContain('anew');
    expect(back?.row.listed).toBe(true);
  });

  it('shows nothing that has lain there for more than 30 days', async () => {
    const under = await stopped(40);
    valueOf(await settle(under, 'remove'));
    expect((await trash(under)).total).toBe(40);
    const { rows } = await trash(under);
    const last = valueOf(await handlers(under)['removals.trash']({ offset: 38, limit: 500 }));
    expect(last).toMatchObject({ total: 40, rows: rows.slice(38) });
    const ofKind = async (entity: 'area' | 'vehicle') =>
      valueOf(await handlers(under)['removals.trash']({ entity, limit: 1 }));
    expect([await ofKind('area'), await ofKind('vehicle')]).toMatchObject([
      ...[
        { total: 40, rows: [{ entity: 'area' }] },
        { total: 0, rows: [] },
      ],
    ]);
    under.clock.advance(31 * DAY_MS);
    expect((await trash(under)).total).toBe(0);
  });

  it('that waits for its turn is not carried out once the reading was stopped', async () => {
    const under = await stopped(40);
    const reading = under.sync.scan('role');
    const removal = under.sync.confirmRemoval('area');
    under.sync.stop();
    valueOf(await reading);
    expect(codeOf(await removal)).toBe('sync.stopped');
    expect(await mirrored(under.store, 'area')).toHaveLength(100);
    // A later one is.
    expect(valueOf(await under.sync.confirmRemoval('area')).removed).toBe(40);
  });

  it('keeps as many days as the policy of the computer says, and is emptied by the hour', async () => {
    const under = await stopped(40);
    under.context.ports.policy = { ...noPolicy(''), trashDays: 7 };
    valueOf(await settle(under, 'remove'));
    const stop = emptyTrash(under.context);
    under.clock.advance(6 * DAY_MS);
    expect(await trash(under)).toMatchObject({ days: 7, total: 40 });
    under.clock.advance(2 * DAY_MS);
    expect((await trash(under)).total).toBe(0);
    // Not only out of sight: it is gone.
    const all = () => under.store.read('removals.trash', { limit: 1, since: 0 });
    await expect.poll(async () => (under.clock.advance(HOUR_MS), (await all()).total)).toBe(0);
    stop();
    expect(under.clock.waiting()).toBe(0);
  });
});

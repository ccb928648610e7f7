import { describe, expect, it } from 'vitest';
import { valueOf } from '../db/support.ts';
import { rows, syncUnderTest } from './support.ts';
import type { SyncUnderTest } from './support.ts';

/** Records that do not say whether they are archived, or say it in other fields than most. */

const scan = async ({ sync }: SyncUnderTest, times = 1): Promise<void> => {
  for (let round = 0; round < times; round += 1) valueOf(await sync.scan('area'));
};
const idsOf = async ({ store }: SyncUnderTest, archived: 'no' | 'only'): Promise<string[]> => {
  const { ids } = await store.read('records.ids', { view: { entity: 'area', archived } });
  return [...ids].sort();
};

async function fleet(): Promise<SyncUnderTest> {
  const under = await syncUnderTest();
  under.service.living.set('area', rows(10, 14));
  under.service.archived.set('area', rows(20, 22));
  await scan(under);
  return under;
}

describe('a record that only the list of archived ones tells of', () => {
  it('is archived, and what the list of the living brings again is not', async () => {
    const under = await fleet();
    expect(await idsOf(under, 'no')).toEqual(['10', '11', '12', '13']);
    expect(await idsOf(under, 'only')).toEqual(['20', '21']);
    under.service.living.set('area', [...rows(10, 13), ...rows(21, 22)]);
    under.service.archived.set('area', [...rows(13, 14), ...rows(20, 21)]);
    await scan(under);
    expect(await idsOf(under, 'no')).toEqual(['10', '11', '12', '21']);
    expect(await idsOf(under, 'only')).toEqual(['13', '20']);
  });

  it('stays so where it is read by its id, or changes', async () => {
    const under = await fleet();
    const [text = ''] = rows(20, 21, { name: 'Another' });
    const read = { entity: 'area', id: '20', text, path: '$', readAt: under.clock.now() } as const;
    valueOf(await under.store.write('records.put', read));
    expect(await idsOf(under, 'only')).toEqual(['20', '21']);
    under.service.archived.set('area', rows(20, 22, { name: 'A third' }));
    await scan(under);
    expect(await idsOf(under, 'only')).toEqual(['20', '21']);
  });

  it('is removed as any other once the service has it no more', async () => {
    const under = await fleet();
    under.service.archived.set('area', rows(21, 22));
    await scan(under, 2);
    expect(await idsOf(under, 'only')).toEqual(['21']);
  });

  it('is not told of by a filter that is ignored', async () => {
    const under = await syncUnderTest();
    under.service.ignoresArchivedFilter = true;
    under.service.living.set('area', rows(10, 14));
    await scan(under, 2);
    expect(await idsOf(under, 'only')).toEqual([]);
  });

  it('shows what waits for it, and is living at once where that restores it', async () => {
    const under = await fleet();
    const enqueue = async (endpoint: 'updateArea' | 'restoreArea', patch: object) =>
      valueOf(
        await under.store.write('outbox.enqueue', {
          ...{ id: crypto.randomUUID(), endpoint, params: { areaId: '20' } },
          ...{ patch: JSON.stringify(patch), now: under.clock.now(), undoes: null, graceMs: null },
        }),
      );
    await enqueue('updateArea', { name: 'Mine' });
    expect(await idsOf(under, 'only')).toEqual(['20', '21']);
    await enqueue('restoreArea', {});
    await scan(under);
    expect(await idsOf(under, 'only')).toEqual(['21']);
    expect(await idsOf(under, 'no')).toContain('20');
  });
});

it('an own archive that is confirmed while the lists are read is not undone by them', async () => {
  const under = await fleet();
  const id = crypto.randomUUID();
  const archive = { id, endpoint: 'archiveArea' as const, params: { areaId: '11' }, patch: '{}' };
  const asked = { ...archive, now: under.clock.now(), undoes: null, graceMs: null };
  valueOf(await under.store.write('outbox.enqueue', asked));
  const confirmed: Promise<unknown>[] = [];
  under.service.before = ({ query }) => {
    if (query['status'] === undefined) return;
    under.service.before = () => undefined;
    under.clock.advance(1_000);
    const now = under.clock.now();
    const done = { id, now, reason: 'sent', record: null };
    confirmed.push(under.store.write('outbox.confirm', done));
  };
  await scan(under);
  await Promise.all(confirmed);
  expect(confirmed).toHaveLength(1);
  expect(await idsOf(under, 'only')).toEqual(['11', '20', '21']);
  under.clock.advance(1_000);
  await scan(under);
  expect(await idsOf(under, 'only')).toEqual(['20', '21']);
});

it.each([
  { archived: true },
  { archived: 1 },
  { isArchived: true },
  { state: 'archived' },
  { status: 'ARCHIVED' },
  { status: 'deleted' },
  { archivedAt: '2026-01-02T03:04:05Z' },
  { archivedAt: '2026-01-02 03:04:05' },
  { archivedAt: '02.01.2026' },
  { archivedAt: 1_767_323_045 },
  { archivedAt: '1767323045000' },
  { archivedAt: '2031-01-02T03:04:05Z' },
  { archivedAt: true },
  { archivedAt: { date: '2026-01-02' } },
])('a record that says %o is archived, alone and among the living', async (says) => {
  const under = await syncUnderTest();
  under.service.living.set('area', [...rows(10, 12), ...rows(30, 31, says)]);
  under.service.archived.set('area', rows(20, 22, says));
  await scan(under);
  expect(await idsOf(under, 'no')).toEqual(['10', '11']);
  expect(await idsOf(under, 'only')).toEqual(['20', '21', '30']);
});

it.each([
  { archived: false },
  { archived: 0 },
  { isArchived: 'no' },
  { state: 'active' },
  { status: 'offline' },
  { archivedAt: null },
  { archivedAt: '' },
  { archivedAt: 0 },
  { archivedAt: '0' },
  { archivedAt: '0000-00-00 00:00:00' },
  { archivedAt: '0001-01-01T00:00:00Z' },
  { archivedAt: '-0001-11-30 00:00:00' },
  { archivedAt: '1970-01-01T01:00:00+01:00' },
  { archivedAt: '9999-12-31T00:00:00Z' },
  { archivedAt: 253_402_214_400 },
  { archivedAt: 253_402_214_400_000 },
  { archivedAt: 'never' },
])('a record that says %o is none', async (says) => {
  const under = await syncUnderTest();
  under.service.living.set('area', rows(10, 12, says));
  // Spelled otherwise than by most services, a page is read by the database.
  under.service.living.set('device', [` ${rows(10, 11, says).join()} `]);
  await scan(under);
  valueOf(await under.sync.scan('device'));
  expect(await idsOf(under, 'only')).toEqual([]);
  const view = { entity: 'device', archived: 'only' } as const;
  expect((await under.store.read('records.ids', { view })).ids).toEqual([]);
});

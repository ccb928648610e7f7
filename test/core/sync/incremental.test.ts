import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import type { Query } from '../../../electron/core/api/types.ts';
import { valueOf } from '../db/support.ts';
import { errorOf, mirrored, syncUnderTest } from './support.ts';
import type { SyncUnderTest } from './support.ts';

/** A filter that the service has: its parameter, and the field of a row that it compares. */
interface Has {
  param: string;
  field: string;
  /** Takes rows of another age too. */
  leaks?: boolean;
}

type Asked = { name: ReadName; page: number; query: Query };

interface Filtering extends SyncUnderTest {
  has: Has | null;
  /** Whether the service dates its answers. */
  dates: boolean;
  /** By how much the service's clock is behind ours. */
  behindMs: number;
  /** Requests with a filter. */
  readonly filtered: Asked[];
  put(entity: Entity, ...rows: object[]): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A service that dates its answers and filters as it is told. */
async function filtering(has: Has | null): Promise<Filtering> {
  const base = await syncUnderTest();
  const under: Filtering = Object.assign(base, {
    has,
    dates: true,
    behindMs: 0,
    filtered: [],
    put(entity: Entity, ...more: object[]) {
      const before = base.service.living.get(entity) ?? [];
      const texts = more.map((row) => JSON.stringify(row));
      base.service.living.set(entity, [...before, ...texts]);
    },
  });
  const { service, clock } = base;
  const date = (): string => new Date(clock.now() - under.behindMs).toUTCString();
  const [page, read] = [service.page.bind(service), service.read.bind(service)];
  service.read = async (...asked) => {
    const answer = await read(...asked);
    return answer.ok
      ? ok({ ...answer.value, headers: under.dates ? { date: date() } : {} })
      : answer;
  };
  service.page = async (name, number, options) => {
    const query = options?.query ?? {};
    const [param] = Object.keys(query).filter((key) => /\[gte\]|Date/.test(key));
    if (param !== undefined) under.filtered.push({ name, page: number, query });
    const answer = await page(name, number, options);
    if (!answer.ok) return answer;
    const dated = { ...answer.value, headers: {} };
    if (param === undefined || under.has?.param !== param) return ok(dated);
    const { field, leaks } = under.has;
    const since = Date.parse(String(query[param]));
    const entity = name === 'listFuelTransactions' ? 'fuelTransaction' : 'area';
    const rows = (service.living.get(entity) ?? []).filter((text) => {
      const value = (JSON.parse(text) as Record<string, string>)[field] ?? '';
      return Date.parse(value) >= since || (leaks === true && since < clock.now());
    });
    const ids = rows.map((text) => String((JSON.parse(text) as { id: number }).id));
    return ok({
      ...dated,
      text: `{"data":[${rows.join(',')}]}`,
      ids,
      total: ids.length,
      last: true,
    });
  };
  return under;
}

const at = (under: SyncUnderTest, agoMs = 0): string =>
  new Date(under.clock.now() - agoMs).toISOString();

/** 30 areas, changed on different days, scanned once. */
async function scanned(
  has: Has | null,
  more: Partial<Pick<Filtering, 'dates' | 'behindMs'>> = {},
): Promise<Filtering> {
  const under = Object.assign(await filtering(has), more);
  for (let id = 0; id < 30; id += 1) {
    under.put('area', { id, name: `row ${String(id)}`, updatedAt: at(under, (id + 1) * DAY_MS) });
  }
  under.sync.start();
  // Rounds run one after another: when this one ends, the first is over.
  valueOf(await under.sync.scan('role'));
  return under;
}

/** Lets so much time pass that lists are looked at for news, but not that they are scanned. */
async function look(under: Filtering): Promise<void> {
  under.clock.advance(76_000);
  valueOf(await under.sync.scan('role'));
}

const changed: Has = { param: 'updatedAt[gte]', field: 'updatedAt' };
const scansOf = ({ service }: Filtering): number =>
  service.requests.filter((request) => request === 'listAreas p1').length;

describe('what is new in a list', () => {
  it('is read between scans once the filter was seen to filter', async () => {
    const under = await scanned(changed);
    await look(under);
    // An empty range, one that must hold a row, and the look itself.
    const areas = under.filtered.filter(({ name }) => name === 'listAreas');
    expect(areas).toHaveLength(3);
    expect(areas[0]?.query['updatedAt[gte]']).toBe('2100-01-01T00:00:00.000Z');
    const scans = scansOf(under);
    under.put('area', { id: 99, name: 'fresh', updatedAt: at(under) });
    await look(under);
    expect(await mirrored(under.store, 'area')).toContain('99');
    // The look alone: no scan, and no proof a second time.
    expect(under.filtered.filter(({ name }) => name === 'listAreas')).toHaveLength(4);
    expect(scansOf(under) - scans).toBe(1);
  });

  it.each([
    ['its first read', undefined],
    ['its empty range', '2100-01-01T00:00:00.000Z'],
  ])('is proved again soon where %s failed', async (_what, since) => {
    const under = await scanned(changed);
    const page = under.service.page.bind(under.service);
    under.service.page = async (name, number, options) => {
      const isFailing = options?.limit === 200 && options.query?.['updatedAt[gte]'] === since;
      const answer = await page(name, number, options);
      return isFailing ? { ok: false, error: errorOf('server', 503) } : answer;
    };
    await look(under);
    under.service.page = page;
    for (let looks = 0; looks < 9; looks += 1) await look(under);
    expect(under.filtered.filter(({ name }) => name === 'listAreas').length).toBeGreaterThan(2);
  });

  it('updates what has changed and begins a little before the look before', async () => {
    const under = await scanned(changed);
    await look(under);
    const rows = (under.service.living.get('area') ?? []).slice(1);
    under.service.living.set('area', rows);
    under.put('area', { id: 0, name: 'renamed', updatedAt: at(under, 90_000) });
    await look(under);
    const kept = await under.store.read('records.get', { entity: 'area', id: '0' });
    expect(kept?.row.json).toContain('renamed');
  });

  it('is asked for by the clock of the service', async () => {
    const under = await scanned(changed, { behindMs: 3 * DAY_MS });
    await look(under);
    under.put('area', { id: 99, name: 'fresh', updatedAt: at(under, under.behindMs) });
    await look(under);
    expect(await mirrored(under.store, 'area')).toContain('99');
  });

  it('takes a date of making where changes can’t be asked for', async () => {
    const under = await filtering({ param: 'startDate', field: 'transactionDate' });
    for (let id = 0; id < 9; id += 1) {
      under.put('fuelTransaction', { id, transactionDate: at(under, (id + 1) * DAY_MS) });
    }
    under.sync.start();
    valueOf(await under.sync.scan('role'));
    await look(under);
    under.put('fuelTransaction', { id: 99, transactionDate: at(under) });
    await look(under);
    expect(await mirrored(under.store, 'fuelTransaction')).toContain('99');
  });

  it.each([
    ['is ignored', null],
    ['gives other rows too', { ...changed, leaks: true }],
    ['compares something else', { param: 'updatedAt[gte]', field: 'createdAt' }],
  ] as const)('is left to the scans where the filter %s', async (_, has) => {
    const under = await scanned(has);
    await look(under);
    const asked = under.filtered.filter(({ name }) => name === 'listAreas').length;
    under.put('area', { id: 99, name: 'fresh', updatedAt: at(under) });
    await look(under);
    await look(under);
    expect(await mirrored(under.store, 'area')).not.toContain('99');
    // That there is none is believed for a day.
    expect(under.filtered.filter(({ name }) => name === 'listAreas')).toHaveLength(asked);
    valueOf(await under.sync.scan('area'));
    expect(await mirrored(under.store, 'area')).toContain('99');
  });

  it('is left to the scans where the service does not date its answers', async () => {
    const under = await scanned(changed, { dates: false });
    await look(under);
    expect(under.filtered).toEqual([]);
  });

  it('never takes anything away: what is missing in it stays', async () => {
    const under = await scanned(changed);
    await look(under);
    under.service.living.set('area', []);
    await look(under);
    await look(under);
    expect(await mirrored(under.store, 'area')).toHaveLength(30);
    const kept = await under.store.read('records.get', { entity: 'area', id: '0' });
    expect(kept?.row.listed).toBe(true);
  });

  it('that suddenly holds old rows ends the trust, and the list is scanned', async () => {
    const under = await scanned(changed);
    await look(under);
    const scans = scansOf(under);
    under.has = { ...changed, leaks: true };
    await look(under);
    await look(under);
    expect(scansOf(under)).toBeGreaterThan(scans);
    const areas = (): number => under.filtered.filter(({ name }) => name === 'listAreas').length;
    const asked = areas();
    await look(under);
    expect(areas()).toBe(asked);
  });
});

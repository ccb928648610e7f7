import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Trips of days that are read one by one, kept, and shown as one range. */

const DAY_MS = 86_400_000;
const MONDAY_MS = Date.UTC(2026, 2, 9);
const iso = (atMs: number): string => new Date(atMs).toISOString();
const end = (atMs: number, lat: number) => ({
  occurredAt: iso(atMs),
  address: 'Gate 4',
  lastCoordinates: { lat, lng: -2.3, ts: iso(atMs) },
});

/** What the service tells of one day: a stop that lasts over midnight, and a trip. */
function dayOf(fromMs: number): string {
  const noon = fromMs + DAY_MS / 2;
  const part = (id: string, type: string, from: number, to: number, distance: number) => ({
    ...{ id, type, distance, duration: (to - from) / 1000, maxSpeed: 61, avgSpeed: 40 },
    ...{ pointStart: end(from, 41), pointFinish: end(to, 41 + distance / 1e6) },
  });
  const night = Math.round(fromMs / DAY_MS);
  return JSON.stringify([
    {
      vehicleId: 7,
      driver: { id: 1, fullName: 'A Driver' },
      routes: [
        part(`s${String(night)}`, 'stopped', fromMs, noon, 0),
        part(`t${String(night)}`, 'driving', noon, noon + 3_600_000, 40_000),
        part(`s${String(night + 1)}`, 'stopped', noon + 3_600_000, fromMs + DAY_MS, 0),
      ],
    },
  ]);
}

const kept = new Map<string, { json: string; readAt: number }>();
let online = true;
let nowMs = MONDAY_MS + 3 * DAY_MS;
const asked: string[] = [];

/** What the service's answers wait for. */
let held: Promise<void> | null = null;

interface Asked {
  query: { dateFrom: string; include: string[] };
  refresh: 'never' | 'always';
  whole?: boolean;
}
async function answer(_name: string, { query, refresh, whole }: Asked): Promise<unknown> {
  const key = query.dateFrom;
  let error: unknown = null;
  if (refresh === 'always') {
    asked.push(key);
    if (held !== null) await held;
    if (online) kept.set(key, { json: dayOf(Date.parse(key)), readAt: nowMs });
    else error = { kind: 'offline', code: 'api.offline', message: '', next: 'none' };
  }
  const copy = kept.get(key);
  const { json = null, readAt = null } = copy ?? {};
  const thinned = json === null || whole === true ? null : { shown: 2, all: 30_000 };
  return { ok: true, value: { json, readAt, thinned, error } };
}

const vehicles = [{ id: '7', name: 'WB-007' }];
const question = (days: number) => ({
  vehicles,
  nowMs,
  midnights: Array.from({ length: days + 1 }, (_, i) => MONDAY_MS + i * DAY_MS),
});
async function history() {
  const { RouteHistory } = await import('../../renderer/features/history/window.svelte.ts');
  return new RouteHistory();
}

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  online = true;
  held = null;
  nowMs = MONDAY_MS + 3 * DAY_MS;
  const waybill = { call: answer, on: () => () => undefined };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal('window', { waybill, matchMedia });
});

describe('route history', () => {
  it('reads each day once, and days that were read are there without a network', async () => {
    const first = await history();
    await first.load(question(2));
    expect(asked).toHaveLength(2);
    expect(first.missing).toEqual([]);
    expect(first.copied).toEqual({ days: 2, oldest: nowMs });

    online = false;
    asked.length = 0;
    const later = await history();
    await later.load(question(3));
    // Two are whole and not asked for again; the third is told to be missing.
    expect(asked).toEqual([iso(MONDAY_MS + 2 * DAY_MS)]);
    expect(later.legs.length).toBeGreaterThan(0);
    expect(later.missing).toEqual([MONDAY_MS + 2 * DAY_MS]);
    expect(later.error).toBeNull();
  });

  it('reads a day again that was not over when it was read', async () => {
    const one = await history();
    nowMs = MONDAY_MS + DAY_MS / 2;
    await one.load(question(1));
    // At once, too: the desk's clock has not gone on since.
    await one.load(question(1));
    expect(asked).toHaveLength(2);
    nowMs = MONDAY_MS + 2 * DAY_MS;
    await one.load(question(1));
    await one.load(question(1));
    expect(asked).toHaveLength(3);
  });

  it('shows what was read once reading is stopped, that too which was on its way, and asks for no more', async () => {
    const one = await history();
    nowMs = MONDAY_MS + 20 * DAY_MS;
    let goOn: () => void = () => undefined;
    held = new Promise((resolve) => (goOn = resolve));
    const loading = one.load(question(9));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const first = goOn;
    held = new Promise((resolve) => (goOn = resolve));
    first();
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    expect(one.missing).toHaveLength(9);
    one.stop();
    expect([one.stopped, one.progress, one.missing.length]).toEqual([true, null, 7]);
    goOn();
    await loading;
    expect([one.progress, one.missing.length, asked.length]).toEqual([null, 5, 4]);

    held = null;
    await one.load(question(9));
    expect([one.stopped, one.missing.length, asked.length]).toEqual([false, 0, 9]);
  });

  it('says whether every point is here: not where something else was asked for meanwhile', async () => {
    const one = await history();
    await one.load(question(1));
    expect(one.thinned).toEqual({ shown: 2, all: 30_000 });
    const whole = one.loadWhole(question(1));
    await one.load(question(1));
    expect(await whole).toBe(false);
    expect(await one.loadWhole(question(1))).toBe(true);
    expect(one.thinned).toBeNull();
  });

  it('has every day for a file: not while they are read, where one can’t be, or of another vehicle', async () => {
    const one = await history();
    let goOn: () => void = () => undefined;
    held = new Promise((resolve) => (goOn = resolve));
    const loading = one.load(question(3));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect([one.complete, one.whole]).toEqual([false, false]);
    const whole = one.loadWhole(question(3));
    goOn();
    expect([await whole, await loading, one.complete, one.whole]).toEqual([
      true,
      false,
      true,
      true,
    ]);

    const given = one.loadWhole(question(3));
    const other = one.load({ ...question(3), vehicles: [{ id: '8', name: 'WB-008' }] }, true);
    expect(one.whole).toBe(false);
    expect([await given, await other]).toEqual([false, true]);

    online = false;
    kept.delete(iso(MONDAY_MS));
    expect(await one.loadComplete(question(3), false)).toBe(false);
    expect(await one.loadComplete({ ...question(3), midnights: [] }, false)).toBe(true);
  });

  it('is gone to on the map once it is there, with each day that comes, until the map is moved', async () => {
    const { RouteSight } = await import('../../renderer/map/route/sight.ts');
    const [one, sight] = [await history(), new RouteSight()];
    const goesThere = (): boolean => sight.follows(one.key);
    await one.load(question(1));
    expect(goesThere()).toBe(true);
    sight.moved();
    const other = one.load({ ...question(1), vehicles: [{ id: '8', name: 'WB-008' }] });
    expect(goesThere()).toBe(false);
    await other;
    expect(goesThere()).toBe(true);
    nowMs = MONDAY_MS + 20 * DAY_MS;
    await one.load(question(9));
    // The first of these days, and then the others.
    expect([goesThere(), goesThere()]).toEqual([true, true]);
    sight.moved();
    await one.load(question(9));
    expect(goesThere()).toBe(false);
    sight.back();
    expect(goesThere()).toBe(true);
  });

  it('has a trip that is chosen as it goes on, and the map goes to it once', async () => {
    const { RouteSight } = await import('../../renderer/map/route/sight.ts');
    const { legNow } = await import('../../renderer/features/history/window.svelte.ts');
    const [one, sight] = [await history(), new RouteSight()];
    await one.load(question(2));
    const [first = null, trip = null, last = null] = one.legs;
    expect(legNow(one.legs, null)).toBeNull();
    const longer = one.legs.map((leg) => ({ ...leg, trip: { ...leg.trip, endedAt: 5 } }));
    expect(legNow(longer, trip)?.trip.endedAt).toBe(5);
    // With the day before it a stop begins before midnight, and is another one by its key.
    const earlier = one.legs.map((leg) => ({ ...leg, key: `${leg.key}, before midnight` }));
    expect(legNow(earlier, trip)?.trip).toBe(trip?.trip);
    expect(legNow([], trip)).toBeNull();
    const goes = (leg: typeof trip, points = 2): boolean =>
      sight.goesTo(
        leg && { key: leg.key, span: null, line: Array(points).fill({ lat: 41, lng: -2 }) },
      );
    expect([goes(first, 0), goes(first), goes(first, 3), goes(last)]).toEqual([
      ...[false, true, false, true],
    ]);
    expect([goes(null), goes(last)]).toEqual([false, true]);
  });

  it('asks for no day that has not begun', async () => {
    const one = await history();
    nowMs = MONDAY_MS + DAY_MS / 2;
    await one.load(question(3));
    expect(asked).toEqual([iso(MONDAY_MS)]);
  });

  it('shows a stop over midnight once, with all of its time, and counts it for both days', async () => {
    const one = await history();
    await one.load(question(2));
    const stops = one.legs.filter(({ stop }) => stop !== null);
    expect(stops.map(({ stop, trip }) => [stop, trip.durationS / 3600])).toEqual([
      [1, 12],
      [2, 11 + 12],
      [3, 11],
    ]);
    expect(one.totals().map(({ stoppedS }) => stoppedS / 3600)).toEqual([23, 23]);
    expect(one.totals().map(({ distanceM, trips }) => [distanceM, trips])).toEqual([
      [40_000, 1],
      [40_000, 1],
    ]);
    expect(one.legs.map(({ trip }) => trip.driver)).toEqual(Array(5).fill('A Driver'));
  });

  it('leaves as tables in the person’s units and the zone of its days, with totals by day and week', async () => {
    const { legSheet, totalLines, totalsSheet } =
      await import('../../renderer/features/history/table.ts');
    const { preferences } = await import('../../renderer/state/preferences.svelte.ts');
    const one = await history();
    nowMs = MONDAY_MS + 20 * DAY_MS;
    await one.load(question(8));
    const [head, night, trip] = legSheet(one.legs, 'Europe/Berlin', ({ stop }) =>
      stop === null ? '' : 'Yard',
    );
    expect(head?.[3]).toMatch(/^From \(.*Berlin.*\)$/);
    expect(head?.slice(5, 8)).toEqual(['Duration (h)', 'Distance (km)', 'Average (km/h)']);
    expect(night?.slice(0, 7)).toEqual([
      ...[1, 'Stop', 'WB-007', '2026-03-09 01:00:00', '2026-03-09 13:00:00', 12, null],
    ]);
    expect(night?.at(-1)).toBe('Yard');
    expect(trip?.slice(5, 9)).toEqual([1, 40, 40, 61]);
    // Eight days from a Monday are two weeks.
    const lines = totalLines(one, 'UTC');
    const kinds = lines.map(({ is }) => is).join(' ');
    expect(kinds).toBe('day day day day day day day week day week all');
    const sheet = totalsSheet(lines);
    expect(sheet[1]?.slice(0, 4)).toEqual(['2026-03-09', 40, 1, 1]);
    expect(sheet[8]?.slice(0, 3)).toEqual(['Week of 2026-03-09', 280, 7]);
    expect(sheet.at(-1)?.slice(0, 3)).toEqual(['All days', 320, 8]);
    vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } });
    const call = async () => ({ ok: true, value: {} });
    const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
    vi.stubGlobal('window', { waybill: { call, on: () => () => undefined }, matchMedia });
    preferences.set('units', 'imperial');
    expect(totalsSheet(lines)[0]?.[1]).toBe('Distance (mi)');
    expect(totalsSheet(lines)[1]?.[1]).toBeCloseTo(24.854848, 5);
    expect(legSheet(one.legs, 'UTC', () => '')[2]?.[8]).toBeCloseTo(37.903643, 5);
    preferences.set('units', 'metric');
  });

  it('counts what lasts over midnight once in weeks and in all days, also where both days tell it whole', async () => {
    const { totalLines } = await import('../../renderer/features/history/table.ts');
    const one = await history();
    const night = MONDAY_MS + DAY_MS;
    const drive = (id: string, from: number, to: number, distance: number) => ({
      ...{ id, type: 'driving', distance, duration: (to - from) / 1000, maxSpeed: 61 },
      ...{ pointStart: end(from, 41), pointFinish: end(to, 42) },
    });
    const keep = (day: number, ...routes: unknown[]): void => {
      const json = JSON.stringify([{ vehicleId: 7, routes }]);
      kept.set(iso(MONDAY_MS + day * DAY_MS), { json, readAt: nowMs + DAY_MS });
    };
    const whole = drive('w', night + DAY_MS - 600_000, night + DAY_MS + 1_200_000, 9000);
    keep(0, drive('n', night - 600_000, night, 10_000));
    keep(1, drive('n', night, night + 1_200_000, 20_000), whole);
    keep(2, whole);
    await one.load(question(3));
    expect(one.legs).toHaveLength(2);
    const lines = totalLines(one, 'UTC').map(({ is, sum }) => [is, sum.trips, sum.distanceM]);
    expect(lines).toEqual([
      ['day', 1, 10_000],
      ['day', 2, 29_000],
      ['day', 1, 9000],
      ['all', 2, 39_000],
    ]);
  });

  it('has trips and stops that begin at one instant, or at none that is told, each by itself', async () => {
    const one = await history();
    const part = { type: 'driving', distance: 1000, duration: 60 };
    const json = JSON.stringify([{ vehicleId: 7, routes: [part, part, part] }]);
    kept.set(iso(MONDAY_MS), { json, readAt: nowMs + DAY_MS });
    await one.load(question(1));
    expect(new Set(one.legs.map(({ key }) => key)).size).toBe(3);
    // Listed after the others, under no day.
    const { byBegin, byDay } = await import('../../renderer/features/history/days.ts');
    await one.load(question(2));
    const listed = byDay(one.legs.toSorted(byBegin), 'UTC');
    expect([...listed.keys()]).toEqual(['2026-03-10', null]);
  });

  it('makes one track of all days, in which the vehicle is somewhere at every instant', async () => {
    const one = await history();
    await one.load(question(2));
    const [track] = one.tracks;
    expect(track?.atMs[0]).toBe(MONDAY_MS);
    expect(track?.atMs.at(-1)).toBe(MONDAY_MS + 2 * DAY_MS);
  });
});

describe('the days of a range', () => {
  it('begin at the midnights of their zone, also where a day has 23 hours', async () => {
    const { midnightsOf } = await import('../../renderer/state/days.ts');
    const hours = midnightsOf({ from: '2026-03-28', to: '2026-03-30' }, 'Europe/Berlin').map(
      (at, i, all) => (i === 0 ? 0 : (at - (all[i - 1] ?? 0)) / 3_600_000),
    );
    expect(hours).toEqual([0, 24, 23, 24]);
  });

  it.each([
    ['2026-03-09', '2026-03-02', 'backwards'],
    ['2026-03-01', '2026-03-31', null],
    ['2026-03-01', '2026-04-01', 'long'],
  ])('from %s to %s is %s', async (from, to, problem) => {
    const { problemOf } = await import('../../renderer/state/days.ts');
    expect(problemOf({ from, to }, 31)).toBe(problem);
  });

  it('of an address that names none are today', async () => {
    const { rangeIn } = await import('../../renderer/features/history/days.ts');
    const today = { from: '2026-03-12', to: '2026-03-12' };
    expect(rangeIn({}, nowMs, 'UTC')).toEqual(today);
    expect(rangeIn({ from: 'x', to: '2026-03-10' }, nowMs, 'UTC')).toEqual(today);
    expect(rangeIn({ from: '2026-03-10', to: '2026-03-01' }, nowMs, 'UTC')).toEqual(today);
    expect(rangeIn({ from: '2026-03-10' }, nowMs, 'UTC')).toEqual({
      from: '2026-03-10',
      to: '2026-03-10',
    });
  });
});

it('a link shows as many vehicles together as a person may, however many it names', async () => {
  const { vehiclesIn, MOST_VEHICLES } = await import('../../renderer/features/history/days.ts');
  const many = Array.from({ length: 300 }, (_id, at) => String(at)).join(',');
  expect(vehiclesIn('7', many)).toHaveLength(MOST_VEHICLES);
  expect(vehiclesIn('7', '7,8,,9').join()).toBe('7,8,9');
  expect(vehiclesIn(null, undefined)).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksOf } from '../../renderer/features/fuel/marks.ts';
import { medianOf } from '../../shared/rules/median.ts';
import type { Evidence, Mark } from '../../renderer/features/fuel/marks.ts';
import {
  NOT_NARROWED,
  isNarrowed,
  narrowedTo,
  sorted,
} from '../../renderer/features/fuel/order.ts';
import { periodIn, queryOf, rangeOf } from '../../renderer/features/fuel/period.ts';
import { toAreaM, whereaboutsIn } from '../../renderer/features/fuel/place.ts';
import type { Whereabouts } from '../../renderer/features/fuel/place.ts';
import { per100Km, rateOf, sumOfAll, sumsOf } from '../../renderer/features/fuel/summary.ts';
import {
  cardKey,
  isUnassigned,
  namedNow,
  transactionOf,
  vehicleOf,
} from '../../renderer/features/fuel/transaction.ts';
import type { FuelTransaction } from '../../renderer/features/fuel/transaction.ts';
import type { Trip } from '../../renderer/records/trips.ts';
import { offsetBy } from '../../shared/rules/geo.ts';
import { DAY, HOUR, MINUTE, NOON, STATION, filling, standing, stations } from './fuelSupport.ts';

const evidence = (own: Partial<Evidence> = {}): Evidence => ({
  dayOf: (atMs) => new Date(atMs).toISOString().slice(0, 10),
  tankOf: () => 80,
  stations,
  whereabouts: new Map(),
  ...own,
});
function kindsOf(list: readonly FuelTransaction[], own: Partial<Evidence> = {}) {
  const marks = marksOf(list, evidence(own));
  return list.map(({ id }) => (marks.get(id) ?? []).map(({ is }) => is));
}
describe('a fuel transaction', () => {
  const row = (fields: object) => ({
    ...{ id: '7', json: JSON.stringify(fields), archived: false, temporary: false, pending: 0 },
    ...{ mark: null, changed: [], readAt: null, listed: true },
  });

  it('is read with its vehicle from a summary, a list of ids, or a name alone', () => {
    const one = transactionOf(
      row({
        ...{ transactionDate: '2026-05-12T12:00:00Z', refueled: '60.5', fuelPrice: 1.6 },
        ...{ vehicle: { id: 3, regNo: 'WB-3' }, driver: { id: 9, fullName: 'D' }, total: 96.8 },
      }),
    );
    expect(one).toMatchObject({ vehicleId: '3', vehicle: 'WB-3', driverId: '9', litres: 60.5 });
    expect(one.atMs).toBe(NOON);
    expect(transactionOf(row({ vehicleIds: [5] }))).toMatchObject({ vehicleId: '5', vehicle: '5' });
    const named = transactionOf(row({ vehicle: 'WB-9' }));
    expect(named).toMatchObject({ vehicleId: null, vehicle: 'WB-9' });
    // Under the name that its vehicle has now, where that is known.
    const nameOf = (id: string): string | null => (id === '3' ? 'NEW 3' : null);
    expect(namedNow(one, nameOf)).toEqual({ ...one, vehicle: 'NEW 3' });
    expect(namedNow(one, () => null)).toBe(one);
    expect(namedNow(named, nameOf)).toBe(named);
    expect(isUnassigned(named)).toBe(false);
    expect(isUnassigned(transactionOf(row({ vehicle: null, vehicleIds: [] })))).toBe(true);
    expect(cardKey({ card: '7000 55-12 99' })).toBe('7000551299');
  });

  it('whatever it holds, is read without a mistake', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = transactionOf({ ...row({}), json: JSON.stringify(value) });
        expect(read.id).toBe('7');
        expect(vehicleOf({ ...row({}), json: JSON.stringify(value) }).tankL).not.toBe(0);
      }),
    );
  });
});

describe('marks of fuel transactions', () => {
  const own = { vehicleId: '1', vehicle: 'WB-1' };

  it('say that more was filled in than the tank holds, with both figures', () => {
    const [over, close, unknown] = [
      filling({ ...own, litres: 90 }),
      filling({ ...own, litres: 81, atMs: NOON + DAY }),
      filling({ litres: 90 }),
    ];
    const marks = marksOf([over, close, unknown], evidence());
    expect(marks.get(over.id)).toEqual([{ is: 'overTank', litres: 90, tankL: 80 }]);
    expect([...marks.keys()]).toEqual([over.id]);
  });

  it('say that a vehicle or a card filled up twice within minutes, and name the nearest other one', () => {
    const [first, second, third] = [
      filling(own),
      filling({ ...own, atMs: NOON + 12 * MINUTE }),
      filling({ ...own, atMs: NOON + 16 * MINUTE }),
    ];
    const marks = marksOf([third, first, second], evidence());
    const other = (id: string): Mark | undefined => marks.get(id)?.[0];
    expect(other(first.id)).toMatchObject({ otherId: second.id, apartMs: 12 * MINUTE });
    expect(other(second.id)).toMatchObject({ otherId: third.id, by: 'vehicle' });
    const cards = [
      filling({ card: '70 1', vehicleId: '1' }),
      filling({ card: '701', vehicleId: '2', atMs: NOON + MINUTE }),
    ];
    expect(kindsOf(cards)).toEqual([['twice'], ['twice']]);
    expect(kindsOf([filling(own), filling({ ...own, atMs: NOON + 15 * MINUTE })])).toEqual([
      [],
      [],
    ]);
  });

  it('say that a price is off the median of its day, not of another day or another fuel', () => {
    const day = [1.5, 1.6, 1.6, 1.7].map((price, i) => filling({ price, atMs: NOON + i * HOUR }));
    const odd = filling({ price: 0.16, atMs: NOON + 5 * HOUR });
    const marks = marksOf([...day, odd], evidence());
    expect([...marks]).toEqual([[odd.id, [{ is: 'price', price: 0.16, median: 1.6, of: 5 }]]]);
    expect(kindsOf([...day, { ...odd, fuelTypeId: '2' }]).flat()).toEqual([]);
    expect(kindsOf([...day, { ...odd, atMs: NOON + DAY }]).flat()).toEqual([]);
    // Of three prices nobody can tell which is wrong.
    expect(kindsOf([...day.slice(0, 2), odd]).flat()).toEqual([]);
  });

  it('say that the vehicle was driving, and not just before or after it stood', () => {
    const one = filling(own);
    const at = (where: Partial<Whereabouts>) => ({
      whereabouts: new Map([[one.id, { ...standing(10, 'driving'), ...where }]]),
    });
    expect(kindsOf([one], at({}))).toEqual([['moving']]);
    expect(kindsOf([one], at({ sinceMs: NOON - MINUTE }))).toEqual([[]]);
    expect(kindsOf([one], at({ untilMs: NOON + MINUTE }))).toEqual([[]]);
    expect(kindsOf([one], at({ speedKmh: 2 }))).toEqual([[]]);
    expect(kindsOf([one], at({ state: 'idle' }))).toEqual([[]]);
  });

  it('say how far from the station the vehicle was, where both are known', () => {
    const one = filling(own);
    const whereabouts = new Map([[one.id, standing(3_000)]]);
    const [mark] = marksOf([one], evidence({ whereabouts })).get(one.id) ?? [];
    expect(mark?.is === 'far' ? mark.distanceM : 0).toBeCloseTo(2_940, -1);
    expect(kindsOf([one], { whereabouts, stations: new Map() })).toEqual([[]]);
    expect(kindsOf([one], { whereabouts: new Map([[one.id, standing(400)]]) })).toEqual([[]]);
  });

  it('have a median with half of the prices on either side', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 9 }), { minLength: 1 }), (all) => {
        const middle = medianOf(all);
        expect(all.filter((value) => value < middle).length).toBeLessThanOrEqual(all.length / 2);
        expect(all.filter((value) => value > middle).length).toBeLessThanOrEqual(all.length / 2);
      }),
    );
  });

  it('do not depend on the order of the list', () => {
    const any = fc.record({
      atMs: fc.option(fc.integer({ min: NOON, max: NOON + HOUR })),
      vehicleId: fc.option(fc.constantFrom('1', '2')),
      card: fc.constantFrom('', '7', '8'),
      litres: fc.option(fc.integer({ min: 1, max: 200 })),
      price: fc.option(fc.constantFrom(1, 1.5, 9)),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (list) => {
        const all = list.map((one, i) => filling({ ...one, id: String(i) }));
        const marks = (order: readonly FuelTransaction[]) =>
          [...marksOf(order, evidence())].sort(([a], [b]) => Number(a) - Number(b));
        expect(marks(all.toReversed())).toEqual(marks(all));
      }),
    );
  });
});

describe('where a vehicle was', () => {
  const trip = (own: Partial<Trip>): Trip => ({
    ...{ id: null, kind: 'stopped', startedAt: NOON, endedAt: NOON + HOUR, distanceM: 0 },
    ...{ durationS: 3600, averageKmh: null, maxSpeedKmh: null, from: null, to: null },
    ...{ driver: null, start: STATION, finish: STATION, points: [] },
    ...own,
  });

  it('is told by the trip or stop that covers the instant, between its points', () => {
    const there = offsetBy(STATION, 1_000, 90);
    const drive = trip({
      ...{ kind: 'driving', startedAt: NOON + HOUR, endedAt: NOON + 2 * HOUR, finish: there },
      points: [
        { ...STATION, atMs: NOON + HOUR, speedKmh: 40 },
        { ...there, atMs: NOON + HOUR + 4 * MINUTE, speedKmh: 50 },
      ],
    });
    const trips = [trip({}), drive];
    expect(whereaboutsIn(trips, NOON + MINUTE)).toMatchObject({ state: 'stopped', place: STATION });
    const on = whereaboutsIn(trips, NOON + HOUR + 2 * MINUTE);
    expect(on).toMatchObject({ state: 'driving', speedKmh: 40 });
    expect(on?.place?.lng).toBeCloseTo((STATION.lng + there.lng) / 2, 6);
    expect(whereaboutsIn(trips, NOON - 1)).toBeNull();
    expect(whereaboutsIn([], NOON)).toBeNull();
  });

  it('is as far from an area as from its nearest edge, and nowhere from inside', () => {
    const corner = (north: number, east: number) => offsetBy(offsetBy(STATION, north, 0), east, 90);
    const square = {
      type: 'polygon' as const,
      ring: [corner(-50, -50), corner(-50, 50), corner(50, 50), corner(50, -50)],
    };
    expect(toAreaM(square, STATION)).toBe(0);
    expect(toAreaM(square, corner(0, 450))).toBeCloseTo(400, 0);
    expect(toAreaM(square, corner(80, 90))).toBeCloseTo(50, 0);
  });
});

describe('fuel by vehicle', () => {
  const noName = () => null;
  const own = [
    filling({ vehicleId: '1', vehicle: 'A', litres: 50, total: 80 }),
    filling({ vehicleId: '1', vehicle: 'A', litres: 30, total: 50 }),
    filling({ litres: 500, total: 900 }),
  ];

  it('is the service’s summary with consumption, and without a network what is here', () => {
    const report = {
      data: [
        {
          id: 1,
          regNo: 'A',
          mileage: 1_000_000,
          refueled: 80,
          total: 130,
          depot: { name: 'East' },
        },
        { id: 2, regNo: 'B', mileage: 0, refueled: 0, total: 0 },
        { id: 3, regNo: 'C', mileage: 5_000, refueled: 0, total: 0 },
      ],
    };
    const [a, c, ...others] = sumsOf(JSON.stringify(report), own, noName);
    expect(a).toMatchObject({ vehicle: 'A', depot: 'East', count: 2, vehicleId: '1' });
    expect(per100Km({ distanceM: 1_000_000, litres: 80 })).toBeCloseTo(8, 9);
    expect(c).toMatchObject({ vehicle: 'C', vehicleId: '3', litres: 0 });
    expect(others).toEqual([]);
    expect(sumsOf(null, own, noName)).toMatchObject([
      { vehicle: 'A', litres: 80, cost: 130, count: 2, distanceM: null },
    ]);
    expect(per100Km({ distanceM: null, litres: 80 })).toBeNull();
    expect(sumsOf('broken', own, noName)).toEqual([]);
  });

  it('is consumption of those whose kilometres were counted, and of no others', () => {
    const report = [
      { id: 1, regNo: 'A', mileage: 1_000_000, refueled: 300 },
      { id: 2, regNo: 'B', mileage: 0, refueled: 50 },
      { id: 3, regNo: 'C', refueled: 50 },
    ];
    const sums = sumsOf(JSON.stringify(report), [], noName);
    expect(sums).toHaveLength(3);
    expect(rateOf(sums)).toBeCloseTo(30, 9);
    expect(rateOf(sums.slice(1))).toBeNull();
  });

  it('counts by the id of the vehicle, whatever it was called, and leads to that one', () => {
    const report = [
      { id: 1, regNo: 'OLD 1', mileage: 1_000 },
      { id: 2, regNo: 'TWIN', mileage: 1_000 },
      { id: 3, regNo: 'TWIN', mileage: 1_000 },
    ];
    const filled = [
      filling({ vehicleId: '1', vehicle: 'NEW 1' }),
      filling({ vehicleId: '3', vehicle: 'TWIN' }),
      filling({ vehicleId: '3', vehicle: 'TWIN' }),
      // Whose of both it is, nobody can tell.
      filling({ vehicle: 'TWIN' }),
    ];
    const nameOf = (id: string): string | null => (id === '1' ? 'NEW 1' : null);
    const [renamed, ...twins] = sumsOf(JSON.stringify(report), filled, nameOf);
    expect(renamed).toMatchObject({ vehicle: 'NEW 1', vehicleId: '1', count: 1 });
    expect(twins.map(({ vehicleId, count }) => [vehicleId, count])).toEqual([
      ['2', 0],
      ['3', 2],
    ]);
    expect(sumsOf(null, filled, nameOf).map(({ vehicleId, count }) => [vehicleId, count])).toEqual([
      ['1', 1],
      ['3', 3],
    ]);
  });

  it('counts by the registration where one of both has no id and no other vehicle is called so', () => {
    const report = [
      { regNo: 'A', mileage: 1_000 },
      { id: 2, regNo: 'B', mileage: 1_000 },
      { regNo: 'C', mileage: 1_000 },
    ];
    const filled = [
      filling({ vehicleId: '1', vehicle: 'A' }),
      filling({ vehicle: 'A' }),
      filling({ vehicle: 'B' }),
      filling({ vehicleId: '8', vehicle: 'C' }),
      filling({ vehicleId: '9', vehicle: 'C' }),
    ];
    const sums = sumsOf(JSON.stringify(report), filled, noName);
    expect(sums.map(({ vehicleId, count }) => [vehicleId, count])).toEqual([
      ['1', 2],
      ['2', 1],
      [null, 0],
    ]);
  });

  it('adds up to the sum of all, whose distance is known only where every one is', () => {
    const any = fc.record({
      distanceM: fc.option(fc.integer({ min: 0, max: 1e6 })),
      litres: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(any), (list) => {
        const sums = list.map((one, i) => ({
          ...{ key: String(i), vehicleId: null, vehicle: '', depot: '', cost: 0, count: 0 },
          ...one,
        }));
        const all = sumOfAll(sums);
        expect(all.litres).toBe(list.reduce((sum, { litres }) => sum + litres, 0));
        expect(all.distanceM === null).toBe(list.some(({ distanceM }) => distanceM === null));
      }),
    );
  });
});

describe('the fuel list', () => {
  const list = [
    filling({ id: 'a', vehicle: 'WB-2', vehicleId: '2', station: 'Łąka', litres: 10 }),
    filling({ id: 'b', station: 'North Gate', litres: null }),
    filling({ id: 'c', vehicle: 'WB-10', vehicleId: '10', station: '', litres: 5 }),
  ];
  const ids = (narrowed: Partial<typeof NOT_NARROWED>) =>
    narrowedTo(list, { ...NOT_NARROWED, ...narrowed }, [], new Map()).map(({ id }) => id);

  it('is narrowed by words without accents, by what has no vehicle and by marks', () => {
    expect(ids({ text: 'NORTH gate' })).toEqual(['b']);
    expect(ids({ text: 'wb laka' })).toEqual(['a']);
    expect(ids({ unassigned: true })).toEqual(['b']);
    expect(ids({ vehicleId: '10' })).toEqual(['c']);
    expect(isNarrowed({ ...NOT_NARROWED, vehicleId: '10' })).toBe(true);
    expect(ids({ marks: ['far'] })).toEqual([]);
    expect(isNarrowed(NOT_NARROWED)).toBe(false);
    expect(isNarrowed({ ...NOT_NARROWED, text: ' x' })).toBe(true);
  });

  it('is sorted by number where there are numbers, with what has no value last both ways', () => {
    const by = (descending: boolean, valueOf: (one: FuelTransaction) => string | number | null) =>
      sorted(list, { descending }, valueOf, ({ id }) => id).map(({ id }) => id);
    expect(by(false, ({ litres }) => litres)).toEqual(['c', 'a', 'b']);
    expect(by(true, ({ litres }) => litres)).toEqual(['a', 'c', 'b']);
    expect(by(false, ({ vehicle: name }) => name)).toEqual(['a', 'c', 'b']);
    expect(by(true, ({ vehicle: name }) => name)).toEqual(['c', 'a', 'b']);
  });

  it('shows the days of its address, and the last thirty where that names none', () => {
    for (const query of [
      { days: '7' },
      { days: 'all' },
      { from: '2026-01-02', to: '2026-02-03' },
    ]) {
      expect(queryOf(periodIn(query))).toEqual(query);
    }
    const month = { from: '2026-04-13', to: '2026-05-12' };
    for (const query of [
      {},
      { days: '8' },
      { from: 'x' },
      { from: '2026-02-03', to: '2026-01-01' },
    ]) {
      expect(rangeOf(periodIn(query), '2026-05-12')).toEqual(month);
    }
    expect(rangeOf({ is: 'all' }, '2026-05-12')).toBeNull();
  });
});

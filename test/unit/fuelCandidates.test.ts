import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_CANDIDATES, Ranking } from '../../renderer/features/fuel/candidates.ts';
import type { Whereabouts } from '../../renderer/features/fuel/place.ts';
import type { FuelTransaction, FuelVehicle } from '../../renderer/features/fuel/transaction.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  NOON,
  STATION,
  filling,
  standing,
  stations,
  vehicle,
} from './fuelSupport.ts';

describe('whose a fuel transaction may be', () => {
  const none = { stations, whereabouts: new Map<string, Whereabouts>() };
  const namesOf = (ranking: Ranking, one: FuelTransaction, list: FuelVehicle[], clues = none) =>
    ranking.candidatesOf(one, list, clues).map(({ vehicle: found }) => found.id);

  it('is told by who stood at the station, before cards, drivers and last positions', () => {
    const one = filling({ card: '7000 1', driverId: 'd2' });
    const assigned = [
      filling({ vehicleId: '1', vehicle: 'WB-1', card: '70001', atMs: NOON - DAY }),
    ];
    const list = [
      vehicle('1'),
      vehicle('2', { driverId: 'd2', driver: 'D' }),
      vehicle('3'),
      vehicle('4', { fix: { ...STATION, atMs: NOON + 5 * MINUTE } }),
      vehicle('5'),
    ];
    const whereabouts = new Map([['3', standing(100)]]);
    const found = new Ranking(assigned).candidatesOf(one, list, { stations, whereabouts });
    expect(found.map(({ vehicle: { id } }) => id)).toEqual(['3', '1', '4', '2']);
    expect(found[0]).toMatchObject({ grade: 'strong' });
    expect(found[0]?.reasons[0]).toMatchObject({ is: 'stoppedThere' });
    expect(found[1]?.reasons[0]).toMatchObject({ is: 'card', count: 1, of: 1 });
    expect(found[2]?.reasons[0]).toMatchObject({ is: 'lastSeen', apartMs: 5 * MINUTE });
    expect(found[3]?.reasons[0]).toMatchObject({ is: 'driver', name: 'D' });
  });

  it('is not a vehicle that was elsewhere, filled up just before, or has too small a tank', () => {
    const one = filling({ card: '1' });
    const assigned = ['1', '2', '3', '4'].map((id) =>
      filling({
        vehicleId: id,
        vehicle: id,
        card: '1',
        atMs: NOON - (id === '2' ? HOUR : 9 * DAY),
      }),
    );
    const list = [vehicle('1'), vehicle('2'), vehicle('3', { tankL: 40 }), vehicle('4')];
    const whereabouts = new Map([['4', standing(9_000)]]);
    expect(namesOf(new Ranking(assigned), one, list, { stations, whereabouts })).toEqual(['1']);
  });

  it('is asked of the trips of a fleet, of a large one those for which something speaks', () => {
    const one = filling({ card: '1' });
    const ranking = new Ranking([filling({ vehicleId: '9', vehicle: 'WB-9', card: '1' })]);
    const fleet = (count: number) => Array.from({ length: count }, (_, id) => vehicle(String(id)));
    const inQuestion = (count: number) => ranking.inQuestion(one, fleet(count), stations);
    expect(inQuestion(500)).toHaveLength(500);
    expect(inQuestion(600).map(({ id }) => id)).toEqual(['9']);
  });

  it('is nobody where nothing but the tank speaks for anybody', () => {
    expect(namesOf(new Ranking([]), filling(), [vehicle('1'), vehicle('2')])).toEqual([]);
  });

  it('goes by a name where the transaction has no id of its driver', () => {
    const list = [vehicle('1', { driverId: '8', driver: 'Ana' }), vehicle('2', { driver: 'Bo' })];
    expect(namesOf(new Ranking([]), filling({ driver: 'Ana' }), list)).toEqual(['1']);
    expect(namesOf(new Ranking([]), filling({ driver: 'Ana', driverId: '9' }), list)).toEqual([]);
  });

  const anyVehicle = fc.record({
    driverId: fc.option(fc.constantFrom('a', 'b')),
    tankL: fc.option(fc.integer({ min: 20, max: 120 })),
    fix: fc.option(
      fc.record({
        lat: fc.double({ min: 52.05, max: 52.15, noNaN: true }),
        lng: fc.double({ min: 20.9, max: 21.1, noNaN: true }),
        atMs: fc.integer({ min: NOON - HOUR, max: NOON + HOUR }),
      }),
    ),
  });
  const world = fc.record({
    fleet: fc.array(anyVehicle, { maxLength: 14 }),
    before: fc.array(
      fc.record({
        of: fc.integer({ min: 0, max: 13 }),
        card: fc.constantFrom('', '1', '2'),
        daysAgo: fc.integer({ min: 0, max: 30 }),
      }),
      { maxLength: 20 },
    ),
    stood: fc.array(fc.integer({ min: 0, max: 13 }), { maxLength: 4 }),
    one: fc.record({
      card: fc.constantFrom('', '1', '2'),
      driverId: fc.option(fc.constantFrom('a', 'b')),
      litres: fc.option(fc.integer({ min: 10, max: 150 })),
    }),
  });
  const build = ({
    fleet,
    before,
    stood,
    one,
  }: typeof world extends fc.Arbitrary<infer W> ? W : never) => ({
    one: filling(one),
    list: fleet.map((own, i) => vehicle(String(i), own)),
    ranking: new Ranking(
      before.map(({ of, card, daysAgo }) =>
        filling({ vehicleId: String(of), vehicle: String(of), card, atMs: NOON - daysAgo * DAY }),
      ),
    ),
    clues: {
      stations,
      whereabouts: new Map(stood.map((at) => [String(at), standing(50 + 700 * at)])),
    },
  });

  it('is ranked the same in whatever order the vehicles come, each with its reasons', () => {
    fc.assert(
      fc.property(world, (drawn) => {
        const { one, list, ranking, clues } = build(drawn);
        const found = ranking.candidatesOf(one, list, clues);
        expect(ranking.candidatesOf(one, list.toReversed(), clues)).toEqual(found);
        expect(found.length).toBeLessThanOrEqual(MOST_CANDIDATES);
        for (const [i, { score, reasons }] of found.entries()) {
          expect(score).toBeCloseTo(
            reasons.reduce((sum, { points }) => sum + points, 0),
            9,
          );
          expect(score).toBeGreaterThan(0);
          expect(reasons.some(({ points }) => points > 0)).toBe(true);
          expect(score).toBeLessThanOrEqual(found[i - 1]?.score ?? Infinity);
        }
      }),
    );
  });

  it('what speaks for a vehicle never lowers it, what speaks against it never raises it', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 0, max: 13 }), (drawn, at) => {
        const { one, list, ranking, clues } = build(drawn);
        const id = String(at);
        const rankWith = (where: Whereabouts): number => {
          const whereabouts = new Map([...clues.whereabouts, [id, where]]);
          const order = namesOf(ranking, one, list, { stations, whereabouts });
          return order.includes(id) ? order.indexOf(id) : Infinity;
        };
        expect(rankWith(standing(0))).toBeLessThanOrEqual(rankWith(standing(1_000)));
        expect(rankWith(standing(1_000))).toBeLessThanOrEqual(rankWith(standing(20_000)));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  companyName,
  createFleet,
  createNetwork,
  createTown,
  findPath,
  nearestAddress,
  personName,
  positionOnPath,
  townGeoJson,
  vehicleNames,
} from '../../electron/service/world/index.ts';
import type { Town, Trip, VehicleStatus } from '../../electron/service/world/index.ts';
import { pathFrom, waysTo } from '../../electron/service/world/route.ts';
import {
  bearingDeg,
  haversineM,
  isInRing,
  offsetBy,
  toGeoJsonPosition,
} from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import { isEveryday } from '../support/runs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A Wednesday and a Sunday. */
const WEDNESDAY = Date.UTC(2026, 10, 18);
const SUNDAY = Date.UTC(2026, 10, 22);

const town = createTown('test');
/** Made from the same seed once more. */
const again = createTown('test');
const fleet = createFleet(town, 'test', 250);
const vehicles = [...Array(250).keys()];

describe('generated town', () => {
  it('is the same for the same seed and another for another', () => {
    const json = (one: Town): string => JSON.stringify(townGeoJson(one));
    expect(json(again)).toBe(JSON.stringify(townGeoJson(town)));
    expect(json(createTown('other'))).not.toBe(JSON.stringify(townGeoJson(town)));
  });

  const seeds = ['test', 'demo', 'a', 'b', 'c', 'd'].slice(0, isEveryday ? 2 : 6);
  it.each(seeds)('has connected streets (seed %s)', (seed) => {
    const { nodes, edges, lakes, parks, industrial, depots, districts } =
      seed === town.seed ? town : createTown(seed);
    const neighbours = nodes.map((): number[] => []);
    for (const { from, to } of edges) {
      neighbours[from]?.push(to);
      neighbours[to]?.push(from);
    }
    const seen = new Set([0]);
    for (const node of seen) for (const next of neighbours[node] ?? []) seen.add(next);
    expect(seen.size).toBe(nodes.length);
    expect(nodes.length).toBeGreaterThan(2000);
    expect(industrial).toHaveLength(1);
    expect(depots).toHaveLength(6);
    expect(lakes.length).toBeGreaterThan(0);
    expect(parks.length).toBeGreaterThan(15);
    expect(districts.length).toBeGreaterThan(15);
  });

  it('stays light enough to be sent as a basemap and names what it draws', () => {
    const map = townGeoJson(town);
    expect(JSON.stringify(map).length).toBeLessThan(1_500_000);
    const kinds = new Set(map.features.map((feature) => feature.properties.kind));
    expect([...kinds].sort()).toEqual(
      ['arterial', 'district', 'industrial', 'motorway', 'park', 'place'].concat([
        'river',
        'street',
        'water',
      ]),
    );
    const names = map.features.flatMap(({ properties }) => properties.name ?? []);
    expect(names.every((name) => name.trim().length > 1)).toBe(true);
  });

  it('writes the same address for the same place in the same town', () => {
    for (const edge of town.edges.filter(({ id }) => id % 97 === 0)) {
      const middle = edge.points[Math.floor(edge.points.length / 2)] ?? town.centre;
      const address = nearestAddress(town, middle);
      expect(nearestAddress(again, middle)).toEqual(address);
      expect(address.text).toContain(address.street);
      expect(address.town).toBe(town.name);
    }
    expect(nearestAddress(town, { lat: 0, lng: 0 }).town).toBe(town.name);
  });

  it('numbers the houses of a street upwards, odd on one side and even on the other', () => {
    const edge = town.edges.find((e) => e.class === 'street' && e.lengthM > 300);
    const [a, b] = [edge?.points[0], edge?.points[1]];
    if (edge === undefined || a === undefined || b === undefined) throw new Error('No street');
    const along = bearingDeg(a, b);
    const span = haversineM(a, b);
    const near = offsetBy(a, span * 0.3, along);
    const far = offsetBy(a, span * 0.7, along);
    const numberAt = (p: LatLng, side: number): number => {
      const address = nearestAddress(town, offsetBy(p, 6, along + side));
      expect(address.street).toBe(edge.name);
      return address.houseNumber ?? -1;
    };
    expect(numberAt(near, -90) % 2).toBe(1);
    expect(numberAt(near, 90) % 2).toBe(0);
    expect(numberAt(far, 90)).toBeGreaterThan(numberAt(near, 90));
  });
});

describe('routes', () => {
  const network = createNetwork(town);
  const spots = [11, 400, 901, 1502, 2333, 3100].map((edge) => ({
    edge,
    offsetM: (network.edges[edge]?.lengthM ?? 0) / 3,
  }));

  it('are as quick by A* as by an exhaustive search, and join their ends along streets', () => {
    const costS = (path: ReturnType<typeof findPath>): number =>
      path.steps.reduce(
        (sum, s) => sum + Math.abs(s.endM - s.startM) / (network.edges[s.edge]?.speedMs ?? 0),
        0,
      );
    for (const from of spots) {
      for (const to of spots) {
        if (from === to) continue;
        const path = findPath(network, from, to);
        expect(costS(path)).toBeCloseTo(costS(pathFrom(network, from, waysTo(network, to))), 6);
        expect(path.steps[0]?.edge).toBe(from.edge);
        expect(path.steps.at(-1)).toMatchObject({ edge: to.edge, endM: to.offsetM });
        for (let m = 0; m < path.lengthM; m += 50) {
          const a = positionOnPath(network, path, m);
          const b = positionOnPath(network, path, m + 5);
          expect(haversineM(a, b)).toBeLessThan(5.1);
        }
      }
    }
  });
});

describe('simulated fleet', () => {
  it('is a function of town, seed, vehicle and time alone', () => {
    const anew = createFleet(again, 'test', 250);
    const other = createFleet(town, 'other', 250);
    const look = (f: typeof fleet): string =>
      JSON.stringify([0, 7, 99].map((i) => f.vehicleAt(i, WEDNESDAY + 9 * HOUR_MS)));
    // Asked in another order, after other questions.
    anew.tripsBetween(99, WEDNESDAY - 3 * DAY_MS, WEDNESDAY);
    expect(look(anew)).toBe(look(fleet));
    expect(look(other)).not.toBe(look(fleet));
  });

  it('never jumps, not at midnight either', () => {
    for (const i of vehicles.filter((v) => v % 6 === 0)) {
      for (const startMs of [SUNDAY - HOUR_MS - 120_000, WEDNESDAY + (i % 24) * HOUR_MS]) {
        let before = fleet.vehicleAt(i, startMs);
        for (let s = 1; s <= 240; s += 1) {
          const now = fleet.vehicleAt(i, startMs + s * 1000);
          expect(haversineM(before, now)).toBeLessThan(160 / 3.6);
          expect(now.odometerM).toBeGreaterThanOrEqual(before.odometerM);
          expect(now.odometerM - before.odometerM).toBeGreaterThan(haversineM(before, now) - 0.2);
          before = now;
        }
      }
    }
  });

  it('is where the last round ended whenever the next one starts', () => {
    for (const i of vehicles.filter((v) => v % 10 === 0)) {
      const trips = fleet.tripsBetween(i, WEDNESDAY - 7 * DAY_MS, WEDNESDAY + 7 * DAY_MS);
      let before: Trip | undefined;
      for (const trip of trips) {
        if (before) expect(haversineM(before.finish, trip.start)).toBeLessThan(1);
        before = trip;
      }
    }
  });

  it('has trips without gaps or overlaps whose distances are those of the odometer', () => {
    for (const i of vehicles.filter((v) => v % 5 === 0)) {
      const fromMs = WEDNESDAY - 2 * DAY_MS + i * 61_000;
      const toMs = WEDNESDAY + 13 * HOUR_MS + i * 7_001;
      const trips = fleet.tripsBetween(i, fromMs, toMs);
      expect(trips[0]?.startMs).toBe(fromMs);
      expect(trips.at(-1)?.endMs).toBe(toMs);
      trips.forEach((trip, n) => {
        expect(trip.endMs).toBeGreaterThan(trip.startMs);
        if (n > 0) expect(trip.startMs).toBe(trips[n - 1]?.endMs);
        if (trip.type !== 'driving') expect(trip.distanceM).toBe(0);
        expect(trip.maxSpeedKmh).toBeGreaterThanOrEqual(trip.avgSpeedKmh - 1e-6);
        expect(trip.maxSpeedKmh).toBeLessThan(130);
      });
      expect(new Set(trips.map(({ id }) => id)).size).toBe(trips.length);
      const drivenM = trips.reduce((sum, trip) => sum + trip.distanceM, 0);
      const odometerM = fleet.vehicleAt(i, toMs).odometerM - fleet.vehicleAt(i, fromMs).odometerM;
      expect(drivenM).toBeCloseTo(odometerM, 3);
    }
  });

  it('says the same in the state, in today and in the trips', () => {
    const midnightMs = WEDNESDAY - town.utcOffsetMinutes * 60_000;
    const types = { driving: 'driving', idling: 'idle', stopped: 'stopped', offline: 'stopped' };
    for (const i of vehicles.filter((v) => v % 9 === 0)) {
      const nowMs = WEDNESDAY + 14 * HOUR_MS + i * 1000;
      const state = fleet.vehicleAt(i, nowMs);
      const trips = fleet.tripsBetween(i, midnightMs, nowMs);
      const under = fleet.tripsBetween(i, nowMs, nowMs + 1).at(0);
      expect(under?.type).toBe(types[state.status]);
      const totalS = (type: string): number =>
        trips.filter((t) => t.type === type).reduce((sum, t) => sum + t.durationS, 0);
      expect(state.today.durationS).toBeCloseTo(totalS('driving'), 3);
      expect(state.today.idleDurationS).toBeCloseTo(totalS('idle'), 3);
      const drivenM = trips.reduce((sum, t) => sum + t.distanceM, 0);
      expect(state.today.distanceM).toBeCloseTo(drivenM, 3);
      expect(state.lastLoggedAtMs).toBeLessThanOrEqual(nowMs);
      if (state.status === 'offline') expect(nowMs - state.lastLoggedAtMs).toBeGreaterThan(0);
    }
  });

  it('samples the coordinates of a drive from its start to its finish, in order', () => {
    const busy = vehicles.find((i) => fleet.vehicleAt(i, SUNDAY).status === 'driving') ?? -1;
    const trips = fleet.tripsBetween(busy, SUNDAY, SUNDAY + DAY_MS, { coordinates: true });
    const drives = trips.filter(({ type }) => type === 'driving');
    expect(drives.length).toBeGreaterThan(5);
    for (const { coordinates = [], start, finish, startMs, endMs } of drives) {
      expect(coordinates[0]).toMatchObject({ ...start, tsMs: startMs });
      expect(coordinates.at(-1)).toMatchObject({ ...finish, tsMs: endMs });
      coordinates.forEach((p, n) => {
        if (n > 0) expect(p.tsMs).toBeGreaterThan(coordinates[n - 1]?.tsMs ?? Infinity);
      });
    }
    expect(fleet.tripsBetween(busy, SUNDAY, SUNDAY + HOUR_MS)[0]).not.toHaveProperty('coordinates');
  });

  it('is a lively mixture at every hour of a working day, and alive at night and on Sundays', () => {
    const share = (tMs: number): Record<VehicleStatus, number> => {
      const shares = { driving: 0, idling: 0, stopped: 0, offline: 0 };
      for (const i of vehicles) shares[fleet.vehicleAt(i, tMs).status] += 1 / vehicles.length;
      return shares;
    };
    for (let hour = 0; hour < 24; hour += 1) {
      for (const day of [WEDNESDAY, SUNDAY]) {
        const { driving, idling, stopped, offline } = share(day + hour * HOUR_MS);
        expect(driving, `driving at ${hour}`).toBeGreaterThanOrEqual(0.2);
        for (const part of [idling, stopped, offline]) expect(part).toBeGreaterThan(0.02);
      }
      if (hour < 7 || hour > 15) continue;
      const { driving, idling, stopped, offline } = share(WEDNESDAY + hour * HOUR_MS);
      expect(driving, `driving at ${hour}`).toBeGreaterThan(0.34);
      expect(driving).toBeLessThan(0.58);
      expect(idling).toBeGreaterThan(0.06);
      expect(idling).toBeLessThan(0.22);
      expect(stopped).toBeGreaterThan(0.22);
      expect(offline).toBeLessThan(0.16);
    }
  });

  it('drives on streets: never more than 15 m from one', () => {
    const segments = town.edges.flatMap(({ points }) =>
      points.slice(1).map((b, n): [LatLng, LatLng] => [points[n] ?? b, b]),
    );
    const cosLat = Math.cos((town.centre.lat * Math.PI) / 180);
    const metres = (p: LatLng, [a, b]: [LatLng, LatLng]): number => {
      const [bx, by] = [(b.lng - a.lng) * cosLat, b.lat - a.lat];
      const [px, py] = [(p.lng - a.lng) * cosLat, p.lat - a.lat];
      const t = Math.max(0, Math.min(1, (px * bx + py * by) / (bx * bx + by * by || 1)));
      return Math.hypot(px - bx * t, py - by * t) * 111_195;
    };
    for (const i of vehicles) {
      const state = fleet.vehicleAt(i, WEDNESDAY + 10 * HOUR_MS + i * 977);
      if (state.status !== 'driving') continue;
      const nearest = segments.reduce((best, s) => Math.min(best, metres(state, s)), Infinity);
      expect(nearest).toBeLessThan(15);
    }
  });

  it('gives a fleet of 100 000 the same promises, sharing rounds some minutes apart', () => {
    const large = createFleet(town, 'test', 100_000);
    const i = 77_123;
    const fromMs = WEDNESDAY + 5 * HOUR_MS;
    const toMs = WEDNESDAY + 12 * HOUR_MS;
    const trips = large.tripsBetween(i, fromMs, toMs);
    expect(trips[0]?.startMs).toBe(fromMs);
    expect(trips.at(-1)?.endMs).toBe(toMs);
    const odometerM = large.vehicleAt(i, toMs).odometerM - large.vehicleAt(i, fromMs).odometerM;
    expect(trips.reduce((sum, t) => sum + t.distanceM, 0)).toBeCloseTo(odometerM, 3);
    const twins = [123, 623, 77_123].map((v) => JSON.stringify(large.vehicleAt(v, toMs)));
    expect(new Set(twins).size).toBe(3);
    expect(() => large.vehicleAt(100_000, toMs)).toThrow(RangeError);
  });
});

describe('invented names', () => {
  const all = [...Array(5000).keys()].map((i) => vehicleNames('test', i));

  it('identify each vehicle once', () => {
    for (const key of ['regNo', 'vin', 'imei'] as const) {
      expect(new Set(all.map((names) => names[key])).size).toBe(all.length);
    }
    expect(vehicleNames('test', 17)).toEqual(all[17]);
    expect(all.every(({ regNo }) => /^WB-\d{3}-[A-Z]{2}$/.test(regNo))).toBe(true);
  });

  it('have right check digits in ranges that belong to nobody', () => {
    const luhn = (digits: string): number =>
      Array.from(digits)
        .reverse()
        .reduce((sum, c, i) => {
          const n = Number(c) * (i % 2 === 1 ? 2 : 1);
          return sum + Math.floor(n / 10) + (n % 10);
        }, 0) % 10;
    const value = (c: string): number => {
      for (const [letters, first] of [
        ['ABCDEFGH', 1],
        ['JKLMN', 1],
        ['P', 7],
        ['R', 9],
        ['STUVWXYZ', 2],
      ] as const) {
        if (letters.includes(c)) return letters.indexOf(c) + first;
      }
      return Number(c);
    };
    expect(['A', 'H', 'J', 'R', 'S', 'Z'].map(value)).toEqual([1, 8, 1, 9, 2, 9]);
    const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    for (const { vin, imei } of all) {
      expect(imei).toMatch(/^00101\d{10}$/);
      expect(luhn(imei)).toBe(0);
      expect(vin).toMatch(/^00[A-HJ-NPR-Z0-9]{15}$/);
      const sum = weights.reduce((s, w, i) => s + w * value(vin.charAt(i)), 0) % 11;
      expect(vin.charAt(8)).toBe(sum === 10 ? 'X' : String(sum));
    }
  });

  it('show several scripts and stay the same', () => {
    const people = [...Array(40).keys()].map((i) => personName('test', i).fullName).join();
    for (const script of [/\p{Script=Greek}/u, /\p{Script=Arabic}/u, /[łżźśę]/u, /[ưạđộ]/u]) {
      expect(people.normalize('NFC')).toMatch(script);
    }
    expect(personName('test', 3)).toEqual(personName('test', 3));
    expect(companyName('test', 3)).toBe(companyName('test', 3));
    expect(companyName('test', 3)).not.toBe(companyName('test', 4));
  });
});

describe('geometry rules', () => {
  it('measure, aim and step consistently', () => {
    const from = { lat: 41, lng: -2 };
    for (const bearing of [0, 45, 133, 270]) {
      const to = offsetBy(from, 2500, bearing);
      expect(haversineM(from, to)).toBeCloseTo(2500, 3);
      expect(bearingDeg(from, to)).toBeCloseTo(bearing, 6);
    }
    expect(offsetBy({ lat: 0, lng: 179.99 }, 5000, 90).lng).toBeLessThan(-179.9);
    const ring = [0, 90, 180, 270].map((bearing) => offsetBy(from, 1000, bearing));
    expect(isInRing(from, ring)).toBe(true);
    expect(isInRing(offsetBy(from, 1100, 10), ring)).toBe(false);
    expect(toGeoJsonPosition({ lat: 1.23456789, lng: 2.3 })).toEqual([2.3, 1.234568]);
  });
});

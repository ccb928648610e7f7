import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  combined,
  cutBy,
  joined,
  simplified,
  widened,
} from '../../renderer/features/areas/reshape.ts';
import type { Reshaped } from '../../renderer/features/areas/reshape.ts';
import { areaContains, areaRing, selfCrossing } from '../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../shared/rules/areaShape.ts';
import { EARTH_RADIUS_M, offsetBy, perimeterM, ringAreaM2 } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import { runs } from '../support/runs.ts';

/** Shapes out of others: what they cover, and what is told where an area can't hold it. */

const rectangle = (south: number, west: number, north: number, east: number): AreaShape => ({
  ...{ type: 'rectangle', bounds: { south, west, north, east } },
});
const polygon = (...corners: [lat: number, lng: number][]): AreaShape => ({
  ...{ type: 'polygon', ring: corners.map(([lat, lng]) => ({ lat, lng })) },
});
const circle = (lat: number, lng: number, radiusM: number): AreaShape => ({
  ...{ type: 'circle', centre: { lat, lng }, radiusM },
});

function made(result: Reshaped): AreaShape {
  if (!result.ok) throw new Error(`Nothing came of it: ${result.obstacle}`);
  return result.shape;
}
const told = (result: Reshaped): unknown =>
  result.ok ? result.notes.map((note) => note.is) : result.obstacle;
const ringOf = (shape: AreaShape): readonly LatLng[] => areaRing(shape) ?? [];
const surface = (shape: AreaShape): number => ringAreaM2(ringOf(shape));

/** Metres from a position to the nearest place of an edge, flat around that position. */
function metresTo(at: LatLng, ring: readonly LatLng[], closed = true): number {
  const metre = (EARTH_RADIUS_M * Math.PI) / 180;
  const flat = (point: LatLng): [number, number] => [
    (point.lng - at.lng) * metre * Math.cos((at.lat * Math.PI) / 180),
    (point.lat - at.lat) * metre,
  ];
  const ends = closed ? ring : ring.slice(0, -1);
  return Math.min(
    ...ends.map((from, i) => {
      const [[ax, ay], [bx, by]] = [flat(from), flat(ring[(i + 1) % ring.length] ?? from)];
      const [dx, dy] = [bx - ax, by - ay];
      const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(ax + share * dx, ay + share * dy);
    }),
  );
}

const degrees = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });
/** A box of some hundred metres to some kilometres near a town. */
const box = fc
  .tuple(degrees(51, 51.02), degrees(7, 7.03), degrees(0.004, 0.03), degrees(0.004, 0.04))
  .map(([south, west, high, wide]) => ({ south, west, north: south + high, east: west + wide }));
const asShape = (bounds: {
  south: number;
  west: number;
  north: number;
  east: number;
}): AreaShape => ({ type: 'rectangle', bounds });
/** Corners on a circle in their order: convex, whatever their places. */
const convex = fc
  .tuple(degrees(-60, 60), degrees(-170, 170), degrees(200, 5000))
  .chain(([lat, lng, radiusM]) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max: 35 }), { minLength: 4, maxLength: 12 })
      .filter((steps) => {
        const turns = steps.toSorted((a, b) => a - b);
        return turns.every((at, i) => (turns[i + 1] ?? (turns[0] ?? 0) + 36) - at < 17);
      })
      .map((steps) => ({
        radiusM,
        ring: steps
          .toSorted((a, b) => a - b)
          .map((step) => offsetBy({ lat, lng }, radiusM, step * 10)),
      })),
  );

describe('areas that are joined', () => {
  test('cover what each of them covers, once', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const [wide, high] = [
          Math.min(a.east, b.east) - Math.max(a.west, b.west),
          Math.min(a.north, b.north) - Math.max(a.south, b.south),
        ];
        fc.pre(wide > 1e-4 && high > 1e-4);
        const both = {
          ...{ south: Math.max(a.south, b.south), west: Math.max(a.west, b.west) },
          ...{ north: Math.min(a.north, b.north), east: Math.min(a.east, b.east) },
        };
        const whole = surface(made(joined([asShape(a), asShape(b)])));
        const wanted = surface(asShape(a)) + surface(asShape(b)) - surface(asShape(both));
        expect(Math.abs(whole - wanted) / wanted).toBeLessThan(1e-4);
      }),
      runs(100, 20_000),
    );
  });

  test('keep their corners to the letter, and lose those between them', () => {
    const left = polygon([41, -2.3], [41.0123456, -2.3], [41.0123456, -2.29], [41, -2.29]);
    const right = polygon([41, -2.29], [41.0123456, -2.29], [41.0123456, -2.28], [41, -2.28]);
    const ring = ringOf(made(joined([left, right])));
    expect(ring).toHaveLength(4);
    expect(ring).toContainEqual({ lat: 41.0123456, lng: -2.28 });
  });

  test('of more than two are one outline, and a circle is told to become a polygon', () => {
    const row = [0, 1, 2].map((i) => circle(41, -2.3 + i * 0.001, 100));
    const result = joined(row);
    expect(told(result)).toEqual(['polygon']);
    for (const one of row) {
      if (one.type === 'circle') expect(areaContains(made(result), one.centre)).toBe(true);
    }
  });

  test('around a yard fill it, and say so', () => {
    const frame = [
      ...[rectangle(41, -2.3, 41.01, -2.298), rectangle(41, -2.292, 41.01, -2.29)],
      ...[rectangle(41, -2.3, 41.002, -2.29), rectangle(41.008, -2.3, 41.01, -2.29)],
    ];
    const result = joined(frame);
    expect(told(result)).toEqual(['polygon', 'holes']);
    expect(areaContains(made(result), { lat: 41.005, lng: -2.295 })).toBe(true);
  });
});

describe('an area that others are cut out of', () => {
  test('covers what they do not', () => {
    const place = fc.tuple(degrees(51, 51.05), degrees(7, 7.07));
    fc.assert(
      fc.property(box, box, fc.array(place, { maxLength: 20 }), (a, b, places) => {
        const result = cutBy(asShape(a), [asShape(b)]);
        fc.pre(result.ok && !result.notes.some(({ is }) => is === 'parts'));
        const left = made(result);
        for (const [lat, lng] of places) {
          const at = { lat, lng };
          const near = [asShape(a), asShape(b)].some((one) => metresTo(at, ringOf(one)) < 1);
          if (near) continue;
          const wanted = areaContains(asShape(a), at) && !areaContains(asShape(b), at);
          expect(areaContains(left, at)).toBe(wanted);
        }
      }),
      runs(100, 20_000),
    );
  });

  test('in several parts is the largest, and says what is left out', () => {
    const road = rectangle(41.004, -2.4, 41.005, -2.1);
    const result = cutBy(rectangle(41, -2.3, 41.01, -2.29), [road]);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok ? result.notes : []).toContainEqual({ is: 'parts', count: 1 });
    expect(areaContains(made(result), { lat: 41.008, lng: -2.295 })).toBe(true);
    expect(areaContains(made(result), { lat: 41.002, lng: -2.295 })).toBe(false);
  });
});

describe('an area whose edge is moved', () => {
  test('outward has the surface of a rim so wide, and is as far from the edge before', () => {
    fc.assert(
      fc.property(convex, degrees(0.02, 0.8), ({ ring, radiusM }, share) => {
        const byM = radiusM * share;
        const wide = ringOf(made(widened({ type: 'polygon', ring }, byM)));
        const wanted = ringAreaM2(ring) + perimeterM(ring) * byM + Math.PI * byM ** 2;
        expect(Math.abs(ringAreaM2(wide) - wanted) / wanted).toBeLessThan(0.01);
        for (const at of wide) {
          expect(Math.abs(metresTo(at, ring) - byM)).toBeLessThan(byM * 0.01 + 0.1);
        }
        expect(selfCrossing(wide)).toBeUndefined();
      }),
      runs(100, 20_000),
    );
  });

  test('inward is so far from the edge before, or nothing is left', () => {
    fc.assert(
      fc.property(convex, degrees(0.02, 0.8), ({ ring, radiusM }, share) => {
        const byM = radiusM * share;
        const result = widened({ type: 'polygon', ring }, -byM);
        if (!result.ok) expect(result.obstacle).toBe('empty');
        else {
          for (const at of ringOf(result.shape)) {
            expect(metresTo(at, ring)).toBeGreaterThan(byM * 0.99 - 0.1);
            expect(areaContains({ type: 'polygon', ring }, at)).toBe(true);
          }
        }
      }),
      runs(100, 20_000),
    );
  });

  test('stays what it was where it can: a circle, a line, a rectangle inward', () => {
    expect(widened(circle(41, -2.3, 250), 50)).toEqual({
      ...{ ok: true, shape: circle(41, -2.3, 300), notes: [] },
    });
    const line = ringOf(rectangle(41, -2.3, 41.01, -2.29)).slice(0, 3);
    const road: AreaShape = { type: 'polyline', line, halfWidthM: 0 };
    expect(made(widened(road, 12.5))).toEqual({ ...road, halfWidthM: 12.5 });
    const yard = made(widened(rectangle(41, -2.3, 41.01, -2.29), -100));
    expect(yard.type).toBe('rectangle');
    expect(made(widened(rectangle(41, -2.3, 41.01, -2.29), 100)).type).toBe('polygon');
  });
});

describe('an outline that is simplified', () => {
  const wild = fc
    .array(fc.tuple(degrees(100, 400), degrees(0, 9)), { minLength: 6, maxLength: 40 })
    .map((spokes) =>
      spokes.map(([reachM, jitter], i) =>
        offsetBy({ lat: 51, lng: 7 }, reachM, (i * 360) / spokes.length + jitter),
      ),
    );
  test('keeps corners that were there, and leaves out none that lies farther away', () => {
    fc.assert(
      fc.property(wild, degrees(1, 60), (ring, withinM) => {
        fc.pre(selfCrossing(ring) === undefined);
        const result = simplified({ type: 'polygon', ring }, withinM);
        fc.pre(result.ok);
        const left = ringOf(made(result));
        expect(left.length).toBeLessThan(ring.length);
        for (const at of left) expect(ring).toContainEqual(at);
        for (const at of ring) expect(metresTo(at, left)).toBeLessThan(withinM + 0.05);
      }),
      runs(100, 20_000),
    );
  });

  test('of a line keeps both ends and its reach', () => {
    const line = Array.from({ length: 21 }, (_, i) => ({
      ...{ lat: 51 + (i % 2) * 1e-5, lng: 7 + i * 1e-3 },
    }));
    const road: AreaShape = { type: 'polyline', line, halfWidthM: 20 };
    const left = made(simplified(road, 3));
    expect(left).toEqual({ ...road, line: [line[0], line[20]] });
  });
});

const SQUARE = rectangle(41, -2.3, 41.01, -2.29);
const CROSSED = polygon([41, -2.3], [41.01, -2.29], [41.01, -2.3], [41, -2.29]);
const BARE: AreaShape = { type: 'polyline', line: ringOf(SQUARE), halfWidthM: 0 };
const OVER = polygon([10, 179.99], [10.01, 179.99], [10.01, -179.99], [10, -179.99]);
test.each<[string, () => Reshaped, string]>([
  ['areas apart', () => joined([SQUARE, rectangle(42, -2.3, 42.01, -2.29)]), 'apart'],
  ['nothing in common', () => cutBy(SQUARE, [circle(42, -2.3, 100)]), 'untouched'],
  ['a hole', () => cutBy(SQUARE, [circle(41.005, -2.295, 50)]), 'inside'],
  ['nothing left', () => cutBy(SQUARE, [circle(41.005, -2.295, 5000)]), 'empty'],
  ['one area alone', () => combined('join', [SQUARE]), 'empty'],
  ['a bare line', () => joined([SQUARE, BARE]), 'noSurface'],
  ['an outline that crosses itself', () => widened(CROSSED, 10), 'crossing'],
  ['an outline over the date line', () => joined([OVER, SQUARE]), 'dateLine'],
  ['a rim over the date line', () => widened(rectangle(10, 179.9, 10.1, 180), 900), 'dateLine'],
  ['a circle over the date line', () => cutBy(circle(10, 180, 500), [SQUARE]), 'dateLine'],
  ['a continent', () => widened(rectangle(20, 0, 60, 40), 100), 'tooLarge'],
  ['a pole', () => widened(rectangle(88, 0, 88.1, 1), 100), 'tooLarge'],
  ['an edge inward past the middle', () => widened(SQUARE, -5000), 'empty'],
  ['a circle inward past its middle', () => widened(circle(41, -2.3, 100), -100), 'empty'],
  ['no distance', () => widened(SQUARE, 0), 'same'],
  ['a distance that is no number', () => widened(SQUARE, NaN), 'same'],
  ['a distance round the Earth', () => widened(SQUARE, 1e9), 'tooLarge'],
  ['corners of a circle', () => simplified(circle(41, -2.3, 100), 5), 'noCorners'],
  [
    'corners that are all needed',
    () => simplified(polygon([41, 0], [41.1, 0], [41, 0.1]), 5),
    'same',
  ],
  [
    'an outline that would vanish',
    () => simplified(polygon([41, 0], [41.001, 0], [41.001, 0.001], [41, 0.001]), 9e4),
    'empty',
  ],
])('%s can’t be, and that is told', (_, reshape, obstacle) => {
  expect(told(reshape())).toBe(obstacle);
});

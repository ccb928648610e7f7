import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaReach, areaTouches } from '../../shared/rules/areaPlace.ts';
import { areaContains } from '../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../shared/rules/areaShape.ts';
import { offsetBy } from '../../shared/rules/geo.ts';
import type { Bounds, LatLng } from '../../shared/rules/geo.ts';

const within = ({ lat, lng }: LatLng, box: Bounds): boolean =>
  lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east;

const circle = fc.record({
  type: fc.constant('circle' as const),
  centre: fc.record({
    lat: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  radiusM: fc.double({ min: 1, max: 2_000_000, noNaN: true }),
});
const near = fc.record({
  lat: fc.double({ min: 40, max: 41, noNaN: true }),
  lng: fc.double({ min: -3, max: -2, noNaN: true }),
});
const drawn: fc.Arbitrary<AreaShape> = fc.oneof(
  fc.record({
    type: fc.constant('polygon' as const),
    ring: fc.array(near, { minLength: 3, maxLength: 7 }),
  }),
  fc.record({
    type: fc.constant('polyline' as const),
    line: fc.array(near, { minLength: 2, maxLength: 5 }),
    halfWidthM: fc.constantFrom(30, 2_000),
  }),
);
const boxOf = (a: LatLng, b: LatLng): Bounds => ({
  south: Math.min(a.lat, b.lat),
  west: Math.min(a.lng, b.lng),
  north: Math.max(a.lat, b.lat),
  east: Math.max(a.lng, b.lng),
});

describe('the reach of an area', () => {
  it('holds every place of a circle, however large and far north', () => {
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(circle, bearing, share, (shape, deg, part) => {
        const place = offsetBy(shape.centre, shape.radiusM * part, deg);
        const reach = areaReach(shape);
        expect(reach !== undefined && within(place, reach)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is the whole width where a circle holds a pole or crosses the antimeridian', () => {
    const wide = { west: -180, east: 180 };
    const pole = { lat: 89.5, lng: 20 };
    expect(areaReach({ type: 'circle', centre: pole, radiusM: 100_000 })).toMatchObject(wide);
    const edge = { lat: 0, lng: 179.9 };
    expect(areaReach({ type: 'circle', centre: edge, radiusM: 50_000 })).toMatchObject(wide);
  });
});

describe('an area and a box', () => {
  it('touch wherever the box holds a place that the area covers', () => {
    fc.assert(
      fc.property(drawn, near, near, fc.array(near, { maxLength: 40 }), (shape, a, b, places) => {
        const box = boxOf(a, b);
        if (!places.some((place) => within(place, box) && areaContains(shape, place))) return;
        expect(areaTouches(shape, box)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('touch where an edge runs through, though no corner of either lies in the other', () => {
    const line: AreaShape = {
      type: 'polyline',
      line: [
        { lat: 0, lng: 0 },
        { lat: 10, lng: 10 },
      ],
      halfWidthM: 0,
    };
    expect(areaTouches(line, { south: 4, west: 4, north: 6, east: 6 })).toBe(true);
    expect(areaTouches(line, { south: 4, west: 7, north: 6, east: 9 })).toBe(false);
    expect(areaTouches(line, { south: 5, west: 5, north: 5, east: 5 })).toBe(false);
  });

  it('touch where one lies wholly in the other', () => {
    const square: AreaShape = {
      type: 'rectangle',
      bounds: { south: 0, west: 0, north: 9, east: 9 },
    };
    expect(areaTouches(square, { south: 4, west: 4, north: 5, east: 5 })).toBe(true);
    expect(areaTouches(square, { south: -1, west: -1, north: 10, east: 10 })).toBe(true);
    expect(areaTouches(square, { south: 10, west: 0, north: 11, east: 9 })).toBe(false);
    const round: AreaShape = { type: 'circle', centre: { lat: 5, lng: 5 }, radiusM: 1_000 };
    expect(areaTouches(round, { south: 4, west: 4, north: 6, east: 6 })).toBe(true);
    expect(areaTouches(round, { south: 5.1, west: 4, north: 6, east: 6 })).toBe(false);
  });

  it('touch where a circle as wide as a country bends round to it', () => {
    const round: AreaShape = { type: 'circle', centre: { lat: 60, lng: 0 }, radiusM: 2_000_000 };
    // East of it at the same latitude all is out of reach, further north it is not.
    const box = { south: 55, west: 37.5, north: 80, east: 60 };
    const place = { lat: 66, lng: 38 };
    expect(areaContains(round, place)).toBe(true);
    expect(areaTouches(round, box)).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bearingDeg,
  boundsOf,
  circleRing,
  fromGeoJsonPosition,
  fromMercator,
  haversineM,
  isInRing,
  lengthM,
  offsetBy,
  perimeterM,
  ringAreaM2,
  toGeoJsonPosition,
  toMercator,
  wrapLng,
} from '../../shared/rules/geo.ts';

const anywhere = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
});

describe('geo: order of coordinates', () => {
  it('writes longitude first and reads it back', () => {
    expect(toGeoJsonPosition({ lat: 41.5, lng: -2.25 })).toEqual([-2.25, 41.5]);
    expect(fromGeoJsonPosition([-2.25, 41.5, 310])).toEqual({ lat: 41.5, lng: -2.25 });
  });

  it('keeps a position through Mercator', () => {
    expect(toMercator({ lat: 0, lng: 0 })).toEqual({ x: 0.5, y: 0.5 });
    fc.assert(
      fc.property(anywhere, (position) => {
        const back = fromMercator(toMercator(position));
        expect(haversineM(position, back)).toBeLessThan(0.001);
      }),
    );
  });
});

describe('geo: distances and surfaces', () => {
  it('measures one degree of latitude as 111.195 km', () => {
    expect(haversineM({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_195, -1);
  });

  it('walks a distance along a bearing and measures the same', () => {
    const distance = fc.double({ min: 10, max: 50_000, noNaN: true });
    const bearing = fc.double({ min: 0, max: 359.9, noNaN: true });
    fc.assert(
      fc.property(anywhere, distance, bearing, (from, distanceM, deg) => {
        const to = offsetBy(from, distanceM, deg);
        expect(haversineM(from, to)).toBeCloseTo(distanceM, 2);
        const turned = Math.abs(bearingDeg(from, to) - deg);
        expect(Math.min(turned, 360 - turned)).toBeLessThan(0.5);
      }),
    );
  });

  it('measures a circle’s ring close to πr² and 2πr, whatever its direction', () => {
    const ring = circleRing({ lat: 41, lng: -2 }, 500, 256);
    expect(ringAreaM2(ring) / (Math.PI * 500 ** 2)).toBeCloseTo(1, 3);
    expect(perimeterM(ring) / (2 * Math.PI * 500)).toBeCloseTo(1, 3);
    expect(ringAreaM2([...ring].reverse())).toBeCloseTo(ringAreaM2(ring), 3);
    expect(perimeterM(ring)).toBeGreaterThan(lengthM(ring));
  });

  it('finds positions inside and outside a ring', () => {
    const centre = { lat: 41, lng: -2 };
    const ring = circleRing(centre, 500);
    expect(isInRing(centre, ring)).toBe(true);
    expect(isInRing(offsetBy(centre, 480, 77), ring)).toBe(true);
    expect(isInRing(offsetBy(centre, 520, 77), ring)).toBe(false);
  });

  it('boxes positions, and nothing for none', () => {
    const box = boundsOf([
      { lat: 1, lng: 5 },
      { lat: -2, lng: 7 },
    ]);
    expect(box).toEqual({ south: -2, west: 5, north: 1, east: 7 });
    expect(boundsOf([])).toBeUndefined();
  });
});

it('a longitude that a map counts on beyond 180 is the same on the globe', () => {
  expect([365, 181, -190, 5.5].map(wrapLng)).toEqual([5, -179, 170, 5.5]);
});

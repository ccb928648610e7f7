import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaBody,
  areaBounds,
  areaContains,
  areaFigures,
  areaGeoJson,
  areaShape,
  corridorRing,
  drawnPositions,
  selfCrossing,
} from '../../shared/rules/areaShape.ts';
import { haversineM, lengthM, offsetBy, ringAreaM2 } from '../../shared/rules/geo.ts';

const centre = { lat: 41.06, lng: -2.31 };
const square = [
  { lat: 0, lng: 0 },
  { lat: 0, lng: 1 },
  { lat: 1, lng: 1 },
  { lat: 1, lng: 0 },
];

describe('areaShape: reading a record', () => {
  it('takes each of the four kinds', () => {
    expect(areaShape({ type: 'circle', coordinates: [centre], radius: '250' })).toEqual({
      type: 'circle',
      centre,
      radiusM: 250,
    });
    const bounds = { south: 0, west: 0, north: 1, east: 1 };
    expect(areaShape({ type: 'rectangle', coordinates: square })).toEqual({
      type: 'rectangle',
      bounds,
    });
    expect(
      areaShape({ type: 'Rectangle', coordinates: [square[2], square[0]].flatMap((p) => p ?? []) }),
    ).toEqual({ type: 'rectangle', bounds });
    const closed = [...square, { lat: 0, lng: 0 }];
    expect(areaShape({ type: 'polygon', coordinates: closed })).toEqual({
      type: 'polygon',
      ring: square,
    });
    expect(areaShape({ type: 'polyline', coordinates: square, radius: 40 })).toEqual({
      type: 'polyline',
      line: square,
      halfWidthM: 40,
    });
  });

  it('gives nothing for what cannot be drawn', () => {
    expect(areaShape({ type: 'circle', coordinates: [centre] })).toBeUndefined();
    expect(areaShape({ type: 'polygon', coordinates: square.slice(0, 2) })).toBeUndefined();
    expect(areaShape({ type: 'polygon', coordinates: null })).toBeUndefined();
    expect(areaShape({ type: 'hexagon', coordinates: square })).toBeUndefined();
    for (const radius of ['1e999', Infinity, 1e9]) {
      expect(areaShape({ type: 'circle', radius, coordinates: [centre] })).toBeUndefined();
    }
    expect(
      areaShape({ type: 'circle', radius: 5, coordinates: [{ lat: 91, lng: 0 }] }),
    ).toBeUndefined();
  });

  it('drops what is not part of a position', () => {
    const stamped = { ...centre, ts: '2026-01-01T00:00:00Z' };
    const shape = areaShape({ type: 'circle', coordinates: [stamped], radius: 10 });
    expect(shape).toEqual({ type: 'circle', centre, radiusM: 10 });
  });

  it('writes a body that reads back as the same shape', () => {
    for (const record of [
      { type: 'circle', coordinates: [centre], radius: 80 },
      { type: 'rectangle', coordinates: square },
      { type: 'polygon', coordinates: square },
      { type: 'polyline', coordinates: square },
      { type: 'polyline', coordinates: square, radius: 12 },
    ]) {
      const shape = areaShape(record);
      expect(shape === undefined ? undefined : areaShape(areaBody(shape))).toEqual(shape);
    }
  });
});

describe('areaShape: what it covers', () => {
  it('contains by distance in a circle and by the ring elsewhere', () => {
    const circle = { type: 'circle', centre, radiusM: 300 } as const;
    expect(areaContains(circle, offsetBy(centre, 299, 45))).toBe(true);
    expect(areaContains(circle, offsetBy(centre, 301, 45))).toBe(false);
    expect(areaContains({ type: 'polygon', ring: square }, { lat: 0.5, lng: 0.5 })).toBe(true);
    expect(areaContains({ type: 'polygon', ring: square }, { lat: 0.5, lng: 1.5 })).toBe(false);
  });

  it('gives a line no surface until it has a width', () => {
    const line = [centre, offsetBy(centre, 1000, 90)];
    const bare = { type: 'polyline', line, halfWidthM: 0 } as const;
    expect(areaContains(bare, centre)).toBe(false);
    expect(areaGeoJson(bare).type).toBe('LineString');
    const wide = { ...bare, halfWidthM: 50 };
    expect(areaGeoJson(wide).type).toBe('Polygon');
    expect(areaContains(wide, offsetBy(offsetBy(centre, 500, 90), 45, 0))).toBe(true);
    expect(areaContains(wide, offsetBy(offsetBy(centre, 500, 90), 55, 0))).toBe(false);
    expect(areaFigures(wide).surfaceM2).toBeCloseTo(100_000, -2);
  });

  it('keeps a corridor half its width from straight and bent lines', () => {
    const bend = offsetBy(centre, 800, 90);
    const line = [centre, bend, offsetBy(bend, 600, 20)];
    const ring = corridorRing(line, 30);
    expect(ringAreaM2(ring) / (lengthM(line) * 60)).toBeCloseTo(1, 1);
    expect(ring.every((corner) => line.some((p) => haversineM(p, corner) < 65))).toBe(true);
  });

  it('measures a circle from its radius and boxes it', () => {
    const circle = { type: 'circle', centre, radiusM: 100 } as const;
    expect(areaFigures(circle).surfaceM2).toBeCloseTo(31_415.9, 0);
    expect(areaFigures(circle).edgeM).toBeCloseTo(628.3, 0);
    const box = areaBounds(circle);
    expect(box === undefined ? 0 : (box.north - box.south) * 111_195).toBeCloseTo(200, 0);
  });
});

describe('areaShape: GeoJSON', () => {
  it('closes polygons on the way out and opens them on the way back', () => {
    const polygon = areaGeoJson({ type: 'polygon', ring: square });
    expect(polygon.coordinates[0]).toHaveLength(5);
    expect(drawnPositions(polygon)).toEqual(square);
    expect(drawnPositions({ type: 'Point', coordinates: [1, 2] })).toEqual([]);
    expect(drawnPositions({ type: 'Polygon' })).toEqual([]);
  });
});

describe('areaShape: crossings', () => {
  it('names the edges of a bow tie', () => {
    const bow = [0, 2, 1, 3].flatMap((i) => square[i] ?? []);
    expect(selfCrossing(bow)).toMatchObject({ first: 0, second: 2, at: { lat: 0.5, lng: 0.5 } });
  });

  it('finds an edge that runs back along the one before', () => {
    const spike = [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 2 },
      { lat: 0, lng: 1 },
      { lat: 1, lng: 1 },
    ];
    expect(selfCrossing(spike)).toMatchObject({ first: 0, second: 1 });
  });

  it('finds a corner that touches another edge', () => {
    const touching = [
      { lat: 0, lng: 0 },
      { lat: 0, lng: 4 },
      { lat: 2, lng: 4 },
      { lat: 0, lng: 2 },
      { lat: 2, lng: 0 },
    ];
    expect(selfCrossing(touching)).toBeDefined();
  });

  it('never blames a ring whose corners go round one point', () => {
    const corner = fc.record({
      deg: fc.integer({ min: 0, max: 29 }),
      reachM: fc.integer({ min: 100, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(corner, { minLength: 12, maxLength: 12 }), (corners) => {
        const ring = corners.map((c, i) => offsetBy(centre, c.reachM, i * 30 + c.deg));
        expect(selfCrossing(ring)).toBeUndefined();
      }),
    );
  });
});

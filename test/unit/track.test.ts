import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestOnRoute } from '../../renderer/map/route/nearest.ts';
import { boundsOf } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import {
  indexAt,
  lineBetween,
  placeAt,
  stateAt,
  thinned,
  timeSpan,
  trackOf,
} from '../../shared/rules/track.ts';
import type { Track, TrackPart, TrackPoint } from '../../shared/rules/track.ts';
import { geoJsonText, gpxText, kmlText, pointsCsv } from '../../shared/rules/trackFiles.ts';

const START_MS = Date.UTC(2026, 2, 9, 8);
const point = (
  s: number,
  lat: number,
  lng: number,
  speedKmh: number | null = null,
): TrackPoint => ({
  ...{ lat, lng, speedKmh },
  atMs: START_MS + s * 1000,
});
/** A minute north at 40 km/h, ten minutes' stop, a silence, and on from elsewhere. */
const PARTS: TrackPart[] = [
  { state: 'stopped', points: [point(60, 41.006, -2.3), point(660, 41.006, -2.3)] },
  {
    state: 'driving',
    points: [point(0, 41, -2.3), point(30, 41.003, -2.3), point(60, 41.006, -2.3)],
  },
  { state: 'driving', points: [point(1800, 41.1, -2.3, 72), point(1810, 41.102, -2.3, 80)] },
];
const track = trackOf('7', 'WB-007 <A&B>', PARTS);
const states = (of: Track) => Array.from(of.atMs, (_, i) => stateAt(of, i));

describe('a track', () => {
  it('is in the order of time, whatever the order of its parts, and every instant is there once', () => {
    expect(Array.from(track.atMs, (at) => (at - START_MS) / 1000)).toEqual([
      0, 30, 60, 660, 1800, 1810,
    ]);
    expect(states(track)).toEqual(['driving', 'driving', 'stopped', 'gap', 'driving', 'driving']);
  });

  it('takes the speed that was told, and works out the others from way and time', () => {
    expect(track.speedKmh[0]).toBeCloseTo(40.03, 1);
    expect(track.speedKmh[2]).toBe(0);
    expect(track.speedKmh[3]).toBeNaN();
    expect(track.speedKmh[4]).toBe(72);
  });

  it('takes no speed that no vehicle has, as trackers tell it for one that they don’t know', () => {
    const speeds = [65_535, 1e9, Infinity, -1, 50, 0];
    const points = speeds.map((speedKmh, i) => point(i * 60, 41 + i * 0.01, -2.3, speedKmh));
    const { speedKmh } = trackOf('7', 'WB-007', [{ state: 'driving', points }]);
    // Eleven hundred metres in each minute.
    expect([...speedKmh].map(Math.round)).toEqual([67, 67, 67, 67, 50, 0]);
  });

  it('is somewhere at every instant between its points, and heads where it goes', () => {
    expect(placeAt(track, START_MS - 1)).toBeNull();
    expect(placeAt(track, START_MS + 15_000)).toMatchObject({ index: 0, state: 'driving' });
    expect(placeAt(track, START_MS + 15_000)?.lat).toBeCloseTo(41.0015, 6);
    expect(placeAt(track, START_MS + 15_000)?.headingDeg).toBeCloseTo(0, 6);
    expect(placeAt(track, START_MS + 300_000)).toMatchObject({
      state: 'stopped',
      headingDeg: null,
    });
    expect(placeAt(track, START_MS + 1_200_000)?.state).toBe('gap');
    expect(placeAt(track, START_MS + 1_810_001)).toBeNull();
    expect(timeSpan([track, trackOf('8', '', [])])).toEqual({
      fromMs: START_MS,
      toMs: START_MS + 1_810_000,
    });
    expect(timeSpan([])).toBeNull();
  });

  it('finds the last point before any instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 2000 }), (s) => {
        const at = START_MS + s * 1000;
        const plain = Array.from(track.atMs).filter((one) => one <= at).length - 1;
        return indexAt(track, at) === plain;
      }),
    );
  });

  it('of a million points is drawn with as many as a screen can show, and no stop is lost', () => {
    const points = Array.from({ length: 1_000_000 }, (_, i) => point(i, 41 + i * 1e-6, -2.3));
    const parts: TrackPart[] = [
      { state: 'driving', points: points.slice(0, 600_000) },
      { state: 'stopped', points: points.slice(600_000, 600_003) },
      { state: 'driving', points: points.slice(600_003) },
    ];
    const long = trackOf('1', 'long', parts);
    const far = thinned(long, null, 5000);
    expect(far).toHaveLength(1);
    expect(far[0]?.length).toBeGreaterThan(4900);
    expect(far[0]?.length).toBeLessThan(5100);
    expect(Array.from(far[0] ?? [], (i) => stateAt(long, i))).toContain('stopped');
    // Close by every point in sight is there, and the first one outside on either side.
    const sight = { south: 41.3, north: 41.301, west: -3, east: -2 };
    const [near] = thinned(long, sight, 5000);
    expect(near).toHaveLength(1003);
    expect([near?.[0], near?.at(-1)]).toEqual([299_999, 301_001]);
  });

  it('is drawn between points that lie outside of the picture', () => {
    const far = [point(0, 41, -2.3), point(30, 41.01, -2.3), point(60, 41.02, -2.3)];
    const road = trackOf('1', 'road', [{ state: 'driving', points: far }]);
    const close = { south: 41.012, north: 41.013, west: -2.301, east: -2.299 };
    expect(thinned(road, close, 100).map((stretch) => [...stretch])).toEqual([[1, 2]]);
    expect(thinned(road, { ...close, west: -2.29, east: -2.28 }, 100)).toEqual([]);
  });

  it('that leaves the picture and comes back is not drawn across it', () => {
    const there = [point(0, 41, -2.3), point(10, 41.01, -2.3), point(20, 41.05, -2.3)];
    const back = [point(30, 41.05, -2.2), point(40, 41.01, -2.2), point(50, 41, -2.2)];
    const loop = trackOf('1', 'loop', [{ state: 'driving', points: [...there, ...back] }]);
    const sight = { south: 40.9, north: 41.02, west: -3, east: -2 };
    expect(thinned(loop, sight, 100).map((stretch) => [...stretch])).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });
});

describe('a press on a route', () => {
  const [near, scale] = [14, 10_000];
  const way = {
    near,
    project: ({ lat, lng }: LatLng) => ({ x: (lng + 3) * scale, y: (42 - lat) * scale }),
    unproject: ({ x, y }: { x: number; y: number }) => ({
      lat: 42 - y / scale,
      lng: x / scale - 3,
    }),
  };
  const ever = { fromMs: -Infinity, toMs: Infinity };
  const at = (lat: number, lng: number, by = 0) => {
    const { x, y } = way.project({ lat, lng });
    return { x: x + by, y };
  };
  const pressed = (lat: number, by: number, span = ever): number | null => {
    const found = nearestOnRoute([track], at(lat, -2.3, by), span, way);
    return found === null ? null : (found.atMs - START_MS) / 1000;
  };

  it('is a time there, also far from the points that were told', () => {
    // Thirty pixels lie between the first two points.
    expect(pressed(41, 3)).toBe(0);
    expect(pressed(41.0015, 5)).toBe(15);
    expect(pressed(41.002, -13)).toBe(20);
    expect(pressed(41.002, 16)).toBeNull();
  });

  it('is none in a gap, and that of the stretch that is meant where there are several', () => {
    expect(pressed(41.05, 0)).toBeNull();
    expect(pressed(41.1, 2)).toBe(1800);
    const night = { fromMs: START_MS + 100_000, toMs: START_MS + 200_000 };
    expect(pressed(41.006, 0, night)).toBe(100);
    expect(pressed(41.1, 0, night)).toBeNull();
  });
});

describe('a track as a file', () => {
  it.each([
    ['GPX', gpxText, /<trkseg>/g],
    ['KML', kmlText, /<gx:Track>/g],
  ])(
    '%s breaks at gaps, tells instants and lets no name out of its element',
    (_kind, make, part) => {
      const file = make([track]);
      expect(file.match(part)).toHaveLength(2);
      expect(file).toContain('2026-03-09T08:00:30.000Z');
      expect(file).toContain('<name>WB-007 &lt;A&amp;B&gt;</name>');
      expect(make([trackOf('1', 'a\u0000b\ud800', PARTS)])).toContain('<name>ab\ufffd</name>');
    },
  );

  it('GeoJSON has longitude first, instants and speeds beside the line', () => {
    const { features } = JSON.parse(geoJsonText([track])) as {
      features: { geometry: { coordinates: number[][] }; properties: { times: string[] } }[];
    };
    expect(features).toHaveLength(2);
    expect(features[0]?.geometry.coordinates[0]).toEqual([-2.3, 41]);
    expect(features[0]?.properties.times).toHaveLength(4);
  });

  it('CSV has a row for each point, and no name is a formula', () => {
    const rows = pointsCsv([trackOf('1', '=cmd', PARTS)])
      .trim()
      .split('\r\n');
    expect(rows).toHaveLength(1 + track.atMs.length);
    expect(rows[1]).toBe("'=cmd,2026-03-09T08:00:00.000Z,41.000000,-2.300000,40.0,driving");
  });
});

describe('a track over the antimeridian', () => {
  const crossing = trackOf('9', 'WB-009', [
    {
      state: 'driving',
      points: [point(0, -17, 179.98), point(60, -17, 179.99), point(120, -17, -179.99)],
    },
  ]);

  it('goes on as it is driven, not once round the world', () => {
    const half = placeAt(crossing, START_MS + 90_000);
    expect(half?.lng).toBeCloseTo(180, 5);
    const whole = boundsOf(lineBetween(crossing, START_MS, START_MS + 120_000));
    expect(whole?.west).toBeCloseTo(179.98);
    expect(whole?.east).toBeCloseTo(180.01);
  });

  it('is drawn and pressed on whichever copy of the globe the map shows', () => {
    for (const turn of [0, -360, 360]) {
      const sight = { south: -18, north: -16, west: 179.995 + turn, east: 180.005 + turn };
      expect(thinned(crossing, sight, 100).map((stretch) => [...stretch])).toEqual([[1, 2]]);
      const flat = {
        project: ({ lat, lng }: LatLng) => ({ x: (lng - 180 - turn) * 10_000, y: -lat * 10_000 }),
        unproject: ({ x, y }: { x: number; y: number }) => ({
          lat: -y / 10_000,
          lng: x / 10_000 + 180 + turn,
        }),
      };
      const span = { fromMs: -Infinity, toMs: Infinity };
      const found = nearestOnRoute([crossing], { x: 0, y: 170_000 }, span, { near: 8, ...flat });
      expect(found?.atMs).toBe(START_MS + 90_000);
    }
  });

  it('leaves in positions of the globe, and as lines that do not cross it', () => {
    const text = geoJsonText([crossing]);
    const { features } = JSON.parse(text) as { features: { geometry: { coordinates: unknown } }[] };
    expect(features.map(({ geometry }) => geometry.coordinates)).toEqual([
      [
        [179.98, -17],
        [179.99, -17],
      ],
    ]);
    expect(gpxText([crossing])).toContain('lon="-179.990000"');
    expect(kmlText([crossing])).toContain('<gx:coord>-179.990000 -17.000000 0</gx:coord>');
    expect(pointsCsv([crossing])).toContain('-17.000000,-179.990000');
  });
});

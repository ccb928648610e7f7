import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import { coastOf, unwrapLand } from '../../renderer/map/coast.ts';

type Atlas = Topology<{ land: GeometryCollection }>;
const { resolve } = createRequire(import.meta.url);

describe('map: coasts', () => {
  it('leave out the cut of the chart and keep every other edge', () => {
    const island = [
      [170, 60],
      [180, 60],
      [180, 70],
      [170, 70],
      [170, 60],
    ];
    const land = { type: 'Polygon' as const, coordinates: [island] };
    const coast = coastOf({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: land }],
    });
    expect(coast.coordinates).toEqual([
      [
        [170, 60],
        [180, 60],
      ],
      [
        [180, 70],
        [170, 70],
        [170, 60],
      ],
    ]);
  });

  it('go on beyond 180 degrees instead of jumping round the world', () => {
    const ring = [
      [170, 60],
      [-170, 60],
      [-170, 70],
      [170, 70],
      [170, 60],
    ];
    const geometry = { type: 'Polygon' as const, coordinates: [ring] };
    const land = unwrapLand({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry }],
    });
    expect(coastOf(land).coordinates).toEqual([
      [
        [170, 60],
        [190, 60],
        [190, 70],
        [170, 70],
        [170, 60],
      ],
    ]);
  });

  it.each(['110m', '50m'])('of the bundled world (%s) never follow the date line', (scale) => {
    const file = resolve(`world-atlas/countries-${scale}.json`);
    const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
    const land = unwrapLand(feature(atlas, atlas.objects.land));
    const { coordinates } = coastOf(land);
    const jumps = coordinates.flatMap((line) =>
      line.filter((to, index) => {
        const [x = 0] = line[index - 1] ?? to;
        return Math.abs((to[0] ?? 0) - x) > 180;
      }),
    );
    expect(jumps).toEqual([]);
    const alongDateLine = coordinates.flatMap((line) =>
      line.filter((to, index) => {
        const from = line[index - 1];
        const onLine = ([lng = 0]: readonly number[]) => Math.abs(Math.abs(lng) - 180) < 0.005;
        return from !== undefined && onLine(from) && onLine(to);
      }),
    );
    expect(alongDateLine).toEqual([]);
    expect(coordinates.length).toBeGreaterThan(100);
  });
});

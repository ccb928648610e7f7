import { expect, it, vi } from 'vitest';
import { Arrangement, type Scope } from '../../renderer/map/layers/arrangement.ts';
import { FleetTrack } from '../../renderer/map/layers/track.ts';
import { toMercator } from '../../shared/rules/geo.ts';

const centre = toMercator({ lat: 41, lng: -2 });
const sight = (zoom: number, more: Partial<Scope> = {}): Scope => ({
  ...{ view: { ...centre, zoom, width: 800, height: 600 } },
  ...{ shown: null, selectedId: null, hoveredId: null, ...more },
});

function track(count: number): FleetTrack {
  const fleet = new FleetTrack();
  fleet.merge(columns(count, 0), 0, false);
  return fleet;
}

const columns = (count: number, east: number) => ({
  ids: Array.from({ length: count }, (_, at) => String(at)),
  status: new Uint8Array(count).fill(2),
  coordinates: Float64Array.from({ length: 2 * count }, (_, at) =>
    at % 2 === 0 ? 41 + at / 1e5 : -2 + east,
  ),
  heading: new Float32Array(count).fill(NaN),
  fixedAt: new Float64Array(count),
});

it('a pointer on its way over rows makes no pass over the fleet, and lifts the mark it is on', () => {
  const fleet = track(50);
  const looked = vi.spyOn(fleet, 'xAt');
  const arranged = new Arrangement(fleet);
  arranged.renew(sight(14), 1);
  const once = looked.mock.calls.length;
  expect(once).toBeGreaterThanOrEqual(50);
  for (const hoveredId of ['7', '8', null]) arranged.renew(sight(14, { hoveredId }), 2);
  arranged.renew(sight(14, { hoveredId: '9' }), 3);
  expect(looked.mock.calls.length).toBe(once);
  expect(arranged.singles.at(-1)?.index).toBe(9);
  expect(arranged.singles).toHaveLength(50);
});

it('every other view, filter, choice and position is arranged anew', () => {
  const fleet = track(50);
  const arranged = new Arrangement(fleet);
  arranged.renew(sight(14), 1);
  const first = arranged.singles[0];
  arranged.renew(sight(15), 2);
  expect(arranged.singles[0]).not.toEqual(first);
  arranged.renew(sight(15, { shown: new Set(['3']) }), 3);
  expect(arranged.singles.map(({ index }) => index)).toEqual([3]);
  arranged.renew(sight(15, { selectedId: '5' }), 4);
  expect(arranged.singles.at(-1)?.index).toBe(5);
  const x = arranged.singles.at(-1)?.x ?? NaN;
  fleet.merge(columns(50, 0.001), 5, true);
  expect(arranged.renew(sight(15, { selectedId: '5' }), 6)).toBeGreaterThan(0);
  // A glide is drawn to its end, and then once more.
  arranged.renew(sight(15, { selectedId: '5' }), fleet.movingUntilMs + 1);
  expect(arranged.singles.at(-1)?.x).toBeGreaterThan(x);
});

import './browserStub.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MARK_APART_PX, placeMarks } from '../../renderer/map/route/placeMarks.ts';
import { speedScale } from '../../renderer/map/route/speedScale.ts';
import { preferences } from '../../renderer/state/preferences.svelte.ts';
import { offsetBy } from '../../shared/rules/geo.ts';

/** What a route is read by: the marks of its stops, and the scale of its speeds. */

vi.stubGlobal('document', { documentElement: { dataset: {} } });
// No core: what is chosen is remembered nowhere.
vi.stubGlobal('window', {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  waybill: undefined,
});

const home = { lat: 41.06, lng: -2.31 };
const stops = [0, 40, 200, 900].map((east, index) => ({
  ...{ key: String(index), number: index + 1 },
  at: offsetBy(home, east, 90),
}));

describe('marks of stops', () => {
  it('share one where they would lie on each other, and stand apart from close by', () => {
    expect(placeMarks(stops, 1).map(({ label }) => label)).toEqual(['1+1', '3', '4']);
    // 200 m are 20 px now.
    expect(placeMarks(stops, 10).map(({ label }) => label)).toEqual(['1+2', '4']);
    const [all, ...none] = placeMarks(stops, 1000 / MARK_APART_PX);
    expect(none).toEqual([]);
    expect(all?.keys).toEqual(['0', '1', '2', '3']);
  });
});

describe('the scale of speeds', () => {
  afterEach(() => preferences.set('speed', 'units'));

  it('has round numbers in the person’s unit', () => {
    const shown = (kmh: number) => speedScale(kmh).ticks.map(({ text }) => text);
    expect(shown(0)).toEqual(['0', '20', '40']);
    expect(shown(61)).toEqual(['0', '40', '80']);
    preferences.set('speed', 'mph');
    expect(shown(61)).toEqual(['0', '20', '40']);
    const { topKmh, ticks } = speedScale(61);
    expect(topKmh).toBeCloseTo(64.37, 2);
    expect(ticks.at(-1)?.kmh).toBeCloseTo(topKmh);
  });
});

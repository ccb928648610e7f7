import './browserStub.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MARK_APART_PX, markOf, placeMarks } from '../../renderer/map/route/placeMarks.ts';
import { runsOf } from '../../renderer/map/route/runs.ts';
import { speedEntries } from '../../renderer/map/route/speedEntries.ts';
import { speedColour } from '../../renderer/map/route/colours.ts';
import { stopTip, stopTitle } from '../../renderer/map/route/stopTitle.ts';
import { speedScale } from '../../renderer/map/route/speedScale.ts';
import { preferences } from '../../renderer/state/preferences.svelte.ts';
import { offsetBy } from '../../shared/rules/geo.ts';
import { thinned, trackOf } from '../../shared/rules/track.ts';

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
  detail: `${String(index)} min`,
}));

describe('marks of stops', () => {
  it('share one where they would lie on each other, and stand apart from close by', () => {
    expect(placeMarks(stops, 1).map(({ label }) => label)).toEqual(['1+1', '3', '4']);
    // 200 m are 20 px now.
    expect(placeMarks(stops, 10).map(({ label }) => label)).toEqual(['1+2', '4']);
    const [all, ...none] = placeMarks(stops, 1000 / MARK_APART_PX);
    expect(none).toEqual([]);
    expect(all?.stops.map(({ key }) => key)).toEqual(['0', '1', '2', '3']);
  });

  it('say what a shared label means, and which one a stop stands at', () => {
    const [shared, alone] = placeMarks(stops, 10);
    if (shared === undefined || alone === undefined) throw new Error('There are two marks.');
    expect(shared.label).toBe('1+2');
    expect(stopTitle(shared)).toBe('Stop 1 and 2 more close by');
    expect(stopTip(shared)).toBe('Stop 1 and 2 more close by. A press lists them.');
    expect(stopTip(alone)).toBe('Stop 4: 3 min');
    expect(markOf([shared, alone], '2')).toBe(shared);
    expect(markOf([shared, alone], '3')).toBe(alone);
    expect(markOf([shared, alone], null)).toBeNull();
  });
});

describe('the colours of speeds', () => {
  afterEach(() => preferences.set('speed', 'units'));

  /** Lines of a way on which each speed is held for a minute, with their colours. */
  const coloursAt = (...speedsKmh: number[]): string[] => {
    const points = [...speedsKmh, 0].map((speedKmh, i) => ({
      ...offsetBy(home, i * 500, 90),
      ...{ speedKmh, atMs: i * 60_000 },
    }));
    const track = trackOf('1', 'one', [{ state: 'driving', points }]);
    return runsOf(track, thinned(track, null, 100)).map(({ speed }) => speedColour(speed));
  };
  const legend = () => speedEntries().map(({ name }) => name);
  const colourOf = (name: string) => speedEntries().find((entry) => entry.name === name)?.colour;

  it('have classes that are round in km/h and in mph, in the legend and on the map alike', () => {
    expect(legend()).toEqual([...['below 20 km/h', '40', '60', '80', '110', '110 km/h and more']]);
    expect(coloursAt(19.9, 20, 112)).toEqual([
      ...[colourOf('below 20 km/h'), colourOf('40'), colourOf('110 km/h and more')],
    ]);
    preferences.set('speed', 'mph');
    expect(legend()).toEqual(['below 10 mph', '25', '35', '50', '70', '70 mph and more']);
    // 17, 20 and 112 km/h are 10.6, 12.4 and 69.6 mph.
    expect(coloursAt(16, 17, 112, 113)).toEqual([
      ...[colourOf('below 10 mph'), colourOf('25'), colourOf('70'), colourOf('70 mph and more')],
    ]);
    // The same class is one line.
    expect(coloursAt(17, 20, 40)).toEqual([colourOf('25')]);
  });

  it('is drawn in lines of one state and one class of speed', () => {
    const point = (s: number, northM: number, speedKmh: number) => ({
      ...offsetBy(home, northM, 0),
      ...{ speedKmh, atMs: s * 1000 },
    });
    const stopped = { state: 'stopped', points: [point(60, 660, 0), point(660, 660, 0)] } as const;
    const track = trackOf('1', 'one', [
      stopped,
      { state: 'driving', points: [point(0, 0, 40), point(30, 330, 41), point(60, 660, 40)] },
      { state: 'driving', points: [point(1800, 9_000, 72), point(1810, 9_200, 79)] },
    ]);
    const runs = runsOf(track, thinned(track, null, 100));
    expect(runs.map(({ state, speed, line }) => [state, speed, line.length])).toEqual([
      ['driving', 2, 3],
      ['stopped', 0, 2],
      ['gap', 0, 2],
      ['driving', 3, 2],
    ]);
  });

  it('are all different', () => {
    expect(new Set(speedEntries().map(({ colour }) => colour)).size).toBe(6);
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

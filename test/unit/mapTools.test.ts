import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupsOf,
  isShown,
  legendOf,
  namesOf,
  shownAreas,
} from '../../renderer/map/fleet/areaGroups.ts';
import type { DrawnArea } from '../../renderer/map/layers/areas.ts';
import { isCovered, roomFor } from '../../renderer/map/fleet/room.ts';
import { hasHandle } from '../../renderer/map/handles.ts';
import { Ruler, legsOf } from '../../renderer/map/ruler/ruler.svelte.ts';
import { cornersOf, nearestCorner, snappingTo } from '../../renderer/map/snap.ts';
import { areaRing } from '../../shared/rules/areaShape.ts';
import { haversineM } from '../../shared/rules/geo.ts';
import { readMapViews } from '../../renderer/state/mapViews.svelte.ts';

describe('the room of a map', () => {
  /** Legend at the lower left, scale at the lower right, buttons at the right, as the map of the fleet has them. */
  const boxesIn = (width: number, height: number) => [
    { left: 12, top: height - 52, right: Math.min(430, width - 130), bottom: height - 12 },
    { left: width - 112, top: height - 50, right: width - 60, bottom: height - 12 },
    { left: width - 44, top: 12, right: width - 12, bottom: 250 },
  ];

  it('keeps marks clear of what stands over it, from the side that takes least', () => {
    expect(roomFor({ width: 800, height: 600 }, boxesIn(800, 600), 40)).toEqual({
      ...{ top: 40, right: 64, bottom: 72, left: 40 },
    });
    // Boxes that are not drawn take no room.
    const none = { left: 5, top: 5, right: 5, bottom: 5 };
    expect(roomFor({ width: 800, height: 600 }, [none], 40)).toEqual({
      ...{ top: 40, right: 40, bottom: 40, left: 40 },
    });
  });

  it('leaves no mark under them at any width, and room to look at in the smallest', () => {
    const sizes = fc.record({
      ...{
        width: fc.integer({ min: 160, max: 2000 }),
        height: fc.integer({ min: 120, max: 1200 }),
      },
      ...{
        x: fc.double({ min: 0, max: 1, noNaN: true }),
        y: fc.double({ min: 0, max: 1, noNaN: true }),
      },
    });
    fc.assert(
      fc.property(sizes, ({ width, height, x, y }) => {
        const boxes = boxesIn(width, height);
        const { top, right, bottom, left } = roomFor({ width, height }, boxes, 56);
        const [free, high] = [width - left - right, height - top - bottom];
        expect(free).toBeGreaterThanOrEqual(0.29 * width);
        expect(high).toBeGreaterThanOrEqual(0.29 * height);
        // Where there is room for them, all marks stand in the open.
        if (width < 440 || height < 320) return;
        expect(isCovered({ x: left + x * free, y: top + y * high }, boxes)).toBe(false);
      }),
    );
  });
});

describe('the ruler of the map', () => {
  it('measures leg by leg, takes points back and forgets them when it is put away', () => {
    const ruler = new Ruler();
    ruler.add({ lat: 1, lng: 1 });
    expect(ruler.points, 'put away, it takes none').toEqual([]);
    ruler.open({ lat: 41, lng: -2 });
    ruler.add({ lat: 42, lng: -2 });
    // The second click of a double click.
    ruler.add({ lat: 42, lng: -2 });
    ruler.add({ lat: 42, lng: -1 });
    const legs = legsOf(ruler.points);
    // A degree of a meridian of the mean sphere; a degree of the parallel at 42° is cos 42° of it.
    expect(legs.map(({ distanceM }) => Math.round(distanceM))).toEqual([111_195, 82_634]);
    expect(legs.map(({ bearing }) => Math.round(bearing))).toEqual([0, 90]);
    expect(ruler.totalM).toBeCloseTo(
      legs.reduce((sum, leg) => sum + leg.distanceM, 0),
      6,
    );
    ruler.takeBack();
    expect(ruler.points).toHaveLength(2);
    ruler.close();
    expect([ruler.on, ruler.points]).toEqual([false, []]);
    ruler.open();
    expect(ruler.totalM).toBe(0);
    ruler.takeBack();
    expect(ruler.on).toBe(true);
  });
});

describe('views of the map', () => {
  it('are read from JSON of other versions; what is no place is left out', () => {
    const yard = { name: 'Yard', lat: 41, lng: -2, zoom: 13 };
    expect(
      readMapViews([
        { ...yard, hiddenGroups: ['7', 7], more: true },
        { ...yard, name: '' },
        { ...yard, lat: 91 },
        { ...yard, zoom: '13' },
        null,
        'Yard',
      ]),
    ).toEqual([{ ...yard, hiddenGroups: ['7'] }]);
    expect(readMapViews({ name: 'Yard' })).toEqual([]);
  });
});

describe('the legend of areas', () => {
  const area = (groups: string[], colour: string | null): DrawnArea => ({
    ...{ id: 'a', name: 'A', colour, groups },
    shape: { type: 'circle', centre: { lat: 0, lng: 0 }, radiusM: 1 },
  });

  it('counts areas by group, with the colours that they have most, and those without a group last', () => {
    const areas = [
      area(['2'], '#112233'),
      area(['2', '1'], '#445566'),
      area(['2'], '#445566'),
      area([], null),
    ];
    const names = new Map([
      ['1', 'Yards'],
      ['2', 'Customers'],
    ]);
    expect(legendOf(areas, names)).toEqual([
      { id: '2', name: 'Customers', count: 3, colours: ['#445566', '#112233'] },
      { id: '1', name: 'Yards', count: 1, colours: ['#445566'] },
      { id: '', name: null, count: 1, colours: [null] },
    ]);
  });

  it('knows groups by ids and by summaries', () => {
    const groups = groupsOf([7, 'x', { id: 8, name: 'Yards' }, { name: 'no id' }, null]);
    expect(groups.map(({ id }) => id)).toEqual(['7', 'x', '8']);
    const names = namesOf([...groups, { id: '8', name: 'Our yards' }]);
    expect([...names]).toEqual([['8', 'Our yards']]);
    expect(groupsOf('7')).toEqual([]);
  });

  it('leaves an area out only when all of its groups are', () => {
    expect(isShown(area(['1', '2'], null), ['1'])).toBe(true);
    expect(isShown(area(['1', '2'], null), ['1', '2'])).toBe(false);
    expect(isShown(area([], null), ['1'])).toBe(true);
    expect(isShown(area([], null), [''])).toBe(false);
  });

  it('leaves the same out on every map, but never the one that is open', () => {
    const areas = [area(['1'], null), { ...area(['2'], null), id: 'open' }, area([], null)];
    expect(shownAreas(areas, ['1', '2'], 'open')).toEqual(areas.slice(1));
    expect(shownAreas(areas, ['1', '2'])).toEqual(areas.slice(2));
  });
});

describe('handles of what is drawn', () => {
  it('stand at every corner, but of a circle at its four sides', () => {
    const circle = { type: 'circle', centre: { lat: 41, lng: -2 }, radiusM: 100 } as const;
    const corners = areaRing(circle) ?? [];
    const shown = corners.filter((_corner, at) => hasHandle('circle', at));
    const sides = shown.map(({ lat, lng }) => [Math.sign(lat - 41), Math.sign(lng + 2)]);
    expect(shown).toHaveLength(4);
    // North, east, south and west, however little the reckoning is off.
    expect(sides.flat().filter((side) => side !== 0).length).toBeGreaterThanOrEqual(4);
    const ways = shown.map((at) => Math.round(haversineM(circle.centre, at)));
    expect(ways).toEqual([100, 100, 100, 100]);
    expect(corners.every((_corner, at) => hasHandle('polygon', at))).toBe(true);
  });
});

describe('corners of other areas', () => {
  /** A map on which a degree is a hundred pixels, north up. */
  const projection = {
    project: (lng: number, lat: number) => ({ x: lng * 100, y: -lat * 100 }),
    unproject: (x: number, y: number) => ({ lng: x / 100, lat: -y / 100 }),
  };

  it('attract one that is set within reach: the nearest of them', () => {
    const corners = [
      { lat: 1, lng: 1 },
      { lat: 1.02, lng: 1.06 },
      { lat: 40, lng: 40 },
    ];
    const at = (x: number, y: number) => nearestCorner(corners, { x, y }, projection, 12);
    expect(at(102, -101)).toBe(corners[0]);
    expect(at(104, -101)).toBe(corners[1]);
    // Within the box around the spot, but farther than the reach.
    expect(at(91, -91)).toBeUndefined();
    expect(at(0, 0)).toBeUndefined();
  });

  it('attract nothing while Alt is held', () => {
    const snap = snappingTo(() => [{ lat: 1, lng: 1 }]);
    const at = { containerX: 101, containerY: -99 };
    expect(snap({ ...at, heldKeys: [] }, projection)).toEqual([1, 1]);
    expect(snap({ ...at, heldKeys: ['Alt'] }, projection)).toBeUndefined();
  });

  it('are those of polygons, rectangles and lines', () => {
    const line = [
      { lat: 1, lng: 1 },
      { lat: 2, lng: 2 },
    ];
    expect(cornersOf({ type: 'polyline', line, halfWidthM: 0 })).toEqual(line);
    const bounds = { south: 1, west: 3, north: 2, east: 4 };
    expect(cornersOf({ type: 'rectangle', bounds })).toHaveLength(4);
    expect(cornersOf({ type: 'circle', centre: { lat: 1, lng: 1 }, radiusM: 5 })).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cluster, shouldCluster } from '../../renderer/map/layers/clusters.ts';
import type { Spot } from '../../renderer/map/layers/clusters.ts';
import { placeLabels } from '../../renderer/map/layers/labels.ts';
import type { Marked } from '../../renderer/map/layers/labels.ts';
import { pauseMs } from '../../renderer/map/layers/pace.ts';
import { reachOf, ringed } from '../../renderer/map/layers/reach.ts';
import type { Reach } from '../../renderer/map/layers/reach.ts';
import { FleetTrack } from '../../renderer/map/layers/track.ts';
import type { PositionColumns } from '../../renderer/map/layers/track.ts';
import { isInBox, positionAt, screenX, screenY } from '../../renderer/map/layers/view.ts';
import type { View } from '../../renderer/map/layers/view.ts';
import { haversineM, offsetBy, toMercator } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import { POSITION_STATUSES } from '../../shared/rules/positions.ts';

const home = { lat: 41.06, lng: -2.31 };

function columns(fixes: readonly { id: string; at: LatLng; heading?: number }[]): PositionColumns {
  return {
    ids: fixes.map(({ id }) => id),
    status: Uint8Array.from(fixes, () => 0),
    coordinates: Float64Array.from(fixes.flatMap(({ at }) => [at.lat, at.lng])),
    heading: Float32Array.from(fixes, ({ heading }) => heading ?? Number.NaN),
    fixedAt: Float64Array.from(fixes, () => 0),
  };
}

/** Metres from where a vehicle is drawn to a position. */
function offM(track: FleetTrack, i: number, nowMs: number, to: LatLng): number {
  const { x, y } = toMercator(to);
  const aroundM = 40_075_016.686 * Math.cos((to.lat * Math.PI) / 180);
  return Math.hypot(track.xAt(i, nowMs) - x, track.yAt(i, nowMs) - y) * aroundM;
}

describe('map: gliding', () => {
  it('draws a new vehicle where it is', () => {
    const track = new FleetTrack();
    track.merge(columns([{ id: 'a', at: home }]), 1000, true);
    expect(offM(track, 0, 1000, home)).toBeLessThan(0.01);
    expect(track.movingUntilMs).toBeLessThan(1000);
  });

  it('forgets the vehicles that went, and leaves the others where they are', () => {
    const track = new FleetTrack();
    const there = offsetBy(home, 500, 90);
    const fixes = ['a', 'b', 'c'].map((id) => ({ id, at: id === 'c' ? there : home }));
    track.merge(columns(fixes), 0, true);
    expect(track.retain(new Set(['a', 'b', 'c', 'd']))).toBe(false);
    const { version } = track;
    expect(track.retain(new Set(['b', 'c']))).toBe(true);
    expect(track.version).not.toBe(version);
    expect(track.ids).toEqual(['b', 'c']);
    expect(['a', 'b', 'c'].map((id) => track.indexOf(id))).toEqual([undefined, 0, 1]);
    expect(offM(track, 1, 0, there)).toBeLessThan(0.01);
    track.merge(columns([{ id: 'a', at: home }]), 0, true);
    expect(track.ids).toEqual(['b', 'c', 'a']);
  });

  it('glides for about the pause between two fixes and never beyond the newer one', () => {
    const track = new FleetTrack();
    const next = offsetBy(home, 100, 90);
    track.merge(columns([{ id: 'a', at: home }]), 0, true);
    track.merge(columns([{ id: 'a', at: next }]), 2000, true);
    expect(offM(track, 0, 2000, home)).toBeLessThan(0.01);
    expect(offM(track, 0, 3000, home)).toBeCloseTo(50, 0);
    expect(track.isMoving(0, 3999)).toBe(true);
    for (const later of [4000, 9000, 1e9]) expect(offM(track, 0, later, next)).toBeLessThan(0.01);
    expect(track.isMoving(0, 4000)).toBe(false);
  });

  it('turns on from where it is drawn when a fix comes during a glide', () => {
    const track = new FleetTrack();
    const next = offsetBy(home, 100, 90);
    track.merge(columns([{ id: 'a', at: home }]), 0, true);
    track.merge(columns([{ id: 'a', at: next }]), 1000, true);
    const before = [track.xAt(0, 1500), track.yAt(0, 1500)];
    track.merge(columns([{ id: 'a', at: offsetBy(next, 100, 0) }]), 1500, true);
    expect([track.xAt(0, 1500), track.yAt(0, 1500)]).toEqual(before);
  });

  it('jumps where motion is not wanted, and over distances that nobody saw', () => {
    const track = new FleetTrack();
    const near = offsetBy(home, 100, 0);
    const far = offsetBy(home, 30_000, 0);
    track.merge(columns([{ id: 'a', at: home }]), 0, true);
    track.merge(columns([{ id: 'a', at: near }]), 1000, false);
    expect(offM(track, 0, 1000, near)).toBeLessThan(0.01);
    track.merge(columns([{ id: 'a', at: far }]), 2000, true);
    expect(offM(track, 0, 2000, far)).toBeLessThan(0.01);
  });

  it('turns the short way round north', () => {
    const track = new FleetTrack();
    track.merge(columns([{ id: 'a', at: home, heading: 350 }]), 0, true);
    track.merge(columns([{ id: 'a', at: offsetBy(home, 50, 0), heading: 10 }]), 3000, true);
    expect(track.headingAt(0, 3000)).toBeCloseTo(350, 3);
    expect(track.headingAt(0, 3500)).toBeCloseTo(0, 3);
    expect(track.headingAt(0, 4000)).toBeCloseTo(10, 3);
  });

  it('knows how fast it moves and turns, and that it stands when it has arrived', () => {
    const track = new FleetTrack();
    const next = offsetBy(home, 60, 90);
    track.merge(columns([{ id: 'a', at: home, heading: 0 }]), 0, true);
    track.merge(columns([{ id: 'a', at: next, heading: 90 }]), 3000, true);
    const far = [track.xAt(0, 6000) - track.xAt(0, 3000), track.yAt(0, 6000) - track.yAt(0, 3000)];
    expect(track.speedAt(0, 3500)).toBeCloseTo(Math.hypot(...far) / 3000, 12);
    expect(track.turnAt(0, 3500)).toBeCloseTo(90 / 1000, 6);
    expect(track.turnAt(0, 4500)).toBe(0);
    expect(track.speedAt(0, 6000)).toBe(0);
  });

  it('draws no frame before a mark has moved by half a pixel', () => {
    // 50 km/h from afar: 0.7 pixels a second.
    expect(pauseMs(0.0007, 1)).toBeCloseTo(714, 0);
    // From close by it moves 40 pixels a second, and every frame of the screen is drawn.
    expect(pauseMs(0.04, 1)).toBeLessThan(16);
    // What is slow to draw is drawn less often; what creeps is drawn once a second.
    expect(pauseMs(0.04, 50)).toBe(200);
    expect(pauseMs(0.000001, 1)).toBe(1000);
  });

  it('keeps hundreds of vehicles apart and leaves out fixes without a position', () => {
    const track = new FleetTrack();
    const fixes = Array.from({ length: 700 }, (_, i) => ({
      id: `v${String(i)}`,
      at: offsetBy(home, i, 90),
    }));
    track.merge(columns([...fixes, { id: 'lost', at: { lat: Number.NaN, lng: 0 } }]), 0, true);
    expect(track.size).toBe(700);
    expect(haversineM(track.position(654), offsetBy(home, 654, 90))).toBeLessThan(0.01);
    expect(track.indexOf('lost')).toBeUndefined();
    track.clear();
    expect(track.size).toBe(0);
  });
});

describe('map: projection', () => {
  const view: View = { ...toMercator(home), zoom: 13.4, width: 800, height: 600 };

  it('puts the middle in the middle and finds positions under pixels again', () => {
    const { x, y } = toMercator(home);
    expect(screenX(view, x)).toBeCloseTo(400, 6);
    expect(screenY(view, y)).toBeCloseTo(300, 6);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }), (px, py) => {
        const place = toMercator(positionAt(view, px, py));
        expect(screenX(view, place.x)).toBeCloseTo(px, 4);
        expect(screenY(view, place.y)).toBeCloseTo(py, 4);
      }),
    );
  });

  it('shows the copy of the world that is nearest', () => {
    const wide: View = { x: 0.99, y: 0.5, zoom: 2, width: 800, height: 600 };
    expect(screenX(wide, 0.01)).toBeCloseTo(400 + 0.02 * 2048, 6);
  });

  it('has in a box over the date line what lies there, and nothing of the rest of the world', () => {
    const fiji: View = { ...toMercator({ lat: -17, lng: 180 }), zoom: 6, width: 800, height: 600 };
    const drawn = (lng: number): boolean =>
      isInBox(fiji, toMercator({ lat: -17, lng }), { x: 200, y: 500 }, { x: 600, y: 100 });
    expect([179, -179, 178.5, 172, -172, 0, -2.31].map(drawn)).toEqual([
      ...[true, true, true, false, false, false, false],
    ]);
  });
});

describe('map: clusters', () => {
  const view: View = { ...toMercator(home), zoom: 11, width: 800, height: 600 };
  const spot = fc.record({
    index: fc.nat(),
    x: fc.double({ min: 0, max: 800, noNaN: true }),
    y: fc.double({ min: 0, max: 600, noNaN: true }),
    status: fc.integer({ min: 0, max: 4 }),
  });

  it('loses no vehicle and counts every state', () => {
    fc.assert(
      fc.property(fc.array(spot, { maxLength: 400 }), (drawn) => {
        const spots: Spot[] = drawn.map((each, index) => ({ ...each, index }));
        const { clusters, singles } = cluster(spots, view);
        const members = clusters.flatMap((each) => each.members);
        const found = [...members, ...singles.map(({ index }) => index)].sort((a, b) => a - b);
        expect(found).toEqual(spots.map(({ index }) => index));
        for (const each of clusters) {
          expect(each.members.length).toBeGreaterThan(1);
          expect(each.counts.reduce((sum, count) => sum + count, 0)).toBe(each.members.length);
        }
      }),
    );
  });

  it('gathers the same vehicles after a pan', () => {
    const places = Array.from({ length: 50 }, (_, i) => toMercator(offsetBy(home, i * 90, i * 37)));
    const membersIn = (seen: View): string[] => {
      const spots = places.map(({ x, y }, index) => ({
        index,
        x: screenX(seen, x),
        y: screenY(seen, y),
        status: 0,
      }));
      return cluster(spots, seen)
        .clusters.map((each) => [...each.members].sort((a, b) => a - b).join())
        .sort();
    };
    expect(membersIn({ ...view, x: view.x + 1e-5, y: view.y - 2e-5 })).toEqual(membersIn(view));
  });

  it('begins above 300 in sight, ends clearly below, and is always on from afar', () => {
    expect(shouldCluster(300, 12, false)).toBe(false);
    expect(shouldCluster(301, 12, false)).toBe(true);
    expect(shouldCluster(260, 12, true)).toBe(true);
    expect(shouldCluster(240, 12, true)).toBe(false);
    expect(shouldCluster(2, 5, false)).toBe(true);
  });
});

describe('map: names beside marks', () => {
  const label = { width: 70, height: 18 };
  const REACH = 9;
  type Box = NonNullable<ReturnType<typeof placeLabels>[number]>;
  const meets = (a: Box, b: Box): boolean =>
    a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  const markBox = ({ x, y, reach }: Marked): Box => ({
    ...{ left: x - reach.left, right: x + reach.right },
    ...{ top: y - reach.up, bottom: y + reach.down },
  });
  const even: Reach = { left: REACH, right: REACH, up: REACH, down: REACH };

  it('never lie over one another or over a mark, and the most important has its place first', () => {
    const mark = fc
      .record({
        x: fc.integer({ min: 0, max: 400 }),
        y: fc.integer({ min: 0, max: 300 }),
        status: fc.constantFrom(...POSITION_STATUSES),
        close: fc.boolean(),
        turn: fc.integer({ min: 0, max: 359 }),
      })
      .map(({ x, y, status, close, turn }) => ({ x, y, reach: reachOf(status, close, 40, turn) }));
    fc.assert(
      fc.property(fc.array(mark, { minLength: 1, maxLength: 60 }), (marks) => {
        const boxes = placeLabels(
          marks.map((one) => ({ ...one, ...label })),
          marks,
        );
        const drawn = boxes.filter((box) => box !== null);
        for (const [n, box] of drawn.entries()) {
          expect(marks.some((one) => meets(markBox(one), box))).toBe(false);
          expect(drawn.slice(n + 1).some((other) => meets(other, box))).toBe(false);
        }
        // What comes later takes nothing from what came first.
        const [first] = marks;
        if (first === undefined) return;
        const alone = placeLabels([{ ...first, ...label }], marks);
        expect(boxes[0]).toEqual(alone[0]);
      }),
    );
  });

  it('keep clear of the point of a mark that drives towards them', () => {
    // From close by the point of a drop stands 18.5 px before its middle, with an edge of 1.5.
    const south = { x: 100, y: 100, reach: reachOf('driving', true, 40, 180) };
    expect(placeLabels([{ ...south, ...label }], [south])[0]?.top).toBeCloseTo(120);
    const north = { ...south, reach: reachOf('driving', true, 40, 0) };
    expect(placeLabels([{ ...north, ...label }], [north])[0]?.top).toBeCloseTo(113.5);
    // From afar, at half its size: an arrow to the east.
    const east = reachOf('driving', false, 13, 90);
    expect([east.right, east.left]).toEqual([expect.closeTo(5.625), expect.closeTo(4.875)]);
    const stopped = reachOf('stopped', false, 26, 0);
    expect(stopped.down).toBe(7.25);
    // The ring of what is selected is a part of its mark.
    expect(ringed(stopped)).toEqual({ left: 17, right: 17, up: 17, down: 17 });
    expect(ringed(reachOf('driving', true, 40, 180)).down).toBeCloseTo(20);
  });

  it('stand above, after or before their mark where below is taken', () => {
    const at = { x: 100, y: 100, reach: even };
    const below = { x: 100, y: 118, reach: even };
    const above = { x: 100, y: 82, reach: even };
    const [box] = placeLabels([{ ...at, ...label }], [at, below]);
    expect(box?.bottom).toBe(at.y - REACH);
    const [beside] = placeLabels([{ ...at, ...label }], [at, below, above]);
    expect(beside?.left).toBe(at.x + REACH);
  });
});

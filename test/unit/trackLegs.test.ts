import { describe, expect, test } from 'vitest';
import { positionsOf } from '../../renderer/records/trips.ts';
import { lineBetween, trackOf } from '../../shared/rules/track.ts';
import type { TrackPoint } from '../../shared/rules/track.ts';
import { legsOfTrack, partsOfPositions } from '../../shared/rules/trackLegs.ts';

const MINUTE = 60_000;
/** A point on the way north: a hundredth of a degree is about 1.1 km. */
const point = (minute: number, lat: number, speedKmh: number | null = null): TrackPoint => ({
  ...{ lat, lng: -2.3, atMs: minute * MINUTE, speedKmh },
});
const legs = (points: readonly TrackPoint[]) =>
  legsOfTrack(trackOf('d', 'device', partsOfPositions(points)));
const told = (points: readonly TrackPoint[]) =>
  legs(points).map(({ state, fromMs, toMs }) => [state, fromMs / MINUTE, toMs / MINUTE]);

describe('bare positions', () => {
  test('become what was driven and where it stood, each beginning where the one before ends', () => {
    const points = [
      point(0, 41, 50),
      point(1, 41.01, 60),
      point(2, 41.02, 0),
      point(3, 41.02, 0),
      point(5, 41.0201, 1),
      point(6, 41.0201, 40),
      point(7, 41.03, 40),
    ];
    expect(told(points)).toEqual([
      ['driving', 0, 2],
      ['stopped', 2, 6],
      ['driving', 6, 7],
    ]);
    const [first] = legs(points);
    expect(first?.distanceM).toBeGreaterThan(2_200);
    expect(first?.distanceM).toBeLessThan(2_250);
    expect(first?.maxKmh).toBe(60);
    expect(legs(points)[1]).toMatchObject({ distanceM: 0, maxKmh: null });
  });

  test('a short stand is no stop, and silence on the way is a gap', () => {
    expect(
      told([point(0, 41, 50), point(1, 41.01, 0), point(2, 41.01, 30), point(3, 41.02)]),
    ).toEqual([['driving', 0, 3]]);
    expect(
      told([point(0, 41, 50), point(1, 41.01, 50), point(40, 41.2, 50), point(41, 41.21)]),
    ).toEqual([
      ['driving', 0, 1],
      ['gap', 1, 40],
      ['driving', 40, 41],
    ]);
  });

  test('a stretch is the same line once more points are there', () => {
    const few = [point(10, 41.1, 50), point(11, 41.11, 50), point(12, 41.12, 0), point(20, 41.12)];
    const more = [point(0, 41, 50), ...few, point(11.5, 41.115, 50)];
    const [leg] = legs(few);
    const lineOf = (points: readonly TrackPoint[]) =>
      lineBetween(
        trackOf('d', 'device', partsOfPositions(points)),
        leg?.fromMs ?? 0,
        leg?.toMs ?? 0,
      ).map(({ lat }) => lat);
    expect(lineOf(few)).toEqual([41.1, 41.11, 41.12]);
    expect(lineOf(more)).toEqual([41.1, 41.11, 41.115, 41.12]);
  });

  test('in any order, one alone, or none', () => {
    const mixed = [point(2, 41.02, 40), point(0, 41, 40), point(1, 41.01, 40)];
    expect(told(mixed)).toEqual([['driving', 0, 2]]);
    expect(partsOfPositions([point(0, 41)])).toEqual([
      { state: 'stopped', points: [point(0, 41)] },
    ]);
    expect(partsOfPositions([])).toEqual([]);
  });

  test('are read out of whatever list the tenant sends; what is no place is left out', () => {
    const row = { lat: 41, lng: -2, ts: '2026-05-01T10:00:00Z', speed: 12 };
    const rows = [
      { ...row, ts: '2026-05-01T11:00:00Z' },
      row,
      { ...row, lat: 141 },
      { lat: 1 },
      'x',
    ];
    for (const answer of [rows, { data: rows }]) {
      expect(positionsOf(JSON.stringify(answer)).map(({ atMs }) => atMs)).toEqual([
        ...[Date.UTC(2026, 4, 1, 10), Date.UTC(2026, 4, 1, 11)],
      ]);
    }
    expect(positionsOf('{"data":"none"}')).toEqual([]);
    expect(positionsOf(null)).toEqual([]);
  });
});

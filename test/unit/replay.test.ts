import { describe, expect, it } from 'vitest';
import { advance, neighbour } from '../../shared/rules/replay.ts';
import { trackOf } from '../../shared/rules/track.ts';
import type { TrackPart } from '../../shared/rules/track.ts';

const START_MS = Date.UTC(2026, 2, 9, 8);
const at = (s: number): number => START_MS + s * 1000;
const part = (state: TrackPart['state'], ...seconds: number[]): TrackPart => ({
  state,
  points: seconds.map((s) => ({ lat: 41 + s * 1e-5, lng: -2.3, atMs: at(s), speedKmh: 40 })),
});
/** Drives a minute, stands half an hour, drives another minute. */
const track = trackOf('1', 'one', [
  part('driving', 0, 30, 60),
  part('stopped', 60, 1860),
  part('driving', 1860, 1920),
]);
/** Begins to drive while the other one stands. */
const other = trackOf('2', 'two', [part('stopped', 0, 600), part('driving', 600, 700)]);
const plain = { rate: 1, skipStops: false };

describe('a replay', () => {
  it('runs in true time, times its rate', () => {
    expect(advance([track], at(0), 500, plain).atMs).toBe(at(0.5));
    expect(advance([track], at(0), 500, { ...plain, rate: 0.5 }).atMs).toBe(at(0.25));
    expect(advance([track], at(0), 500, { ...plain, rate: 120 }).atMs).toBe(at(60));
  });

  it('leaves out stops where that is wanted, until any of several vehicles drives', () => {
    const skip = { rate: 1, skipStops: true };
    expect(advance([track], at(60), 1000, skip).atMs).toBe(at(1860));
    expect(advance([track, other], at(60), 1000, skip).atMs).toBe(at(600));
    expect(advance([track], at(30), 1000, skip).atMs).toBe(at(31));
    expect(advance([other], at(695), 10_000, skip)).toEqual({ atMs: at(700), ended: true });
  });

  it('ends at the last point, and where there is none', () => {
    expect(advance([track], at(1919), 5000, plain)).toEqual({ atMs: at(1920), ended: true });
    expect(advance([], 7, 5000, plain)).toEqual({ atMs: 7, ended: true });
  });

  it('steps to the nearest point of any track, both ways', () => {
    expect(neighbour([track, other], at(30), 1)).toBe(at(60));
    expect(neighbour([track, other], at(61), 1)).toBe(at(600));
    expect(neighbour([track, other], at(650), -1)).toBe(at(600));
    expect(neighbour([track], at(60), -1)).toBe(at(30));
    expect(neighbour([track], at(0), -1)).toBe(at(0));
  });
});

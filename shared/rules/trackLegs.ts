import { haversineM } from './geo.ts';
import type { LatLng } from './geo.ts';
import { STILL_M, stateAt } from './track.ts';
import type { Track, TrackPart, TrackPoint, TrackState } from './track.ts';

/**
 * Trips and stops out of bare positions: a device tells where it was and how fast, not what it did.
 * Pure; routes of the service come with their parts and need none of this.
 */

/** Slower than this it stands: receivers drift. */
const STILL_KMH = 3;
/** What stands for less waits at a light. */
const STOP_MS = 2 * 60_000;

function stands(a: TrackPoint, b: TrackPoint): boolean {
  const isSlow = (point: TrackPoint): boolean =>
    point.speedKmh === null || point.speedKmh < STILL_KMH;
  return isSlow(a) && haversineM(a, b) <= STILL_M;
}

/**
 * Positions as stretches that were driven and stretches that it stood, each beginning where the one
 * before ends.
 *
 * @param points in any order
 */
export function partsOfPositions(points: readonly TrackPoint[]): TrackPart[] {
  const all = points.toSorted((a, b) => a.atMs - b.atMs);
  /** Where each stretch begins, and whether it stands from there. */
  const stretches: { from: number; still: boolean }[] = [];
  for (let i = 0; i + 1 < all.length; i += 1) {
    const [a, b] = [all[i], all[i + 1]];
    if (a === undefined || b === undefined) break;
    const still = stands(a, b);
    if (stretches.at(-1)?.still !== still) stretches.push({ from: i, still });
  }
  const parts: { state: TrackPart['state']; from: number; to: number }[] = [];
  for (const [index, { from, still }] of stretches.entries()) {
    const to = stretches[index + 1]?.from ?? all.length - 1;
    const isStop = still && (all[to]?.atMs ?? 0) - (all[from]?.atMs ?? 0) >= STOP_MS;
    const state = isStop ? 'stopped' : 'driving';
    const before = parts.at(-1);
    if (before?.state === state) before.to = to;
    else parts.push({ state, from, to });
  }
  // One position alone is where it stood.
  if (parts.length === 0) return all.length === 0 ? [] : [{ state: 'stopped', points: all }];
  return parts.map(({ state, from, to }) => ({ state, points: all.slice(from, to + 1) }));
}

/** A stretch of a track in which one thing was done. */
export interface TrackLeg {
  readonly state: TrackState;
  readonly fromMs: number;
  readonly toMs: number;
  /** Along its points; zero where it stood, and where nothing is known. */
  readonly distanceM: number;
  /** km/h; null where it did not drive. */
  readonly maxKmh: number | null;
  readonly at: LatLng;
}

/** The legs of a track in the order of time, gaps included. */
export function legsOfTrack(track: Track): TrackLeg[] {
  const legs: TrackLeg[] = [];
  const last = track.atMs.length - 1;
  let from = 0;
  for (let i = 1; i <= last; i += 1) {
    if (i !== last && stateAt(track, i) === stateAt(track, from)) continue;
    legs.push(legOf(track, from, i));
    from = i;
  }
  return legs;
}

function legOf(track: Track, from: number, to: number): TrackLeg {
  const { lat, lng, atMs, speedKmh } = track;
  const at = (i: number): LatLng => ({ lat: lat[i] ?? 0, lng: lng[i] ?? 0 });
  const state = stateAt(track, from);
  let [distanceM, maxKmh] = [0, 0];
  for (let i = from; state === 'driving' && i < to; i += 1) {
    distanceM += haversineM(at(i), at(i + 1));
    maxKmh = Math.max(maxKmh, speedKmh[i] ?? 0);
  }
  return {
    ...{ state, distanceM },
    fromMs: atMs[from] ?? 0,
    toMs: atMs[to] ?? 0,
    maxKmh: state === 'driving' ? maxKmh : null,
    at: at(from),
  };
}

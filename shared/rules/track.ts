import { bearingDeg, haversineM, lngNear, wrapLng } from './geo.ts';
import type { Bounds, LatLng } from './geo.ts';

/**
 * Where something was, point by point, whatever told it: trips of the service, a device's own
 * positions, or a source that comes later. Columns instead of objects: a million points are a few
 * arrays. Pure; the map, the graph and the files are made of it.
 */

/** What happened from a point to the next one. `gap`: nothing was told in between. */
export const TRACK_STATES = ['driving', 'idle', 'stopped', 'gap'] as const;
export type TrackState = (typeof TRACK_STATES)[number];
const GAP = TRACK_STATES.indexOf('gap');

export interface Track {
  /** What it is the track of: a vehicle's id, a device's. */
  readonly id: string;
  readonly name: string;
  /** Degrees WGS 84. */
  readonly lat: Float64Array;
  /** Counted on beyond 180° where the way crosses the antimeridian, so that it goes on as it is driven. */
  readonly lng: Float64Array;
  /** ms since 1970, ascending. */
  readonly atMs: Float64Array;
  /** As it was told where a vehicle can be so fast, else by the way and the time to the next point; NaN in a gap. */
  readonly speedKmh: Float32Array;
  /** By TRACK_STATES: what happened from this point to the next. */
  readonly state: Uint8Array;
}

/** A point as a source tells it. */
export interface TrackPoint extends LatLng {
  readonly atMs: number;
  /** Null where the source tells none. */
  readonly speedKmh: number | null;
}

/** A stretch of one state, its points in the order of time. */
export interface TrackPart {
  readonly state: Exclude<TrackState, 'gap'>;
  readonly points: readonly TrackPoint[];
}

/** Longer silence on the way is a gap, unless it did not move. */
export const GAP_MS = 5 * 60_000;
/** Within this distance it did not move, whatever the receiver's scatter says. */
export const STILL_M = 60;
/** No road vehicle: a receiver that lost its way. */
const FASTEST_KMH = 300;

/** Trackers write all kinds of numbers for a speed that they don't know. */
const isSpeed = (kmh: number | null): kmh is number =>
  kmh !== null && kmh >= 0 && kmh <= FASTEST_KMH;

/** Makes a track of the parts of one day or of many, in the order of time. */
export function trackOf(id: string, name: string, parts: readonly TrackPart[]): Track {
  const ordered = parts
    .filter(({ points }) => points.length > 0)
    .toSorted((a, b) => (a.points[0]?.atMs ?? 0) - (b.points[0]?.atMs ?? 0));
  const most = ordered.reduce((sum, { points }) => sum + points.length, 0);
  const [lat, lng, atMs] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  const speedKmh = new Float32Array(most);
  const state = new Uint8Array(most);
  let n = 0;
  for (const part of ordered) {
    const own = TRACK_STATES.indexOf(part.state);
    for (const point of part.points) {
      // The end of one part is the beginning of the next.
      const same = n > 0 && point.atMs === atMs[n - 1];
      if (n > 0 && point.atMs < (atMs[n - 1] ?? 0)) continue;
      const i = same ? n - 1 : n;
      lat[i] = point.lat;
      lng[i] = i === 0 ? point.lng : lngNear(point.lng, lng[i - 1] ?? 0);
      atMs[i] = point.atMs;
      speedKmh[i] = isSpeed(point.speedKmh) ? point.speedKmh : NaN;
      state[i] = own;
      if (!same) n += 1;
    }
  }
  const track: Track = {
    ...{ id, name, lat: lat.subarray(0, n), lng: lng.subarray(0, n), atMs: atMs.subarray(0, n) },
    ...{ speedKmh: speedKmh.subarray(0, n), state: state.subarray(0, n) },
  };
  fill(track);
  return track;
}

/** Marks gaps, and works out the speeds that were not told. */
function fill({ lat, lng, atMs, speedKmh, state }: Track): void {
  const last = atMs.length - 1;
  for (let i = 0; i < last; i += 1) {
    const ms = (atMs[i + 1] ?? 0) - (atMs[i] ?? 0);
    const wayM = haversineM(
      { lat: lat[i] ?? 0, lng: lng[i] ?? 0 },
      { lat: lat[i + 1] ?? 0, lng: lng[i + 1] ?? 0 },
    );
    const kmh = ms > 0 ? (wayM / ms) * 3600 : 0;
    if ((ms > GAP_MS && wayM > STILL_M) || kmh > FASTEST_KMH) {
      state[i] = GAP;
      speedKmh[i] = NaN;
    } else if (Number.isNaN(speedKmh[i])) {
      speedKmh[i] = state[i] === 0 ? kmh : 0;
    }
  }
  if (last >= 0) {
    if (Number.isNaN(speedKmh[last])) speedKmh[last] = 0;
  }
}

/** A point of a track as a position on the globe. */
export function positionAt({ lat, lng }: Track, index: number): LatLng {
  return { lat: lat[index] ?? 0, lng: wrapLng(lng[index] ?? 0) };
}

/** The state from a point to the next one. */
export function stateAt(track: Track, index: number): TrackState {
  return TRACK_STATES[track.state[index] ?? GAP] ?? 'gap';
}

/** The last point at or before an instant; -1 before the first. */
export function indexAt({ atMs }: Track, instantMs: number): number {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((atMs[middle] ?? 0) <= instantMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The points of a stretch of time, from the last one before it. */
export function lineBetween(track: Track, fromMs: number, toMs: number): LatLng[] {
  const from = Math.max(0, indexAt(track, fromMs));
  const to = indexAt(track, toMs);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => ({
    lat: track.lat[from + k] ?? 0,
    lng: track.lng[from + k] ?? 0,
  }));
}

/** Where it was at an instant, between the points that are known. */
export interface TrackPlace extends LatLng {
  readonly index: number;
  readonly state: TrackState;
  /** NaN where nothing is known. */
  readonly speedKmh: number;
  /** Degrees clockwise from north; null while it stands. */
  readonly headingDeg: number | null;
}

/** Null for a track without points, and outside of its time. */
export function placeAt(track: Track, instantMs: number): TrackPlace | null {
  const { lat, lng, atMs, speedKmh } = track;
  const last = atMs.length - 1;
  const index = indexAt(track, instantMs);
  if (index < 0 || (index === last && instantMs > (atMs[last] ?? 0))) return null;
  const here = { lat: lat[index] ?? 0, lng: lng[index] ?? 0 };
  const state = stateAt(track, index);
  const speed = speedKmh[index] ?? NaN;
  if (index === last) return { ...here, index, state, speedKmh: speed, headingDeg: null };
  const next = { lat: lat[index + 1] ?? 0, lng: lng[index + 1] ?? 0 };
  const [from, to] = [atMs[index] ?? 0, atMs[index + 1] ?? 0];
  const share = to > from ? (instantMs - from) / (to - from) : 0;
  const moves = haversineM(here, next) > 2;
  return {
    lat: here.lat + (next.lat - here.lat) * share,
    lng: here.lng + (next.lng - here.lng) * share,
    ...{ index, state },
    speedKmh: speed,
    headingDeg: moves ? bearingDeg(here, next) : null,
  };
}

/** First and last instant of several tracks; null where none has a point. */
export function timeSpan(tracks: readonly Track[]): { fromMs: number; toMs: number } | null {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const { atMs } of tracks) {
    if (atMs.length === 0) continue;
    fromMs = Math.min(fromMs, atMs[0] ?? Infinity);
    toMs = Math.max(toMs, atMs.at(-1) ?? -Infinity);
  }
  return fromMs <= toMs ? { fromMs, toMs } : null;
}

/**
 * Indexes of the points to draw, ascending, one list for each stretch that is in sight: those from which a
 * line in sight leads on, and the one that it ends at, and every n-th of them where they are more than `most`. Points
 * where the state changes always stay, so that no stop and no gap is drawn away.
 *
 * @param sight null for all of it
 */
export function thinned(track: Track, sight: Bounds | null, most: number): Uint32Array[] {
  const { lat, lng, state } = track;
  const n = lat.length;
  const middle = sight === null ? 0 : (sight.west + sight.east) / 2;
  // Between two points that lie outside a line may still cross the picture.
  const crosses = (i: number): boolean => {
    if (sight === null) return true;
    const next = Math.min(i + 1, n - 1);
    const [a, b] = [lat[i] ?? 0, lat[next] ?? 0];
    // A map that is turned over the date line counts on, as the track does, and maybe from the other side.
    const turn = lngNear(lng[i] ?? 0, middle) - (lng[i] ?? 0);
    const [o, p] = [(lng[i] ?? 0) + turn, (lng[next] ?? 0) + turn];
    return (
      Math.max(a, b) >= sight.south &&
      Math.min(a, b) <= sight.north &&
      Math.max(o, p) >= sight.west &&
      Math.min(o, p) <= sight.east
    );
  };
  const visible = new Uint8Array(n);
  let seen = 0;
  for (let i = 0; i < n; i += 1) {
    if (!crosses(i)) continue;
    visible[i] = 1;
    seen += 1;
  }
  const step = Math.max(1, Math.ceil(seen / Math.max(1, most)));
  const stretches: Uint32Array[] = [];
  const open: number[] = [];
  const close = (): void => {
    if (open.length > 1) stretches.push(Uint32Array.from(open));
    open.length = 0;
  };
  let nth = 0;
  for (let i = 0; i < n; i += 1) {
    if (visible[i] === 1) {
      const ends = open.length === 0 || i === n - 1 || visible[i + 1] !== 1;
      if (ends || state[i] !== state[i - 1] || nth % step === 0) open.push(i);
      nth += 1;
    } else if (open.length > 0) {
      open.push(i);
      close();
    }
  }
  close();
  return stretches;
}

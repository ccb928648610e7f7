import type { LatLng } from '../../../shared/rules/geo.ts';
import { stateAt } from '../../../shared/rules/track.ts';
import type { Track, TrackState } from '../../../shared/rules/track.ts';
import { speedIn } from '../../state/unitChoice.ts';
import { inSpeedUnits } from '../../state/units.ts';

/**
 * Classes of speed, each below its limit, and one above the last: round in the unit that is read, and about
 * as fast in the other. The colours of a route and their legend are made of them.
 */
const LIMITS = { kmh: [20, 40, 60, 80, 110], mph: [10, 25, 35, 50, 70] } as const;

/** The limits in the person's unit, as km/h, ascending. */
export function speedLimitsKmh(): number[] {
  return LIMITS[speedIn()].map((limit) => limit / inSpeedUnits(1));
}

/** A line of one kind between points of a track. */
export interface Run {
  readonly state: TrackState;
  /** The class of its speed: 0 the slowest, and for whatever is not driven. */
  readonly speed: number;
  readonly line: readonly LatLng[];
}

/** Lines between the points of each stretch (as `thinned` gives them), each of one state and one class of speed. */
export function runsOf(track: Track, stretches: readonly Uint32Array[]): Run[] {
  const limitsKmh = speedLimitsKmh();
  return stretches.flatMap((stretch) => runsOfStretch(track, stretch, limitsKmh));
}

function runsOfStretch(track: Track, stretch: Uint32Array, limitsKmh: readonly number[]): Run[] {
  const runs: { state: TrackState; speed: number; line: LatLng[] }[] = [];
  const at = (i: number): LatLng => ({ lat: track.lat[i] ?? 0, lng: track.lng[i] ?? 0 });
  const classOf = (kmh: number): number => {
    const found = limitsKmh.findIndex((limit) => kmh < limit);
    return found === -1 ? limitsKmh.length : found;
  };
  for (let k = 0; k + 1 < stretch.length; k += 1) {
    const [i, next] = [stretch[k] ?? 0, stretch[k + 1] ?? 0];
    const state = stateAt(track, i);
    const speed = state === 'driving' ? classOf(track.speedKmh[i] ?? 0) : 0;
    const open = runs.at(-1);
    if (open !== undefined && open.state === state && open.speed === speed)
      open.line.push(at(next));
    else runs.push({ state, speed, line: [at(i), at(next)] });
  }
  return runs;
}

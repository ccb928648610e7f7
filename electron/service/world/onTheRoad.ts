import type { LatLng } from '../../../shared/rules/geo.ts';
import { motionAt, topSpeedMs, type Leg } from './leg.ts';
import type { Places } from './destinations.ts';
import { positionOnPath } from './route.ts';
import type { Activity, Drive } from './round.ts';

/** Where a vehicle is, and how fast, while it does something or stands. */
export interface OnTheRoad {
  /** `intoMs`: since the activity began. */
  whereAt(activity: Activity, intoMs: number): LatLng & { headingDeg: number };
  parkedAt(place: number): LatLng & { headingDeg: number };
  /** Metres a second. */
  speedAt(activity: Activity, intoMs: number): number;
  /** The highest speed of a drive between two moments of its activity, in metres a second. */
  topSpeed(drive: Drive, fromMs: number, toMs: number): number;
}

export function createOnTheRoad({ network, spot, leg }: Places): OnTheRoad {
  const legOf = ({ from, to, mood }: Drive): Leg => leg(from, to, mood);

  const parkedAt: OnTheRoad['parkedAt'] = (place) => {
    const { edge, offsetM } = spot(place);
    const path = { steps: [{ edge, startM: offsetM, endM: offsetM }], lengthM: 0 };
    return positionOnPath(network, path, 0);
  };

  return {
    parkedAt,
    whereAt(activity, intoMs) {
      if ('place' in activity.at) return parkedAt(activity.at.place);
      const route = legOf(activity.at);
      const runMs = activity.type === 'driving' ? intoMs : 0;
      const { distanceM } = motionAt(route, activity.at.legFromS + runMs / 1000);
      return positionOnPath(network, route.path, distanceM);
    },
    speedAt(activity, intoMs) {
      if (activity.type !== 'driving' || 'place' in activity.at) return 0;
      return motionAt(legOf(activity.at), activity.at.legFromS + intoMs / 1000).speedMs;
    },
    topSpeed: (drive, fromMs, toMs) =>
      topSpeedMs(legOf(drive), drive.legFromS + fromMs / 1000, drive.legFromS + toMs / 1000),
  };
}

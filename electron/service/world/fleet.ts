import { stateAt, type Member, type Traffic } from './member.ts';
import { createOnTheRoad } from './onTheRoad.ts';
import { placesOf } from './destinations.ts';
import { fractionOf, hashInts, hashText } from './random.ts';
import { DAY_MS, MINUTE_MS } from './round.ts';
import { createTimetable } from './timetable.ts';
import { tripOf } from './trip.ts';
import type { Fleet, Town, Trip } from './types.ts';

/** Fleets beyond this size share the rounds of a pool, each vehicle some minutes apart. */
const LARGEST_UNSHARED = 2000;
const POOL = 500;

/**
 * A fleet that has always been driving and always will be: the state at any time, and the trips
 * of any range, follow from the town, the seed and the time alone. Nothing jumps: a vehicle's
 * position is continuous, its odometer never goes back, and the distances of its trips are
 * exactly the odometer's differences.
 */
export function createFleet(town: Town, seed: string, count: number): Fleet {
  const base = hashText(`fleet:${seed}`);
  const places = placesOf(town, seed);
  const shared = count > LARGEST_UNSHARED;
  const table = createTimetable(town, places, base, shared ? POOL : count);
  const traffic: Traffic = {
    table,
    road: createOnTheRoad(places),
    seed: base,
    startOfDay(tMs) {
      const offsetMs = town.utcOffsetMinutes * MINUTE_MS;
      return Math.floor((tMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
    },
  };
  const member = (vehicle: number): Member => {
    if (!Number.isInteger(vehicle) || vehicle < 0 || vehicle >= count) {
      throw new RangeError(`No vehicle ${vehicle} in a fleet of ${count}`);
    }
    if (!shared) return { vehicle, rounds: vehicle, shiftMs: 0 };
    const shiftMinutes = Math.round((fractionOf(hashInts(base, vehicle, 3)) - 0.5) * 180);
    return { vehicle, rounds: vehicle % POOL, shiftMs: shiftMinutes * MINUTE_MS };
  };

  return {
    count,
    homeDepot: (vehicle) => table.depotOf(member(vehicle).rounds),
    vehicleAt: (vehicle, tMs) => stateAt(traffic, member(vehicle), tMs),
    tripsBetween(vehicle, fromMs, toMs, options) {
      const asked = member(vehicle);
      const trips: Trip[] = [];
      for (const piece of table.piecesFrom(asked.rounds, fromMs + asked.shiftMs)) {
        if (piece.startMs - asked.shiftMs >= toMs) break;
        const coordinates = options?.coordinates ?? false;
        trips.push(tripOf(traffic, asked, piece, { fromMs, toMs }, coordinates));
      }
      return trips;
    },
  };
}

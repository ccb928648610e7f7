import type { LatLng } from '../../../shared/rules/geo.ts';
import { motionAt, topSpeedMs } from './leg.ts';
import { createPlaces } from './destinations.ts';
import { fractionOf, hashInts, hashText } from './random.ts';
import { positionOnPath } from './route.ts';
import { DAY_MS, MINUTE_MS } from './round.ts';
import type { Activity, Drive, Totals } from './round.ts';
import { createTimetable } from './timetable.ts';
import type { Moment, Piece } from './timetable.ts';
import type { Fleet, Town, Trip, TripPoint, VehicleState, VehicleToday } from './types.ts';

/** Fleets beyond this size share the rounds of a pool, each vehicle some minutes apart. */
const LARGEST_UNSHARED = 2000;
const POOL = 500;
/** Engine hours before the count are the odometer at this speed. */
const PAST_SPEED_MS = 8;
const REPORT_EVERY_MS = 10_000;
const PARKED_REPORT_EVERY_MS = 5 * MINUTE_MS;

/**
 * A fleet that has always been driving and always will be: the state at any time, and the trips
 * of any range, follow from the town, the seed and the time alone. Nothing jumps: a vehicle's
 * position is continuous, its odometer never goes back, and the distances of its trips are
 * exactly the odometer's differences.
 */
export function createFleet(town: Town, seed: string, count: number): Fleet {
  const base = hashText(`fleet:${seed}`);
  const places = createPlaces(town, seed);
  const shared = count > LARGEST_UNSHARED;
  const table = createTimetable(town, places, base, shared ? POOL : count);
  const { network } = places;

  const check = (vehicle: number): void => {
    if (!Number.isInteger(vehicle) || vehicle < 0 || vehicle >= count) {
      throw new RangeError(`No vehicle ${vehicle} in a fleet of ${count}`);
    }
  };
  const member = (vehicle: number): number => (shared ? vehicle % POOL : vehicle);
  const shiftMs = (vehicle: number): number =>
    shared ? Math.round((fractionOf(hashInts(base, vehicle, 3)) - 0.5) * 180) * MINUTE_MS : 0;
  const startOfDay = (tMs: number): number => {
    const offsetMs = town.utcOffsetMinutes * MINUTE_MS;
    return Math.floor((tMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
  };
  const legOf = ({ from, to, mood }: Drive) => places.leg(from, to, mood);

  const whereAt = (activity: Activity, intoMs: number): LatLng & { headingDeg: number } => {
    if ('place' in activity.at) return parkedAt(activity.at.place);
    const leg = legOf(activity.at);
    const runMs = activity.type === 'driving' ? intoMs : 0;
    const { distanceM } = motionAt(leg, activity.at.legFromS + runMs / 1000);
    return positionOnPath(network, leg.path, distanceM);
  };
  const parkedAt = (place: number): LatLng & { headingDeg: number } => {
    const spot = places.spot(place);
    const path = {
      steps: [{ edge: spot.edge, startM: spot.offsetM, endM: spot.offsetM }],
      lengthM: 0,
    };
    return positionOnPath(network, path, 0);
  };
  const speedMsAt = (activity: Activity, intoMs: number): number =>
    activity.type === 'driving' && !('place' in activity.at)
      ? motionAt(legOf(activity.at), activity.at.legFromS + intoMs / 1000).speedMs
      : 0;

  /** Odometer base, in metres at the start of the timetable's count. */
  const bornM = (vehicle: number): number =>
    30_000_000 + Math.floor(fractionOf(hashInts(base, vehicle, 4)) * 150_000_000);

  const todayOf = (now: Totals, midnight: Totals): VehicleToday => {
    const distanceM = now.distanceM - midnight.distanceM;
    const durationS = (now.drivingMs - midnight.drivingMs) / 1000;
    return {
      distanceM,
      durationS,
      idleDurationS: (now.idleMs - midnight.idleMs) / 1000,
      avgSpeedKmh: durationS > 0 ? (distanceM / durationS) * 3.6 : 0,
    };
  };

  const fuelOf = (vehicle: number, distanceM: number): { fuelL?: number } => {
    if (fractionOf(hashInts(base, vehicle, 5)) > 0.6) return {};
    const tankL = 60 + Math.floor(fractionOf(hashInts(base, vehicle, 6)) * 100);
    const litresPerM = (9 + 14 * fractionOf(hashInts(base, vehicle, 7))) / 100_000;
    const usableL = tankL * 0.8;
    // Filled up whenever four fifths are used.
    return { fuelL: tankL * 0.97 - ((distanceM * litresPerM) % usableL) };
  };

  const stateOf = (vehicle: number, moment: Moment, tMs: number): VehicleState => {
    const own = member(vehicle);
    const back = shiftMs(vehicle);
    const totals = table.totalsAt(own, moment);
    const midnight = table.totalsAt(own, table.momentAt(own, startOfDay(tMs) + back));
    // Long before the count a vehicle had not driven yet.
    const odometerM = Math.max(0, bornM(vehicle) + totals.distanceM);
    const known = {
      odometerM,
      engineHoursS: Math.max(0, bornM(vehicle) / PAST_SPEED_MS + engineS(totals)),
      ...fuelOf(vehicle, odometerM),
      today: todayOf(totals, midnight),
    };
    if (moment.kind === 'parked') {
      const sinceMs = moment.sinceMs - back;
      const { lat, lng, headingDeg } = parkedAt(table.homeOf(own));
      const sleptAtMs = (moment.asleepFromMs ?? Infinity) - back;
      const asleep = tMs >= sleptAtMs;
      return {
        status: asleep ? 'offline' : 'stopped',
        lat,
        lng,
        headingDeg,
        speedKmh: 0,
        lastLoggedAtMs: asleep ? sleptAtMs : lastReport(sinceMs, tMs),
        ...known,
      };
    }
    const { activity, intoMs } = moment;
    const { lat, lng, headingDeg } = whereAt(activity, intoMs);
    const speedKmh = speedMsAt(activity, intoMs) * 3.6;
    const type = activity.type;
    const status = type === 'idle' ? 'idling' : type;
    const lastLoggedAtMs = type === 'stopped' ? lastReport(tMs - intoMs, tMs) : tMs;
    return { status, lat, lng, headingDeg, speedKmh, lastLoggedAtMs, ...known };
  };

  const toTrip = (
    vehicle: number,
    piece: Piece,
    fromMs: number,
    toMs: number,
    coordinates: boolean,
  ): Trip => {
    const own = member(vehicle);
    const back = shiftMs(vehicle);
    const startMs = Math.max(piece.startMs - back, fromMs);
    const endMs = Math.min(piece.endMs - back, toMs);
    const into = (tMs: number): number => tMs + back - piece.startMs;
    const { activity } = piece;
    const place = (tMs: number): LatLng => {
      const at = activity ? whereAt(activity, into(tMs)) : parkedAt(table.homeOf(own));
      return { lat: at.lat, lng: at.lng };
    };
    const odometerAt = (tMs: number): number =>
      table.totalsAt(own, table.momentAt(own, tMs + back)).distanceM;
    const moving =
      activity?.type === 'driving' && !('place' in activity.at) ? activity.at : undefined;
    const distanceM = moving ? odometerAt(endMs) - odometerAt(startMs) : 0;
    const durationS = (endMs - startMs) / 1000;
    const topMs = moving
      ? topSpeedMs(
          legOf(moving),
          moving.legFromS + into(startMs) / 1000,
          moving.legFromS + into(endMs) / 1000,
        )
      : 0;
    const pointAt = (tMs: number): TripPoint => ({
      ...place(tMs),
      tsMs: tMs,
      speedKmh: activity ? speedMsAt(activity, into(tMs)) * 3.6 : 0,
    });
    const points: TripPoint[] = [];
    if (coordinates) {
      points.push(pointAt(startMs));
      const firstMs = (Math.floor(startMs / REPORT_EVERY_MS) + 1) * REPORT_EVERY_MS;
      for (let tMs = firstMs; moving && tMs < endMs; tMs += REPORT_EVERY_MS) {
        points.push(pointAt(tMs));
      }
      points.push(pointAt(endMs));
    }
    return {
      id: `${vehicle}-${piece.day}-${piece.index}`,
      type: activity?.type ?? 'stopped',
      startMs,
      endMs,
      distanceM,
      durationS,
      avgSpeedKmh: (distanceM / durationS) * 3.6,
      maxSpeedKmh: topMs * 3.6,
      start: place(startMs),
      finish: place(endMs),
      ...(coordinates ? { coordinates: points } : {}),
    };
  };

  return {
    count,
    homeDepot(vehicle) {
      check(vehicle);
      return table.depotOf(member(vehicle));
    },
    vehicleAt(vehicle, tMs) {
      check(vehicle);
      return stateOf(vehicle, table.momentAt(member(vehicle), tMs + shiftMs(vehicle)), tMs);
    },
    tripsBetween(vehicle, fromMs, toMs, options) {
      check(vehicle);
      const back = shiftMs(vehicle);
      const trips: Trip[] = [];
      for (const piece of table.piecesFrom(member(vehicle), fromMs + back)) {
        if (piece.startMs - back >= toMs) break;
        trips.push(toTrip(vehicle, piece, fromMs, toMs, options?.coordinates ?? false));
      }
      return trips;
    },
  };
}

const engineS = (totals: Totals): number => (totals.drivingMs + totals.idleMs) / 1000;

const lastReport = (sinceMs: number, tMs: number): number =>
  sinceMs + Math.floor((tMs - sinceMs) / PARKED_REPORT_EVERY_MS) * PARKED_REPORT_EVERY_MS;

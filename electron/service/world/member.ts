import type { OnTheRoad } from './onTheRoad.ts';
import { fractionOf, hashInts } from './random.ts';
import { MINUTE_MS } from './round.ts';
import type { Totals } from './round.ts';
import type { Moment, Timetable } from './timetable.ts';
import type { VehicleState, VehicleToday } from './types.ts';

/** Engine hours before the count are the odometer at this speed. */
const PAST_SPEED_MS = 8;
const PARKED_REPORT_EVERY_MS = 5 * MINUTE_MS;

/** What moves the vehicles of a fleet. */
export interface Traffic {
  table: Timetable;
  road: OnTheRoad;
  /** Decides what is each vehicle's own. */
  seed: number;
  /** When the day of a moment began in the town, ms since the epoch. */
  startOfDay(tMs: number): number;
}

/** One vehicle of a fleet. */
export interface Member {
  vehicle: number;
  /** Whose rounds in the timetable it drives. */
  rounds: number;
  /** How much later than these it drives them, in ms. */
  shiftMs: number;
}

/** Odometer base, in metres at the start of the timetable's count. */
function bornM({ seed }: Traffic, { vehicle }: Member): number {
  return 30_000_000 + Math.floor(fractionOf(hashInts(seed, vehicle, 4)) * 150_000_000);
}

function todayOf(now: Totals, midnight: Totals): VehicleToday {
  const distanceM = now.distanceM - midnight.distanceM;
  const durationS = (now.drivingMs - midnight.drivingMs) / 1000;
  return {
    distanceM,
    durationS,
    idleDurationS: (now.idleMs - midnight.idleMs) / 1000,
    avgSpeedKmh: durationS > 0 ? (distanceM / durationS) * 3.6 : 0,
  };
}

function fuelOf({ seed }: Traffic, { vehicle }: Member, distanceM: number): { fuelL?: number } {
  if (fractionOf(hashInts(seed, vehicle, 5)) > 0.6) return {};
  const tankL = 60 + Math.floor(fractionOf(hashInts(seed, vehicle, 6)) * 100);
  const litresPerM = (9 + 14 * fractionOf(hashInts(seed, vehicle, 7))) / 100_000;
  const usableL = tankL * 0.8;
  // Filled up whenever four fifths are used.
  return { fuelL: tankL * 0.97 - ((distanceM * litresPerM) % usableL) };
}

/** What a vehicle has counted up to a moment. */
function counted(
  traffic: Traffic,
  member: Member,
  moment: Moment,
  tMs: number,
): Pick<VehicleState, 'odometerM' | 'engineHoursS' | 'fuelL' | 'today'> {
  const { table } = traffic;
  const { rounds, shiftMs } = member;
  const totals = table.totalsAt(rounds, moment);
  const startOfDay = table.momentAt(rounds, traffic.startOfDay(tMs) + shiftMs);
  // Long before the count a vehicle had not driven yet.
  const odometerM = Math.max(0, bornM(traffic, member) + totals.distanceM);
  const engineS = (totals.drivingMs + totals.idleMs) / 1000;
  return {
    odometerM,
    engineHoursS: Math.max(0, bornM(traffic, member) / PAST_SPEED_MS + engineS),
    ...fuelOf(traffic, member, odometerM),
    today: todayOf(totals, table.totalsAt(rounds, startOfDay)),
  };
}

function lastReport(sinceMs: number, tMs: number): number {
  return sinceMs + Math.floor((tMs - sinceMs) / PARKED_REPORT_EVERY_MS) * PARKED_REPORT_EVERY_MS;
}

/** Everything that is known of a vehicle at a time. */
export function stateAt(traffic: Traffic, member: Member, tMs: number): VehicleState {
  const { table, road } = traffic;
  const { rounds, shiftMs } = member;
  const moment = table.momentAt(rounds, tMs + shiftMs);
  const known = counted(traffic, member, moment, tMs);
  if (moment.kind === 'parked') {
    const sleptAtMs = (moment.asleepFromMs ?? Infinity) - shiftMs;
    const asleep = tMs >= sleptAtMs;
    return {
      status: asleep ? 'offline' : 'stopped',
      ...road.parkedAt(table.homeOf(rounds)),
      speedKmh: 0,
      lastLoggedAtMs: asleep ? sleptAtMs : lastReport(moment.sinceMs - shiftMs, tMs),
      ...known,
    };
  }
  const { activity, intoMs } = moment;
  const { type } = activity;
  return {
    status: type === 'idle' ? 'idling' : type,
    ...road.whereAt(activity, intoMs),
    speedKmh: road.speedAt(activity, intoMs) * 3.6,
    lastLoggedAtMs: type === 'stopped' ? lastReport(tMs - intoMs, tMs) : tMs,
    ...known,
  };
}

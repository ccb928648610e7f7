import { fractionOf, hashInts, drawFrom } from './random.ts';
import type { Draw } from './random.ts';
import type { LegSummary } from './leg.ts';
import { MOODS } from './destinations.ts';
import type { Places } from './destinations.ts';
import type { TripType } from './types.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** A vehicle's calendar repeats after four weeks, so that its odometer has a closed form. */
export const CALENDAR_DAYS = 28;
/** The rounds that a vehicle drives by turns. */
export const ROUNDS_PER_VEHICLE = 3;
/** A round may start this much later than its time of day. */
export const LATEST_START_MS = 20 * MINUTE_MS;
/** Before this the next round could not start in time. */
const LONGEST_ROUND_MS = DAY_MS - LATEST_START_MS - 5 * MINUTE_MS;

/** No way across the town takes this long. */
const LONGEST_WAY_HOME_MS = 90 * MINUTE_MS;

/** A part of a round in which one thing is done. Times from the start of the round. */
export interface Activity {
  readonly type: TripType;
  readonly startMs: number;
  readonly endMs: number;
  /** Driven in the round before this. */
  readonly doneM: number;
  readonly doneDrivingMs: number;
  readonly doneIdleMs: number;
  readonly lengthM: number;
  /** Where it stands, or the drive and how far into it (seconds) this part begins. */
  readonly at: { readonly place: number } | Drive;
}

export interface Drive {
  readonly from: number;
  readonly to: number;
  readonly mood: number;
  readonly legFromS: number;
}

export interface Totals {
  readonly distanceM: number;
  readonly drivingMs: number;
  readonly idleMs: number;
}

/** From leaving the home bay to being back in it. */
export interface Round {
  readonly activities: readonly Activity[];
  readonly durationMs: number;
  readonly totals: Totals;
}

export interface Roster {
  readonly depot: number;
  readonly home: number;
  /** Local time of day at which a round starts. */
  readonly startOfDayMs: number;
  readonly shiftMs: number;
  /** For each day of the calendar the round that starts on it, or -1 for a day off. */
  readonly calendar: readonly number[];
  readonly customers: readonly number[];
}

/** Who works when. Day 0 of the calendar is a Thursday, as the epoch was. */
export function drawRoster(places: Places, depots: number, vehicle: number, seed: number): Roster {
  const draw = drawFrom(hashInts(seed, vehicle, 1));
  const depot = draw.integer(0, depots - 1);
  const home = places.bayOf(depot, draw.integer(0, 1000));
  const shift = drawShift(draw);
  const near = places.customersNear(draw.integer(0, places.customers - 1));
  // Half of the fleet keeps to one quarter of the town, the others go everywhere.
  const beat = draw.chance(0.5) ? near.slice(0, 40) : near;
  const customers = new Set<number>();
  const wanted = draw.integer(10, 16);
  while (customers.size < wanted) {
    customers.add(beat[draw.integer(0, beat.length - 1)] ?? customers.size);
  }
  const laidUp = draw.chance(0.2) ? draw.integer(0, 3) : -1;
  const calendar: number[] = [];
  for (let day = 0; day < CALENDAR_DAYS; day += 1) {
    const weekday = (day + 4) % 7;
    const works = weekday % 6 !== 0 || draw.chance(shift.weekends);
    const round = draw.integer(0, ROUNDS_PER_VEHICLE - 1);
    calendar.push(works && Math.floor(day / 7) !== laidUp ? round : -1);
  }
  return { depot, home, ...shift, calendar, customers: [...customers] };
}

/** Shares of shifts such that about three in four work by day and two in five by night. */
function drawShift(draw: Draw): { startOfDayMs: number; shiftMs: number; weekends: number } {
  const kind = draw.fraction();
  const hours = (from: number, to: number): number => Math.round(draw.between(from, to) * HOUR_MS);
  if (kind < 0.37) return { startOfDayMs: hours(0, 24), shiftMs: hours(22.2, 23), weekends: 1 };
  if (kind < 0.5)
    return { startOfDayMs: hours(17.5, 19.5), shiftMs: hours(11, 12.5), weekends: 0.95 };
  if (kind < 0.58) return { startOfDayMs: hours(11, 13), shiftMs: hours(9, 11), weekends: 0.6 };
  return { startOfDayMs: hours(5.3, 7.5), shiftMs: hours(10.5, 12.5), weekends: 0.6 };
}

/** Lays out one round: drives to customers with services, loading, queues and breaks. */
export function drawRound(places: Places, roster: Roster, seed: number): Round {
  const draw = drawFrom(seed);
  const activities: Activity[] = [];
  let atMs = 0;
  let doneM = 0;
  let doneDrivingMs = 0;
  let doneIdleMs = 0;
  let place = roster.home;
  const push = (type: TripType, ms: number, lengthM: number, at: Activity['at']): void => {
    if (ms <= 0) return;
    const endMs = atMs + ms;
    activities.push({ type, startMs: atMs, endMs, doneM, doneDrivingMs, doneIdleMs, lengthM, at });
    atMs = endMs;
    doneM += lengthM;
    if (type === 'driving') doneDrivingMs += ms;
    if (type === 'idle') doneIdleMs += ms;
  };
  const minutes = (from: number, to: number): number =>
    Math.round(draw.between(from, to) * 60) * 1000;
  const drive = (to: number, mood: number): void => {
    layOutDrive(places.legSummary(place, to, mood), { from: place, to, mood }, push);
    place = to;
  };
  let restAtMs = roster.shiftMs * draw.between(0.4, 0.55);
  const limitMs = Math.min(roster.shiftMs, LONGEST_ROUND_MS);
  const pickCustomer = (): number =>
    roster.customers[draw.integer(0, roster.customers.length - 1)] ?? place;
  push('idle', minutes(2, 5), 0, { place });
  for (;;) {
    const next = farthest(places, place, [pickCustomer(), pickCustomer(), pickCustomer()]);
    if (next === place) continue;
    const mood = draw.integer(0, MOODS - 1);
    const loadingMs = draw.chance(0.65) ? minutes(2, 6) : 0;
    const serviceMs = loadingMs === 0 || draw.chance(0.5) ? minutes(2, 7) : 0;
    const restMs = atMs > restAtMs ? minutes(25, 35) : 0;
    const thereMs = legMs(places.legSummary(place, next, mood));
    const readyMs = atMs + thereMs + loadingMs + serviceMs + restMs;
    // The way back is worked out only when it could matter.
    if (
      readyMs + LONGEST_WAY_HOME_MS > limitMs &&
      readyMs + legMs(places.legSummary(next, roster.home, 0)) > limitMs
    ) {
      break;
    }
    drive(next, mood);
    push('idle', loadingMs, 0, { place });
    push('stopped', serviceMs + restMs, 0, { place });
    if (restMs > 0) restAtMs += 5 * HOUR_MS;
  }
  if (place !== roster.home) drive(roster.home, 0);
  return {
    activities,
    durationMs: atMs,
    totals: { distanceM: doneM, drivingMs: doneDrivingMs, idleMs: doneIdleMs },
  };
}

/** Of some customers the one farthest from a place: errands round the corner are rare. */
function farthest(places: Places, from: number, choice: readonly number[]): number {
  let best = from;
  let bestM = 0;
  for (const place of choice) {
    const m = places.apartM(from, place);
    if (m > bestM) [best, bestM] = [place, m];
  }
  return best;
}

const legMs = (leg: LegSummary): number => Math.ceil(leg.durationS * 1000);

/** A drive becomes one activity, or several when it waits long enough on the way to be idling. */
function layOutDrive(
  leg: LegSummary,
  way: Omit<Drive, 'legFromS'>,
  push: (type: TripType, ms: number, lengthM: number, at: Drive) => void,
): void {
  let fromMs = 0;
  let fromM = 0;
  for (const wait of leg.waits) {
    const startMs = Math.ceil(wait.atS * 1000);
    const endMs = Math.floor((wait.atS + wait.durationS) * 1000);
    const { atM } = wait;
    push('driving', startMs - fromMs, atM - fromM, { ...way, legFromS: fromMs / 1000 });
    push('idle', endMs - startMs, 0, { ...way, legFromS: startMs / 1000 });
    [fromMs, fromM] = [endMs, atM];
  }
  const leftMs = legMs(leg) - fromMs;
  push('driving', leftMs, leg.lengthM - fromM, { ...way, legFromS: fromMs / 1000 });
}

/** How much later than its time of day the round of a day starts. */
export const lateness = (seed: number, vehicle: number, day: number): number =>
  Math.floor(fractionOf(hashInts(seed, vehicle, day, 2)) * LATEST_START_MS);

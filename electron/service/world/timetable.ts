import { motionAt } from './leg.ts';
import type { Places } from './destinations.ts';
import { fractionOf, hashInts } from './random.ts';
import { createRecent } from './recent.ts';
import {
  CALENDAR_DAYS,
  DAY_MS,
  drawRoster,
  drawRound,
  lateness,
  MINUTE_MS,
  ROUNDS_PER_VEHICLE,
} from './round.ts';
import type { Activity, Roster, Round, Totals } from './round.ts';
import type { Town } from './types.ts';

/** Distances count from this day (2025-01-01), in days since the epoch. */
const FIRST_DAY = 20_089;
const CACHED_ROUNDS = 1600;
/** A parked tracker that falls asleep does so after this. */
const ASLEEP_AFTER_MS = 40 * MINUTE_MS;

/** What a vehicle is doing at a moment. */
export type Moment =
  | {
      readonly kind: 'parked';
      /** Day of the last round, or rather of its start. */
      readonly day: number;
      readonly sinceMs: number;
      readonly untilMs: number;
      /** When the tracker stops reporting, if it does. */
      readonly asleepFromMs: number | undefined;
    }
  | {
      readonly kind: 'working';
      readonly day: number;
      readonly roundStartMs: number;
      readonly index: number;
      readonly activity: Activity;
      readonly intoMs: number;
    };

/** An activity, or the parking at home between two rounds (then without an activity). */
export interface Piece {
  readonly day: number;
  readonly index: number | 'home';
  readonly startMs: number;
  readonly endMs: number;
  readonly activity: Activity | undefined;
}

export interface Timetable {
  depotOf(vehicle: number): number;
  homeOf(vehicle: number): number;
  momentAt(vehicle: number, tMs: number): Moment;
  /** Since the count began. */
  totalsAt(vehicle: number, moment: Moment): Totals;
  /** Pieces without end, the first one being under way at `fromMs`. */
  piecesFrom(vehicle: number, fromMs: number): Generator<Piece>;
}

interface Work {
  readonly durationsMs: readonly number[];
  /** Totals of the calendar before each of its days, and of the whole calendar at the end. */
  readonly before: readonly Totals[];
}

const NOTHING: Totals = { distanceM: 0, drivingMs: 0, idleMs: 0 };

const sum = (a: Totals, b: Totals, times = 1): Totals => ({
  distanceM: a.distanceM + b.distanceM * times,
  drivingMs: a.drivingMs + b.drivingMs * times,
  idleMs: a.idleMs + b.idleMs * times,
});

const modulo = (n: number, m: number): number => ((n % m) + m) % m;

/** Who drives which round on which day. Days are counted since the epoch, in the town's time. */
interface Calendar {
  rosterOf(vehicle: number): Roster;
  workOf(vehicle: number): Work;
  /** The activities of the round of a day; none where there is no round. */
  activitiesOn(vehicle: number, day: number): readonly Activity[];
  /** The day whose round may be under way at a time. */
  dayAt(vehicle: number, tMs: number): number;
  hasRound(vehicle: number, day: number): boolean;
  startOn(vehicle: number, day: number): number;
  endOn(vehicle: number, day: number): number;
  /** The nearest day with a round at or beyond `day`, in the direction of `step`. */
  workday(vehicle: number, day: number, step: 1 | -1): number;
}

function createCalendar(town: Town, places: Places, seed: number, vehicles: number): Calendar {
  const offsetMs = town.utcOffsetMinutes * MINUTE_MS;
  const rounds = createRecent<number, Round>(CACHED_ROUNDS);
  const rosters: (Roster | undefined)[] = new Array<undefined>(vehicles).fill(undefined);
  const works: (Work | undefined)[] = new Array<undefined>(vehicles).fill(undefined);

  /** Who has which depot is known before a single way through the town is looked for. */
  const rosterOf = (vehicle: number): Roster =>
    (rosters[vehicle] ??= drawRoster(places, town.depots.length, vehicle, seed));
  const roundOf = (vehicle: number, variant: number): Round =>
    rounds.get(vehicle * ROUNDS_PER_VEHICLE + variant, () =>
      drawRound(places, rosterOf(vehicle), hashInts(seed, vehicle, variant, 8)),
    );
  const workOf = (vehicle: number): Work =>
    (works[vehicle] ??= workOver(rosterOf(vehicle), (variant) => roundOf(vehicle, variant)));

  const variantOn = (vehicle: number, day: number): number =>
    rosterOf(vehicle).calendar[modulo(day, CALENDAR_DAYS)] ?? -1;
  const startOn = (vehicle: number, day: number): number =>
    day * DAY_MS - offsetMs + rosterOf(vehicle).startOfDayMs + lateness(seed, vehicle, day);

  return {
    rosterOf,
    workOf,
    activitiesOn: (vehicle, day) => roundOf(vehicle, variantOn(vehicle, day)).activities,
    dayAt: (vehicle, tMs) => Math.floor((tMs + offsetMs - rosterOf(vehicle).startOfDayMs) / DAY_MS),
    hasRound: (vehicle, day) => variantOn(vehicle, day) >= 0,
    startOn,
    endOn: (vehicle, day) =>
      startOn(vehicle, day) + (workOf(vehicle).durationsMs[variantOn(vehicle, day)] ?? 0),
    workday(vehicle, day, step) {
      for (let i = 0; i < CALENDAR_DAYS; i += 1) {
        if (variantOn(vehicle, day + i * step) >= 0) return day + i * step;
      }
      throw new Error('A vehicle without a working day');
    },
  };
}

/** What a vehicle's rounds come to, over the whole of its calendar. */
function workOver(roster: Roster, roundOf: (variant: number) => Round): Work {
  const rounds = Array.from({ length: ROUNDS_PER_VEHICLE }, (_, variant) => roundOf(variant));
  const before: Totals[] = [NOTHING];
  let running = NOTHING;
  for (const variant of roster.calendar) {
    running = sum(running, rounds[variant]?.totals ?? NOTHING);
    before.push(running);
  }
  return { durationsMs: rounds.map(({ durationMs }) => durationMs), before };
}

/** The totals of whole days, from the first day of the count up to `day` without it. */
function totalsBefore({ before }: Work, day: number): Totals {
  // The calendar goes by the days since the epoch; the count takes off what lies before it.
  const upTo = (end: number): Totals =>
    sum(
      before[modulo(end, CALENDAR_DAYS)] ?? NOTHING,
      before[CALENDAR_DAYS] ?? NOTHING,
      Math.floor(end / CALENDAR_DAYS),
    );
  return sum(upTo(day), upTo(FIRST_DAY), -1);
}

/** The index of the last activity that has begun so long after the start of its round. */
function activityAt(activities: readonly Activity[], intoRoundMs: number): number {
  let low = 0;
  let high = activities.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((activities[middle]?.startMs ?? Infinity) <= intoRoundMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Metres driven in an activity since it began. */
function drivenM(places: Places, activity: Activity, intoMs: number): number {
  if (activity.type !== 'driving' || 'place' in activity.at) return 0;
  const { from, to, mood, legFromS } = activity.at;
  const leg = places.leg(from, to, mood);
  const startM = motionAt(leg, legFromS).distanceM;
  const m = motionAt(leg, legFromS + intoMs / 1000).distanceM - startM;
  return Math.max(0, Math.min(activity.lengthM, m));
}

/** When each vehicle drives which of its rounds, for all time. */
export function createTimetable(
  town: Town,
  places: Places,
  seed: number,
  vehicles: number,
): Timetable {
  const calendar = createCalendar(town, places, seed, vehicles);

  const parkedAfter = (vehicle: number, day: number): Moment => {
    const sinceMs = calendar.endOn(vehicle, day);
    const untilMs = calendar.startOn(vehicle, calendar.workday(vehicle, day + 1, 1));
    const chance = untilMs - sinceMs > 4 * DAY_MS ? 1 : 0.13;
    const sleeps = fractionOf(hashInts(seed, vehicle, day, 11)) < chance;
    const asleepFromMs = sleeps ? sinceMs + ASLEEP_AFTER_MS : undefined;
    return { kind: 'parked', day, sinceMs, untilMs, asleepFromMs };
  };

  const momentAt = (vehicle: number, tMs: number): Moment => {
    const day = calendar.dayAt(vehicle, tMs);
    const roundStartMs = calendar.startOn(vehicle, day);
    if (!calendar.hasRound(vehicle, day) || tMs < roundStartMs) {
      return parkedAfter(vehicle, calendar.workday(vehicle, day - 1, -1));
    }
    if (tMs >= calendar.endOn(vehicle, day)) return parkedAfter(vehicle, day);
    const intoRoundMs = tMs - roundStartMs;
    const activities = calendar.activitiesOn(vehicle, day);
    const index = activityAt(activities, intoRoundMs);
    const activity = activities[index];
    if (activity === undefined) throw new Error('A round without activities');
    const intoMs = intoRoundMs - activity.startMs;
    return { kind: 'working', day, roundStartMs, index, activity, intoMs };
  };

  const totalsAt = (vehicle: number, moment: Moment): Totals => {
    const work = calendar.workOf(vehicle);
    if (moment.kind === 'parked') return totalsBefore(work, moment.day + 1);
    const whole = totalsBefore(work, moment.day);
    const { activity, intoMs } = moment;
    return {
      distanceM: whole.distanceM + activity.doneM + drivenM(places, activity, intoMs),
      drivingMs:
        whole.drivingMs + activity.doneDrivingMs + (activity.type === 'driving' ? intoMs : 0),
      idleMs: whole.idleMs + activity.doneIdleMs + (activity.type === 'idle' ? intoMs : 0),
    };
  };

  function* piecesFrom(vehicle: number, fromMs: number): Generator<Piece> {
    let moment = momentAt(vehicle, fromMs);
    for (;;) {
      if (moment.kind === 'parked') {
        const { day, sinceMs: startMs, untilMs: endMs } = moment;
        yield { day, index: 'home', startMs, endMs, activity: undefined };
        moment = momentAt(vehicle, endMs);
        continue;
      }
      const { day, roundStartMs } = moment;
      const activities = calendar.activitiesOn(vehicle, day);
      for (let index = moment.index; index < activities.length; index += 1) {
        const activity = activities[index];
        if (activity === undefined) break;
        const startMs = roundStartMs + activity.startMs;
        yield { day, index, startMs, endMs: roundStartMs + activity.endMs, activity };
      }
      moment = parkedAfter(vehicle, day);
    }
  }

  return {
    depotOf: (vehicle) => calendar.rosterOf(vehicle).depot,
    homeOf: (vehicle) => calendar.rosterOf(vehicle).home,
    momentAt,
    totalsAt,
    piecesFrom,
  };
}

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
const KEPT_ROUNDS = 1600;
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
  readonly roster: Roster;
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

/** When each vehicle drives which of its rounds, for all time. */
export function createTimetable(
  town: Town,
  places: Places,
  seed: number,
  vehicles: number,
): Timetable {
  const offsetMs = town.utcOffsetMinutes * MINUTE_MS;
  const rounds = createRecent<number, Round>(KEPT_ROUNDS);
  const rosters: (Roster | undefined)[] = new Array<undefined>(vehicles).fill(undefined);
  const works: (Work | undefined)[] = new Array<undefined>(vehicles).fill(undefined);

  /** Who has which depot is known before a single way through the town is looked for. */
  const rosterOf = (vehicle: number): Roster =>
    (rosters[vehicle] ??= drawRoster(places, town.depots.length, vehicle, seed));

  const roundOf = (vehicle: number, roster: Roster, variant: number): Round =>
    rounds.get(vehicle * ROUNDS_PER_VEHICLE + variant, () =>
      drawRound(places, roster, hashInts(seed, vehicle, variant, 8)),
    );

  const workOf = (vehicle: number): Work => {
    const known = works[vehicle];
    if (known !== undefined) return known;
    const roster = rosterOf(vehicle);
    const totals: Totals[] = [];
    const durationsMs: number[] = [];
    for (let variant = 0; variant < ROUNDS_PER_VEHICLE; variant += 1) {
      const round = roundOf(vehicle, roster, variant);
      totals.push(round.totals);
      durationsMs.push(round.durationMs);
    }
    const before: Totals[] = [NOTHING];
    let running = NOTHING;
    for (const variant of roster.calendar) {
      running = sum(running, totals[variant] ?? NOTHING);
      before.push(running);
    }
    const work: Work = { roster, durationsMs, before };
    works[vehicle] = work;
    return work;
  };

  const variantOn = (work: Work, day: number): number =>
    work.roster.calendar[modulo(day, CALENDAR_DAYS)] ?? -1;
  const startOn = (vehicle: number, work: Work, day: number): number =>
    day * DAY_MS - offsetMs + work.roster.startOfDayMs + lateness(seed, vehicle, day);
  const endOn = (vehicle: number, work: Work, day: number): number =>
    startOn(vehicle, work, day) + (work.durationsMs[variantOn(work, day)] ?? 0);

  /** The nearest day with a round at or beyond `day`, in the direction of `step`. */
  const workday = (work: Work, day: number, step: 1 | -1): number => {
    for (let i = 0; i < CALENDAR_DAYS; i += 1) {
      if (variantOn(work, day + i * step) >= 0) return day + i * step;
    }
    throw new Error('A vehicle without a working day');
  };

  const parkedAfter = (vehicle: number, work: Work, day: number): Moment => {
    const sinceMs = endOn(vehicle, work, day);
    const untilMs = startOn(vehicle, work, workday(work, day + 1, 1));
    const chance = untilMs - sinceMs > 4 * DAY_MS ? 1 : 0.13;
    const sleeps = fractionOf(hashInts(seed, vehicle, day, 11)) < chance;
    const asleepFromMs = sleeps ? sinceMs + ASLEEP_AFTER_MS : undefined;
    return { kind: 'parked', day, sinceMs, untilMs, asleepFromMs };
  };

  const momentAt = (vehicle: number, tMs: number): Moment => {
    const work = workOf(vehicle);
    const day = Math.floor((tMs + offsetMs - work.roster.startOfDayMs) / DAY_MS);
    const variant = variantOn(work, day);
    const roundStartMs = startOn(vehicle, work, day);
    if (variant < 0 || tMs < roundStartMs) {
      return parkedAfter(vehicle, work, workday(work, day - 1, -1));
    }
    const intoRoundMs = tMs - roundStartMs;
    if (intoRoundMs >= (work.durationsMs[variant] ?? 0)) return parkedAfter(vehicle, work, day);
    const { activities } = roundOf(vehicle, work.roster, variant);
    let low = 0;
    let high = activities.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((activities[middle]?.startMs ?? Infinity) <= intoRoundMs) low = middle;
      else high = middle - 1;
    }
    const activity = activities[low];
    if (activity === undefined) throw new Error('A round without activities');
    const intoMs = intoRoundMs - activity.startMs;
    return { kind: 'working', day, roundStartMs, index: low, activity, intoMs };
  };

  const totalsAt = (vehicle: number, moment: Moment): Totals => {
    const work = workOf(vehicle);
    // The calendar goes by the days since the epoch; the count takes off what lies before it.
    const upTo = (day: number): Totals =>
      sum(
        work.before[modulo(day, CALENDAR_DAYS)] ?? NOTHING,
        work.before[CALENDAR_DAYS] ?? NOTHING,
        Math.floor(day / CALENDAR_DAYS),
      );
    const day = moment.kind === 'parked' ? moment.day + 1 : moment.day;
    const whole = sum(upTo(day), upTo(FIRST_DAY), -1);
    if (moment.kind === 'parked') return whole;
    const { activity, intoMs } = moment;
    return {
      distanceM: whole.distanceM + activity.doneM + drivenM(activity, intoMs),
      drivingMs:
        whole.drivingMs + activity.doneDrivingMs + (activity.type === 'driving' ? intoMs : 0),
      idleMs: whole.idleMs + activity.doneIdleMs + (activity.type === 'idle' ? intoMs : 0),
    };
  };

  const drivenM = (activity: Activity, intoMs: number): number => {
    if (activity.type !== 'driving' || 'place' in activity.at) return 0;
    const { from, to, mood, legFromS } = activity.at;
    const leg = places.leg(from, to, mood);
    const startM = motionAt(leg, legFromS).distanceM;
    const m = motionAt(leg, legFromS + intoMs / 1000).distanceM - startM;
    return Math.max(0, Math.min(activity.lengthM, m));
  };

  function* piecesFrom(vehicle: number, fromMs: number): Generator<Piece> {
    const work = workOf(vehicle);
    let moment = momentAt(vehicle, fromMs);
    for (;;) {
      if (moment.kind === 'parked') {
        const { day, sinceMs: startMs, untilMs: endMs } = moment;
        yield { day, index: 'home', startMs, endMs, activity: undefined };
        moment = momentAt(vehicle, endMs);
        continue;
      }
      const { day, roundStartMs } = moment;
      const { activities } = roundOf(vehicle, work.roster, variantOn(work, day));
      for (let index = moment.index; index < activities.length; index += 1) {
        const activity = activities[index];
        if (activity === undefined) break;
        const startMs = roundStartMs + activity.startMs;
        yield { day, index, startMs, endMs: roundStartMs + activity.endMs, activity };
      }
      moment = parkedAfter(vehicle, work, day);
    }
  }

  return {
    depotOf: (vehicle) => rosterOf(vehicle).depot,
    homeOf: (vehicle) => rosterOf(vehicle).home,
    momentAt,
    totalsAt,
    piecesFrom,
  };
}

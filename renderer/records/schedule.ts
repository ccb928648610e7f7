import { isFields } from '../../shared/rules/jsonValue.ts';
import { dayAfter, dayOf, instantOfWall } from '../state/zone.ts';

/**
 * When a scheduled report is made. Its shape is the tenant's (section 2.12 of the interface tells
 * none): an hour with a minute, and a day of the week (0 is Sunday, as in cron), several of them, or a
 * day of the month. Whatever else stands there is no schedule that this page knows, and stays as it is.
 * Pure.
 */

export interface Schedule {
  /** Hours and minutes on the wall of the tenant's zone. */
  readonly hour: number;
  readonly minute: number;
  readonly on: On;
}
export type On =
  | { readonly every: 'day' }
  /** At least one, from 0 (Sunday) to 6, in their order from Monday. */
  | { readonly every: 'week'; readonly weekdays: readonly number[] }
  | { readonly every: 'month'; readonly day: number };

/** Weekdays as people count them, from Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
export const WORKDAYS = [1, 2, 3, 4, 5] as const;
const KNOWN = new Set(['hour', 'minute', 'weekday', 'weekdays', 'day']);

/** In the order of the week, each once. */
export function inOrder(weekdays: readonly number[]): readonly number[] {
  return WEEK.filter((weekday) => weekdays.includes(weekday));
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function onOf(given: ReadonlyMap<string, unknown>): On | null {
  const [weekday, weekdays, day] = ['weekday', 'weekdays', 'day'].map((key) => given.get(key));
  const rules = [weekday, weekdays, day].filter((value) => value !== undefined && value !== null);
  if (rules.length === 0) return { every: 'day' };
  if (rules.length > 1) return null;
  if (isWhole(weekday, 0, 6)) return { every: 'week', weekdays: [weekday] };
  if (isWhole(day, 1, 31)) return { every: 'month', day };
  const list: readonly unknown[] = Array.isArray(weekdays) ? weekdays : [];
  const known = list.filter((one) => isWhole(one, 0, 6));
  return known.length > 0 && known.length === list.length
    ? { every: 'week', weekdays: inOrder(known) }
    : null;
}

/** The schedule of a record; null for none, and for one that this page does not know. */
export function scheduleOf(value: unknown): Schedule | null {
  if (!isFields(value)) return null;
  const given = new Map<string, unknown>(Object.entries(value));
  if ([...given.keys()].some((key) => !KNOWN.has(key))) return null;
  const [hour, minute] = [given.get('hour'), given.get('minute') ?? 0];
  const on = onOf(given);
  return on === null || !isWhole(hour, 0, 23) || !isWhole(minute, 0, 59)
    ? null
    : { hour, minute, on };
}

/** A schedule as it travels, in as few fields as it needs. */
export function scheduleBody({ hour, minute, on }: Schedule): Record<string, number | number[]> {
  const time = { hour, ...(minute === 0 ? {} : { minute }) };
  if (on.every === 'day') return time;
  if (on.every === 'month') return { day: on.day, ...time };
  const [only, ...others] = on.weekdays;
  return only !== undefined && others.length === 0
    ? { weekday: only, ...time }
    : { weekdays: [...on.weekdays], ...time };
}

/** Words of a language for schedules. */
export interface ScheduleWords {
  /** From Sunday. */
  readonly weekdays: readonly string[];
  readonly everyDay: string;
  readonly everyWorkday: string;
  readonly everyWeekday: (days: string) => string;
  readonly and: (first: string, last: string) => string;
  readonly everyMonth: (day: string) => string;
  readonly at: (days: string, time: string) => string;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `06:30`. */
export function timeText({ hour, minute }: Pick<Schedule, 'hour' | 'minute'>): string {
  return `${two(hour)}:${two(minute)}`;
}

function isWorkdays(weekdays: readonly number[]): boolean {
  return inOrder(weekdays).join() === WORKDAYS.join();
}

/** `every Monday and Thursday at 06:30`: what `scheduleSaid` reads, in any language. */
export function scheduleText(schedule: Schedule, words: ScheduleWords): string {
  const { on } = schedule;
  const days = (): string => {
    if (on.every === 'month') return words.everyMonth(String(on.day));
    if (on.every === 'day' || on.weekdays.length === 7) return words.everyDay;
    if (isWorkdays(on.weekdays)) return words.everyWorkday;
    const names = inOrder(on.weekdays).map((weekday) => words.weekdays[weekday] ?? '');
    const last = names.pop() ?? '';
    return words.everyWeekday(names.length === 0 ? last : words.and(names.join(', '), last));
  };
  return words.at(days(), timeText(schedule));
}

const DAY_MS = 86_400_000;
/** A day that no month has for long would be looked for in vain. */
const MOST_DAYS = 800;

function isOn(on: On, day: string): boolean {
  if (on.every === 'day') return true;
  if (on.every === 'month') return Number(day.slice(8)) === on.day;
  return on.weekdays.includes(new Date(Date.parse(`${day}T12:00Z`)).getUTCDay());
}

/** The next instants at which it runs, by the clock of a zone; months without its day are left out. */
export function nextRuns(
  schedule: Schedule,
  fromMs: number,
  zone: string | undefined,
  count: number,
): number[] {
  const found: number[] = [];
  const today = dayOf(fromMs - DAY_MS, zone);
  for (let after = 0; found.length < count && after < MOST_DAYS; after += 1) {
    const day = dayAfter(today, after);
    const at = instantOfWall(`${day}T${timeText(schedule)}`, zone);
    if (isOn(schedule.on, day) && at > fromMs) found.push(at);
  }
  return found;
}

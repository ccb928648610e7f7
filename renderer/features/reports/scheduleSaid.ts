import { fold } from '../../../shared/rules/fold.ts';
import { WORKDAYS, inOrder } from '../../records/schedule.ts';
import type { On, Schedule } from '../../records/schedule.ts';

/**
 * Reads a schedule in plain words of the desk's language, in whatever order these stand before the
 * time, which comes last: `every day at 6`, `montags und donnerstags um 7:30`. Pure.
 */

/** What of a language is heard; days of the week are those that it tells them by. */
export interface HeardWords {
  /** From Sunday; each may be cut short, in two letters or more. */
  readonly weekdays: readonly string[];
  readonly short: readonly string[];
  readonly heard: {
    /** Words that say nothing of when. */
    readonly filling: readonly string[];
    /** What may stand before the time. */
    readonly at: readonly string[];
    /** What is written together with the word behind it. */
    readonly joined: readonly string[];
    /** What a weekday may end with. */
    readonly endings: readonly string[];
    /** `day`, `daily`. */
    readonly day: readonly string[];
    readonly workday: readonly string[];
    readonly month: readonly string[];
    readonly noon: readonly string[];
    readonly midnight: readonly string[];
    /** What may stand behind an hour: that it is one, and of which half of the day. */
    readonly hour: readonly string[];
    readonly am: readonly string[];
    readonly pm: readonly string[];
  };
}

/** Digits of Arabic and Persian keyboards. */
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;
const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?([^\d]*)$/;
const DAY = /^(\d{1,2})(?:\.|st|nd|rd|th)?$/;

function plain(said: string): string {
  return fold(said).replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}
function isOneOf(words: readonly string[], word: string): boolean {
  return words.some((one) => plain(one) === word);
}

/** The hour and minute at the end of what was said, and the words before them. */
function timeIn(
  said: readonly string[],
  { noon, midnight, hour: hours, am, pm }: HeardWords['heard'],
): { hour: number; minute: number; rest: readonly string[] } | null {
  const rest = [...said];
  let half: 'am' | 'pm' | null = null;
  const halfOf = (word: string): typeof half =>
    isOneOf(am, word) ? 'am' : isOneOf(pm, word) ? 'pm' : null;
  for (let last = rest.at(-1); last !== undefined; last = rest.at(-1)) {
    if (!isOneOf(hours, last) && halfOf(last) === null) break;
    half = halfOf(last) ?? half;
    rest.pop();
  }
  const word = rest.pop() ?? '';
  if (half === null && isOneOf(noon, word)) {
    return { hour: 12, minute: 0, rest: withoutHour(rest, ['12'], hours) };
  }
  if (half === null && isOneOf(midnight, word)) {
    return { hour: 0, minute: 0, rest: withoutHour(rest, ['0', '00', '12', '24'], hours) };
  }
  const [, digits, minutes = '0', suffix = ''] = TIME.exec(word) ?? [];
  if (digits === undefined) return null;
  if (suffix !== '' && !isOneOf(hours, suffix) && halfOf(suffix) === null) return null;
  half = halfOf(suffix) ?? half;
  const [typed, minute] = [Number(digits), Number(minutes)];
  if (half !== null && (typed < 1 || typed > 12)) return null;
  const hour = half === null ? typed : (typed % 12) + (half === 'pm' ? 12 : 0);
  return hour > 23 || minute > 59 ? null : { hour, minute, rest };
}

/** The words before a noon or a midnight, which may be told with its hour: `12 noon`, `12 Uhr mittags`. */
function withoutHour(
  rest: readonly string[],
  named: readonly string[],
  hours: readonly string[],
): readonly string[] {
  const bare = isOneOf(hours, rest.at(-1) ?? '') ? rest.slice(0, -1) : rest;
  return named.includes(bare.at(-1) ?? '') ? bare.slice(0, -1) : rest;
}

/** Whether a number among the words is no day of a month: `every 3 days`, `at 6 on day 3`. */
function tellsOtherwise(said: readonly string[], { at, day }: HeardWords['heard']): boolean {
  return said.some((word, i) => {
    if (!DAY.test(word)) return false;
    const isCount = /^\d+$/.test(word) && isOneOf(day, said[i + 1] ?? '');
    return isCount || isOneOf(at, said[i - 1] ?? '');
  });
}

function weekdayOf(word: string, { weekdays, short, heard }: HeardWords): number | null {
  const ending = heard.endings.map(plain).find((one) => word.endsWith(one));
  const bare = ending === undefined ? word : word.slice(0, -ending.length);
  const isName = (name: string): boolean => {
    const known = plain(name);
    return known === word || (bare.length >= 2 && known.startsWith(bare));
  };
  for (const names of [weekdays, short]) {
    const at = names.findIndex(isName);
    if (at !== -1) return at;
  }
  return null;
}

/** What the words before the time say; null where one of them is not known or they contradict. */
function daysIn(said: readonly string[], words: HeardWords): On | null {
  const { heard } = words;
  const weekdays: number[] = [];
  const numbers: number[] = [];
  let [workdays, known] = [false, true];
  const take = (word: string): boolean => {
    const number = DAY.exec(word)?.[1];
    if (number !== undefined) return numbers.push(Number(number)) > 0;
    if (isOneOf(heard.workday, word)) return (workdays = true);
    if ([heard.filling, heard.at, heard.day, heard.month].some((list) => isOneOf(list, word)))
      return true;
    const weekday = weekdayOf(word, words);
    return weekday !== null && weekdays.push(weekday) > 0;
  };
  for (const word of said) {
    const before = heard.joined.map(plain).find((one) => word.startsWith(one));
    known &&= take(word) || (before !== undefined && take(word.slice(before.length)));
  }
  const kinds = [numbers.length > 0, weekdays.length > 0, workdays].filter(Boolean).length;
  if (!known || kinds > 1 || numbers.length > 1 || tellsOtherwise(said, heard)) return null;
  const [day] = numbers;
  if (day !== undefined) return day >= 1 && day <= 31 ? { every: 'month', day } : null;
  if (workdays) return { every: 'week', weekdays: WORKDAYS };
  if (weekdays.length > 0) return { every: 'week', weekdays: inOrder(weekdays) };
  // A time alone is that of every day; a month, or a week, without a day of it says too little.
  const days = said.filter((word) => !isOneOf(heard.at, word));
  const isDaily = days.every((word) => isOneOf([...heard.day, ...heard.filling], word));
  const hasDay = days.some((word) => isOneOf(heard.day, word));
  return isDaily && (hasDay || days.length === 0) ? { every: 'day' } : null;
}

/** The schedule that words tell; what of it was not understood otherwise. */
export function scheduleSaid(typed: string, words: HeardWords): Schedule | 'time' | 'days' {
  const said = plain(typed)
    .replace(/[.!]\s*$/, '')
    .split(/[\s,،;&+]+/)
    .filter((word) => word !== '');
  const time = timeIn(said, words.heard);
  if (time === null) return 'time';
  const on = daysIn(time.rest, words);
  return on === null ? 'days' : { hour: time.hour, minute: time.minute, on };
}

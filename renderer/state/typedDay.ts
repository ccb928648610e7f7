import { formatWall, locale } from './format.ts';
import { latinDigits } from './latinDigits.ts';

/**
 * Days and times of day as people type them: the way that the desk writes them, in numbers in the order
 * of their language, or as `2026-03-09`. A value is a wall time of `zone.ts`, or a day of it.
 */

/** What stands for a text that is no day: neither empty nor a day. */
export const NO_DAY = '?';

interface Writing {
  /** Months by their names in the language, from 1. */
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlySet<string>;
  /** What the afternoon is called, and the morning; nothing where the day has 24 hours. */
  readonly pm: ReadonlySet<string>;
  readonly am: ReadonlySet<string>;
  /** The order in which numbers stand. */
  readonly order: readonly ('day' | 'month' | 'year')[];
}
const known = new Map<string, Writing>();

/** Letters alone, in one case: `Mär.` is `mär`. */
function bare(word: string, of: string): string {
  return word.replace(/[^\p{L}\p{M}]/gu, '').toLocaleLowerCase(of);
}

function writing(): Writing {
  const of = locale();
  const before = known.get(of);
  if (before !== undefined) return before;
  const part = (
    type: Intl.DateTimeFormatPartTypes,
    options: Intl.DateTimeFormatOptions,
    at: number,
  ): string =>
    bare(
      new Intl.DateTimeFormat(of, { ...options, timeZone: 'UTC' })
        .formatToParts(at)
        .find((found) => found.type === type)?.value ?? '',
      of,
    );
  const widths = ['short', 'long'] as const;
  const names = (month: number): string[] =>
    widths.flatMap((width) => [
      // Some languages have another form beside a day than alone.
      part('month', { month: width, day: 'numeric' }, Date.UTC(2026, month, 9)),
      part('month', { month: width }, Date.UTC(2026, month, 9)),
    ]);
  const halves = (hour: number): Set<string> => {
    const time = { hour: 'numeric', minute: 'numeric' } as const;
    const named = part('dayPeriod', time, Date.UTC(2026, 2, 9, hour));
    return new Set(named === '' ? [] : [named]);
  };
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const made: Writing = {
    months: new Map(
      Array.from({ length: 12 }, (_, month) =>
        names(month).map((name) => [name, month + 1] as const),
      ).flat(),
    ),
    weekdays: new Set(
      widths.flatMap((weekday) =>
        Array.from({ length: 7 }, (_, i) => part('weekday', { weekday }, Date.UTC(2026, 2, 9 + i))),
      ),
    ),
    ...{ am: halves(9), pm: halves(21) },
    order: new Intl.DateTimeFormat(of, numbers)
      .formatToParts(0)
      .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : [])),
  };
  known.set(of, made);
  return made;
}

/** A text without what is not seen, with one kind of digits and blanks, in one case. */
function plain(text: string): string {
  return latinDigits(text)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLocaleLowerCase(locale());
}

const two = (value: number): string => String(value).padStart(2, '0');

function dayNamed(year: number, month: number, day: number): string | null {
  const fullYear = year < 100 ? 2000 + year : year;
  const at = new Date(Date.UTC(fullYear, month - 1, day));
  const isThere = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && fullYear >= 1000;
  return isThere && fullYear <= 9999 ? at.toISOString().slice(0, 10) : null;
}

/** A day that is written to the letter as the desk writes it, in whatever language; null for any other text. */
function asWritten(text: string, withTime: boolean): string | null {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  // Most languages have the time at the end, some before the day.
  const [, first, second] = /(\d+):(\d+)/.exec(text) ?? [];
  const [hours, minutes] = [Number(first ?? numbers.at(-2)), Number(second ?? numbers.at(-1))];
  const clocks = withTime ? [hours, hours + 12, hours % 12] : [0];
  const year = numbers.find((number) => number >= 1000) ?? NaN;
  for (const day of new Set(numbers)) {
    for (let month = 1; month <= 12; month += 1) {
      const named = dayNamed(year, month, day);
      if (named === null) continue;
      for (const hour of clocks) {
        const wall = withTime ? `${named}T${two(hour)}:${two(minutes)}` : named;
        if (plain(dayText(wall)) === text) return wall;
      }
    }
  }
  return null;
}

/** A day in words or numbers, without its time; one without a year is in that of `today`. */
function readDay(text: string, today: string): string | null {
  const { months, weekdays, order } = writing();
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !weekdays.has(word));
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const thisYear = Number(today.slice(0, 4));
  const [first = NaN, second = thisYear, third = thisYear] = numbers;
  if (words.length > 0) {
    const month = words.length === 1 ? months.get(words[0] ?? '') : undefined;
    if (month === undefined || numbers.length === 0 || numbers.length > 2) return null;
    return first > 31 ? dayNamed(first, month, second) : dayNamed(second, month, first);
  }
  if (numbers.length < 2 || numbers.length > 3) return null;
  if (first > 31) return numbers.length === 3 ? dayNamed(first, second, third) : null;
  const dayFirst = order.indexOf('day') < order.indexOf('month');
  return dayFirst ? dayNamed(third, second, first) : dayNamed(third, first, second);
}

/** The time at the end of a text, `HH:MM`, and what stands before it; null where it has none. */
function timeIn(text: string): { time: string; before: string } | null {
  const found = /^(.*?)(\d{1,2}):(\d{2})\s*([\p{L}\p{M}.]*)$/u.exec(text);
  if (found === null) return null;
  const [, before = '', hours = '', minutes = '', half = ''] = found;
  const { am, pm } = writing();
  const name = bare(half, locale());
  const isLate = pm.has(name) || name === 'pm';
  if (name !== '' && !isLate && !am.has(name) && name !== 'am') return null;
  const hour = name === '' ? Number(hours) : (Number(hours) % 12) + (isLate ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || (name !== '' && Number(hours) > 12)) return null;
  return { time: `${two(hour)}:${minutes}`, before };
}

/**
 * A day as it was typed, `2026-03-09`, or with a time `2026-03-09T09:30`; empty for nothing, `NO_DAY` where
 * it is none. A day that is asked for with its time and has none is none.
 *
 * @param today a day without a year is in its year
 */
export function typedDay(typed: string, withTime: boolean, today: string): string {
  const text = plain(typed);
  if (text === '') return '';
  const written = asWritten(text, withTime);
  if (written !== null) return written;
  const iso = /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d:\d\d))?$/.exec(text);
  if (!withTime) return readDay(iso?.[1] ?? text, today) ?? NO_DAY;
  const time = timeIn(text.replace(/(?<=\d)t(?=\d)/, ' '));
  const day = time === null ? null : readDay(time.before, today);
  return time === null || day === null ? NO_DAY : `${day}T${time.time}`;
}

/** Whether a text names its year in full: what is typed on is no day yet. */
export function isWholeDay(typed: string, withTime: boolean): boolean {
  const years = /(?<!\d)\d{4}(?!\d)/.test(typed);
  return years && (!withTime || /\d:\d\d/.test(typed)) && !/-\d?$/.test(typed.trim());
}

/** A day or wall time as the desk writes it; what is none as it is. */
export function dayText(value: string): string {
  return value === '' || value === NO_DAY ? value : formatWall(value);
}

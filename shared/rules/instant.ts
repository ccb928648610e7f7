/** Seconds since 1970 stay below this until the year 5138; milliseconds passed it in 1973. */
const SECONDS_LIMIT = 100_000_000_000;
/** No date is further from 1970 than this, in ms (ECMAScript, Time Values and Time Range). */
const LAST_MS = 8.64e15;

/** Milliseconds since 1970 of a number of seconds or milliseconds; null where that is no date. */
export function instantOfNumber(number: number): number | null {
  const ms = Math.abs(number) < SECONDS_LIMIT ? number * 1000 : number;
  return Math.abs(ms) <= LAST_MS ? ms : null;
}

/** Milliseconds since 1970 of a date's text, or of a number of seconds or milliseconds, also as a text. */
export function instantOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return instantOfNumber(number);
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/**
 * The years in which something can have been archived or deleted. Before them lie the zero dates that
 * stand for none (MySQL's, .NET's, PHP's, those of spreadsheets, Unix and GPS), after them those that never
 * come. Neither bound is "now": at a clock that is behind, what was done a moment ago lies ahead.
 */
const FIRST_YEAR = 1990;
const END_YEAR = 2090;

function isYearOfService(year: number): boolean {
  return year >= FIRST_YEAR && year < END_YEAR;
}

/**
 * Whether the value of a field such as `archivedAt` names an instant at all: a text or a number with a
 * date that can be one, or the flag that some keep there. A spelling that nobody knows counts by its year,
 * and without one unless all of its digits are zeros.
 */
export function namesInstant(value: unknown): boolean {
  if (typeof value === 'string') {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isNaN(number)) return namesInstant(number);
    const year = /(?<!\d)\d{4}(?!\d)/.exec(value)?.[0];
    return year === undefined ? /[1-9]/.test(value) : isYearOfService(Number(year));
  }
  if (typeof value === 'number') {
    const at = instantOfNumber(value);
    return value === 1 || (at !== null && isYearOfService(new Date(at).getUTCFullYear()));
  }
  return value === true || (typeof value === 'object' && value !== null);
}

/** The same of a value's JSON text. */
export function namesInstantText(text: string): boolean {
  return /^[[{]/.test(text) || namesInstant(JSON.parse(text));
}

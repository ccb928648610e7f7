/** Seconds since 1970 stay below this until the year 5138; milliseconds passed it in 1973. */
const SECONDS_LIMIT = 100_000_000_000;
/** No date is further from 1970 than this, in ms (ECMAScript, Time Values and Time Range). */
const LAST_MS = 8.64e15;

/** Milliseconds since 1970 of a number of seconds or milliseconds; null where that is no date. */
export function instantOfNumber(number: number): number | null {
  const ms = Math.abs(number) < SECONDS_LIMIT ? number * 1000 : number;
  return Math.abs(ms) <= LAST_MS ? ms : null;
}

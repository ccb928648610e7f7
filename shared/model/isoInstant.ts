const HOUR = '(?:[01]\\d|2[0-3])';
/** Seconds may be left out, and of the offset its colon or its minutes; 24:00 is the end of a day. */
const ISO_INSTANT = new RegExp(
  `^(?<day>\\d{4}-\\d\\d-\\d\\d)T(?<time>(?:${HOUR}|24):[0-5]\\d)` +
    `(?::(?<second>[0-5]\\d)(?:[.,](?<fraction>\\d+))?)?` +
    `(?:Z|(?<hours>[+-]${HOUR})(?::?(?<minutes>[0-5]\\d))?)$`,
);

/** What a text that `isoInstantMs` does not read is refused with. */
export const NO_ISO_INSTANT = 'Must be an ISO 8601 date and time with an offset.';

/**
 * Milliseconds since 1970 of an instant as queries and bodies spell it (section 2, ISODateString), such as
 * `2026-03-01T08:00:00Z`; null for anything else. Without an offset it would be another instant for each
 * reader. The text is brought into one form before it is parsed, because engines differ in what else they
 * take.
 */
export function isoInstantMs(text: string): number | null {
  const { day = '', time = '', second = '00', ...rest } = ISO_INSTANT.exec(text)?.groups ?? {};
  const { fraction = '', hours = '+00', minutes = '00' } = rest;
  if (!isDay(day)) return null;
  const ms3 = fraction.slice(0, 3).padEnd(3, '0');
  const ms = Date.parse(`${day}T${time}:${second}.${ms3}${hours}:${minutes}`);
  return Number.isNaN(ms) ? null : ms;
}

/** Whether the calendar has a day: `Date` takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

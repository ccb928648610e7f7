import { timeFormat } from './timeFormat.ts';

/** The zone that times are written in: the wished one, unless this system does not know it. */
export function zoneOf(wished: string | undefined): string {
  if (wished === undefined) return ownZone();
  try {
    return timeFormat('en', { timeZone: wished }).resolvedOptions().timeZone;
  } catch {
    return ownZone();
  }
}

/** Asked anew each time: a laptop travels. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day `2026-10-25` that it is at an instant in a zone. */
export function dayIn(at: number | Date, timeZone: string): string {
  // Swedish writes days as ISO 8601 does.
  return timeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
}

/** Clocks are put back by so much, on one island by half of it. */
const PUT_BACK_MS = [3_600_000, 1_800_000];

/** An instant as a format writes it, with the offset of its zone where the clock shows that time twice. */
export function unambiguous(format: Intl.DateTimeFormat, at: Date): string {
  const text = format.format(at);
  const others = PUT_BACK_MS.flatMap((ms) => [at.getTime() - ms, at.getTime() + ms]);
  if (!others.some((other) => format.format(other) === text)) return text;
  const { locale, timeZone } = format.resolvedOptions();
  const parts = timeFormat(locale, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

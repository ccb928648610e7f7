import { untrack } from 'svelte';
import { wrapLng } from '../../shared/rules/geo.ts';
import { text } from '../text/en.ts';
import { language as spoken } from '../text/use.ts';
import { clock } from './clock.svelte.ts';
import { countryName, countryOfNumber } from './country.ts';
import { localeOf } from './locale.ts';
import { preferences } from './preferences.svelte.ts';
import { reference } from './reference.svelte.ts';
import { FOOT_M, MILE_M, distanceIn, speedIn } from './unitChoice.ts';
import { instantOfWall, yearIn } from './zone.ts';
import { zones } from './zones.svelte.ts';

const { units } = text;

/**
 * One formatter per quantity; every number carries its unit. They read the preferences, so text
 * made in markup follows a change at once.
 */
const KM_PER_MILE = MILE_M / 1000;

/**
 * The person's choice, else the language of the desk's words; where that is English, the one that
 * the service keeps for them.
 */
export function locale(): string {
  const { language } = preferences.values;
  if (language !== 'service') return localeOf(language);
  return localeOf(spoken() === 'en' ? reference.language : spoken());
}

/** Formats cost more to make than to use. */
const numberFormats = new Map<string, Intl.NumberFormat>();
function numberFormat(
  least: number,
  most: number,
  notation: 'standard' | 'compact' = 'standard',
): Intl.NumberFormat {
  const key = `${locale()} ${String(least)} ${String(most)} ${notation}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    notation,
  });
  numberFormats.set(key, made);
  return made;
}
const whole = { format: (value: number): string => numberFormat(0, 0).format(value) };
const tenths = { format: (value: number): string => numberFormat(0, 1).format(value) };
const hundredths = { format: (value: number): string => numberFormat(2, 2).format(value) };

/** Any number with at most, and at least, so many decimals. */
export function formatNumber(value: number, most: number, least = 0): string {
  return numberFormat(least, most).format(value);
}

export function formatCount(count: number): string {
  return whole.format(count);
}

/** A count in few letters, for where there is no room for more: thousands as the language shortens them. */
export function formatShortCount(count: number): string {
  return numberFormat(0, 1, 'compact').format(count);
}

/** A share of the whole, 0 to 1. */
export function formatPercent(share: number): string {
  return units.percent(whole.format(100 * share));
}

/** The size of a file, in the unit that keeps it short. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return units.kilobytes(whole.format(Math.max(1, bytes / 1_000)));
  if (bytes < 1_000_000_000) return units.megabytes(tenths.format(bytes / 1_000_000));
  return units.gigabytes(tenths.format(bytes / 1_000_000_000));
}

/** Metres as kilometres or miles, with one decimal below a hundred; what is short in metres or feet. */
export function formatDistance(distanceM: number): string {
  const imperial = distanceIn() === 'mi';
  if (distanceM > 0 && distanceM < 100) {
    return imperial
      ? units.feet(whole.format(distanceM / FOOT_M))
      : units.metres(whole.format(distanceM));
  }
  const value = distanceM / 1000 / (imperial ? KM_PER_MILE : 1);
  const amount = (value < 100 ? tenths : whole).format(value);
  return imperial ? units.miles(amount) : units.kilometres(amount);
}

export function formatSpeed(speedKmh: number): string {
  return speedIn() === 'mph'
    ? units.milesPerHour(whole.format(speedKmh / KM_PER_MILE))
    : units.kilometresPerHour(whole.format(speedKmh));
}

/** Seconds as `2 h 05 min`, `12 min` or `40 s`. */
export function formatDuration(durationS: number): string {
  if (durationS < 60) return units.seconds(whole.format(durationS));
  const minutes = Math.round(durationS / 60);
  if (minutes < 60) return units.minutes(String(minutes));
  const hours = units.hours(String(Math.floor(minutes / 60)));
  return `${hours} ${units.minutes(String(minutes % 60).padStart(2, '0'))}`;
}

/** Any quantity with one decimal and its unit. */
export function formatQuantity(value: number, unit: string): string {
  return `${formatNumber(value, 1, 1)} ${unit}`;
}

/** Money without a currency sign: the interface does not tell the tenant's currency. */
export function formatAmount(amount: number): string {
  return hundredths.format(amount);
}

export function formatHours(hours: number): string {
  return units.hours(tenths.format(hours));
}

/** Degrees with five decimals, about a metre; latitude first. */
export function formatPosition(lat: number, lng: number): string {
  // A map that is turned over the date line counts on.
  return `${lat.toFixed(5)}, ${wrapLng(lng).toFixed(5)}`;
}

const POINTS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** A heading as the compass point that is nearest, and in degrees. */
export function formatHeading(headingDeg: number): string {
  const turn = ((headingDeg % 360) + 360) % 360;
  const point = POINTS[Math.round(turn / 45) % POINTS.length] ?? 'n';
  return units.heading(units.compass[point], whole.format(Math.round(turn) % 360));
}

/** A country by its code, in the chosen language; what is no code is shown as it is. */
export function formatCountry(code: string): string {
  return countryName(code, reference.countryName(code), locale());
}

/** Scripts whose own names (`Simplified`) leave out of what they are: told by the language they write. */
const WRITTEN_IN: Readonly<Record<string, string>> = { Hans: 'zh-Hans', Hant: 'zh-Hant' };

/** Scripts by their codes (ISO 15924), in the language of the desk's words. */
export function scriptNames(codes: readonly string[]): string {
  const scripts = new Intl.DisplayNames(spoken(), { type: 'script' });
  const languages = new Intl.DisplayNames(spoken(), { type: 'language' });
  const list = new Intl.ListFormat(spoken(), { style: 'short', type: 'unit' });
  const nameOf = (code: string): string => {
    const language = WRITTEN_IN[code];
    return (language === undefined ? scripts.of(code) : languages.of(language)) ?? code;
  };
  return list.format(codes.map(nameOf));
}

/** A telephone number as the service wrote it, with the country that its dialling code tells. */
export function formatPhone(number: string): string {
  const country = countryOfNumber(number, reference.country);
  return country === null ? number : `${number} (${formatCountry(country)})`;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();
/** `zone`: that of the vehicle which a time belongs to; without one, the person's choice. */
function dateFormat(
  options: Intl.DateTimeFormatOptions,
  zone: string | undefined,
): Intl.DateTimeFormat {
  const timeZone = zone ?? zones.current;
  const key = JSON.stringify([options, timeZone, locale()]);
  const known = dateFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale(), {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  dateFormats.set(key, made);
  return made;
}

/** The exact instant with its zone, for hover, focus and detail panes. */
export function formatExact(atMs: number, zone?: string): string {
  return dateFormat(
    {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    },
    zone,
  ).format(atMs);
}

/** A day and its time; the year too, where it is not the present one. */
export function formatDateTime(atMs: number, zone?: string): string {
  const day = { day: 'numeric', month: 'short' } as const;
  // The year turns too seldom to draw every cell anew with the clock.
  const nowMs = untrack(() => clock.nowMs);
  const here = zone ?? zones.current;
  const year = yearIn(atMs, here) === yearIn(nowMs, here) ? {} : ({ year: 'numeric' } as const);
  return dateFormat({ ...day, ...year, hour: '2-digit', minute: '2-digit' }, zone).format(atMs);
}

export function formatTime(atMs: number, zone?: string): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit' }, zone).format(atMs);
}

export function formatDay(atMs: number, zone?: string): string {
  return dateFormat({ weekday: 'short', day: 'numeric', month: 'short' }, zone).format(atMs);
}

/** The day with its weekday and the time of day. */
export function formatDayTime(atMs: number, zone?: string): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return dateFormat({ ...day, hour: '2-digit', minute: '2-digit' }, zone).format(atMs);
}

/** From when to when on which day, and how long: `9 Mar, 08:05–08:40, 35 min`. */
export function formatSpan(fromMs: number, toMs: number, zone?: string): string {
  const times = `${formatDayTime(fromMs, zone)}–${formatTime(toMs, zone)}`;
  return `${times}, ${formatDuration((toMs - fromMs) / 1000)}`;
}

/** The day, month or year that begins at an instant. */
export function formatPeriod(atMs: number, step: 'day' | 'month' | 'year', zone?: string): string {
  const month = step === 'year' ? {} : ({ month: 'short' } as const);
  const day = step === 'day' ? ({ day: 'numeric' } as const) : {};
  return dateFormat({ ...day, ...month, year: 'numeric' }, zone).format(atMs);
}

/** A day of no zone, `2026-03-01`, as people write it; what is no day stays as it is. */
export function formatDate(day: string): string {
  const at = instantOfWall(day, 'UTC');
  return Number.isNaN(at) ? day : formatPeriod(at, 'day', 'UTC');
}

/** A wall time (`2026-03-09T09:30`), or a day of it, as people write it; what is none stays as it is. */
export function formatWall(wall: string): string {
  const at = instantOfWall(wall, 'UTC');
  if (Number.isNaN(at) || !wall.includes('T')) return formatDate(wall);
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return dateFormat({ ...day, hour: '2-digit', minute: '2-digit' }, 'UTC').format(at);
}

/** The zone that days begin and end in, by its name and its distance from Greenwich now. */
export function formatZone(zone?: string): string {
  const format = dateFormat({ timeZoneName: 'shortOffset' }, zone);
  const offset = format.formatToParts(untrack(() => clock.nowMs));
  const name = format.resolvedOptions().timeZone;
  const ahead = offset.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // The zone of Greenwich's own time is as far from it as its name says. `Etc/GMT-1` is an hour ahead,
  // and its name reads as the contrary.
  if (ahead === '' || name === 'UTC') return name;
  return name.startsWith('Etc/') ? ahead : `${name} (${ahead})`;
}

/** How long ago, as people say it. A time ahead of the clock counts as now. */
export function formatAge(atMs: number, nowMs: number): string {
  const ageS = Math.max(0, Math.round((nowMs - atMs) / 1000));
  if (ageS < 8) return units.now;
  if (ageS < 60) return units.ago(units.seconds(String(ageS)));
  if (ageS < 3600) return units.ago(units.minutes(String(Math.floor(ageS / 60))));
  if (ageS < 86_400) return units.ago(units.hours(String(Math.floor(ageS / 3600))));
  return units.daysAgo(whole.format(Math.floor(ageS / 86_400)));
}

/**
 * Time zones by their IANA names. Instants are milliseconds since 1970, UTC; wall times are what a
 * `datetime-local` input holds. Without a zone this computer's own counts.
 */

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? '';
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(key, made);
  return made;
}

/** Whether this computer knows a zone by that name; tenants also send labels. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export function offsetMs(atMs: number, zone?: string): number {
  const part = new Map(
    partsIn(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
  const wall = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  );
  return wall - Math.floor(atMs / 1000) * 1000;
}

/** `2026-11-21T09:30`: the clock on the wall of a zone. */
export function wallTime(atMs: number, zone?: string): string {
  return new Date(atMs + offsetMs(atMs, zone)).toISOString().slice(0, 16);
}

/** `2026-11-21 09:30:05`: the same to the second, as spreadsheets read it. */
export function sheetTime(atMs: number, zone?: string): string {
  return new Date(atMs + offsetMs(atMs, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

const WALL = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/;

/**
 * The instant of a wall time (`2026-11-21T09:30`, or a day alone for its midnight); NaN where it
 * is none. An hour that a zone skips counts from before the change, of one that it has twice the first
 * counts.
 */
export function instantOfWall(wall: string, zone?: string): number {
  // Anything else would be read as the computer's own parser pleases: `9.3.2026` as a day of September.
  if (!WALL.test(wall)) return NaN;
  const asUtc = Date.parse(wall.length === 10 ? `${wall}T00:00Z` : `${wall}Z`);
  if (Number.isNaN(asUtc)) return NaN;
  const byOffsetAt = (atMs: number): number => asUtc - offsetMs(atMs, zone);
  const before = byOffsetAt(asUtc - DAY_MS);
  const after = byOffsetAt(asUtc + DAY_MS);
  const holds = (atMs: number): boolean => byOffsetAt(atMs) === atMs;
  return holds(before) || !holds(after) ? before : after;
}

/** `2026-11-21`: the day on the wall of a zone. */
export function dayOf(atMs: number, zone?: string): string {
  return wallTime(atMs, zone).slice(0, 10);
}

/**
 * `dayOf` for many instants: what a day is of is worked out once for each day, which takes a thousand times
 * as long as to look it up.
 */
export function daysOf(zone?: string): (atMs: number) => string {
  /** Days by the day of UTC in which a part of them lies. */
  const known = new Map<number, { fromMs: number; toMs: number; day: string }[]>();
  const utcDay = (atMs: number): number => Math.floor(atMs / DAY_MS);
  return (atMs) => {
    const here = known.get(utcDay(atMs)) ?? [];
    const found = here.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs);
    if (found !== undefined) return found.day;
    const day = dayOf(atMs, zone);
    const [fromMs, toMs] = [instantOfWall(day, zone), instantOfWall(dayAfter(day, 1), zone)];
    known.set(utcDay(atMs), [...here, { fromMs, toMs, day }]);
    return day;
  };
}

/** The day so many days after another one, or before it. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `2026`: the year on the wall of a zone. */
export function yearIn(atMs: number, zone?: string): string {
  return wallTime(atMs, zone).slice(0, 4);
}

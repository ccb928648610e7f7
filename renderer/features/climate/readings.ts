import { instantAt, listOfText, numberAt, textAt } from '../../state/record.ts';

/** One reading: when (ms since 1970), and how much in the quantity's unit. */
export interface Reading {
  atMs: number;
  value: number;
}

/** The readings of one sensor or of one vehicle's load space, oldest first. */
export interface Series {
  key: string;
  /** The sensor's id, else its label. */
  sensor: string;
  /** The registration of the vehicle; null where none is told. */
  vehicle: string | null;
  /** What people call it: the sensor's label, with the registration where it is told. */
  name: string;
  /** °C */
  temperature: Reading[];
  /** % relative humidity */
  humidity: Reading[];
}

/**
 * Readings of a climate report (interface specification, section 4.2) by sensor, in the order in
 * which sensors first occur. Rows without an instant are left out of the drawing; the table has
 * them all.
 */
export function seriesOf(json: string): Series[] {
  const found = new Map<string, Series>();
  for (const fields of listOfText(json)) {
    const atMs = instantAt(fields, 'occurredAt');
    if (atMs === null) continue;
    const sensor = textAt(fields, 'sensorId') ?? textAt(fields, 'sensorLabel') ?? '';
    const vehicle = textAt(fields, 'regNo');
    const key = `${sensor}/${vehicle ?? ''}`;
    const label = textAt(fields, 'sensorLabel') ?? sensor;
    const series = found.get(key) ?? {
      ...{ key, sensor, vehicle },
      name: vehicle === null ? label : `${vehicle} · ${label}`,
      temperature: [],
      humidity: [],
    };
    found.set(key, series);
    for (const quantity of ['temperature', 'humidity'] as const) {
      const value = numberAt(fields, quantity);
      if (value !== null) series[quantity].push({ atMs, value });
    }
  }
  for (const series of found.values()) {
    series.temperature.sort((a, b) => a.atMs - b.atMs);
    series.humidity.sort((a, b) => a.atMs - b.atMs);
  }
  return [...found.values()];
}

/** Keys of the readings of one sensor, by its id, or of one vehicle, by its registration. */
export function keysOf(all: readonly Series[], only: string): string[] {
  return all
    .filter(({ sensor, vehicle }) => sensor === only || vehicle === only)
    .map(({ key }) => key);
}

/**
 * What is chosen once some of those that are here are; those of other days, and of the other report, stay.
 *
 * @param here the keys that could be chosen
 */
export function withChosen(
  before: readonly string[] | null,
  here: readonly string[],
  chosen: readonly string[],
): readonly string[] {
  return [...(before ?? []).filter((key) => !here.includes(key)), ...chosen];
}

/** The readings of several days as one series each, in the order in which sensors first occur. */
export function mergedSeries(days: readonly (readonly Series[])[]): Series[] {
  const found = new Map<string, Series>();
  for (const series of days.flat()) {
    const known = found.get(series.key);
    found.set(
      series.key,
      known === undefined
        ? series
        : {
            ...series,
            temperature: [...known.temperature, ...series.temperature],
            humidity: [...known.humidity, ...series.humidity],
          },
    );
  }
  return [...found.values()];
}

/** What a sensor said at an instant. */
export interface ReadingRow {
  readonly key: string;
  readonly atMs: number;
  readonly name: string;
  /** °C; null where none was read then. */
  readonly temperature: number | null;
  /** % relative humidity; null where none was read then. */
  readonly humidity: number | null;
}

/** The readings of several sensors as rows, the latest first, sensors in their order. */
export function rowsOf(all: readonly Series[]): ReadingRow[] {
  const found = all.flatMap(({ key, name, temperature, humidity }) => {
    const byInstant = new Map<number, { temperature: number | null; humidity: number | null }>();
    for (const { atMs, value } of temperature) {
      byInstant.set(atMs, { temperature: value, humidity: null });
    }
    for (const { atMs, value } of humidity) {
      byInstant.set(atMs, { temperature: null, ...byInstant.get(atMs), humidity: value });
    }
    return [...byInstant].map(([atMs, values]) => ({
      ...{ key: `${key}@${String(atMs)}`, atMs, name },
      ...values,
    }));
  });
  return found.sort((a, b) => b.atMs - a.atMs);
}

/** The reading that is nearest to an instant, within a usual step of it; null where none is. */
export function readingAt(readings: readonly Reading[], atMs: number): Reading | null {
  let [low, high] = [0, readings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((readings[middle]?.atMs ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  const near = [readings[low - 1], readings[low]].filter((one) => one !== undefined);
  const best = near.reduce<Reading | null>(
    (a, b) => (a === null || Math.abs(b.atMs - atMs) < Math.abs(a.atMs - atMs) ? b : a),
    null,
  );
  return best === null || Math.abs(best.atMs - atMs) > usualStepMs(readings) ? null : best;
}

/** The step between readings that is in the middle of all steps. */
function usualStepMs(readings: readonly Reading[]): number {
  const steps = readings
    .slice(1)
    .map(({ atMs }, i) => atMs - (readings[i]?.atMs ?? atMs))
    // Of readings that come twice each every second step is none, and all others would be pauses.
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

/** Runs without a gap: a pause of more than three usual steps is never drawn as a line. */
export function runsOf(readings: readonly Reading[]): Reading[][] {
  const usual = usualStepMs(readings);
  const runs: Reading[][] = [];
  for (const [i, reading] of readings.entries()) {
    const before = readings[i - 1];
    const run = runs.at(-1);
    if (run === undefined || before === undefined || reading.atMs - before.atMs > 3 * usual) {
      runs.push([reading]);
    } else run.push(reading);
  }
  return runs;
}

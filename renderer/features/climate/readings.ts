import { parsedJson } from '../../../shared/rules/jsonValue.ts';
import { fieldsOf, instantAt, numberAt, textAt } from '../../state/record.ts';

/** One reading: when (ms since 1970), and how much in the quantity's unit. */
export interface Reading {
  atMs: number;
  value: number;
}

/** The readings of one sensor or of one vehicle's load space, oldest first. */
export interface Series {
  key: string;
  /** What people call it: the sensor's label, with the registration where it is told. */
  name: string;
  /** °C */
  temperature: Reading[];
  /** % relative humidity */
  humidity: Reading[];
}

const ENVELOPES = ['data', 'result', 'rows', 'items'];

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const inner = ENVELOPES.map((key) => fieldsOf(value).get(key)).find(
    (candidate) => typeof candidate === 'object' && candidate !== null,
  );
  return inner === undefined ? [] : listIn(inner);
}

/**
 * Readings of a climate report (interface specification, section 4.2) by sensor, in the order in
 * which sensors first occur. Rows without an instant are left out of the drawing; the table has
 * them all.
 */
export function seriesOf(json: string): Series[] {
  const rows = listIn(parsedJson(json));
  const found = new Map<string, Series>();
  for (const row of rows) {
    const fields = fieldsOf(row);
    const atMs = instantAt(fields, 'occurredAt');
    if (atMs === null) continue;
    const sensor = textAt(fields, 'sensorId') ?? textAt(fields, 'sensorLabel') ?? '';
    const vehicle = textAt(fields, 'regNo');
    const key = `${sensor}/${vehicle ?? ''}`;
    const label = textAt(fields, 'sensorLabel') ?? sensor;
    const series = found.get(key) ?? {
      key,
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

/** Runs without a gap: a pause of more than three usual steps is never drawn as a line. */
export function runsOf(readings: readonly Reading[]): Reading[][] {
  const steps = readings
    .slice(1)
    .map(({ atMs }, i) => atMs - (readings[i]?.atMs ?? atMs))
    .sort((a, b) => a - b);
  const usual = steps[Math.floor(steps.length / 2)] ?? 0;
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

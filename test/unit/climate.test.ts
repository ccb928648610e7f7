import { describe, expect, test } from 'vitest';
import { outsideOf, problemOf, readLimits } from '../../renderer/features/climate/limits.ts';
import {
  keysOf,
  mergedSeries,
  readingAt,
  rowsOf,
  runsOf,
  seriesOf,
  withChosen,
} from '../../renderer/features/climate/readings.ts';
import { ticksOf } from '../../renderer/ui/ticks.ts';

const MINUTE = 60_000;

describe('climate readings', () => {
  test('are told apart by sensor and put in the order of time', () => {
    const rows = [
      { occurredAt: '2026-05-01T10:30:00Z', sensorId: 1, sensorLabel: 'Front', temperature: 5 },
      { occurredAt: '2026-05-01T10:00:00Z', sensorId: 1, sensorLabel: 'Front', temperature: '4.5' },
      { occurredAt: '2026-05-01T10:00:00Z', sensorId: 2, sensorLabel: 'Rear', humidity: 61 },
      { sensorId: 2, sensorLabel: 'Rear', humidity: 99 },
    ];
    const [front, rear] = seriesOf(JSON.stringify({ data: rows }));
    expect(front?.name).toBe('Front');
    expect(front?.temperature.map(({ value }) => value)).toEqual([4.5, 5]);
    expect(front?.humidity).toEqual([]);
    // One without an instant has no place on a line of time.
    expect(rear?.humidity).toEqual([{ atMs: Date.UTC(2026, 4, 1, 10), value: 61 }]);
  });

  test('say which vehicle they belong to where the report tells it', () => {
    const row = { occurredAt: '2026-05-01T10:00:00Z', sensorId: 1, sensorLabel: 'Front' };
    const all = seriesOf(
      JSON.stringify([
        { ...row, regNo: 'AB-1' },
        { ...row, regNo: 'AB-2' },
      ]),
    );
    expect(all.map(({ name }) => name)).toEqual(['AB-1 · Front', 'AB-2 · Front']);
  });

  test('are found by the sensor, or by the vehicle, that a link names', () => {
    const rows = [
      ...[1, 2].map((sensorId) => ({ sensorId, sensorLabel: `Cooler ${String(sensorId)}` })),
      { sensorId: 1, sensorLabel: 'Cooler 1', regNo: 'ZZ 101' },
    ].map((row, i) => ({ ...row, occurredAt: new Date(1e12 + i).toISOString(), temperature: 4 }));
    const series = seriesOf(JSON.stringify(rows));
    expect(keysOf(series, '1')).toEqual(['1/', '1/ZZ 101']);
    expect(keysOf(series, 'ZZ 101')).toEqual(['1/ZZ 101']);
    expect(keysOf(series, '3')).toEqual([]);
    const slashed = seriesOf(JSON.stringify(rows.map((row) => ({ ...row, regNo: 'AB 12/7' }))));
    expect(keysOf(slashed, 'AB 12/7')).toEqual(['1/AB 12/7', '2/AB 12/7']);
    expect(keysOf(slashed, '7')).toEqual([]);
  });

  test('those that are chosen stay so while others are shown', () => {
    const sensors = withChosen(null, ['1/', '2/', '3/'], ['1/', '3/']);
    const both = withChosen(sensors, ['1/A', '2/B'], ['2/B']);
    expect(both).toEqual(['1/', '3/', '2/B']);
    // The third one is silent that day.
    expect(withChosen(both, ['1/', '2/'], ['2/'])).toEqual(['3/', '2/B', '2/']);
  });

  test('what is no report gives no series', () => {
    expect(seriesOf('{"data":"none"}')).toEqual([]);
    expect(seriesOf('broken')).toEqual([]);
  });

  test('a pause of the sensor is a gap, not a line', () => {
    const at = [0, 30, 60, 300, 330].map((minute) => ({ atMs: minute * MINUTE, value: 4 }));
    expect(runsOf(at).map((run) => run.length)).toEqual([3, 2]);
  });

  test('the scale is round and holds every value', () => {
    expect(ticksOf([-19.3, -17.2])).toEqual([-20, -19, -18, -17]);
    expect(ticksOf([4])).toEqual([4, 4.5]);
    expect(ticksOf([])).toEqual([]);
    for (const values of [
      [0, 100],
      [54.3, 67.4],
      [-0.2, 0.1],
      [1000, 1001],
    ]) {
      const ticks = ticksOf(values);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(Math.min(...ticks)).toBeLessThanOrEqual(Math.min(...values));
      expect(Math.max(...ticks)).toBeGreaterThanOrEqual(Math.max(...values));
    }
  });
});

describe('limits of one’s own', () => {
  const at = (minute: number, value: number) => ({ atMs: minute * MINUTE, value });
  const limits = { low: 2, high: 6 };

  test('time outside is counted from where the line crosses a limit to where it comes back', () => {
    const out = outsideOf([at(0, 4), at(30, 8), at(60, 4), at(90, 4), at(120, 0)], limits);
    expect(
      out.stretches.map(({ fromMs, toMs, worst }) => [fromMs / MINUTE, toMs / MINUTE, worst]),
    ).toEqual([
      [15, 45, 8],
      [105, 120, 0],
    ]);
    expect([out.outsideMs, out.longestMs, out.knownMs].map((ms) => ms / MINUTE)).toEqual([
      ...[45, 30, 120],
    ]);
  });

  test('a jump over both limits leaves and comes in between', () => {
    const out = outsideOf([at(0, 8), at(80, 0)], limits);
    expect(out.stretches.map(({ fromMs, toMs }) => [fromMs / MINUTE, toMs / MINUTE])).toEqual([
      [0, 20],
      [60, 80],
    ]);
  });

  test('a value on the limit is inside, a pause of the sensor counts neither way, no limit is none', () => {
    expect(outsideOf([at(0, 6), at(30, 6), at(60, 2)], limits).outsideMs).toBe(0);
    const paused = [at(0, 9), at(30, 9), at(60, 9), at(600, 9), at(630, 9)];
    expect(outsideOf(paused, limits).outsideMs / MINUTE).toBe(90);
    expect(outsideOf(paused, limits).knownMs / MINUTE).toBe(90);
    expect(outsideOf(paused, { low: null, high: null }).stretches).toEqual([]);
    expect(outsideOf([], limits)).toMatchObject({ outsideMs: 0, knownMs: 0 });
  });

  test('a reading between two pauses that lies outside is told, and readings that come twice are no pauses', () => {
    const alone = outsideOf([at(0, 4), at(30, 4), at(60, 4), at(600, 25)], limits);
    expect(alone).toMatchObject({ outsideMs: 0, longestMs: 0, knownMs: 60 * MINUTE });
    expect(alone.stretches).toMatchObject([
      { fromMs: 600 * MINUTE, toMs: 600 * MINUTE, worst: 25 },
    ]);
    expect(outsideOf([at(5, 25)], limits).stretches).toHaveLength(1);
    expect(outsideOf([at(5, 5)], limits).stretches).toEqual([]);
    const twice = [0, 5, 10, 15].flatMap((minute) => [at(minute, 9), at(minute, 9)]);
    expect(outsideOf(twice, limits)).toMatchObject({
      outsideMs: 15 * MINUTE,
      knownMs: 15 * MINUTE,
    });
    expect(runsOf(twice)).toHaveLength(1);
  });

  test('are read back as they were kept, whatever else is stored', () => {
    const kept = { temperature: { a: { low: 2, high: null } }, humidity: 'none' };
    expect(readLimits(kept)).toEqual({ temperature: { a: { low: 2, high: null } }, humidity: {} });
    expect(readLimits(null)).toEqual({ temperature: {}, humidity: {} });
    expect(problemOf({ low: 7, high: 6 })).toBe('backwards');
    expect(problemOf({ low: 7, high: null })).toBeNull();
  });
});

describe('several days and several sensors', () => {
  const day = (date: string, temperature: number) =>
    seriesOf(
      JSON.stringify([
        { occurredAt: `${date}T10:00:00Z`, sensorId: 1, sensorLabel: 'Front', temperature },
        { occurredAt: `${date}T10:00:00Z`, sensorId: 2, sensorLabel: 'Rear', humidity: 60 },
      ]),
    );

  test('are one series each, and rows of both quantities, the latest first', () => {
    const all = mergedSeries([day('2026-05-01', 4), day('2026-05-02', 5)]);
    expect(all.map(({ name, temperature }) => [name, temperature.length])).toEqual([
      ['Front', 2],
      ['Rear', 0],
    ]);
    expect(
      rowsOf(all).map(({ name, temperature, humidity }) => [name, temperature, humidity]),
    ).toEqual([
      ['Front', 5, null],
      ['Rear', null, 60],
      ['Front', 4, null],
      ['Rear', null, 60],
    ]);
  });

  test('are told at one instant by what each read nearest to it, within its own step', () => {
    const readings = [0, 30, 60].map((minute) => ({ atMs: minute * MINUTE, value: minute }));
    expect(readingAt(readings, 40 * MINUTE)?.value).toBe(30);
    expect(readingAt(readings, 50 * MINUTE)?.value).toBe(60);
    expect(readingAt(readings, 200 * MINUTE)).toBeNull();
    expect(readingAt([], 0)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { runsOf, seriesOf } from '../../renderer/features/climate/readings.ts';
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

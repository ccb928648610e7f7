import { expect, test } from 'vitest';
import { rangeNamed } from '../../renderer/state/days.ts';
import { timeTicks } from '../../renderer/ui/timeTicks.ts';

const at = (text: string): number => Date.parse(text);
const told = (from: string, to: string, zone: string, most: number): string[] =>
  timeTicks(at(from), at(to), zone, most).at.map((instant) => new Date(instant).toISOString());

test('times along a drawing are round, and as many as there is room for', () => {
  const day = ['2026-03-09T00:00:00Z', '2026-03-10T00:00:00Z'] as const;
  expect(told(...day, 'UTC', 5)).toEqual([
    ...['2026-03-09T00:00:00.000Z', '2026-03-09T06:00:00.000Z', '2026-03-09T12:00:00.000Z'],
    ...['2026-03-09T18:00:00.000Z', '2026-03-10T00:00:00.000Z'],
  ]);
  expect(told('2026-03-09T05:17:20Z', '2026-03-09T05:20:00Z', 'UTC', 8)).toEqual([
    ...['2026-03-09T05:18:00.000Z', '2026-03-09T05:19:00.000Z', '2026-03-09T05:20:00.000Z'],
  ]);
});

test('several days are told by their midnights, also where the clock changes', () => {
  const week = ['2026-03-27T23:00:00Z', '2026-04-01T10:00:00Z'] as const;
  expect(timeTicks(at(week[0]), at(week[1]), 'Europe/Berlin', 8).days).toBe(true);
  expect(told(...week, 'Europe/Berlin', 8)).toEqual([
    ...['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ...['2026-03-30T22:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ]);
  expect(told('2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z', 'UTC', 8).length).toBeLessThan(9);
});

test('a range of an address begins and ends with days that there are', () => {
  expect(rangeNamed({ from: '2026-02-28', to: '2026-03-01' }, 31)?.to).toBe('2026-03-01');
  expect(rangeNamed({ from: '2028-02-29' }, 31)?.from).toBe('2028-02-29');
  for (const from of ['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', 'today']) {
    expect(rangeNamed({ from }, 31)).toBeNull();
  }
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as places from '../crash/boundaries.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const read = (...parts: string[]): string => readFileSync(path.join(root, ...parts), 'utf8');

it('the pages tell what is tried every day as it is', () => {
  const chosen = JSON.parse(read('test', 'property', 'everyday.json')) as Record<string, unknown[]>;
  const random = /\bkills\((\d+), 5_000\)/.exec(read('test', 'crash', 'crash.test.ts'))?.[1];
  const rows = read('docs', 'long-run.md').split('\n');
  const cellOf = (what: string, column: number): string =>
    rows
      .find((row) => row.startsWith(`| ${what}`))
      ?.split('|')
      [column]?.trim() ?? '';
  const counts = (lists: readonly (readonly unknown[] | undefined)[]): string =>
    lists.map((list) => list?.length).join(', ');

  const { FIRST_START_IN_TURN, WIRE_IN_TURN, WORK_IN_TURN } = places;
  const doubtsInTurn = [...places.DOUBT_IN_TURN, ...places.CUT_OFF_IN_TURN];
  const inTurn = counts([FIRST_START_IN_TURN, WIRE_IN_TURN, WORK_IN_TURN, doubtsInTurn]);
  const doubts = [...places.DOUBT, ...places.CUT_OFF];
  const whole = counts([places.FIRST_START, places.WIRE, places.WORK, doubts]);
  expect(cellOf('kills at a named place', 2)).toBe(`${inTurn}: one of each kind in turn`);
  expect(cellOf('kills at a named place', 3)).toBe(whole);
  expect(cellOf('kills at random moments', 2)).toBe(random);
  const alone = chosen['seeds']?.length;
  expect(cellOf('runs of the model', 2)).toBe(`${alone} seeds that were chosen`);
  const others = counts(['backups', 'tenancies', 'windows', 'people'].map((name) => chosen[name]));
  expect(cellOf('the same with backups', 2)).toBe(`${others} seeds that were chosen, once`);
  const promised = read('docs', 'nothing-is-lost.md').replaceAll('\n', ' ');
  expect(promised).toContain(`one named place of each kind in turn and at ${random} random ones`);
});

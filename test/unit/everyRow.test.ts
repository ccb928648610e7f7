import { describe, expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { everyRow } from '../../renderer/state/everyRow.ts';

/** Rows that are given at a time. */
const WINDOW = 2;

/** What is read of a list that is another one after each window. */
async function readOf(lists: readonly (readonly number[])[]) {
  let at = 0;
  const now = (): readonly number[] => lists[Math.min(at, lists.length - 1)] ?? [];
  const read = async (offset: number) => {
    const page = { rows: now().slice(offset, offset + WINDOW), total: now().length };
    at += 1;
    return ok(page);
  };
  const keys = async () => ok(now());
  return everyRow({ read, keyOf: (row: number) => row, keys }, () => true);
}

describe('a list that changes while it is read as a whole', () => {
  test.each([
    {
      what: 'whose first row goes',
      lists: [
        [1, 2, 3, 4, 5],
        [2, 3, 4, 5],
      ],
    },
    {
      what: 'that gets another first row',
      lists: [
        [1, 2, 3, 4],
        [0, 1, 2, 3, 4],
      ],
    },
    {
      what: 'whose rows change places',
      lists: [
        [1, 2, 3, 4],
        [3, 4, 1, 2],
      ],
    },
  ])('has every row once, in the order of the end: one $what', async ({ lists }) => {
    expect(await readOf(lists)).toEqual(ok(lists.at(-1)));
  });

  test('is not given while it never holds still', async () => {
    const turning = Array.from({ length: 60 }, (_, at) => [at, at + 1, at + 2, at + 3, at + 4]);
    expect(await readOf(turning)).toMatchObject({ ok: false, error: { code: 'desk.restless' } });
  });
});

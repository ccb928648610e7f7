import { expect, test } from 'vitest';
import { instantOf } from '../../shared/rules/instant.ts';

test.each([
  ['seconds', 1_700_000_000, 1_700_000_000_000],
  ['milliseconds', 1_700_000_000_000, 1_700_000_000_000],
  ['nanoseconds, which are beyond all dates', 1_764_201_600_000_000_000, null],
  ['what no date can be', -1e300, null],
  ['no number at all', Number.NaN, null],
])('a time in %s is read, or is none, and no page fails over it', (_what, sent, read) => {
  expect(instantOf(sent)).toBe(read);
  expect(instantOf(String(sent))).toBe(read);
});

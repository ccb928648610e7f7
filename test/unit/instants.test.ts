import { expect, test } from 'vitest';
import { isoInstantMs } from '../../shared/model/isoInstant.ts';
import { sameJson } from '../../shared/rules/jsonText.ts';
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

test.each([
  { text: '2026-03-01T08:00:00Z', meant: '2026-03-01T08:00:00.000Z' },
  { text: '2026-03-01T08:00:00.98765Z', meant: '2026-03-01T08:00:00.987Z' },
  { text: '2026-03-01T08:00:00,5+01', meant: '2026-03-01T07:00:00.500Z' },
  { text: '2026-03-01T08:00-0130', meant: '2026-03-01T09:30:00.000Z' },
  { text: '2026-02-28T24:00Z', meant: '2026-03-01T00:00:00.000Z' },
  { text: '0001-01-01T00:00:00Z', meant: '0001-01-01T00:00:00.000Z' },
  { text: '2026-02-28T24:01Z', meant: null },
  { text: '2026-02-29T08:00Z', meant: null },
  { text: '2026-03-01T08:00', meant: null },
  { text: '2026-03-01T08:00:61Z', meant: null },
])('$text is read as ISO 8601 with an offset, or not at all', ({ text, meant }) => {
  const ms = isoInstantMs(text);
  expect(ms === null ? null : new Date(ms).toISOString()).toBe(meant);
});

test.each([
  ['2026-03-01T08:00+02', '2026-03-01T06:00:00Z'],
  ['2026-03-01T08:00:00,5+0130', '2026-03-01T06:30:00.500Z'],
  ['2026-03-01T08:00:00.25-01:30', '2026-03-01T09:30:00.25Z'],
])('%s, which a body may say, is the same as %s, which the service gives back', (sent, given) => {
  expect(sameJson(JSON.stringify(sent), JSON.stringify(given))).toBe(true);
  expect(sameJson(JSON.stringify(sent), '"2026-03-01T08:00:00Z"')).toBe(false);
});

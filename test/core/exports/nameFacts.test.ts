import { expect, test } from 'vitest';
import { nameFactsOf } from '../../../electron/core/forms/sources.ts';

test.each([
  [{ createdAt: '', submittedAt: '2026-03-05T16:20:00Z' }, '2026-03-05'],
  [{ createdAt: 0, submittedAt: '2026-03-05T16:20:00Z' }, '2026-03-05'],
  [{ startedAt: '2026-03-04T16:20:00Z' }, '2026-03-04'],
  [{ createdAt: '2026-03-06', submittedAt: '2026-03-05T16:20:00Z' }, '2026-03-06'],
  [{ createdAt: '' }, ''],
])('the name of a file has the day that the list shows: %j', (answer, date) => {
  expect(nameFactsOf('7', JSON.stringify(answer), null, 'UTC').date).toBe(date);
});

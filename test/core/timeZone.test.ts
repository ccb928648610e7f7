import { expect, test } from 'vitest';
import { timeFormat } from '../../electron/core/timeFormat.ts';
import { dayIn, unambiguous } from '../../electron/core/timeZone.ts';

const written = (timeZone: string, at: string): string =>
  unambiguous(
    timeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }),
    new Date(at),
  );

test('times of an hour that a zone has twice are told apart by their offset', () => {
  const autumn = ['2026-10-24T23:30Z', '2026-10-25T00:30Z', '2026-10-25T01:30Z'];
  expect([...autumn, '2026-10-25T02:30Z'].map((at) => written('Europe/Berlin', at))).toEqual([
    '2026-10-25 01:30',
    '2026-10-25 02:30 GMT+2',
    '2026-10-25 02:30 GMT+1',
    '2026-10-25 03:30',
  ]);
  // Where clocks are put back by half an hour.
  expect(
    ['2026-04-04T14:45Z', '2026-04-04T15:15Z'].map((at) => written('Australia/Lord_Howe', at)),
  ).toEqual(['2026-04-05 01:45 GMT+11', '2026-04-05 01:45 GMT+10:30']);
});

test('a day is that of its zone', () => {
  const at = Date.UTC(2026, 9, 25, 22);
  expect(['America/Lima', 'UTC', 'Asia/Tokyo'].map((zone) => dayIn(at, zone))).toEqual([
    '2026-10-25',
    '2026-10-25',
    '2026-10-26',
  ]);
});

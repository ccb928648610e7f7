import readWorkbook from 'read-excel-file/universal';
import { describe, expect, it, vi } from 'vitest';
import { valueOf } from '../db/support.ts';
import { reviewer } from './support.ts';

describe('a review sheet', () => {
  const words = {
    columns: [
      'Answer',
      'Form',
      'Vehicle',
      'Driver',
      'Made',
      'State',
      'Reasons',
      'By',
      'When',
      'Changed since',
      'Everybody',
      'Notes',
      'Tags',
      'Due',
      'For',
      'Failing',
      'Missing',
    ],
    states: { rejected: 'Rejected', todo: 'To do' },
  };

  it('is a table of answers, in which nothing is a formula', async () => {
    const ada = await reviewer('Ada');
    const hostile = '=HYPERLINK("https://evil.example")';
    valueOf(
      await ada.calls['review.judge']({
        ...{ answerIds: [hostile], state: 'rejected', reasons: '+cmd', note: `@SUM(1)\u0001` },
      }),
    );
    const zone = { timeZone: 'Asia/Tokyo', words };
    const sheet = ada.calls['review.sheet'];
    expect(valueOf(await sheet({ view: {}, format: 'csv', ...zone })).count).toBe(1);
    const csv = new TextDecoder().decode(ada.files.at(-1)?.bytes);
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(csv).toContain(`,Rejected,'+cmd,Ada,2026-05-04 16:00,`);
    valueOf(await sheet({ view: {}, format: 'xlsx', ...zone }));
    const bytes = ada.files.at(-1)?.bytes ?? new Uint8Array();
    const [book] = await readWorkbook(bytes.buffer);
    // Read by a library that did not write it: a text, and no formula.
    expect(book?.data[1]?.[0]).toBe(hostile);
    expect(book?.data[1]?.[11]).toMatch(/^2026-05-04 16:00 Ada: @SUM\(1\)\ufffd?$/);
    expect(book?.data[0]).toEqual(words.columns);
  });

  it('has each answer once, whatever comes while it is made', async () => {
    const ada = await reviewer('Ada');
    const judge = async (answerIds: string[]): Promise<void> => {
      valueOf(await ada.calls['review.judge']({ answerIds, state: 'rejected', reasons: '' }));
    };
    const before = Array.from({ length: 501 }, (_, at) => String(1000 + at));
    await judge(before);
    const read = ada.store.read.bind(ada.store);
    // In the order of the list it stands before all others.
    const coming = vi.spyOn(ada.store, 'read').mockImplementation(async (name, input) => {
      if (name === 'review.many') {
        coming.mockRestore();
        await judge(['2000']);
      }
      return read(name, input);
    });
    const sheet = ada.calls['review.sheet'];
    const made = await sheet({ view: {}, format: 'csv', timeZone: 'UTC', words });
    expect(valueOf(made).count).toBe(501);
    const csv = new TextDecoder().decode(ada.files.at(-1)?.bytes);
    const ids = csv.split('\n').flatMap((line) => /^\d+/.exec(line)?.[0] ?? []);
    expect(ids.sort()).toEqual(before);
  });

  it('is named after the day of the zone that it is in', async () => {
    const ada = await reviewer('Ada');
    const sheet = ada.calls['review.sheet'];
    // Seven in the morning of 4 May in UTC.
    valueOf(await sheet({ view: {}, format: 'csv', timeZone: 'Pacific/Honolulu', words }));
    expect(ada.files.at(-1)?.name).toBe('Waybill reviews 2026-05-03.csv');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  idsInColumn,
  likeliestColumn,
} from '../../electron/core/answers/model/column.ts';
import {
  MOST_IN_RANGE,
  idsInRange,
  idsInRecord,
  idsInText,
} from '../../electron/core/answers/model/ids.ts';

describe('ids of answers in a text', () => {
  it.each([
    ['600001', ['600001']],
    [
      '600001,600002;600003\t600004\n600005 600001',
      '600001 600002 600003 600004 600005'.split(' '),
    ],
    ['Answers: #600001, #600002 and “A-17”.', ['600001', '600002', 'A-17']],
    ['[{"id":600001},{"id":"x_2"}]', ['600001', 'x_2']],
    ['https://fleet.example/api/digital-form/answer/600001/pdf?x=9', ['600001']],
    ['http://localhost/#/answers/a%2Fb', ['a/b']],
    ['https://a/answers/1,https://a/answers/2;https://a/answers/3', ['1', '2', '3']],
    ['https://a/answer/1/pdf;https://a/answer/2/pdf|3', ['1', '2', '3']],
    ['https://a/answers/1?x=9,8,https://a/answers/2?x=9#top', ['1', '2']],
    ['See https://a/answers/600001, and (https://a/answers/600002).', ['600001', '600002']],
    ['“https://a/answers/600001”: https://a/answers/v1.2. See?', ['600001', 'v1.2']],
    ['0007', ['0007']],
    ['1f0e7a3c-5b0c-4f7e-9b0e-2d1c3a4b5c6d', ['1f0e7a3c-5b0c-4f7e-9b0e-2d1c3a4b5c6d']],
    ['٦٠٠٠٠١', ['٦٠٠٠٠١']],
    ['onlyone', ['onlyone']],
    ['', []],
    ['   \u0000 , ; ', []],
  ])('%j gives %j', (text, ids) => {
    expect(idsInText(text).ids).toEqual(ids);
  });

  it('are told apart from words, which are named', () => {
    expect(idsInText('Answer\nno title\n600001')).toEqual({
      ids: ['600001'],
      leftOut: ['Answer', 'no', 'title'],
    });
  });

  it('come back whatever separates them', () => {
    const id = fc.stringMatching(/^[A-Za-z]{0,3}\d[A-Za-z0-9]{0,8}$/);
    const separator = fc.constantFrom(' ', ',', ';\n', '\t|', ' / ', '", "', '\r\n', ' • ', '،');
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { minLength: 1, maxLength: 50 }),
        separator,
        (ids, between) => {
          expect(idsInText(ids.join(between)).ids).toEqual(ids);
        },
      ),
    );
  });
});

describe('a range of ids', () => {
  it('holds both ends and keeps every digit', () => {
    expect(idsInRange('9007199254740992', '9007199254740994')).toEqual({
      is: 'ids',
      ids: ['9007199254740992', '9007199254740993', '9007199254740994'],
    });
    expect(idsInRange('5', '5')).toEqual({ is: 'ids', ids: ['5'] });
  });

  it('has a limit and an order', () => {
    expect(idsInRange('1', String(MOST_IN_RANGE)).is).toBe('ids');
    expect(idsInRange('1', String(MOST_IN_RANGE + 1))).toEqual({
      is: 'tooLong',
      count: BigInt(MOST_IN_RANGE + 1),
    });
    expect(idsInRange('1', '9'.repeat(30)).is).toBe('tooLong');
    expect(idsInRange('2', '1').is).toBe('reversed');
  });
});

describe('answers that a record names', () => {
  it('are those that a form lists, however it spells them', () => {
    for (const list of ['answers', 'latestAnswers', 'responses', 'submissions']) {
      expect(idsInRecord({ id: 'f', [list]: [1, 'two', { id: 3 }, { answerId: 'four' }] }, true)) //
        .toEqual(['1', 'two', '3', 'four']);
    }
  });

  it('are those that any other record calls so', () => {
    const record = {
      id: 9,
      lastAnswerId: 600001,
      answerIds: ['600002', 600003],
      checks: [{ latestAnswer: { id: 600004, formId: 7 } }],
      answers: [{ id: 'no', text: 'an answer to a question' }],
      questionAnswers: [{ id: 600005, form: { id: 7 } }],
    };
    expect(idsInRecord(record, false)).toEqual(['600001', '600002', '600003', '600004', '600005']);
    expect(idsInRecord({ answerId: { constructor: 1 }, answerIds: [null, '', true] }, false)) //
      .toEqual([]);
  });
});

describe('the column with the ids', () => {
  const rows = [
    ['Date', 'Answer ID', 'Vehicle', 'No'],
    ['2026-03-01', '600001', 'WB-001-LA', '1'],
    ['2026-03-02', '600002', 'WB-002-LA', '2'],
  ];

  it('is the one whose title says so', () => {
    expect(likeliestColumn(rows)).toBe(1);
    expect(columnsOf(rows).map(({ title, example }) => `${title}: ${example}`)).toEqual([
      'Date: 2026-03-01',
      'Answer ID: 600001',
      'Vehicle: WB-001-LA',
      'No: 1',
    ]);
    expect(idsInColumn(rows, 1)).toEqual({ ids: ['600001', '600002'], leftOut: [] });
  });

  it('is the one full of ids where there are no titles', () => {
    const bare = [
      ['some words', '600001'],
      ['more words', '600002'],
    ];
    expect(likeliestColumn(bare)).toBe(1);
    expect(columnsOf(bare)[1]?.title).toBe('');
    expect(idsInColumn(bare, 1).ids).toEqual(['600001', '600002']);
    expect(idsInColumn(bare, 7).ids).toEqual([]);
  });
});

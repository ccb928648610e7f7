import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../renderer/features/review/compare.ts';
import {
  driverFields,
  driverSheet,
  driverSubject,
} from '../../renderer/features/review/driverSheet.ts';
import { NO_FILTERS, readFilters, viewOf } from '../../renderer/features/review/filters.ts';
import type { AnswerLayout } from '../../shared/rules/formBlocks.ts';
import { layoutAnswer } from '../../shared/rules/formLayout.ts';

function layoutOf(answer: object): AnswerLayout {
  const layout = layoutAnswer(JSON.stringify(answer), null);
  if (layout === null) throw new Error('no layout');
  return layout;
}

describe('two answers side by side', () => {
  it('show every question of both, and mark what differs', () => {
    const a = layoutOf({
      ...{ id: 1, vehicle: { id: 3, regNo: 'WB 3' } },
      values: {
        lights: 'ok',
        tyres: 'worn',
        rows: [
          { p: 'left', mm: 2 },
          { p: 'right', mm: 4 },
        ],
      },
    });
    const b = layoutOf({
      ...{ id: 2, vehicle: { id: 3, regNo: 'WB 3' } },
      values: { lights: 'ok', tyres: 'good', rows: [{ p: 'left', mm: 3 }], more: '<b>' },
    });
    const lines = compareAnswers(a, b);
    expect(lines.filter(({ differs }) => !differs).map(({ label }) => label)).toEqual([
      'Vehicle',
      'Lights',
      'Rows 1 › P',
    ]);
    expect(
      lines.filter(({ differs }) => differs).map(({ label, a: one, b: two }) => [label, one, two]),
    ).toEqual([
      ['Tyres', 'worn', 'good'],
      ['Rows 1 › Mm', '2', '3'],
      ['Rows 2 › P', 'right', null],
      ['Rows 2 › Mm', '4', null],
      ['More', null, '<b>'],
    ]);
  });
});

describe('the sheet for the driver', () => {
  const facts = {
    ...{ answerId: '600001', form: 'Pre-trip check', vehicle: 'WB 3', driver: 'Mira Holt' },
    ...{ created: '1 Mar 2026, 08:00', state: 'Needs follow-up', due: '2026-03-05', by: 'Ada' },
    reasons: 'Left tyre\n\n Call me ',
    findings: [
      { is: 'failing', key: 'l', parent: null, label: 'Lights', text: 'damaged' },
      { is: 'missing', key: 's', parent: null, label: 'Signature', text: '' },
    ] as const,
  };

  it('says what was judged, why, and what is to be done', () => {
    expect(driverSubject(facts)).toBe('Your answer: Pre-trip check, WB 3');
    expect(driverSheet(facts).split('\n')).toEqual([
      ...['Hello Mira Holt,', ''],
      'about your answer to “Pre-trip check” of 1 Mar 2026, 08:00:',
      ...['Vehicle: WB 3', 'Verdict: Needs follow-up'],
      ...['', 'Reasons:', '- Left tyre', '- Call me'],
      ...['', 'What was found:', '- Lights: damaged'],
      ...['', 'Not answered:', '- Signature'],
      ...['', 'To be done by 2026-03-05.', '', 'Answer 600001', 'Ada'],
    ]);
  });

  it('says the same in the fields of a document', () => {
    expect(driverFields(facts)).toEqual([
      { label: 'Verdict', values: ['Needs follow-up'] },
      { label: 'Reasons', values: ['Left tyre', 'Call me'] },
      { label: 'What was found', values: ['Lights: damaged'] },
      { label: 'Not answered', values: ['Signature'] },
      { label: 'To be done by', values: ['2026-03-05'] },
      { label: 'By', values: ['Ada'] },
    ]);
    const bare = driverFields({ ...facts, reasons: '', due: null, by: '', findings: [] });
    expect(bare.map(({ label }) => label)).toEqual(['Verdict']);
  });

  it('leaves out what nobody knows', () => {
    const bare = { ...facts, driver: '', vehicle: '', created: '', reasons: '', due: null, by: '' };
    expect(driverSheet({ ...bare, findings: [] })).toBe(
      'Hello,\n\nabout your answer to “Pre-trip check”:\nVerdict: Needs follow-up\n\nAnswer 600001',
    );
  });
});

describe('filters of the list', () => {
  it('narrow by what is set, and come back from whatever was remembered', () => {
    expect(viewOf(NO_FILTERS, '2026-03-01')).toEqual({});
    const set = { ...NO_FILTERS, text: ' tyre ', states: ['todo'], form: '7', due: true };
    expect(viewOf(set, '2026-03-01')).toEqual({
      ...{ text: 'tyre', states: ['todo'], forms: ['7'], dueBy: '2026-03-01' },
    });
    expect(readFilters(JSON.parse(JSON.stringify(set)))).toEqual({ ...set, text: '' });
    for (const odd of [null, 7, [], { states: [1], findings: 'x', form: {}, due: 'yes' }]) {
      expect(readFilters(odd)).toEqual(NO_FILTERS);
    }
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chart, FormCharts } from '../../../electron/core/answers/model/charts.ts';

/** What the answers of a form say together (section 2.13). */

const form = JSON.stringify({
  id: 'f',
  name: 'Walk-around',
  fields: [
    { key: 'brakes', label: 'Brakes', type: 'choice', options: ['Good', 'Worn', 'Unsafe'] },
    { key: 'fuel', label: 'Fuel level', type: 'number', unit: '%' },
    { key: 'remarks', label: 'Remarks', type: 'text' },
  ],
});

function chartsOf(answers: readonly unknown[], formJson: string | null = form): Chart[] {
  const charts = new FormCharts();
  for (const answer of answers) charts.add(JSON.stringify(answer), formJson);
  return charts.charts;
}

const titled = (charts: readonly Chart[], title: string): Chart => {
  const found = charts.find((chart) => chart.title === title);
  if (found === undefined) throw new Error(`No chart of ${title}`);
  return found;
};

describe('charts of a form', () => {
  it('count how often each choice was made, the most frequent first', () => {
    const words = ['Good', 'Worn', 'Good', 'Good', 'Unsafe'];
    const charts = chartsOf(words.map((brakes) => ({ values: { brakes } })));
    expect(titled(charts, 'Brakes')).toMatchObject({
      is: 'words',
      bars: [
        { text: 'Good', in: [0, 2, 3] },
        { text: 'Worn', in: [1] },
        { text: 'Unsafe', in: [4] },
      ],
      missing: [],
    });
  });

  it('show numbers with the answers that gave them, and their unit', () => {
    const charts = chartsOf([{ values: { fuel: 80 } }, { values: {} }, { values: { fuel: 12.5 } }]);
    expect(titled(charts, 'Fuel level')).toMatchObject({
      is: 'numbers',
      unit: '%',
      numbers: [
        { in: 0, value: 80 },
        { in: 2, value: 12.5 },
      ],
      missing: [1],
    });
  });

  it('put no miles among kilometres: numbers in another unit are of another kind', () => {
    const asked = (unit: string): string =>
      JSON.stringify({ fields: [{ key: 'speed', label: 'Speed', type: 'number', unit }] });
    const charts = new FormCharts();
    for (const [speed, unit] of [
      [50, 'mph'],
      [80, 'km/h'],
      [90, 'km/h'],
    ] as const) {
      charts.add(JSON.stringify({ values: { speed } }), asked(unit));
    }
    expect(titled(charts.charts, 'Speed')).toMatchObject({
      ...{ is: 'numbers', unit: 'km/h', others: [0], missing: [] },
      numbers: [
        { in: 1, value: 80 },
        { in: 2, value: 90 },
      ],
    });
  });

  it('tell which answers lack a question, and which say something of another kind', () => {
    const charts = chartsOf([
      { values: { fuel: 80 } },
      { values: { fuel: 'full' } },
      { values: { fuel: 40 } },
      { values: { fuel: '' } },
    ]);
    expect(titled(charts, 'Fuel level')).toMatchObject({ others: [1], missing: [3] });
  });

  it('make no bars of free text, unless the same few words come again and again', () => {
    const free = chartsOf(['a', 'b', 'c', 'd'].map((remarks) => ({ values: { remarks } })));
    expect(titled(free, 'Remarks')).toMatchObject({ is: 'given', bars: [] });
    const again = chartsOf(['a', 'b', 'a', 'b'].map((remarks) => ({ values: { remarks } })));
    expect(titled(again, 'Remarks').bars.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('count each choice of several, and each row of a table', () => {
    const charts = chartsOf(
      [
        { values: { faults: ['Lamp', 'Horn'], axles: [{ tyre: 'ok' }, { tyre: 'flat' }] } },
        { values: { faults: ['Lamp'], axles: [{ tyre: 'ok' }, { tyre: 'ok' }] } },
      ],
      null,
    );
    expect(titled(charts, 'Faults').bars).toEqual([
      { text: 'Lamp', in: [0, 1] },
      { text: 'Horn', in: [0] },
    ]);
    expect(titled(charts, 'Axles › Tyre').bars).toEqual([
      { text: 'ok', in: [0, 1] },
      { text: 'flat', in: [0] },
    ]);
  });

  it('tell a yes and a no apart from choices of these names, for each language to say', () => {
    const charts = chartsOf(
      [{ values: { sealed: true } }, { values: { sealed: 'Yes' } }, { values: { sealed: false } }],
      null,
    );
    expect(titled(charts, 'Sealed').bars).toEqual([
      { text: '', yes: true, in: [0] },
      { text: 'Yes', in: [1] },
      { text: '', yes: false, in: [2] },
    ]);
  });

  it('keep every digit of long numbers, which are names', () => {
    const serials = ['9007199254740993', '9007199254740995', '9007199254740993'];
    const charts = new FormCharts();
    for (const serial of serials) charts.add(`{"values":{"serial":${serial}}}`, null);
    expect(titled(charts.charts, 'Serial').bars).toEqual([
      { text: '9007199254740993', in: [0, 2] },
      { text: '9007199254740995', in: [1] },
    ]);
  });

  it('count no answer that can not be read', () => {
    const charts = new FormCharts();
    expect(charts.add('{', null)).toBe(false);
    expect(charts.add('{"values":{"a":"x"}}', null)).toBe(true);
    expect(titled(charts.charts, 'A').missing).toEqual([]);
  });

  it('account for every answer in every question, whatever was answered', () => {
    const value = fc.oneof(
      fc.constantFrom('Good', 'Worn', 'Unsafe', '', null),
      fc.integer(),
      fc.boolean(),
      fc.string({ maxLength: 80 }),
      fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('p', 'q', '__proto__'), fc.integer(), { maxKeys: 2 }),
    );
    const values = fc.dictionary(fc.constantFrom('brakes', 'fuel', 'other', 'toString'), value);
    fc.assert(
      fc.property(fc.array(values, { maxLength: 12 }), (answers) => {
        for (const chart of chartsOf(answers.map((one) => ({ values: one })))) {
          const shown = [
            ...chart.bars.flatMap((bar) => bar.in),
            ...chart.numbers.map((number) => number.in),
            ...chart.others,
            ...chart.missing,
          ];
          const all = new Set(shown);
          if (chart.is !== 'given') expect(all.size).toBe(answers.length);
          expect([...all].every((at) => at >= 0 && at < answers.length)).toBe(true);
          for (const at of chart.missing) {
            expect(shown.filter((one) => one === at)).toHaveLength(1);
          }
        }
      }),
    );
  });
});

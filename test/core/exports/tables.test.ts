import { describe, expect, test } from 'vitest';
import { FormTables, sheetsOf } from '../../../electron/core/exports/tables.ts';

/** The table of a form, as a spreadsheet gets it. */

const FORM = {
  name: 'Check',
  fields: [
    { key: 'tread', type: 'number', label: 'Tread', unit: 'mm' },
    { key: 'speed', type: 'text', label: 'Speed', unit: 'km/h' },
    { key: 'temp', type: 'number', label: 'Temp. front' },
    { key: 'temp2', type: 'number', label: 'Temp. front' },
    { key: 'parts', type: 'list', label: 'Parts' },
  ],
};

function tablesOf(...values: object[]): FormTables {
  const tables = new FormTables('Check');
  for (const [at, one] of values.entries()) {
    const answer = JSON.stringify({ id: `A-${at}`, values: one });
    tables.add(`A-${at}`, '2026-03-06T08:00:00Z', answer, JSON.stringify(FORM));
  }
  return tables;
}

const linesOf = (...values: object[]): string[][] =>
  tablesOf(...values).main.lines.map((line) => line.slice(2));

describe('the table of a form', () => {
  test('has a column for each row around a row, also where all have one label', () => {
    const [head, row] =
      tablesOf({ children: [{ children: [{ children: [{ name: 'c' }] }] }] })
        .repeated.values()
        .toArray()
        .at(-1)?.lines ?? [];
    expect(head?.slice(0, 4)).toEqual([
      ...['Answer', 'Row of Children', 'Row of Children (2)', 'Row'],
    ]);
    expect(head?.length).toBe(row?.length);
    expect(row?.slice(0, 5)).toEqual(['A-0', '1', '1', '1', 'c']);
  });

  test('has sheets of no more than 31 letters, however many begin with the same', () => {
    const groups = Object.fromEntries(
      Array.from({ length: 101 }, (_key, at) => [
        `inspectionOfTheRearAxleAndItsWheels${at}`,
        [{ a: 1, b: 2 }],
      ]),
    );
    const names = sheetsOf(tablesOf(groups)).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(101);
    expect(new Set(names).size).toBe(names.length);
    expect(Math.max(...names.map((name) => name?.length ?? 0))).toBe(31);
  });

  test('has the unit of a number in its head, also where the number was sent as text', () => {
    const [head, row] = linesOf({ tread: 4.5, speed: '80' });
    expect(Object.fromEntries((head ?? []).map((title, at) => [title, row?.[at]]))).toMatchObject({
      ...{ 'Tread (mm)': '4.5', 'Speed (km/h)': '80' },
    });
  });

  test('numbers a second head of one name at its end, also behind a dot', () => {
    const [head] = linesOf({ temp: 4, temp2: 5 });
    expect(head).toEqual(expect.arrayContaining(['Temp. front', 'Temp. front (2)']));
  });

  test('keeps entries apart that hold the mark between entries', () => {
    const [, first, second] = linesOf({ parts: ['bolt', 'nut'] }, { parts: ['bolt; M8', 'nut'] });
    expect(first).toContain('bolt; nut');
    expect(second).toContain('bolt; M8\nnut');
  });

  test('has one sheet for what repeats, whatever was answered in it', () => {
    const long = 'a sentence that is far too long for one of many columns';
    const wide = Object.fromEntries(Array.from({ length: 20 }, (_key, at) => [`k${at}`, long]));
    const tables = tablesOf(
      {
        parts: [
          { name: 'Lamp', id: 1 },
          { name: 'Door', id: 2 },
        ],
      },
      { parts: [{ name: 'Lamp', cost: 3, ...wide }, {}] },
      { parts: [{ a: 1 }, { b: 2 }, { c: 3 }, { d: { e: 4 } }] },
    );
    expect(tables.all.map(({ title }) => title)).toEqual(['Check', 'Parts']);
    const [head = [], ...rows] = tables.all[1]?.lines ?? [];
    expect(head).toEqual(expect.arrayContaining(['Answer', 'Row', 'Name', 'Cost', 'K19', 'D › E']));
    expect(rows.map((row) => row.slice(0, 2).join(' '))).toEqual([
      ...['A-0 1', 'A-0 2', 'A-1 1', 'A-1 2', 'A-2 1', 'A-2 2', 'A-2 3', 'A-2 4'],
    ]);
    expect(tables.main.lines.map((line) => line.at(-1))).toEqual([
      ...['Parts', 'Lamp; Door', '2 rows', '4 rows'],
    ]);
  });

  test('has one sheet for what repeats within rows, with the row around it', () => {
    const tyre = (side: string) => ({ side, tread: 4 });
    const tables = tablesOf(
      { axles: [{ name: 'front', tyres: [tyre('left'), tyre('right')] }] },
      {
        axles: [
          { name: 'rear', tyres: [] },
          { name: 'third', tyres: [tyre('left')] },
        ],
      },
    );
    expect(tables.all.slice(1).map(({ title }) => title)).toEqual(['Axles', 'Axles › Tyres']);
    expect(tables.all[2]?.lines).toEqual([
      ['Answer', 'Row of Axles', 'Row', 'Side', 'Tread (mm)'],
      ['A-0', '1', '1', 'left', '4'],
      ['A-0', '1', '2', 'right', '4'],
      ['A-1', '2', '1', 'left', '4'],
    ]);
  });

  test('has a sheet for each depth of a question that is rows in one answer and none in another', () => {
    const tables = tablesOf(
      { a: [{ b: { c: [{ x: 1, y: 1 }] } }] },
      { a: [{ b: [{ c: [{ x: 2, y: 2 }] }, { c: [{ x: 3, y: 3 }] }] }] },
    );
    expect(tables.all.slice(2).map(({ title, lines }) => [title, ...lines])).toEqual([
      ['A › B › C', ['Answer', 'Row of A', 'Row', 'X', 'Y'], ['A-0', '1', '1', '1', '1']],
      [
        'A › B',
        ['Answer', 'Row of A', 'Row', 'C'],
        ['A-1', '1', '1', '1 row'],
        ['A-1', '1', '2', '1 row'],
      ],
      [
        'A › B › C',
        ['Answer', 'Row of A', 'Row of B', 'Row', 'X', 'Y'],
        ['A-1', '1', '1', '1', '2', '2'],
        ['A-1', '1', '2', '1', '3', '3'],
      ],
    ]);
  });

  test('goes on in another sheet where one has no room for all its columns', () => {
    const many = Object.fromEntries(Array.from({ length: 17_000 }, (_key, at) => [`k${at}`, at]));
    const sheets = sheetsOf(tablesOf(many));
    expect(sheets.map(({ name, rows }) => [name, rows[0]?.length])).toEqual([
      ['Check', 16_384],
      ['Check (2)', 620],
    ]);
    expect(sheets[1]?.rows[1]?.slice(0, 3)).toEqual(['A-0', '2026-03-06T08:00:00Z', 16_382]);
  });

  test('goes on in another sheet where one has no room for all its rows', () => {
    const tables = tablesOf({ tread: 1 }, { tread: 2 }, { tread: 3 });
    const sheets = sheetsOf(tables, { columns: 9, rows: 3 });
    expect(sheets.map(({ name, rows }) => [name, ...rows.map((row) => row.at(-1))])).toEqual([
      ['Check', 'Tread (mm)', 1, 2],
      ['Check (2)', 'Tread (mm)', 3],
    ]);
  });
});

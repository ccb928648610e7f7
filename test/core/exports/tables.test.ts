import { describe, expect, test } from 'vitest';
import { FormTables } from '../../../electron/core/exports/tables.ts';

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

function linesOf(...values: object[]): string[][] {
  const tables = new FormTables('Check');
  for (const [at, one] of values.entries()) {
    const answer = JSON.stringify({ id: `A-${at}`, values: one });
    tables.add(`A-${at}`, '2026-03-06T08:00:00Z', answer, JSON.stringify(FORM));
  }
  return tables.main.lines.map((line) => line.slice(2));
}

describe('the table of a form', () => {
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
});

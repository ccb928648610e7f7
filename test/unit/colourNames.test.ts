import './browserStub.ts';
import { expect, test } from 'vitest';
import { AREA_PALETTE, coloursFor } from '../../renderer/features/areas/palette.ts';
import { formatValue } from '../../renderer/records/columns.ts';
import { listFieldsOf } from '../../renderer/records/listFields.ts';
import { colourName } from '../../renderer/state/colour.ts';

test('colours go by what people call them, and those that are offered each by a name of its own', () => {
  const names = [
    '#000',
    '#FFFFFF',
    '#6b7280',
    '#ff0000',
    '#ff0066',
    '#8b4513',
    '#ff8c00',
    '#ffd700',
  ];
  expect(names.map(colourName)).toEqual([
    ...['Black', 'White', 'Grey', 'Red', 'Pink', 'Brown', 'Orange', 'Yellow'],
  ]);
  expect(['#000080', '#add8e6', '#006400', '#404040'].map(colourName)).toEqual([
    ...['Blue', 'Light blue', 'Dark green', 'Grey'],
  ]);
  expect(['#222222', '#00004d', '#d9d9d9'].map(colourName)).toEqual([
    ...['Dark grey', 'Dark blue', 'Light grey'],
  ]);
  expect(new Set(AREA_PALETTE.map(colourName)).size).toBe(AREA_PALETTE.length);
  for (const none of ['', 'red', '#12', '#12345g', 'rgb(1,2,3)'])
    expect(colourName(none)).toBeNull();
});

test('tables say a colour by its name and a format in words, and leave alone what is neither', () => {
  expect(formatValue('#6b7280', 'colour')).toBe('Grey');
  expect(formatValue('teal-ish', 'colour')).toBe('teal-ish');
  expect(formatValue('csv', 'reportFormat')).toBe('CSV table');
  expect(formatValue('', 'reportFormat')).toBe('');
});

test('the level of accounts that a role is on is told in words, and chosen by them', () => {
  expect(['client', 'platform', ''].map((scope) => formatValue(scope, 'scope'))).toEqual([
    ...['Client account', 'Platform', ''],
  ]);
  expect(listFieldsOf('role').find(({ key }) => key === 'scope')?.kind).toBe('choice');
});

test('the colour that an area has is among those to choose from, and nothing that is none', () => {
  expect(coloursFor('#2F6FDE')).toEqual(['#2f6fde', ...AREA_PALETTE]);
  expect(coloursFor('#0F7C8A')).toEqual(AREA_PALETTE);
  for (const none of ['', '#12', 'blue']) expect(coloursFor(none)).toEqual(AREA_PALETTE);
});

import { expect, test } from 'vitest';
import { DocumentMaker } from '../../../electron/core/forms/document/make.ts';
import { SIGNATURE } from '../../support/answers.ts';
import { readPdf } from '../../support/pdfFile.ts';
import { bodyOf } from '../../unit/formLayoutSupport.ts';

/** What a designer would send back: words of machines, numbers first, lines that nobody signed. */

const maker = new DocumentMaker(null, []);

async function textOf(answer: unknown, form: unknown, language: 'en' | 'de'): Promise<string> {
  const made = maker.make(
    [
      {
        ...{ answerId: 'A-1', answerJson: JSON.stringify(answer), readAt: 0 },
        formJson: JSON.stringify(form),
      },
    ],
    {
      ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', language, madeAt: 0 },
      ...{ tenant: '', logo: null },
    },
  );
  const { pages } = await readPdf(made?.pdf ?? new Uint8Array());
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}

const form = {
  name: 'Check',
  fields: [
    { key: 'a', type: 'signature', label: 'Driver' },
    { key: 'b', type: 'signature', label: 'Guard' },
  ],
};
const answer = {
  ...{ id: 'A-1', status: 'in_progress' },
  vehicle: { id: 4, regNo: 'KD-418-T', label: 'Box truck 4' },
  location: { lat: 41.06, lng: -2.31, accuracy: 5 },
  values: { a: SIGNATURE, b: null },
};

test('what a machine calls a state, a place or a record is said in words of people', async () => {
  const text = await textOf(answer, form, 'en');
  expect(text).toContain('In progress');
  expect(text).toContain('Accuracy 5 m');
  expect(text).toContain('Box truck 4 · Id 4');
  expect(await textOf(answer, form, 'de')).toContain('Genauigkeit 5 m');
});

test('who did not sign has a line beside those who did', async () => {
  const text = await textOf(answer, form, 'en');
  expect(text).toMatch(/Driver.*–.*Guard/);
  const [first, second] = bodyOf(answer, form);
  expect(first).toMatchObject({ value: { is: 'strokes' } });
  expect(second).toMatchObject({ value: { is: 'empty', unsigned: true } });
});

const wide = (count: number, cell: string) => ({
  rows: [1, 2].map(() =>
    Object.fromEntries(Array.from({ length: count }, (_cell, at) => [`c${at}`, cell])),
  ),
});

test.each([
  { count: 13, cell: '7.5 mm', is: 'table' },
  { count: 15, cell: '7.5 mm', is: 'group' },
  { count: 13, cell: 'Worn on the whole of its outer side', is: 'group' },
  { count: 12, cell: 'Regional HL3', is: 'group' },
  { count: 8, cell: 'Worn on the whole of its outer side', is: 'table' },
])('$count columns of “$cell” are a $is', ({ count, cell, is }) => {
  expect(bodyOf({ values: wide(count, cell) })[0]?.is).toBe(is);
});

test('entries with commas stand in lines of their own, and short ones without in one', async () => {
  const many = (values: string[]) => textOf({ id: 'A-1', values: { parts: values } }, null, 'en');
  expect(await many(['bolt', 'nut'])).toContain('bolt, nut');
  expect(await many(['bolt, M8', 'nut'])).not.toContain('bolt, M8, nut');
});

test('an instant has the seconds that the answer gives', async () => {
  const at = (iso: string) => textOf({ id: 'A-1', values: { arrived: iso } }, null, 'en');
  expect(await at('2026-03-06T08:15:42Z')).toContain('08:15:42');
  expect(await at('2026-03-06T08:15:00Z')).not.toContain('08:15:00');
});

test('a number that is sent as text has its unit', async () => {
  const fields = [{ key: 'speed', type: 'text', label: 'Speed', unit: 'km/h' }];
  const text = await textOf({ id: 'A-1', values: { speed: '80' } }, { name: 'F', fields }, 'en');
  expect(text).toMatch(/80\s*km\/h/);
});

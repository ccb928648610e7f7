import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormTables } from '../../../electron/core/exports/tables.ts';
import { DocumentMaker, type DocumentWish } from '../../../electron/core/forms/document/make.ts';
import { humanLabel } from '../../../shared/rules/formLayout.ts';
import { denseText, readPdf } from '../../support/pdfFile.ts';
import { freshStore } from '../db/support.ts';
import { runs, RUNS_LIMIT_MS } from '../../support/runs.ts';
import { answers, keysOf, leavesOf, meaningful } from '../../unit/formLayoutSupport.ts';

/** Whatever shape an answer has, nothing of it is missing from what leaves Waybill. */

const maker = new DocumentMaker(null, []);
const WISH: DocumentWish = {
  ...{ paper: 'a4', standard: 'ua-1', timeZone: 'UTC', locale: 'en-GB', tenant: '', logo: null },
  madeAt: Date.UTC(2026, 2, 6, 9),
};

/** All text of its document, as PDFium gives it back, without spaces. */
async function printed(answer: unknown): Promise<string> {
  const source = { answerId: 'A-7', formJson: null, readAt: Date.UTC(2026, 2, 6, 8) };
  const made = maker.make([{ ...source, answerJson: textOf(answer) }], WISH);
  if (made === null) throw new Error('The answer was not laid out.');
  return (await readPdf(made.pdf)).dense;
}

const textOf = (answer: unknown): string =>
  typeof answer === 'string' ? answer : JSON.stringify(answer);

/** All cells of its tables with their heads, without spaces. */
function tabled(answer: unknown): string {
  const tables = new FormTables('A form');
  tables.add('A-7', '2026-03-06T08:00:00Z', textOf(answer), null);
  return denseText(tables.all.flatMap(({ lines }) => lines.flat()).join(' | '));
}

/** The same answer with words that every font has, each of them once. */
function withWords(answer: unknown): unknown {
  let count = 0;
  return JSON.parse(JSON.stringify(answer), (_key, inner: unknown) => {
    if (typeof inner !== 'string') return inner;
    count += 1;
    return `word${String(count)}x`;
  }) as unknown;
}

/** What a leaf says on paper. */
function said(leaf: string): string {
  const words: Record<string, string> = { true: 'Yes', false: 'No', '': '' };
  return denseText(words[leaf] ?? leaf);
}

const missingIn = (text: string, wanted: readonly string[]): string[] =>
  [...new Set(wanted)].filter((one) => !text.includes(one));

describe('an answer of any shape', () => {
  test(
    'keeps every key and value in its document and its table',
    { timeout: RUNS_LIMIT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(answers, async (any) => {
          const answer = withWords(any);
          const keys = keysOf(answer).map((key) => denseText(humanLabel(key)));
          const wanted = [...keys, ...leavesOf(answer).map(said)];
          expect(missingIn(await printed(answer), wanted)).toEqual([]);
          expect(missingIn(tabled(answer), wanted)).toEqual([]);
        }),
        runs(40, 1_000),
      );
    },
  );

  test(
    'keeps every value under names with a meaning, too',
    { timeout: RUNS_LIMIT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(meaningful, async (answer) => {
          const wanted = leavesOf(answer).map(denseText);
          expect(missingIn(await printed(answer), wanted)).toEqual([]);
        }),
        runs(40, 1_000),
      );
    },
  );

  test('is found by every key and value', { timeout: RUNS_LIMIT_MS }, async () => {
    const store = await freshStore();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(answers, async (any) => {
        const answer = withWords(any);
        count += 1;
        const id = `find-${String(count)}`;
        const params = JSON.stringify({ answerId: id });
        const kept = await store.write('documents.put', {
          ...{ key: `getAnswer ${params}`, endpoint: 'getAnswer', params, query: '{}' },
          ...{ text: JSON.stringify(answer), path: '$', readAt: 5 },
        });
        expect(kept.ok).toBe(true);
        const missed: string[] = [];
        for (const text of new Set([...keysOf(answer), ...leavesOf(answer)])) {
          if (text === '') continue;
          const { ids } = await store.read('answers.ids', { view: { text } });
          if (!ids.includes(id)) missed.push(text);
        }
        expect(missed).toEqual([]);
      }),
      runs(40, 1_000),
    );
  });

  test('names what was left empty, beside a record and in pairs, too', async () => {
    const answer = {
      vehicle: { id: 7, regNo: 'WB 7', odometer: null },
      values: [{ key: 'tyres', label: 'Tyres', value: 'good', remark: null }],
    };
    for (const text of [await printed(answer), tabled(answer)]) {
      expect(missingIn(text, ['Odometer', 'Remark', 'Tyres', 'good'])).toEqual([]);
    }
  });

  test('keeps both values of a key that occurs twice', async () => {
    const answer = '{"values":{"note":"first","note":"second"}}';
    for (const text of [await printed(answer), tabled(answer)]) {
      expect(missingIn(text, ['first', 'second'])).toEqual([]);
    }
  });
});

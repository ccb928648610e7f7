import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { COINED } from '../../build/lint/plugin.js';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Folders with files of their own and the files beside the page, by their paths from there. */
function partsOf(folder: string): string[] {
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  const parts = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const inside = path.relative(path.join(root, folder), entry.parentPath);
      return inside === '' ? entry.name : `${inside.split(path.sep).join('/')}/`;
    });
  return [...new Set(parts)];
}

/** Whether the first cell of a row names it. */
function isNamed(part: string, rows: readonly string[]): boolean {
  return rows.some((row) => row.includes(`\`${part}\``));
}

it.each(['electron/core', 'shared'])('the page of %s tells the room of every file', (folder) => {
  const page = readFileSync(path.join(root, folder, 'README.md'), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[1] ?? '');
  const parts = partsOf(folder);
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.filter((part) => !isNamed(part, rows))).toEqual([]);
  expect(isNamed('nowhere/', rows) || isNamed('nowhere.ts', rows)).toBe(false);
});

it('the glossary lists every word that the lint refuses in names', () => {
  const page = readFileSync(path.join(root, 'docs', 'glossary.md'), 'utf8');
  const rows = page.slice(page.indexOf('## Words that are no names')).split('\n');
  const named = rows.flatMap((row) => /^\| (.+?) \|/.exec(row)?.[1]?.match(/[a-z]+/g) ?? []);
  const refused = COINED.source
    .replace(/^\^\(|\)\$$/g, '')
    .replaceAll('?', '')
    .split('|');
  expect(refused.length).toBeGreaterThan(10);
  // Some are forms of one word.
  const isNamed = (word: string): boolean =>
    named.some((known) => known.startsWith(word.replace(/(es|ing|s)$/, '').slice(0, 5)));
  expect(refused.filter((word) => !isNamed(word))).toEqual([]);
});

/** What pages name with a value in it. */
const WITH_VALUES = ['review.md: Download Noto Sans …', 'review.md: Page 1 of 2'];

it('a button or a place that a page names is one of the desk', () => {
  const texts = path.join(root, 'renderer', 'text', 'en');
  const said = readdirSync(texts)
    .map((name) => readFileSync(path.join(texts, name), 'utf8'))
    .join('\n');
  const words = readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !['promises.md', 'performance.md'].includes(name))
    .flatMap((name) =>
      [
        ...readFileSync(path.join(root, 'docs', name), 'utf8').matchAll(
          /(?<![\w`])_([A-Z][^_`]+)_/g,
        ),
      ]
        .flatMap(([, words = '']) => words.replaceAll('\n', ' ').split(' → '))
        .map((one) => `${name}: ${one}`),
    );
  expect(words.length).toBeGreaterThan(50);
  expect(words.filter((one) => !said.includes(one.slice(one.indexOf(': ') + 2)))).toEqual(
    WITH_VALUES,
  );
});

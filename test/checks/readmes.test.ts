import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

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

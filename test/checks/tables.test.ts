import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/* Every table of the desk leaves as a file, or there is a reason why it need not. */

const root = path.resolve(import.meta.dirname, '../../renderer');
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svelte'))
    .map((file) => [
      file.replaceAll(path.sep, '/'),
      readFileSync(path.join(root, file), 'utf8').replace(/<!--.*?-->/gs, ''),
    ]),
);
const holds = (file: string, component: string): boolean =>
  new RegExp(`<${component}\\b`).test(sources.get(file) ?? '');

/** Tables that leave by what stands above them: the component which offers it. */
const OFFERED_BY: Readonly<Record<string, string>> = {
  'features/history/parts/LegTable.svelte': 'features/history/Page.svelte',
  'features/history/parts/Totals.svelte': 'features/history/Page.svelte',
};

/** Tables that need not leave by themselves, and why. */
const REASONS: Readonly<Record<string, string>> = {
  'ui/ScrollTable.svelte': 'draws the table of whoever uses it',
  'ui/PrintTable.svelte': 'is a table on paper',
  'answers/Table.svelte': 'is part of an answer, which leaves as a whole',
  'features/review/parts/CompareDialog.svelte': 'shows two answers, which leave as a whole',
  'features/areas/parts/PointTable.svelte': 'edits an area, which leaves as a file of areas',
  'features/settings/parts/Keyboard.svelte': 'edits keys',
  'features/vehicles/parts/BulkDialog.svelte': 'shows what is about to be changed',
  'records/writes/Candidates.svelte': 'asks which record a write became',
};

it('every table offers itself as a file, or there is a reason', () => {
  const tables = [...sources.keys()].filter((file) =>
    ['DataTable', 'ScrollTable', 'table'].some((component) => holds(file, component)),
  );
  const without = tables.filter((file) => !holds(OFFERED_BY[file] ?? file, 'TableFile'));
  expect(tables.length).toBeGreaterThan(without.length);
  expect(without.toSorted()).toEqual(Object.keys(REASONS).toSorted());
  // Whoever offers the table of another component shows it.
  for (const [file, by] of Object.entries(OFFERED_BY)) {
    expect([file, holds(by, path.posix.basename(file, '.svelte'))]).toEqual([file, true]);
  }
});

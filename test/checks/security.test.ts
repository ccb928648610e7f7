import { FuseV1Options } from '@electron/fuses';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testTitles } from '../../build/checks/promises.mjs';
import { fuses } from '../../build/fuses.mjs';
import { rules } from '../shell/protect/rules.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');

/** The rows of the table under a heading, cell by cell. */
function rowsUnder(heading: string): string[][] {
  const from = page.indexOf(heading);
  expect(from, heading).toBeGreaterThanOrEqual(0);
  const section = page.slice(from).split(/^## /m, heading.startsWith('## ') ? 2 : 1);
  const text = section.at(-1) ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const filesIn = (cell = ''): string[] =>
  [...cell.matchAll(/`((?:test|build|electron|shared|renderer)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  );

it('every row of what holds the door, and of Electron’s own list, names places and tests that are there', () => {
  const door = rowsUnder('# What holds the door');
  const own = rowsUnder("## Electron's own list");
  expect(door.length).toBeGreaterThan(30);
  expect(own.map(([number]) => Number(number))).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  );
  // The table of the door has one more column, for the checks of the mutation test.
  const asked = rowsUnder('## Questions of a sign-off');
  expect(asked.length).toBeGreaterThan(10);
  for (const row of [...door.map((cells) => cells.slice(0, 3)), ...own, ...asked]) {
    const tests = filesIn(row.at(-1));
    expect(tests.length, row.join(' | ')).toBeGreaterThan(0);
    for (const file of [...tests, ...filesIn(row.at(-2))]) {
      expect(existsSync(path.join(root, file)), file).toBe(true);
    }
  }
});

it('every row of what holds the door names the checks that notice when a line of its files is gone', () => {
  const named = new Set<string>();
  for (const [what = '', where, , breaks = ''] of rowsUnder('# What holds the door')) {
    const places = filesIn(where);
    const checks = [...breaks.matchAll(/`(\w+)`/g)].map(([, check = '']) => check);
    expect(checks.length > 0 || breaks === 'none', what).toBe(true);
    for (const check of checks) {
      named.add(check);
      const files = rules.filter((rule) => rule.check === check).flatMap(({ edits }) => edits);
      const isHere = files.some(({ file }) =>
        places.some((place) => file === place || file.startsWith(`${place}/`)),
      );
      expect(isHere, `${what} | ${check}`).toBe(true);
    }
  }
  // And none of them is left out of the page.
  expect([...named].sort()).toEqual([...new Set(rules.map(({ check }) => check as string))].sort());
});

it('every question of a sign-off that names a test names one of that title', () => {
  for (const [question, , , test = ''] of rowsUnder('## Questions of a sign-off')) {
    const [, title, file = ''] = /^`([^`]+)` \(`([^`]+)`\)$/.exec(test) ?? [];
    if (title === undefined) continue;
    expect([...testTitles(readFileSync(path.join(root, file), 'utf8'))], question).toContain(title);
  }
});

it('the fuses of the page are those of the build, all nine', () => {
  const held = (platform: string): Record<string, unknown> => ({ ...fuses(platform) });
  const rows = rowsUnder('## The nine fuses').map(([name = '', set]) => [
    name.replaceAll('`', ''),
    set,
  ]);
  const names = Object.entries(FuseV1Options).filter(([, at]) => typeof at === 'number');
  expect(names).toHaveLength(9);
  expect(rows).toEqual(
    names.map(([name, at]) => {
      const [linux, windows, mac] = ['linux', 'win32', 'darwin'].map((one) => held(one)[at]);
      expect(windows).toBe(mac);
      if (linux !== windows) return [name, windows === true ? 'on (macOS, Windows)' : 'odd'];
      return [name, linux === true ? 'on' : 'off'];
    }),
  );
});

it('every row of what only an installed app can show names a test of that title', () => {
  const file = path.join(root, 'test', 'electron', 'installed.test.ts');
  const titles = [...testTitles(readFileSync(file, 'utf8'))];
  const rows = rowsUnder('## What only an installed app can show');
  expect(rows.map(([, title = '']) => title.replaceAll('`', ''))).toEqual(titles);
});

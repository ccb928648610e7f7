import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { menuTemplate } from '../../electron/shell/menu.ts';
import { windowOptions } from '../../electron/shell/window.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { DESK_PREFERENCES } from '../support/safeValues.ts';

const noop = (): void => undefined;

it('creates windows with exactly the safe preferences', () => {
  expect(windowOptions('/app/preload.cjs', true).webPreferences).toEqual(DESK_PREFERENCES);
  expect(windowOptions('/app/preload.cjs', false).webPreferences?.devTools).toBe(true);
});

it('creates windows in the composition root only', async () => {
  const electron = path.resolve(import.meta.dirname, '..', '..', 'electron');
  const makers: string[] = [];
  for (const entry of await readdir(electron, { recursive: true })) {
    if (!entry.endsWith('.ts')) continue;
    const text = await readFile(path.join(electron, entry), 'utf8');
    if (text.includes('new BrowserWindow')) makers.push(entry);
  }
  expect(makers).toEqual(['main.ts']);
});

it('offers developer tools in no menu of an installed app', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(JSON.stringify(menuTemplate(platform, true, [], noop, ENGLISH_WORDS))).not.toMatch(
      /DevTools|reload/i,
    );
    expect(JSON.stringify(menuTemplate(platform, false, [], noop, ENGLISH_WORDS))).toMatch(
      /toggleDevTools/,
    );
  }
});

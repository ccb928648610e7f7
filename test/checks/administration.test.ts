import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../build/electron-builder.config.mjs';
import { policySchema, readPolicy } from '../../electron/core/policy.ts';
import { policyPath } from '../../electron/shell/policyFile.ts';
import { settings } from '../../renderer/text/en/settings.ts';
import { EXPORT_KINDS } from '../../shared/ipc/shell.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const page = readFileSync(path.join(root, 'docs', 'administration.md'), 'utf8');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string;
};

/** What stands in the first cells of the table whose head begins with this, without its marks. */
function firstCells(head: string): string[] {
  const from = page.indexOf(`\n| ${head} `);
  expect(from, head).toBeGreaterThanOrEqual(0);
  const [table = ''] = page.slice(from + 1).split('\n\n', 1);
  const rows = table.split('\n').slice(2);
  return rows.map((row) => (row.split('|')[1] ?? '').trim().replaceAll('`', ''));
}

describe('the page for administrators', () => {
  it('has every rule of a policy, each once, and no other', () => {
    const rules = Object.keys(policySchema.shape).filter((name) => name !== 'version');
    expect(firstCells('Rule').sort()).toEqual(rules.sort());
    for (const word of [...EXPORT_KINDS, 'feed', 'channel', 'trashDays']) {
      expect(page).toContain(`\`${word}\``);
    }
  });

  it('shows a policy that is one, with every rule', () => {
    const [, text = ''] = /```json\n([^`]*)```/.exec(page) ?? [];
    expect(readPolicy('policy.json', text)).toMatchObject({ state: 'inForce', problem: '' });
    expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(
      Object.keys(policySchema.shape).sort(),
    );
  });

  it('says where a policy lies on each system', () => {
    for (const platform of ['win32', 'darwin', 'linux'] as const) {
      expect(page).toContain(`\`${policyPath(platform)}\``);
    }
  });

  it('names pages of the settings as they are called', () => {
    const named = [...page.matchAll(/_Settings → ([^_→]+?)(?: → [^_]+)?_/g)];
    expect(named.length).toBeGreaterThan(4);
    const sections: readonly string[] = Object.values(settings.sections);
    for (const [, section = ''] of named) expect(sections, section).toContain(section);
  });

  it('installs and removes what the installers are made of', () => {
    // One click, for the person alone: what is said of folders and flags counts on it.
    expect(Object.keys(config.nsis ?? {})).toEqual(['artifactName']);
    for (const text of [
      `%LOCALAPPDATA%\\Programs\\${manifest.name}\\Uninstall ${String(config.productName)}.exe" /S`,
      `%LOCALAPPDATA%\\${manifest.name}-updater`,
      `~/Library/Preferences/${String(config.appId)}.plist`,
      `~/Library/Caches/${String(config.appId)}.ShipIt`,
    ]) {
      expect(page).toContain(text);
    }
  });
});

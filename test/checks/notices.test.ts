import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isKnown,
  licenseProblems,
  noticesText,
  ownNotices,
  readNotices,
} from '../../build/notices.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waybill-notices-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts in a made-up package; gives its path in the lockfile. */
function put(name: string, manifest: object, files: Record<string, string> = {}): string {
  const at = path.join(folder, 'node_modules', name);
  mkdirSync(at, { recursive: true });
  writeFileSync(
    path.join(at, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', ...manifest }),
  );
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(at, file), text);
  return `node_modules/${name}`;
}

describe('the licences of what is shipped', () => {
  it('are all known', () => {
    expect(licenseProblems(ownNotices())).toEqual([]);
  });

  it('are those of every package and font that is not for development alone', () => {
    const root = path.resolve(import.meta.dirname, '..', '..');
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const text = noticesText(ownNotices());
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      const real = version.startsWith('npm:') ? version.slice(4).replace(/@[^@]*$/, '') : name;
      expect(text, name).toContain(`\n${real} `);
    }
    expect(text).toContain('SIL OPEN FONT LICENSE');
    expect(text).not.toMatch(/^vitest \d/m);
  });

  it('come with the text that a package brings, and say where it brings none', () => {
    const locked = {
      [put(
        'with',
        { license: 'MIT', author: 'A. Maker <a@maker.example>' },
        { LICENSE: 'The text.' },
      )]: {},
      [put('without', { license: 'ISC' })]: {},
      [put('tool', { license: 'MIT' })]: { dev: true },
      'node_modules/of-another-system': {},
    };
    const text = noticesText(readNotices(locked, folder));
    expect(text).toContain('with 1.0.0 by A. Maker\nLicence: MIT\n\nThe text.');
    expect(text).toContain('without 1.0.0\nLicence: ISC\n\nThe package brings no text of its own.');
    expect(text).not.toContain('tool');
    expect(text).not.toContain('maker.example');
  });

  it('that nobody knows fail the check and the build', () => {
    const problems = (manifest: object, files = {}): string[] =>
      licenseProblems(readNotices({ [put('made-up', manifest, files)]: {} }, folder));
    expect(problems({})).toEqual(['made-up 1.0.0 names no licence.']);
    expect(problems({ license: 'GPL-3.0-only' })).toHaveLength(1);
    expect(problems({ license: 'UNLICENSED' })).toHaveLength(1);
    expect(problems({ license: { type: 'MIT' } })).toEqual([]);
    expect(problems({}, { LICENSE: 'Permission is hereby granted, free of charge' })).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND OFL-1.1', true],
    ['MIT AND GPL-3.0-only', false],
    ['', false],
    ['SEE LICENSE IN x', false],
  ])('%j are known: %s', (license, known) => {
    expect(isKnown(license)).toBe(known);
  });
});

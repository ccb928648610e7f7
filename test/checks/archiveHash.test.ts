import { createPackage, getRawHeader } from '@electron/asar';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { archiveHashProblems } from '../../build/tools/archiveHash.mjs';
import { inspectPacked } from '../../build/tools/packed.mjs';

let folder = '';
let archive = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'waybill-archive-'));
  const source = path.join(folder, 'source');
  mkdirSync(source);
  writeFileSync(path.join(source, 'main.js'), 'one');
  archive = path.join(folder, 'app.asar');
  await createPackage(source, archive);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hashOf = (file: string): string =>
  createHash('sha256').update(getRawHeader(file).headerString).digest('hex');

/** Programs that name a checksum, as packing writes it for each system. */
const PROGRAMS = {
  darwin: (hash: string): [string, string] => [
    'Waybill.app/Contents/Info.plist',
    `<plist><dict><key>ElectronAsarIntegrity</key><dict><key>Resources/app.asar</key><dict>
      <key>algorithm</key><string>SHA256</string><key>hash</key><string>${hash}</string>
    </dict></dict></dict></plist>`,
  ],
  win32: (hash: string): [string, string] => [
    'Waybill.exe',
    `MZ\u0000[${JSON.stringify({ file: 'resources\\app.asar', alg: 'SHA256', value: hash })}]\u0000`,
  ],
} as const;

function write([name, text]: [string, string]): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

it.each(['darwin', 'win32'] as const)(
  'a program of %s names the checksum of its own archive, and of no other',
  async (platform) => {
    const problems = (): string[] => archiveHashProblems(folder, platform, archive);
    expect(problems().join()).toContain('There is no');
    write(PROGRAMS[platform](hashOf(archive)));
    expect(problems()).toEqual([]);
    // One byte of one file, and the header is another one.
    writeFileSync(path.join(folder, 'source', 'main.js'), 'two');
    await createPackage(path.join(folder, 'source'), archive);
    expect(problems().join()).toContain('names the checksum');
    write([PROGRAMS[platform]('')[0], 'nothing']);
    expect(problems().join()).toContain('names 0 checksums');
  },
);

it('nothing is compared on Linux, and nothing is asked for', () => {
  expect(archiveHashProblems(folder, 'linux', archive)).toEqual([]);
});

it('is looked at in every packed app', () => {
  const resources = path.join(folder, 'Waybill.app', 'Contents', 'Resources');
  mkdirSync(resources, { recursive: true });
  copyFileSync(archive, path.join(resources, 'app.asar'));
  write(PROGRAMS.darwin('0'.repeat(64)));
  const { problems } = inspectPacked(folder, 'darwin', 'arm64');
  expect(problems.join('\n')).toContain('names the checksum');
});

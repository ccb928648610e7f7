import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nativeFormat, nativeHeader } from '../../build/tools/nativeFormat.mjs';

const modules = path.resolve(import.meta.dirname, '..', '..', 'node_modules');

const PLATFORMS = ['linux', 'darwin', 'win32'] as const;
const systems = PLATFORMS.flatMap((platform) => [`${platform}-x64`, `${platform}-arm64`]);

it.each(systems)('native code for %s is known by its first bytes', (system) => {
  for (const file of [
    `better-sqlite3/prebuilds/${system}.node`,
    `keytar/prebuilds/${system}/keytar.node`,
  ]) {
    expect(nativeFormat(readFileSync(path.join(modules, file))), file).toBe(system);
  }
});

it('what is no native code, or cut off, is for nothing', () => {
  const linux = readFileSync(path.join(modules, 'better-sqlite3/prebuilds/linux-x64.node'));
  expect(nativeFormat(linux.subarray(0, 10))).toBe('unknown');
  expect(nativeFormat(Buffer.alloc(100))).toBe('unknown');
  expect(nativeFormat(Buffer.from(`MZ${'x'.repeat(100)}`))).toBe('unknown');
});

it.each(PLATFORMS)(
  'the header that stands in for native code of %s is taken for it',
  (platform) => {
    for (const arch of ['x64', 'arm64']) {
      expect(nativeFormat(nativeHeader(platform, arch))).toBe(`${platform}-${arch}`);
    }
  },
);

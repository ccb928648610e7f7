import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nativeFormat } from '../../build/tools/nativeFormat.mjs';

const modules = path.resolve(import.meta.dirname, '..', '..', 'node_modules');

it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'])(
  'native code for %s is known by its first bytes',
  (system) => {
    for (const file of [
      `better-sqlite3/prebuilds/${system}.node`,
      `keytar/prebuilds/${system}/keytar.node`,
    ]) {
      expect(nativeFormat(readFileSync(path.join(modules, file))), file).toBe(system);
    }
  },
);

it('what is no native code, or cut off, is for nothing', () => {
  const linux = readFileSync(path.join(modules, 'better-sqlite3/prebuilds/linux-x64.node'));
  expect(nativeFormat(linux.subarray(0, 10))).toBe('unknown');
  expect(nativeFormat(Buffer.alloc(100))).toBe('unknown');
  expect(nativeFormat(Buffer.from(`MZ${'x'.repeat(100)}`))).toBe('unknown');
});

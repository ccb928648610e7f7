import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectEnv } from '../../build/tools/project.mjs';
import { run } from '../../build/tools/run.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');

/** SHA-256 of every file below a folder, by its path. */
function hashes(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [
      path.relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

const PRODUCTS = ['renderer', 'electron'];

/** Builds into a folder of its own that is gone after the test. */
async function built(env: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waybill-twice-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const script = path.join(root, 'build', 'bundle.ts');
  const done = await run(process.execPath, [script, '--into', folder, ...PRODUCTS], {
    env: projectEnv(env),
  });
  expect(done.code, done.output).toBe(0);
  return folder;
}

it('two builds of the same sources are the same byte for byte, in another folder and another environment', async () => {
  const other = await built({ NODE_ENV: 'development', TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8' });
  for (const product of PRODUCTS) {
    // The first is the one that is packed: `build/vitest.packing.ts` made it from these sources.
    const first = hashes(path.join(root, 'dist', product));
    expect(Object.keys(first).length, product).toBeGreaterThan(10);
    expect(hashes(path.join(other, product)), product).toEqual(first);
  }
}, 240_000);

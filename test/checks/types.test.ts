import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { svelteCheck } from '../../build/checks/list.mjs';
import { run } from '../../build/tools/run.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waybill-types-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What one pass of the check finds in a project of these files, under the project's own rules. */
async function check(files: Readonly<Record<string, string>>): Promise<string> {
  const tsconfig = path.join(folder, 'tsconfig.json');
  const extend = path.join(root, 'tsconfig.json');
  const compilerOptions = { types: [] };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const include = Object.keys(files);
  writeFileSync(tsconfig, JSON.stringify({ extends: extend, compilerOptions, include }));
  const args = [...svelteCheck(tsconfig), '--workspace', folder, '--output', 'machine'];
  const { output } = await run(process.execPath, args, { limitMs: 120_000 });
  return output;
}

it('types are checked in scripts of every kind and in components, in one pass', async () => {
  const output = await check({
    'wrong.ts': `export const wrong: number = 'text';\n`,
    'wrong.mjs': `/** @type {number} */\nexport const wrong = 'text';\n`,
    'lone.js': `/** @param {number} count */\nexport const wrong = (count) => count.length;\n`,
    'unused.ts': `export function made(): void {\n  const unused = 1;\n}\n`,
    'index.ts': `export const first = (all: string[]): string => all[0];\n`,
    'state.svelte.ts': `export const wrong: number = 'text';\n`,
    'Wrong.svelte': `<script lang="ts">\n  const wrong: number = 'text';\n</script>\n\n{wrong}\n`,
    'Markup.svelte': `<script lang="ts">\n  const text: string = 'text';\n</script>\n\n{text.toFixed()}\n`,
    'Silent.svelte': `<img src="/map.png" />\n`,
    'Unstyled.svelte': `<p>text</p>\n\n<style>\n  .nobody {\n    color: red;\n  }\n</style>\n`,
    'Right.svelte': `<script lang="ts">\n  const right: number = 1;\n</script>\n\n{right}\n`,
  });
  const red = [...output.matchAll(/(?:ERROR|WARNING) "([^"]+)"/g)].map(([, file]) => file).sort();
  expect(red, output).toEqual([
    'Markup.svelte',
    'Silent.svelte',
    'Unstyled.svelte',
    'Wrong.svelte',
    'index.ts',
    'lone.js',
    'state.svelte.ts',
    'unused.ts',
    'wrong.mjs',
    'wrong.ts',
  ]);
});

import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFileSync } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doMainJob } from '../../build/tools/distCheck.mjs';
import { inspectPacked } from '../../build/tools/packed.mjs';
import { run } from '../../build/tools/run.mjs';
import { projectEnv } from '../../build/tools/project.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const asar = path.join(root, 'node_modules', '@electron', 'asar', 'bin', 'asar.js');

/** Names in the data folder, as the page for administrators has them. */
function toldToAdministrators(): string[] {
  const page = readFileSync(path.join(root, 'docs', 'administration.md'), 'utf8');
  const [, table = ''] = /\n\| Folder or file ([^]*?)\n\n/.exec(page) ?? [];
  return [...table.matchAll(/^\| `([^`/]+)/gm)].map(([, name = '']) => name);
}

/** electron-builder packs for Linux with no tool of another system. */
describe.skipIf(process.platform !== 'linux')('a packed app', () => {
  let folder = '';
  let unpacked = '';
  let files: string[] = [];

  const asarTool = (...args: string[]) =>
    execFileSync(process.execPath, [asar, ...args], { encoding: 'utf8' });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'waybill-pack-'));
    const args = [path.join(root, 'build', 'dist.mjs'), '--linux', 'dir'];
    const done = await run(process.execPath, [...args, `-c.directories.output=${folder}`], {
      // On CI no binary is downloaded: it is packed around a stand-in.
      env: projectEnv({ CI: '1' }),
    });
    if (done.code !== 0) throw new Error(done.output);
    unpacked = path.join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('unpacked')) ?? '',
    );
    files = asarTool('list', path.join(unpacked, 'resources', 'app.asar'))
      .split('\n')
      .filter((file) => path.posix.extname(file) !== '' || /LICENSE/.test(file));
  }, 240_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds the bundles, the native packages and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/dist/electron/main.js',
        '/dist/electron/preload.cjs',
        '/dist/renderer/index.html',
      ]),
    );
    const others = files.filter(
      (file) =>
        file !== '/package.json' &&
        !/^\/dist\/(electron|renderer)\//.test(file) &&
        !/^\/node_modules\/(better-sqlite3|keytar)\/(lib|prebuilds)\b/.test(file) &&
        !/^\/node_modules\/(better-sqlite3|keytar)\/(package\.json|LICENSE(\.md)?)$/.test(file) &&
        !/^\/node_modules\/@myriaddreamin\/typst-ts-node-compiler[\w-]*\/[\w.-]+$/.test(file),
    );
    expect(others).toEqual([]);
  });

  it('holds no sources, no tests and no headless host', () => {
    const outside = files.filter((file) => !file.startsWith('/node_modules/'));
    expect(
      outside.filter((file) => /\.(ts|svelte|map)$|\btest\b|headless|bridge\.js/.test(file)),
    ).toEqual([]);
    const code = outside.filter((file) => /^\/dist\/electron\/.*\.c?js$/.test(file));
    for (const file of code) {
      const text = readFileSync(path.join(root, file), 'utf8');
      expect(text, file).not.toMatch(/electron\/headless|preloadShim/);
    }
  });

  it('keeps native code outside of the archive, for this system only', () => {
    const beside = path.join(unpacked, 'resources', 'app.asar.unpacked', 'node_modules');
    const native = readdirSync(beside, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.node'))
      .map((file) => file.split(path.sep).join('/'));
    const system = `linux-${process.arch}`;
    expect(native.sort()).toEqual([
      `@myriaddreamin/typst-ts-node-compiler-${system}-gnu/typst-ts-node-compiler.${system}-gnu.node`,
      `better-sqlite3/prebuilds/${system}.node`,
      `keytar/prebuilds/${system}/keytar.node`,
    ]);
  });

  it('imports nothing that was left out', () => {
    const folderOfCode = path.join(root, 'dist', 'electron');
    const allowed =
      /^(node:|electron$|better-sqlite3$|keytar$|@myriaddreamin\/typst-ts-node-compiler$|\.)/;
    for (const file of readdirSync(folderOfCode).filter((name) => /\.c?js$/.test(name))) {
      const text = readFileSync(path.join(folderOfCode, file), 'utf8');
      const imported = [
        ...text.matchAll(/^(?:import|export)\s[^'"`;]*?from\s*["']([^"'\n]+)["']/gm),
        ...text.matchAll(/^import\s*["']([^"'\n]+)["']/gm),
      ].map((match) => match[1] ?? '');
      const foreign = imported.filter((name) => !allowed.test(name) && !isBuiltin(name));
      expect(foreign, file).toEqual([]);
    }
  });

  it('passes the look that every release gets, its size included', () => {
    expect(inspectPacked(unpacked, 'linux', process.arch).problems).toEqual([]);
  });

  it('does the main job from its archive, and goes on when its page and its threads die', async () => {
    expect(await doMainJob(path.join(unpacked, 'resources'), folder, ['whole'])).toBeNull();
    const data = path.join(folder, 'run', 'data');
    const open = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(path.join(data, name)).mode & 0o077) !== 0,
    );
    expect(open, 'others may read these').toEqual([]);
    // All that it keeps is told to whoever has to remove it.
    const kept = readdirSync(data);
    expect(kept).toContain('accounts.json');
    expect(kept.filter((name) => !toldToAdministrators().includes(name))).toEqual([]);
  });

  it('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(path.join(unpacked, 'waybill'));
    expect(wire[FuseV1Options.RunAsNode]).toBe(FuseState.DISABLE);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(FuseState.ENABLE);
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(FuseState.DISABLE);
  });

  it('brings the licences of what it is built on', () => {
    expect(existsSync(path.join(unpacked, 'LICENSES.chromium.html'))).toBe(true);
    expect(existsSync(path.join(unpacked, 'LICENSE.electron.txt'))).toBe(true);
  });
});

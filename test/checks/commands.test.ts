import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { ownFiles } from '../../build/ownFiles.ts';
import { checks, checksNamed } from '../../build/checks/list.mjs';
import { sourceHash } from '../../build/tools/bundle.mjs';
import { systemPaths } from '../../build/tools/chromium.mjs';
import { electronBinary, windowProblem } from '../../build/tools/electron.mjs';
import {
  allowedScripts,
  installProblem,
  isInstalled,
  lockHash,
  recordMatches,
} from '../../build/tools/install.mjs';
import { runtimeProblem, starterProblem } from '../../build/tools/project.mjs';
import { run } from '../../build/tools/run.mjs';
import { FLAGS, readStartFlags } from '../../build/tools/startFlags.mjs';
import { countReport } from '../../build/tools/vitest.mjs';
import { readFlags } from '../../electron/headless/flags.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waybill-commands-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file below the test's folder, making its folders. */
function put(file: string, text = '', mode = 0o644): string {
  const at = path.join(folder, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text, { mode });
  return at;
}

describe('Node', () => {
  it('that is too old is refused with what to do', () => {
    expect(starterProblem('18.20.4')).toMatch(/Node 20 or newer.*18\.20\.4.*nodejs\.org/);
    expect(starterProblem('20.0.0')).toBeUndefined();
    expect(starterProblem('26.1.0')).toBeUndefined();
  });

  it('24 that is missing, broken or another version is explained', () => {
    const posix = process.platform !== 'win32';
    expect(runtimeProblem(path.join(folder, 'none'))).toMatch(/missing.*npm rebuild node/);
    expect(runtimeProblem(process.execPath)).toBeUndefined();
    if (!posix) return;
    expect(runtimeProblem(put('old', '#!/bin/sh\necho v20.1.0\n', 0o755))).toMatch(/v20\.1\.0/);
    expect(runtimeProblem(put('bad', '#!/bin/sh\nexit 1\n', 0o755))).toMatch(/does not run/);
  });
});

describe('the checks', () => {
  it('are chosen by several words, and a word or a flag that names none is refused', () => {
    const names = checksNamed(['types', 'changelog']).map(({ name }) => name);
    expect(names).toEqual(['types', 'lint with types', 'changelog']);
    expect(checksNamed([])).toEqual(checks);
    expect(() => checksNamed(['types', 'lngth'])).toThrow(/“lngth”.*length/);
    const mistyped = run(process.execPath, [path.resolve('build/check.mjs'), '--wirte']);
    return expect(mistyped).resolves.toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^Unknown option '--wirte'\.\nThere are: --write\.\n$/,
      ) as string,
    });
  });
});

describe('the flags of a start', () => {
  const start = (...flags: string[]) =>
    run(process.execPath, [path.resolve('build/start.mjs'), ...flags]);

  it('print help instead of starting', async () => {
    const done = await start('--help');
    expect([done.code, done.output]).toEqual([0, `${readStartFlags(['--help']).help ?? ''}\n`]);
    for (const flag of Object.keys(FLAGS)) expect(done.output).toContain(`--${flag}`);
    expect(readFlags(['--help'])).toEqual({ is: 'help' });
  });

  it.each([['--prot', '4020'], ['--port'], ['stray'], ['--help=1']])(
    'that nobody knows are refused in one line: %s',
    async (...flags) => {
      const done = await start(...flags);
      expect(done.code).toBe(1);
      expect(done.output).toMatch(/^[^\n]+ See npm start -- --help\.\n$/);
      expect(readFlags(flags)).toMatchObject({ is: 'wrong' });
    },
  );

  it('are those that the host without a window understands', () => {
    for (const [flag, { type }] of Object.entries(FLAGS)) {
      const given = type === 'string' ? [`--${flag}`, '1'] : [`--${flag}`];
      expect(readStartFlags(given).problem).toBeUndefined();
      expect(readFlags(given).is).not.toBe('wrong');
    }
    // As a window has it, for whom an empty name is none.
    expect(readFlags(['--data', ''])).toMatchObject({ flags: { data: undefined } });
    expect(readFlags(['--port', 'x'])).toEqual({
      is: 'wrong',
      why: '--port must be a whole number up to 65535.',
    });
  });
});

describe('an install', () => {
  it('is repeated when the lockfile changes and not otherwise', () => {
    put('package-lock.json', '{"a":1}');
    expect(isInstalled(folder)).toBe(false);
    put('node_modules/.waybill-lock', lockHash(folder));
    expect(isInstalled(folder)).toBe(true);
    put('package-lock.json', '{"a":2}');
    expect(isInstalled(folder)).toBe(false);
  });

  it('by hand is recognised by npm’s own record', () => {
    const a = { integrity: 'sha512-a' };
    const locked = { '': {}, 'node_modules/a': a, 'node_modules/b': { ...a, optional: true } };
    expect(recordMatches(locked, { 'node_modules/a': a })).toBe(true);
    expect(recordMatches(locked, {})).toBe(false);
    expect(recordMatches(locked, { 'node_modules/a': { integrity: 'sha512-b' } })).toBe(false);
    expect(recordMatches(locked, { 'node_modules/a': a, 'node_modules/c': a })).toBe(false);
    put('package-lock.json', JSON.stringify({ packages: locked }));
    put('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': a } }));
    expect(isInstalled(folder)).toBe(false);
    put('node_modules/.waybill-lock', 'of an older lockfile');
    expect(isInstalled(folder)).toBe(true);
  });

  it('runs the scripts of allowed packages alone', () => {
    expect(allowedScripts({ allowScripts: { node: true, made: false } })).toEqual(['node']);
    expect(allowedScripts({})).toEqual([]);
  });

  it('that fails says why in words', () => {
    expect(installProblem('npm error code EAI_AGAIN', false)).toMatch(/registry cannot be reached/);
    expect(installProblem('npm error code ENOSPC', false)).toMatch(/disk is full/);
    expect(installProblem('npm error code EACCES', false)).toMatch(/may not write/);
    expect(installProblem('', true)).toMatch(/15 minutes/);
    expect(installProblem('something else', false)).toMatch(/messages are above/);
  });
});

describe('the window', () => {
  const on = { env: { DISPLAY: ':0' }, platform: 'linux', uid: 1000 } as const;

  it('opens for an ordinary user with a display', () => {
    expect(windowProblem(on)).toBeUndefined();
    expect(windowProblem({ ...on, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined();
    expect(windowProblem({ env: {}, platform: 'darwin', uid: 501 })).toBeUndefined();
    expect(windowProblem({ env: {}, platform: 'win32', uid: undefined })).toBeUndefined();
  });

  it('that cannot open is explained in one line', () => {
    const problems = [
      windowProblem({ ...on, env: {} }),
      windowProblem({ ...on, uid: 0 }),
      windowProblem({ ...on, env: { ...on.env, WAYBILL_HEADLESS: '1' } }),
    ];
    expect(problems).toEqual([
      expect.stringMatching(/no display/),
      expect.stringMatching(/root/),
      expect.stringMatching(/WAYBILL_HEADLESS/),
    ]);
    for (const problem of problems) expect(problem).not.toContain('\n');
  });

  it('needs an Electron binary, found without loading the package', () => {
    const none = { folder, env: {}, platform: 'linux' } as const;
    expect(electronBinary(none)).toBeUndefined();
    const own = put('node_modules/electron/dist/electron');
    expect(electronBinary(none)).toBe(own);
    const other = put('elsewhere/electron');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(other) };
    expect(electronBinary({ ...none, env })).toBe(other);
    expect(
      electronBinary({ ...none, env: { ELECTRON_OVERRIDE_DIST_PATH: folder } }),
    ).toBeUndefined();
  });
});

it('an installed Chromium is found on the path', () => {
  const found = put('bin/chromium');
  const env = { PATH: [path.join(folder, 'empty'), path.dirname(found)].join(path.delimiter) };
  expect(systemPaths(env)).toContain(found);
});

describe('a program', () => {
  it('that fails hands back its code and everything it printed', async () => {
    const script = `console.log('out'); console.error('err'); process.exitCode = 3;`;
    const done = await run(process.execPath, ['-e', script]);
    expect(done).toMatchObject({ code: 3, timedOut: false });
    expect(done.output).toContain('out\n');
    expect(done.output).toContain('err\n');
  });

  it('that hangs is ended with its children', async () => {
    const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
    const done = await run(process.execPath, ['-e', child], { limitMs: 300 });
    // The pipes close only when the grandchild has ended too.
    expect(done).toMatchObject({ code: null, timedOut: true });
  });

  it('that is missing is a failed run', async () => {
    const done = await run(path.join(folder, 'none'), []);
    expect(done.code).toBeNull();
    expect(done.output).toContain('ENOENT');
  });
});

describe('the count', () => {
  const file = (status: string, ...tests: string[]) => ({
    name: 'made.test.ts',
    status,
    assertionResults: tests.map((test, index) => ({ fullName: `t${index}`, status: test })),
  });
  const count = (...files: ReturnType<typeof file>[]) => ({ testResults: files });

  it('adds up what passed, failed and was skipped', () => {
    const report = count(file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed'));
    expect(countReport(report, 1, false)).toEqual({ passed: 2, failed: 1, skipped: ['t2'] });
  });

  it('takes a file that cannot be loaded as a failure', () => {
    const report = count(file('failed'), file('passed', 'passed'));
    expect(countReport(report, 1, false)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('takes tests whose hook broke as failures, not as skipped', () => {
    const report = count(file('failed', 'skipped', 'skipped'), file('passed', 'skipped'));
    expect(countReport(report, 1, false)).toEqual({ passed: 0, failed: 2, skipped: ['t0'] });
  });

  it('takes a crash, an error outside of tests and an empty run as failures', () => {
    expect(countReport(undefined, null, false).failed).toBe(1);
    expect(countReport(undefined, 0, true).failed).toBe(1);
    expect(countReport(count(file('passed', 'passed')), 1, false).failed).toBe(1);
    expect(countReport(count(), 0, false).failed).toBe(1);
    expect(countReport(count(), 0, true).failed).toBe(0);
  });
});

describe('the build', () => {
  it('is repeated when a source, its name or the lockfile changes', () => {
    put('package-lock.json', '{}');
    put('renderer/a.ts', '1');
    const first = sourceHash(folder, ['renderer']);
    expect(sourceHash(folder, ['renderer'])).toBe(first);
    put('renderer/a.ts', '2');
    const second = sourceHash(folder, ['renderer']);
    put('renderer/deep/b.ts', '');
    const third = sourceHash(folder, ['renderer']);
    put('package-lock.json', '{"b":1}');
    const fourth = sourceHash(folder, ['renderer']);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it('keeps worker scripts and files that are named relative to their source', async () => {
    put('package.json', '{"type":"module"}');
    put('electron/core/deep/data.txt', 'from the file');
    put('electron/core/deep/part.ts', `export const said: string = 'from the worker';\n`);
    put(
      'electron/core/deep/worker.ts',
      `import { parentPort } from 'node:worker_threads';\nimport { said } from './part.ts';\nparentPort?.postMessage(said);\n`,
    );
    put(
      'electron/core/start.ts',
      `import { readFileSync } from 'node:fs';\nimport { Worker } from 'node:worker_threads';\n` +
        `export const text = () => readFileSync(new URL('./deep/data.txt', import.meta.url), 'utf8');\n` +
        `export const start = () => new Worker(new URL('./deep/worker.ts', import.meta.url));\n`,
    );
    const main = put('electron/main.ts', `export * from './core/start.ts';\n`);
    await build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      plugins: [ownFiles(folder)],
      build: { ssr: main, outDir: path.join(folder, 'out'), target: 'node24' },
    });
    const made: unknown = await import(pathToFileURL(path.join(folder, 'out', 'main.js')).href);
    const { text, start } = made as {
      text: () => string;
      start: () => Worker;
    };
    expect(text()).toBe('from the file');
    const said = await new Promise((resolve, reject) => {
      start().once('message', resolve).once('error', reject);
    });
    expect(said).toBe('from the worker');
  });

  it('brings along what a package loads by its own require', async () => {
    put('package.json', '{"type":"module"}');
    put(
      'node_modules/made/package.json',
      `{"name":"made","type":"module","exports":"./index.mjs","imports":{"#data/*":"./data/*.cjs"}}`,
    );
    put('node_modules/made/data/metrics.cjs', `module.exports = { width: 7 };\n`);
    put(
      'node_modules/made/index.mjs',
      `import { createRequire } from 'module';\nconst require$1 = createRequire(import.meta.url);\n` +
        `export const load = () => require$1('#data/metrics');\n`,
    );
    const main = put('electron/main.ts', `export { load } from 'made';\n`);
    const outDir = path.join(folder, 'out');
    await build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      plugins: [ownFiles(folder)],
      ssr: { noExternal: true },
      build: { ssr: main, outDir, target: 'node24' },
    });
    rmSync(path.join(folder, 'node_modules'), { recursive: true });
    const made: unknown = await import(pathToFileURL(path.join(outDir, 'main.js')).href);
    expect((made as { load: () => unknown }).load()).toEqual({ width: 7 });
  });
});

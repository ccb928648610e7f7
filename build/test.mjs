/**
 * `npm test`: installs what is missing, then runs every check and every test, and ends with one
 * line `N passed, N failed`. A failing step does not stop the others.
 *
 * Flags: `--long` runs the long forms of the randomised tests; `--runs N` sets how often they run,
 * `--kills N` how often the application is killed at random, `--seed N` repeats a run; `--only TEXT`
 * runs the checks whose names and the test files whose paths contain TEXT.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './tools/bundle.mjs';
import { chromium, NO_CHROMIUM } from './tools/chromium.mjs';
import { readFlags } from './tools/flags.mjs';
import { install } from './tools/install.mjs';
import { installKeyring, installKeyringFirst } from './tools/keyring.mjs';
import { requireStarterNode, root, Stop } from './tools/project.mjs';
import { spent } from './tools/run.mjs';
import { runVitest } from './tools/vitest.mjs';

const total = { passed: 0, failed: 0, skipped: 0 };

/** @param {string} name @param {import('./tools/vitest.mjs').Count & { output: string, ms: number }} step */
function report(name, { passed, failed, skipped, output, ms }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped.length;
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts} (${spent(ms)})`);
  if (failed > 0) process.stdout.write(`${output}\n`);
  for (const line of output.split('\n')) if (line.startsWith('counted: ')) console.log(`  ${line}`);
  for (const title of skipped) console.log(`  skipped: ${title}`);
}

/** Titles of the browser tests, read from their sources, for a machine that cannot run them. */
async function browserTitles() {
  const { testTitles } = await import('./checks/promises.mjs');
  return ['ui', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) => [...testTitles(readFileSync(join(root, 'test', folder, file), 'utf8'))]),
  );
}

async function main() {
  requireStarterNode();
  const { values: flags } = readFlags({
    long: { type: 'boolean', default: false },
    runs: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
  });
  const begun = installKeyringFirst();
  await install();
  // Fetching one is the network's work, and runs beside the checks.
  const finding = chromium({ install: true });
  const keyring = begun.then(installKeyring);

  // The list of checks is loaded after the install: it uses what the install brings.
  const list = await import('./checks/list.mjs');
  const { only = '' } = flags;
  const checks = list.startChecks(list.checks.filter(({ name }) => name.includes(only)));
  // Lint takes longer than all others together: build and tests begin beside the rest of it.
  await checks.idle;
  const built = await bundle(['renderer', 'bridge', 'headless', 'electron', 'threads']);
  if (flags.only === undefined || built.failed) {
    const count = { passed: built.failed ? 0 : 1, failed: built.failed ? 1 : 0, skipped: [] };
    report('build', { ...count, output: built.output, ms: built.ms });
  }

  /** @type {Record<string, string>} */
  const env = {
    ...(flags.long ? { WAYBILL_LONG: '1' } : {}),
    ...(flags.runs === undefined ? {} : { WAYBILL_RUNS: flags.runs }),
    ...(flags.kills === undefined ? {} : { WAYBILL_KILLS: flags.kills }),
    ...(flags.seed === undefined ? {} : { WAYBILL_SEED: flags.seed }),
  };
  const limitMs = (flags.long ? 600 : 60) * 60_000;
  const browser = await finding;
  await keyring;
  if (browser !== undefined) env['CHROME_PATH'] = browser;
  const projects = /** @type {const} */ (['node', 'anew', 'alone', 'packing', 'electron']);
  const run = await runVitest(browser === undefined ? projects : [...projects, 'browser'], {
    only: flags.only,
    env,
    limitMs,
  });
  const checked = await checks.done;
  total.passed += checked.passed;
  total.failed += checked.failed;
  report('tests', run);
  if (browser === undefined) {
    console.log(NO_CHROMIUM);
    const skipped = await browserTitles();
    report('browser tests', { passed: 0, failed: 0, skipped, output: '', ms: 0 });
  }
}

try {
  await main();
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  // A run in which nothing ran has proved nothing.
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

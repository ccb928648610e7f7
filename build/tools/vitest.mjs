/** Runs Vitest and counts what its JSON report says, crashes and empty runs included. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectEnv, root, runtimeNode } from './project.mjs';
import { run } from './run.mjs';

/**
 * @typedef {{ fullName: string, status: string }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: readonly Assertion[] }} TestFile
 * @typedef {{ testResults: readonly TestFile[] }} Report
 * @typedef {{ passed: number, failed: number, skipped: readonly string[] }} Count
 */

/**
 * @param {Report | undefined} report undefined when Vitest died before it wrote one
 * @param {number | null} code its exit code
 * @param {boolean} mayBeEmpty
 * @returns {Count} a file that cannot be loaded, a crash and an empty run each count as a failure
 */
export function countReport(report, code, mayBeEmpty) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // A file that failed without a failed test never got as far as its tests: its import or a hook
  // broke, and Vitest reports them as skipped.
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  );
  const skippedIn = (/** @type {readonly TestFile[]} */ some) =>
    some
      .flatMap((file) => file.assertionResults)
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName);
  const skipped = skippedIn(files.filter((file) => !broken.includes(file)));
  let failed = tests.filter(({ status }) => status === 'failed').length;
  for (const file of broken) failed += Math.max(1, skippedIn([file]).length);
  const crashed = code !== 0 || report === undefined;
  const empty = tests.length === 0 && !mayBeEmpty;
  if (failed === 0 && (crashed || empty)) failed = 1;
  return { passed, failed, skipped };
}

/**
 * Runs the tests of projects of `vitest.config.ts`, all of them in one run, so that no core waits
 * for the last file of one project.
 *
 * @param {readonly ('node' | 'anew' | 'alone' | 'packing' | 'electron' | 'browser')[]} projects
 * @param {{ only?: string | undefined, env: Record<string, string>, limitMs: number }} options
 *   `only`: part of the paths of the test files to run
 * @returns {Promise<Count & { output: string, ms: number }>}
 */
export async function runVitest(projects, { only, env, limitMs }) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-report-'));
  const file = join(folder, 'report.json');
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--reporter=default', '--reporter=json'],
    ...projects.flatMap((project) => ['--project', project]),
    `--outputFile.json=${file}`,
    ...(only === undefined ? [] : [only, '--passWithNoTests']),
  ];
  try {
    const done = await run(runtimeNode(), args, { env: projectEnv(env), limitMs });
    const count = countReport(readReport(file), done.code, only !== undefined);
    const ended = done.timedOut ? '\nIt did not finish in time and was ended.\n' : '';
    return { ...count, output: done.output + ended, ms: done.ms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @returns {Report | undefined} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

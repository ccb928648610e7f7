/** The static checks: one list for `npm run check`, `npm test` and CI. */
import { join } from 'node:path';
import { sourceHash } from '../tools/bundle.mjs';
import { root, runtimeNode, Stop } from '../tools/project.mjs';
import { run, spent } from '../tools/run.mjs';

/** A program of a package, started by its script file: shims differ between systems. */
const tool = (/** @type {string} */ path) => join(root, 'node_modules', ...path.split('/'));

/**
 * What checks the types of everything that a `tsconfig.json` includes: scripts and components. The
 * native compiler (`@typescript/native`) takes half the time of the one that ESLint can use; what it
 * is to read lies in `.svelte-check` meanwhile.
 *
 * @param {string} tsconfig
 * @returns {readonly string[]}
 */
export function svelteCheck(tsconfig) {
  const svelteCheck = tool('svelte-check/bin/svelte-check');
  return [svelteCheck, '--tsgo', '--tsconfig', tsconfig, '--fail-on-warnings'];
}

/**
 * The rules with types, over everything that `.oxlintrc.json` names. On its compiler they take a tenth
 * of the time that ESLint needs for them.
 *
 * @returns {readonly string[]}
 */
export function oxlint() {
  const config = join(root, '.oxlintrc.json');
  return [tool('oxlint/bin/oxlint'), '--config', config, '--type-aware', '--deny-warnings'];
}

/**
 * Lets a program that looks at each file by itself pass over those that it found whole before: with
 * the same content, the same settings, the same packages, and the same sources in `folders`.
 *
 * @param {string} name
 * @param {readonly string[]} folders
 */
function passingOver(name, folders) {
  const file = `${name}-${sourceHash(root, folders).slice(0, 16)}`;
  const place = join(root, 'node_modules', '.cache', 'waybill', file);
  return ['--cache', '--cache-strategy', 'content', '--cache-location', place];
}

/**
 * The slow ones first, so that two at a time end together.
 *
 * @type {readonly { name: string, args: readonly string[] }[]}
 */
export const checks = [
  {
    name: 'lint',
    args: [
      ...[tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0'],
      ...passingOver('lint', [join('build', 'lint')]),
    ],
  },
  // It reads every script of tsconfig.json beside the components, as tsc would once more.
  { name: 'types', args: svelteCheck('tsconfig.json') },
  {
    name: 'format',
    args: [
      ...[tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
      ...passingOver('format', []),
    ],
  },
  { name: 'lint with types', args: [...oxlint(), '.'] },
  { name: 'reference page', args: ['build/reference.ts', '--check'] },
  { name: 'offline table', args: ['build/offlineTable.ts', '--check'] },
  { name: 'page of screens', args: ['build/screens.ts', '--check'] },
  { name: 'promises', args: ['build/checks/run.mjs', 'promises'] },
  { name: 'packages', args: ['build/checks/run.mjs', 'packages'] },
  { name: 'licences', args: ['build/checks/run.mjs', 'licences'] },
  { name: 'changelog', args: ['build/checks/run.mjs', 'changelog'] },
  { name: 'length', args: ['build/checks/run.mjs', 'length'] },
];

/** Pages made from the contract, by the script that makes each. */
const pages = ['build/reference.ts', 'build/offlineTable.ts', 'build/screens.ts'];

/** Writes the made pages anew. */
export async function writePages() {
  for (const page of pages) {
    const done = await run(runtimeNode(), [page, '--write']);
    if (done.code !== 0) throw new Error(done.output);
  }
}

/** As many at a time as the smallest machine we promise has cores. */
const AT_ONCE = 2;

/**
 * The checks whose names contain one of the words; all of them without words.
 *
 * @param {readonly string[]} words
 */
export function checksNamed(words) {
  const named = (/** @type {string} */ word) => checks.filter(({ name }) => name.includes(word));
  const none = words.find((word) => named(word).length === 0);
  if (none !== undefined) {
    throw new Stop(
      `No check is called “${none}”. There are: ${checks.map(({ name }) => name).join(', ')}.`,
    );
  }
  return words.length === 0
    ? checks
    : checks.filter(({ name }) => words.some((word) => name.includes(word)));
}

/**
 * Starts checks, two at a time, and prints one line each; all of the output when one is red.
 *
 * @param {typeof checks} some
 * @returns {{ idle: Promise<void>, done: Promise<{ passed: number, failed: number }> }} `idle`
 *   resolves when the last one has begun and a core has nothing to do
 */
export function startChecks(some) {
  const queue = [...some];
  const total = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const done = await run(runtimeNode(), next.args);
      const green = done.code === 0;
      total[green ? 'passed' : 'failed'] += 1;
      console.log(`${green ? '✓' : '✗'} ${next.name} (${spent(done.ms)})`);
      if (!green) process.stdout.write(done.output.replace(/\n*$/, '\n'));
    }
  };
  const workers = Array.from({ length: AT_ONCE }, worker);
  return { idle: Promise.race(workers), done: Promise.all(workers).then(() => total) };
}

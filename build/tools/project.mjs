/**
 * Where the project is and which Node runs it. Plain JavaScript without dependencies, so that
 * any Node that npm still supports can parse it and say what is wrong.
 */
import { existsSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

/** The project's top folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The oldest Node that may run the starter, and the one that runs everything else. */
const OLDEST_STARTER = 20;
const RUNTIME = 24;

/** Ends a command with one message for a person, without a stack trace. */
export class Stop extends Error {}

/**
 * @param {string} version such as `20.19.0`
 * @returns {string | undefined} what to do when the version is too old for the starter
 */
export function starterProblem(version) {
  if (Number(version.split('.')[0]) >= OLDEST_STARTER) return undefined;
  return (
    `Waybill needs Node ${OLDEST_STARTER} or newer to start, and this is Node ${version}. ` +
    'Install a current Node from https://nodejs.org or with your package manager, then try again.'
  );
}

/** Throws `Stop` when this Node is too old for the starter. */
export function requireStarterNode() {
  const problem = starterProblem(process.versions.node);
  if (problem !== undefined) throw new Stop(problem);
}

/** The Node that runs the project: the npm package `node`, whatever the system has. */
export function runtimeNode() {
  return process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node');
}

/**
 * @param {string} path of a Node executable
 * @returns {string | undefined} what is wrong with it, or nothing
 */
export function runtimeProblem(path) {
  const repair =
    'It comes with the npm package `node`, which fetches the binary for this platform by an ' +
    'install script: run `npm rebuild node` (and see that `ignore-scripts` is not set).';
  if (!existsSync(path)) return `Node ${RUNTIME} is missing from node_modules. ${repair}`;
  const run = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const version = (run.stdout ?? '').trim();
  if (run.status !== 0) return `Node ${RUNTIME} in node_modules does not run here. ${repair}`;
  if (!version.startsWith(`v${RUNTIME}.`)) {
    return `node_modules holds Node ${version} and Waybill needs ${RUNTIME}. ${repair}`;
  }
  return undefined;
}

/** Environment in which `node` and every tool are those of the project. */
export function projectEnv(extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const bin = join(root, 'node_modules', '.bin');
  const paths = [bin, ...outsidePaths(process.env[key] ?? '')];
  return { ...process.env, [key]: paths.join(delimiter), ...extra };
}

/** Environment in which `npm` and `node` are those of the system: an install replaces ours. */
export function systemEnv() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [key]: outsidePaths(process.env[key] ?? '').join(delimiter) };
}

/** @param {string} path */
function outsidePaths(path) {
  return path.split(delimiter).filter((part) => !part.includes('node_modules'));
}

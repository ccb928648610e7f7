/** Installs what is missing, once per lockfile. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runtimeNode, runtimeProblem, Stop, systemEnv } from './project.mjs';
import { run, spent } from './run.mjs';

const LIMIT_MS = 15 * 60_000;

/**
 * The lockfile's hash with the platform: node_modules copied from another system counts as absent.
 *
 * @param {string} folder of package-lock.json
 */
export function lockHash(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/**
 * Whether node_modules is what the lockfile says: by the hash kept at the last install, or, after
 * an `npm install` by hand, by npm's own record of what it put there.
 *
 * @param {string} folder
 */
export function isInstalled(folder) {
  try {
    const stored = readFileSync(markerIn(folder), 'utf8').trim();
    if (stored === lockHash(folder)) return true;
  } catch {
    return false;
  }
  return recordMatches(
    readPackages(join(folder, 'package-lock.json')),
    readPackages(join(folder, 'node_modules', '.package-lock.json')),
  );
}

/** @typedef {Record<string, { integrity?: string, optional?: boolean }>} Packages */

/**
 * Whether the installed packages are those of the lockfile; optional ones may be absent, since
 * most of them are for other systems.
 *
 * @param {Packages} locked
 * @param {Packages} installed
 */
export function recordMatches(locked, installed) {
  const wanted = Object.entries(locked).filter(([path, entry]) => path !== '' && !entry.optional);
  // Where npm keeps no record, nothing is known.
  if (Object.keys(installed).length === 0) return false;
  return (
    wanted.every(([path]) => installed[path] !== undefined) &&
    Object.entries(installed).every(
      ([path, { integrity }]) => locked[path] !== undefined && locked[path].integrity === integrity,
    )
  );
}

/** @param {string} file @returns {Packages} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** @param {string} folder */
function markerIn(folder) {
  return join(folder, 'node_modules', '.waybill-lock');
}

/**
 * What went wrong in `npm ci`, for a person.
 *
 * @param {string} output
 * @param {boolean} timedOut
 */
export function installProblem(output, timedOut) {
  if (timedOut) return 'npm did not finish within 15 minutes: is the network slow or blocked?';
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(output)
  ) {
    return (
      'The npm registry cannot be reached. The first start needs the network once; behind a ' +
      'proxy or with an own registry, set it with `npm config set`.'
    );
  }
  if (/ENOSPC/.test(output)) return 'The disk is full: an install needs about 600 MB.';
  if (/EACCES|EPERM/.test(output)) return 'npm may not write to node_modules: check its owner.';
  return '`npm ci` failed; its messages are above.';
}

/**
 * The packages whose install scripts may run, by `allowScripts` of package.json.
 *
 * @param {{ allowScripts?: Record<string, boolean> }} manifest
 * @returns {string[]}
 */
export function allowedScripts(manifest) {
  const decided = Object.entries(manifest.allowScripts ?? {});
  return decided.filter(([, may]) => may).map(([name]) => name);
}

/** @param {readonly string[]} args of npm; throws `Stop` when it fails */
async function npm(args) {
  const done = await run('npm', args, { env: systemEnv(), limitMs: LIMIT_MS });
  if (done.code === 0) return;
  console.error(done.output);
  throw new Stop(installProblem(done.output, done.timedOut));
}

/**
 * Runs `npm ci` when node_modules is not what the lockfile says, then checks Node 24.
 *
 * Install scripts run for the allowed packages only, whatever the version of npm: better-sqlite3
 * brings its binary, but npm would run node-gyp for it, which needs Python, make and a download.
 *
 * @returns {Promise<void>} throws `Stop` with a remedy
 */
export async function install() {
  if (!isInstalled(root)) {
    const started = Date.now();
    console.error('Installing packages (about 530 MB, usually under two minutes)…');
    // A registry that cannot be reached is said within half a minute, not after npm's own two.
    const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...patience]);
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    await npm(['rebuild', ...allowedScripts(manifest)]);
    console.error(`Installed in ${spent(Date.now() - started)}.`);
  }
  const problem = runtimeProblem(runtimeNode());
  if (problem !== undefined) throw new Stop(problem);
  writeFileSync(markerIn(root), lockHash(root));
}

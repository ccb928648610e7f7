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

/** @param {string} folder */
export function isInstalled(folder) {
  try {
    const stored = readFileSync(join(folder, 'node_modules', '.waybill-lock'), 'utf8').trim();
    return stored === lockHash(folder);
  } catch {
    return false;
  }
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
 * Runs `npm ci` when the lockfile is not the one that was installed, then checks Node 24.
 *
 * @returns {Promise<void>} throws `Stop` with a remedy
 */
export async function install() {
  if (!isInstalled(root)) {
    console.log('Installing packages (about 530 MB, usually under two minutes)…');
    const done = await run('npm', ['ci', '--no-audit', '--no-fund'], {
      env: systemEnv(),
      limitMs: LIMIT_MS,
    });
    if (done.code !== 0) {
      console.error(done.output);
      throw new Stop(installProblem(done.output, done.timedOut));
    }
    console.log(`Installed in ${spent(done.ms)}.`);
    if (runtimeProblem(runtimeNode()) !== undefined) {
      await run('npm', ['rebuild', 'node'], { env: systemEnv(), limitMs: LIMIT_MS });
    }
    const problem = runtimeProblem(runtimeNode());
    if (problem !== undefined) throw new Stop(problem);
    writeFileSync(join(root, 'node_modules', '.waybill-lock'), lockHash(root));
    return;
  }
  const problem = runtimeProblem(runtimeNode());
  if (problem !== undefined) throw new Stop(problem);
}

/** Packages of the system, where `npm test` runs as root on Debian or one of its kind. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const LIMIT_MS = 5 * 60_000;

/** One after the other: apt takes a lock. @type {Promise<unknown>} */
let turn = Promise.resolve();

/** What there is to install is asked for once. @type {ReturnType<typeof run> | undefined} */
let update;

/** Whether packages can be installed at all. */
function mayInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * @param {readonly string[]} names of the packages
 * @returns {Promise<boolean>} whether they are there now; why not was printed
 */
export function installDebians(names) {
  if (!mayInstall()) return Promise.resolve(false);
  const mine = turn.then(() => aptGet(names));
  turn = mine;
  return mine;
}

/** @param {readonly string[]} names */
async function aptGet(names) {
  console.log(`Installing Debian's ${names.join(', ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, limitMs: LIMIT_MS };
  await (update ??= run('apt-get', ['update', '-q'], options));
  const args = ['install', '-q', '-y', '--no-install-recommends', ...names];
  const done = await run('apt-get', args, options);
  if (done.code !== 0) console.error(done.output);
  return done.code === 0;
}

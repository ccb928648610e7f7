/** Finds a keyring of Linux for the tests of the keychain, or installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebians } from './debian.mjs';
import { root, runtimeNode } from './project.mjs';

const PROGRAMS = ['dbus-daemon', 'gnome-keyring-daemon'];
const PACKAGES = ['dbus-daemon', 'gnome-keyring', 'libsecret-1-0'];

/** A program that the system lacks. @param {NodeJS.ProcessEnv} env @returns {string | undefined} */
function missingProgram(env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return PROGRAMS.find((name) => !folders.some((folder) => existsSync(join(folder, name))));
}

/**
 * Why the keychain can't be tested for real here; undefined where it can.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {string | undefined}
 */
export function keyringProblem(env = process.env, platform = process.platform) {
  if (platform !== 'linux') return 'a keychain of this system belongs to a person';
  const missing = missingProgram(env);
  if (missing !== undefined) return `${missing} is not installed`;
  const loads = spawnSync(runtimeNode(), ['-e', "require('keytar')"], { cwd: root });
  return loads.status === 0 ? undefined : 'libsecret is not installed';
}

/**
 * What the system lacks, before anything was installed here: it needs none of npm's packages, and comes while
 * these do.
 */
export async function installKeyringFirst() {
  if (process.platform !== 'linux' || existsSync(join(root, 'node_modules'))) return;
  if (missingProgram(process.env) !== undefined) await installDebians(PACKAGES);
}

/** Once per install: a machine without these packages does not look for them every time. */
export async function installKeyring() {
  const marker = join(root, 'node_modules', '.waybill-no-keyring');
  if (process.platform !== 'linux' || keyringProblem() === undefined || existsSync(marker)) return;
  writeFileSync(marker, '');
  await installDebians(PACKAGES);
}

/** The supply chain: exact versions, one registry, checksums, and only the install scripts we know. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/project.mjs';
import { TYPESETTER } from '../tools/typesetter.mjs';

const REGISTRY = 'https://registry.npmjs.org/';
const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * The typesetter's packages of systems on which nobody has yet installed this version: the registry
 * at hand when the lockfile was made had none of them. Each stands here until its checksum is known,
 * and is not packed before (`build/tools/typesetter.mjs`). npm leaves them out on any other system.
 */
export const WITHOUT_CHECKSUM = [
  'android-arm-eabi',
  'android-arm64',
  'darwin-arm64',
  'darwin-x64',
  'linux-arm-gnueabihf',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
].map((system) => `${TYPESETTER}-${system}`);

/**
 * @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, allowScripts?: Record<string, boolean> }} Manifest
 * @typedef {{ name?: string, version?: string, resolved?: string, integrity?: string, link?: boolean, optional?: boolean, inBundle?: boolean, hasInstallScript?: boolean, dev?: boolean, deprecated?: string }} Locked
 */

/**
 * @param {Manifest} manifest
 * @returns {string[]} what is wrong
 */
export function looseVersions(manifest) {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  return Object.entries(all)
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `package.json: ${name} is “${version}”; pin one exact version.`);
}

/**
 * @param {Record<string, Locked>} locked `packages` of the lockfile
 * @param {Record<string, boolean>} allowScripts by package name
 * @returns {string[]} what is wrong
 */
export function lockProblems(locked, allowScripts) {
  return Object.entries(locked).flatMap(([path, entry]) => {
    if (path === '') return [];
    // An alias keeps the package's real name, by which npm decides on its scripts.
    const name =
      entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const problems = [];
    if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY)) {
      problems.push(`package-lock.json: ${name} comes from ${entry.resolved}.`);
    }
    const mayLack = entry.optional === true && WITHOUT_CHECKSUM.includes(name);
    if (entry.integrity === undefined && !entry.link && !entry.inBundle && !mayLack) {
      problems.push(`package-lock.json: ${name} has no checksum.`);
    }
    if (entry.integrity !== undefined && mayLack) {
      problems.push(
        `build/checks/packages.mjs: the checksum of ${name} is known; list it no more.`,
      );
    }
    if (entry.deprecated !== undefined && !entry.dev) {
      problems.push(`package-lock.json: ${name} is given up by its makers: ${entry.deprecated}`);
    }
    if (entry.hasInstallScript && allowScripts[name] === undefined) {
      problems.push(
        `package.json: allowScripts says nothing about ${name}, which has an install script.`,
      );
    }
    return problems;
  });
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** @returns {string[]} what is wrong */
export function checkPackages() {
  /** @type {Manifest} */
  const manifest = readJson('package.json');
  const lock = readJson('package-lock.json');
  return [...looseVersions(manifest), ...lockProblems(lock.packages, manifest.allowScripts ?? {})];
}

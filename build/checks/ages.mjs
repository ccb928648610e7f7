/**
 * The minimum age of a release: what somebody smuggled into a package is mostly found, and taken
 * back, within days. npm's own `min-release-age` refuses to install a lockfile that holds a younger
 * one for a reason, so the age is looked at here, before anything is packed. It asks the registry,
 * and is no part of the checks that run without a network.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, Stop, systemEnv } from '../tools/project.mjs';
import { run } from '../tools/run.mjs';
import { WITHOUT_CHECKSUM } from './packages.mjs';

export const LEAST_DAYS = 7;
/** Majors that Electron may be behind its latest one. */
const MOST_BEHIND = 1;
const DAY_MS = 24 * 3600 * 1000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ASK_MS = 60_000;
/** How many packages are asked for at a time. */
const AT_ONCE = 8;

/**
 * A younger version that is wanted all the same, such as one that closes a hole: why, and until when.
 *
 * @typedef {{ version: string, reason: string, until: string }} Exception `name@1.2.3`, and a day
 * @typedef {import('./packages.mjs').Locked} Locked
 */

/** @type {readonly Exception[]} */
export const EXCEPTIONS = [];

/**
 * The versions of a lockfile by the names of their packages; what lies in the project itself or
 * inside another package has no release of its own.
 *
 * @param {Record<string, Locked>} locked
 * @returns {Map<string, Set<string>>}
 */
export function releasesOf(locked) {
  /** @type {Map<string, Set<string>>} */
  const releases = new Map();
  for (const [path, { name, version, link, inBundle }] of Object.entries(locked)) {
    if (path === '' || link || inBundle || version === undefined) continue;
    const real = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    releases.set(real, (releases.get(real) ?? new Set()).add(version));
  }
  return releases;
}

/**
 * When the versions of a package came out, and which is the latest.
 *
 * @param {string} registry
 * @param {string} name
 * @returns {Promise<{ times: Record<string, unknown>, latest: string } | null>} null where the
 *   registry knows no such package
 */
async function entryOf(registry, name) {
  // The slash of a scope is part of the name.
  const address = new URL(name.replace('/', '%2f'), registry);
  const reply = await fetch(address, { signal: AbortSignal.timeout(ASK_MS) });
  if (reply.status === 404) return null;
  if (!reply.ok) throw new Error(`the registry answers ${reply.status}`);
  /** @type {{ time?: Record<string, unknown>, 'dist-tags'?: { latest?: string } }} */
  const entry = await reply.json();
  return { times: entry.time ?? {}, latest: entry['dist-tags']?.latest ?? '' };
}

/**
 * The versions that are excepted now; one that ended excepts nothing, and is named.
 *
 * @param {readonly Exception[]} exceptions
 * @param {number} now
 * @param {string[]} problems what is wrong with the exceptions themselves is put here
 */
function exceptedNow(exceptions, now, problems) {
  const holds = exceptions.filter(({ version, reason, until }) => {
    const here = `build/checks/ages.mjs: the exception of ${version}`;
    if (reason.trim() === '') problems.push(`${here} says no reason.`);
    else if (!DAY.test(until)) problems.push(`${here} says no day on which it ends.`);
    else if (now >= Date.parse(until)) problems.push(`${here} has ended: take it out.`);
    else return true;
    return false;
  });
  return new Set(holds.map(({ version }) => version));
}

/** @param {string} version @returns {number} NaN where it is none */
const majorOf = (version) => Number.parseInt(version, 10);

/**
 * Only the latest majors of Electron get what closes the holes of its Chromium.
 *
 * @param {string} version
 * @param {string} latest
 * @returns {string[]} what is wrong
 */
function electronProblems(version, latest) {
  const behind = majorOf(latest) - majorOf(version);
  if (Number.isNaN(behind))
    return ['electron: the registry does not say which version is the latest.'];
  return behind <= MOST_BEHIND
    ? []
    : [
        `electron@${version} is ${behind} majors behind ${latest}; at most ${MOST_BEHIND} is allowed.`,
      ];
}

/**
 * Every locked version that is too young, or whose age nobody tells.
 *
 * @param {{ locked: Record<string, Locked>, registry: string, now: number, exceptions?: readonly Exception[] }} what
 * @returns {Promise<string[]>} what is wrong
 */
export async function ageProblems({ locked, registry, now, exceptions = EXCEPTIONS }) {
  const releases = releasesOf(locked);
  /** @type {string[]} */
  const problems = [];
  const excepted = exceptedNow(exceptions, now, problems);
  const queue = [...releases];
  /** @param {string} name @param {string} version @param {unknown} time @returns {string | null} */
  const problemOf = (name, version, time) => {
    const at = typeof time === 'string' ? Date.parse(time) : NaN;
    if (Number.isNaN(at)) return `${name}@${version}: the registry does not say when it came out.`;
    const days = (now - at) / DAY_MS;
    if (days >= LEAST_DAYS || excepted.has(`${name}@${version}`)) return null;
    return `${name}@${version} came out ${(Math.floor(days * 10) / 10).toFixed(1)} days ago; wait until it is ${LEAST_DAYS} days old, or say in build/checks/ages.mjs why not.`;
  };
  const ask = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, versions] = next;
      try {
        const entry = await entryOf(registry, name);
        // Where nobody has published it, nobody installs it.
        if (entry === null && WITHOUT_CHECKSUM.includes(name)) continue;
        for (const version of versions) {
          const problem = problemOf(name, version, entry?.times[version]);
          if (problem !== null) problems.push(problem);
          if (name === 'electron') problems.push(...electronProblems(version, entry?.latest ?? ''));
        }
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        problems.push(`${name}: its age can't be read: ${why}.`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return problems.sort();
}

/** @returns {Promise<string[]>} what is wrong with the ages of what is locked, by npm's registry */
export async function checkAges() {
  const answered = await run('npm', ['config', 'get', 'registry'], { env: systemEnv() });
  const registry = answered.output.split('\n').find((line) => URL.canParse(line));
  if (registry === undefined) throw new Stop('npm names no registry.');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return ageProblems({ locked: lock.packages, registry, now: Date.now() });
}

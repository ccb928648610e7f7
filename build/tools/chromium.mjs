/** Finds a Chromium for the page tests, or installs one. */
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createRequire } from 'node:module';
import { installDebians } from './debian.mjs';
import { root, runtimeNode } from './project.mjs';
import { run } from './run.mjs';

const DOWNLOAD_LIMIT_MS = 3 * 60_000;
/** Debian's name of the one without windows, as Playwright takes it too: a page costs half as much. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Said when there is none; the browser tests then count as skipped. */
export const NO_CHROMIUM =
  'No Chromium: install one (`npx playwright install --with-deps chromium`, or your ' +
  "system's package) or name one in CHROME_PATH. The browser tests are skipped.";

/** Whether it starts at all: a downloaded one may lack system libraries. @param {string} path */
async function starts(path) {
  if (!existsSync(path)) return false;
  const done = await run(path, ['--version'], { limitMs: 20_000 });
  return done.code === 0;
}

/** Where Playwright keeps its own. @returns {string | undefined} */
function playwrightPath() {
  try {
    return createRequire(join(root, 'package.json'))('playwright').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Candidates that the system installed. @param {NodeJS.ProcessEnv} env */
export function systemPaths(env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...MAC].filter((path) => existsSync(path));
}

/** @param {readonly (string | undefined)[]} paths @returns {Promise<string | undefined>} */
async function firstThatStarts(paths) {
  for (const path of paths) {
    if (path !== undefined && (await starts(path))) return path;
  }
  return undefined;
}

/**
 * The Chromium to use: the one that CHROME_PATH names, Playwright's own, one that the system has,
 * Debian's package.
 *
 * @param {{ install: boolean }} options `install: false` only looks
 * @returns {Promise<string | undefined>} its path
 */
export async function chromium({ install }) {
  const known = await firstThatStarts([process.env['CHROME_PATH'], playwrightPath()]);
  if (known !== undefined) return known;
  if (install && (await downloadPlaywrights())) {
    const own = await firstThatStarts([playwrightPath()]);
    if (own !== undefined) return own;
  }
  const installed = await firstThatStarts(systemPaths(process.env));
  if (!install) return installed;
  if (installed === undefined) {
    if (!(await installDebians([SHELL]))) await installDebians(['chromium']);
  } else if (installed.endsWith(SHELL) || triedBefore(SHELL) || !(await installDebians([SHELL]))) {
    return installed;
  }
  return firstThatStarts(systemPaths(process.env));
}

/** Whether something was tried since the packages were installed; from now on it was. @param {string} what */
function triedBefore(what) {
  const marker = join(root, 'node_modules', `.waybill-no-${what}`);
  if (existsSync(marker)) return true;
  writeFileSync(marker, '');
  return false;
}

/** One attempt per install: a machine without that download does not wait for it every time. */
async function downloadPlaywrights() {
  if (process.env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] || triedBefore('playwright')) return false;
  console.log("Fetching Playwright's Chromium (at most 3 minutes)…");
  const cli = join(root, 'node_modules', 'playwright', 'cli.js');
  const done = await run(runtimeNode(), [cli, 'install', 'chromium'], {
    limitMs: DOWNLOAD_LIMIT_MS,
  });
  if (done.code === 0) return true;
  console.log('It cannot be downloaded here; looking for an installed one.');
  return false;
}

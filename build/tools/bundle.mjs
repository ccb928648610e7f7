/** Builds with Vite what has changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root, runtimeNode } from './project.mjs';
import { run } from './run.mjs';

/**
 * Each product with the folders it is made from and a file that proves it is there.
 * `headless` is the host on plain Node, `bridge` its preload script, `threads` are the worker
 * threads alone, for tests.
 */
const PRODUCTS = {
  renderer: { from: ['renderer', 'shared', 'build'], makes: 'dist/renderer/index.html' },
  bridge: { from: ['electron', 'shared', 'build'], makes: 'dist/renderer-headless/bridge.js' },
  headless: { from: ['electron', 'shared', 'build'], makes: 'dist/headless/headless.js' },
  electron: { from: ['electron', 'shared', 'build'], makes: 'dist/electron/main.js' },
  threads: { from: ['electron', 'shared', 'build'], makes: 'dist/threads/core-databaseThread.js' },
};

/** @typedef {keyof typeof PRODUCTS} Product */

/**
 * SHA-256 over names and contents of all files in the folders, and of the lockfile.
 *
 * @param {string} top
 * @param {readonly string[]} folders
 */
export function sourceHash(top, folders) {
  const hash = createHash('sha256');
  for (const file of [
    ...folders.flatMap((folder) => filesIn(join(top, folder))),
    join(top, 'package-lock.json'),
  ]) {
    hash.update(relative(top, file).split(sep).join('/')).update('\0');
    hash.update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

const memory = join(root, 'node_modules', '.waybill-built.json');

/** @returns {Record<string, string>} */
function remembered() {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Builds the products whose sources differ from those of the last build.
 *
 * @param {readonly Product[]} products
 * @returns {Promise<{ built: Product[], failed: boolean, output: string, ms: number }>}
 */
export async function bundle(products) {
  const hashes = Object.fromEntries(
    products.map((name) => [name, sourceHash(root, PRODUCTS[name].from)]),
  );
  const before = remembered();
  const stale = products.filter(
    (name) => before[name] !== hashes[name] || !existsSync(join(root, PRODUCTS[name].makes)),
  );
  if (stale.length === 0) return { built: [], failed: false, output: '', ms: 0 };
  const done = await run(runtimeNode(), [join(root, 'build', 'bundle.ts'), ...stale]);
  const failed = done.code !== 0;
  if (!failed) {
    const now = Object.fromEntries(stale.map((name) => [name, hashes[name]]));
    writeFileSync(memory, JSON.stringify({ ...remembered(), ...now }));
  }
  return { built: stale, failed, output: done.output, ms: done.ms };
}

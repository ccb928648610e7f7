/**
 * `node build/bundle.ts renderer bridge headless electron threads`: builds what is named, or
 * everything. The commands call it through `build/tools/bundle.mjs`, which leaves out what has not
 * changed.
 */
import { build } from 'vite';
import type { InlineConfig } from 'vite';
import {
  bridgeConfig,
  headlessConfig,
  mainConfig,
  preloadConfig,
  threadsConfig,
} from './vite.electron.ts';
import { rendererConfig } from './vite.renderer.ts';

const products: Record<string, InlineConfig[]> = {
  renderer: [rendererConfig],
  bridge: [bridgeConfig],
  headless: [headlessConfig],
  electron: [mainConfig, preloadConfig],
  threads: [threadsConfig],
};

const named = process.argv.slice(2);
try {
  for (const name of named.length > 0 ? named : Object.keys(products)) {
    const configs = products[name];
    if (configs === undefined) throw new Error(`There is no product called ${name}.`);
    for (const config of configs) await build({ logLevel: 'warn', ...config });
  }
} catch (error) {
  // The bundler's message names file and line; where it was thrown inside of it helps nobody.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * `node build/bundle.ts renderer bridge headless electron threads`: builds what is named, or
 * everything; `--into DIR` puts it into another folder than `dist`. The commands call it through `build/tools/bundle.mjs`, which leaves out what has not
 * changed.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
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

// What is built depends on the sources alone, not on what the caller's environment says.
process.env['NODE_ENV'] = 'production';

const { values: flags, positionals: named } = parseArgs({
  options: { into: { type: 'string' } },
  allowPositionals: true,
});

/** The same build, in another folder where one is asked for. */
function placed(config: InlineConfig): InlineConfig {
  const { into } = flags;
  const outDir = config.build?.outDir;
  if (into === undefined || outDir === undefined) return config;
  return { ...config, build: { ...config.build, outDir: path.join(into, path.basename(outDir)) } };
}

try {
  for (const name of named.length > 0 ? named : Object.keys(products)) {
    const configs = products[name];
    if (configs === undefined) throw new Error(`There is no product called ${name}.`);
    for (const config of configs) await build({ logLevel: 'warn', ...placed(config) });
  }
} catch (error) {
  // The bundler's message names file and line; where it was thrown inside of it helps nobody.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

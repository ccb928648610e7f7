import path from 'node:path';
import type { InlineConfig } from 'vite';
import { threads, threadsFolder } from './builtThreads.ts';
import { ownFiles } from './ownFiles.ts';

const root = path.resolve(import.meta.dirname, '..');

/** What stays outside the bundle: Electron itself and the packages with native code. */
export const externals = [
  'electron',
  'better-sqlite3',
  'keytar',
  '@myriaddreamin/typst-ts-node-compiler',
];

/** The main process with its workers: ESM in one folder, everything but native code inside. */
export const mainConfig: InlineConfig = {
  configFile: false,
  root,
  plugins: [ownFiles(root)],
  ssr: { target: 'node', noExternal: true, external: externals },
  build: {
    ssr: path.join(root, 'electron', 'main.ts'),
    outDir: path.join(root, 'dist', 'electron'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      external: externals,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

/** The desk on plain Node, bundled as the app is. */
export const headlessConfig: InlineConfig = {
  ...mainConfig,
  build: {
    ...mainConfig.build,
    ssr: path.join(root, 'electron', 'headless.ts'),
    outDir: path.join(root, 'dist', 'headless'),
  },
};

/** The worker threads alone, for tests: see `build/builtThreads.ts`. */
export const threadsConfig: InlineConfig = {
  ...mainConfig,
  build: {
    ...mainConfig.build,
    ssr: true,
    outDir: threadsFolder,
    rolldownOptions: { ...mainConfig.build?.rolldownOptions, input: threads },
  },
};

/**
 * The preload script: a sandboxed one must be a single CommonJS file that requires only Electron.
 * It lies beside the main process's code and so is built after it.
 */
export const preloadConfig: InlineConfig = {
  configFile: false,
  root,
  ssr: { target: 'node', noExternal: true, external: ['electron'] },
  build: {
    ssr: path.join(root, 'electron', 'preload.ts'),
    outDir: path.join(root, 'dist', 'electron'),
    emptyOutDir: false,
    target: 'chrome140',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
    },
  },
};

/**
 * The same preload script as a plain browser script for the headless host: `electron` is a shim
 * over a WebSocket there.
 */
export const bridgeConfig: InlineConfig = {
  configFile: false,
  root,
  resolve: { alias: { electron: path.join(root, 'electron', 'headless', 'preloadShim.ts') } },
  build: {
    lib: {
      entry: path.join(root, 'electron', 'preload.ts'),
      formats: ['iife'],
      name: 'waybillBridge',
      fileName: () => 'bridge.js',
    },
    outDir: path.join(root, 'dist', 'renderer-headless'),
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'chrome140',
    sourcemap: false,
  },
};

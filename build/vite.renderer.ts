import { svelte } from '@sveltejs/vite-plugin-svelte';
import path from 'node:path';
import type { InlineConfig } from 'vite';
import { announce } from './announce.ts';
import { shipNotices } from './notices.mjs';
import { svelteOptions } from './svelte.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Modules that pages share. */
const PARTS = /[\\/]renderer[\\/](ui|records)[\\/]|[\\/]@lucide[\\/]/;

/**
 * The desk, as files that a strict content security policy can serve: no script or style inside
 * the page, nothing inlined as `data:`, workers as modules of their own.
 */
export const rendererConfig: InlineConfig = {
  configFile: false,
  root: path.join(root, 'renderer'),
  base: '/',
  plugins: [svelte(svelteOptions), announce('/renderer/start.ts'), shipNotices()],
  worker: { format: 'es' },
  build: {
    outDir: path.join(root, 'dist', 'renderer'),
    emptyOutDir: true,
    // The Chromium of the pinned Electron, and of any browser that opens the headless host.
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // The map is one chunk by nature; it is loaded when a map is shown.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What several pages are made of comes as one file: a hundred small ones take longer to ask
          // for than to read. What the entry itself needs stays apart, since it runs before the words
          // of the chosen language are there.
          groups: [{ name: 'parts', test: PARTS, minShareCount: 2 }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
};

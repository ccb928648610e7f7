import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { builtThreads } from './build/builtThreads.ts';
import { LongestFirst } from './build/longestFirst.ts';
import { svelteOptions } from './build/svelte.ts';

/** Tests that need the built desk and a real Chromium. */
const browserTests = ['test/ui/**/*.test.ts', 'test/e2e/**/*.test.ts'];

export default defineConfig({
  plugins: [svelte(svelteOptions), builtThreads()],
  test: {
    // A native module that crashes takes its own process with it, not the whole run.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...browserTests, 'test/packing/**', 'test/bench/**'],
          globalSetup: ['build/vitest.node.ts'],
          // Limits of patience on a machine that does other things beside.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'packing',
          include: ['test/packing/**/*.test.ts'],
          globalSetup: ['build/vitest.packing.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browserTests,
          globalSetup: ['build/vitest.browser.ts'],
          // A page, a core, a service and a map drawn in software share two cores with whatever else
          // the machine does: waiting is for events, and these are the limits of patience.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 25_000 } },
          // A machine that starves a browser refuses no change by that alone; a second failure does.
          retry: process.env['CI'] === undefined ? 0 : 1,
        },
      },
    ],
  },
});

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { builtThreads } from './build/builtThreads.ts';
import { LongestFirst } from './build/longestFirst.ts';
import { svelteOptions } from './build/svelte.ts';
import {
  anewTests,
  browserTests,
  electronTests,
  lonelyTests,
  packingTests,
} from './build/testProjects.ts';

export default defineConfig({
  plugins: [svelte(svelteOptions), builtThreads()],
  test: {
    // A native module that crashes takes its own process with it, not the whole run.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['build/vitest.memory.ts'],
    // Limits of patience on a machine that does other things beside.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One second would be Vitest's own, which a disk that is busy with others can take for one flush.
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...[...anewTests, ...browserTests, ...electronTests, ...lonelyTests],
            ...packingTests,
          ],
          globalSetup: ['build/vitest.node.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: lonelyTests,
          globalSetup: ['build/vitest.node.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'anew',
          include: anewTests,
          setupFiles: ['build/vitest.anew.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'packing',
          include: packingTests,
          globalSetup: ['build/vitest.packing.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'electron',
          include: electronTests,
          globalSetup: ['build/vitest.electron.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browserTests,
          globalSetup: ['build/vitest.browser.ts'],
          // One browser of each kind serves all pages of a process: see test/support/desk.ts.
          isolate: false,
          // A machine that starves a browser refuses no change by that alone; a second failure does.
          retry: process.env['CI'] === undefined ? 0 : 1,
        },
      },
    ],
  },
});

import type { Options } from '@sveltejs/vite-plugin-svelte';

/** How components are compiled, in the build and in tests: the project's own always with runes. */
export const svelteOptions: Options = {
  configFile: false,
  dynamicCompileOptions: ({ filename }) =>
    filename.includes('node_modules') ? undefined : { runes: true },
};

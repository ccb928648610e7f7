import { defineConfig } from 'eslint/config';
import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import waybill, { PUT_TOGETHER } from './build/lint/plugin.js';

const code = ['**/*.ts', '**/*.svelte'];

/**
 * Globals of another environment, which a folder must not use.
 *
 * @param {readonly string[]} names
 * @param {string} message
 * @returns {['error', ...{ name: string, message: string }[]]}
 */
const foreign = (names, message) => ['error', ...names.map((name) => ({ name, message }))];
const domNames = ['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'location'];
const nodeNames = ['process', 'Buffer', 'require', '__dirname', '__filename', 'global'];

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      'dist/',
      'coverage/',
      '.svelte-check/',
      '.waybill/',
      'test-results/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: code,
    // Rules that need types are Oxlint's, which takes a tenth of the time: .oxlintrc.json.
    extends: [...ts.configs.strict],
    plugins: { waybill },
    rules: {
      'waybill/boundaries': 'error',
      'waybill/ipc-door': 'error',
      'waybill/ipc-import': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Oxlint finds them in scripts, and the rule below in components.
      '@typescript-eslint/no-unused-vars': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },

  // No Svelte stands elsewhere, and forty rules would look for it in every file.
  { files: ['renderer/**'], extends: [svelte.configs.recommended] },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['**/*.svelte'],
    plugins: { waybill },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      'waybill/no-inline-style': 'error',
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-navigation-without-resolve': 'off',
    },
  },

  {
    files: ['shared/**/*.ts'],
    rules: {
      'no-restricted-globals': foreign(
        [...domNames, ...nodeNames, 'fetch'],
        'shared/ runs in every process and uses none of their globals.',
      ),
    },
  },
  {
    files: ['renderer/**'],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-globals': foreign(
        [...nodeNames, 'XMLHttpRequest', 'WebSocket', 'localStorage', 'sessionStorage'],
        'The renderer has neither Node nor sockets nor storage of its own: ask the core.',
      ),
    },
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.svelte'],
    ignores: ['renderer/text/**'],
    plugins: { waybill },
    rules: { 'waybill/no-own-words': 'error' },
  },
  {
    files: ['electron/**', 'renderer/**', 'shared/**'],
    plugins: { waybill },
    rules: { 'waybill/known-words': 'error' },
  },
  {
    files: ['electron/{core,service,shell}/**', 'electron/main.ts'],
    rules: {
      'no-restricted-globals': foreign(domNames, 'The main process has no document.'),
    },
  },
  { files: ['electron/core/**'], rules: { 'waybill/given-ports': 'error' } },
  {
    files: ['electron/core/**'],
    rules: { 'waybill/typed-statements': 'error', 'waybill/plain-statements': 'error' },
  },
  { files: PUT_TOGETHER, rules: { 'waybill/plain-statements': 'off' } },
  {
    files: ['electron/preload.ts', 'electron/shell/bind.ts', 'test/**'],
    rules: { 'waybill/ipc-door': 'off', 'waybill/ipc-import': 'off' },
  },
  { files: ['electron/main.ts'], rules: { 'waybill/ipc-import': 'off' } },

  {
    files: ['test/**/*.ts'],
    plugins: { waybill },
    rules: { 'waybill/whole-tests': 'error' },
  },
  {
    // Commands print; the process is theirs.
    files: ['build/**', 'test/bench/**', 'electron/headless.ts', 'electron/service/cli.ts'],
    rules: { 'no-console': 'off' },
  },
);

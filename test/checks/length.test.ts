import { describe, expect, it } from 'vitest';
import {
  lineCount,
  LONGEST_FILE,
  LONGEST_FUNCTION,
  longFunctions,
  tooLong,
} from '../../build/checks/length.mjs';
import { checks } from '../../build/checks/list.mjs';

/** A body of so many lines of code. */
const lines = (count: number): string => 'step();\n'.repeat(count);

/** Functions of one line more and of as many as are allowed: with head and foot two lines more. */
const TOO_MANY = lines(LONGEST_FUNCTION - 1);
const ALLOWED = lines(LONGEST_FUNCTION - 2);

const found = (text: string, file = 'made.ts'): string[] => longFunctions(file, text);

it('lines of a file are counted as an editor counts them', () => {
  expect([lineCount(''), lineCount('a'), lineCount('a\n'), lineCount('a\nb')]).toEqual([
    0, 1, 1, 2,
  ]);
});

it('what is too long makes a red check', () => {
  expect(checks.map(({ name }) => name)).toContain('length');
  expect(tooLong([{ file: 'made.ts', text: `function made() {\n${TOO_MANY}}\n` }])).toEqual([
    'made.ts:1 made has 81 lines of code.',
  ]);
});

it.each(['made.ts', 'made.mjs', 'Made.svelte', 'made.css', 'made.typ'])(
  'a file of more than 400 lines is found, of 400 accepted: %s',
  (file) => {
    const of = (count: number) => [{ file, text: '\n'.repeat(count) }];
    expect(tooLong(of(LONGEST_FILE + 1))).toEqual([`${file} has 401 lines.`]);
    expect(tooLong(of(LONGEST_FILE))).toEqual([]);
  },
);

describe('a function of more than 80 lines', () => {
  it.each([
    [
      'a declaration',
      `\nfunction made() {\n${TOO_MANY}}\n`,
      'made.ts:2 made has 81 lines of code.',
    ],
    ['an arrow', `const made = () => {\n${TOO_MANY}};\n`, 'made.ts:1 made has 81 lines of code.'],
    ['a method', `class A {\nmade() {\n${TOO_MANY}}\n}\n`, 'made.ts:2 made has 81 lines of code.'],
    ['a constructor', `class A {\nconstructor() {\n${TOO_MANY}}\n}\n`, 'made.ts:2 constructor has'],
    ['a property', `use({ made: () => {\n${TOO_MANY}} });\n`, 'made.ts:1 made has'],
    ['a test', `describe('a', () => {\nit('b', () => {\n${TOO_MANY}});\n});\n`, 'what it is given'],
  ])('%s is found and named with its place', (_what, text, told) => {
    expect(found(text)).toEqual([expect.stringContaining(told)]);
  });

  it('is found in the script of a component, at its own line', () => {
    const text = `<p>one</p>\n<script lang="ts">\n  function made(a: string) {\n${TOO_MANY}}\n</script>\n`;
    expect(found(text, 'Made.svelte')).toEqual(['Made.svelte:3 made has 81 lines of code.']);
  });

  it('is found around another, and both are', () => {
    const text = `function outer() {\nfunction inner() {\n${TOO_MANY}}\n}\n`;
    expect(found(text)).toEqual([
      'made.ts:2 inner has 81 lines of code.',
      'made.ts:1 outer has 83 lines of code.',
    ]);
  });

  it('has its texts of several lines counted', () => {
    expect(
      found(`function made() {\nuse(\`${'text\n'.repeat(LONGEST_FUNCTION)}\`);\n}\n`),
    ).toHaveLength(1);
  });
});

describe('a function of 80 lines of code', () => {
  it('is accepted, whatever is blank or a comment in it', () => {
    const told = '\n// why\n/**\n * and how\n */\n/* more */\n'.repeat(30);
    expect(found(`function made() {\n${told}${ALLOWED}}\n`)).toEqual([]);
  });

  it('is accepted in a group of tests that has more', () => {
    const test = `it('b', () => {\n${ALLOWED}});\n`;
    expect(found(`describe.skipIf(true)('a', () => {\n${test}${test}});\n`)).toEqual([]);
  });
});

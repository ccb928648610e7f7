import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript-eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oxlint } from '../../build/checks/list.mjs';
import { run } from '../../build/tools/run.mjs';

/** The rules that need types, which ESLint's plugin has and Oxlint runs: none is missed. */

const root = path.resolve(import.meta.dirname, '..', '..');

/** Rules of the strictest set that this project does without, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'no-unsafe-class-instance-assignment':
    'Oxlint does not know it; nearly all classes here have `#` members, which nothing else can look like',
  'no-unsafe-enum-assignment': 'tsconfig.json allows no enums',
  'no-confusing-void-expression': 'short arrow functions that hand back a void call read well',
  'require-await': 'an async function without await keeps the signature of a port',
  'unbound-method': 'ports and factories are plain objects whose methods never use `this`',
};

/** Rules that need no types, and which ESLint leaves to Oxlint because there they cost nothing. */
const UNTYPED = ['no-unused-vars'];

/** What each rule refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  'await-thenable': `export const f = async (): Promise<void> => void (await 1);`,
  'no-array-delete': `const all = [1];\ndelete all[0];`,
  'no-base-to-string': `const made = { a: 1 };\nexport const text = String(made);`,
  'no-deprecated': `/** @deprecated for something else */\nfunction old(): void {}\nold();`,
  'no-duplicate-type-constituents': `export type A = 'a' | 'a';`,
  'no-floating-promises': `Promise.resolve();`,
  'no-for-in-array': `for (const index in [1]) String(index).trim();`,
  'no-generated-empty-object-type': `export type A = Omit<{ a: 1 }, 'a'>;`,
  'no-implied-eval': `setTimeout('made', 1);`,
  'no-meaningless-void-operator': `function f(): void {}\nvoid f();`,
  'no-misused-promises': `if (Promise.resolve(true)) String(1).trim();`,
  'no-misused-spread': `export const made = { ...Promise.resolve(1) };`,
  'no-mixed-enums': `export enum A {\n  a = 1,\n  b = 'b',\n}`,
  'no-redundant-type-constituents': `export type A = unknown | string;`,
  'no-unnecessary-boolean-literal-compare': `export const f = (a: boolean): boolean => a === true;`,
  'no-unnecessary-condition': `export const f = (a: object): number => (a ? 1 : 2);`,
  'no-unnecessary-template-expression': "export const text = `${'a'}`;",
  'no-unnecessary-type-arguments': `function f<T = number>(a?: T): T[] {\n  return a === undefined ? [] : [a];\n}\nf<number>();`,
  'no-unnecessary-type-assertion': `export const f = (a: string): string => a as string;`,
  'no-unnecessary-type-conversion': `export const f = (a: string): string => String(a);`,
  'no-unnecessary-type-parameters': `export function f<T>(a: T): void {\n  String(a);\n}`,
  'no-unsafe-argument': `const f = (a: string): string => a;\nf(JSON.parse('1'));`,
  'no-unsafe-assignment': `export const a = JSON.parse('1');`,
  'no-unsafe-call': `JSON.parse('1')();`,
  'no-unsafe-enum-comparison': `enum A {\n  a = 1,\n}\nexport const f = (a: A): boolean => a === 1;`,
  'no-unsafe-member-access': `export const a = String(JSON.parse('1').a);`,
  'no-unsafe-return': `export const f = (): string => JSON.parse('1');`,
  'no-unsafe-unary-minus': `export const f = (a: string): number => -a;`,
  'no-unused-vars': `export function f(a: number): void {\n  String(1).trim();\n}`,
  'no-useless-default-assignment': `export const f = ({ a = 1 }: { a: number }): number => a;`,
  'only-throw-error': `export function f(): never {\n  throw 'text';\n}`,
  'prefer-promise-reject-errors': `export const f = (): Promise<number> => Promise.reject('text');`,
  'prefer-reduce-type-parameter': `export const a = [1].reduce((sum, one) => [...sum, one], [] as number[]);`,
  'prefer-return-this-type': `export class A {\n  f(): A {\n    return this;\n  }\n}`,
  'related-getter-setter-pairs': `export class A {\n  get a(): string {\n    return '';\n  }\n  set a(b: number) {\n    String(b);\n  }\n}`,
  'restrict-plus-operands': `export const f = (a: number, b: string): string => a + b;`,
  'restrict-template-expressions': 'export const f = (a: string[] | null): string => `${a}`;',
  'return-await': `export async function f(): Promise<number> {\n  try {\n    return Promise.resolve(1);\n  } catch {\n    return 2;\n  }\n}`,
  'switch-exhaustiveness-check': `export function f(a: 'a' | 'b'): void {\n  switch (a) {\n    case 'a':\n  }\n}`,
  'use-unknown-in-catch-callback-variable': `void Promise.resolve().catch((error) => String(error));`,
};

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waybill-lint-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes files into a project under the project's own rules. */
function project(name: string, files: Readonly<Record<string, string>>): void {
  const top = path.join(folder, name);
  mkdirSync(top);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(top, file), text);
  const extend = path.join(root, 'tsconfig.json');
  const include = Object.keys(files);
  const made = { extends: extend, compilerOptions: { types: ['node'] }, include };
  writeFileSync(path.join(top, 'tsconfig.json'), JSON.stringify(made));
}

const PREFIX = '@typescript-eslint/';

/** The rules that need types, of the strictest set. */
function typedRules(): string[] {
  const typed = Object.keys(ts.configs.disableTypeChecked.rules ?? {});
  return ts.configs.strictTypeChecked
    .flatMap(({ rules }) => Object.keys(rules ?? {}))
    .filter((rule) => rule.startsWith(PREFIX) && typed.includes(rule))
    .map((rule) => rule.slice(PREFIX.length));
}

describe('lint with types', () => {
  it('each rule of the strictest set is on, or said why not', () => {
    const text = readFileSync(path.join(root, '.oxlintrc.json'), 'utf8');
    const { rules } = JSON.parse(text) as { rules: Record<string, unknown> };
    const on = Object.keys(rules).map((rule) => rule.replace('typescript/', ''));
    const wanted = typedRules().filter((rule) => !(rule in WITHOUT));
    const besides = ['switch-exhaustiveness-check', ...UNTYPED];
    expect(on.toSorted()).toEqual([...wanted, ...besides].toSorted());
    expect(on.toSorted()).toEqual(Object.keys(REFUSED).toSorted());
    expect(typedRules()).toEqual(expect.arrayContaining(Object.keys(WITHOUT)));
  });

  it('each rule refuses what it is there for', async () => {
    const files = Object.fromEntries(
      Object.entries(REFUSED).map(([rule, text]) => [`${rule}.ts`, `${text}\nexport {};\n`]),
    );
    project('refused', files);
    const args = [...oxlint(), '--format', 'unix', path.join(folder, 'refused')];
    const { output } = await run(process.execPath, args, { limitMs: 120_000 });
    const silent = Object.keys(REFUSED).filter(
      (rule) => !new RegExp(`/${rule}\\.ts:.*(typescript|eslint)\\(${rule}\\)`).test(output),
    );
    expect(silent, output).toEqual([]);
  });
});

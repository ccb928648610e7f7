import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..');

/** What a file imports from the project, types too; by paths inside of it. */
function importsOf(file: string, text: string): string[] {
  const sources = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...sources].map(([, source = '']) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), source)),
  );
}

function graphOf(files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    graph.set(file, new Set(importsOf(file, text).filter((target) => files.has(target))));
  }
  return graph;
}

const isInside = (folder: string, other: string): boolean => `${folder}/`.startsWith(`${other}/`);

/** Folders instead of files; a folder and one inside of it may use each other's files. */
function foldersOf(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = path.posix.dirname(file);
    const to = folders.get(from) ?? new Set();
    folders.set(from, to);
    for (const target of targets) {
      const other = path.posix.dirname(target);
      if (!isInside(from, other) && !isInside(other, from)) to.add(other);
    }
  }
  return folders;
}

/** Groups whose members all reach each other (Tarjan), each sorted. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const low = (node: string): number => lowest.get(node) ?? 0;
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(low(node), low(next)));
    }
    if (low(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

function product(): Map<string, string> {
  const names = ['electron', 'renderer', 'shared', 'build'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.split(path.sep).join('/')),
    ),
  );
  const files = names.filter((name) => /\.(ts|svelte|mjs|js)$/.test(name));
  return new Map(files.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]));
}

describe('imports', () => {
  const files = product();

  it('go in no circle but that of the blocks of an answer, which hold each other', () => {
    const parts = 'renderer/answers/';
    const blocks = ['Blocks', 'Facts', 'Pictures', 'Place', 'Signature', 'Table', 'ValueView'];
    expect(circlesOf(graphOf(files))).toEqual([blocks.map((name) => `${parts}${name}.svelte`)]);
  });

  it('lead from folder to folder in no circle', () => {
    expect(circlesOf(foldersOf(graphOf(files)))).toEqual([]);
  });

  it('that close a circle are found, whichever way they are written', () => {
    const made = (text: string, back: string) =>
      new Map([
        ['a/one.ts', text],
        ['b/two.svelte', `<script lang="ts">\n  import x from './three.ts';\n</script>\n`],
        ['b/three.ts', back],
      ]);
    const back = `export type { A } from '../a/one.ts';\n`;
    for (const text of [
      `import {\n  a,\n  b,\n} from '../b/two.svelte';\n`,
      `import type { A } from '../b/two.svelte';\n`,
      `export * from '../b/two.svelte';\n`,
      `const x = await import('../b/two.svelte');\n`,
      `import '../b/two.svelte';\n`,
    ]) {
      expect(circlesOf(graphOf(made(text, back))), text).toEqual([
        ['a/one.ts', 'b/three.ts', 'b/two.svelte'],
      ]);
      expect(circlesOf(foldersOf(graphOf(made(text, back)))), text).toEqual([['a', 'b']]);
    }
    expect(circlesOf(graphOf(made(`import a from '../b/two.svelte';\n`, '')))).toEqual([]);
  });
});

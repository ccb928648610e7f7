/**
 * `docs/promises.md` names a test for every promised behaviour. This check fails when a promise
 * has no test, or when the named test does not exist in the named file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../tools/project.mjs';

/** @typedef {{ line: number, promise: string, test: string, file: string }} Row */

/**
 * Rows of all tables with the columns Promise, Test and File.
 *
 * @param {string} markdown
 * @returns {Row[]}
 */
export function promiseRows(markdown) {
  /** @type {Row[]} */
  const rows = [];
  let inTable = false;
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    const cells = cellsOf(text);
    if (cells === undefined) inTable = false;
    else if (/^promise$/i.test(cells[0] ?? '')) {
      inTable = /^test$/i.test(cells[1] ?? '') && /^file$/i.test(cells[2] ?? '');
    } else if (inTable && !cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const [promise = '', test = '', file = ''] = cells;
      rows.push({ line: index + 1, promise, test: bare(test), file: bare(file) });
    }
  }
  return rows;
}

/** @param {string} line @returns {string[] | undefined} cells of a table's line, `\|` unescaped */
function cellsOf(line) {
  const text = line.trim();
  if (!text.startsWith('|') || !text.endsWith('|')) return undefined;
  return text
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** @param {string} cell without the backticks around a name */
function bare(cell) {
  return cell.replace(/^`(.*)`$/, '$1');
}

/**
 * Titles of the tests in a file: the literal first argument of `it(…)`, `test(…)`,
 * `it.each(…)(…)`, `it.skipIf(…)(…)` and their like.
 *
 * @param {string} source
 * @returns {Set<string>}
 */
export function testTitles(source) {
  const file = ts.createSourceFile('made.test.ts', source, ts.ScriptTarget.Latest);
  /** @type {Set<string>} */
  const titles = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = node.arguments[0];
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** @param {ts.Expression} callee @returns {boolean} whether calling it declares a test */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isPropertyAccessExpression(callee)) {
    return (
      !/^(skip|todo|beforeEach|afterEach)$/.test(callee.name.text) && isTest(callee.expression)
    );
  }
  return ts.isCallExpression(callee) && isTest(callee.expression);
}

/**
 * @param {string} markdown
 * @param {(file: string) => string | undefined} read source of a test file, if it exists
 * @returns {string[]} what is wrong
 */
export function brokenPromises(markdown, read) {
  const rows = promiseRows(markdown);
  if (rows.length === 0) return ['No table with the columns Promise, Test and File was found.'];
  /** @type {Map<string, Set<string> | undefined>} */
  const known = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  return rows.flatMap(({ line, promise, test, file }) => {
    const at = `line ${line}, “${promise}”:`;
    const row = JSON.stringify([promise, test, file]);
    if (seen.has(row)) return [`${at} it stands there twice.`];
    seen.add(row);
    if (promise === '') return [`line ${line}: a row without a promise.`];
    if (test === '' || file === '') return [`${at} no test is named.`];
    if (!/^test\/.+\.test\.ts$/.test(file)) return [`${at} ${file} is not a test file.`];
    if (!known.has(file)) {
      const source = read(file);
      known.set(file, source === undefined ? undefined : testTitles(source));
    }
    const titles = known.get(file);
    if (titles === undefined) return [`${at} ${file} does not exist.`];
    return titles.has(test) ? [] : [`${at} ${file} has no test called “${test}”.`];
  });
}

/** @returns {string[]} what is wrong */
export function checkPromises() {
  const path = join(root, 'docs', 'promises.md');
  if (!existsSync(path)) return ['docs/promises.md is missing.'];
  return brokenPromises(readFileSync(path, 'utf8'), (file) => {
    const source = join(root, file);
    return existsSync(source) ? readFileSync(source, 'utf8') : undefined;
  });
}

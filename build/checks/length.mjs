/**
 * Long files and long functions are a sign that two rooms share one door. A file has at most 400
 * lines, all of them counted; a function at most 80 lines of code, which leaves out blank lines and
 * comments. What `describe` is called with is a heading over tests, and may be longer.
 */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../tools/project.mjs';

export const LONGEST_FILE = 400;
export const LONGEST_FUNCTION = 80;

/** @param {string} text @returns {number} lines */
export function lineCount(text) {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

/**
 * The scripts of a component, each at its own lines; any other file as it is.
 *
 * @param {string} file @param {string} text
 * @returns {string[]} sources of TypeScript, markup replaced by blank lines
 */
function scriptsOf(file, text) {
  if (!file.endsWith('.svelte')) return [text];
  return [...text.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map((found) => {
    const from = found.index + found[0].indexOf('>') + 1;
    return text.slice(0, from).replace(/[^\n]/g, '') + (found[1] ?? '');
  });
}

/** @param {ts.Node} node @returns {boolean} whether it is a group of tests, not a function of its own */
function isHeading(node) {
  const call = node.parent;
  if (!ts.isCallExpression(call) || !call.arguments.some((given) => given === node)) return false;
  let callee = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    callee = callee.expression;
  }
  return ts.isIdentifier(callee) && callee.text === 'describe';
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {string} what a person looks for */
function nameOf(node, source) {
  const { parent } = node;
  const own = /** @type {ts.NamedDeclaration} */ (node).name;
  if (own !== undefined) return own.getText(source);
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return parent.name.getText(source);
  }
  if (ts.isCallExpression(parent)) return `what ${parent.expression.getText(source)} is given`;
  return 'a function';
}

/**
 * Lines of a node on which more stands than a comment.
 *
 * @param {ts.Node} node @param {ts.SourceFile} source
 * @returns {number}
 */
function codeLines(node, source) {
  /** @type {Set<number>} */
  const lines = new Set();
  /** @param {ts.Node} part */
  const visit = (part) => {
    if (ts.isJSDoc(part)) return;
    const children = part.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0 || part.getWidth(source) === 0) return;
    // A text of several lines is code on each of them.
    const last = source.getLineAndCharacterOfPosition(part.end).line;
    for (
      let line = source.getLineAndCharacterOfPosition(part.getStart(source)).line;
      line <= last;
      line += 1
    ) {
      lines.add(line);
    }
  };
  visit(node);
  return lines.size;
}

/**
 * Functions that have more than 80 lines of code.
 *
 * @param {string} file its name, which tells a component from a script
 * @param {string} text
 * @returns {string[]} each with its place
 */
export function longFunctions(file, text) {
  return scriptsOf(file, text).flatMap((script) => {
    const source = ts.createSourceFile(`${file}.ts`, script, ts.ScriptTarget.Latest, true);
    const lineAt = (/** @type {number} */ at) => source.getLineAndCharacterOfPosition(at).line;
    /** @type {string[]} */
    const found = [];
    /** @param {ts.Node} node */
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (!ts.isFunctionLike(node) || isHeading(node)) return;
      const from = lineAt(node.getStart(source));
      if (lineAt(node.end) - from < LONGEST_FUNCTION) return;
      const lines = codeLines(node, source);
      if (lines <= LONGEST_FUNCTION) return;
      found.push(`${file}:${from + 1} ${nameOf(node, source)} has ${lines} lines of code.`);
    };
    visit(source);
    return found;
  });
}

/**
 * Files and functions that are too long. Functions are looked for where they are TypeScript or
 * JavaScript, not in style sheets and templates of documents.
 *
 * @param {readonly { file: string, text: string }[]} sources
 * @returns {string[]} each with its place
 */
export function tooLong(sources) {
  const files = sources.flatMap(({ file, text }) => {
    const lines = lineCount(text);
    return lines > LONGEST_FILE ? [`${file} has ${lines} lines.`] : [];
  });
  const functions = sources
    .filter(({ file, text }) => !/\.(css|typ)$/.test(file) && lineCount(text) > LONGEST_FUNCTION)
    .flatMap(({ file, text }) => longFunctions(file, text));
  return [...files, ...functions];
}

/** @returns {string[]} every file and every function of the repository that is too long */
export function checkLength() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return tooLong(
    listed
      .split('\0')
      .filter((file) => /\.(ts|mjs|js|svelte|css|typ)$/.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  );
}

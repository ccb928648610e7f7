/**
 * `no-unsafe-class-instance-assignment` of typescript-eslint, the one rule with types that Oxlint does
 * not know: a value that only looks like an instance of a class does not take the place of one.
 *
 * Most files have no place where an instance is expected. To read all of them for ESLint takes
 * three times as long as to ask the compiler which ones have, and to read those.
 */
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript';
import { parser, plugin } from 'typescript-eslint';
import waybill from '../lint/plugin.js';
import { root } from '../tools/project.mjs';

/** @param {string} tsconfig @returns {ts.Program} */
function programOf(tsconfig) {
  /** @param {ts.Diagnostic} diagnostic */
  const fail = (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const config = ts.getParsedCommandLineOfConfigFile(tsconfig, {}, host);
  if (config === undefined) throw new Error(`${tsconfig} cannot be read.`);
  return ts.createProgram(config.fileNames, config.options);
}

/**
 * The values that a node hands on: everything that the rule looks at.
 *
 * @param {ts.Node} node
 * @returns {readonly (ts.Expression | undefined)[]}
 */
function handedOn(node) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return node.arguments ?? [];
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? [] : [node.body];
  if (ts.isShorthandPropertyAssignment(node)) return [node.name, node.objectAssignmentInitializer];
  if (
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node)
  ) {
    return [node.initializer];
  }
  if (
    ts.isReturnStatement(node) ||
    ts.isYieldExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  ) {
    return [node.expression];
  }
  return [];
}

/**
 * Tells types in which an instance of a class is expected, also inside of a list or a union.
 *
 * @param {ts.TypeChecker} checker
 * @returns {(type: ts.Type) => boolean}
 */
function classFinder(checker) {
  /** @type {Map<ts.Type, boolean>} */
  const known = new Map();
  /** @param {ts.Type} type @returns {boolean} */
  const look = (type) => {
    const bound =
      type.flags & ts.TypeFlags.Instantiable ? checker.getBaseConstraintOfType(type) : type;
    if (bound === undefined) return false;
    if (bound.isUnionOrIntersection()) return bound.types.some(hasClass);
    if (!(bound.flags & ts.TypeFlags.Object)) return false;
    // `target` is there on references alone, whose own flags do not say what they refer to.
    const { target } = /** @type {Partial<ts.TypeReference>} */ (bound);
    const own = named(bound);
    if (own.isClass()) return true;
    if (own.isClassOrInterface() && checker.getBaseTypes(own).some(hasClass)) return true;
    if (target !== undefined) {
      const given = checker.getTypeArguments(/** @type {ts.TypeReference} */ (bound));
      if (given.some(hasClass)) return true;
    }
    return checker.getIndexInfosOfType(bound).some((index) => hasClass(index.type));
  };
  /** @param {ts.Type} type @returns {boolean} */
  function hasClass(type) {
    const before = known.get(type);
    if (before !== undefined) return before;
    // What leads back to itself is decided by the rest of it.
    known.set(type, false);
    const found = look(type);
    known.set(type, found);
    return found;
  }
  return hasClass;
}

/** @param {ts.Type} type @returns {ts.Type} the class or interface that a reference is to */
const named = (type) => /** @type {Partial<ts.TypeReference>} */ (type).target ?? type;

/** What may be an object; everything else is in nobody's place. */
const OBJECTS = ts.TypeFlags.StructuredType | ts.TypeFlags.Instantiable;

/**
 * Tells values that are plainly in order: no objects at all, or instances of the one class that is
 * expected, or of one made from it.
 *
 * @param {ts.TypeChecker} checker
 * @param {(type: ts.Type) => boolean} hasClass
 * @returns {(value: ts.Type, expected: ts.Type) => boolean}
 */
function instanceFinder(checker, hasClass) {
  const objects = (/** @type {ts.Type} */ type) =>
    (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & OBJECTS) !== 0);
  /** @param {ts.Type} type @param {ts.Type} wanted @returns {boolean} */
  const isOf = (type, wanted) => {
    const own = named(type);
    if (own === wanted) return true;
    return own.isClass() && checker.getBaseTypes(own).some((base) => isOf(base, wanted));
  };
  return (value, expected) => {
    const found = objects(value);
    if (value === expected || found.length === 0) return true;
    const [wanted, ...others] = objects(expected);
    if (wanted === undefined || others.length > 0 || !named(wanted).isClass()) return false;
    const given = checker.getTypeArguments(/** @type {ts.TypeReference} */ (wanted));
    return !given.some(hasClass) && found.every((type) => isOf(type, named(wanted)));
  };
}

/**
 * Files in which something is handed to where an instance is expected and is not plainly one.
 *
 * @param {ts.Program} program
 * @returns {string[]}
 */
function filesInDoubt(program) {
  const checker = program.getTypeChecker();
  const hasClass = classFinder(checker);
  const isInstance = instanceFinder(checker, hasClass);
  /** @param {ts.Node} node @returns {boolean} */
  const inDoubt = (node) =>
    handedOn(node).some((value) => {
      const expected = value && checker.getContextualType(value);
      if (value === undefined || expected === undefined || !hasClass(expected)) return false;
      return !isInstance(checker.getTypeAtLocation(value), expected);
    });
  /** @param {ts.Node} node @returns {boolean} */
  const holds = (node) => inDoubt(node) || ts.forEachChild(node, holds) === true;
  return program
    .getSourceFiles()
    .filter(({ fileName }) => /\.ts$/.test(fileName) && !/\/node_modules\/|\.d\.ts$/.test(fileName))
    .filter((source) => holds(source))
    .map(({ fileName }) => fileName);
}

/**
 * Values that only look like an instance of the class that is expected there.
 *
 * @param {string} [tsconfig] which says what is looked at
 * @returns {Promise<string[]>} each with its place
 */
export async function checkInstances(tsconfig = join(root, 'tsconfig.json')) {
  const program = programOf(tsconfig);
  const eslint = new ESLint({
    cwd: dirname(tsconfig),
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.ts'],
      // Comments in the files name rules of all three.
      plugins: { '@typescript-eslint': plugin, waybill, svelte },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      languageOptions: { parser, parserOptions: { programs: [program] } },
      rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error' },
    },
  });
  const results = await eslint.lintFiles(filesInDoubt(program));
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${filePath}:${line} ${message}`),
  );
}

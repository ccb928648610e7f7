/** The project's own lint rules. They are few; each keeps one rule of the architecture. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { zones } from './zones.js';

const top = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const builtins = new Set(builtinModules);

/** @param {string} file absolute @returns {string} relative to the project, with slashes */
function projectPath(file) {
  return path.relative(top, file).split(path.sep).join('/');
}

/**
 * `local` with the name of the importing file's own room in the place of `$1`.
 *
 * @param {import('./zones.js').Zone} zone
 * @param {RegExp} local
 * @param {string} from path of the importing file inside the project
 */
function ofRoom(zone, local, from) {
  const room = zone.files.exec(from)?.[1];
  return room === undefined ? local : new RegExp(local.source.replaceAll('$1', room));
}

/**
 * Whether a zone may import `source`.
 *
 * @param {import('./zones.js').Zone} zone
 * @param {string} from path of the importing file inside the project
 * @param {string} source as written
 * @param {boolean} typeOnly
 */
function allowed(zone, from, source, typeOnly) {
  const bare = source.replace(/\?.*$/, '');
  if (bare.startsWith('.') || bare.startsWith('/')) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(from), bare));
    if (ofRoom(zone, zone.local, from).test(target)) return true;
    return typeOnly && zone.localTypes !== undefined && zone.localTypes.test(target);
  }
  if (bare.startsWith('node:') || builtins.has(bare)) return zone.node;
  if (zone.packages === 'all') return !(zone.not ?? []).some((pattern) => pattern.test(bare));
  return zone.packages.some((pattern) => pattern.test(bare));
}

/** @type {import('eslint').Rule.RuleModule} */
const boundaries = {
  meta: { type: 'problem', schema: [], docs: { description: 'import only what the zone allows' } },
  create(context) {
    const from = projectPath(context.filename);
    const zone = zones.find((candidate) => candidate.files.test(from));
    if (zone === undefined) return {};
    /** @param {any} node @param {any} source @param {boolean} typeOnly */
    const check = (node, source, typeOnly) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      if (allowed(zone, from, source.value, typeOnly)) return;
      context.report({ node, message: `'${source.value}' is out of bounds here: ${zone.why}.` });
    };
    /** @param {any} node @param {'importKind' | 'exportKind'} kind */
    const onlyTypes = (node, kind) =>
      node[kind] === 'type' ||
      (node.specifiers?.length > 0 &&
        node.specifiers.every((/** @type {any} */ s) => s[kind] === 'type'));
    return {
      /** @param {any} node */
      ImportDeclaration: (node) => check(node, node.source, onlyTypes(node, 'importKind')),
      /** @param {any} node */
      ExportNamedDeclaration: (node) => check(node, node.source, onlyTypes(node, 'exportKind')),
      /** @param {any} node */
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      /** @param {any} node */
      ImportExpression: (node) => check(node, node.source, false),
      /** @param {any} node */
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal, true),
      /** @param {any} node */
      'CallExpression[callee.name="require"]': (node) => check(node, node.arguments[0], false),
    };
  },
};

/**
 * A rule that reports every node that one of the selectors matches.
 *
 * @param {readonly { selector: string, message: string }[]} table
 * @returns {import('eslint').Rule.RuleModule}
 */
function forbid(table) {
  return {
    meta: { type: 'problem', schema: [] },
    create(context) {
      return Object.fromEntries(
        table.map(({ selector, message }) => [
          selector,
          (/** @type {any} */ node) => context.report({ node, message }),
        ]),
      );
    },
  };
}

const oneDoor = 'IPC has one door each way: electron/preload.ts and electron/shell/bind.ts.';
const ipcDoor = forbid([
  {
    selector: 'MemberExpression[object.name=/^(ipcRenderer|ipcMain)$/]',
    message: oneDoor,
  },
  { selector: 'MemberExpression[property.name=/^(ipcRenderer|ipcMain)$/]', message: oneDoor },
  {
    selector:
      'CallExpression[callee.property.name=/^(send|sendToFrame|postMessage|invoke)$/]:matches([callee.object.property.name=/^(webContents|sender|senderFrame|mainFrame)$/], [callee.object.name=/^(webContents|senderFrame)$/])',
    message: oneDoor,
  },
]);
/** Apart from the rule above, because the composition root hands `ipcMain` over to bind.ts. */
const ipcImport = forbid([
  { selector: 'ImportSpecifier[imported.name=/^(ipcRenderer|ipcMain)$/]', message: oneDoor },
]);

const givenClock =
  'Time and chance come in through electron/core/ports.ts, so that tests can set them.';
const givenPorts = forbid([
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: givenClock },
  {
    selector: 'MemberExpression[object.name="performance"][property.name="now"]',
    message: givenClock,
  },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: givenClock },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: givenClock },
  { selector: 'CallExpression[callee.name="Date"]', message: givenClock },
]);

const testNames = '/^(it|test|describe|suite)$/';
const wholeTests = forbid([
  {
    selector: `MemberExpression[property.name=/^(only|skip|todo|fails)$/]:matches([object.name=${testNames}], [object.object.name=${testNames}])`,
    message: 'Every test runs. A test that needs what a machine may lack says so with skipIf.',
  },
]);

const noInlineStyle = forbid([
  {
    selector: 'SvelteAttribute[key.name="style"], SvelteShorthandAttribute[key.name="style"]',
    message: 'The content security policy refuses style attributes: use a class or `style:name`.',
  },
]);

/** Words of a person: a capital and small letters, or several words. */
const WORDS = '/^[A-Z][a-z]|[a-z]{2,} [a-z]{2,}/';
/** Attributes, and properties of tables, whose text is shown. */
const SHOWN =
  '/^(title|label|aria-label|aria-description|placeholder|alt|hint|heading|none|message|say|verb)$/';
const ownWords =
  'What the desk says stands in renderer/text, in one place for every language: use `text`.';
const noOwnWords = forbid([
  { selector: 'SvelteText[value=/[A-Za-z]{2}/]:not(SvelteStyleElement *)', message: ownWords },
  {
    selector: `SvelteAttribute[key.name=${SHOWN}] > SvelteLiteral[value=/[A-Za-z]{2}/]`,
    message: ownWords,
  },
  { selector: `Property[key.name=${SHOWN}] > Literal.value[value=${WORDS}]`, message: ownWords },
  {
    selector: `Property[key.name=${SHOWN}] > TemplateLiteral.value > TemplateElement[value.raw=/[A-Za-z]{2}/]`,
    message: ownWords,
  },
  {
    selector: `SvelteMustacheTag > Literal[value=${WORDS}], SvelteMustacheTag > ConditionalExpression > Literal[value=${WORDS}]`,
    message: ownWords,
  },
  {
    selector: `CallExpression[callee.property.name="say"] > Literal[value=${WORDS}]`,
    message: ownWords,
  },
]);

/** Words that once had meanings of their own here; `docs/glossary.md` has those that stand for them. */
export const COINED =
  /^(astray|gathered|gathering|hurry|kept|pauses|resting|rests|settles?|settling|told|touched|twins?)$/i;

/** The coined word in a name, or in one with dots: a call, a statement, a message. */
function coinedIn(/** @type {string} */ name) {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.find((word) => COINED.test(word));
}

/** @type {import('eslint').Rule.RuleModule} */
const knownWords = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /** @param {any} node @param {string} name */
    const check = (node, name) => {
      const word = coinedIn(name);
      if (word === undefined) return;
      context.report({ node, message: `“${word}” is no name here: see docs/glossary.md.` });
    };
    return {
      /** @param {any} node */
      'Identifier, PrivateIdentifier': (node) => check(node, node.name),
      /** @param {any} node */
      'Literal[value=/^\\w+([.]\\w+)+$/]': (node) => check(node, node.value),
      /** @param {any} node */
      'SvelteStyleElement > SvelteText'(node) {
        for (const [, name = ''] of node.value.matchAll(/[.]([a-z][\w-]*)/g)) check(node, name);
      },
    };
  },
};

/** Tables that no schema knows: SQLite's own, those of its full-text search, and of one statement. */
const UNTYPED =
  /^(json_each|json_tree|sqlite_schema|search_text|search_answer_text|form_name|seen|pragma_\w+|freelist_count|page_size)$/;
const byName =
  'Tables and columns are named by the schema (`electron/core/db/statement.ts`), so that a renamed one fails to compile.';

/** What stands in a statement by its bare name though the schema has it; null where nothing does. */
function bareName(/** @type {string} */ text) {
  const words = text.replace(/'(?:[^']|'')*'/g, '');
  for (const [, table] of words.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+([A-Za-z_]\w*)/g)) {
    if (table !== undefined && table !== 'SET' && !UNTYPED.test(table)) return table;
  }
  // Functions are called and indexes walked; AS gives a name. Other words with an underscore are columns.
  const column = /(?<![:\w]|AS |INDEXED BY )[a-z]+(?:_[a-z]+)+\b(?!\s*\()/g;
  return [...words.matchAll(column)].map(([word]) => word).find((word) => !UNTYPED.test(word));
}

/** @type {import('eslint').Rule.RuleModule} */
const typedStatements = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    /** @param {any} node */
    TaggedTemplateExpression(node) {
      const tag = node.tag.type === 'CallExpression' ? node.tag.callee : node.tag;
      if (!/^(sql|statement|select|selectDistinct)$/.test(tag.name ?? '')) return;
      const text = node.quasi.quasis
        .map((/** @type {any} */ part) => part.value.cooked)
        .join('${}');
      const found = bareName(text);
      if (found !== undefined) context.report({ node, message: `${byName} Here: ${found}.` });
    },
  }),
};

/**
 * Texts that are put together, and statements of SQLite's own, are for the files of `PUT_TOGETHER`.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const plainStatements = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    /** @param {any} node */
    'CallExpression[callee.name="plainStatement"]': (node) =>
      context.report({ node, message: byName }),
    /** @param {any} node */
    'CallExpression[callee.property.name=/^(prepare|exec)$/]'(node) {
      const [text] = node.arguments;
      const words =
        text?.type === 'TemplateLiteral' ? text.quasis[0].value.cooked : (text?.value ?? '');
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP)\b/.test(words)) {
        context.report({ node, message: byName });
      }
    },
  }),
};

/** Files with a text that is put together, each with its reason. */
export const PUT_TOGETHER = [
  // Lists of records: their tables follow from the table of kinds.
  'electron/core/mirror/{view,records,derive,catchUp,refresh,listTables,nameless,partNames}.ts',
  // Tables in memory are made where they are declared.
  'electron/core/mirror/workTables.ts',
  // The list of answers: a table of the statement itself, narrowed by what a person asks for.
  'electron/core/answers/store/list.ts',
  // Rows of any journaled table, by its name.
  'electron/core/db/journaling.ts',
  'electron/core/recovery/{restore,reconcile,salvage}.ts',
  // What makes the tables, before a schema holds.
  'electron/core/db/{open,lock,statement}.ts',
  'electron/core/db/migrations/**',
  // A database of its own with one table.
  'electron/core/ground/tileCache.ts',
];

export default {
  meta: { name: 'waybill' },
  rules: {
    boundaries,
    'ipc-door': ipcDoor,
    'ipc-import': ipcImport,
    'given-ports': givenPorts,
    'whole-tests': wholeTests,
    'no-inline-style': noInlineStyle,
    'no-own-words': noOwnWords,
    'known-words': knownWords,
    'typed-statements': typedStatements,
    'plain-statements': plainStatements,
  },
};

import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes, type ResolveFnOutput } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadCore } from './modules.ts';
import { prepare } from './prepare.ts';
import { brokenBy } from './reduce.ts';
import { rules } from './rules.ts';
import type { Edit, Rule } from './rules/rule.ts';

/**
 * Switches each rule off in a core of its own, loaded with that one text changed and sharing with the
 * whole one what does not import it, and does the acts that make the difference; then the same with the
 * rule in force. Prints one line of JSON for each: `{rule, whole, broken}`, what was broken without and with the change.
 *
 * `node test/property/mutate.ts FROM STEP`: every STEP-th rule, beginning with FROM.
 */

const CORE = new URL('../../electron/core/', import.meta.url).href;
const MARK = /\?mutant=(\d+)$/;

/** Texts that were changed, by rule: a text that is nowhere loaded protects nothing. */
const changed = new Set<string>();

/** Which files of the core import one, by addresses; read off as the whole core is loaded. */
const importers = new Map<string, Set<string>>();
/** What each mutant has of its own, by address: the changed files and all that import them. */
const owned = new Map<Rule, ReadonlySet<string>>();

function ownedBy(rule: Rule): ReadonlySet<string> {
  const known = owned.get(rule);
  if (known !== undefined) return known;
  const own = new Set(rule.edits.map(({ file }) => CORE + file));
  for (const url of own) for (const importer of importers.get(url) ?? []) own.add(importer);
  owned.set(rule, own);
  return own;
}

/**
 * Where an import of a file of the project leads, which is what it says: Node asks the disk for each of ten
 * thousand, and whether the folders above it hold a package. Null for packages.
 */
function ownFile(specifier: string, parent: string): ResolveFnOutput | null {
  if (!/^(\.{1,2}\/|file:).*\.ts$/.test(specifier) || parent.includes('/node_modules/'))
    return null;
  const { href } = new URL(specifier, parent);
  return { url: href, format: 'module-typescript', shortCircuit: true };
}

/** What an import of a package leads to: a hundred mutants ask for the same. */
const resolutions = new Map<string, ResolveFnOutput>();
/** The core's files without types, which cost a mutant more to take out than to run. */
const plainSources = new Map<string, string>();

/** A file of the core as JavaScript, by its address. */
function plainSource(url: string): string {
  const known = plainSources.get(url);
  if (known !== undefined) return known;
  const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
  plainSources.set(url, source);
  return source;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL ?? '';
    const mark = (MARK.exec(specifier) ?? MARK.exec(parent))?.[0];
    if (mark === undefined) {
      const resolved = ownFile(specifier, parent) ?? nextResolve(specifier, context);
      if (parent.startsWith(CORE) && resolved.url.startsWith(CORE)) {
        importers.set(resolved.url, (importers.get(resolved.url) ?? new Set()).add(parent));
      }
      return resolved;
    }
    const plain = specifier.replace(MARK, '');
    const asked = `${plain} ${parent.replace(MARK, '')}`;
    const resolved =
      ownFile(plain, parent) ?? resolutions.get(asked) ?? nextResolve(plain, context);
    resolutions.set(asked, { ...resolved, shortCircuit: true });
    const rule = rules[Number(mark.replace(MARK, '$1'))];
    const isOwn = rule !== undefined && ownedBy(rule).has(resolved.url);
    return isOwn ? { ...resolved, url: resolved.url + mark } : resolved;
  },
  load(url, context, nextLoad) {
    const mutant = MARK.exec(url);
    const rule = mutant === null ? undefined : rules[Number(mutant[1])];
    const plain = url.replace(MARK, '');
    if (rule === undefined || !plain.endsWith('.ts')) return nextLoad(url, context);
    const edits = rule.edits.filter(({ file }) => plain === CORE + file);
    if (edits.length === 0) {
      return { format: 'module', shortCircuit: true, source: plainSource(plain) };
    }
    const source = readFileSync(fileURLToPath(plain), 'utf8');
    return {
      format: 'module-typescript',
      shortCircuit: true,
      source: edits.reduce((text, edit) => change(rule, text, edit), source),
    };
  },
});

function change({ rule }: Rule, source: string, { file, text, becomes }: Edit): string {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`“${rule}”: ${file} holds its text ${times} times`);
  changed.add(`${rule} ${text}`);
  return source.replace(text, () => becomes);
}

const [from = '0', step = '1'] = process.argv.slice(2);
const whole = await loadCore();
const world = await prepare(whole);
for (let index = Number(from); index < rules.length; index += Number(step)) {
  const rule = rules[index];
  if (rule === undefined) break;
  const mutant = await loadCore(`?mutant=${index}`);
  const missed = rule.edits.filter(({ text }) => !changed.has(`${rule.rule} ${text}`));
  for (const { file } of missed) {
    const why = existsSync(fileURLToPath(CORE + file)) ? 'is not loaded' : 'does not exist';
    throw new Error(`“${rule.rule}”: ${file} ${why}`);
  }
  const result = {
    rule: rule.rule,
    whole: await brokenBy(world, whole, rule.acts),
    broken: await brokenBy(world, mutant, rule.acts),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
await world.close();

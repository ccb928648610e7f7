import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadCore } from './modules.ts';
import { prepare } from './prepare.ts';
import { brokenBy } from './reduce.ts';
import { rules } from './rules.ts';
import type { Edit, Rule } from './rules/rule.ts';

/**
 * Switches each rule off in a copy of the core of its own, loaded with that one text changed, and
 * does the acts that make the difference; then the same with the rule in force. Prints one line of
 * JSON for each: `{rule, whole, broken}`, what was broken without and with the change.
 *
 * `node test/property/mutate.ts FROM STEP`: every STEP-th rule, beginning with FROM.
 */

const CORE = new URL('../../electron/core/', import.meta.url).href;
const MARK = /\?mutant=(\d+)$/;

/** Texts that were changed, by rule: a text that is nowhere loaded protects nothing. */
const changed = new Set<string>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const mark = MARK.exec(context.parentURL ?? '')?.[0];
    const isCore = resolved.url.startsWith(CORE) && !MARK.test(resolved.url);
    return mark === undefined || !isCore ? resolved : { ...resolved, url: resolved.url + mark };
  },
  load(url, context, nextLoad) {
    const mutant = MARK.exec(url);
    const rule = mutant === null ? undefined : rules[Number(mutant[1])];
    const plain = url.replace(MARK, '');
    const edits = rule?.edits.filter(({ file }) => plain === CORE + file) ?? [];
    if (rule === undefined || edits.length === 0) return nextLoad(url, context);
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

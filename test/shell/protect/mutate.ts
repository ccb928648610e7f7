import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { checks as Checks, CheckName } from './checks.ts';
import type { Load } from './load.ts';
import { rules, type Edit } from './rules.ts';
import { CORE_SOURCE, ELECTRON_SOURCE, KEYTAR_SOURCE } from './stage.ts';

/**
 * Takes each protective line out in a copy of the shell of its own, loaded with that one text
 * changed, and runs the check that has to notice; before that, every check with every line in
 * force. Prints one line of JSON for each: `{check, error}` and `{rule, noticed}`.
 */

const ROOT = new URL('../../../', import.meta.url).href;
const COPY = /\?copy=(\d+)\.(\d+)$/;
/** What is loaded anew for each copy; the rest of the core is the same for all. */
const COPIED =
  /^(electron\/(main|preload)\.ts$|electron\/service\/(credentials|httpLayer)\.ts$|electron\/(shell|headless)\/|renderer\/trusted\/|build\/fuses\.mjs$)/;
/** The built desk is not there when sources run. */
const STAGED: Edit = {
  file: 'electron/main.ts',
  text: "await readAppFiles(path.join(import.meta.dirname, '..', 'renderer'))",
  becomes: 'new Map()',
};
const SOURCES: Record<string, string> = {
  'staged:electron': ELECTRON_SOURCE,
  'staged:core': CORE_SOURCE,
  'staged:keytar': KEYTAR_SOURCE,
};

const changed = new Set<Edit>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const copy = COPY.exec(context.parentURL ?? '')?.[0];
    const staged = (name: string) => ({ url: `staged:${name}${copy ?? ''}`, shortCircuit: true });
    if (specifier === 'electron') return staged('electron');
    if (specifier === 'keytar') return staged('keytar');
    const fromMain = context.parentURL?.startsWith(`${ROOT}electron/main.ts`) === true;
    if (fromMain && specifier.endsWith('/createCore.ts')) return staged('core');
    const resolved = nextResolve(specifier, context);
    const own = resolved.url.startsWith(ROOT) && COPIED.test(resolved.url.slice(ROOT.length));
    return copy === undefined || !own ? resolved : { ...resolved, url: resolved.url + copy };
  },
  load(url, context, nextLoad) {
    const plain = url.replace(COPY, '');
    const staged = SOURCES[plain];
    if (staged !== undefined) return { format: 'module', shortCircuit: true, source: staged };
    const copy = COPY.exec(url);
    if (copy === null) return nextLoad(url, context);
    const file = plain.slice(ROOT.length);
    const edits = [STAGED, ...(rules[Number(copy[1])]?.edits ?? [])];
    const mine = edits.filter((edit) => edit.file === file);
    if (mine.length === 0) return nextLoad(url, context);
    return {
      format: file.endsWith('.mjs') ? 'module' : 'module-typescript',
      shortCircuit: true,
      source: mine.reduce(change, readFileSync(fileURLToPath(plain), 'utf8')),
    };
  },
});

function change(source: string, edit: Edit): string {
  const times = source.split(edit.text).length - 1;
  if (times !== 1) throw new Error(`${edit.file} holds “${edit.text}” ${times} times`);
  changed.add(edit);
  return source.replace(edit.text, () => edit.becomes);
}

let copies = 0;
/** Loads modules in a copy of their own; each load is a fresh one. */
const loader =
  (rule: number): Load =>
  async (file) =>
    (await import(`${ROOT}${file}?copy=${rule}.${(copies += 1)}`)) as never;

// Only now: what the checks import must meet the hooks.
const { checks } = (await import('./checks.ts')) as { checks: typeof Checks };

const HUNG_MS = 15_000;

/** What the check says, or null where it is content. */
async function run(name: CheckName, load: Load): Promise<string | null> {
  const hung = Promise.withResolvers<string>();
  const timer = setTimeout(() => hung.resolve('it hung'), HUNG_MS);
  const done = checks[name](load).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return Promise.race([done, hung.promise]).finally(() => clearTimeout(timer));
}

const NO_RULE = rules.length;
for (const check of Object.keys(checks) as CheckName[]) {
  const error = await run(check, loader(NO_RULE));
  process.stdout.write(`${JSON.stringify({ check, error })}\n`);
}
for (const [index, { rule, edits, check }] of rules.entries()) {
  const noticed = await run(check, loader(index));
  const missed = edits.filter((edit) => !changed.has(edit));
  if (missed.length > 0) {
    throw new Error(`“${rule}”: its text was not changed: ${noticed ?? 'and nothing failed'}`);
  }
  process.stdout.write(`${JSON.stringify({ rule, noticed })}\n`);
}
// What a broken start left running must not keep the process alive.
process.exit(0);

import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..', '..');
const core = (file: string): string => path.join(root, 'electron', 'core', file);
const here = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));

/** How a module of the core is changed as it is bundled for the child; the file stays as it is. */
export interface Hook {
  file: string;
  /** Functions of the module by name, each with the expression that takes their place. */
  wrap?: Readonly<Record<string, string>>;
  /** Exact texts, each found once, and what stands there instead. */
  replace?: readonly (readonly [string, string])[];
}

/** Every place inside of the core at which a child can be killed. */
export const BOUNDARIES: readonly Hook[] = [
  {
    file: core('db/runner.ts'),
    wrap: {
      runWrite: 'hook.oneWrite(runWrite)',
      runTogether: 'hook.sharedWrite(runTogether)',
      runStep: "hook.step(runStep, 'built after the rows')",
    },
  },
  {
    file: core('db/journaling.ts'),
    wrap: { journalWritten: 'hook.journaling(journalWritten)' },
  },
  {
    file: core('recovery/reconcile.ts'),
    wrap: {
      attachJournal: "hook.step(attachJournal, 'journal attached')",
      bringEven: "hook.step(bringEven, 'journal and database made even')",
    },
    // A journal is rewritten when it has grown large: here after a day, not after years.
    replace: [['const LARGE_BYTES = 16 * 1024 * 1024;', 'const LARGE_BYTES = 16 * 1024;']],
  },
  { file: core('db/journal.ts'), replace: [["from 'node:fs'", `from ${here('fileHooks.ts')}`]] },
  {
    file: core('db/open.ts'),
    wrap: { migrate: 'hook.migrating(migrate, migrations)' },
  },
  {
    file: core('mirror/refresh.ts'),
    wrap: { refreshDerived: "hook.step(refreshDerived, 'search texts')" },
  },
  { file: core('database.ts'), wrap: { openStore: 'hook.counted(openStore)' } },
  { file: core('db/lock.ts'), wrap: { takeLock: "hook.step(takeLock, 'lock')" } },
  {
    file: core('atomicFile.ts'),
    replace: [["from 'node:fs/promises'", `from ${here('fileHooksAsync.ts')}`]],
  },
];

/** What a child may leave unflushed, as `NOT_FLUSHED` of its environment asks. */
export type Unflushed = 'database' | 'journal';
const asked = (what: Unflushed): string => `process.env['NOT_FLUSHED']?.includes('${what}')`;

/** Lets flushing be taken away: what a power cut then loses shows that the test would see a loss. */
export const FLUSHING: readonly Hook[] = [
  {
    file: core('db/open.ts'),
    replace: [
      [
        "db.pragma('synchronous = FULL');",
        `db.pragma(${asked('database')} ? 'synchronous = NORMAL' : 'synchronous = FULL');`,
      ],
    ],
  },
  {
    file: core('db/journal.ts'),
    replace: [['  fsyncSync(handle);\n', `  if (!${asked('journal')}) fsyncSync(handle);\n`]],
  },
];

/**
 * A plugin that puts hooks in place. The bundle fails when a text is not there exactly once or a
 * module was never met, and the child when a function no longer exists: a boundary never
 * disappears unnoticed.
 */
export function hooked(hooks: readonly Hook[]): Plugin {
  const met = new Set<Hook>();
  return {
    name: 'waybill:crash-hooks',
    enforce: 'pre',
    transform(source, id) {
      const mine = hooks.filter(({ file }) => file === id);
      if (mine.length === 0) return null;
      let code = source;
      for (const hook of mine) {
        met.add(hook);
        for (const [text, instead] of hook.replace ?? []) {
          if (code.split(text).length !== 2) throw new Error(`${id}: ${text} is not there once.`);
          code = code.replace(text, () => instead);
        }
        if (hook.wrap === undefined) continue;
        const swaps = Object.entries(hook.wrap).map(([name, wrapped]) => `${name} = ${wrapped};`);
        code = `import * as hook from ${here('databaseHooks.ts')};\n${code}\n// @ts-nocheck\n${swaps.join('\n')}\n`;
      }
      return { code, map: null };
    },
    buildEnd(error) {
      const missing = hooks.filter((hook) => !met.has(hook));
      if (error === undefined && missing.length > 0) {
        throw new Error(`Not part of the child: ${missing.map(({ file }) => file).join(', ')}`);
      }
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNS_LIMIT_MS, runs } from '../support/runs.ts';
import type { Act } from './acts.ts';
import { anyAct } from './arbitrary.ts';
import { loadCore } from './modules.ts';
import type { CoreModules } from './modules.ts';
import { prepare } from './prepare.ts';
import { startRun } from './run.ts';
import type { Run } from './run.ts';
import type { World } from './world.ts';

/** Acts of one run, more or less. */
const MOST_ACTS = 100;
/** Half a second of work each, on a machine that may have other things to do. */
const LIMIT_MS = Math.max(RUNS_LIMIT_MS, 300_000);

/**
 * Everyday runs repeat one seed, so that a red one is the doing of what was changed. New seeds, which
 * find what was wrong before, are for `--seed N` and the long form.
 */
const EVERYDAY_SEED = 71;

const folder = path.join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.json'));

let modules: CoreModules;
let world: World;

beforeAll(async () => {
  modules = await loadCore();
  world = await prepare(modules);
}, 60_000);

afterAll(() => world.close());

/** One act as a command of fast-check. Every act is possible at every time. */
class Doing implements fc.AsyncCommand<object, Run> {
  readonly act: Act;
  constructor(act: Act) {
    this.act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, run: Run): Promise<void> {
    // Answers of the network may come before it. (fast-check's own scheduled runner would hold them
    // back until the command has ended, and time passes within commands.)
    await run.desk.turn();
    await run.act(this.act);
  }
  toString(): string {
    return JSON.stringify(this.act);
  }
}

describe('runs that failed once, or that a rule exists for', () => {
  it.each(fixtures.map((name) => [name]))('%s breaks nothing', async (name) => {
    const acts = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Act[];
    const run = await startRun(world, modules, 1);
    for (const act of acts) await run.act(act);
    expect(await run.end()).toEqual([]);
  });
});

describe('any order of writes, decisions, other people, faults, kills and time', () => {
  it('breaks none of the invariants of mirror and outbox', { timeout: LIMIT_MS }, async () => {
    let now: Run | null = null;
    const scheduled = fc.scheduler({
      // After each step everything that is ready runs, so that a seed means one order.
      act: async (step) => {
        await step();
        await now?.desk.quiet();
      },
    });
    const commands = fc.commands([anyAct.map((act) => new Doing(act))], {
      maxCommands: MOST_ACTS,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(scheduled, commands, fc.nat(), async (scheduler, list, seed) => {
        const run = await startRun(world, modules, seed);
        now = run;
        run.desk.pace(() => scheduler.schedule(Promise.resolve()));
        try {
          const acts = fc.asyncModelRun(() => ({ model: {}, real: run }), list);
          await scheduler.waitFor(acts);
          // What is on its way arrives before time goes on without the scheduler.
          await scheduler.waitIdle();
        } finally {
          now = null;
        }
        expect(await run.end()).toEqual([]);
      }),
      runs(200, 10_000, EVERYDAY_SEED),
    );
  });
});

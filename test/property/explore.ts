import fc from 'fast-check';
import type { Act } from './acts.ts';
import type { Kind } from './kinds.ts';
import type { CoreModules } from './modules.ts';
import { startRun } from './run.ts';
import type { Run } from './run.ts';
import type { World } from './world.ts';

/** Acts of one run, more or less. */
const MOST_ACTS = 100;

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

/** What a run broke. */
class Broken extends Error {}

/** A run that broke something: what, in which acts, and how to repeat it. */
export interface Failure {
  what: readonly string[];
  acts: readonly Act[];
  seed: number;
  path: string | null;
}

/**
 * Makes runs of such kinds, their acts in any order, as `parameters` tell (seed, number, path). `ended` is called
 * after each with what it met. Gives the first failure, reduced unless `endOnFailure`; null where
 * there was none.
 */
export async function explore(
  world: World,
  modules: CoreModules,
  parameters: Pick<fc.Parameters<never>, 'seed' | 'numRuns' | 'path' | 'endOnFailure'>,
  kinds: readonly Kind[],
  ended: (run: Run) => void = () => undefined,
): Promise<Failure | null> {
  let now: Run | null = null;
  const scheduled = fc.scheduler({
    // After each step everything that is ready runs, so that a seed means one order.
    act: async (step) => {
      await step();
      await now?.desk.quiet();
    },
  });
  const limits = { maxCommands: MOST_ACTS, size: 'max' } as const;
  const commands = fc.oneof(
    ...kinds.map(({ weight, act }) => ({
      weight,
      arbitrary: fc.commands([act.map((one) => new Doing(one))], limits),
    })),
  );
  const property = fc.asyncProperty(
    scheduled,
    commands,
    fc.nat(),
    async (scheduler, list, seed) => {
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
      const broken = await run.end();
      ended(run);
      if (broken.length > 0) throw new Broken(broken.join('\n'));
    },
  );
  const done = await fc.check(property, parameters);
  if (!done.failed) return null;
  const error: unknown = done.errorInstance;
  const what = error instanceof Broken ? error.message.split('\n') : [`thrown: ${told(error)}`];
  // fast-check gives wrappers, which tell what they wrap.
  const doings = [...(done.counterexample?.[1] ?? [])];
  const acts = doings.map((one) => JSON.parse(one.toString()) as Act);
  return { what, acts, seed: done.seed, path: done.counterexamplePath };
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

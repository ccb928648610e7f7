import type { Act } from './acts.ts';
import { Desk } from './desk.ts';
import { calm, finish, heal } from './heal.ts';
import * as invariants from './invariants/index.ts';
import { Model } from './model.ts';
import type { CoreModules } from './modules.ts';
import { perform } from './perform.ts';
import type { World } from './world.ts';

/** One run: acts, then everything is healed and every invariant is asked. */
export interface Run {
  model: Model;
  desk: Desk;
  act(act: Act): Promise<void>;
  /** Heals, lets the person decide, checks, closes. Gives what was broken. */
  end(): Promise<readonly string[]>;
  /** What lay on disk and what the service had done at the end, to be compared with another run's. */
  state(): string;
}

/** A desk and what the model knows of it. */
interface Side {
  model: Model;
  desk: Desk;
}

export async function startRun(world: World, modules: CoreModules, seed: number): Promise<Run> {
  const desk = new Desk(world, modules, seed);
  const model = new Model();
  const own: Side = { model, desk };
  /** The colleague's too, once they did anything. */
  const sides = [own];
  let state = '';
  await desk.start();
  invariants.always(model, desk);
  return {
    model,
    desk,
    async act(act) {
      const side =
        act.do === 'colleague' ? (sides[1] ?? (await openBeside(sides, own, seed))) : own;
      await perform(side.model, side.desk, act.do === 'colleague' ? act.act : act);
      if (act.do === 'colleague') model.met(`colleague, ${act.act.do}`);
      for (const one of sides) {
        // There is one time.
        one.model.timeWasOdd ||= model.timeWasOdd;
        one.model.note(one.desk);
        invariants.always(one.model, one.desk);
      }
    },
    async end() {
      try {
        for (const one of sides) one.desk.pace(null);
        for (const one of sides) calm(one.desk);
        for (const one of sides) await heal(one.model, one.desk);
        for (const one of sides) {
          check(one.model, one.desk);
          invariants.complete(one.model, one.desk);
          invariants.judged(one.model, one.desk);
        }
        for (const one of sides) await finish(one.model, one.desk);
        for (const one of sides) {
          check(one.model, one.desk);
          invariants.judged(one.model, one.desk);
          invariants.settled(one.model, one.desk);
        }
        state = sides.map((one) => stateOf(one.desk)).join('\n');
        for (const one of sides) await shut(one);
        for (const bug of world.takeBugs()) model.fault('a mistake of the service', String(bug));
      } finally {
        for (const one of sides) await one.desk.close();
      }
      const theirs = sides.slice(1).flatMap((one) => one.model.broken);
      return [...new Set([...model.broken, ...theirs.map((what) => `${what} [the colleague]`)])];
    },
    state: () => state,
  };
}

/** The colleague sits down at a desk of their own. */
async function openBeside(sides: Side[], { desk }: Side, seed: number): Promise<Side> {
  const { colleague } = desk.world;
  if (colleague === null) throw new Error('the world has no colleague');
  const side = { model: new Model(), desk: new Desk(colleague, desk.modules, seed, desk) };
  await side.desk.start();
  sides.push(side);
  invariants.always(side.model, side.desk);
  return side;
}

async function shut({ model, desk }: Side): Promise<void> {
  const laned = invariants.tenantsWithLanes(desk);
  await desk.shut();
  invariants.rebasedTwice(model, desk, laned);
  for (const mistake of desk.mistakes) model.fault('a mistake', mistake);
}

function check(model: Model, desk: Desk): void {
  model.note(desk);
  invariants.always(model, desk);
  invariants.durable(model, desk);
  invariants.unique(model, desk);
  invariants.traceable(model, desk);
  invariants.ordered(model, desk);
  invariants.noTemporaryIds(model, desk);
  invariants.noSilentOverwrite(model, desk);
  invariants.preserving(model, desk);
  invariants.patient(model, desk);
  invariants.legal(model);
  invariants.noSecrets(model, desk);
}

function stateOf(desk: Desk): string {
  const disks = [0, 1].map((tenant) => {
    const disk = desk.ledger(tenant);
    if (disk === null) return null;
    return [disk.ops(), inAnyOrder(disk.moves()), disk.records(), disk.trash()];
  });
  const deeds = desk.network.deeds.map(({ order: _counted, sentOrder: _too, ...deed }) => deed);
  const state = JSON.stringify([desk.time.now(), inAnyOrder(deeds), disks]);
  // The service names each request by chance, and an error tells the name.
  return state.replaceAll(/requestId[\\":]+[0-9a-f-]{36}/g, 'requestId');
}

/** Lanes work at once: in which order their requests come through is the machine's. */
function inAnyOrder(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

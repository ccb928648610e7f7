import type { Act } from './acts.ts';
import { Desk } from './desk.ts';
import { finish, heal } from './heal.ts';
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

export async function startRun(world: World, modules: CoreModules, seed: number): Promise<Run> {
  const desk = new Desk(world, modules, seed);
  const model = new Model();
  let state = '';
  await desk.start();
  invariants.always(model, desk);
  return {
    model,
    desk,
    async act(act) {
      await perform(model, desk, act);
      model.note(desk);
      invariants.always(model, desk);
    },
    async end() {
      try {
        desk.pace(null);
        await heal(model, desk);
        check(model, desk);
        invariants.complete(model, desk);
        invariants.judged(model, desk);
        await finish(model, desk);
        check(model, desk);
        invariants.judged(model, desk);
        invariants.settled(model, desk);
        state = stateOf(desk);
        const laned = invariants.tenantsWithLanes(desk);
        await desk.shut();
        invariants.rebasedTwice(model, desk, laned);
        for (const mistake of desk.mistakes) model.fault('a mistake', mistake);
        for (const bug of world.takeBugs()) model.fault('a mistake of the service', String(bug));
      } finally {
        await desk.close();
      }
      return [...new Set(model.broken)];
    },
    state: () => state,
  };
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

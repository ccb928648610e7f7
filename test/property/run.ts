import type { Act } from './acts.ts';
import { Desk } from './desk.ts';
import { calm, finish, heal } from './heal.ts';
import * as invariants from './invariants/index.ts';
import { Model } from './model.ts';
import type { CoreModules } from './modules.ts';
import { perform } from './perform.ts';
import type { Side } from './side.ts';
import { signIn } from './signing.ts';
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

type Where = 'here' | 'colleague' | 'computer';

export async function startRun(world: World, modules: CoreModules, seed: number): Promise<Run> {
  const desk = new Desk(world, modules, seed);
  const model = new Model();
  const own: Side = { model, desk };
  /** The colleague's too, and that of the other computer, once anything was done there. */
  const desks = new Map<Where, Side>([['here', own]]);
  const all = (): Side[] => [...desks.values()];
  let state = '';
  await desk.start();
  invariants.always(model, desk);
  return {
    model,
    desk,
    async act(act) {
      if (act.do === 'colleague' || act.do === 'computer') {
        const side = desks.get(act.do) ?? (await openBeside(act.do, own, seed));
        desks.set(act.do, side);
        await perform(side.model, side.desk, act.act);
        model.met(`${act.do}, ${act.act.do}`);
      } else await perform(model, desk, act);
      for (const one of all()) {
        // There is one time.
        one.model.timeWasOdd ||= model.timeWasOdd;
        one.model.note(one.desk);
        invariants.always(one.model, one.desk);
      }
    },
    async end() {
      // Whoever took a file in goes on first; whoever gave it waits for that.
      const sides = all().sort((one) => (one === desks.get('computer') ? -1 : 0));
      try {
        for (const one of sides) one.desk.pace(null);
        for (const one of sides) calm(one.desk);
        for (const one of sides) await heal(one.model, one.desk);
        for (const one of sides) {
          check(one.model, one.desk);
          invariants.complete(one.model, one.desk);
          invariants.wished(one.model, one.desk);
          invariants.judged(one.model, one.desk);
        }
        // What was decided at one computer lets the other one go on.
        const rounds = desks.has('computer') ? [...sides, ...sides] : sides;
        for (const one of rounds) await finish(one.model, one.desk);
        for (const one of sides) {
          check(one.model, one.desk);
          invariants.judged(one.model, one.desk);
          invariants.settled(one.model, one.desk);
        }
        invariants.doneAtOne(own, desks.get('computer') ?? null);
        state = sides.map((one) => stateOf(one.desk)).join('\n');
        for (const one of sides) await shut(one);
        for (const bug of world.takeBugs()) model.fault('a mistake of the service', String(bug));
      } finally {
        for (const one of sides) await one.desk.close();
      }
      const theirs = [...desks].flatMap(([where, one]) =>
        one === own ? [] : one.model.broken.map((what) => `${what} [the ${where}]`),
      );
      return [...new Set([...model.broken, ...theirs])];
    },
    state: () => state,
  };
}

/** The colleague, or the person at another computer of theirs, sits down at a desk. */
async function openBeside(
  where: 'colleague' | 'computer',
  { desk }: Side,
  seed: number,
): Promise<Side> {
  const world = desk.world[where];
  if (world === null) throw new Error(`the world has no ${where}`);
  const side = { model: new Model(), desk: new Desk(world, desk.modules, seed, desk) };
  await side.desk.start();
  if (where === 'computer') {
    // An account has the same name at each computer, also where a token of long ago signs nobody in.
    for (const [tenant, id] of desk.accounts.entries()) side.desk.accounts[tenant] = id;
    const isIn = await signIn(side.model, side.desk);
    side.model.signedOut[side.model.tenant] = !isIn;
  }
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

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNS_LIMIT_MS, isEveryday, runs } from '../support/runs.ts';
import type { Act } from './acts.ts';
import { explore } from './explore.ts';
import { BACKUPS, KINDS, TENANCIES, WINDOWS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { PEOPLE } from './kindsOfPeople.ts';
import { Met } from './met.ts';
import { loadCore } from './modules.ts';
import type { CoreModules } from './modules.ts';
import { prepare } from './prepare.ts';
import { startRun } from './run.ts';
import type { World } from './world.ts';

/** A run takes half a second, on a machine that may have other things to do. */
const LIMIT_MS = Math.max(RUNS_LIMIT_MS, 900_000);
/** So many runs of the long form are made twice. */
const TWICE = 50;

/**
 * Everyday runs repeat the seeds that `choose.ts` found to meet most, so that a red one is the doing
 * of what was changed. New ones, which find what was wrong before, are for `--seed N` and the long form.
 */
const everyday = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'everyday.json'), 'utf8'),
) as Record<'seeds' | 'backups' | 'tenancies' | 'windows' | 'people', number[]>;

const folder = path.join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.json'));

let modules: CoreModules;
let world: World;

beforeAll(async () => {
  modules = await loadCore();
  world = await prepare(modules);
}, 60_000);

afterAll(() => world.close());

describe('runs that failed once, or that a rule exists for', () => {
  it.each(fixtures.map((name) => [name]))('%s breaks nothing', async (name) => {
    const acts = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Act[];
    const run = await startRun(world, modules, 1);
    for (const act of acts) await run.act(act);
    expect(await run.end()).toEqual([]);
  });
});

/** Each seed is one run. A failure is repeated, and reduced, with `--seed N --runs 1`. */
async function expectWhole(
  seed: number,
  met: Met,
  isReduced: boolean,
  kinds: readonly Kind[] = KINDS,
): Promise<string> {
  let state = '';
  const parameters = { seed, numRuns: 1, endOnFailure: !isReduced };
  const failure = await explore(world, modules, parameters, kinds, (run) => {
    met.take(run);
    state = run.state();
  });
  expect(failure, `--seed ${seed} --runs 1`).toBeNull();
  return state;
}

/** The seeds that were chosen for every day, or those of the form that was asked for. */
function seedsOf(chosen: readonly number[], long: number): readonly number[] {
  const { numRuns, seed: from } = runs(chosen.length, long);
  return isEveryday ? chosen : Array.from({ length: numRuns }, (_, index) => from + index);
}

describe('any order of writes, decisions, other people, faults, kills and time', () => {
  const seeds = seedsOf(everyday.seeds, 10_000);
  const isReduced = seeds.length === 1;
  const twice = isEveryday ? seeds : seeds.slice(0, TWICE);
  /** What the first run of each of them ended in. */
  const states = new Map<number, string>();

  it('breaks none of the invariants of mirror and outbox', { timeout: LIMIT_MS }, async () => {
    const met = new Met();
    try {
      for (const seed of seeds) {
        const state = await expectWhole(seed, met, isReduced);
        if (twice.includes(seed)) states.set(seed, state);
      }
    } finally {
      if (!isEveryday) process.stdout.write(`counted: model ${met.tell()}\n`);
    }
  });

  it('ends in the same state each time', { timeout: LIMIT_MS }, async () => {
    for (const seed of twice) {
      const first = states.get(seed) ?? (await expectWhole(seed, new Met(), isReduced));
      expect(first).not.toBe('');
      expect(await expectWhole(seed, new Met(), isReduced), `--seed ${seed}`).toBe(first);
    }
  });
});

describe.each([
  ['at a service that is put back to a backup at any moment', everyday.backups, [BACKUPS]],
  [
    'at a service that lists in other manners and refuses with seldom statuses',
    everyday.tenancies,
    [TENANCIES],
  ],
  ['in several windows of one desk', everyday.windows, WINDOWS],
  ['with users of clients and of teams, and with fuel', everyday.people, PEOPLE],
] as const)('the same %s', (_what, chosen, kinds) => {
  const seeds = seedsOf(chosen, 1_000);

  it('breaks none of them', { timeout: LIMIT_MS }, async () => {
    for (const seed of seeds) {
      await expectWhole(seed, new Met(), seeds.length === 1, kinds);
    }
  });
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Act } from './acts.ts';
import { explore } from './explore.ts';
import { BACKUPS, KINDS, TENANCIES, WINDOWS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { PEOPLE } from './kindsOfPeople.ts';
import { Met } from './met.ts';
import { loadCore } from './modules.ts';
import { prepare } from './prepare.ts';
import { startRun } from './run.ts';

/**
 * Chooses the seeds of the everyday runs and writes `everyday.json`:
 * `node test/property/choose.ts --runs 600 --keep 45`. It makes the runs 1 to `--runs`, sees which
 * branches of the core, faults, decisions and changes of state each one meets, and takes again and
 * again the run that meets most that neither the others of every day nor one before it did, for its time, until
 * nothing is new or there are `--keep`. With `--fewer` it takes from those that are chosen now alone, and so leaves
 * out what meets nothing by itself any more. To be repeated when the model or the core has changed much. Those that
 * `everyday.json` names under `always` stay: each finds a mistake that others may not, once it is put back.
 */

const file = path.join(import.meta.dirname, 'everyday.json');
const { always, ...beside } = JSON.parse(readFileSync(file, 'utf8')) as {
  always: number[];
  backups: number[];
  tenancies: number[];
  windows: number[];
  people: number[];
  seeds: number[];
};

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '600' },
    keep: { type: 'string', default: '45' },
    fewer: { type: 'boolean', default: false },
  },
});

interface Candidate {
  seed: number;
  cpuMs: number;
  /** Functions of the core that ran, each with the beginnings of blocks in it that did not. */
  ran: Map<string, readonly (readonly [number, number])[]>;
  met: string[];
  pairs: string[];
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** What of the core ran since the last question. */
async function coverage(): Promise<Candidate['ran']> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran: Candidate['ran'] = new Map();
  for (const { url, functions } of result) {
    if (!url.includes('/electron/core/')) continue;
    for (const { ranges } of functions) {
      const [whole, ...blocks] = ranges;
      if (whole === undefined || whole.count === 0) continue;
      const holes = blocks.filter(({ count }) => count === 0);
      ran.set(
        `${url}:${whole.startOffset}`,
        holes.map(({ startOffset, endOffset }) => [startOffset, endOffset]),
      );
    }
  }
  return ran;
}

const modules = await loadCore();
const world = await prepare(modules);

/** What a run of one seed meets; null for one that fails: it belongs to be mended, not into every day. */
async function candidate(seed: number, kinds: readonly Kind[]): Promise<Candidate | null> {
  const met = new Met();
  await coverage();
  const before = process.cpuUsage();
  const parameters = { seed, numRuns: 1, endOnFailure: true };
  const failure = await explore(world, modules, parameters, kinds, (run) => met.take(run));
  const { user, system } = process.cpuUsage(before);
  const ran = await coverage();
  if (failure !== null) {
    process.stderr.write(`${JSON.stringify({ seed, failed: failure.what })}\n`);
    return null;
  }
  const cpuMs = (user + system) / 1_000;
  return { seed, cpuMs, ran, met: [...met.single.keys()], pairs: [...met.pairs.keys()] };
}

/** What the fixtures meet, which are made every day, too. */
async function ofFixtures(): Promise<Candidate> {
  const folder = path.join(import.meta.dirname, 'fixtures');
  const met = new Met();
  await coverage();
  for (const name of readdirSync(folder)) {
    const run = await startRun(world, modules, 1);
    const acts = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Act[];
    for (const act of acts) await run.act(act);
    await run.end();
    met.take(run);
  }
  const [single, pairs] = [[...met.single.keys()], [...met.pairs.keys()]];
  return { seed: 0, cpuMs: 0, ran: await coverage(), met: single, pairs };
}

async function madeFrom(
  seeds: Iterable<number>,
  kinds: readonly Kind[] = KINDS,
): Promise<Candidate[]> {
  const made: Candidate[] = [];
  for (const seed of seeds) {
    const one = await candidate(seed, kinds);
    if (one !== null) made.push(one);
  }
  return made;
}

const drawn = values.fewer
  ? beside.seeds
  : Array.from({ length: Number(values.runs) }, (_, index) => index + 1);
const candidates = await madeFrom(new Set([...always, ...drawn]));
/** What every day makes anyhow. */
const anyhow = [
  await ofFixtures(),
  ...(await madeFrom(beside.backups, [BACKUPS])),
  ...(await madeFrom(beside.tenancies, [TENANCIES])),
  ...(await madeFrom(beside.windows, WINDOWS)),
  ...(await madeFrom(beside.people, PEOPLE)),
];
await world.close();

/** By function: every block that some run left out. A run meets the block when it did not. */
const blocks = new Map<string, Set<number>>();
for (const { ran } of [...candidates, ...anyhow]) {
  for (const [name, holes] of ran) {
    const known = blocks.get(name) ?? new Set();
    for (const [start] of holes) known.add(start);
    blocks.set(name, known);
  }
}

function featuresOf({ ran, met }: Candidate): Set<string> {
  const features = new Set(met);
  for (const [name, holes] of ran) {
    features.add(name);
    for (const block of blocks.get(name) ?? []) {
      const isLeftOut = holes.some(([start, end]) => start <= block && block < end);
      if (!isLeftOut) features.add(`${name} ${block}`);
    }
  }
  return features;
}

const features = new Map(candidates.map((one) => [one, featuresOf(one)]));
const chosen: Candidate[] = [];
const seen = new Set<string>();
const seenPairs = new Set<string>();
function take(one: Candidate): void {
  chosen.push(one);
  for (const feature of features.get(one) ?? []) seen.add(feature);
  for (const pair of one.pairs) seenPairs.add(pair);
}
const unseen = (one: Candidate): number =>
  [...(features.get(one) ?? [])].filter((feature) => !seen.has(feature)).length;
const worth = (one: Candidate): number => unseen(one) / one.cpuMs;
for (const one of anyhow) for (const feature of featuresOf(one)) seen.add(feature);
for (const one of candidates) if (always.includes(one.seed)) take(one);
while (chosen.length < Number(values.keep)) {
  const [best] = candidates
    .filter((one) => !chosen.includes(one) && unseen(one) > 0)
    .sort((a, b) => worth(b) - worth(a));
  if (best === undefined) break;
  take(best);
}

const all = new Set([...features.values()].flatMap((some) => [...some]));
const allPairs = new Set(candidates.flatMap(({ pairs }) => pairs));
const told = {
  of: candidates.length,
  cpuMs: Math.round(chosen.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
  met: `${seen.size} of ${all.size}`,
  pairs: `${seenPairs.size} of ${allPairs.size}`,
};
process.stdout.write(`${JSON.stringify(told)}\n`);
const seeds = chosen.map(({ seed }) => seed).sort((a, b) => a - b);
writeFileSync(file, `${JSON.stringify({ always, ...beside, seeds })}\n`);

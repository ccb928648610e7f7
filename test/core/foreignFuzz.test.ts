import fc from 'fast-check';
import { setImmediate as breathe } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { isEveryday, runs, RUNS_LIMIT_MS } from '../support/runs.ts';
import { watchTurns } from '../support/turns.ts';
import { areaParsers } from './foreign/areaFiles.ts';
import { fileParsers } from './foreign/fileParsers.ts';
import { parsers, type Parser } from './foreign/parsers.ts';

/**
 * Whatever comes from elsewhere, damaged or hostile, is taken in or refused in words: no parser
 * throws. The long form gives each 100,000 inputs and also looks at time and memory.
 */

const OFTEN = 100;
const LONG = 100_000;
/** Processor time that one input (at most 200 kB) may take as a whole, in the long form. */
const MOST_MS = 250;
/** What of it may be in one turn of the thread that serves the desk. */
const MOST_TURN_MS = 50;
/** All inputs of a parser together leave no more of the computer's memory taken. */
const MOST_GROWTH_BYTES = 300_000_000;
/** And no more that something still holds on to. */
const MOST_HELD_BYTES = 40_000_000;
/** So often what nothing holds is collected: by itself the heap grows for a long time before that. */
const COLLECTED_EVERY = 1_000;

const [files, areas] = await Promise.all([fileParsers(), areaParsers()]);
afterAll(files.end);

/** Processor time of this thread in milliseconds: what else runs on the computer does not count. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Collects what nothing holds, and gives what is left. */
function leftNow(): { taken: number; held: number } {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { taken: rss, held: heapUsed + external };
}

async function fuzz({ name, inputs, read, apart = false }: Parser): Promise<void> {
  const tally = { taken: 0, refused: 0, longestMs: 0, longestTurnMs: 0 };
  const before = isEveryday ? null : leftNow();
  const timed = async (input: never): Promise<boolean> => {
    const from = spentMs();
    const took = await read(input);
    // Whatever takes long is tried again: memory that is tidied up in between is not its doing.
    const first = spentMs() - from;
    if (first <= Math.min(tally.longestMs, MOST_TURN_MS)) return took;
    const again = spentMs();
    const turns = watchTurns();
    await read(input);
    const second = spentMs() - again;
    // The turn that it ended in is over.
    await breathe();
    const { longestMs } = turns.stop();
    tally.longestMs = Math.max(tally.longestMs, Math.min(first, second));
    tally.longestTurnMs = Math.max(tally.longestTurnMs, Math.min(first, longestMs));
    return took;
  };
  const property = fc.asyncProperty(inputs, async (input) => {
    const took = await (isEveryday ? read : timed)(input);
    if (took) tally.taken += 1;
    else tally.refused += 1;
    if (!isEveryday && (tally.taken + tally.refused) % COLLECTED_EVERY === 0) leftNow();
  });
  const given = runs(OFTEN, LONG);
  await fc.assert(property, given);
  // Neither all refused at the door nor all let through: else nothing was tried.
  expect(tally.taken).toBeGreaterThan(0);
  expect(tally.refused).toBeGreaterThan(0);
  if (before === null) return;
  const after = leftNow();
  const [grown, held] = [after.taken - before.taken, after.held - before.held];
  const memory = { grownMb: Math.round(grown / 1e6), heldMb: Math.round(held / 1e6) };
  const line = { name, runs: given.numRuns, seed: given.seed, ...tally, ...memory };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  expect(tally.longestMs).toBeLessThan(MOST_MS);
  if (!apart) expect(tally.longestTurnMs).toBeLessThan(MOST_TURN_MS);
  expect(grown).toBeLessThan(MOST_GROWTH_BYTES);
  expect(held).toBeLessThan(MOST_HELD_BYTES);
}

it.each([...parsers, ...files.parsers, ...areas].map((one) => [one.name, one] as const))(
  'takes in or refuses in words: %s',
  (_name, one) => fuzz(one),
  RUNS_LIMIT_MS,
);

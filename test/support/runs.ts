/** Seed of the long form, so that a published result can be repeated. */
const LONG_SEED = 20261121;
/** Seed of every day: a red run is the doing of what was changed. New ones are for the long form. */
const USUAL_SEED = 1;

const isLong = process.env['WAYBILL_LONG'] === '1';
const numberOf = (name: string): number | undefined => {
  const text = process.env[name];
  return text === undefined ? undefined : Number(text);
};

/** Whether this is the usual form, in which nobody asked for other runs. */
export const isEveryday =
  !isLong && process.env['WAYBILL_RUNS'] === undefined && process.env['WAYBILL_SEED'] === undefined;

/** How long one randomised test may take, in milliseconds. */
export const RUNS_LIMIT_MS =
  isLong || process.env['WAYBILL_RUNS'] !== undefined ? 7_200_000 : 120_000;

/**
 * Parameters of a randomised test for fast-check: how often it runs usually and in the long form
 * (`npm test -- --long`), unless `--runs N` says otherwise, and its seed, unless `--seed N` does.
 */
export function runs(usual: number, long: number): { numRuns: number; seed: number } {
  const numRuns = numberOf('WAYBILL_RUNS') ?? (isLong ? long : usual);
  return { numRuns, seed: seedOfRuns() };
}

function seedOfRuns(): number {
  return numberOf('WAYBILL_SEED') ?? (isLong ? LONG_SEED : USUAL_SEED);
}

/** How long one test that kills processes may take, in milliseconds. */
export const KILLS_LIMIT_MS =
  isLong || process.env['WAYBILL_KILLS'] !== undefined ? 36_000_000 : 900_000;

/**
 * How often a process is killed at random, usually and in the long form, unless `--kills N` says
 * otherwise, and the seed of the moments, as of `runs`.
 */
export function kills(usual: number, long: number): { count: number; seed: number } {
  const count = numberOf('WAYBILL_KILLS') ?? (isLong ? long : usual);
  return { count, seed: seedOfRuns() };
}

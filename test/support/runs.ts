/** Seed of the long form, so that a published result can be repeated. */
const LONG_SEED = 20261121;

const isLong = process.env['WAYBILL_LONG'] === '1';
const numberOf = (name: string): number | undefined => {
  const text = process.env[name];
  return text === undefined ? undefined : Number(text);
};

/** How long one randomised test may take, in milliseconds. */
export const RUNS_LIMIT_MS =
  isLong || process.env['WAYBILL_RUNS'] !== undefined ? 7_200_000 : 120_000;

/**
 * Parameters of a randomised test for fast-check: how often it runs usually and in the long form
 * (`npm test -- --long`), unless `--runs N` says otherwise. `--seed N` repeats a run; the long form
 * has a fixed seed, the usual one `usualSeed`, else a new seed each time, which fast-check prints
 * when it fails.
 */
export function runs(
  usual: number,
  long: number,
  usualSeed?: number,
): { numRuns: number; seed?: number } {
  const seed = numberOf('WAYBILL_SEED') ?? (isLong ? LONG_SEED : usualSeed);
  const numRuns = numberOf('WAYBILL_RUNS') ?? (isLong ? long : usual);
  return seed === undefined ? { numRuns } : { numRuns, seed };
}

/** How long one test that kills processes may take, in milliseconds. */
export const KILLS_LIMIT_MS =
  isLong || process.env['WAYBILL_KILLS'] !== undefined ? 14_400_000 : 600_000;

/**
 * How often a process is killed at random, usually and in the long form, unless `--kills N` says
 * otherwise, and the seed of the moments: `--seed N`, else a new one each time.
 */
export function kills(usual: number, long: number): { count: number; seed: number } {
  const seed =
    numberOf('WAYBILL_SEED') ?? (isLong ? LONG_SEED : Math.floor(Math.random() * 2 ** 31));
  return { count: numberOf('WAYBILL_KILLS') ?? (isLong ? long : usual), seed };
}

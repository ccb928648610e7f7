const DAY_MS = 86_400_000;
const WEDNESDAY = 3;

/**
 * The UTC date (YYYY-MM-DD) of a day in the middle of a working week: `3` is the last Wednesday that is
 * at least three days ago, `4` the Tuesday before it, and so on. The vehicles of the embedded service
 * rest on many Saturdays and Sundays, so a test that needs a driven day must not depend on the
 * weekday on which it runs.
 */
export function workday(back: number): string {
  const threeAgo = Date.now() - 3 * DAY_MS;
  const past = (new Date(threeAgo).getUTCDay() - WEDNESDAY + 7) % 7;
  return new Date(threeAgo - (past + back - 3) * DAY_MS).toISOString().slice(0, 10);
}

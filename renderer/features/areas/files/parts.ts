import { pointsOf } from './found.ts';
import type { Found } from './found.ts';

/** The desk takes so many points in at a time. */
const MOST_POINTS = 5_000;

/** What was found in parts that are taken in at once each. */
export function* parts(found: readonly Found[]): Generator<readonly Found[]> {
  let [from, points] = [0, 0];
  for (const [n, one] of found.entries()) {
    points += pointsOf(one);
    if (points < MOST_POINTS) continue;
    yield found.slice(from, n + 1);
    [from, points] = [n + 1, 0];
  }
  yield found.slice(from);
}

import { nextKey, placeMarks } from '../../map/route/placeMarks.ts';
import type { PlaceMark } from '../../map/route/placeMarks.ts';
import { areasAt } from '../../state/areasAt.svelte.ts';
import type { Leg } from './window.svelte.ts';

/** A mark for each place where a vehicle stood, as `placeMarks` makes them. */
export function stopMarks(legs: readonly Leg[], metresPerPixel: number): PlaceMark[] {
  return placeMarks(
    legs.flatMap(({ key, stop, trip }) =>
      stop === null || trip.start === null ? [] : [{ key, number: stop, at: trip.start }],
    ),
    metresPerPixel,
  );
}

/** The stop that a click on a mark means: the first there, or the one after that which is chosen. */
export function nextAt(
  marks: readonly PlaceMark[],
  key: string,
  chosenKey: string | null,
  legs: readonly Leg[],
): Leg | undefined {
  const next = nextKey(marks, key, chosenKey);
  return legs.find((leg) => leg.key === next);
}

/** The areas that each stop lies in, in words; nothing for what is no stop. */
export async function areasOfStops(legs: readonly Leg[]): Promise<(leg: Leg) => string> {
  const areas = await Promise.all(
    legs.map(async ({ key, stop, trip }) => {
      const found = stop === null || trip.start === null ? [] : await areasAt(trip.start);
      return [key, found.map(({ name }) => name).join(', ')] as const;
    }),
  );
  const byKey = new Map(areas);
  return ({ key }) => byKey.get(key) ?? '';
}

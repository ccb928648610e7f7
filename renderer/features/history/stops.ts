import { nextKey, placeMarks } from '../../map/route/placeMarks.ts';
import type { PlaceMark } from '../../map/route/placeMarks.ts';
import type { Leg } from './window.svelte.ts';

/** A mark for each place where a vehicle stood: its first number, and how many more there are. */
export function stopMarks(legs: readonly Leg[]): PlaceMark[] {
  return placeMarks(
    legs.flatMap(({ key, stop, trip }) =>
      stop === null || trip.start === null ? [] : [{ key, number: stop, at: trip.start }],
    ),
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

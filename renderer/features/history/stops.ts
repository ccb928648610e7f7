import { haversineM } from '../../../shared/rules/geo.ts';
import type { StopMark } from '../../map/route/layer.ts';
import type { Leg } from './window.svelte.ts';

/** Stops as the map shows them: those at one place share a mark, or their numbers would lie on each other. */
export interface PlaceMark extends StopMark {
  /** Keys of all stops there, in the order of time. */
  readonly keys: readonly string[];
}

/** Closer ones are the same yard, gate or kerb. */
const SAME_PLACE_M = 60;

/** A mark for each place where a vehicle stood: its first number, and how many more there are. */
export function stopMarks(legs: readonly Leg[]): PlaceMark[] {
  const places: { at: { lat: number; lng: number }; legs: Leg[] }[] = [];
  for (const leg of legs) {
    const at = leg.trip.start;
    if (leg.stop === null || at === null) continue;
    const near = places.find((place) => haversineM(place.at, at) < SAME_PLACE_M);
    if (near === undefined) places.push({ at, legs: [leg] });
    else near.legs.push(leg);
  }
  return places.map(({ at, legs: here }) => ({
    ...at,
    key: here[0]?.key ?? '',
    keys: here.map(({ key }) => key),
    label: `${String(here[0]?.stop ?? '')}${here.length > 1 ? `+${String(here.length - 1)}` : ''}`,
  }));
}

/** The stop that a click on a mark means: the first there, or the one after that which is chosen. */
export function nextAt(
  marks: readonly PlaceMark[],
  key: string,
  chosenKey: string | null,
  legs: readonly Leg[],
): Leg | undefined {
  const keys = marks.find((mark) => mark.key === key)?.keys ?? [];
  const at = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  const next = keys[(at + 1) % Math.max(1, keys.length)];
  return legs.find((leg) => leg.key === next);
}

import { haversineM } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import type { StopMark } from './layer.ts';

/** A stop as its page numbers it. */
export interface NumberedStop {
  readonly key: string;
  readonly number: number;
  readonly at: LatLng;
}

/** Stops as the map shows them: those at one place share a mark, or their numbers would lie on each other. */
export interface PlaceMark extends StopMark {
  /** Keys of all stops there, in the order of time. */
  readonly keys: readonly string[];
}

/** Closer ones are the same yard, gate or kerb. */
const SAME_PLACE_M = 60;
/** Marks whose middles are closer would lie on each other. */
export const MARK_APART_PX = 36;

/**
 * A mark for each place where something stood: its first number, and how many more there are.
 *
 * @param metresPerPixel of the map that shows them; from afar places that are close share a mark
 */
export function placeMarks(stops: readonly NumberedStop[], metresPerPixel: number): PlaceMark[] {
  const apartM = Math.max(SAME_PLACE_M, MARK_APART_PX * metresPerPixel);
  const places: { at: LatLng; stops: NumberedStop[] }[] = [];
  for (const stop of stops) {
    const near = places.find((place) => haversineM(place.at, stop.at) < apartM);
    if (near === undefined) places.push({ at: stop.at, stops: [stop] });
    else near.stops.push(stop);
  }
  return places.map(({ at, stops: here }) => ({
    ...at,
    key: here[0]?.key ?? '',
    keys: here.map(({ key }) => key),
    label: `${String(here[0]?.number ?? '')}${here.length > 1 ? `+${String(here.length - 1)}` : ''}`,
  }));
}

/** The stop that a click on a mark means: the first there, or the one after that which is chosen. */
export function nextKey(
  marks: readonly PlaceMark[],
  key: string,
  chosenKey: string | null,
): string | undefined {
  const keys = marks.find((mark) => mark.key === key)?.keys ?? [];
  const at = chosenKey === null ? -1 : keys.indexOf(chosenKey);
  return keys[(at + 1) % Math.max(1, keys.length)];
}

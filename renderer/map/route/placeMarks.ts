import { haversineM } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import type { StopEntry, StopMark } from './layer.ts';

/** Closer ones are the same yard, gate or kerb. */
const SAME_PLACE_M = 60;
/** Marks whose middles are closer would lie on each other. */
export const MARK_APART_PX = 36;

/**
 * A mark for each place where something stood: its first number, and how many more there are. Those at one
 * place share a mark, or their numbers would lie on each other.
 *
 * @param metresPerPixel of the map that shows them; from afar places that are close share a mark
 */
export function placeMarks(stops: readonly StopEntry[], metresPerPixel: number): StopMark[] {
  const apartM = Math.max(SAME_PLACE_M, MARK_APART_PX * metresPerPixel);
  const places: { at: LatLng; stops: StopEntry[] }[] = [];
  for (const stop of stops) {
    const near = places.find((place) => haversineM(place.at, stop.at) < apartM);
    if (near === undefined) places.push({ at: stop.at, stops: [stop] });
    else near.stops.push(stop);
  }
  return places.map(({ at, stops: here }) => ({
    ...at,
    key: here[0]?.key ?? '',
    stops: here,
    label: `${String(here[0]?.number ?? '')}${here.length > 1 ? `+${String(here.length - 1)}` : ''}`,
  }));
}

/** The mark that a stop stands at; null where there is none of that key. */
export function markOf(marks: readonly StopMark[], key: string | null): StopMark | null {
  return marks.find(({ stops }) => stops.some((stop) => stop.key === key)) ?? null;
}

import { bearingDeg, haversineM, lengthM } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';

/** From one point of a line to the next. */
export interface Leg {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly distanceM: number;
  /** Degrees from north, clockwise, at its beginning. */
  readonly bearing: number;
}

/** The legs of a line of points, in its order; none for fewer than two. */
export function legsOf(points: readonly LatLng[]): Leg[] {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i];
    if (from === undefined) return [];
    return [{ from, to, distanceM: haversineM(from, to), bearing: bearingDeg(from, to) }];
  });
}

/** A line that is measured on the map, point by point; put away until it is opened. */
export class Ruler {
  #points = $state.raw<readonly LatLng[] | null>(null);

  /** Whether it is in hand: clicks on the map are its points. */
  get on(): boolean {
    return this.#points !== null;
  }
  get points(): readonly LatLng[] {
    return this.#points ?? [];
  }
  /** Great-circle length of the whole line, in metres. */
  get totalM(): number {
    return lengthM(this.points);
  }

  /** Takes it in hand, from a place where one is named; a line that was begun is given up. */
  open(from: LatLng | null = null): void {
    this.#points = from === null ? [] : [from];
  }
  close(): void {
    this.#points = null;
  }

  /** Goes on to a place. One that is the last point already, as of a second click, is left out. */
  add({ lat, lng }: LatLng): void {
    const last = this.points.at(-1);
    if (!this.on || (last?.lat === lat && last.lng === lng)) return;
    this.#points = [...this.points, { lat, lng }];
  }
  /** Takes the last point back. */
  takeBack(): void {
    if (this.on) this.#points = this.points.slice(0, -1);
  }
}

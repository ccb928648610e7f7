import type { LatLng } from '../../../shared/rules/geo.ts';
import type { Span } from './nearest.ts';

/** A stretch of a route that is set off. */
export interface Stretch {
  /** Another one for another stretch: the same may be drawn anew, as when more of its day was read. */
  readonly key: string;
  readonly line: readonly LatLng[];
  /** When that was: a press means it rather than another time at the same place. */
  readonly span: Span | null;
}

/**
 * When a map of routes goes to all of them: whenever there is more of them, as days arrive one after the
 * other, until somebody has moved it; and anew for other routes.
 */
export class RouteSight {
  #key: string | null = null;
  #isMoved = false;
  #stretch: string | null = null;

  /** The map was moved by hand, or went to a part of the routes. */
  moved(): void {
    this.#isMoved = true;
  }
  /** All of them were asked for. */
  back(): void {
    this.#isMoved = false;
  }

  /**
   * What is drawn became another.
   *
   * @param key another one for other routes
   * @returns whether the map goes to them
   */
  follows(key: string): boolean {
    if (key !== this.#key) this.#isMoved = false;
    this.#key = key;
    return !this.#isMoved;
  }

  /**
   * A stretch is set off, or none is.
   *
   * @returns whether the map goes there: once it can be drawn, and not again with what is read since
   */
  goesTo(stretch: Stretch | null): stretch is Stretch {
    if (stretch?.line.length === 0) return false;
    const isOther = stretch !== null && stretch.key !== this.#stretch;
    this.#stretch = stretch?.key ?? null;
    return isOther;
  }
}

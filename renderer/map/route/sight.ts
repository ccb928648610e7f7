/**
 * When a map of routes goes to all of them: whenever there is more of them, as days arrive one after the
 * other, until somebody has moved it; and anew for other routes.
 */
export class RouteSight {
  #key: string | null = null;
  #isMoved = false;

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
}

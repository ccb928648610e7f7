/** Records whose read by id found nothing though the service has them: by address, and how often. */
export class Refused {
  readonly #times = new Map<string, number>();

  add(url: string): void {
    this.#times.set(url, this.times(url) + 1);
  }

  get size(): number {
    return this.#times.size;
  }

  has(url: string): boolean {
    return this.#times.has(url);
  }

  times(url: string): number {
    return this.#times.get(url) ?? 0;
  }
}

import { flushSync, tick } from 'svelte';
import { preferences } from './preferences.svelte.ts';

/** What is still being read is waited for so long; then what is there is printed. */
const PATIENCE_MS = 5_000;

/**
 * Whether the page is being made for paper: tables then draw their rows as plain tables instead of
 * those in sight, and colours are those of the light theme.
 */
class Printing {
  #on = $state(false);
  readonly #awaited = new Set<Promise<unknown>>();

  get on(): boolean {
    return this.#on;
  }

  /** What has to be there before the page is printed. */
  waitFor(ready: Promise<unknown>): void {
    this.#awaited.add(ready);
    void ready.then(() => this.#awaited.delete(ready));
  }

  /** Follows the medium, also where the page is printed by the browser's own key. */
  start(): () => void {
    const medium = window.matchMedia('print');
    const before = (): void => this.#turn(true);
    const after = (): void => this.#turn(false);
    const changed = (): void => this.#turn(medium.matches);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    medium.addEventListener('change', changed);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
      medium.removeEventListener('change', changed);
    };
  }

  /** Prints the page that is open, once its rows were read. */
  async print(): Promise<void> {
    this.#turn(true);
    await tick();
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([Promise.all([...this.#awaited]), late]);
    await tick();
    window.print();
  }

  /** At once: a browser prints what stands there when its event ends. */
  #turn(on: boolean): void {
    if (on === this.#on) return;
    this.#on = on;
    document.documentElement.dataset['theme'] = on ? 'light' : preferences.theme;
    flushSync();
  }
}

export const printing = new Printing();

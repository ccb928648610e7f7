import { flushSync, tick } from 'svelte';
import { Job } from './job.svelte.ts';
import type { Way } from './job.svelte.ts';
import { preferences } from './preferences.svelte.ts';

/** What is still being read is waited for so long without any of it coming; then what is there is printed. */
const PATIENCE_MS = 5_000;
/** Fewer rows are read before a person could follow it. */
const LONG = 200;

/**
 * Whether the page is being made for paper: tables then draw their rows as plain tables instead of
 * those in sight, and colours are those of the light theme.
 */
class Printing {
  #on = $state(false);
  readonly #awaited = new Set<Promise<unknown>>();
  /** The reading of a long list before it is printed. */
  readonly job = new Job(LONG);
  #way: Way | null = null;
  /** Ends the waiting for what is being read. */
  #end: ((ready: boolean) => void) | null = null;
  #late: ReturnType<typeof setTimeout> | undefined;

  get on(): boolean {
    return this.#on;
  }

  /** What has to be there before the page is printed. */
  waitFor(ready: Promise<unknown>): void {
    this.#awaited.add(ready);
    void ready.then(() => this.#awaited.delete(ready));
  }

  /** A table tells how many of its rows are there. */
  follow(read: number, all: number): void {
    if (this.#way?.(read, all) === true) this.#beLate();
  }

  /** Nothing is printed. */
  stop(): void {
    this.job.stop();
    this.#end?.(false);
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
    // A key that is held, or pressed again, takes nothing from the reading that is under way.
    if (this.job.running) return;
    const ready = await this.job.run(async (way) => {
      this.#way = way;
      this.#turn(true);
      await tick();
      return this.#ready();
    });
    this.#way = null;
    if (ready === null) return;
    await tick();
    if (ready) window.print();
    else this.#turn(false);
  }

  /** Whether what is awaited came, or came no further; false where a person ended it. */
  #ready(): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      this.#end = resolve;
      void Promise.all([...this.#awaited]).then(() => resolve(true));
      this.#beLate();
    }).finally(() => {
      this.#end = null;
      clearTimeout(this.#late);
    });
  }

  #beLate(): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#end?.(true), PATIENCE_MS);
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

import type { AppError, Result } from '../bridge.ts';
import { whose } from './whose.svelte.ts';

/** Hears how far a job is, and says whether it goes on. */
export type Way = (done: number, total: number) => boolean;

/** Fewer are done before a person could follow it. */
const FEW = 20;

/**
 * A job of many steps that a person sees and can stop; one at a time. It ends where another account is
 * opened, whose records are none of its business.
 */
export class Job {
  /** How far it is; null where none runs, or none that is worth telling of. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  #running = $state(false);
  #stopped = false;
  readonly #few: number;

  constructor(few = FEW) {
    this.#few = few;
  }

  get running(): boolean {
    return this.#running;
  }

  /** What was done stays; nothing more is begun. */
  stop(): void {
    this.#stopped = true;
  }

  /** Runs it; null where one runs already. */
  async run<T>(act: (way: Way) => Promise<T>): Promise<T | null> {
    if (this.#running) return null;
    this.#running = true;
    this.#stopped = false;
    const mine = whose.id;
    try {
      return await act((done, total) => {
        const goesOn = !this.#stopped && whose.id === mine;
        this.progress = total > this.#few && goesOn ? { done, total } : null;
        return goesOn;
      });
    } finally {
      this.progress = null;
      this.#running = false;
    }
  }
}

/**
 * Does one after the other until all are done, one is refused, or somebody stops it. What was done
 * until then stays.
 */
export async function oneByOne<T, D>(
  all: readonly T[],
  act: (one: T) => Promise<Result<D>>,
  way: Way,
): Promise<{ done: D[]; failed: AppError | null }> {
  const done: D[] = [];
  for (const one of all) {
    if (!way(done.length, all.length)) break;
    const result = await act(one);
    if (!result.ok) return { done, failed: result.error };
    done.push(result.value);
  }
  return { done, failed: null };
}

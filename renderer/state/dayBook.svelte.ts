import type { AppError } from '../bridge.ts';
import { copiedDays, missingDays, thinnedDays } from './dayCopies.ts';
import type { DayCopy } from './dayCopies.ts';
import type { Day } from './days.ts';

export interface DayReading<D extends Day, C extends DayCopy> {
  readonly days: readonly D[];
  /** `never` takes what is kept here and asks nobody. */
  read(day: D, refresh: 'never' | 'always'): Promise<{ copy: C; error: AppError | null }>;
  /** Just before what is kept is shown, while nothing else was asked for. */
  before?(): void;
}

/** Readings at once: more would keep others waiting. */
const AT_ONCE = 2;
/**
 * A day that was read this long after its end had told all of it, late devices too. Until then whoever
 * asks is given a new answer: the desk's clock is too coarse to say that nothing can have happened.
 */
const SETTLED_MS = 6 * 3_600_000;
/** Days that are read before the whole is worked out anew. */
const DAYS_A_STEP = 4;

/**
 * Days that are read one by one, so that each is a copy of its own: whatever was read once is there
 * without a network, in any range that holds it.
 */
export abstract class DayBook<D extends Day, C extends DayCopy> {
  #copies = $state.raw<readonly C[]>([]);
  #key = $state.raw('');
  #loaded = $state(false);
  #progress = $state.raw<{ done: number; total: number } | null>(null);
  #error = $state.raw<AppError | null>(null);
  #generation = 0;
  #stopped = false;
  /** What was asked for last was read to its end. */
  #finished = false;
  /** What is here of the days that are being read. */
  #next: readonly C[] = [];

  protected get copies(): readonly C[] {
    return this.#copies;
  }
  /** Another one where what is shown is of other days, or of something else: not yet where it is asked for. */
  get key(): string {
    return this.#key;
  }
  /** False until the mirror has answered. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Days that are being read; null while none is. */
  get progress(): { done: number; total: number } | null {
    return this.#progress;
  }
  /** Why a day could not be read; nothing for having no network, which the missing days tell. */
  get error(): AppError | null {
    return this.#error;
  }
  /** Days that were never read here, by their first instants. */
  get missing(): readonly number[] {
    return missingDays(this.#copies);
  }
  /** How many days are here, and when the oldest of them was read. */
  get copied(): { days: number; oldest: number } | null {
    return copiedDays(this.#copies);
  }
  /** How many points are shown where there are more; null where all are. */
  get thinned(): { shown: number; all: number } | null {
    return thinnedDays(this.#copies);
  }

  /** Whether each day that was asked for last is here, so that a table of them lacks none. */
  get complete(): boolean {
    return this.#finished && this.missing.length === 0;
  }
  /** Whether each of their points is here, too. */
  get whole(): boolean {
    return this.complete && this.thinned === null;
  }

  /** Whether the readings were given up; until it is asked again. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Gives up the readings that have not begun, and shows what has been read. */
  stop(): void {
    this.#stopped = true;
    if (this.#progress === null) return;
    this.#progress = null;
    this.#copies = [...this.#next];
  }

  /**
   * Shows what is kept at once, then reads what is missing or was read too early.
   *
   * @returns false where that was given up, for something else that was asked for or by `stop`
   */
  protected async show(reading: DayReading<D, C>): Promise<boolean> {
    this.#generation += 1;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    this.#stopped = false;
    this.#finished = false;
    this.#progress = null;
    this.#error = null;
    const { days } = reading;
    const results = await Promise.all(days.map((day) => reading.read(day, 'never')));
    if (!isCurrent()) return false;
    const next = results.map(({ copy }) => copy);
    reading.before?.();
    this.#key = JSON.stringify(days);
    this.#copies = [...next];
    this.#loaded = true;
    const due = next.flatMap(({ readAt, toMs }, index) =>
      readAt === null || readAt < toMs + SETTLED_MS ? [index] : [],
    );
    if (due.length > 0 && !this.stopped) await this.#readDue(reading, next, due, isCurrent);
    if (!isCurrent() || this.stopped) return false;
    this.#finished = true;
    return true;
  }

  /** Reads the days of these places anew, a few at a time. */
  async #readDue(
    { days, read }: DayReading<D, C>,
    next: C[],
    due: number[],
    isCurrent: () => boolean,
  ): Promise<void> {
    const total = due.length;
    let done = 0;
    this.#next = next;
    this.#progress = { done, total };
    const goesOn = (): boolean => isCurrent() && !this.#stopped;
    const work = async (): Promise<void> => {
      for (let index = due.shift(); index !== undefined && goesOn(); index = due.shift()) {
        const day = days[index];
        if (day === undefined) return;
        const { copy, error } = await read(day, 'always');
        if (!isCurrent()) return;
        next[index] = copy;
        done += 1;
        // Without a network no other day can be read either.
        if (error?.kind === 'offline') due.length = 0;
        else if (error !== null) this.#error = error;
        if (!this.#stopped) this.#progress = { done, total };
        if (this.#stopped || done % DAYS_A_STEP === 0 || done === total || due.length === 0) {
          this.#copies = [...next];
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (isCurrent()) this.#progress = null;
  }
}

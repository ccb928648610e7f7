import { call } from '../../bridge.ts';
import type { AppError } from '../../bridge.ts';
import { keptDays, missingDays, readDays } from '../../state/dayCopies.ts';
import type { DayCopy } from '../../state/dayCopies.ts';
import { isoOf } from '../../state/days.ts';
import { mergedSeries, seriesOf } from './readings.ts';
import type { Series } from './readings.ts';

/** The two reports: of sensors, and of the vehicles that they travel in. */
export type Report = 'listClimateBySensor' | 'listClimateByVehicle';

interface Day {
  readonly fromMs: number;
  readonly toMs: number;
}
interface ClimateCopy extends DayCopy {
  readonly series: readonly Series[];
}

/** Temperature and humidity over some days, day by day, so that each day read once is there offline. */
export class ClimateBook {
  #days = $state.raw<readonly ClimateCopy[]>([]);
  #loaded = $state(false);
  #progress = $state.raw<{ done: number; total: number } | null>(null);
  #error = $state.raw<AppError | null>(null);
  #generation = 0;
  readonly #series = $derived(mergedSeries(this.#days.map(({ series }) => series)));

  /** False until the mirror has answered. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Days that are being read; null while none is. */
  get progress(): { done: number; total: number } | null {
    return this.#progress;
  }
  get error(): AppError | null {
    return this.#error;
  }
  get series(): readonly Series[] {
    return this.#series;
  }
  /** Days that were never read here, by their first instants. */
  get missing(): readonly number[] {
    return missingDays(this.#days);
  }
  get kept(): { days: number; oldest: number } | null {
    return keptDays(this.#days);
  }

  /**
   * Shows what is kept at once, then reads what is missing or was read too early.
   *
   * @param midnights the first of each day, and the one after the last
   */
  async load(report: Report, midnights: readonly number[], nowMs: number): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#progress = null;
    this.#error = null;
    const days = midnights.slice(0, -1).flatMap((fromMs, index) => {
      const toMs = midnights[index + 1] ?? fromMs;
      return fromMs > nowMs ? [] : [{ fromMs, toMs }];
    });
    await readDays<Day, ClimateCopy>({
      ...{ days, nowMs, isCurrent: () => generation === this.#generation },
      read: (day, refresh) => this.#read(report, day, refresh),
      onkept: (copies) => {
        this.#days = copies;
        this.#loaded = true;
      },
      onprogress: (progress) => (this.#progress = progress),
      onfailed: (error) => (this.#error = error),
    });
  }

  /** Gives up the readings that have not begun. */
  stop(): void {
    this.#generation += 1;
    this.#progress = null;
  }

  async #read(
    endpoint: Report,
    { fromMs, toMs }: Day,
    refresh: 'never' | 'always',
  ): Promise<{ copy: ClimateCopy; error: AppError | null }> {
    // Always in the same words, to the last second of the day, so that the same copy is found.
    const query = { startDate: isoOf(fromMs), endDate: isoOf(toMs - 1000) };
    const result = await call('records.read', { endpoint, query, refresh });
    const { json = null, readAt = null } = result.ok ? result.value : {};
    const error = result.ok ? result.value.error : result.error;
    return { copy: { fromMs, toMs, series: json === null ? [] : seriesOf(json), readAt }, error };
  }
}

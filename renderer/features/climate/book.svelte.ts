import { call } from '../../bridge.ts';
import type { AppError } from '../../bridge.ts';
import { DayBook } from '../../state/dayBook.svelte.ts';
import type { DayCopy } from '../../state/dayCopies.ts';
import { daysBegun, isoOf } from '../../state/days.ts';
import type { Day } from '../../state/days.ts';
import { mergedSeries, seriesOf } from './readings.ts';
import type { Series } from './readings.ts';

/** The two reports: of sensors, and of the vehicles that they travel in. */
export type Report = 'listClimateBySensor' | 'listClimateByVehicle';

interface ClimateCopy extends DayCopy {
  readonly series: readonly Series[];
}

/** Temperature and humidity over some days. */
export class ClimateBook extends DayBook<Day, ClimateCopy> {
  readonly #series = $derived(mergedSeries(this.copies.map(({ series }) => series)));

  get series(): readonly Series[] {
    return this.#series;
  }

  /** @param midnights the first of each day, and the one after the last */
  load(report: Report, midnights: readonly number[], nowMs: number): Promise<boolean> {
    return this.show({
      days: daysBegun(midnights, nowMs),
      read: (day, refresh) => this.#read(report, day, refresh),
    });
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

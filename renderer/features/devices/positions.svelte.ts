import { legsOfTrack, partsOfPositions } from '../../../shared/rules/trackLegs.ts';
import type { TrackLeg } from '../../../shared/rules/trackLegs.ts';
import { trackOf } from '../../../shared/rules/track.ts';
import type { Track, TrackPoint } from '../../../shared/rules/track.ts';
import { call } from '../../bridge.ts';
import type { AppError } from '../../bridge.ts';
import { positionsOf } from '../../records/trips.ts';
import { DayBook } from '../../state/dayBook.svelte.ts';
import type { DayCopy } from '../../state/dayCopies.ts';
import { daysBegun, isoOf } from '../../state/days.ts';
import type { Day } from '../../state/days.ts';

interface PositionCopy extends DayCopy {
  readonly points: readonly TrackPoint[];
}

/** Where a device was over some days. */
export class DevicePositions extends DayBook<Day, PositionCopy> {
  readonly #deviceId: string;
  readonly #name: string;
  readonly #track = $derived.by(() =>
    trackOf(
      this.#deviceId,
      this.#name,
      partsOfPositions(this.copies.flatMap(({ points }) => points)),
    ),
  );
  readonly #legs = $derived(legsOfTrack(this.#track));

  constructor(deviceId: string, name: string) {
    super();
    this.#deviceId = deviceId;
    this.#name = name;
  }

  get track(): Track {
    return this.#track;
  }
  get legs(): readonly TrackLeg[] {
    return this.#legs;
  }

  /**
   * @param midnights the first of each day, and the one after the last
   * @param whole every point, also where there are more than a screen can show
   */
  load(midnights: readonly number[], nowMs: number, whole = false): Promise<boolean> {
    return this.show({
      days: daysBegun(midnights, nowMs),
      read: (day, refresh) => this.#read(day, refresh, whole),
    });
  }

  /** Reads every point of every day; false where one can't be read, or something else was asked for. */
  async loadWhole(midnights: readonly number[], nowMs: number): Promise<boolean> {
    return (await this.load(midnights, nowMs, true)) && this.whole;
  }

  async #read(
    { fromMs, toMs }: Day,
    refresh: 'never' | 'always',
    whole: boolean,
  ): Promise<{ copy: PositionCopy; error: AppError | null }> {
    const result = await call('records.read', {
      endpoint: 'listDeviceCoordinates',
      params: { deviceId: this.#deviceId },
      // Always in the same words, to the last second of the day, so that the same copy is found.
      query: { dateFrom: isoOf(fromMs), dateTo: isoOf(toMs - 1000) },
      refresh,
      ...(whole ? { whole } : {}),
    });
    const { json = null, readAt = null, thinned = null } = result.ok ? result.value : {};
    const error = result.ok ? result.value.error : result.error;
    return { copy: { fromMs, toMs, points: positionsOf(json), readAt, thinned }, error };
  }
}

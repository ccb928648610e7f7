import { legsOfTrack, partsOfPositions } from '../../../shared/rules/trackLegs.ts';
import type { TrackLeg } from '../../../shared/rules/trackLegs.ts';
import { trackOf } from '../../../shared/rules/track.ts';
import type { Track, TrackPoint } from '../../../shared/rules/track.ts';
import { call } from '../../bridge.ts';
import type { AppError, Output } from '../../bridge.ts';
import { positionsOf } from '../../records/trips.ts';
import { keptDays, missingDays, readDays, thinnedDays } from '../../state/dayCopies.ts';
import type { DayCopy } from '../../state/dayCopies.ts';
import { isoOf } from '../../state/days.ts';

interface Day {
  readonly fromMs: number;
  readonly toMs: number;
}

interface PositionCopy extends DayCopy {
  readonly points: readonly TrackPoint[];
  readonly thinned: Output<'records.read'>['thinned'];
}

/** Where a device was over some days, day by day, so that each day read once is there offline. */
export class DevicePositions {
  #days = $state.raw<readonly PositionCopy[]>([]);
  #loaded = $state(false);
  #progress = $state.raw<{ done: number; total: number } | null>(null);
  #error = $state.raw<AppError | null>(null);
  #generation = 0;
  readonly #deviceId: string;
  readonly #name: string;
  readonly #track = $derived.by(() =>
    trackOf(
      this.#deviceId,
      this.#name,
      partsOfPositions(this.#days.flatMap(({ points }) => points)),
    ),
  );
  readonly #legs = $derived(legsOfTrack(this.#track));

  constructor(deviceId: string, name: string) {
    this.#deviceId = deviceId;
    this.#name = name;
  }

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
  get track(): Track {
    return this.#track;
  }
  get legs(): readonly TrackLeg[] {
    return this.#legs;
  }
  /** Days that were never read here, by their first instants. */
  get missing(): readonly number[] {
    return missingDays(this.#days);
  }
  get kept(): { days: number; oldest: number } | null {
    return keptDays(this.#days);
  }
  /** How many points are shown where there are more; null where all are. */
  get thinned(): { shown: number; all: number } | null {
    return thinnedDays(this.#days);
  }

  /**
   * Shows what is kept at once, then reads what is missing or was read too early.
   *
   * @param midnights the first of each day, and the one after the last
   * @param whole every point, also where there are more than a screen can show
   */
  async load(midnights: readonly number[], nowMs: number, whole = false): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#progress = null;
    this.#error = null;
    const days = midnights.slice(0, -1).flatMap((fromMs, index) => {
      const toMs = midnights[index + 1] ?? fromMs;
      return fromMs > nowMs ? [] : [{ fromMs, toMs }];
    });
    await readDays<Day, PositionCopy>({
      ...{ days, nowMs, isCurrent: () => generation === this.#generation },
      read: (day, refresh) => this.#read(day, refresh, whole),
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

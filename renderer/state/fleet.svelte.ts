import { call, listen } from '../bridge.ts';
import type { EventOf } from '../bridge.ts';
import { POSITION_STATUSES } from '../../shared/rules/positions.ts';
import type { PositionStatus } from '../../shared/rules/positions.ts';

/** The living state of one vehicle, as the position refresh tells it. */
export interface Living {
  status: PositionStatus;
  lat: number;
  lng: number;
  /** Degrees clockwise from north; null where unknown. */
  heading: number | null;
  /** When the fix was taken, ms since 1970; null where unknown. */
  fixedAt: number | null;
}

/** Marks and ages follow at most twice a second, counts every few seconds. */
const MARKS_MS = 500;
const COUNTS_MS = 5_000;

const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/**
 * Living positions by vehicle. Telemetry does not wake the lists (rows would flicker without
 * end); marks and ages read it here, at most twice a second.
 */
class Fleet {
  readonly #living = new Map<string, Living>();
  /** Wrapped anew when the marks may follow: a map of 100,000 is never copied. */
  #shown = $state.raw({ living: this.#living });
  #changes = $state(0);
  #pending = false;
  #counting = false;

  start(): () => void {
    const stops = [
      listen('positions', (payload) => this.#merge(payload)),
      listen('account', () => {
        this.#living.clear();
        void this.#load();
      }),
    ];
    void this.#load();
    return () => stops.forEach((stop) => stop());
  }

  /** What is known of a vehicle; undefined where it has no position. Follows the ticks. */
  of(id: string): Living | undefined {
    return this.#shown.living.get(id);
  }

  /** Moves with the fleet, but at most every few seconds: for counts by status. */
  get changes(): number {
    return this.#changes;
  }

  async #load(): Promise<void> {
    const result = await call('records.positions', {});
    if (result.ok) this.#merge(result.value);
  }

  #merge({ ids, status, coordinates, heading, fixedAt }: EventOf<'positions'>): void {
    ids.forEach((id, index) => {
      this.#living.set(id, {
        status: POSITION_STATUSES[status[index] ?? -1] ?? 'unknown',
        lat: coordinates[2 * index] ?? 0,
        lng: coordinates[2 * index + 1] ?? 0,
        heading: orNull(heading[index]),
        fixedAt: orNull(fixedAt[index]),
      });
    });
    if (!this.#counting) {
      this.#counting = true;
      setTimeout(() => {
        this.#counting = false;
        this.#changes += 1;
      }, COUNTS_MS);
    }
    if (this.#pending) return;
    this.#pending = true;
    setTimeout(() => {
      this.#pending = false;
      this.#shown = { living: this.#living };
    }, MARKS_MS);
  }
}

export const fleet = new Fleet();

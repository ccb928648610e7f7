import { call, listen } from '../bridge.ts';
import type { EventOf, Output } from '../bridge.ts';
import { afterRows } from './afterRows.ts';
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
  /** Whether all could be read; null where they are to be read before they are handed out. */
  #reading: Promise<boolean> | null = null;

  start(): () => void {
    const stops = [
      listen('positions', (payload) => this.#merge(payload)),
      listen('account', () => {
        this.#living.clear();
        this.#reading = this.#load();
      }),
      // One may be archived now, which no position tells: whoever asks next has all read anew.
      listen('changed', ({ entity }) => {
        if (entity === 'vehicle') this.#reading = null;
      }),
    ];
    // Each row has the position that the mirror knows: rows come first.
    void afterRows().then(() => (this.#reading ??= this.#load()));
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

  /** The positions of all, read at most once for a window; null where they can't be read. */
  async columns(): Promise<Omit<Output<'records.positions'>, 'revision'> | null> {
    // Everybody who listens knows of another account by then.
    await Promise.resolve();
    this.#reading ??= this.#load();
    if (!(await this.#reading)) return null;
    const count = this.#living.size;
    const columns = {
      ids: [...this.#living.keys()],
      status: new Uint8Array(count),
      coordinates: new Float64Array(2 * count),
      heading: new Float32Array(count),
      fixedAt: new Float64Array(count),
    };
    let index = 0;
    for (const { status, lat, lng, heading, fixedAt } of this.#living.values()) {
      columns.status[index] = POSITION_STATUSES.indexOf(status);
      columns.coordinates.set([lat, lng], 2 * index);
      columns.heading[index] = heading ?? NaN;
      columns.fixedAt[index] = fixedAt ?? NaN;
      index += 1;
    }
    return columns;
  }

  async #load(): Promise<boolean> {
    const result = await call('records.positions', {});
    if (result.ok) {
      this.#living.clear();
      this.#merge(result.value);
    } else {
      this.#reading = null;
    }
    return result.ok;
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

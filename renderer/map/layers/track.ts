import { POSITION_STATUSES } from '../../../shared/rules/positions.ts';
import type { PositionStatus } from '../../../shared/rules/positions.ts';
import { fromMercator, toMercator } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';

/** Positions as the core sends them: one column for each property, in the order of `ids`. */
export interface PositionColumns {
  readonly ids: readonly string[];
  readonly status: Uint8Array;
  /** Latitude and longitude in turn, degrees. */
  readonly coordinates: Float64Array;
  /** Degrees clockwise from north; NaN where unknown. */
  readonly heading: Float32Array;
  /** Milliseconds since 1970; NaN where unknown. */
  readonly fixedAt: Float64Array;
}

/** A glide lasts about as long as the pause between two fixes, within these limits. */
const SHORTEST_GLIDE_MS = 250;
const LONGEST_GLIDE_MS = 5_000;
/** What moved further than this between two fixes was not seen on its way: it jumps. */
const LONGEST_GLIDE = 2_000 / 40_075_016;

/** A vehicle turns at the corner, not all along the street behind it. */
const TURN_SHARE = 1 / 3;

/** Degrees from one heading to another, clockwise positive, not more than half a turn. */
function shortWay(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/**
 * Where every vehicle is drawn at an instant. Vehicles glide from the place they were drawn at to
 * the newest known one and never beyond it. Places are on the web Mercator square (0 to 1), in
 * columns, because they are read for every vehicle in every frame. Times are milliseconds of one
 * clock that the caller chooses.
 */
export class FleetTrack {
  readonly ids: string[] = [];
  readonly #indexes = new Map<string, number>();
  #status = new Uint8Array(0);
  #fixedAt = new Float64Array(0);
  #fromX = new Float64Array(0);
  #fromY = new Float64Array(0);
  #toX = new Float64Array(0);
  #toY = new Float64Array(0);
  #fromHeading = new Float32Array(0);
  #toHeading = new Float32Array(0);
  #startMs = new Float64Array(0);
  #endMs = new Float64Array(0);
  #heardMs = new Float64Array(0);
  #movingUntilMs = -Infinity;
  #version = 0;

  get size(): number {
    return this.ids.length;
  }

  /** Another one whenever anything was told. */
  get version(): number {
    return this.#version;
  }

  /** When the last glide ends; before now where nothing moves. */
  get movingUntilMs(): number {
    return this.#movingUntilMs;
  }

  indexOf(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  /** Forgets every vehicle: another account is open. */
  clear(): void {
    this.#version += 1;
    this.ids.length = 0;
    this.#indexes.clear();
    this.#movingUntilMs = -Infinity;
  }

  /** Forgets all vehicles but these; says whether any went. */
  retain(ids: ReadonlySet<string>): boolean {
    let next = 0;
    for (const [i, id] of this.ids.entries()) {
      if (!ids.has(id)) {
        this.#indexes.delete(id);
        continue;
      }
      if (next < i) this.#move(i, next);
      next += 1;
    }
    if (next === this.ids.length) return false;
    this.#version += 1;
    this.ids.length = next;
    return true;
  }

  /** Puts what is known of one vehicle in the place of another that went. */
  #move(from: number, to: number): void {
    for (const column of [
      this.#status,
      this.#fixedAt,
      this.#fromX,
      this.#fromY,
      this.#toX,
      this.#toY,
      this.#fromHeading,
      this.#toHeading,
      this.#startMs,
      this.#endMs,
      this.#heardMs,
    ]) {
      column.copyWithin(to, from, from + 1);
    }
    const id = this.ids[from] ?? '';
    this.ids[to] = id;
    this.#indexes.set(id, to);
  }

  /** Takes new fixes in; without `glide`, vehicles jump. */
  merge(columns: PositionColumns, nowMs: number, glide: boolean): void {
    this.#version += 1;
    columns.ids.forEach((id, row) => {
      const lat = columns.coordinates[2 * row] ?? Number.NaN;
      const lng = columns.coordinates[2 * row + 1] ?? Number.NaN;
      if (!Number.isFinite(lat) || !Number.isFinite(lng)) return;
      const known = this.#indexes.get(id);
      const i = known ?? this.#add(id);
      const { x, y } = toMercator({ lat, lng });
      const heading = columns.heading[row] ?? Number.NaN;
      const glides = glide && known !== undefined && this.#moveFrom(i, x, y, nowMs);
      if (!glides) {
        this.#fromX[i] = x;
        this.#fromY[i] = y;
        this.#fromHeading[i] = heading;
        this.#startMs[i] = nowMs;
        this.#endMs[i] = nowMs;
      }
      this.#toX[i] = x;
      this.#toY[i] = y;
      this.#toHeading[i] = heading;
      this.#heardMs[i] = nowMs;
      this.#status[i] = columns.status[row] ?? 0;
      this.#fixedAt[i] = columns.fixedAt[row] ?? Number.NaN;
    });
  }

  /** Starts a glide from where the vehicle is drawn now; false where it should jump. */
  #moveFrom(i: number, x: number, y: number, nowMs: number): boolean {
    const fromX = this.xAt(i, nowMs);
    const fromY = this.yAt(i, nowMs);
    const distance = Math.hypot(x - fromX, y - fromY);
    if (distance === 0 || distance > LONGEST_GLIDE) return false;
    const fromHeading = this.headingAt(i, nowMs);
    const pauseMs = nowMs - (this.#heardMs[i] ?? nowMs);
    const lastsMs = Math.max(SHORTEST_GLIDE_MS, Math.min(LONGEST_GLIDE_MS, pauseMs));
    this.#fromX[i] = fromX;
    this.#fromY[i] = fromY;
    this.#fromHeading[i] = fromHeading;
    this.#startMs[i] = nowMs;
    this.#endMs[i] = nowMs + lastsMs;
    this.#movingUntilMs = Math.max(this.#movingUntilMs, nowMs + lastsMs);
    return true;
  }

  /** Share of the glide that is done, 0 to 1. */
  #progress(i: number, nowMs: number): number {
    const start = this.#startMs[i] ?? 0;
    const end = this.#endMs[i] ?? 0;
    if (nowMs >= end) return 1;
    return nowMs <= start ? 0 : (nowMs - start) / (end - start);
  }

  xAt(i: number, nowMs: number): number {
    const to = this.#toX[i] ?? Number.NaN;
    if (nowMs >= (this.#endMs[i] ?? 0)) return to;
    const from = this.#fromX[i] ?? to;
    return from + (to - from) * this.#progress(i, nowMs);
  }

  yAt(i: number, nowMs: number): number {
    const to = this.#toY[i] ?? Number.NaN;
    if (nowMs >= (this.#endMs[i] ?? 0)) return to;
    const from = this.#fromY[i] ?? to;
    return from + (to - from) * this.#progress(i, nowMs);
  }

  /** Degrees clockwise from north, turned the short way round during a glide; NaN where unknown. */
  headingAt(i: number, nowMs: number): number {
    const to = this.#toHeading[i] ?? Number.NaN;
    const from = this.#fromHeading[i] ?? Number.NaN;
    const done = Math.min(1, this.#progress(i, nowMs) / TURN_SHARE);
    if (done === 1 || Number.isNaN(from)) return to;
    return (((from + shortWay(from, to) * done) % 360) + 360) % 360;
  }

  /** How fast it is drawn to move, in widths of the square per millisecond; 0 where it stands. */
  speedAt(i: number, nowMs: number): number {
    const lastsMs = (this.#endMs[i] ?? 0) - (this.#startMs[i] ?? 0);
    if (!this.isMoving(i, nowMs) || lastsMs <= 0) return 0;
    const x = (this.#toX[i] ?? 0) - (this.#fromX[i] ?? 0);
    const y = (this.#toY[i] ?? 0) - (this.#fromY[i] ?? 0);
    return Math.hypot(x, y) / lastsMs;
  }

  /** How fast it is drawn to turn, in degrees per millisecond; 0 where it does not. */
  turnAt(i: number, nowMs: number): number {
    if (this.headingAt(i, nowMs) === this.#toHeading[i]) return 0;
    const turn = shortWay(this.#fromHeading[i] ?? 0, this.#toHeading[i] ?? 0);
    const lastsMs = ((this.#endMs[i] ?? 0) - (this.#startMs[i] ?? 0)) * TURN_SHARE;
    return lastsMs > 0 ? Math.abs(turn) / lastsMs : 0;
  }

  isMoving(i: number, nowMs: number): boolean {
    return nowMs < (this.#endMs[i] ?? 0);
  }

  /** Index into POSITION_STATUSES. */
  statusIndex(i: number): number {
    return this.#status[i] ?? 0;
  }

  status(i: number): PositionStatus {
    return POSITION_STATUSES[this.statusIndex(i)] ?? 'unknown';
  }

  /** When the fix was taken, ms since 1970; NaN where unknown. */
  fixedAt(i: number): number {
    return this.#fixedAt[i] ?? Number.NaN;
  }

  /** The newest known position (not the drawn one). */
  position(i: number): LatLng {
    return fromMercator({ x: this.#toX[i] ?? Number.NaN, y: this.#toY[i] ?? Number.NaN });
  }

  #add(id: string): number {
    const i = this.ids.length;
    this.ids.push(id);
    this.#indexes.set(id, i);
    if (i >= this.#status.length) this.#growTo(Math.max(256, this.#status.length * 2));
    return i;
  }

  #growTo(length: number): void {
    const wide = (old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const fresh = new Float64Array(length);
      fresh.set(old);
      return fresh;
    };
    const narrow = (old: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => {
      const fresh = new Float32Array(length);
      fresh.set(old);
      return fresh;
    };
    const status = new Uint8Array(length);
    status.set(this.#status);
    this.#status = status;
    this.#fixedAt = wide(this.#fixedAt);
    this.#fromX = wide(this.#fromX);
    this.#fromY = wide(this.#fromY);
    this.#toX = wide(this.#toX);
    this.#toY = wide(this.#toY);
    this.#fromHeading = narrow(this.#fromHeading);
    this.#toHeading = narrow(this.#toHeading);
    this.#startMs = wide(this.#startMs);
    this.#endMs = wide(this.#endMs);
    this.#heardMs = wide(this.#heardMs);
  }
}

import type { AppError, Result } from '../../../shared/result.ts';
import type { Clock } from '../ports.ts';
import type { TileRange } from './tileCache.ts';
import { countOf, tilesOf } from './regionTiles.ts';

/** Requests at once for one region: a person looking at a map makes more. */
const AT_ONCE = 2;
/** After a server could not be reached the region waits, each time twice as long. */
const WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** A server that refuses so many tiles in a row is asked for no more. */
const MOST_FAILURES = 10;
/** The desk is told about so often of a whole region. */
const TELLS = 200;

export interface RegionTile {
  z: number;
  x: number;
  y: number;
}

export interface RegionJobContext {
  clock: Clock;
  /** Fetches a tile and keeps it. */
  fetch(tile: RegionTile): Promise<Result<unknown>>;
  /** Whether a tile is here and young enough. */
  isHere(tile: RegionTile): boolean;
  /** It went on, waits or ended. */
  tell(): void;
}

/** How far a region has come since it was begun or gone on with. */
export interface RegionProgress {
  done: number;
  failed: number;
  state: 'running' | 'waiting' | 'done' | 'failed';
  problem: AppError | null;
}

/** Fetches one region, a few tiles at a time, until all were asked for, or it is stopped. */
export class RegionJob {
  readonly progress: RegionProgress = { done: 0, failed: 0, state: 'running', problem: null };
  readonly ended: Promise<void>;
  readonly #context: RegionJobContext;
  readonly #tiles: Generator<RegionTile>;
  readonly #tellEvery: number;
  #stopped = false;
  #failuresInARow = 0;
  #waitMs = WAIT_MS;
  #waiting: Promise<void> | null = null;
  #endWait: (() => void) | null = null;

  constructor(context: RegionJobContext, ranges: readonly TileRange[]) {
    this.#context = context;
    this.#tiles = tilesOf(ranges);
    this.#tellEvery = Math.max(20, Math.round(countOf(ranges) / TELLS));
    this.ended = this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#endWait?.();
  }

  async #run(): Promise<void> {
    // Whoever began this has it on its list before anything is told.
    await Promise.resolve();
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#lane()));
    if (this.#stopped) return;
    if (this.progress.state !== 'failed') this.progress.state = 'done';
    this.#context.tell();
  }

  get #isOver(): boolean {
    return this.#stopped || this.progress.state === 'failed';
  }

  async #lane(): Promise<void> {
    while (!this.#isOver) {
      const next = this.#tiles.next();
      if (next.done === true) return;
      if (this.#context.isHere(next.value)) this.progress.done += 1;
      else await this.#fetch(next.value);
      if (this.#stopped) return;
      if (this.progress.done % this.#tellEvery === 0) this.#context.tell();
    }
  }

  async #fetch(tile: RegionTile): Promise<void> {
    const { progress } = this;
    while (!this.#isOver) {
      const got = await this.#context.fetch(tile);
      if (this.#stopped) return;
      if (got.ok) {
        progress.done += 1;
        this.#failuresInARow = 0;
        this.#waitMs = WAIT_MS;
        if (progress.state === 'waiting') {
          progress.state = 'running';
          progress.problem = null;
        }
        return;
      }
      if (got.error.kind === 'offline') {
        await this.#wait(got.error);
        continue;
      }
      progress.failed += 1;
      progress.problem = got.error;
      this.#failuresInARow += 1;
      if (this.#failuresInARow >= MOST_FAILURES) progress.state = 'failed';
      return;
    }
  }

  /** Both lanes wait for the same server. */
  #wait(error: AppError): Promise<void> {
    if (this.#waiting !== null) return this.#waiting;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waitMs = this.#waitMs;
    this.#waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    const cancel = this.#context.clock.after(waitMs, () => this.#endWait?.());
    this.#endWait = () => {
      cancel();
      this.#waiting = null;
      this.#endWait = null;
      resolve(undefined);
    };
    this.#waiting = promise;
    this.progress.state = 'waiting';
    this.progress.problem = error;
    this.#context.tell();
    return promise;
  }
}

import { advance, neighbour } from '../../../shared/rules/replay.ts';
import type { ReplayRate } from '../../../shared/rules/replay.ts';
import { timeSpan } from '../../../shared/rules/track.ts';
import type { Track } from '../../../shared/rules/track.ts';

/** A replay that a person plays, stops and steps through. */
export class Replay {
  #atMs = $state<number | null>(null);
  #playing = $state(false);
  #rate = $state<ReplayRate>(30);
  #skipStops = $state(true);
  #following = $state(true);
  readonly #tracks: () => readonly Track[];
  #frame = 0;
  #lastMs = 0;

  constructor(tracks: () => readonly Track[]) {
    this.#tracks = tracks;
  }

  /** The instant that is shown; null until somebody chose one. */
  get atMs(): number | null {
    return this.#atMs;
  }
  get playing(): boolean {
    return this.#playing;
  }
  get rate(): ReplayRate {
    return this.#rate;
  }
  set rate(rate: ReplayRate) {
    this.#rate = rate;
  }
  get skipStops(): boolean {
    return this.#skipStops;
  }
  set skipStops(skip: boolean) {
    this.#skipStops = skip;
  }
  /** Whether the map keeps what is replayed in sight. */
  get following(): boolean {
    return this.#following;
  }
  set following(follow: boolean) {
    this.#following = follow;
  }

  seek(atMs: number | null): void {
    const span = timeSpan(this.#tracks());
    this.#atMs =
      atMs === null || span === null ? null : Math.min(span.toMs, Math.max(span.fromMs, atMs));
  }

  step(by: 1 | -1): void {
    this.pause();
    const span = timeSpan(this.#tracks());
    if (span === null) return;
    this.seek(neighbour(this.#tracks(), this.#atMs ?? span.fromMs - 1, by));
  }

  /** Plays from where it is, or from the beginning where that is the end. */
  play(): void {
    const span = timeSpan(this.#tracks());
    if (span === null || this.#playing) return;
    if (this.#atMs === null || this.#atMs >= span.toMs) this.#atMs = span.fromMs;
    this.#playing = true;
    this.#lastMs = performance.now();
    this.#frame = requestAnimationFrame((nowMs) => this.#tick(nowMs));
  }
  pause(): void {
    this.#playing = false;
    cancelAnimationFrame(this.#frame);
  }
  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  #tick(nowMs: number): void {
    if (!this.#playing) return;
    const elapsedMs = Math.max(0, nowMs - this.#lastMs);
    this.#lastMs = nowMs;
    const next = advance(this.#tracks(), this.#atMs ?? 0, elapsedMs, {
      ...{ rate: this.#rate, skipStops: this.#skipStops },
    });
    this.#atMs = next.atMs;
    if (next.ended) this.#playing = false;
    else this.#frame = requestAnimationFrame((ms) => this.#tick(ms));
  }
}

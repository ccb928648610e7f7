/** The desk's clock: ages on screen follow it. It ticks coarsely, since nobody reads seconds. */
const STEP_MS = 5_000;

class DeskClock {
  /** Milliseconds since 1970 by the core's clock. */
  nowMs = $state(Date.now());
  #offsetMs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Starts ticking; `coreNowMs` is the core's idea of now, which may differ (a simulated clock). */
  start(coreNowMs: number): void {
    this.#offsetMs = coreNowMs - Date.now();
    this.#tick();
    this.#timer ??= setInterval(() => this.#tick(), STEP_MS);
  }

  #tick(): void {
    this.nowMs = Date.now() + this.#offsetMs;
  }
}

export const clock = new DeskClock();

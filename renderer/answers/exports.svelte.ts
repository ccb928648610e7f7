import { call, listen } from '../bridge.ts';
import type { AppError, Input, Output } from '../bridge.ts';

export type Job = Output<'exports.list'>['jobs'][number];
export type Wish = Input<'exports.start'>['wish'];

/** The exports of the account, as they stand. */
export class Exports {
  #jobs = $state.raw<readonly Job[]>([]);
  #error = $state<AppError | null>(null);

  get jobs(): readonly Job[] {
    return this.#jobs;
  }
  get error(): AppError | null {
    return this.#error;
  }

  /** Asks once and then listens; returns the function that stops listening. */
  start(): () => void {
    void this.#load();
    return listen('exports', (job) => {
      const others = this.#jobs.filter(({ id }) => id !== job.id);
      this.#jobs = [...others, job].sort((a, b) => b.startedAt - a.startedAt);
    });
  }

  async #load(): Promise<void> {
    const result = await call('exports.list', {});
    if (result.ok) this.#jobs = result.value.jobs;
    else this.#error = result.error;
  }

  /** Begins one; false where it was not begun, or the person chose no folder. */
  async begin(ids: string[], wish: Wish): Promise<boolean> {
    const result = await call('exports.start', { ids, wish });
    this.#error = result.ok ? null : result.error;
    await this.#load();
    return result.ok && result.value.job !== null;
  }

  async act(
    name: 'exports.pause' | 'exports.resume' | 'exports.cancel' | 'exports.putAway',
    id: string,
  ): Promise<void> {
    const result = await call(name, { id });
    this.#error = result.ok ? null : result.error;
    await this.#load();
  }
}

import { call } from '../../bridge.ts';
import type { AppError, Output } from '../../bridge.ts';
import { fetchEach } from '../../state/fetchEach.ts';
import { Job } from '../../state/job.svelte.ts';

const NONE: Output<'records.files'> = { pictures: {}, pdfs: [], absent: [] };

/** Pictures of a camera event that lie at its own service; those elsewhere are never asked for. */
export class EventFiles {
  here = $state.raw(NONE);
  error = $state.raw<AppError | null>(null);
  /** One file after the other, until a person stops it. */
  readonly job = new Job(0);
  readonly #of: { entity: 'cameraEvent'; id: string };
  #loads = 0;

  constructor(id: string) {
    this.#of = { entity: 'cameraEvent', id };
  }

  /** Whether it lies at the service itself, as far as that was looked at. */
  atService(url: string): boolean {
    return Object.hasOwn(this.here.pictures, url) || this.here.absent.includes(url);
  }

  /** Looks what is here; nothing is asked for. */
  async load(): Promise<void> {
    const load = (this.#loads += 1);
    const here = await call('records.files', this.#of);
    if (load === this.#loads && here.ok) this.here = here.value;
  }

  /** Asks the service for what is not here. */
  async fetch(): Promise<void> {
    const ask = (urls: string[]) => call('records.fetchFiles', { ...this.#of, urls });
    const { absent } = this.here;
    const fetched = await this.job.run((way) => fetchEach(absent, ask, way));
    if (fetched === null) return;
    this.error = fetched.failed;
    await this.load();
  }
}

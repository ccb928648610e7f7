import type { AppError, Output, Result } from '../bridge.ts';
import { fetchEach } from '../state/fetchEach.ts';
import { Job } from '../state/job.svelte.ts';

type Here = Output<'records.files'>;
type Fetched = Promise<Result<Output<'records.fetchFiles'>>>;
type Handed = Output<'records.saveFile'>['saved'];

/** The calls of what names files: an answer, or a record. */
export interface FileCalls {
  here(): Promise<Result<Here>>;
  fetch(urls: string[]): Fetched;
  fetchElsewhere(host: string, urls: string[]): Fetched;
  save(url: string): Promise<Result<Output<'records.saveFile'>>>;
}

const NONE: Here = { pictures: {}, documents: [], absent: [], elsewhere: [] };

/** Pictures, recordings and documents that something names, at its service and elsewhere. */
export class NamedFiles {
  here = $state.raw(NONE);
  error = $state.raw<AppError | null>(null);
  /** What was handed out last. */
  saved = $state.raw<Handed | null>(null);
  /** One file after the other, until a person stops it. */
  readonly job = new Job(0);
  readonly #calls: FileCalls;
  #loads = 0;

  constructor(calls: FileCalls) {
    this.#calls = calls;
  }

  /** Looks what is here; nothing is asked for. Most answers name no address at all. */
  async load(json: string | null): Promise<void> {
    const load = (this.#loads += 1);
    if (json === null || !json.includes('"http')) return;
    const here = await this.#calls.here();
    if (load === this.#loads && here.ok) this.here = here.value;
  }

  /** Asks the service for what is not here. */
  fetch(json: string): Promise<void> {
    return this.#ask(json, this.here.absent, (urls) => this.#calls.fetch(urls));
  }

  /** Asks another server, after the person agreed to that one. */
  fetchElsewhere(json: string, host: string): Promise<void> {
    const there = this.here.elsewhere.find((server) => server.host === host);
    return this.#ask(json, there?.urls ?? [], (urls) => this.#calls.fetchElsewhere(host, urls));
  }

  /** Hands out a PDF or a recording that is here. */
  async save(url: string): Promise<void> {
    const stored = await this.#calls.save(url);
    this.error = stored.ok ? null : stored.error;
    if (stored.ok) this.saved = stored.value.saved;
  }

  async #ask(
    json: string,
    urls: readonly string[],
    ask: (urls: string[]) => Fetched,
  ): Promise<void> {
    const error = await this.job.run((way) => fetchEach(urls, ask, way));
    // One runs already: that tells what became of it.
    if (error === null) return;
    this.error = error.failed;
    await this.load(json);
  }
}

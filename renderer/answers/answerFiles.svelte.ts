import { withFiles } from '../../shared/rules/answerFiles.ts';
import { call } from '../bridge.ts';
import type { AppError, Output, Result } from '../bridge.ts';
import { fetchEach } from '../state/fetchEach.ts';
import { Job } from '../state/job.svelte.ts';

const NONE: Output<'answers.files'> = { pictures: {}, pdfs: [], absent: [], elsewhere: [] };

/** Pictures and documents that an answer names, at its service and elsewhere. */
export class AnswerFiles {
  here = $state.raw(NONE);
  error = $state.raw<AppError | null>(null);
  /** One file after the other, until a person stops it. */
  readonly job = new Job(0);
  readonly #id: string;
  #loads = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** Looks what is here; nothing is asked for. Most answers name no address at all. */
  async load(json: string | null): Promise<void> {
    const load = (this.#loads += 1);
    if (json === null || !json.includes('"http')) return;
    const here = await call('answers.files', { answerId: this.#id });
    if (load === this.#loads && here.ok) this.here = here.value;
  }

  /** The answer with its pictures in the place of their addresses. */
  into(json: string): string {
    return withFiles(json, this.here.pictures);
  }

  /** Asks the service for what is not here. */
  fetch(json: string): Promise<void> {
    return this.#ask(json, this.here.absent, (urls) =>
      call('answers.fetchFiles', { answerId: this.#id, urls }),
    );
  }

  /** Asks another server, after the person agreed to that one. */
  fetchElsewhere(json: string, host: string): Promise<void> {
    const there = this.here.elsewhere.find((server) => server.host === host);
    return this.#ask(json, there?.urls ?? [], (urls) =>
      call('answers.fetchElsewhere', { answerId: this.#id, host, urls }),
    );
  }

  async #ask(
    json: string,
    urls: readonly string[],
    ask: (urls: string[]) => Promise<Result<Output<'answers.fetchFiles'>>>,
  ): Promise<void> {
    const error = await this.job.run((way) => fetchEach(urls, ask, way));
    // One runs already: that tells what became of it.
    if (error === null) return;
    this.error = error.failed;
    await this.load(json);
  }
}

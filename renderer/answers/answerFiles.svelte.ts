import { withFiles } from '../../shared/rules/answerFiles.ts';
import { call } from '../bridge.ts';
import type { AppError, Output, Result } from '../bridge.ts';

const NONE: Output<'answers.files'> = { pictures: {}, pdfs: [], absent: [], elsewhere: [] };

/** Pictures and documents that an answer names, at its service and elsewhere. */
export class AnswerFiles {
  here = $state.raw(NONE);
  error = $state.raw<AppError | null>(null);
  busy = $state(false);
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
    return this.#ask(json, () => call('answers.fetchFiles', { answerId: this.#id }));
  }

  /** Asks another server, after the person agreed to that one. */
  fetchElsewhere(json: string, host: string): Promise<void> {
    return this.#ask(json, () => call('answers.fetchElsewhere', { answerId: this.#id, host }));
  }

  async #ask(
    json: string,
    ask: () => Promise<Result<Output<'answers.fetchFiles'>>>,
  ): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const fetched = await ask();
    this.busy = false;
    this.error = fetched.ok ? (fetched.value.failed[0]?.error ?? null) : fetched.error;
    await this.load(json);
  }
}

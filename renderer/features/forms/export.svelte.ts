import { call } from '../../bridge.ts';
import type { AppError, Input, Output } from '../../bridge.ts';
import { paper } from '../../state/paper.ts';
import { zones } from '../../state/zones.svelte.ts';
import { language } from '../../text/use.ts';

export type From = Input<'desk.exportAnswer'>['from'];
type Exported = Output<'desk.exportAnswer'> & { asked: From };

/** The export of one answer: what was asked for last, and what came of it. */
export class AnswerExport {
  #busy = $state(false);
  #done = $state.raw<Exported | null>(null);
  #error = $state.raw<AppError | null>(null);
  #asked = $state<From>('auto');
  #savedAt = $state<number | null>(null);
  readonly answerId: string;

  constructor(answerId: string) {
    this.answerId = answerId;
  }

  get busy(): boolean {
    return this.#busy;
  }
  get done(): Exported | null {
    return this.#done;
  }
  get error(): AppError | null {
    return this.#error;
  }

  /** When the service's own PDF was read and kept here; null where it never was. */
  get savedAt(): number | null {
    return this.#savedAt;
  }

  /** Looks whether the service's own PDF is kept here. */
  async look(): Promise<void> {
    const result = await call('desk.savedPdf', { answerId: this.answerId });
    if (result.ok) this.#savedAt = result.value.readAt;
  }

  async run(from: From): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#asked = from;
    this.#error = null;
    this.#done = null;
    if (!paper.loaded) await paper.load();
    const result = await call('desk.exportAnswer', {
      answerId: this.answerId,
      from,
      paper: paper.value,
      language: language(),
      ...zones.ofFiles,
    });
    this.#busy = false;
    if (result.ok) this.#done = { ...result.value, asked: from };
    else this.#error = result.error;
    await this.look();
  }

  retry(): void {
    void this.run(this.#asked);
  }
}

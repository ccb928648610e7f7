import { untrack } from 'svelte';
import { draft, type Draft } from './drafts.ts';

/** The reasons that go with the next verdict of the open answer. */
export class Reasons {
  #draft = $state.raw<Draft | null>(null);

  get text(): string {
    return this.#draft?.text ?? '';
  }
  set text(typed) {
    this.#draft?.type(typed);
  }

  /** What was typed for this answer comes with it; what was typed for the other one waits there. */
  turnTo(answerId: string | null): void {
    this.#draft = answerId === null ? null : untrack(() => draft('reasons', answerId));
  }

  /** The reasons of the open answer as they are now, also those that were left from before. */
  async whole(): Promise<string> {
    const of = this.#draft;
    await of?.ready;
    return of?.text.trim() ?? '';
  }

  /** They went with the verdict of that answer, which may no longer be the open one. */
  done(answerId: string): void {
    draft('reasons', answerId).type('');
  }
}

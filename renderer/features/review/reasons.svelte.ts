import { untrack } from 'svelte';
import { draft, type Draft } from './drafts.ts';

/** The reasons that go with the next verdict of the open answer. */
export class Reasons {
  #draft = $state.raw<Draft | null>(null);
  /** Whose they are. */
  #of: string | null = null;

  get text(): string {
    return this.#draft?.text ?? '';
  }
  set text(typed) {
    this.#draft?.type(typed);
  }

  /** What was typed for this answer comes with it; what was typed for the other one waits there. */
  turnTo(answerId: string | null): void {
    this.#of = answerId;
    this.#draft = answerId === null ? null : untrack(() => draft('reasons', answerId));
  }

  /**
   * The reasons that go with a verdict on some answers: those of the open one, also as they were left from
   * before, where it is among them. Once the verdict is stored, `went` takes them out of the field.
   */
  async goingTo(answerIds: readonly string[]): Promise<{ text: string; went: () => void }> {
    const mine = this.#of !== null && answerIds.includes(this.#of) ? this.#draft : null;
    if (mine === null) return { text: '', went: () => undefined };
    await mine.ready;
    const typed = mine.text;
    return {
      text: typed.trim(),
      went() {
        // A verdict on thousands takes its time: what is typed meanwhile goes with the next one.
        if (mine.text === typed) mine.type('');
      },
    };
  }
}

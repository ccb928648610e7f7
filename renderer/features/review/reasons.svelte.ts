import { untrack } from 'svelte';
import { drafts } from './drafts.ts';

/** The reasons that go with the next verdict of the open answer. */
export class Reasons {
  text = $state('');
  #of: string | null = null;

  /** Keeps what was typed for the answer that was open, and brings what was typed for this one. */
  turnTo(answerId: string | null): void {
    untrack(() => {
      if (this.#of !== null) drafts.keep('reasons', this.#of, this.text);
      this.#of = answerId;
      this.text = answerId === null ? '' : drafts.of('reasons', answerId);
    });
  }

  /** They went with the verdict of that answer, which may no longer be the open one. */
  done(answerId: string): void {
    if (this.#of === answerId) this.text = '';
    else drafts.keep('reasons', answerId, '');
  }
}

import { call, listen } from '../../bridge.ts';
import type { AppError, Input, Meant, Output } from '../../bridge.ts';
import { account } from '../../state/account.svelte.ts';
import { notices } from '../../state/notices.svelte.ts';
import { stateName } from '../../state/reviewStates.ts';
import type { StateOf } from '../../state/reviewStates.ts';
import { takesReviewsBack } from '../../state/reviewsBack.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { whose } from '../../state/whose.svelte.ts';
import { text } from '../../text/en.ts';

export type Setup = Output<'review.setup'>;
type Judgement = Omit<Input<'review.judge'>, 'answerIds'>;

const words = text.review;

/** The states of the account and who reviews, and what is done to answers. */
export class Reviewing {
  #setup = $state.raw<Setup>({ person: null, states: [] });
  #loaded = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** What waits until the person has told their name. */
  #waiting = $state.raw<readonly ((isNamed: boolean) => void)[]>([]);

  get states(): readonly StateOf[] {
    return this.#setup.states;
  }
  /** As the person calls themselves, else as the account is called; empty where neither is known. */
  get person(): string {
    return this.#setup.person ?? account.active?.user ?? '';
  }
  get error(): AppError | null {
    return this.#error;
  }
  get asksName(): boolean {
    return this.#waiting.length > 0;
  }

  stateOf(id: string): StateOf | undefined {
    return this.#setup.states.find((state) => state.id === id);
  }
  nameOf(id: string): string {
    return stateName(this.stateOf(id), id);
  }

  start(): () => void {
    void this.load();
    return listen('reviews', ({ answerIds }) => {
      if (answerIds === null) void this.load();
    });
  }

  async load(): Promise<void> {
    const setup = await call('review.setup', {});
    if (setup.ok) this.#setup = setup.value;
    this.#loaded = true;
  }

  async save(input: Input<'review.saveSetup'> & Meant): Promise<boolean> {
    const stored = await call('review.saveSetup', input);
    this.#error = stored.ok ? null : stored.error;
    if (stored.ok) this.#setup = stored.value;
    return stored.ok;
  }

  /** Keeps the name and goes on with what waited for it. */
  async named(person: string): Promise<void> {
    if (await this.save({ person })) this.#goOn(true);
  }
  notNamed(): void {
    this.#goOn(false);
  }
  #goOn(isNamed: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn(isNamed);
  }

  /**
   * Does the same to some answers of an account; says so with a way back where there is a `message`.
   *
   * @returns whether it is done: not where it failed, or where the person told no name
   */
  async judge(
    answerIds: readonly string[],
    judgement: Judgement,
    message: string,
    account = whose.id,
  ): Promise<boolean> {
    if (answerIds.length === 0 || !this.#loaded) return false;
    if (this.#setup.person === null) {
      // The signed-in person is asked nothing; where nobody is known, the name is asked once.
      if (this.person === '') {
        const named = new Promise<boolean>((resolve) => {
          // A field that is left by pressing a verdict waits beside it.
          this.#waiting = [...this.#waiting, resolve];
        });
        return (await named) && this.judge(answerIds, judgement, message, account);
      }
      if (!(await this.save({ person: this.person, account }))) return false;
    }
    const done = await call('review.judge', { answerIds: [...answerIds], ...judgement, account });
    this.#error = done.ok ? null : done.error;
    if (!done.ok) return false;
    const { change } = done.value;
    last = { owner: account, change };
    if (message !== '') {
      // The next verdict's notice takes the place of this one: a reviewer makes many.
      toasts.say(
        message,
        { label: text.act.takeBack, run: () => void this.undo(change) },
        'review',
      );
    }
    return true;
  }

  /** Says that a verdict went nowhere: the answers that it was meant for could not be chosen. */
  notChosen(): void {
    notices.tell({ level: 'warning', code: 'review.notChosen', message: words.notChosen });
  }

  /** Takes an act back: the one that a notice tells of, else what was done last. */
  async undo(change = lastOne()): Promise<void> {
    if (change === null || change === takingBack) return;
    takingBack = change;
    const done = await call('review.undo', { change });
    takingBack = null;
    if (!done.ok) {
      notices.tellFailed(done.error);
      return;
    }
    if (change === last?.change) last = null;
    // Taking that back brings it again.
    toasts.say(words.undone, takesReviewsBack([done.value.change]), 'review');
  }
}

/** What was done last, and on whose desk; it can be taken back after another page was looked at, too. */
let last: { owner: string | null; change: string } | null = null;
const lastOne = (): string | null => (last?.owner === whose.id ? last.change : null);
/** The act that is on its way back: pressed again, the key asks for nothing. */
let takingBack: string | null = null;

/** The review of one answer, kept up to date. */
export class OneReview {
  #content = $state.raw<Output<'review.get'> | null>(null);
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }
  get review(): Output<'review.get'>['review'] | null {
    return this.#content?.review ?? null;
  }
  get history(): Output<'review.get'>['history'] {
    return this.#content?.history ?? [];
  }

  start(): () => void {
    this.load();
    return listen('reviews', ({ answerIds }) => {
      if (answerIds === null || answerIds.includes(this.#id)) this.load();
    });
  }

  /** Reads it again: what its verdicts are about may be another thing now. */
  load(): void {
    void call('review.get', { answerId: this.#id }).then((got) => {
      if (got.ok) this.#content = got.value;
    });
  }
}

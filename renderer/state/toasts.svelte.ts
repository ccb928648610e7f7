import { whose } from './whose.svelte.ts';

/** Something that can still be done about what went well: taking it back. */
export interface ToastAct {
  label: string;
  run: () => void;
}

/** Short notices of what went well. What needs an action is never a toast. */
export interface Toast {
  key: number;
  text: string;
  act: ToastAct | null;
  /** What it is about; a later notice about the same takes its place. */
  about: string | null;
  /** The account that it is about: no other is offered what can be done about it. */
  of: string | null;
}

const SHOWN_MS = 5_000;
/** There is time to read it, to decide and to reach the button. */
const SHOWN_WITH_ACT_MS = 15_000;

class Toasts {
  #list = $state.raw<readonly Toast[]>([]);
  #next = 0;
  readonly #ends = new Map<number, ReturnType<typeof setTimeout>>();
  #held = false;

  get list(): readonly Toast[] {
    return this.#list.filter(({ act, of }) => act === null || of === whose.id);
  }

  /**
   * Gives the key of the notice.
   *
   * @param of the account on which it was done, where another one may be open by now
   */
  say(
    text: string,
    act: ToastAct | null = null,
    about: string | null = null,
    of: string | null = whose.id,
  ): number {
    this.#next += 1;
    const toast = { key: this.#next, text, act, about, of };
    const others = this.#list.filter((other) => about === null || other.about !== about);
    this.#list = [...others.slice(-1), toast];
    this.#begin(toast);
    return toast.key;
  }

  isShown(key: number): boolean {
    return this.#list.some((toast) => toast.key === key);
  }

  /** What it told has gone on; how long it is shown stays. */
  reword(key: number, text: string): void {
    this.#list = this.#list.map((toast) => (toast.key === key ? { ...toast, text } : toast));
  }

  /** None goes while somebody points at one or has its button under the focus. */
  hold(on: boolean): void {
    if (this.#held === on) return;
    this.#held = on;
    for (const toast of this.#list) this.#begin(toast);
  }

  dismiss(key: number): void {
    clearTimeout(this.#ends.get(key));
    this.#ends.delete(key);
    if (!this.isShown(key)) return;
    this.#list = this.#list.filter((toast) => toast.key !== key);
    // What was pointed at may be the one that went.
    this.hold(false);
  }

  #begin({ key, act }: Toast): void {
    clearTimeout(this.#ends.get(key));
    if (this.#held) return;
    const ms = act === null ? SHOWN_MS : SHOWN_WITH_ACT_MS;
    this.#ends.set(
      key,
      setTimeout(() => this.dismiss(key), ms),
    );
  }
}

export const toasts = new Toasts();

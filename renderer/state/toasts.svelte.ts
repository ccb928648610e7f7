/** Short notices of what went well. What needs an action is never a toast. */
export interface Toast {
  key: number;
  text: string;
}

const SHOWN_MS = 5_000;

class Toasts {
  #list = $state.raw<readonly Toast[]>([]);
  #next = 0;

  get list(): readonly Toast[] {
    return this.#list;
  }

  say(text: string): void {
    this.#next += 1;
    const toast = { key: this.#next, text };
    this.#list = [...this.#list.slice(-1), toast];
    setTimeout(() => this.dismiss(toast.key), SHOWN_MS);
  }

  dismiss(key: number): void {
    this.#list = this.#list.filter((toast) => toast.key !== key);
  }
}

export const toasts = new Toasts();

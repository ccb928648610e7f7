import { listen } from '../bridge.ts';
import type { EventOf } from '../bridge.ts';

type Notice = EventOf<'notice'>;

/** What the core has to say that concerns nothing on screen; it stays until it was read. */
class Notices {
  #list = $state.raw<readonly Notice[]>([]);

  get list(): readonly Notice[] {
    return this.#list;
  }

  start(): () => void {
    return listen('notice', (notice) => this.tell(notice));
  }

  /** Shows a notice, in the place of an earlier one of its kind. */
  tell(notice: Notice): void {
    this.#list = [...this.#list.filter(({ code }) => code !== notice.code), notice];
  }

  dismiss(code: string): void {
    this.#list = this.#list.filter((notice) => notice.code !== code);
  }
}

export const notices = new Notices();

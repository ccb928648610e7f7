import { call, listen } from '../bridge.ts';
import type { AppError, EventOf } from '../bridge.ts';
import { worded } from '../text/coreWords.ts';
import { text } from '../text/en.ts';

type Notice = EventOf<'notice'>;

/** What the core has to say that concerns nothing on screen; it stays until it was read. */
class Notices {
  #list = $state.raw<readonly Notice[]>([]);
  /** The version that was told of; it is not told again every day. */
  #offered = '';

  get list(): readonly Notice[] {
    return this.#list;
  }

  start(): () => void {
    const hear = ({ level, code, message }: Notice): void => {
      const said = worded({ kind: 'local', code, message, next: 'none' });
      this.tell({ level, code, message: said.message });
    };
    const stops = [
      listen('notice', hear),
      listen('updates', ({ state, version }) => {
        if (state !== 'available' || version === this.#offered) return;
        this.#offered = version;
        const message = text.settings.updates.notice(version);
        this.tell({ level: 'info', code: 'update.available', message });
      }),
    ];
    // What this start found is older than any page that could listen.
    void call('desk.notices', {}).then((result) => {
      if (result.ok) result.value.notices.forEach(hear);
    });
    void call('shell.updates', {}).then((result) => {
      if (!result.ok || result.value.updates?.problem !== 'notInstalled') return;
      const message = text.settings.updates.notInstalled;
      this.tell({ level: 'warning', code: 'update.notInstalled', message });
    });
    return () => stops.forEach((stop) => stop());
  }

  /** Shows a notice, in the place of an earlier one of its kind. */
  tell(notice: Notice): void {
    this.#list = [...this.#list.filter(({ code }) => code !== notice.code), notice];
  }

  /** Says why something failed, where what asked for it has no place for that: a notice's button, a pane that is gone. */
  tellFailed(failed: Pick<AppError, 'code' | 'message'> | null): void {
    if (failed === null) return;
    const { code, message } = failed;
    this.tell({ level: 'warning', code, message });
  }

  dismiss(code: string): void {
    this.#list = this.#list.filter((notice) => notice.code !== code);
  }
}

export const notices = new Notices();

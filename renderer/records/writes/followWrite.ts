import { call, listen } from '../../bridge.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { text } from '../../text/en.ts';

/**
 * Keeps the notice of a write true for as long as it is shown: it says so once the write was sent, and goes
 * where the write needs a person, which is told in more lasting places.
 *
 * @param key of the notice
 */
export function followWrite(opId: string, key: number, title: string): void {
  const look = async (): Promise<void> => {
    if (!toasts.isShown(key)) return stop();
    const found = await call('outbox.get', { opId });
    if (!found.ok) return;
    const { state } = found.value.op;
    if (state === 'CONFIRMED') toasts.reword(key, text.records.sent(title));
    else if (state === 'NEEDS_USER') toasts.dismiss(key);
    else return;
    stop();
  };
  const stop = listen('outbox', () => void look());
  void look();
}

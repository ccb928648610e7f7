import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels.ts';
import type { AnyEvent } from '../../shared/ipc/contract.ts';
import { fail, type Result } from '../../shared/result.ts';
import type { Core } from '../core/core.ts';
import { BUSY, MOST_CALLS } from './callLimit.ts';
import { isOwnAddress } from './navigation.ts';

/**
 * Whether a message comes from the desk: a living main frame, at the desk's own address, of a
 * window that Waybill opened itself.
 */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  windows: ReadonlySet<WebContents>,
): boolean {
  const frame = event.senderFrame;
  return (
    frame !== null &&
    !frame.detached &&
    frame === event.sender.mainFrame &&
    windows.has(event.sender) &&
    isOwnAddress(frame.url)
  );
}

/**
 * Binds the contract to Electron's IPC: one channel in, one channel out. The core checks names and
 * inputs; here only the sender is judged.
 *
 * @returns the function that sends an event to every window
 */
export function bindCore(
  ipcMain: Pick<IpcMain, 'handle'>,
  core: Pick<Core, 'call'>,
  windows: ReadonlySet<WebContents>,
): (event: AnyEvent) => void {
  /** Calls under way, by page: one that asks on and on must not fill the memory. */
  const running = new WeakMap<WebContents, number>();
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
      if (!isTrustedSender(event, windows) || typeof name !== 'string') {
        return fail({
          kind: 'denied',
          code: 'ipc.foreignSender',
          message: 'This page may not talk to Waybill.',
        });
      }
      const count = running.get(event.sender) ?? 0;
      if (count >= MOST_CALLS) return BUSY;
      running.set(event.sender, count + 1);
      try {
        return await core.call(name, input);
      } finally {
        running.set(event.sender, (running.get(event.sender) ?? 1) - 1);
      }
    },
  );
  return (event) => {
    for (const contents of windows) sendEvent(contents, event);
  };
}

/** Sends an event to one window; one that is gone hears nothing. */
export function sendEvent(contents: WebContents, event: AnyEvent): void {
  if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(EVENT_CHANNEL, event);
}

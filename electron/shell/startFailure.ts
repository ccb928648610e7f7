import type { App, Dialog } from 'electron';
import type { AppError } from '../../shared/result.ts';

/** What a start that ended with an error looks like to whoever started the app. */
export const START_FAILED = 1;

/** A start that the core refused, for a reason that a person can understand. */
export class StartRefused extends Error {
  constructor({ message, safe }: Pick<AppError, 'message' | 'safe'>) {
    super([message, safe].filter(Boolean).join('\n\n'));
  }
}

/** Pages that nothing confines are not opened, whoever asks for it. */
export const UNCONFINED = new StartRefused({
  message: 'Waybill was started without the sandbox that confines its pages, and does not open so.',
  safe: 'Nothing was changed. On Linux install the package of the system (.deb, .rpm) in place of the AppImage, or let programs make user namespaces.',
});

function words(error: unknown): string {
  if (error instanceof StartRefused) return error.message;
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return `Something went wrong while starting: ${reason}\n\nNothing was changed: what you saved and every write that waits is on disk.`;
}

/**
 * Ends a start that failed: says why, gives the lock back so that the next start is not refused by
 * a process without a window, and exits with an error.
 */
export function failStart(
  app: Pick<App, 'releaseSingleInstanceLock' | 'exit'>,
  dialog: Pick<Dialog, 'showErrorBox'>,
  error: unknown,
): void {
  try {
    dialog.showErrorBox('Waybill can’t start', words(error));
  } finally {
    app.releaseSingleInstanceLock();
    app.exit(START_FAILED);
  }
}

/**
 * Catches what nobody caught in the main process. While it starts, that ends the start; afterwards
 * it is written down and the app goes on, since whatever was confirmed is on disk.
 */
export function watchMain(
  host: Pick<NodeJS.Process, 'on'>,
  started: () => boolean,
  failed: (error: unknown) => void,
  note: (error: unknown) => void,
): void {
  const caught = (error: unknown): void => (started() ? note(error) : failed(error));
  host.on('uncaughtException', caught);
  host.on('unhandledRejection', caught);
}

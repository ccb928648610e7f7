import type { App, BrowserWindow, Dialog, MessageBoxOptions, PowerMonitor } from 'electron';
import type { WaitingWrites } from '../../shared/ipc/shapes.ts';
import type { AppError } from '../../shared/result.ts';
import { counted, ENGLISH_WORDS, type ShellWords } from '../../shared/rules/shellWords.ts';
import type { Core } from '../core/core.ts';
import type { Clock } from '../core/ports.ts';
import { within } from '../core/waiting.ts';

/** What the end of the app needs of the world around it. */
export interface Quitting {
  app: Pick<App, 'on'>;
  /** Where the system asks the process to end. */
  host: Pick<NodeJS.Process, 'on'>;
  power: Pick<PowerMonitor, 'on'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  core: Pick<Core, 'call'>;
  clock: Clock;
  words(): ShellWords;
  /** Closes the windows; false where the person stays with what is not saved. */
  leaveWindows(): Promise<boolean>;
  /** Closes everything; the app ends after it. */
  close(): Promise<void>;
  /** Ends the app, or hands over to what ends it; everything is closed by then. */
  leave(): void;
  /** The person stays: a desk whose last window was closed is opened again. */
  stay(): void;
}

const [QUIT, STAY] = [0, 2];

/** Whether anything waits is read from the disk; where that hangs nothing is asked. */
export const LOOK_MS = 1_000;
/** Every answer that was given is on disk: what hangs longer than this is left to its end. */
export const CLOSE_MS = 5_000;
/** A shutdown that was announced so long ago was called off: quitting asks again. */
export const SHUTDOWN_MS = 60_000;

/** Each kind of write with the first records, as lines. */
export function waitingLines(
  { kinds }: Pick<WaitingWrites, 'kinds'>,
  { writes }: Pick<ShellWords, 'writes'> = ENGLISH_WORDS,
): string[] {
  return kinds.map(({ endpoint, title, count, records }) => {
    const more = count > records.length ? ', …' : '';
    return `${count} × ${writes[endpoint] ?? title}: ${records.join(', ')}${more}`;
  });
}

/** The question that names what still waits. */
export function quitQuestion(waiting: WaitingWrites, words: ShellWords): MessageBoxOptions {
  const { total, inFlight } = waiting;
  const { texts } = words;
  return {
    type: 'question',
    message: counted(words, 'stillWaiting', total),
    detail: [
      waitingLines(waiting, words).join('\n'),
      texts.stayOnDisk,
      ...(inFlight === 0 ? [] : [counted(words, 'inFlight', inFlight)]),
    ].join('\n\n'),
    buttons: [texts.quit, texts.exportCopy, texts.stay],
    defaultId: QUIT,
    cancelId: STAY,
    noLink: true,
  };
}

/** Why there is no copy of what waits. */
function notExported({ code, message, safe }: AppError, words: ShellWords): MessageBoxOptions {
  const known = words.refusals[code];
  return {
    type: 'warning',
    message: words.texts.notExported,
    detail: [known?.what ?? message, known?.safe ?? safe].filter(Boolean).join('\n\n'),
    noLink: true,
  };
}

/**
 * Ends the app in order: asks where writes still wait, then closes everything and quits. A
 * computer that shuts down is not held up: whatever waits is on disk. Neither network nor disk can
 * hold it up either: both steps have a limit.
 *
 * @returns what watches a window, because Windows tells windows alone that the session ends
 */
export function confirmQuit({
  app,
  host,
  power,
  dialog,
  core,
  clock,
  words,
  leaveWindows,
  close,
  leave,
  stay,
}: Quitting): (window: Pick<BrowserWindow, 'on'>) => void {
  let step: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let shutdownAt = -Infinity;
  const announced = (): void => {
    shutdownAt = clock.now();
  };
  const shuttingDown = (): boolean => clock.now() - shutdownAt < SHUTDOWN_MS;
  power.on('shutdown', announced);

  /** True to quit. */
  const ask = async (): Promise<boolean> => {
    const waiting = await within(clock, LOOK_MS, core.call('session.waiting', {}));
    if (waiting?.ok !== true || waiting.value.total === 0) return leaveWindows();
    const { response } = await dialog.showMessageBox(quitQuestion(waiting.value, words()));
    if (response === QUIT) return leaveWindows();
    if (response === STAY) return false;
    const exported = await core.call('outbox.export', { kind: 'copy' });
    if (!exported.ok) await dialog.showMessageBox(notExported(exported.error, words()));
    return ask();
  };

  const end = (): Promise<void> => {
    step = 'closing';
    return within(
      clock,
      CLOSE_MS,
      close().then(() => undefined),
    ).finally(() => {
      step = 'closed';
    });
  };

  // Whoever sends it waits for no answer, and ends the process before long.
  host.on('SIGTERM', () => {
    if (step === 'open' || step === 'asking') void end().finally(leave);
  });

  app.on('before-quit', (event) => {
    if (step === 'closed') return;
    if (shuttingDown()) {
      // Stopping this would stop the shutdown itself on macOS.
      if (step !== 'closing') void end();
      return;
    }
    event.preventDefault();
    if (step !== 'open') return;
    step = 'asking';
    void ask()
      // A question that can't be asked must not keep the app from ending.
      .catch(() => true)
      .then(async (quits) => {
        // It was ended meanwhile, whatever the answer.
        if (step !== 'asking') return;
        if (!quits) {
          step = 'open';
          stay();
          return;
        }
        await end().finally(leave);
      });
  });

  return (window) => {
    window.on('query-session-end', announced);
    window.on('session-end', () => {
      if (step === 'open' || step === 'asking') void end();
    });
  };
}

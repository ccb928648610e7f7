import type { App, Dialog, MessageBoxOptions, PowerMonitor } from 'electron';
import type { WaitingWrites } from '../../shared/ipc/shapes.ts';
import type { Core } from '../core/core.ts';

/** What the end of the app needs of the world around it. */
export interface Quitting {
  app: Pick<App, 'on' | 'quit'>;
  power: Pick<PowerMonitor, 'on'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  core: Pick<Core, 'call'>;
  /** Closes everything; the app ends after it. */
  close(): Promise<void>;
  /** The person stays: a desk whose last window was closed is opened again. */
  stay(): void;
}

const [QUIT, EXPORT, STAY] = [0, 1, 2];

/** Each kind of write with the first records, as lines. */
export function waitingLines({ kinds }: Pick<WaitingWrites, 'kinds'>): string[] {
  return kinds.map(({ title, count, records }) => {
    const more = count > records.length ? ', …' : '';
    return `${count} × ${title}: ${records.join(', ')}${more}`;
  });
}

/** The question that names what still waits. */
export function quitQuestion(waiting: WaitingWrites): MessageBoxOptions {
  const { total, inFlight } = waiting;
  const flight =
    inFlight === 0
      ? []
      : [
          `${inFlight === 1 ? 'One of them is' : `${inFlight} of them are`} on the way at this moment. ` +
            'At the next start Waybill looks at the service before it sends anything again.',
        ];
  return {
    type: 'question',
    message: total === 1 ? 'One write still waits' : `${total} writes still wait`,
    detail: [
      waitingLines(waiting).join('\n'),
      'They stay on this computer and go on when Waybill runs again.',
      ...flight,
    ].join('\n\n'),
    buttons: ['Quit', 'Export a copy…', 'Stay'],
    defaultId: QUIT,
    cancelId: STAY,
    noLink: true,
  };
}

/**
 * Ends the app in order: asks where writes still wait, then closes everything and quits. A
 * computer that shuts down is not held up: whatever waits is on disk.
 */
export function confirmQuit({ app, power, dialog, core, close, stay }: Quitting): void {
  let step: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let shuttingDown = false;
  power.on('shutdown', () => {
    shuttingDown = true;
  });

  /** True to quit. */
  const ask = async (): Promise<boolean> => {
    if (shuttingDown) return true;
    const waiting = await core.call('session.waiting', {});
    if (!waiting.ok || waiting.value.total === 0) return true;
    const { response } = await dialog.showMessageBox(quitQuestion(waiting.value));
    if (response !== EXPORT) return response === QUIT;
    await core.call('outbox.export', { kind: 'copy' });
    return ask();
  };

  app.on('before-quit', (event) => {
    if (step === 'closed') return;
    event.preventDefault();
    if (step !== 'open') return;
    step = 'asking';
    void ask()
      // A question that can't be asked must not keep the app from ending.
      .catch(() => true)
      .then(async (quits) => {
        if (!quits) {
          step = 'open';
          stay();
          return;
        }
        step = 'closing';
        await close().finally(() => {
          step = 'closed';
          app.quit();
        });
      });
  });
}

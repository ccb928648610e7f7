import type { BrowserWindow, Dialog, MessageBoxSyncOptions } from 'electron';
import type { ShellWords } from '../../shared/rules/shellWords.ts';

/** What the question before a page goes needs of the world around it. */
export interface Leaving {
  dialog: Pick<Dialog, 'showMessageBoxSync'>;
  words(): ShellWords;
  /** The app ends, which was decided; by then no core is there that could save anything. */
  isClosing(): boolean;
}

const [STAY, LEAVE] = [0, 1];

function question({ texts }: ShellWords): MessageBoxSyncOptions {
  return {
    ...{ type: 'question', message: texts.unsaved, detail: texts.unsavedDetail },
    buttons: [texts.stay, texts.throwAway],
    ...{ defaultId: STAY, cancelId: STAY, noLink: true },
  };
}

/**
 * Asks before a window closes, or loads anew, whose page holds what was typed and not saved. Electron
 * asks nothing by itself: without an answer such a window would not close, and nobody would know why.
 */
export function askBeforeUnload(
  window: BrowserWindow,
  { dialog, words, isClosing }: Leaving,
): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // Preventing what prevents it lets the page go. The event waits for no answer that comes later.
    if (isClosing() || dialog.showMessageBoxSync(window, question(words())) === LEAVE) {
      event.preventDefault();
    }
  });
}

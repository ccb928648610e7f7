import type Electron from 'electron';
import { expect, it } from 'vitest';
import { askBeforeUnload } from '../../electron/shell/unsaved.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { createElectron, FakeWindow } from '../support/electron.ts';

/** A window whose page holds what was typed, in an app that may be closing; `answer` is a button. */
async function typedIn(answer: number, closing = false) {
  const { electron, recorded } = createElectron('unused');
  await electron.app.whenReady();
  recorded.answers = [answer];
  const window = new FakeWindow({});
  askBeforeUnload(window as unknown as Electron.BrowserWindow, {
    ...{ dialog: electron.dialog, words: () => ENGLISH_WORDS },
    isClosing: () => closing,
  });
  window.webContents.objects = true;
  return { window, recorded };
}

it('a window that holds what was typed asks before it closes, and stays where the person stays', async () => {
  const { window, recorded } = await typedIn(0);
  window.close();
  expect(window.destroyed).toBe(false);
  const [question] = recorded.questions;
  expect(question?.message).toBe('Throw away what you typed?');
  expect(question?.buttons).toEqual(['Stay', 'Throw away']);
  // Neither Enter nor Escape throws anything away.
  expect([question?.defaultId, question?.cancelId]).toEqual([0, 0]);
});

it('it closes once the person throws it away', async () => {
  const { window, recorded } = await typedIn(1);
  window.close();
  expect(window.destroyed).toBe(true);
  expect(recorded.questions).toHaveLength(1);
});

it('nothing holds up an app that is closing already, or a window that holds nothing', async () => {
  const closing = await typedIn(0, true);
  closing.window.close();
  expect(closing.window.destroyed).toBe(true);
  const saved = await typedIn(0);
  saved.window.webContents.objects = false;
  saved.window.close();
  expect(saved.window.destroyed).toBe(true);
  expect([...closing.recorded.questions, ...saved.recorded.questions]).toEqual([]);
});

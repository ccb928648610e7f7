import type Electron from 'electron';
import { expect, it } from 'vitest';
import { createDesks, LEAVE_MS } from '../../electron/shell/desks.ts';
import type { Remembered } from '../../electron/shell/places.ts';
import { askBeforeUnload } from '../../electron/shell/unsaved.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { createElectron, FakeWindow } from '../support/electron.ts';
import { eventually } from '../support/eventually.ts';
import { virtualClock } from '../support/virtualClock.ts';

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

/** Two windows of an app that is about to end, the second one with what is not saved. */
async function twoWindows(answer: number) {
  const { electron, recorded } = createElectron('unused');
  await electron.app.whenReady();
  electron.session.defaultSession.protocol.handle('app', () => new Response('page'));
  recorded.answers = [answer];
  const clock = virtualClock();
  const saved: (readonly Remembered[])[] = [];
  const desks = createDesks({
    make: (options) => new electron.BrowserWindow(options) as never,
    ...{ options: {}, clock, screen: electron.screen as unknown as Electron.Screen },
    opened: (window) =>
      askBeforeUnload(window, {
        ...{ dialog: electron.dialog, words: () => ENGLISH_WORDS, isClosing: () => false },
      }),
    file: {
      load: () => Promise.resolve([]),
      save: (windows) => (saved.push(windows), Promise.resolve()),
    },
  });
  desks.open('#/vehicles');
  desks.open('#/areas');
  const isThere = ({ webContents }: FakeWindow): boolean => webContents.getURL().includes('#');
  await eventually(() => expect(recorded.windows.every(isThere)).toBe(true));
  const [first, second] = recorded.windows;
  if (first === undefined || second === undefined) throw new Error('no windows');
  second.webContents.objects = true;
  return { desks, recorded, clock, saved, first, second };
}

it('the end of the app asks, too, and whoever stays has every window again', async () => {
  const { desks, recorded, second } = await twoWindows(0);
  expect(await desks.leave()).toBe(false);
  expect(recorded.questions).toHaveLength(1);
  expect(second.destroyed).toBe(false);
  await eventually(() =>
    expect([...desks.windows()].map(({ webContents }) => webContents.getURL()).sort()).toEqual([
      expect.stringContaining('#/areas'),
      expect.stringContaining('#/vehicles'),
    ]),
  );
});

it('thrown away, the app ends, and the next start has the windows that were open', async () => {
  const { desks, first, second, saved } = await twoWindows(1);
  expect(await desks.leave()).toBe(true);
  expect([first.destroyed, second.destroyed]).toEqual([true, true]);
  await desks.end();
  expect(saved.at(-1)?.map(({ route, open }) => [route, open])).toEqual([
    ['#/vehicles', true],
    ['#/areas', true],
  ]);
});

it('a page that hangs does not keep the app from ending', async () => {
  const { desks, clock, second } = await twoWindows(0);
  second.close = () => undefined;
  const left = desks.leave();
  await eventually(() => expect([...desks.windows()]).toHaveLength(1));
  clock.advance(LEAVE_MS);
  expect(await left).toBe(true);
});

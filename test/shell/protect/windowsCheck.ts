import assert from 'node:assert/strict';
import path from 'node:path';
import type Electron from 'electron';
import type * as Attention from '../../../electron/shell/attention.ts';
import type * as DesksModule from '../../../electron/shell/desks.ts';
import type * as HandedModule from '../../../electron/shell/handed.ts';
import type * as Places from '../../../electron/shell/places.ts';
import type * as Quiet from '../../../electron/shell/quiet.ts';
import type * as ShellCalls from '../../../shared/ipc/shell.ts';
import type { AnyEvent } from '../../../shared/ipc/contract.ts';
import { ENGLISH_WORDS } from '../../../shared/rules/shellWords.ts';
import { createElectron, type FakeWindow } from '../../support/electron.ts';
import { virtualClock } from '../../support/virtualClock.ts';
import type { Load } from './load.ts';
import { comes } from './stage.ts';

/** Further windows, and what is told outside of them. */

const OPTIONS = { title: 'x', webPreferences: { sandbox: true } };

async function world() {
  const fake = createElectron('');
  await fake.electron.app.whenReady();
  // Its pages load: an address that fails is not where a window is.
  const { protocol } = fake.electron.session.defaultSession;
  protocol.handle('app', () => new Response('page'));
  return fake;
}

/** A few windows of the same preferences, at pages of the desk; what was open in them is not kept. */
export async function desks(load: Load): Promise<void> {
  const { createDesks } = await load<typeof DesksModule>('electron/shell/desks.ts');
  const { pageOf, MOST_WINDOWS } = await load<typeof Places>('electron/shell/places.ts');
  const { electron, recorded } = await world();
  const kept: string[] = [];
  const heard: unknown[] = [];
  const clock = virtualClock();
  const made = createDesks({
    make: (options) => new electron.BrowserWindow(options) as never,
    options: OPTIONS,
    opened: (window) => heard.push(window),
    screen: electron.screen as unknown as Electron.Screen,
    file: {
      load: () => Promise.resolve([]),
      save: (windows) => (kept.push(...windows.map(({ route }) => route)), Promise.resolve()),
    },
    clock,
  });
  assert.equal(made.open('#/vehicles/101'), true);
  for (let count = 1; count < MOST_WINDOWS; count += 1) assert.equal(made.open('#/areas'), true);
  assert.equal(made.open('#/areas'), false);
  assert.equal(recorded.windows.length, 8);
  // Each is watched over, and each has the preferences of a desk.
  assert.equal(heard.length, recorded.windows.length);
  for (const window of recorded.windows) {
    assert.deepEqual(window.options.webPreferences, OPTIONS.webPreferences);
  }
  const isThere = ({ webContents }: FakeWindow): boolean => webContents.getURL().includes('#');
  assert.equal(await comes(() => recorded.windows.every(isThere)), true);
  const last = recorded.windows.at(-1);
  assert.ok(last);
  const contents = last.webContents as unknown as Electron.WebContents;
  assert.equal(made.contents.has(contents), true);
  // One that is closed is no desk any more: nobody in it is heard.
  last.destroy();
  assert.equal(made.contents.has(contents), false);
  await made.end();
  assert.equal(kept.includes('#/vehicles'), true);
  assert.equal(kept.join().includes('101'), false, kept.join());
  assert.equal(pageOf('app://waybill/#/vehicles/101?q=Zoe'), '#/vehicles');

  const { shell } = await load<typeof ShellCalls>('shared/ipc/shell.ts');
  const { input } = shell['shell.openWindow'];
  assert.equal(input.safeParse({ route: '#/areas', wall: false }).success, true);
  for (const route of ['https://evil.example/', '#/nowhere', '#/areas\n', '//evil']) {
    assert.equal(input.safeParse({ route, wall: false }).success, false, route);
  }
}

/** A file from outside is named by an exact form, and given once. */
export async function handed(load: Load): Promise<void> {
  const { createHanded, fileAmong } = await load<typeof HandedModule>('electron/shell/handed.ts');
  assert.equal(fileAmong(['x', '/a b.waybill'], '/'), path.resolve('/a b.waybill'));
  for (const argv of [
    ...[['/a.exe'], ['--data', '/a.waybill'], ['-a.waybill'], ['a\0.waybill']],
    ...[['https://evil.example/a.waybill'], ['file:///%00.waybill']],
  ]) {
    assert.equal(fileAmong(argv, '/'), null, argv.join(' '));
  }
  const waits = createHanded();
  waits.give('/a.waybill');
  assert.deepEqual([waits.take(), waits.take()], ['/a.waybill', null]);
}

const counts = (waiting: number, needsYou: number): AnyEvent =>
  // The counts alone are read; the rest is what must not be told.
  ({ name: 'connection', payload: { waiting, needsYou, account: 'Zoë of WB-014' } }) as never;

/** Numbers alone, to whoever wants them, when they want them. */
export async function attention(load: Load): Promise<void> {
  const { createAttention } = await load<typeof Attention>('electron/shell/attention.ts');
  const { AT_FIRST } = await load<typeof Quiet>('electron/shell/quiet.ts');
  const { electron, recorded } = await world();
  const window = new electron.BrowserWindow({});
  const clock = virtualClock(new Date(2026, 4, 4, 12, 0).getTime());
  let settings = AT_FIRST;
  const made = createAttention({
    ...{ platform: 'linux', clock, app: electron.app, log: { write: () => undefined } },
    settings: () => settings,
    words: () => ENGLISH_WORDS,
    windows: () => [window as unknown as Electron.BrowserWindow],
    show: () => undefined,
    image: ({ bitmap, size }) =>
      electron.nativeImage.createFromBitmap(bitmap, { width: size, height: size }) as never,
    notification: (title, body) => new electron.Notification({ title, body }) as never,
    tray: (image) => new electron.Tray(image) as never,
    menu: (template) => electron.Menu.buildFromTemplate(template) as never,
  });
  const told = (): number => recorded.notifications.length;
  // What was there at the start is on the desk that opens with it.
  made.hear(counts(3, 1));
  assert.equal(told(), 0);
  made.hear(counts(3, 2));
  made.hear(counts(4, 2));
  assert.equal(told(), 1, 'told once');
  assert.equal(recorded.badge, 2);
  window.focus();
  made.hear(counts(5, 3));
  assert.equal(told(), 1, 'not to whoever sits there');
  window.blur();
  settings = { ...AT_FIRST, notifications: false };
  made.hear(counts(5, 4));
  assert.equal(told(), 1, 'not where it is switched off');
  settings = { ...AT_FIRST, quiet: true, quietFrom: '11:00', quietTo: '13:00' };
  made.hear(counts(6, 5));
  assert.equal(told(), 1, 'not in the quiet hours');
  clock.advance(3_600_000);
  assert.equal(told(), 2, 'but after them');
  const [tray] = recorded.trays;
  const said = JSON.stringify([
    ...recorded.notifications.map(({ options }) => options),
    ...recorded.built,
    tray?.toolTip,
  ]);
  assert.equal(/Zoë|WB-014/.test(said), false);
  assert.equal(tray?.toolTip, 'Waybill: 5 writes need you');
}

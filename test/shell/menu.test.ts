import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MenuItemConstructorOptions as Item } from 'electron';
import { afterEach, describe, expect, it } from 'vitest';
import { MOST_WINDOWS } from '../../electron/shell/places.ts';
import { menuTemplate } from '../../electron/shell/menu.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels.ts';
import { COMMAND_NAMES, acceleratorOf, commands } from '../../shared/rules/commands.ts';
import { ENGLISH_WORDS } from '../../shared/rules/shellWords.ts';
import { eventually } from '../support/eventually.ts';
import type { FakeWindow } from '../support/electron.ts';
import { answering, endAll, launch } from '../support/shell.ts';
import type { Launched } from '../support/shell.ts';

const entries = COMMAND_NAMES.map((name) => ({
  name,
  title: `Do ${name} & more`,
  enabled: name !== 'syncNow',
}));

/** All lines of a menu with those below them. */
function lines(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [
    item,
    ...(Array.isArray(item.submenu) ? lines(item.submenu) : []),
  ]);
}

describe('the menu of the app', () => {
  it.each(['linux', 'darwin', 'win32'] as const)(
    'has every command with its key on %s',
    (platform) => {
      const done: string[] = [];
      const all = lines(
        menuTemplate(platform, true, entries, (name) => done.push(name), ENGLISH_WORDS),
      );
      for (const name of COMMAND_NAMES) {
        const item = all.find(({ label }) => label === `Do ${name} && more`);
        expect(item?.accelerator, name).toBe(acceleratorOf(commands[name], platform === 'darwin'));
        expect(item?.enabled).toBe(name !== 'syncNow');
        item?.click?.({} as never, undefined, {});
      }
      expect(done).toEqual(COMMAND_NAMES);
      const roles = all.map(({ role }) => role);
      for (const role of [
        'editMenu',
        'windowMenu',
        'zoomIn',
        'togglefullscreen',
        'close',
      ] as const) {
        expect(roles).toContain(role);
      }
      expect(roles.includes('appMenu')).toBe(platform === 'darwin');
    },
  );

  it('shows what the system itself does before the desk has told its words', () => {
    const menu = menuTemplate('linux', true, [], () => undefined, ENGLISH_WORDS);
    expect(menu.map(({ label }) => label)).toEqual(['&File', '&Edit', '&View', '&Window']);
  });
});

afterEach(endAll);

/** Asks the core as the page of a window does. */
function asking(fake: Launched) {
  const handle = fake.recorded.invoke.get(CALL_CHANNEL);
  return async (window: FakeWindow, name: string, input: unknown): Promise<unknown> => {
    const { webContents } = window;
    return handle?.(
      { sender: webContents, senderFrame: webContents.mainFrame } as never,
      name,
      input,
    );
  };
}

const told = (window: FakeWindow, name: string): unknown[] =>
  window.webContents.sent.filter(
    ([channel, event]) => channel === EVENT_CHANNEL && (event as { name: string }).name === name,
  );

describe('a second window', () => {
  it('speaks to the core too, and commands of the menu go to the one in front alone', async () => {
    const fake = await launch();
    const first = await answering(fake);
    const ask = asking(fake);
    expect(
      await ask(first, 'shell.openWindow', { route: '#/history/7?from=2026-05-04', wall: false }),
    ).toMatchObject({ ok: true });
    const [, second] = fake.recorded.windows;
    if (second === undefined) throw new Error('No second window');
    expect(second.loaded).toEqual(['app://waybill/#/history/7?from=2026-05-04']);
    expect(second.options.webPreferences).toEqual(first.options.webPreferences);
    expect(await ask(second, 'session.accounts', {})).toMatchObject({ ok: true });

    await ask(first, 'shell.menu', {
      items: [{ name: 'syncNow', title: 'Sync now', enabled: true }],
    });
    const sync = lines(fake.recorded.menu).find(({ label }) => label === 'Sync now');
    first.focus();
    sync?.click?.({} as never, undefined, {});
    expect(told(first, 'command')).toHaveLength(1);
    expect(told(second, 'command')).toEqual([]);
    second.focus();
    sync?.click?.({} as never, undefined, {});
    expect(told(second, 'command')).toHaveLength(1);
    second.destroy();
    sync?.click?.({} as never, undefined, {});
    expect(told(first, 'command')).toHaveLength(2);
  });

  it('is told what is picked in the first, with the window that it was picked in', async () => {
    const fake = await launch();
    const first = await answering(fake);
    const ask = asking(fake);
    await ask(first, 'shell.openWindow', { route: '#/vehicles', wall: true });
    const [, second] = fake.recorded.windows;
    if (second === undefined) throw new Error('No second window');
    expect(second.loaded).toEqual(['app://waybill/?wall#/vehicles']);
    const picked = { entity: 'vehicle', id: '7', from: 'one' };
    await ask(first, 'shell.select', picked);
    expect(told(second, 'selection')).toEqual([
      [EVENT_CHANNEL, { name: 'selection', payload: picked }],
    ]);
  });

  it('with the map alone is led nowhere: links, packs, menu and tray go to the desk, or open one', async () => {
    const fake = await launch();
    const first = await answering(fake);
    const ask = asking(fake);
    await ask(first, 'shell.menu', {
      items: [{ name: 'syncNow', title: 'Sync now', enabled: true }],
    });
    await ask(first, 'shell.openWindow', { route: '#/vehicles', wall: true });
    const [, wall] = fake.recorded.windows;
    wall?.focus();
    const second = (...argv: string[]): boolean =>
      fake.electron.app.emit('second-instance', {}, [], '/', { argv, folder: '/' });
    second('waybill', 'waybill://open/areas/7');
    expect(first.loaded.at(-1)).toBe('app://waybill/#/areas/7');
    expect(fake.recorded.focused.at(-1)).toBe(first);
    wall?.focus();
    second('waybill', '/tmp/a.waybill');
    expect(told(first, 'handed')).toHaveLength(1);
    const sync = lines(fake.recorded.menu).find(({ label }) => label === 'Sync now');
    sync?.click?.({} as never, undefined, {});
    expect(told(first, 'command')).toHaveLength(1);
    first.close();
    second('waybill', 'waybill://open/fuel');
    expect(fake.recorded.windows[2]?.loaded).toEqual(['app://waybill/#/fuel']);
    expect(wall?.loaded).toEqual(['app://waybill/?wall#/vehicles']);
    expect(wall === undefined ? [] : [...told(wall, 'handed'), ...told(wall, 'command')]).toEqual(
      [],
    );
  });

  it('with the map alone that was the last one open stays so beside the link of the next start', async () => {
    const fake = await launch();
    const first = await answering(fake);
    await asking(fake)(first, 'shell.openWindow', { route: '#/vehicles', wall: true });
    first.close();
    fake.electron.app.quit();
    await eventually(() => expect(fake.recorded.quit).toBe(true));
    const data = fake.electron.app.getPath('userData');
    const again = await launch({ argv: ['.', '--data', data, 'waybill://open/fuel'] });
    await answering(again);
    expect(again.recorded.windows.map(({ loaded }) => loaded[0])).toEqual([
      'app://waybill/?wall#/vehicles',
      'app://waybill/#/fuel',
    ]);
  });

  it('opens again as what it was, at the next start; one that was closed does not', async () => {
    const fake = await launch();
    const first = await answering(fake);
    const ask = asking(fake);
    await ask(first, 'shell.openWindow', { route: '#/vehicles', wall: true });
    await ask(first, 'shell.openWindow', { route: '#/areas', wall: false });
    fake.recorded.windows[2]?.close();
    fake.electron.app.quit();
    await eventually(() => expect(fake.recorded.quit).toBe(true));
    const again = await launch({ argv: ['.', '--data', fake.electron.app.getPath('userData')] });
    await answering(again);
    expect(again.recorded.windows.map(({ loaded }) => loaded[0])).toEqual([
      'app://waybill/',
      'app://waybill/?wall#/vehicles',
    ]);
  });

  it('comes back as what it was when its renderer dies', async () => {
    const fake = await launch();
    const ask = asking(fake);
    await ask(await answering(fake), 'shell.openWindow', { route: '#/vehicles', wall: true });
    const [, second] = fake.recorded.windows;
    second?.webContents.crash('crashed');
    await eventually(() => expect(second?.loaded).toHaveLength(2));
    expect(second?.loaded[1]).toBe('app://waybill/?wall#/vehicles');
  });

  it('is refused in words where as many are open as anybody needs', async () => {
    const fake = await launch();
    const first = await answering(fake);
    const ask = asking(fake);
    const open = (): Promise<unknown> =>
      ask(first, 'shell.openWindow', { route: '#/areas', wall: false });
    for (let count = 1; count < MOST_WINDOWS; count += 1)
      expect(await open()).toMatchObject({ ok: true });
    expect(await open()).toMatchObject({ ok: false, error: { code: 'shell.tooManyWindows' } });
    expect(fake.recorded.windows).toHaveLength(MOST_WINDOWS);
  });

  it.each(['https://evil.example/', '#/nowhere', '#/areas\n', '#/areas#/x y', '//evil', '#/<b>'])(
    'is not opened at %j',
    async (route) => {
      const fake = await launch();
      const first = await answering(fake);
      expect(await asking(fake)(first, 'shell.openWindow', { route, wall: false })).toMatchObject({
        error: { code: 'ipc.invalidInput' },
      });
      expect(fake.recorded.windows).toHaveLength(1);
    },
  );
});

it('the data folder is shown in the system’s own window, and no other', async () => {
  const fake = await launch();
  const first = await answering(fake);
  expect(await asking(fake)(first, 'shell.openDataFolder', {})).toMatchObject({ ok: true });
  expect(fake.recorded.opened).toEqual([fake.electron.app.getPath('userData')]);
  const inside = await asking(fake)(first, 'shell.openDataFolder', { inside: 'fonts' });
  expect(inside).toMatchObject({ ok: true });
  const fonts = path.join(fake.electron.app.getPath('userData'), 'fonts');
  expect(fake.recorded.opened.at(-1)).toBe(fonts);
  expect(existsSync(fonts)).toBe(true);
  expect(await asking(fake)(first, 'shell.openDataFolder', { inside: '..' })).toMatchObject({
    error: { code: 'ipc.invalidInput' },
  });
  expect(await asking(fake)(first, 'shell.openDataFolder', { path: '/etc' })).toMatchObject({
    error: { code: 'ipc.invalidInput' },
  });
});

it('what the system tells of writes is set by the desk, kept, and read at the next start', async () => {
  const fake = await launch();
  const first = await answering(fake);
  const ask = asking(fake);
  const set = { notifications: true, quiet: true, quietFrom: '20:00', quietTo: '06:30' };
  expect(await ask(first, 'shell.attention', {})).toMatchObject({
    value: { attention: { notifications: true, quiet: false } },
  });
  expect(await ask(first, 'shell.setAttention', set)).toMatchObject({ ok: true });
  for (const quietTo of ['24:00', '7:00', '07:00; x']) {
    expect(await ask(first, 'shell.setAttention', { ...set, quietTo })).toMatchObject({
      error: { code: 'ipc.invalidInput' },
    });
  }
  expect(fake.recorded.trays).toHaveLength(process.platform === 'darwin' ? 0 : 1);
  fake.electron.app.quit();
  await eventually(() => expect(fake.recorded.quit).toBe(true));
  const again = await launch({ argv: ['.', '--data', fake.electron.app.getPath('userData')] });
  const window = await answering(again);
  expect(await asking(again)(window, 'shell.attention', {})).toMatchObject({
    value: { attention: set },
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHanded, fileAmong } from '../../electron/shell/handed.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels.ts';
import type { FakeWindow } from '../support/electron.ts';
import { answering, endAll, launch, temporaryFolder } from '../support/shell.ts';
import type { Launched } from '../support/shell.ts';

afterEach(endAll);

describe('a file on a command line', () => {
  const there = path.resolve('/from/here.waybill');
  it.each([
    [['waybill', 'here.waybill'], there],
    [['waybill', '/there/A B.WAYBILL'], path.resolve('/there/A B.WAYBILL')],
    [['first.waybill', 'here.waybill', '--local'], there],
    [[pathToFileURL(there).href], there],
    [['--data', 'folder.waybill'], null],
    [['--file=x.waybill', '-x.waybill'], null],
    [['waybill://open/here.waybill', 'https://evil.example/x.waybill'], null],
    [['smb://evil.example/x.waybill', 'file://evil.example/share/x.waybill'], null],
    [['file:///%00.waybill', 'a\0b.waybill', 'file:///%zz.waybill'], null],
    [['here.waybill.exe', '.waybillx', ''], null],
  ])('%j names %s', (argv, file) => {
    expect(fileAmong(argv, '/from')).toBe(file);
  });

  it('is given once', () => {
    const handed = createHanded();
    expect(handed.take()).toBeNull();
    handed.give('/a.waybill');
    handed.give('/b.waybill');
    expect([handed.take(), handed.take()]).toEqual(['/b.waybill', null]);
  });
});

/** What the windows were sent, each with the names of the events. */
const told = (window: FakeWindow | undefined): unknown[] =>
  (window?.webContents.sent ?? [])
    .filter(([channel]) => channel === EVENT_CHANNEL)
    .map(([, event]) => event)
    .filter((event) => (event as { name: string }).name === 'handed');

function ask(fake: Launched, { webContents }: FakeWindow, name: string, input = {}): unknown {
  const sender = { sender: webContents, senderFrame: webContents.mainFrame } as never;
  return fake.recorded.invoke.get(CALL_CHANNEL)?.(sender, name, input);
}

async function file(name: string, content: string): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'Somebody’s own');
  mkdirSync(folder);
  const named = path.join(folder, name);
  writeFileSync(named, content);
  return named;
}

describe('a file of a field pack that the system hands over', () => {
  it('opens the page that looks into it, whose calls name no path and get none', async () => {
    const named = await file('x.waybill', 'no pack');
    const fake = await launch({ argv: [named] });
    const window = await answering(fake);
    expect(window.loaded).toEqual(['app://waybill/#/review']);
    expect(await ask(fake, window, 'packs.openHanded', { path: named })).toMatchObject({
      error: { code: 'ipc.invalidInput' },
    });
    // Nobody is signed in yet: it waits for them.
    expect(await ask(fake, window, 'packs.openHanded')).toMatchObject({
      error: { code: 'account.none' },
    });
    expect(JSON.stringify(window.webContents.sent)).not.toContain('Somebody');
  });

  it('of a second start, and of macOS’s own event, is told to the window in front, which is not loaded anew', async () => {
    const fake = await launch();
    const first = await answering(fake);
    await ask(fake, first, 'shell.openWindow', { route: '#/areas', wall: false });
    const [, second] = fake.recorded.windows;
    second?.focus();
    const { app } = fake.electron;
    app.emit('second-instance', {}, [], '/', { argv: ['w', 'a.waybill'], folder: '/' });
    const preventDefault = vi.fn();
    app.emit('open-file', { preventDefault }, '/b.waybill');
    app.emit('open-file', { preventDefault }, '/b.exe');
    expect(told(second)).toEqual(
      Array.from({ length: 2 }, () => ({ name: 'handed', payload: {} })),
    );
    expect(told(first)).toEqual([]);
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(first.loaded).toEqual(['app://waybill/']);
    expect(second?.loaded).toEqual(['app://waybill/#/areas']);
  });

  it('of an event before there is a window is waited with', async () => {
    const ready = Promise.withResolvers<undefined>();
    const fake = await launch({ ready: () => ready.promise });
    fake.electron.app.emit('open-file', { preventDefault: () => undefined }, '/b.waybill');
    ready.resolve(undefined);
    const window = await answering(fake);
    expect(window.loaded).toEqual(['app://waybill/#/review']);
  });
});

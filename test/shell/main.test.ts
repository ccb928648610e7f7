import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CALL_CHANNEL } from '../../shared/ipc/channels.ts';
import { createElectron, type FakeContents } from '../support/electron.ts';

const folders: string[] = [];
const running: ReturnType<typeof createElectron>[] = [];

/** Starts the app's composition root on the stand-in, in a fresh data folder. */
async function launch(options: { lock?: boolean } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-'));
  folders.push(folder);
  const fake = createElectron(folder, options);
  running.push(fake);
  vi.resetModules();
  vi.doMock('electron', () => fake.electron);
  // The built desk is another test's business; the shell wants a folder with a page in it.
  vi.doMock('../../electron/shell/protocol.ts', async (original) => ({
    ...(await original<object>()),
    readAppFiles: () =>
      Promise.resolve(
        new Map([['/index.html', { bytes: new Uint8Array(1), type: 'text/html; charset=utf-8' }]]),
      ),
  }));
  await import('../../electron/main.ts');
  return fake;
}

/** Quits as Electron does: asks, and asks again once everything is closed. */
async function quit({ electron, recorded }: ReturnType<typeof createElectron>): Promise<void> {
  if (recorded.windows.length === 0) return;
  recorded.quit = false;
  electron.app.emit('before-quit', { preventDefault: () => undefined });
  await vi.waitFor(() => expect(recorded.quit).toBe(true));
}

afterEach(async () => {
  for (const fake of running.splice(0)) await quit(fake);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function opened(fake: ReturnType<typeof createElectron>) {
  await vi.waitFor(() => expect(fake.recorded.windows).toHaveLength(1));
  const window = fake.recorded.windows[0];
  if (window === undefined) throw new Error('No window');
  return window;
}

describe('the installed app', () => {
  it('fixes the sandbox and the scheme before Electron is ready, and locks before it opens', async () => {
    const fake = await launch();
    await opened(fake);
    const before = fake.recorded.calls.slice(0, fake.recorded.calls.indexOf('app.whenReady'));
    expect(before).toEqual([
      'app.enableSandbox',
      'protocol.registerSchemesAsPrivileged',
      'app.requestSingleInstanceLock',
    ]);
    expect(fake.recorded.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  it('opens one window on its own scheme', async () => {
    const window = await opened(await launch());
    expect(window.loaded).toEqual(['app://waybill/']);
    expect(window.shown).toBe(false);
    window.emit('ready-to-show');
    expect(window.shown).toBe(true);
  });

  it('refuses a second instance before it opens anything', async () => {
    const { recorded } = await launch({ lock: false });
    expect(recorded.quit).toBe(true);
    expect(recorded.calls).not.toContain('app.whenReady');
    expect(recorded.windows).toEqual([]);
  });

  it('refuses navigation away, new windows and web views', async () => {
    const { webContents } = await opened(await launch());
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      const prevented = (url: string): boolean => {
        let stopped = false;
        webContents.emit(name, { url, preventDefault: () => (stopped = true) });
        return stopped;
      };
      expect(prevented('https://evil.example/')).toBe(true);
      expect(prevented('app://bundle.evil/')).toBe(true);
      expect(prevented('app://waybill/#/areas')).toBe(false);
    }
    let attached = true;
    webContents.emit('will-attach-webview', { preventDefault: () => (attached = false) });
    expect(attached).toBe(false);
    expect(webContents.openHandler?.({ url: 'https://evil.example/' } as never)).toEqual({
      action: 'deny',
    });
  });

  it.each([
    'media',
    'geolocation',
    'notifications',
    'midiSysex',
    'pointerLock',
    'fullscreen',
    'openExternal',
    'clipboard-read',
    'hid',
    'serial',
    'usb',
    'display-capture',
  ] as const)('denies the permission %s, and every one to a foreign origin', async (permission) => {
    const fake = await launch();
    await opened(fake);
    const { request, check, device } = fake.recorded.permissions;
    let granted: boolean | null = null;
    request?.({} as never, permission, (value) => (granted = value), {
      requestingUrl: 'app://waybill/',
    } as never);
    expect(granted).toBe(false);
    request?.({} as never, 'clipboard-sanitized-write', (value) => (granted = value), {
      requestingUrl: 'https://evil.example/',
    } as never);
    expect(granted).toBe(false);
    expect(check?.({} as never, permission as never, 'app://waybill/', {} as never)).toBe(false);
    expect(device?.({} as never)).toBe(false);
  });

  it('answers calls of its own window through the real core, and refuses others', async () => {
    const fake = await launch();
    const window = await opened(fake);
    const call = fake.recorded.invoke.get(CALL_CHANNEL);
    const ask = (contents: FakeContents, name: string, input: unknown): unknown =>
      call?.({ sender: contents, senderFrame: contents.mainFrame } as never, name, input);
    expect(await ask(window.webContents, 'session.accounts', {})).toEqual({
      ok: true,
      value: { accounts: [] },
    });
    expect(await ask(window.webContents, 'session.accounts', { extra: 1 })).toMatchObject({
      ok: false,
      error: { kind: 'invalid', code: 'ipc.invalidInput' },
    });
    expect(await ask(window.webContents, '__proto__', {})).toMatchObject({ ok: false });
  });
});

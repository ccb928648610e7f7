import type Electron from 'electron';
import { describe, expect, it } from 'vitest';
import {
  createPrinter,
  PRINT_PARTITION,
  printWindowOptions,
} from '../../electron/shell/printer.ts';
import { FakeSession, FakeWindow } from '../support/electron.ts';
import { PRINT_PREFERENCES } from '../support/safeValues.ts';

function printer(made: (window: FakeWindow) => void = () => undefined) {
  const sessions: FakeSession[] = [];
  const windows: FakeWindow[] = [];
  const port = createPrinter(
    () => {
      const session = new FakeSession();
      sessions.push(session);
      return session as unknown as Electron.Session;
    },
    (options) => {
      const window = new FakeWindow(options, sessions[0] ?? null);
      windows.push(window);
      made(window);
      return window as unknown as Electron.BrowserWindow;
    },
  );
  return { port, sessions, windows };
}

it('creates printing windows with exactly these preferences: no script, a sandbox, nothing shown', () => {
  const session = new FakeSession() as unknown as Electron.Session;
  expect(printWindowOptions(session)).toEqual({
    show: false,
    webPreferences: { ...PRINT_PREFERENCES, session },
  });
});

describe('the session of documents', () => {
  it('is one, in memory, and may do nothing', async () => {
    const { port, sessions } = printer();
    for (const _time of [1, 2, 3]) expect(await port.pdf('<p>x</p>')).toMatchObject({ ok: true });
    expect(sessions).toHaveLength(1);
    expect(PRINT_PARTITION).not.toMatch(/^persist:/);
    const [session] = sessions;
    expect(session?.permits('geolocation', 'https://document.invalid/1')).toEqual({
      request: false,
      check: false,
    });
    expect(session?.captures()).toBe(false);
    expect(session?.device).not.toBeNull();
    expect(session?.downloads('https://document.invalid/1')).toBe(false);
  });

  it('answers a document while it is printed, at its own address, and no other', async () => {
    const seen: string[] = [];
    const asked: Promise<void>[] = [];
    const { port, sessions } = printer(({ webContents }) => {
      webContents.on('did-finish-load', () => {
        const own = webContents.getURL();
        const look = async (url: string): Promise<void> => {
          const reply = await sessions[0]?.fetch(url).catch((error: unknown) => String(error));
          seen.push(
            reply instanceof Response ? `${reply.status} ${await reply.text()}` : `${reply}`,
          );
        };
        asked.push(look(own), look(`${own}0`));
      });
    });
    await port.pdf('<p>first</p>');
    await Promise.all(asked);
    expect(seen.sort()).toEqual(['200 <p>first</p>', 'Error: ERR_BLOCKED_BY_CLIENT (-20)']);
  });

  it.each([
    'https://evil.example/',
    'https://document.invalid/',
    'http://127.0.0.1/',
    'ws://127.0.0.1/',
    'wss://evil.example/',
    'file:///etc/passwd',
    'ftp://evil.example/',
    'blob:https://document.invalid/1',
  ])('is not let out to %s, by its filter and by its schemes', async (url) => {
    const { port, sessions } = printer();
    await port.pdf('<p>x</p>');
    const [session] = sessions;
    await expect(session?.fetch(url)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    const handler = session?.schemes.get(new URL(url).protocol.slice(0, -1));
    if (/^(https?|file):/.test(url)) {
      expect((await handler?.(new Request('https://x.example/') as never))?.status).toBe(403);
    }
  });

  it('lets pictures inside of the document through', async () => {
    const { port, sessions } = printer();
    await port.pdf('<p>x</p>');
    let cancelled: boolean | undefined = true;
    const details = { url: 'data:image/png;base64,AA==' };
    sessions[0]?.beforeRequest?.(details as never, ({ cancel }) => (cancelled = cancel));
    expect(cancelled).toBe(false);
  });
});

describe('a document that can not be printed', () => {
  it('because its renderer dies is an error, and leaves no window', async () => {
    const { port, windows } = printer(({ webContents }) => {
      webContents.on('did-finish-load', () => webContents.crash('oom'));
    });
    const printed = await port.pdf('<p>x</p>');
    expect(printed).toMatchObject({ ok: false, error: { code: 'print.failed', kind: 'local' } });
    expect(windows.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('because it does not load is an error, and leaves no window', async () => {
    const { port, windows } = printer(({ webContents }) => {
      webContents.failing = () => true;
    });
    expect(await port.pdf('<p>x</p>')).toMatchObject({ ok: false });
    expect(windows.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

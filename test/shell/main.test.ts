import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shellFile } from '../../electron/shell/shellFile.ts';
import { CALL_CHANNEL } from '../../shared/ipc/channels.ts';
import { fail } from '../../shared/result.ts';
import { ENGLISH_WORDS, type ShellWords } from '../../shared/rules/shellWords.ts';
import { eventually } from '../support/eventually.ts';
import type { FakeContents } from '../support/electron.ts';
import { answering, endAll, launch, opened, temporaryFolder } from '../support/shell.ts';

afterEach(endAll);

describe('the installed app', () => {
  it('fixes the sandbox and the scheme before Electron is ready, and locks before it opens', async () => {
    const fake = await launch();
    await answering(fake);
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
    const window = await answering(await launch());
    expect(window.loaded).toEqual(['app://waybill/']);
    expect(window.shown).toBe(true);
  });

  it('has no language spelled, so that no dictionary is fetched', async () => {
    const { recorded } = await launch();
    await eventually(() => expect(recorded.sessions.get('default')?.spelled).toEqual([]));
  });

  it('refuses a second instance before it opens anything', async () => {
    const { recorded } = await launch({ lock: false });
    expect(recorded.quit).toBe(true);
    expect(recorded.calls).not.toContain('app.whenReady');
    expect(recorded.windows).toEqual([]);
  });

  it('refuses navigation away, new windows and web views', async () => {
    const { webContents } = await answering(await launch());
    for (const by of ['will-navigate', 'will-redirect'] as const) {
      expect(webContents.navigate('https://evil.example/', by)).toBe(false);
      expect(webContents.navigate('app://bundle.evil/', by)).toBe(false);
      expect(webContents.navigate('app://waybill/#/areas', by)).toBe(true);
    }
    expect(webContents.navigateFrame('https://evil.example/')).toBe(false);
    expect(webContents.attachWebview()).toBe(false);
    expect(webContents.openHandler?.({ url: 'https://evil.example/' } as never)).toEqual({
      action: 'deny',
    });
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

describe('the data folder', () => {
  it.skipIf(process.platform === 'win32')('is readable by its owner alone', async () => {
    const fake = await launch();
    await answering(fake);
    expect(statSync(fake.recorded.paths.get('userData') ?? '').mode & 0o777).toBe(0o700);
  });

  it('is the one that the command line names, before the lock in it is asked for', async () => {
    const folder = path.join(await temporaryFolder(), 'of', 'another');
    const fake = await launch({ argv: ['.', '--data', folder] });
    const { calls } = fake.recorded;
    expect(calls.indexOf('app.setPath userData')).toBeGreaterThanOrEqual(0);
    expect(calls.indexOf('app.setPath userData')).toBeLessThan(
      calls.indexOf('app.requestSingleInstanceLock'),
    );
    await answering(fake);
    expect(existsSync(path.join(folder, 'waybill.lock'))).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });
});

describe('a second start', () => {
  it('brings the desk to the front, and never a window that prints', async () => {
    const fake = await launch();
    const desk = await answering(fake);
    const printing = new fake.electron.BrowserWindow({ show: false });
    desk.minimize();
    fake.electron.app.emit('second-instance', {}, [], '/', { argv: ['waybill'], folder: '/' });
    expect(fake.recorded.focused).toEqual([desk]);
    expect(desk.isMinimized()).toBe(false);
    expect(printing.shown).toBe(false);
    printing.destroy();
  });

  it('that comes before there is a desk leads the first window, with its link and what it asks', async () => {
    const ready = Promise.withResolvers<undefined>();
    const asked = vi.fn(() => Promise.resolve());
    const modules = { '../../electron/core/openLocal.ts': () => ({ openLocalWhenEmpty: asked }) };
    const fake = await launch({ ready: () => ready.promise, modules });
    const second = (...argv: string[]): void => {
      const data = { argv: ['waybill', ...argv], folder: '/' };
      fake.electron.app.emit('second-instance', {}, [], '/', data);
    };
    second('waybill://open/fuel/7', '--local');
    second();
    ready.resolve(undefined);
    const window = await answering(fake);
    expect(window.loaded).toEqual(['app://waybill/#/fuel/7']);
    expect(fake.recorded.windows).toHaveLength(1);
    await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
  });

  it('hands its arguments over, which the first one acts on', async () => {
    const asked = vi.fn(() => Promise.resolve());
    const modules = { '../../electron/core/openLocal.ts': () => ({ openLocalWhenEmpty: asked }) };
    const fake = await launch({ argv: ['.', '--local'], modules });
    await answering(fake);
    expect(fake.recorded.additionalData).toEqual({
      argv: ['electron', '.', '--local'],
      folder: process.cwd(),
    });
    expect(asked).toHaveBeenCalledTimes(1);
    const handOver = (data: unknown): boolean =>
      fake.electron.app.emit('second-instance', {}, ['--local'], '/', data);
    for (const foreign of [undefined, null, 7, { argv: 'x' }, { argv: [7, null] }])
      handOver(foreign);
    await Promise.resolve();
    expect(asked).toHaveBeenCalledTimes(1);
    handOver({ argv: ['electron', '.', '--local'], folder: '/' });
    await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
  });
});

describe('a start that fails', () => {
  const refused = fail({
    kind: 'local',
    code: 'db.newer',
    message: 'Too new.',
    safe: 'Unchanged.',
  });
  it.each([
    ['throws', () => Promise.reject(new Error('no such file')), 'no such file'],
    ['is refused', () => Promise.resolve(refused), 'Too new.\n\nUnchanged.'],
  ])(
    'because something %s says so, gives the lock back and exits with an error',
    async (...row) => {
      const [, createCore, words] = row;
      const modules = { '../../electron/core/createCore.ts': () => ({ createCore }) };
      const { recorded } = await launch({ modules });
      await eventually(() => expect(recorded.exitCode).toBe(1));
      expect(recorded.errorBoxes).toHaveLength(1);
      expect(recorded.errorBoxes[0]).toContain(words);
      expect(recorded.locked).toBe(false);
      expect(recorded.windows.every((window) => window.destroyed)).toBe(true);
    },
  );

  it('before Electron is ready does the same', async () => {
    const { recorded } = await launch({ ready: () => Promise.reject(new Error('no display')) });
    await eventually(() => expect(recorded.exitCode).toBe(1));
    // Linux has no box before that, and there will be none.
    expect([...recorded.errorBoxes, ...recorded.onTerminal]).toHaveLength(1);
    expect(recorded.locked).toBe(false);
  });

  it('without the sandbox opens nothing, and says what to do', async () => {
    const { recorded } = await launch({ switches: ['no-sandbox'] });
    await eventually(() => expect(recorded.exitCode).toBe(1));
    expect(recorded.errorBoxes.join()).toContain('without the sandbox');
    expect(recorded.calls).not.toContain('app.enableSandbox');
    expect(recorded.windows).toEqual([]);
  });

  it.each(['remote-debugging-port', 'remote-debugging-pipe'])(
    'with --%s opens nothing to a debugger, and says what to do',
    async (name) => {
      const { recorded } = await launch({ switches: [name] });
      await eventually(() => expect(recorded.exitCode).toBe(1));
      expect(recorded.errorBoxes.join()).toContain('door for debuggers');
      expect(recorded.windows).toEqual([]);
    },
  );

  it('without a lock because its folder can’t be written says so, and is no quiet second start', async () => {
    const folder = path.join(await temporaryFolder(), 'data');
    const { recorded } = await launch({
      argv: ['--data', folder],
      lock() {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
        return false;
      },
    });
    await eventually(() => expect(recorded.exitCode).toBe(1));
    expect(recorded.errorBoxes.join()).toContain('may not write to its data folder');
  });

  it('speaks the language of the desk that was there last', async () => {
    const folder = await temporaryFolder();
    const words: ShellWords = {
      ...ENGLISH_WORDS,
      ...{ language: 'de', texts: { ...ENGLISH_WORDS.texts, cannotStart: 'Geht nicht' } },
      refusals: { 'db.newer': { what: 'Zu neu.', safe: 'Unverändert.' } },
    };
    shellFile(folder, { uuid: () => 'x', fraction: () => 0 }).setWords(words);
    await eventually(() => expect(existsSync(path.join(folder, 'shell.json'))).toBe(true));
    const createCore = () => Promise.resolve(refused);
    const modules = { '../../electron/core/createCore.ts': () => ({ createCore }) };
    const { recorded } = await launch({ argv: ['--data', folder], modules });
    await eventually(() => expect(recorded.exitCode).toBe(1));
    expect(recorded.errorBoxes).toEqual(['Geht nicht: Zu neu.\n\nUnverändert.']);
  });

  it('in its first line does the same', async () => {
    const file = path.join(await temporaryFolder(), 'not-a-folder');
    writeFileSync(file, '');
    const { recorded } = await launch({ argv: ['--data', path.join(file, 'deeper')] });
    await eventually(() => expect(recorded.exitCode).toBe(1));
    expect(recorded.errorBoxes).toHaveLength(1);
    expect(recorded.onTerminal).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

describe('a keychain that never answers', () => {
  it('keeps no window and no call waiting', async () => {
    const never = vi.fn(() => new Promise<null>(() => undefined));
    const api = { getPassword: never, setPassword: never, deletePassword: never };
    const fake = await launch({ modules: { keytar: () => ({ default: api }) } });
    const window = await answering(fake);
    expect(window.loaded).toEqual(['app://waybill/']);
    const ask = fake.recorded.invoke.get(CALL_CHANNEL);
    const { webContents } = window;
    const sender = { sender: webContents, senderFrame: webContents.mainFrame } as never;
    expect(await ask?.(sender, 'desk.info', {})).toMatchObject({
      value: { secrets: 'session-only', secretsBackend: 'memory' },
    });
    expect(never).toHaveBeenCalledTimes(1);
  });
});

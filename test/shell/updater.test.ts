import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CancellationToken } from 'builder-util-runtime';
import type { AppUpdater } from 'electron-updater';
import { describe, expect, it } from 'vitest';
import { namesPublisher, overElectronUpdater, updatesOff } from '../../electron/shell/updater.ts';
import { freshFolder } from '../core/db/support.ts';

describe('what decides on updates', () => {
  const feed = { url: 'https://updates.example/', channel: 'latest' };
  const here = { platform: 'darwin', isPackaged: true, isPortable: false, resources: '' } as const;

  it('is the policy, and a signature that can be checked', async () => {
    const resources = freshFolder();
    const off = (change: object, updates: typeof feed | 'notSet' | 'forbidden' = feed) =>
      updatesOff({ updates }, { ...here, resources, ...change });
    expect(off({}, 'notSet')).toBe('notSet');
    expect(off({}, 'forbidden')).toBe('forbidden');
    expect(off({})).toBeNull();
    expect(off({ platform: 'linux' })).toBe('system');
    expect(off({ isPackaged: false })).toBe('system');
    expect(off({ platform: 'win32', isPortable: true })).toBe('system');
    // Without a publisher's name nothing would be compared.
    const config = path.join(resources, 'app-update.yml');
    expect(off({ platform: 'win32' })).toBe('unsigned');
    for (const empty of [
      '',
      'publisherName:\n',
      'publisherName: []\n',
      'publisherName: ~\n',
      "publisherName: ''\n",
      '#publisherName: x\n',
      'publisherName:\n  - \n',
    ]) {
      writeFileSync(config, `provider: generic\n${empty}url: https://x.example\n`);
      expect([empty, namesPublisher(resources)]).toEqual([empty, false]);
    }
    for (const named of ['publisherName: Acme\n', 'publisherName:\n  - Acme Ltd\n']) {
      writeFileSync(config, `provider: generic\n${named}`);
      expect(off({ platform: 'win32' })).toBeNull();
    }
  });
});

describe('electron-updater', () => {
  function standIn(files: string[] = []) {
    const calls: unknown[] = [];
    const updater = Object.assign(new EventEmitter(), {
      checkForUpdates: () =>
        Promise.resolve({
          isUpdateAvailable: true,
          updateInfo: { version: '2.0.0', releaseNotes: [{ version: '2.0.0', note: 'More' }] },
        }),
      downloadUpdate(token?: CancellationToken) {
        token?.once('cancel', () => calls.push('cancelled'));
        updater.emit('download-progress', { percent: 50 });
        return Promise.resolve(files);
      },
      quitAndInstall: (...given: unknown[]) => calls.push(given),
    } satisfies Partial<Record<keyof AppUpdater, unknown>>);
    return { updater, calls };
  }

  it('does nothing by itself, nothing older, and tells no computer apart', () => {
    const { updater } = standIn();
    overElectronUpdater(updater as unknown as AppUpdater);
    const open = updater as unknown as AppUpdater;
    expect(updater).toMatchObject({
      ...{ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false },
      ...{ allowPrerelease: false, disableWebInstaller: true },
      requestHeaders: { 'x-user-staging-id': '00000000-0000-4000-8000-000000000000' },
    });
    expect(open.isUserWithinRollout({} as never)).toBe(true);
  });

  it('is asked, fetches and hands over, and says where an installer does not start', async () => {
    const installer = path.join(freshFolder(), 'setup.exe');
    writeFileSync(installer, '');
    const { updater, calls } = standIn([installer]);
    const over = overElectronUpdater(updater as unknown as AppUpdater);
    expect(await over.look()).toEqual({ version: '2.0.0', notes: '2.0.0\nMore' });
    const told: number[] = [];
    const stop = new AbortController();
    await over.fetch((percent) => told.push(percent), stop.signal);
    stop.abort();
    expect(calls.splice(0)).toEqual(['cancelled']);
    expect(told).toEqual([50]);
    expect(updater.listenerCount('download-progress')).toBe(0);
    const failed = (error: unknown): void => void calls.push(error);
    over.install(failed);
    expect(calls).toEqual([[true, true]]);
    const refused = new Error('Not allowed');
    updater.emit('error', refused);
    expect(calls).toEqual([[true, true], refused]);
  });

  it('hands over no installer that is gone', async () => {
    const { updater, calls } = standIn([path.join(freshFolder(), 'setup.exe')]);
    const over = overElectronUpdater(updater as unknown as AppUpdater);
    await over.look();
    await over.fetch(() => undefined, new AbortController().signal);
    expect(() => over.install(() => undefined)).toThrow('The installer is gone.');
    expect(calls).toEqual([]);
  });
});

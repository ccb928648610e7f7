import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ElectronApplication, Page } from 'playwright';
import {
  callFrom,
  electronProblem,
  openElectron,
  signIn,
  type ElectronDesk,
} from '../support/electronDesk.ts';
import { bySwitch, doTheMainJob, VEHICLES } from '../support/mainJob.ts';
import { goTo } from '../support/tour.ts';

/**
 * What only a real Electron can show. Everything that a browser shows as well is tested in Chromium
 * over the headless host; the main job is one specification for both. Where no Electron can be
 * started, these are skipped by their names.
 */

/** The words of the page as they are now, asked in the main process: a page that crashed is another. */
function shownWords(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const words: unknown = await window?.webContents
      .executeJavaScript('document.body.innerText')
      .catch(() => '');
    return String(words);
  });
}

async function signedIn(page: Page): Promise<boolean> {
  const accounts = await callFrom(page, 'session.accounts', {});
  if (!accounts.ok) throw new Error(accounts.error.message);
  return accounts.value.accounts.some((account) => account.signedIn);
}

const problem = electronProblem();

describe.skipIf(problem !== undefined)('the app in a real Electron', { timeout: 300_000 }, () => {
  let desk: ElectronDesk;
  beforeEach(async () => {
    desk = await openElectron(VEHICLES);
  });
  afterEach(() => desk.close());

  it('starts with one window on its own scheme, in a world without Node', async () => {
    expect(desk.app.windows()).toHaveLength(1);
    expect(new URL(desk.page.url()).origin).toBe('app://waybill');
    const names = ['require', 'process', 'module', 'Buffer', 'electron'];
    const known = await desk.page.evaluate(
      (asked) => asked.filter((name) => name in globalThis),
      names,
    );
    expect(known).toEqual([]);
    const about = await desk.app.evaluate(({ app }) => [app.getName(), app.getPath('userData')]);
    expect(about).toEqual(['Waybill', desk.folder]);
  });

  it('signs in, and keeps the token where this system keeps tokens, over a restart', async () => {
    await signIn(desk);
    await expect.poll(() => signedIn(desk.page)).toBe(true);
    const info = await desk.call('desk.info', {});
    if (!info.ok) throw new Error(info.error.message);
    // Windows and macOS always have a keychain; on Linux it is what the session brings.
    if (process.platform !== 'linux') expect(info.value.secrets).toBe('secure');
    await desk.restart();
    await expect.poll(() => signedIn(desk.page)).toBe(info.value.secrets === 'secure');
  });

  it('does the main job without a network, over a restart, and saves PDFs', async () => {
    await signIn(desk);
    await doTheMainJob(desk, bySwitch);
  });
});

describe.skipIf(problem !== undefined)('a desk in a real Electron', { timeout: 300_000 }, () => {
  let desk: ElectronDesk;
  beforeAll(async () => {
    desk = await openElectron(5);
    await signIn(desk);
  });
  afterAll(() => desk.close());

  it('refuses windows, navigation, permissions, frames and foreign addresses', async () => {
    const { page, app } = desk;
    const before = page.url();
    const refused = await page.evaluate(async () => {
      const opened = window.open('https://evil.example/');
      const fetched = await fetch('https://evil.example/').then(
        () => 'fetched',
        () => 'refused',
      );
      const place = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code }) => resolve(code),
        ),
      );
      const asked = await Notification.requestPermission();
      window.location.assign('https://evil.example/');
      return [opened === null, fetched, place, asked];
    });
    expect(refused).toEqual([true, 'refused', 1, 'denied']);
    await expect.poll(() => callFrom(page, 'session.accounts', {})).toMatchObject({ ok: true });
    expect(page.url()).toBe(before);
    expect(app.windows()).toHaveLength(1);
  });

  it('opens a second window, which is heard too', async () => {
    const opening = desk.app.waitForEvent('window');
    const asked = await desk.call('shell.openWindow', { route: '#/areas', wall: false });
    expect(asked).toMatchObject({ ok: true });
    const second = await opening;
    await second.getByRole('main').waitFor();
    expect(second.url()).toBe('app://waybill/#/areas');
    expect(await callFrom(second, 'session.accounts', {})).toMatchObject({ ok: true });
    await second.close();
    await expect.poll(() => desk.app.windows().length).toBe(1);
  });

  it('leaves its lock to one process: a second start hands its link over and ends', async () => {
    expect(await desk.secondStart('waybill://open/fuel')).toBe(0);
    await expect.poll(() => desk.page.url()).toBe('app://waybill/#/fuel');
    expect(desk.app.windows()).toHaveLength(1);
  });

  it('looks into a file of a pack that a second start hands over, and says why it is none', async () => {
    const file = path.join(desk.folder, 'gone.waybill');
    expect(await desk.secondStart(file)).toBe(0);
    await desk.page.getByText('The file that was to be opened can’t be read.').waitFor();
    await desk.page.keyboard.press('Escape');
  });

  it('does not look for updates where no policy names a feed', async () => {
    const state = await desk.call('shell.updates', {});
    expect(state).toMatchObject({ ok: true, value: { updates: { state: 'off' } } });
    expect(await desk.call('shell.fetchUpdate', {})).toMatchObject({ ok: false });
    expect(await desk.call('shell.installUpdate', {})).toMatchObject({ ok: false });
  });

  it('goes on when the threads of its database die', async () => {
    await goTo(desk.page, '#/vehicles');
    const ended = await desk.app.evaluate(async () => {
      const { startedWorkers } = globalThis as unknown as {
        startedWorkers: { threadId: number; terminate(): Promise<number> }[];
      };
      const living = startedWorkers.filter(({ threadId }) => threadId !== -1);
      await Promise.all(living.map((worker) => worker.terminate()));
      return living.length;
    });
    expect(ended).toBeGreaterThan(1);
    const view = { entity: 'vehicle' } as const;
    await expect
      .poll(() => desk.call('records.window', { view, offset: 0, limit: 1 }))
      .toMatchObject({ ok: true });
  });

  it('opens its page again when the renderer really crashes, and says so', async () => {
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect
      .poll(() => shownWords(desk.app))
      .toContain('The desk stopped and was opened again.');
  });
});

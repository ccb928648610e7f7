import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desktop, UpdateState } from '../../electron/core/ports.ts';
import { ok } from '../../shared/result.ts';
import type { ShellWords } from '../../shared/rules/shellWords.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** What the settings tell of the app itself. */

let desk: TestDesk;
/** What the system around an installed app was told. */
const told: unknown[] = [];
const idle = { why: null, version: '', notes: '', percent: 0, lookedAt: null, problem: '' };
let updates: UpdateState = { ...idle, state: 'idle' };
const become = (state: UpdateState): boolean => {
  updates = state;
  return true;
};
/** What the desk has said last that is to be said outside of it. */
let spoken: ShellWords | null = null;
const desktop: Desktop = {
  setMenu: () => undefined,
  setWords: (words) => void (spoken = words),
  openWindow: () => false,
  openDataFolder: () => Promise.resolve(null),
  takeHanded: () => null,
  attention: () => ({ notifications: true, quiet: false, quietFrom: '18:00', quietTo: '07:00' }),
  setAttention(settings) {
    told.push(settings);
    return Promise.resolve(ok({}));
  },
  updates: {
    state: () => updates,
    look: () =>
      become({
        ...idle,
        state: 'available',
        version: '9.8.7',
        notes: '<b>Faster</b>',
        lookedAt: 0,
      }),
    fetch: () => become({ ...updates, state: 'ready', percent: 100 }),
    install: () => become({ ...updates, state: 'waiting' }),
  },
};
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, ports: { host: 'electron', desktop } });
});
afterAll(() => desk.close());

test('About tells what took how long, and shows the diagnostic bundle before it saves it', async () => {
  const { page } = desk;
  await page.locator('[role=grid] [data-id]').first().waitFor();
  await goTo(page, '#/settings/about');
  await page.getByText('What took how long', { exact: true }).click();
  await page.getByRole('cell', { name: 'Reading a list: vehicle', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Diagnostic bundle…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Diagnostic bundle' });
  await dialog.getByText('Account: local').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the bundle' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Waybill diagnosis .*\.zip$/);
});

test('Notifications are switched off, and quiet hours set', async () => {
  const { page } = desk;
  await goTo(page, '#/settings/attention');
  const quiet = page.getByRole('checkbox', { name: 'Quiet hours' });
  await quiet.check();
  await page.getByLabel('Quiet from').fill('20:30');
  await page.getByLabel('Quiet from').press('Tab');
  await expect
    .poll(() => told.at(-1))
    .toEqual({
      ...{ notifications: true, quiet: true, quietFrom: '20:30', quietTo: '07:00' },
    });
  await page.getByRole('checkbox', { name: /^Tell of writes that need you/ }).uncheck();
  await expect.poll(() => told.at(-1)).toMatchObject({ notifications: false });
  expect(await quiet.isDisabled()).toBe(true);
});

test('Updates are asked for, fetched and installed when the person says so', async () => {
  const { page } = desk;
  const again = async (): Promise<void> => {
    await goTo(page, '#/vehicles');
    await goTo(page, '#/settings/updates');
  };
  await again();
  await page.getByRole('button', { name: 'Ask now' }).click();
  await expect.poll(() => updates.state).toBe('available');
  await again();
  await page.getByText('Waybill 9.8.7 can be fetched.').waitFor();
  await page.getByText('What is new').click();
  // What a feed says is text.
  await page.getByText('<b>Faster</b>').waitFor();
  await page.getByRole('button', { name: 'Fetch it' }).click();
  await expect.poll(() => updates.state).toBe('ready');
  await again();
  await page.getByRole('button', { name: 'Quit and install it' }).click();
  await expect.poll(() => updates.state).toBe('waiting');
  await again();
  await page.getByText('Waybill restarts once what is on its way has ended.').waitFor();
  const shot = process.env['PICTURE'];
  if (shot !== undefined) await page.screenshot({ path: shot });
});

test('A start that came back from a failed update says so, wherever it opens', async () => {
  const { page } = desk;
  updates = { ...idle, state: 'failed', problem: 'notInstalled' };
  await goTo(page, '#/vehicles');
  await page.reload();
  await page.getByText('The update could not be installed').waitFor();
});

test('The desk tells what is said outside of it in the language that is chosen', async () => {
  const { page } = desk;
  await expect.poll(() => spoken?.texts.quit).toBe('Quit');
  expect(spoken).toMatchObject({ language: 'en', direction: 'ltr', refusals: {} });
  await goTo(page, '#/settings');
  await page.locator('label', { hasText: 'Deutsch' }).click();
  await expect.poll(() => spoken?.texts.quit).toBe('Beenden');
  expect(spoken).toMatchObject({ language: 'de', writes: { updateVehicle: 'Fahrzeug ändern' } });
  expect(spoken?.refusals['disk.full']?.what).toContain('Festplatte');
});

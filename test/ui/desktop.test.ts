import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desktop, Files, UpdateState } from '../../electron/core/ports.ts';
import { encodeFrame } from '../../electron/headless/frame.ts';
import { ok } from '../../shared/result.ts';
import { routeQuery } from '../../shared/rules/routeWords.ts';
import type { ShellWords } from '../../shared/rules/shellWords.ts';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** An installed app: what the settings tell of it, and the file of a field pack that was opened in the system. */

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
let folder: string;
let waits: string | null = null;
/** The file that was saved last. */
let kept: { fileName: string; bytes: Uint8Array } | null = null;

const desktop: Desktop = {
  setMenu: () => undefined,
  setWords: (words) => void (spoken = words),
  openWindow: () => false,
  openDataFolder: () => Promise.resolve(null),
  takeHanded() {
    const file = waits;
    waits = null;
    return file;
  },
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
const files: Files = {
  folder: () => Promise.resolve(ok(null)),
  save(fileName, _type, bytes) {
    kept = { fileName, bytes };
    return Promise.resolve(ok({ outcome: 'file', href: null, fileName }));
  },
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-handed-'));
  const ports = { host: 'electron', desktop, files } as const;
  desk = await openDesk({ vehicles: 5, map: false, ports });
});
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

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
  expect(kept).toBeNull();
  await dialog.getByRole('button', { name: 'Save the bundle' }).click();
  await expect.poll(() => kept?.fileName).toMatch(/^Waybill diagnosis .*\.zip$/);
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
    await goTo(page, '#/answers');
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
  await goTo(page, '#/answers');
  await page.reload();
  await page.getByText('The update could not be installed').waitFor();
});

/** A pack of all vehicles, as a file. */
async function packFile(): Promise<string> {
  const { core } = desk.host;
  const wish = {
    ...{ name: 'Night yard', answers: [], withPdf: false, lists: ['vehicle' as const] },
    ...{ routes: null, regions: [] },
  };
  const { id } = valueOf(await core.call('packs.make', { wish }));
  const state = async (): Promise<string> => {
    const listed = await core.call('packs.list', {});
    return listed.ok ? (listed.value.packs[0]?.state ?? '') : listed.error.code;
  };
  await expect.poll(state).toBe('done');
  valueOf(await core.call('packs.saveFile', { id }));
  const { bytes } = kept ?? { bytes: new Uint8Array() };
  const file = path.join(folder, 'From the yard.waybill');
  await writeFile(file, bytes);
  return file;
}

test('A pack that was opened in the system is shown and asked about; nothing is taken by itself', async () => {
  const { page } = desk;
  const file = await packFile();
  waits = file;
  await goTo(page, '#/review');
  const dialog = page.getByRole('dialog', { name: 'Field packs' });
  const told = dialog.getByRole('region', { name: 'What is in “Night yard”' });
  await told.getByText(/Vehicles: \d+ /).waitFor();
  const listed = await desk.host.core.call('packs.list', {});
  expect(listed.ok && listed.value.packs).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Take it in' }).click();
  await dialog.getByText('came as a file').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  waits = path.join(folder, 'gone.waybill');
  await goTo(page, '#/answers');
  await goTo(page, '#/review');
  await dialog.getByText('The file that was to be opened can’t be read.').waitFor();
  expect(await page.content()).not.toContain(folder);
});

test('A pack that was opened in the system waits for what stands in another dialog, and is offered once', async () => {
  const { page } = desk;
  let tell = (): void => undefined;
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer();
    tell = () => socket.send(Buffer.from(encodeFrame({ event: { name: 'handed', payload: {} } })));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Add answers' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add answers' });
  await adding.getByLabel('Ids of answers').fill('600001');
  waits = path.join(folder, 'From the yard.waybill');
  tell();
  await adding.getByRole('button', { name: 'Keep editing' }).click();
  expect(await adding.getByLabel('Ids of answers').inputValue()).toBe('600001');
  await page.keyboard.press('Escape');
  await adding.getByRole('button', { name: 'Throw away' }).click();
  const dialog = page.getByRole('dialog', { name: 'Field packs' });
  const told = dialog.getByRole('region', { name: 'What is in “Night yard”' });
  await told.waitFor();
  await dialog.getByRole('button', { name: 'Take it in' }).click();
  await told.waitFor({ state: 'detached' });
  // Where a pack is put together it waits for that one, and comes once that is given up.
  await dialog.getByRole('button', { name: 'New pack' }).click();
  await dialog.getByLabel('Name of the pack').fill('Given up');
  waits = path.join(folder, 'From the yard.waybill');
  tell();
  await expect.poll(() => waits).toBeNull();
  await page.evaluate(() => window.waybill?.call('packs.list', {}));
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Throw away' }).click();
  await told.waitFor();
  await dialog.getByRole('button', { name: 'Take it in' }).click();
  await told.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'New pack' }).click();
  await dialog.getByLabel('Name of the pack').fill('Again');
  await dialog.getByRole('button', { name: 'Fetch the pack' }).click();
  await dialog.getByLabel('Open the file of a pack').waitFor();
  expect(await told.count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('A pack holds the days of the route history, by the zone that the desk shows', async () => {
  const { page, host } = desk;
  const listed = await host.core.call('records.window', {
    ...{ view: { entity: 'vehicle', archived: 'no' }, offset: 0, limit: 1 },
  });
  const vehicleId = listed.ok ? listed.value.rows[0]?.id : undefined;
  if (vehicleId === undefined) throw new Error('There is no vehicle.');
  await goTo(page, '#/settings/appearance');
  await page.getByLabel('Another time zone').selectOption('America/New_York');
  await goTo(page, '#/review');
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('menuitem', { name: 'Field packs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Field packs' });
  await dialog.getByRole('button', { name: 'New pack' }).click();
  await dialog.getByRole('radio', { name: 'No answers' }).check();
  for (const name of ['Forms', 'Vehicles', 'Areas']) {
    await dialog.getByRole('checkbox', { name, exact: true }).uncheck();
  }
  await dialog.getByRole('combobox', { name: /^Routes of these vehicles too/ }).click();
  await page.locator(`[role=option][data-id="${vehicleId}"]`).click();
  await dialog.getByText(/^Days of .*New.York/).waitFor();
  await dialog.getByLabel('First day').fill('2026-03-08');
  await dialog.getByLabel('Last day').fill('2026-03-08');
  await dialog.getByRole('button', { name: 'Fetch the pack' }).click();
  const readAt = async (): Promise<number | null> => {
    const read = await host.core.call('records.read', {
      ...{ endpoint: 'listRoutes', params: { vehicleId }, refresh: 'never' },
      // A day of 23 hours: its clock was put forward.
      query: routeQuery(Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 2, 9, 4)),
    });
    return read.ok ? read.value.readAt : null;
  };
  await expect.poll(readAt).not.toBeNull();
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

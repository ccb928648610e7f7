import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desktop, Files } from '../../electron/core/ports.ts';
import { ok } from '../../shared/result.ts';
import { routeQuery } from '../../shared/rules/routeWords.ts';
import { encodeFrame } from '../../electron/headless/frame.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** The file of a field pack that was opened in the system, as the desk shows it. */

let desk: TestDesk;
let folder: string;
let waits: string | null = null;
let kept: Uint8Array | null = null;

const desktop: Desktop = {
  setMenu: () => undefined,
  setWords: () => undefined,
  openWindow: () => false,
  openDataFolder: () => Promise.resolve(null),
  takeHanded() {
    const file = waits;
    waits = null;
    return file;
  },
  attention: () => ({ notifications: false, quiet: false, quietFrom: '18:00', quietTo: '07:00' }),
  setAttention: () => Promise.resolve(ok({})),
  updates: {
    state: () => ({
      ...{ state: 'off', why: 'system', version: '', notes: '' },
      ...{ percent: 0, lookedAt: null, problem: '' },
    }),
    look: () => false,
    fetch: () => false,
    install: () => false,
  },
};
const files: Files = {
  folder: () => Promise.resolve(ok(null)),
  save(fileName, _type, bytes) {
    kept = bytes;
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

/** A pack of all vehicles, as a file. */
async function packFile(): Promise<string> {
  const { core } = desk.host;
  const made = await core.call('packs.make', {
    wish: {
      ...{ name: 'Night yard', answers: [], withPdf: false, lists: ['vehicle'] },
      ...{ routes: null, regions: [] },
    },
  });
  if (!made.ok) throw new Error(made.error.message);
  const { id } = made.value;
  const state = async (): Promise<string> => {
    const listed = await core.call('packs.list', {});
    return listed.ok ? (listed.value.packs[0]?.state ?? '') : listed.error.code;
  };
  await expect.poll(state).toBe('done');
  const saved = await core.call('packs.saveFile', { id });
  if (!saved.ok || kept === null) throw new Error('The pack was not saved.');
  const file = path.join(folder, 'From the yard.waybill');
  await writeFile(file, kept);
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
  await goTo(page, '#/vehicles');
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
  await goTo(page, '#/vehicles');
  await page.reload();
  await goTo(page, '#/review');
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

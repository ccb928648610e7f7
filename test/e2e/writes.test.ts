import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { colleague, queue, workOffline } from '../support/ledger.ts';
import {
  bySwitch,
  doTheJobWithoutService,
  doTheMainJob,
  VEHICLES,
  type JobDesk,
} from '../support/mainJob.ts';
import { goTo } from '../support/tour.ts';

/**
 * From a page in a real browser to the service. The main job of a dispatcher, which `test/electron` does
 * in the installed app as well; and what nobody declared, which is shown, copied and kept to the letter: a
 * number beyond 2^53, one spelled `1.10`, a key called `__proto__`, and an escape that could be spelled
 * otherwise.
 */

const VEHICLE = '100001';
const AREA = '4001';
const VEHICLE_FIELDS = [
  '"customRef":9007199254740993',
  '"tariff":1.10',
  '"__proto__":{"polluted":true,"note":"an own key"}',
  '"caf\\u00e9":"spelled \\u0041s sent"',
];
const AREA_FIELDS = [
  '"customerNo":9007199254740993',
  '"rate":1.10',
  '"__proto__":{"visited":true}',
];

let desk: TestDesk;
beforeAll(async () => {
  // A map is drawn for the area alone; in a low window it has fewer points, and lists fewer rows.
  desk = await openDesk({
    vehicles: VEHICLES,
    map: 'shut',
    viewport: { width: 1280, height: 560 },
  });
});
afterAll(() => desk.close());

const job: JobDesk = {
  get page() {
    return desk.page;
  },
  get service() {
    return desk.service;
  },
  call: (name, input) => desk.host.core.call(name, input),
  restart: () => desk.restart(),
  async file() {
    await desk.page.getByRole('button', { name: 'Export PDF' }).click();
    const link = desk.page.getByRole('link', { name: /\.pdf/ });
    await link.waitFor();
    const download = desk.page.waitForEvent('download');
    await link.click();
    return (await download).path();
  },
};

it('does the main job with the switch Work offline', () => doTheMainJob(job, bySwitch));

it('does the main job when the service is killed', async () => {
  // What comes after needs it, whatever becomes of this.
  onTestFinished(() => desk.service.revive());
  await doTheJobWithoutService(job);
});

/** The record's text as the service has it, not as a parser would write it. */
const sent = (path: string): Promise<string> => colleague(desk, 'GET', path);

/** Opens the vehicle's *All fields*. */
async function allFields(): Promise<Locator> {
  await goTo(desk.page, `#/vehicles/${VEHICLE}`);
  await desk.page.getByText('All fields', { exact: true }).click();
  const tree = desk.page.getByRole('group', { name: 'All fields' });
  await tree.waitFor();
  return tree;
}

async function copied(tree: Locator): Promise<string> {
  const { page } = desk;
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await tree.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
  return page.evaluate(() => navigator.clipboard.readText());
}

async function expectShown(tree: Locator): Promise<void> {
  for (const letters of ['9007199254740993', '1.10', '__proto__', '"spelled \\u0041s sent"']) {
    await tree.getByText(letters, { exact: true }).waitFor();
  }
}

function expectHeld(text: string, fields: readonly string[]): void {
  for (const field of fields) expect(text).toContain(field);
}

/** Lets the network back and waits until nothing is left to send. */
async function sendAll(): Promise<void> {
  const settled = new Promise<void>((resolve) => {
    const stop = desk.host.core.on((event) => {
      if (event.name !== 'outbox' || event.payload.waiting !== 0) return;
      stop();
      resolve();
    });
  });
  await workOffline(desk, false);
  await settled;
}

it('a label is edited, waits visibly, is taken back and is sent; unknown fields are shown and copied as they were sent all the while', async () => {
  const { page } = desk;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const before = desk.service.running().log().length;
  expectHeld(await sent(`/vehicles/${VEHICLE}`), VEHICLE_FIELDS);
  const tree = await allFields();
  await expectShown(tree);
  expectHeld(await copied(tree), VEHICLE_FIELDS);
  // What is folded keeps the keyboard while it opens and closes.
  const fold = tree.locator('button[aria-expanded]').first();
  await fold.focus();
  for (const open of ['true', 'false']) {
    await page.keyboard.press('Enter');
    await tree.locator(`button[aria-expanded=${open}]:focus`).waitFor();
  }

  await workOffline(desk, true);
  const waits = page.getByTestId('pending-write');
  const rename = async (label: string): Promise<void> => {
    await page.getByRole('button', { name: 'Change the label' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill(label);
    await page.getByRole('button', { name: 'Save' }).click();
    await tree.getByText(`"${label}"`, { exact: true }).waitFor();
  };
  await rename('Renamed in haste');
  await page.getByTestId('connection-chip').getByText('1 waiting').waitFor();
  await waits.getByRole('button', { name: 'Undo' }).click();
  await tree.getByText('"Renamed in haste"', { exact: true }).waitFor({ state: 'detached' });
  await rename('Renamed with care');
  await expectShown(tree);
  const renamed = [...VEHICLE_FIELDS, '"defaultLabel":"Renamed with care"'];
  expectHeld(await copied(tree), renamed);

  await sendAll();
  expectHeld(await sent(`/vehicles/${VEHICLE}`), renamed);
  const changes = desk.service.running().log().slice(before);
  expect(changes.map(({ endpoint }) => endpoint)).toEqual(['updateVehicle']);
  await waits.waitFor({ state: 'detached' });
  await expectShown(tree);
  expectHeld(await copied(tree), renamed);
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
});

it('unknown fields of an area outlive renaming, archiving and restoring it', async () => {
  expectHeld(await sent(`/areas/${AREA}`), AREA_FIELDS);
  const params = { areaId: AREA };
  for (const write of [
    { endpoint: 'updateArea', params, body: { name: 'Renamed with care' } },
    { endpoint: 'archiveArea', params },
    { endpoint: 'restoreArea', params },
  ] as const) {
    await workOffline(desk, true);
    await queue(desk, write);
    await sendAll();
  }
  const renamed = [...AREA_FIELDS, '"name":"Renamed with care"'];
  expectHeld(await sent(`/areas/${AREA}`), renamed);
  const mirrored = await desk.host.core.call('records.read', {
    ...{ endpoint: 'getArea', params, refresh: 'never' },
  });
  expectHeld((mirrored.ok ? mirrored.value.json : null) ?? '', renamed);
});

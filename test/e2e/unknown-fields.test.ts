import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { takeAllBack } from '../support/ledger.ts';
import { beginAt, goTo } from '../support/tour.ts';

/**
 * What nobody declared is shown, copied and kept to the letter: a number beyond 2^53, one spelled
 * `1.10`, a key called `__proto__`, and an escape that could be spelled otherwise.
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
let page: Page;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false });
});
beforeEach(async () => {
  await takeAllBack(desk);
  page = desk.page;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await beginAt(page, '#/vehicles');
  await page.locator(`[role=grid] [data-id="${VEHICLE}"]`).waitFor();
});
afterAll(() => desk.close());

/** The record's text as the service has it, not as a parser would write it. */
async function sent(path: string): Promise<string> {
  const service = desk.service.running();
  const reply = await fetch(`${service.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${service.token}` },
  });
  return reply.text();
}

/** Opens the record's *All fields*. */
async function allFields(hash: string): Promise<Locator> {
  await goTo(page, hash);
  await page.getByText('All fields', { exact: true }).click();
  const tree = page.getByRole('group', { name: 'All fields' });
  await tree.waitFor();
  return tree;
}

async function copied(tree: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await tree.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
  return page.evaluate(() => navigator.clipboard.readText());
}

async function expectShown(tree: Locator): Promise<void> {
  await tree.getByText('9007199254740993', { exact: true }).waitFor();
  await tree.getByText('1.10', { exact: true }).waitFor();
  await tree.getByText('__proto__', { exact: true }).waitFor();
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
  await desk.host.core.call('session.workOffline', { on: false });
  await settled;
}

it('unknown fields of a vehicle are shown and copied as they were sent, and outlive a write to another field', async () => {
  const before = desk.service.running().log().length;
  expectHeld(await sent(`/vehicles/${VEHICLE}`), VEHICLE_FIELDS);
  const tree = await allFields(`#/vehicles/${VEHICLE}`);
  await expectShown(tree);
  expectHeld(await copied(tree), VEHICLE_FIELDS);

  await desk.host.core.call('session.workOffline', { on: true });
  await page.getByRole('button', { name: 'Change the label' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Renamed with care');
  await page.getByRole('button', { name: 'Save' }).click();
  await tree.getByText('"Renamed with care"', { exact: true }).waitFor();
  await expectShown(tree);
  const waiting = await copied(tree);
  expectHeld(waiting, [...VEHICLE_FIELDS, '"defaultLabel":"Renamed with care"']);

  await sendAll();
  const after = await sent(`/vehicles/${VEHICLE}`);
  expectHeld(after, [...VEHICLE_FIELDS, '"defaultLabel":"Renamed with care"']);
  expect(
    desk.service
      .running()
      .log()
      .slice(before)
      .map(({ endpoint }) => endpoint),
  ).toEqual(['updateVehicle']);

  await desk.restart();
  page = desk.page;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const again = await allFields(`#/vehicles/${VEHICLE}`);
  await expectShown(again);
  expectHeld(await copied(again), [...VEHICLE_FIELDS, '"defaultLabel":"Renamed with care"']);
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
});

it('unknown fields of an area outlive renaming, archiving and restoring it', async () => {
  expectHeld(await sent(`/areas/${AREA}`), AREA_FIELDS);
  const tree = await allFields(`#/areas/${AREA}`);
  await expectShown(tree);
  expectHeld(await copied(tree), AREA_FIELDS);
  const write = async (endpoint: 'updateArea' | 'archiveArea' | 'restoreArea') => {
    const done = await desk.host.core.call('outbox.write', {
      endpoint,
      params: { areaId: AREA },
      ...(endpoint === 'updateArea' ? { body: { name: 'Renamed with care' } } : {}),
    });
    expect(done.ok).toBe(true);
  };
  for (const endpoint of ['updateArea', 'archiveArea', 'restoreArea'] as const) {
    await desk.host.core.call('session.workOffline', { on: true });
    await write(endpoint);
    await sendAll();
  }
  expectHeld(await sent(`/areas/${AREA}`), [...AREA_FIELDS, '"name":"Renamed with care"']);
  await tree.getByText('"Renamed with care"', { exact: true }).waitFor();
  expectHeld(await copied(tree), AREA_FIELDS);
});

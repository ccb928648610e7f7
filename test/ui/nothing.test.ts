import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { startTestService, type TestService } from '../support/localService.ts';
import { goTo } from '../support/tour.ts';

/** A fleet with nothing in it yet: what belongs where, how it gets there, and nothing made up. */

let desk: TestDesk;
let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-'));
  service = await startTestService({ dataDir: folder, seed: 'empty' });
  desk = await openDesk({
    ...{ vehicles: 1, at: '#/drivers', map: false, ports: { localService: service } },
    viewport: { width: 1440, height: 900 },
  });
  await desk.page
    .locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ })
    .waitFor();
});
afterAll(async () => {
  await desk.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test('an empty list says what belongs there and how it gets there', async () => {
  const { page } = desk;
  const said = [
    ['#/drivers', 'There are no drivers', /user with the role of one/],
    ['#/areas', 'There are no areas', /drawn or imported from a file/],
    ['#/cameras', 'There are no camera events', /once it happens/],
    ['#/reports', 'There are no scheduled reports', /by e-mail/],
  ] as const;
  for (const [hash, title, hint] of said) {
    await goTo(page, hash);
    await page.getByText(title).waitFor();
    await page.getByText(hint).waitFor();
  }
});

test('where there is no fuel of any day, no other days are offered', async () => {
  const { page } = desk;
  for (const hash of ['#/fuel?days=30', '#/fuel?tab=vehicles&days=30']) {
    await goTo(page, hash);
    await page.getByText('There are no fuel transactions').waitFor();
    expect(await page.getByRole('button', { name: 'All days' }).count()).toBe(0);
  }
});

test('sums of fuel that could not be read are not told as none', async () => {
  const { page } = desk;
  service.running().faults.set([{ kind: 'status', endpoint: 'listFuelSummary', status: 500 }]);
  await goTo(page, '#/fuel?tab=vehicles&days=7');
  await page.getByText(/the service failed \(500\)/).waitFor();
  await page.getByText('Nothing read yet').waitFor();
  expect(await page.locator('main .list-foot').textContent()).not.toMatch(/\d/);
  service.running().faults.set([]);
});

test('a group that was not read has no number for a name, and an Arabic name is cut at its own end', async () => {
  const { page } = desk;
  await workOffline(desk, true);
  await queue(desk, {
    endpoint: 'createArea',
    body: {
      ...{ name: 'مستودع الشحن المركزي '.repeat(8), type: 'circle', color: '#2563eb' },
      ...{ groupIds: [90_210], radius: 200, coordinates: [{ lat: 41.05, lng: -2.31 }] },
    },
  });
  await goTo(page, '#/areas');
  const row = page.locator('[role=grid] .body [data-id]').first();
  await row.getByText('Group not read yet').waitFor();
  expect(await row.textContent()).not.toContain('90210');
  await row.click();
  const name = page.locator('article.detail h2');
  await name.waitFor();
  const { direction, textAlign } = await name.evaluate((node) => getComputedStyle(node));
  // Where the name runs from the right, so does the cut; it stands where the pane begins all the same.
  expect([direction, textAlign]).toEqual(['rtl', 'left']);
});

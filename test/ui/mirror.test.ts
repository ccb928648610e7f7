import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeInOpen, axeOf, OPEN } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';

/**
 * What the desk holds of the service: there without a network and after a restart, as old as it says,
 * gone only where a person has looked, and read anew where its database was damaged.
 */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({
    ...{ vehicles: 10, map: false, viewport: { width: 1440, height: 560 } },
    faults: [
      { kind: 'status', endpoint: 'listForms', status: 500 },
      { kind: 'status', endpoint: 'listDevices', status: 500 },
      { kind: 'latency', endpoint: 'listFuelSummary', delayMs: 60_000 },
      { kind: 'status', endpoint: 'listFuelTransactions', status: 500 },
    ],
  });
  page = desk.page;
  await page.locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ }).waitFor();
});
afterAll(() => desk.close());

async function restart(meanwhile?: () => void): Promise<void> {
  await desk.restart(meanwhile);
  page = desk.page;
}

const go = (hash: string) => goTo(page, hash);

/** A vehicle that has driven in the last week, so that it has trips to show. */
async function vehicleId(): Promise<string> {
  const ids = await desk.host.core.call('records.ids', { view: { entity: 'vehicle' } });
  const id = ids.ok ? ids.value.ids[0] : undefined;
  if (id === undefined) throw new Error('There is no vehicle.');
  return id;
}

const detail = () => page.locator('article.detail');
/** Of its life; those of today stand below. */
const engineHours = () =>
  detail()
    .locator('dd', { hasText: /^[\d,.]+ h$/ })
    .first();
const trips = () => detail().locator('[role=tabpanel] li.trip');

describe('without a network', () => {
  test('before anything was read the feet of lists say so, and count nothing', async () => {
    const { service, host } = desk;
    const foot = page.locator('main .list-foot');
    await go('#/fuel?tab=vehicles&days=30');
    await foot.getByText('Reading…').waitFor();
    expect(await foot.textContent()).not.toMatch(/\d/);
    await go('#/cameras?tab=fleet');
    await foot.getByText('Not read yet').waitFor();
    expect(await foot.textContent()).not.toMatch(/\d/);
    // The list fills as soon as its devices are there.
    service.running().faults.set([{ kind: 'status', endpoint: 'listForms', status: 500 }]);
    await host.core.call('records.refresh', { entity: 'device' });
    await page.getByRole('button', { name: /^Read the cameras of \d+ devices$/ }).click();
    await foot.getByText(/^\d+ cameras?$/).waitFor();
  });

  test('a list that could not be read says why, and is read once that is over', async () => {
    const { service } = desk;
    await go('#/forms');
    await page.getByText('This list could not be read').waitFor();
    await page.getByRole('main').getByText('the service failed (500)').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Copy request id' }).waitFor();
    expect(await page.locator('main .list-foot').textContent()).toContain('Not read yet');
    service.running().faults.set([]);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await page
      .locator('main .list-foot')
      .getByText(/^\d+ forms/)
      .waitFor();
  });

  test('a record, its trips and its meters are there offline after a restart, with their age', async () => {
    const id = await vehicleId();
    await go(`#/vehicles/${id}`);
    await detail().getByRole('tab', { name: 'Last 7 days' }).click();
    await trips().first().waitFor();
    const shown = await trips().count();
    const first = await trips().first().textContent();
    const hours = await engineHours().textContent();
    // Where it began and ended: the service tells it only where it is asked to.
    await expect.poll(() => trips().first().locator('.where').textContent()).toMatch(/\p{L}{3}/u);

    await workOffline(desk, true);
    await desk.service.kill();
    await restart();
    await go(`#/vehicles/${id}`);
    await detail().getByRole('tab', { name: 'Last 7 days' }).click();
    await trips().first().waitFor();
    expect(await trips().count()).toBe(shown);
    expect(await trips().first().textContent()).toBe(first);
    const AGE = /now|\d+ (s|min) ago/;
    await expect
      .poll(() => detail().locator('[role=tabpanel] .total time').textContent())
      .toMatch(AGE);
    expect(await engineHours().textContent()).toBe(hours);
    const record = detail().locator('summary', { hasText: 'All fields' });
    await expect.poll(() => record.locator('time').textContent()).toMatch(AGE);
  });

  test('what was opened before is gone back to, and forward again, in its place', async () => {
    await go('#/outbox');
    await go(`#/vehicles/${await vehicleId()}`);
    await detail().getByRole('link', { name: 'Route history' }).click();
    await page.locator('main[aria-label="Route history"]').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await detail().waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('main[aria-label="Outbox"]').waitFor();
    const forward = page.getByRole('button', { name: 'Forward', exact: true });
    await forward.click();
    await detail().waitFor();
    await forward.click();
    await page.locator('main[aria-label="Route history"]').waitFor();
    expect(await forward.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await detail().waitFor();
  });

  test('what was never read says so without a network, and how it comes', async () => {
    await go('#/climate');
    await page.getByText('Nothing read yet').waitFor();
    await desk.service.revive();
    await page.getByRole('main').getByRole('button', { name: 'Stop working offline' }).click();
    await page.getByText('Nothing read yet').waitFor({ state: 'detached' });
  });

  test('a record that can’t be had says why, and is looked for again', async () => {
    const { service } = desk;
    const { faults } = service.running();
    faults.set([{ kind: 'status', endpoint: 'getArea', status: 500 }]);
    await go('#/areas/9990001');
    await detail().getByText('the service failed (500)').waitFor();
    faults.set([]);
    await detail().getByRole('button', { name: 'Try again' }).click();
    await detail().getByText('This record is not in the mirror').waitFor();
    await detail().getByRole('button', { name: 'Refresh' }).waitFor();
    expect(await page.locator('main .list-foot').textContent()).toContain('60 areas');
  });
});

/** A service that loses many records at once: nothing goes before a person has looked. */
describe('records that the service no longer lists', () => {
  async function areaIds(): Promise<string[]> {
    const reply = await desk.host.core.call('records.ids', { view: { entity: 'area' } });
    return reply.ok ? reply.value.ids : [];
  }

  /** Somebody else deletes areas at the service; two complete lists notice. */
  async function lose(ids: readonly string[]): Promise<void> {
    const service = desk.service.running();
    const headers = { authorization: `Bearer ${service.token}` };
    for (const id of ids) {
      await service.handle({ method: 'DELETE', path: `/api/areas/${id}`, headers });
    }
    for (let round = 0; round < 2; round += 1) {
      await desk.host.core.call('records.refresh', { entity: 'area' });
    }
  }

  test('a stopped removal is shown with what would go, and a person confirms it', async () => {
    const ids = await areaIds();
    const lost = ids.slice(0, Math.ceil(ids.length / 3));
    await go('#/areas');
    await lose(lost);
    const told = page.getByTestId('stopped-removal');
    await told.getByText(`no longer lists ${String(lost.length)} of`).waitFor();
    expect((await areaIds()).length).toBe(ids.length);
    await told.getByRole('button', { name: 'Review…' }).click();
    const dialog = page.getByRole('dialog', { name: `${String(lost.length)} areas would go` });
    await dialog.getByText(/So many never go without a person/).waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    expect(await dialog.getByRole('listitem').count()).toBe(lost.length);
    await dialog.getByRole('button', { name: `Remove ${String(lost.length)}` }).click();
    await told.waitFor({ state: 'detached' });
    const notice = page
      .locator('.toast')
      .filter({ hasText: `${String(lost.length)} areas were removed` });
    await notice.getByRole('button', { name: 'Undo' }).waitFor();
    expect((await areaIds()).length).toBe(ids.length - lost.length);
  });

  test('what was removed lies in the trash, is looked at and put back', async () => {
    const before = (await areaIds()).length;
    await go('#/settings/trash');
    const trash = page.getByRole('group', { name: 'Removed records' });
    const row = trash.getByRole('row').nth(1);
    const name = (await row.getByRole('rowheader').textContent()) ?? '';
    await row.getByRole('button', { name: 'Look' }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByText(/a person confirmed/).waitFor();
    await dialog.getByText('coordinates').first().waitFor();
    expect(await axeOf(page, OPEN)).toEqual([]);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Put back' }).click();
    await page.getByText(`${name} is back in its list`).waitFor();
    expect((await areaIds()).length).toBe(before + 1);
    await go('#/areas');
    await page.getByRole('searchbox', { name: /^Search areas/ }).fill(name);
    // The list narrows a moment after the words: any row before that is another one.
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .first()
      .getByRole('gridcell')
      .first()
      .click();
    await page.getByText('No longer listed by the service').waitFor();
  });

  test('a stopped removal that is not wanted keeps everything and does not ask again', async () => {
    const ids = await areaIds();
    await go('#/areas');
    await lose(ids.slice(-Math.ceil(ids.length / 3)));
    const told = page.getByTestId('stopped-removal');
    await told.getByRole('button', { name: 'Review…' }).click();
    await page.getByRole('button', { name: 'Keep all' }).click();
    await told.waitFor({ state: 'detached' });
    await desk.host.core.call('records.refresh', { entity: 'area' });
    expect(await told.count()).toBe(0);
    expect((await areaIds()).length).toBe(ids.length);
  });

  test('the question goes where another window answers it, and the next does not open by itself', async () => {
    const ids = await areaIds();
    const some = Math.ceil(ids.length / 3);
    const told = page.getByTestId('stopped-removal');
    const dialog = page.getByRole('dialog', { name: /areas would go$/ });
    await go('#/areas');
    await lose(ids.slice(0, some));
    await told.getByRole('button', { name: 'Review…' }).click();
    await dialog.waitFor();
    await desk.host.core.call('removals.decide', { entity: 'area', decision: 'keep' });
    await told.waitFor({ state: 'detached' });
    await lose(ids.slice(some, -some));
    await told.waitFor();
    expect(await dialog.count()).toBe(0);
  });
});

test('what came back of a damaged database stays on the desk until it was read', async () => {
  const { core } = desk.host;
  await workOffline(desk, true);
  const params = { vehicleId: await vehicleId() };
  await queue(desk, { endpoint: 'updateVehicle', params, body: { defaultLabel: 'Night reserve' } });
  const [info, accounts] = [
    await core.call('desk.info', {}),
    await core.call('session.accounts', {}),
  ];
  if (!info.ok || !accounts.ok) throw new Error('no account');
  const folder = path.join(info.value.dataFolder, 'accounts', accounts.value.accounts[0]?.id ?? '');
  const list = path.join(info.value.dataFolder, 'accounts.json');
  await restart(() => {
    writeFileSync(path.join(folder, 'mirror.db'), 'x'.repeat(9000));
    writeFileSync(list, '{');
  });

  const told = page.getByRole('status', { name: /damaged and has been made anew/ });
  await told.waitFor();
  await expect.poll(() => told.textContent()).toMatch(/1 open write.*mirror\.db\.damaged-\d+T\d+Z/);
  await expect.poll(() => told.textContent()).toContain('Nothing. Vehicles, areas');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    const violations = await axeOf(page, '.recovered');
    expect(violations.map((found) => found.id)).toEqual([]);
  }

  const ofTheStart = page.getByRole('status').filter({ hasText: 'The list of accounts was' });
  await ofTheStart.waitFor();
  const button = page.getByRole('button', { name: 'I have read this' });
  await button.focus();
  await page.keyboard.press('Enter');
  await button.waitFor({ state: 'detached' });
  expect(await desk.host.core.call('desk.recoveries', {})).toEqual({
    ok: true,
    value: { recoveries: [] },
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** What was opened once is there without a network and after a restart, and says how old it is. */
let desk: TestDesk;

beforeAll(async () => {
  desk = await openDesk({
    ...{ vehicles: 10, map: false, scale: 0.25, viewport: { width: 1440, height: 900 } },
    faults: [
      { kind: 'status', endpoint: 'listForms', status: 500 },
      { kind: 'status', endpoint: 'listDevices', status: 500 },
      { kind: 'latency', endpoint: 'listFuelSummary', delayMs: 60_000 },
      { kind: 'status', endpoint: 'listFuelTransactions', status: 500 },
    ],
  });
  await desk.page
    .locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ })
    .waitFor();
});
afterAll(() => desk.close());

/** A vehicle that has driven in the last week, so that it has trips to show. */
async function vehicleId(): Promise<string> {
  const ids = await desk.host.core.call('records.ids', { view: { entity: 'vehicle' } });
  const id = ids.ok ? ids.value.ids[0] : undefined;
  if (id === undefined) throw new Error('There is no vehicle.');
  return id;
}

const go = (hash: string) => goTo(desk.page, hash);
const detail = () => desk.page.locator('article.detail');
/** Of its life; those of today stand below. */
const engineHours = () =>
  detail()
    .locator('dd', { hasText: /^[\d,.]+ h$/ })
    .first();
const trips = () => detail().locator('[role=tabpanel] li.trip');

test('before anything was read the feet of lists say so, and count nothing', async () => {
  const { page, service, host } = desk;
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
  const { page, service } = desk;
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

  await desk.host.core.call('session.workOffline', { on: true });
  await desk.service.kill();
  await desk.restart();
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
  const { page } = desk;
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
  const { page } = desk;
  await go('#/climate');
  await page.getByText('Nothing read yet').waitFor();
  await desk.service.revive();
  await page.getByRole('main').getByRole('button', { name: 'Stop working offline' }).click();
  await page.getByText('Nothing read yet').waitFor({ state: 'detached' });
});

test('a record that can’t be had says why, and is looked for again', async () => {
  const { page, service } = desk;
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

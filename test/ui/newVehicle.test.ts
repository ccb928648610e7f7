import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeBrowser, openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false });
  await desk.page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(async () => {
  await desk.close();
  await closeBrowser();
});

test('a new vehicle is not asked for before it was sent, and its pane follows it to its own id', async () => {
  const { page, host } = desk;
  await host.core.call('session.workOffline', { on: true });
  const made = await host.core.call('outbox.write', {
    endpoint: 'createVehicle',
    body: { regNo: 'NEW 1' },
  });
  const temporary = made.ok ? made.value.op.targetId : '';
  const row = page.locator('[role=grid] [data-id]', { hasText: 'NEW 1' });
  await row.waitFor();
  await row.click({ modifiers: ['Control'] });
  await goTo(page, `#/vehicles/${temporary}`);
  const detail = page.locator('article.detail');
  await detail.getByRole('heading', { name: 'Trips and stops' }).waitFor();
  await detail.getByRole('heading', { name: 'Fuel transactions' }).click();
  await expect.poll(() => detail.getByText('asked once this was sent').count()).toBe(3);

  await host.core.call('session.workOffline', { on: false });
  await expect.poll(() => page.evaluate(() => window.location.hash)).toMatch(/^#\/vehicles\/\d+$/);
  await page.locator('[role=grid] [aria-selected=true]', { hasText: 'NEW 1' }).waitFor();
  await detail.getByText('No trips in this time.').waitFor();
  expect(await detail.getByText('asked once this was sent').count()).toBe(0);
  expect(await detail.locator('.error').count()).toBe(0);
});

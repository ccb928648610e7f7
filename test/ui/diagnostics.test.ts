import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** What the settings tell of the app itself. */

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false });
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
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the bundle' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Waybill diagnosis .*\.zip$/);
});

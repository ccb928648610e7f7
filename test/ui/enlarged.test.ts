import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** A page enlarged to 200 %: 1280 pixels across hold 640 of the page's own. */

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, viewport: { width: 640, height: 450 } });
});
afterAll(() => desk.close());

const breadth = async (of: Locator): Promise<number> => (await of.boundingBox())?.width ?? 0;

test('enlarged twice, details have the room alone, and closing them leads back to the list', async () => {
  const { page } = desk;
  const grid = page.getByRole('grid', { name: 'vehicles' });
  await grid.locator('[data-id]').first().waitFor();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const detail = page.locator('article.detail');
  await detail.waitFor();
  expect(await breadth(detail)).toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await expect.poll(() => grid.evaluate((node) => node === document.activeElement)).toBe(true);
});

test('enlarged twice, what stands beside a list keeps room to be read, and nothing is out of sight', async () => {
  const { page } = desk;
  await goTo(page, '#/forms');
  const hint = page.getByText('Choose a form, or open an answer by its id');
  await hint.waitFor();
  expect(await breadth(page.locator('.split > .pane').last())).toBeGreaterThan(250);
  const chip = page.getByTestId('connection-chip').locator('.truncate');
  expect(await chip.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);

  // Somewhat wider, the list is there again, and the button that closes is in sight.
  await page.setViewportSize({ width: 760, height: 600 });
  await goTo(page, '#/drivers');
  await page.locator('[role=grid] [data-id]').first().click();
  const close = page.locator('article.detail').getByRole('button', { name: 'Close details' });
  await close.waitFor();
  const box = await close.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(760);
});

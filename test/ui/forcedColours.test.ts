import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo, visit } from '../support/tour.ts';

/** Where the system forces its colours, the desk tells by them what it tells by its own elsewhere. */

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false });
  await desk.page.emulateMedia({ forcedColors: 'active' });
});
afterAll(() => desk.close());

const fillOf = (at: Locator): Promise<string> =>
  at.evaluate((node) => getComputedStyle(node).backgroundColor);

/** What the system fills chosen things with, as a page is told it. */
const highlight = (): Promise<string> =>
  desk.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.backgroundColor = 'Highlight';
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });

test('in forced colours what is chosen, pressed and current is filled, and nothing else is', async () => {
  const { page } = desk;
  const rows = page.locator('[role=grid] .body .row[data-id]');
  await rows.nth(1).waitFor();
  await page.getByRole('button', { name: /^Stopped/ }).click();
  await rows.first().click();
  await page.locator('main article').waitFor();
  const filled = await highlight();
  const plain = [
    page.getByRole('button', { name: /^Idling/ }),
    page.locator('nav li a[href="#/drivers"]'),
    rows.nth(1),
  ];
  const chosen = [
    page.getByRole('button', { name: /^Stopped/ }),
    page.locator('nav li a[href="#/vehicles"]'),
    rows.first(),
  ];
  for (const at of chosen) expect(await fillOf(at)).toBe(filled);
  for (const at of plain) expect(await fillOf(at)).not.toBe(filled);

  await goTo(page, '#/settings/appearance');
  const theme = page.getByRole('group', { name: 'Theme' });
  expect(await fillOf(theme.locator('label', { hasText: 'As the system' }))).toBe(filled);
  expect(await fillOf(theme.locator('label', { hasText: 'Dark' }))).not.toBe(filled);
});

test('in forced colours the row that the keyboard is on has lines, and colours that are told stay', async () => {
  const { page } = desk;
  await visit(page, '#/reference?kind=vehicleType');
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  const lineOf = (at: Locator): Promise<string> =>
    at.evaluate((node) => getComputedStyle(node).borderBlockStartWidth);
  await expect.poll(() => lineOf(grid.locator('.row.active > .cell').first())).toBe('3px');
  expect(await lineOf(grid.locator('.body .row:not(.active) > .cell').first())).toBe('0px');

  const colours = await page
    .locator('.swatch')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(colours).size).toBeGreaterThan(2);
});

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { denseText, readPdf } from '../support/pdfFile.ts';
import { visit } from '../support/tour.ts';

/** What a list puts on paper; every page is looked at in everyPage.test.ts. */

let desk: TestDesk;
let page: Page;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 150, map: false, colorScheme: 'dark' });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

const rowsOnPaper = (): Promise<number> => page.locator('table.print-table tbody tr').count();

test('a list is printed with all of its rows, by the key and from the palette', async () => {
  await visit(page, '#/vehicles');
  await page.evaluate(() => {
    const told = window as unknown as { printed: number[] };
    told.printed = [];
    window.print = () => {
      told.printed.push(document.querySelectorAll('table.print-table tbody tr').length);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  const printed = (): Promise<number[]> =>
    page.evaluate(() => (window as unknown as { printed: number[] }).printed);
  await page.keyboard.press('Control+p');
  await expect.poll(printed).toEqual([150]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).fill('print');
  await page.getByRole('option', { name: /^Print/ }).click();
  await expect.poll(printed).toEqual([150, 150]);
  // Afterwards the list is the one that scrolls.
  await expect.poll(rowsOnPaper).toBe(0);
  await page.locator('[role=grid] [data-id]').first().waitFor();
});

test('a long list comes out on several sheets', async () => {
  await visit(page, '#/vehicles');
  await page.emulateMedia({ media: null });
  const plates = await page.locator('[role=grid] .plate').allTextContents();
  const { pages, dense } = await readPdf(await page.pdf({ format: 'A4' }));
  expect(pages.length).toBeGreaterThan(2);
  for (const plate of plates) expect(dense).toContain(denseText(plate));
});

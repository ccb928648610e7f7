import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { undoNotice } from '../support/tour.ts';

let desk: TestDesk;
let page: Page;
/** Two vehicles by their registrations, and a driver by name. */
let vehicles: string[];
let driver: string;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 40, map: false });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
  vehicles = await named('vehicle');
  [driver = ''] = await named('driver');
});
afterAll(() => desk.close());

/** The names of some records, as a search shows them, once the mirror has them. */
async function named(entity: 'vehicle' | 'driver'): Promise<string[]> {
  const found = await page.waitForFunction(
    async ([kind, text]) => {
      const input = { text, entities: [kind], limit: 20 };
      const search = await window.waybill?.call('records.search', input);
      const hits = search?.ok === true ? search.value.hits : [];
      return hits.length > 2 ? hits.map(({ title }) => title) : null;
    },
    [entity, entity === 'vehicle' ? 'WB-' : 'a'] as const,
  );
  return (await found.jsonValue()) ?? [];
}

const box = () => page.getByRole('combobox', { name: /Search vehicles/ });
async function type(line: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await box().waitFor();
  await page.keyboard.insertText(line);
}
const doing = () =>
  page.getByRole('group', { name: 'Do', exact: true }).getByRole('option').first();
const ops = () =>
  page.evaluate(async () => {
    const found = await window.waybill?.call('outbox.list', { offset: 0, limit: 50 });
    return found?.ok === true
      ? found.value.ops.map(({ endpoint, state }) => [endpoint, state])
      : [];
  });

test('a typed line shows what it changes and does it at Enter, offline too, with an undo in its notice', async () => {
  await page.evaluate(() => window.waybill?.call('session.workOffline', { on: true }));
  await type(`assign ${vehicles[0] ?? ''} "${driver}"`);
  await doing().waitFor();
  await expect.poll(() => doing().textContent()).toContain(vehicles[0]);
  const preview = page.locator('.palette .preview');
  expect(await preview.locator('ins').first().textContent()).toBe(driver);
  await page.keyboard.press('Enter');
  await box().waitFor({ state: 'detached' });
  await page.getByRole('status').filter({ hasText: 'Assign' }).first().waitFor();
  expect(await ops()).toContainEqual(['setDriver', 'QUEUED']);
  await undoNotice(page, 'Assign');
  await expect.poll(ops).toContainEqual(['setDriver', 'CANCELLED']);
  // The line is found again by any part of it, to be changed and sent once more.
  await type(driver.split(' ').at(-1) ?? '');
  const earlier = page.getByRole('option').filter({ hasText: 'Typed before' }).first();
  await expect.poll(() => earlier.textContent()).toContain(driver);
  await page.keyboard.press('Escape');
});

test('a line that lacks something says so and goes on where it was completed', async () => {
  await type('arch');
  await page.getByRole('option').filter({ hasText: 'archive vehicle' }).first().click();
  expect(await box().inputValue()).toBe('archive vehicle ');
  await page.keyboard.insertText('WB-');
  const choice = page.getByRole('group', { name: 'Do', exact: true }).getByRole('option').nth(1);
  await choice.waitFor();
  expect(await doing().getAttribute('aria-disabled')).toBe('true');
  await choice.click();
  expect(await box().inputValue()).toMatch(/^archive vehicle WB-\S+$/);
  await page.locator('.palette .preview').waitFor();
  await page.keyboard.press('Escape');
});

test('several pasted lines are read first, none is sent before all are understood, and one undo is for all', async () => {
  const before = (await ops()).length;
  await page.keyboard.press('Control+k');
  await box().waitFor();
  const lines = `archive ${vehicles[1] ?? ''}\nasign ${vehicles[2] ?? ''} ${driver}\n`;
  await box().evaluate((node, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
  }, lines);
  const dialog = page.getByRole('dialog', { name: 'Several lines' });
  await dialog.getByText('1 of 2 lines are understood').waitFor();
  await dialog.getByText('This is no command.').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  expect((await ops()).length).toBe(before);
  await dialog
    .getByLabel('One line each')
    .fill(lines.replace('asign', 'assign').replace(driver, `"${driver}"`));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Do 2 lines' }).click();
  await dialog.waitFor({ state: 'detached' });
  const now = await ops();
  expect(now).toContainEqual(['archiveVehicle', 'QUEUED']);
  expect(now.length).toBe(before + 2);
  await undoNotice(page, '2 writes queued');
  const waiting = async () => (await ops()).filter(([, state]) => state === 'QUEUED');
  await expect.poll(waiting).toEqual([]);
});

test('several lines are stopped on the way: those that were sent have one undo, the others stay typed', async () => {
  const before = (await ops()).length;
  const lines = vehicles.slice(1, 4).map((plate) => `archive ${plate}`);
  await type('archive');
  await box().evaluate((node, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
  }, lines.join('\n'));
  const dialog = page.getByRole('dialog', { name: 'Several lines' });
  const typed = dialog.getByLabel('One line each');
  await typed.fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Check' }).click();
  const goOn = heldBack(desk, 'outbox.write', (_, count) => count === 2);
  await dialog.getByRole('button', { name: 'Do 3 lines' }).click();
  await dialog.getByText('1 of 3', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  goOn();
  await expect.poll(() => typed.inputValue()).toBe(lines[2]);
  expect((await ops()).length).toBe(before + 2);
  await typed.fill('');
  await page.keyboard.press('Escape');
  await undoNotice(page, '2 writes queued. Left as they are: 1');
  const waiting = async () => (await ops()).filter(([, state]) => state === 'QUEUED');
  await expect.poll(waiting).toEqual([]);
});

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** A hundred thousand lines where text can be pasted: told, kept, and nothing of it done. */
const MANY = 100_000;
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 10, map: false });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

const lines = (line: (n: number) => string): string =>
  Array.from({ length: MANY }, (_, n) => line(n)).join('\n');
const queued = async (): Promise<number> => {
  const told = await desk.host.core.call('outbox.list', { offset: 0, limit: 10 });
  return told.ok ? told.value.ops.length : NaN;
};

test('as typed lines are too many: said at once, kept to be shortened, and none is done', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).evaluate(
    (node, pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
    },
    lines((n) => `archive WB-${String(n)}`),
  );
  const dialog = page.getByRole('dialog', { name: 'Several lines' });
  await dialog.getByText(/500 lines/).waitFor();
  const box = dialog.getByLabel('One line each');
  expect((await box.inputValue()).length).toBeGreaterThan(MANY * 10);
  expect(await queued()).toBe(0);
  // What is left of them is checked as ever.
  await box.fill('archive nothing-of-that-name');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('0 of 1 lines are understood').waitFor();
  await box.fill('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('as ids of answers are counted, and none is asked for before that is wished', async () => {
  await goTo(page, '#/review');
  await page.getByRole('button', { name: 'Add answers' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Add answers' });
  const box = dialog.getByLabel('Ids of answers');
  // As a paste does it; what types for a test does so line by line.
  await box.evaluate(
    (node, pasted) => {
      if (node instanceof HTMLTextAreaElement) node.value = pasted;
      node.dispatchEvent(new Event('input', { bubbles: true }));
    },
    lines((n) => String(n + 1)),
  );
  await dialog.getByText('100,000 ids, 0 of them are here.').waitFor();
  expect((await box.inputValue()).length).toBeGreaterThan(MANY * 4);
  const told = await desk.host.core.call('answers.requests', {});
  expect(told).toMatchObject({ ok: true, value: { requests: [] } });
  await box.fill('1 2');
  await dialog.getByText('2 ids, 0 of them are here.').waitFor();
  await dialog.getByRole('button', { name: 'Fetch 2' }).waitFor();
});

import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, remedy, takeAllBack, workOffline } from '../support/ledger.ts';
import { beginAt, goTo } from '../support/tour.ts';

/** What is typed into a dialog is lost to no key, unless the person says so. */

const VEHICLE = '100004';
const QUESTION = 'Throw away what you typed?';
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 10, map: false });
  page = desk.page;
});
beforeEach(async () => {
  await takeAllBack(desk);
  await beginAt(page, '#/vehicles');
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

/** The dialog that edits a label that waits. */
async function openEdit(label: string): Promise<Locator> {
  await workOffline(desk, true);
  const params = { vehicleId: VEHICLE };
  await queue(desk, { endpoint: 'updateVehicle', params, body: { defaultLabel: label } });
  await goTo(page, '#/outbox');
  await page.locator('[role=grid] [data-id]').first().click();
  await remedy(desk, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit the write' });
  await dialog.waitFor();
  return dialog;
}

async function openAdd(): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a vehicle' });
  await dialog.waitFor();
  return dialog;
}

const focused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((node) => node === document.activeElement);
const expectFocus = (locator: Locator) => expect.poll(() => focused(locator)).toBe(true);
const gone = (dialog: Locator): Promise<void> => dialog.waitFor({ state: 'detached' });

describe('typing', () => {
  test('a label that grows long while it is edited keeps its field, and every key', async () => {
    const long = 'Spare for the northern round, '.repeat(4);
    const dialog = await openEdit('Short');
    await expectFocus(dialog.getByLabel('Label'));
    await page.keyboard.press('End');
    await page.keyboard.type(long);
    expect(await dialog.getByLabel('Label').inputValue()).toBe(`Short${long}`);
    await page.keyboard.press('Enter');
    await gone(dialog);
    await page.locator('article ins').getByText(`Short${long.trim()}`).waitFor();
  });

  test('and one of several lines keeps its lines', async () => {
    const dialog = await openEdit('First line\nSecond line');
    const label = dialog.getByLabel('Label');
    expect(await label.inputValue()).toBe('First line\nSecond line');
    await label.fill('One');
    expect(await focused(label)).toBe(true);
    await page.keyboard.type(' more');
    expect(await label.inputValue()).toBe('One more');
  });
});

describe('Escape', () => {
  test('closes a dialog in which nothing was typed at once', async () => {
    const dialog = await openAdd();
    await page.keyboard.press('Escape');
    await gone(dialog);
    await expectFocus(page.getByRole('button', { name: 'Add a vehicle' }));
    const edit = await openEdit('Short');
    await page.keyboard.press('Escape');
    await gone(edit);
  });

  test('asks before it throws away what was typed, however often it is pressed', async () => {
    const dialog = await openAdd();
    const field = dialog.getByRole('textbox').first();
    await field.focus();
    await page.keyboard.type('Typed');
    const question = dialog.getByRole('alertdialog', { name: QUESTION });
    const keep = question.getByRole('button', { name: 'Keep editing' });
    // Presses in a row are requests to close that a page can't refuse: none of them may reach it.
    for (let round = 0; round < 3; round += 1) {
      await page.keyboard.press('Escape');
      await expectFocus(keep);
      await page.keyboard.press('Escape');
      await gone(question);
      await expectFocus(field);
    }
    await page.keyboard.type(' on');
    expect(await field.inputValue()).toBe('Typed on');

    for (const name of ['Cancel', 'Close']) {
      await dialog.getByRole('button', { name, exact: true }).click();
      await expectFocus(keep);
      await page.keyboard.press('Enter');
      await gone(question);
    }
    // Beside the dialog.
    await page.mouse.click(5, 400);
    await expectFocus(keep);
    await question.getByRole('button', { name: 'Throw away' }).click();
    await gone(dialog);
    await expectFocus(page.getByRole('button', { name: 'Add a vehicle' }));
  });

  test('asks for a write that is edited, and not once it is as it was', async () => {
    const dialog = await openEdit('Short');
    await page.keyboard.press('End');
    await page.keyboard.type('er');
    await page.keyboard.press('Escape');
    const question = dialog.getByRole('alertdialog', { name: QUESTION });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expectFocus(dialog.getByLabel('Label'));
    await dialog.getByLabel('Label').fill('Short');
    await page.keyboard.press('Escape');
    await gone(dialog);
  });
});

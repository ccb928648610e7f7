import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '../../shared/result.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { queue, recordIds, remedy, takeAllBack, workOffline } from '../support/ledger.ts';
import { beginAt, goTo, undoNotice } from '../support/tour.ts';

/** What is typed: into a dialog, where it is lost to no key unless the person says so, and as a line. */

const VEHICLE = '100004';
const QUESTION = 'Throw away what you typed?';
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 40, map: false });
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

test.each([
  ['a group of areas', '#/areas?tab=groups', ['New group'], 'New group', 'Name'],
  ['a map server', '#/settings', ['Add a map server…'], 'Add a map server', 'Address of its tiles'],
  ['a pack', '#/review', ['Hand over', 'Field packs…', 'New pack'], 'Field packs', 'Ids or'],
  ['who reviews', '#/review', ['Hand over', 'Change the name'], 'Who reviews here?', 'Your name'],
  ['answers to fetch', '#/review', ['Add answers', 'Range'], 'Add answers', 'From'],
])('what was typed of %s is asked about', async (_what, hash, presses, title, label) => {
  await goTo(page, hash);
  for (const name of presses) {
    const [button, ...others] = (['button', 'menuitem', 'tab'] as const).map((role) =>
      page.getByRole(role, { name }),
    );
    if (button === undefined) throw new Error('no role');
    await others
      .reduce((any, one) => any.or(one), button)
      .first()
      .click();
  }
  const dialog = page.getByRole('dialog', { name: title });
  const field = dialog.getByRole('textbox', { name: label });
  const before = await field.inputValue();
  await field.fill('half typed');
  await page.keyboard.press('Escape');
  const question = dialog.getByRole('alertdialog', { name: QUESTION });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await field.inputValue()).toBe('half typed');
  await field.fill(before);
  await page.keyboard.press('Escape');
  await gone(dialog);
});

test('the name of a group of areas waits for it while another page or group is looked at', async () => {
  await recordIds(desk, 'areaGroup');
  await goTo(page, '#/areas?tab=groups');
  const rows = page.locator('[role=grid] [data-id]');
  await rows.nth(1).waitFor();
  const [first, second] = [rows.nth(0), rows.nth(1)];
  const before = (await first.innerText()).split('\n')[0] ?? '';
  const name = page.locator('article.detail').getByLabel('Name');
  await first.click();
  await expect.poll(() => name.inputValue()).toBe(before);
  await name.fill('Half a name');
  await second.click();
  await expect.poll(() => name.inputValue()).not.toBe('Half a name');
  await page.keyboard.press('Escape');
  await goTo(page, '#/vehicles');
  await goTo(page, '#/areas?tab=groups');
  await first.click();
  await expect.poll(() => name.inputValue()).toBe('Half a name');
  await page.locator('article.detail').getByRole('button', { name: 'Cancel' }).click();
  expect(await name.inputValue()).toBe(before);
});

test('and goes along where a new group gets the id of the service', async () => {
  await recordIds(desk, 'areaGroup');
  await workOffline(desk, true);
  await goTo(page, '#/areas?tab=groups');
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByLabel('Name').fill('Night shift');
  await page.keyboard.press('Enter');
  const name = page.locator('article.detail').getByLabel('Name');
  await expect.poll(() => name.inputValue()).toBe('Night shift');
  const address = () => page.evaluate(() => window.location.hash);
  const before = await address();
  await name.fill('Night shift, half');
  await workOffline(desk, false);
  await expect.poll(address).not.toBe(before);
  await page.locator('article.detail h2', { hasText: /^Night shift$/ }).waitFor();
  expect(await name.inputValue()).toBe('Night shift, half');
  await page.locator('article.detail').getByRole('button', { name: 'Cancel' }).click();
});

/** The names of some records, as a search shows them, once the mirror has them. */
async function named(entity: 'vehicle' | 'driver'): Promise<string[]> {
  const input = { text: entity === 'vehicle' ? 'WB-' : 'a', entities: [entity], limit: 20 };
  let titles: string[] = [];
  const find = async (): Promise<number> => {
    const search = await desk.host.core.call('records.search', input);
    titles = search.ok ? search.value.hits.map(({ title }) => title) : [];
    return titles.length;
  };
  await expect.poll(find).toBeGreaterThan(3);
  return titles;
}

const box = () => page.getByRole('combobox', { name: /Search vehicles/ });
async function type(line: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await box().waitFor();
  await page.keyboard.insertText(line);
}
async function paste(lines: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await box().waitFor();
  await box().evaluate((node, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
  }, lines);
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

describe('a line', () => {
  /** Vehicles by their registrations, and a driver by name. */
  let vehicles: string[];
  let driver: string;
  beforeEach(async () => {
    vehicles = await named('vehicle');
    [driver = ''] = await named('driver');
    await workOffline(desk, true);
  });

  test('a typed line shows what it changes and does it at Enter, offline too, with an undo in its notice', async () => {
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
    const lines = `archive ${vehicles[1] ?? ''}\nasign ${vehicles[2] ?? ''} ${driver}\n`;
    await paste(lines);
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
    await paste(lines.join('\n'));
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

  test('a line that is refused stays typed, with why, and what can’t be undone is told beside it', async () => {
    const why = 'Nothing more fits on this disk.';
    const error = { kind: 'local', code: 'test.full', message: why, next: 'none' } as const;
    const call: (name: string, input: unknown) => Promise<Result<unknown>> =
      desk.host.core.call.bind(desk.host.core);
    const spy = vi
      .spyOn(desk.host.core, 'call')
      .mockImplementation(async (name: string, input: unknown) =>
        name === 'outbox.write' ? { ok: false, error } : call(name, input),
      );
    const line = `odometer ${vehicles[0] ?? ''} 120000 km`;
    await type(line);
    await doing().waitFor();
    const described = () =>
      doing().evaluate((node) =>
        (node.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(),
      );
    await expect.poll(described).toContain('It cannot be undone.');
    await page.keyboard.press('Enter');
    await page.locator('.palette').getByRole('alert').getByText(why).waitFor();
    expect(await box().inputValue()).toBe(line);
    spy.mockRestore();
    await page.keyboard.press('Enter');
    await box().waitFor({ state: 'detached' });
    await expect.poll(ops).toContainEqual(['calibrateOdometer', 'QUEUED']);
  });

  test('Enter waits for the record that is typed, and opens none that earlier words found', async () => {
    const [first = '', second = ''] = vehicles;
    await type(first);
    const options = page.locator('.palette').getByRole('option');
    await options.filter({ hasText: first }).first().waitFor();
    const before = await page.evaluate(() => window.location.hash);
    const goOn = heldBack(desk, 'records.search', () => true);
    await box().fill(second);
    await page.keyboard.press('Enter');
    const { palette: stays, address } = await page.evaluate(() => ({
      palette: document.querySelector('.palette') !== null,
      address: window.location.hash,
    }));
    expect([stays, address]).toEqual([true, before]);
    goOn();
    await box().waitFor({ state: 'detached' });
    await page.locator('article.detail').getByRole('heading', { name: second }).first().waitFor();
  });

  test('lines that are pasted while others are read come behind them', async () => {
    const [first = '', second = ''] = vehicles;
    await paste(`archive ${first}\nnothing`);
    const dialog = page.getByRole('dialog', { name: 'Several lines' });
    const typed = dialog.getByLabel('One line each');
    await dialog.getByText('1 of 2 lines are understood').waitFor();
    await paste(`archive ${second}\nmore`);
    await dialog.getByText('2 of 4 lines are understood').waitFor();
    expect(await typed.inputValue()).toBe(`archive ${first}\nnothing\narchive ${second}\nmore`);
    await typed.fill('');
    await page.keyboard.press('Escape');
    await gone(dialog);
  });
});

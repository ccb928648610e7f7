import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '../../shared/result.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { queue, remedy, takeAllBack, workOffline } from '../support/ledger.ts';
import { isEveryday } from '../support/runs.ts';
import { beginAt, goTo, undoNotice } from '../support/tour.ts';

/** What is typed or pasted: into a dialog, where no key loses it unless the person says so, as a line, and from a file. */

/** Far more lines than are taken; in the long form a hundred thousand. */
const MANY = isEveryday ? 10_000 : 100_000;
const QUESTION = 'Throw away what you typed?';
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 8, map: false, at: '#/outbox' });
  page = desk.page;
});
beforeEach(async () => {
  await takeAllBack(desk);
  await beginAt(page, '#/outbox');
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
});
afterAll(() => desk.close());

/** The dialog that edits a label that waits. */
async function openEdit(vehicleId: string, label: string): Promise<Locator> {
  await workOffline(desk, true);
  const body = { defaultLabel: label };
  const opId = await queue(desk, { endpoint: 'updateVehicle', params: { vehicleId }, body });
  await goTo(page, `#/outbox/${opId}`);
  return editAgain();
}

async function editAgain(): Promise<Locator> {
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

test('Escape closes a dialog in which nothing was typed, and asks before it throws away what was', async () => {
  await goTo(page, '#/vehicles');
  const untouched = await openAdd();
  await page.keyboard.press('Escape');
  await gone(untouched);
  await expectFocus(page.getByRole('button', { name: 'Add a vehicle' }));

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

test('an edited label keeps its field, lines and every key, and is asked about until as it was', async () => {
  const changed = await openEdit('100004', 'Short');
  await page.keyboard.press('End');
  await page.keyboard.type('er');
  await page.keyboard.press('Escape');
  const question = changed.getByRole('alertdialog', { name: QUESTION });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expectFocus(changed.getByLabel('Label'));
  await changed.getByLabel('Label').fill('Short');
  await page.keyboard.press('Escape');
  await gone(changed);

  const long = 'Spare for the northern round, '.repeat(4);
  const growing = await editAgain();
  await expectFocus(growing.getByLabel('Label'));
  await page.keyboard.press('End');
  await page.keyboard.type(long);
  expect(await growing.getByLabel('Label').inputValue()).toBe(`Short${long}`);
  await page.keyboard.press('Enter');
  await gone(growing);
  await page.locator('article ins').getByText(`Short${long.trim()}`).waitFor();

  const label = (await openEdit('100005', 'First line\nSecond line')).getByLabel('Label');
  expect(await label.inputValue()).toBe('First line\nSecond line');
  await label.fill('One');
  expect(await focused(label)).toBe(true);
  await page.keyboard.type(' more');
  expect(await label.inputValue()).toBe('One more');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Throw away' }).click();
  await gone(growing);
});

test('what was typed of a group, a map server, a pack, who reviews or answers to fetch is asked about', async () => {
  const dialogs: [hash: string, presses: string[], title: string, label: string][] = [
    ['#/areas?tab=groups', ['New group'], 'New group', 'Name'],
    ['#/settings', ['Add a map server…'], 'Add a map server', 'Address of its tiles'],
    ['#/review', ['Hand over', 'Field packs…', 'New pack'], 'Field packs', 'Ids or'],
    ['#/review', ['Hand over', 'Change the name'], 'Who reviews here?', 'Your name'],
    ['#/review', ['Add answers', 'Range'], 'Add answers', 'From'],
  ];
  for (const [hash, presses, title, label] of dialogs) {
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
  }
});

test('as ids of answers are counted, and none is asked for before that is wished', async () => {
  await goTo(page, '#/review');
  await page.getByRole('button', { name: 'Add answers' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Add answers' });
  const ids = dialog.getByLabel('Ids of answers');
  // As a paste does it; what types for a test does so line by line.
  await ids.evaluate(
    (node, pasted) => {
      if (node instanceof HTMLTextAreaElement) node.value = pasted;
      node.dispatchEvent(new Event('input', { bubbles: true }));
    },
    manyLines((n) => String(n + 1)),
  );
  await dialog.getByText(`${MANY.toLocaleString('en')} ids, 0 of them are here.`).waitFor();
  expect((await ids.inputValue()).length).toBeGreaterThan(MANY * 3);
  const told = await desk.host.core.call('answers.requests', {});
  expect(told).toMatchObject({ ok: true, value: { requests: [] } });
  await ids.fill('1 2');
  await dialog.getByText('2 ids, 0 of them are here.').waitFor();
  await dialog.getByRole('button', { name: 'Fetch 2' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Throw away' }).click();
  await dialog.waitFor({ state: 'detached' });
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
const queued = async () => (await ops()).filter(([, state]) => state === 'QUEUED');

const manyLines = (line: (n: number) => string): string =>
  Array.from({ length: MANY }, (_, n) => line(n)).join('\n');

test('areas of files that can’t be read say why, and leave what was chosen before', async () => {
  await goTo(page, '#/areas/import');
  const pane = page.getByRole('article', { name: 'Areas from a file' });
  const choose = (name: string, content: string): Promise<void> => {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
    return pane.locator('input[type=file]').setInputFiles(file);
  };
  const yards = (first: number, count: number): string => {
    const rows = Array.from({ length: count }, (_, at) => `Yard ${first + at},41,-2.3,120`);
    return ['name,latitude,longitude,radius', ...rows].join('\n');
  };
  const yard = (n: number) => pane.getByRole('checkbox', { name: `Bring in Yard ${n}` });
  await choose('yards.csv', yards(1, 2));
  await yard(2).uncheck();
  const before = (await ops()).length;
  const tooMany = /more than \d+ areas/;
  for (const [name, content, says] of [
    ['torn.kmz', 'PK\u0003\u0004 and nothing else', /archive is damaged/],
    ['many.csv', yards(1, 5_001), tooMany],
  ] as const) {
    await choose(name, content);
    await pane.getByText(says).waitFor();
    await pane.getByText(name).waitFor();
    expect([await yard(1).isChecked(), await yard(2).isChecked()]).toEqual([true, false]);
  }
  expect((await ops()).length).toBe(before);
  await choose('yards.csv', yards(3, 1));
  await yard(3).waitFor();
  expect(await pane.getByText(tooMany).count()).toBe(0);
  await pane.getByRole('button', { name: 'Close' }).click();
  await pane.waitFor({ state: 'detached' });
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

  test('a typed line shows what it changes, does it with an undo, and goes on where it was completed', async () => {
    await type(`assign ${vehicles[0] ?? ''} "${driver}"`);
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
    await box().waitFor({ state: 'detached' });

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

  test('pasted lines come behind others, none is sent before all are understood, and one undo is for all', async () => {
    const before = (await ops()).length;
    const first = `archive ${vehicles[1] ?? ''}`;
    await paste(`${first}\nnothing`);
    const dialog = page.getByRole('dialog', { name: 'Several lines' });
    const typed = dialog.getByLabel('One line each');
    await dialog.getByText('1 of 2 lines are understood').waitFor();
    const second = `asign ${vehicles[2] ?? ''} "${driver}"`;
    const third = `archive ${vehicles[3] ?? ''}`;
    await paste(`${second}\n${third}`);
    await dialog.getByText('2 of 4 lines are understood').waitFor();
    await dialog.getByText('This is no command.').first().waitFor();
    expect(await typed.inputValue()).toBe(`${first}\nnothing\n${second}\n${third}`);
    expect(await axeInOpen(page)).toEqual([]);
    expect((await ops()).length).toBe(before);
    await typed.fill(`${first}\n${second.replace('asign', 'assign')}\n`);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Do 2 lines' }).click();
    await dialog.waitFor({ state: 'detached' });
    const now = await ops();
    expect(now).toContainEqual(['archiveVehicle', 'QUEUED']);
    expect(now.length).toBe(before + 2);
    await undoNotice(page, '2 writes queued');
    await expect.poll(queued).toEqual([]);
  });

  test('lines too many are kept to be shortened; stopped on the way, those sent have one undo, others stay', async () => {
    const before = (await ops()).length;
    const lines = vehicles.slice(1, 4).map((plate) => `archive ${plate}`);
    await paste(manyLines((n) => `archive WB-${String(n)}`));
    const dialog = page.getByRole('dialog', { name: 'Several lines' });
    await dialog.getByText(/500 lines/).waitFor();
    const typed = dialog.getByLabel('One line each');
    expect((await typed.inputValue()).length).toBeGreaterThan(MANY * 10);
    expect((await ops()).length).toBe(before);
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
    await expect.poll(queued).toEqual([]);
  });

  test('a line that is refused stays typed, with why, and what can’t be undone is told beside it', async () => {
    const why = 'Nothing more fits on this disk.';
    const error = { kind: 'local', code: 'test.full', message: why, next: 'none' } as const;
    const { core } = desk.host;
    const call: (name: string, input: unknown) => Promise<Result<unknown>> = core.call.bind(core);
    const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
      return name === 'outbox.write' ? { ok: false, error } : call(name, input);
    });
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
    const stays = await page.evaluate(() => [
      document.querySelector('.palette') !== null,
      window.location.hash,
    ]);
    expect(stays).toEqual([true, before]);
    goOn();
    await box().waitFor({ state: 'detached' });
    await page.locator('article.detail').getByRole('heading', { name: second }).first().waitFor();
  });
});

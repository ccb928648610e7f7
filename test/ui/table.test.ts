import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { isEveryday } from '../support/runs.ts';
import { undoNotice } from '../support/tour.ts';

/** A long list: only what is in sight is drawn, and neither place nor focus is lost. */

/** More than are written as a file without a dialog; a fleet of five thousand in the long form. */
const VEHICLES = isEveryday ? 2100 : 5000;
const said = (count: number): string => count.toLocaleString('en');
let desk: TestDesk;
let page: Page;
let grid: Locator;

beforeAll(async () => {
  desk = await openDesk({ vehicles: VEHICLES, map: false });
  page = desk.page;
  grid = page.getByRole('grid', { name: 'vehicles' });
  await page.locator(`[role=grid][aria-rowcount="${String(VEHICLES + 1)}"]`).waitFor();
});
beforeEach(async () => {
  await grid.focus();
  await page.keyboard.press('Home');
  await activeRow();
});
afterAll(() => desk.close());

interface Active {
  /** `aria-rowindex`: 2 is the first row below the header. */
  index: number;
  id: string;
  inSight: boolean;
}

/** The row that the grid names as active, once it has its data. */
async function activeRow(): Promise<Active> {
  const handle = await page.waitForFunction((): Active | null => {
    const table = document.querySelector('[role=grid]');
    const row = document.getElementById(table?.getAttribute('aria-activedescendant') ?? '');
    const id = row?.dataset['id'];
    if (table === null || row === null || id === undefined) return null;
    const [outer, inner] = [table.getBoundingClientRect(), row.getBoundingClientRect()];
    return {
      index: Number(row.getAttribute('aria-rowindex')),
      id,
      inSight: inner.top >= outer.top && inner.bottom <= outer.bottom + 1,
    };
  });
  const active = await handle.jsonValue();
  if (active === null) throw new Error('No row is active.');
  return active;
}

const hasFocus = (): Promise<boolean> => grid.evaluate((node) => node === document.activeElement);
const drawnRows = (): Promise<number> => grid.locator('.body > [role=row]').count();

test('thousands of vehicles are reached by keys from end to end, with few rows drawn', async () => {
  const first = await activeRow();
  expect(first.index).toBe(2);
  await page.keyboard.press('End');
  const last = await activeRow();
  expect(last).toMatchObject({ index: VEHICLES + 1, inSight: true });
  expect(last.id).not.toBe(first.id);
  await page.keyboard.press('ArrowUp');
  expect((await activeRow()).index).toBe(VEHICLES);
  await page.keyboard.press('PageUp');
  const page1 = await activeRow();
  expect(page1.index).toBeLessThan(VEHICLES - 5);
  expect(page1.inSight).toBe(true);
  await page.keyboard.press('Home');
  expect(await activeRow()).toEqual(first);
  expect(await drawnRows()).toBeLessThan(80);
  expect(await hasFocus()).toBe(true);
});

test('scrolling far away keeps focus and active row, and the arrows go on from there', async () => {
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  const before = await activeRow();
  await grid.evaluate((node) => (node.scrollTop = node.scrollHeight / 2));
  await page.locator(`[role=grid] [aria-rowindex="${String(VEHICLES / 2)}"][data-id]`).waitFor();
  const away = await activeRow();
  expect(away).toEqual({ ...before, inSight: false });
  expect(await hasFocus()).toBe(true);
  expect(await drawnRows()).toBeLessThan(80);
  await page.keyboard.press('ArrowDown');
  expect(await activeRow()).toMatchObject({ index: before.index + 1, inSight: true });
});

test('a refresh of the list keeps focus, place and selection', async () => {
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  const before = await activeRow();
  await desk.host.core.call('session.workOffline', { on: true });
  const written = await desk.host.core.call('outbox.write', {
    endpoint: 'updateVehicle',
    params: { vehicleId: before.id },
    body: { defaultLabel: 'Changed beneath' },
  });
  expect(written.ok).toBe(true);
  await page.locator(`[data-id="${before.id}"]`).getByText('Changed beneath').waitFor();
  expect(await activeRow()).toEqual(before);
  expect(await hasFocus()).toBe(true);
  await page.getByText('1 selected').waitFor();
  // A vehicle that comes before it moves the row along, and the keyboard with it.
  const write = { endpoint: 'createVehicle', body: { regNo: 'AA 1' } } as const;
  const made = await queue(desk, write);
  await expect.poll(async () => (await activeRow()).index).toBe(before.index + 1);
  expect((await activeRow()).id).toBe(before.id);
  await desk.host.core.call('outbox.decide', { opId: made, decision: { remedy: 'cancel' } });
  await expect.poll(async () => (await activeRow()).index).toBe(before.index);
  expect((await activeRow()).id).toBe(before.id);
  await page.keyboard.press('Escape');
  await page.getByText('1 selected').waitFor({ state: 'detached' });
});

test('opening a vehicle keeps the list where it is and never covers the row', async () => {
  await page.keyboard.press('End');
  const row = await activeRow();
  await page.keyboard.press('Space');
  await page.locator(`[role=row][data-id="${row.id}"][aria-current=true]`).waitFor();
  await page.locator('article.detail').waitFor();
  await expect.poll(activeRow).toMatchObject({ id: row.id, inSight: true });
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('article.detail').waitFor({ state: 'detached' });
  expect(await activeRow()).toMatchObject({ id: row.id });
});

test('Enter goes into the details, and Esc comes back to the row from wherever the focus is', async () => {
  const row = await activeRow();
  await page.keyboard.press('Enter');
  await page.locator('article.detail:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.locator('article.detail :focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('article.detail').waitFor({ state: 'detached' });
  expect(await hasFocus()).toBe(true);
  await expect.poll(activeRow).toMatchObject({ id: row.id, inSight: true });
});

test('the arrow down and Enter lead from the search to the rows', async () => {
  for (const key of ['ArrowDown', 'Enter']) {
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.press(key);
    expect(await hasFocus()).toBe(true);
  }
});

test('a search without a match says so and leads back to the whole list', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('no such vehicle anywhere');
  await page.getByText('Nothing matches').waitFor();
  await page.locator('[role=grid][aria-rowcount="1"]').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.locator(`[role=grid][aria-rowcount="${String(VEHICLES + 1)}"]`).waitFor();
});

test('a chip that narrows the list stays among the archived ones, where it is taken off', async () => {
  const chips = page.locator('.chips [aria-pressed=false]');
  /** What a chip is called, without how many there are. */
  const nameOf = async (chip: Locator): Promise<string> =>
    ((await chip.textContent()) ?? '').replaceAll(/[^\p{L} ]/gu, '').trim();
  const name = await nameOf(chips.first());
  const pressed = page.locator('.chips [aria-pressed=true]');
  await chips.first().click();
  await pressed.waitFor();
  await page.getByRole('button', { name: 'Archived', exact: true }).click();
  await expect.poll(() => pressed.count()).toBe(2);
  expect(await nameOf(pressed.first())).toBe(name);
  await pressed.first().click();
  await expect.poll(() => pressed.count()).toBe(1);
  await pressed.click();
  await page.locator(`[role=grid][aria-rowcount="${String(VEHICLES + 1)}"]`).waitFor();
});

test('a long table is written whole, and the focus is where it was', async () => {
  const download = page.waitForEvent('download');
  const button = page.getByRole('button', { name: 'Table as a file' });
  await button.click();
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(VEHICLES + 1);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
});

test('a long table is stopped by its button: nothing is saved, and the focus is where it was', async () => {
  let downloads = 0;
  const count = (): void => void (downloads += 1);
  page.on('download', count);
  const goOn = heldBack(desk, 'records.window', (input) => {
    const { offset } = input as { offset?: number };
    return offset === 1_000;
  });
  const button = page.getByRole('button', { name: 'Table as a file' });
  await button.click();
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Table as a file' });
  await dialog.getByText(`1,000 of ${said(VEHICLES)} rows are read.`).waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  goOn();
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(downloads).toBe(0);
  page.off('download', count);
});

test('the archiving of many is stopped on the way: the notice tells how many, and undoes those', async () => {
  await workOffline(desk, true);
  await page.keyboard.press('Control+a');
  const goOn = heldBack(desk, 'outbox.write', (_, count) => count > 3);
  await page.getByRole('button', { name: `Archive ${said(VEHICLES)}`, exact: true }).click();
  // A fleet does not go by one click.
  const question = page.getByRole('dialog', { name: `Archive ${said(VEHICLES)} vehicles?` });
  await question.getByRole('button', { name: `Archive ${said(VEHICLES)}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Archive ${said(VEHICLES)}`, exact: true });
  await dialog.getByText(`3 of ${said(VEHICLES)}`).waitFor();
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  goOn();
  // The one that was on its way is done; the others stay chosen.
  await page.getByRole('button', { name: `Archive ${said(VEHICLES - 4)}`, exact: true }).waitFor();
  const rows = (count: number) =>
    page.locator(`[role=grid][aria-rowcount="${String(count + 1)}"]`).waitFor();
  await rows(VEHICLES - 4);
  await undoNotice(page, `Archive 4: waiting to be sent. Left as they are: ${said(VEHICLES - 4)}`);
  await rows(VEHICLES);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
});

test('columns that are frozen by keys stay in sight while others move, from either side', async () => {
  const menu = page.getByRole('button', { name: 'Columns', exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  const pin = page.getByRole('button', { name: 'Freeze up to Label' });
  await pin.focus();
  expect(await axeInOpen(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.locator('button[aria-pressed=true][aria-label="Freeze up to Label"]').waitFor();
  // More columns than there is room for.
  for (const name of ['Type', 'VIN', 'Make', 'Year', 'Created']) {
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await page.keyboard.press('Escape');
  /** How far a heading is from the side that the text begins at, pixels. */
  const away = (name: string): Promise<number> =>
    grid.evaluate((table, title) => {
      const heads = [...table.querySelectorAll('[role=columnheader]')];
      const box = heads.find((head) => head.textContent.trim() === title)?.getBoundingClientRect();
      const around = table.getBoundingClientRect();
      const isRight = document.documentElement.dir === 'rtl';
      if (box === undefined) throw new Error(`There is no column ${title}.`);
      return isRight ? around.right - box.right : box.left - around.left;
    }, name);
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((to) => (document.documentElement.dir = to), dir);
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    const before = { label: await away('Label'), driver: await away('Driver') };
    await page.keyboard.press('End');
    await expect.poll(() => away('Driver')).toBeLessThan(before.driver - 100);
    expect(await away('Label')).toBeCloseTo(before.label, 0);
    // The cell that the keys went to is in sight, and coming back none hides under the frozen ones.
    for (let step = 0; step < 10; step += 1) {
      await page.keyboard.press(dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft');
    }
    await page.keyboard.press('Home');
    for (let step = 0; step < 2; step += 1) {
      await page.keyboard.press(dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight');
    }
    await expect.poll(() => away('Driver')).toBeGreaterThan((await away('Label')) + 40);
  }
  await page.evaluate(() => (document.documentElement.dir = 'ltr'));
  await menu.click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
});

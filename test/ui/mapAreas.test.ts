import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { openDesk } from '../support/desk.ts';
import type { TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** Areas that are drawn on the map. */

let desk: TestDesk;
let page: Page;
let map: Locator;

/** Asks again until it is so; machines that are busy take their time. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read);

beforeAll(async () => {
  desk = await openDesk({ vehicles: 20 });
  page = desk.page;
  map = page.getByTestId('map');
});
afterAll(() => desk.close());

beforeEach(async () => {
  await goTo(page, '#/areas');
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await page.getByRole('row').nth(1).waitFor();
});

const editor = (): Locator => page.locator('article.editor');
const pointRows = (): Locator => editor().locator('tbody tr');

async function startNew(name: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'New area' }).click();
  await editor().getByLabel('Name').fill(name);
  await editor().getByText(kind, { exact: true }).click();
}

/** Clicks shares of the map's width and height, as a hand would: move, then click. */
async function clickOn(shares: readonly (readonly [number, number])[]): Promise<void> {
  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not drawn.');
  for (const [x, y] of shares) {
    const [px, py] = [box.x + box.width * x, box.y + box.height * y];
    await page.mouse.move(px - 3, py - 3);
    await page.mouse.move(px, py);
    await page.mouse.click(px, py);
  }
}

/** Takes the work away from the network, so that what is queued stays visible. */
async function workOffline(on: boolean): Promise<void> {
  await page.evaluate(async (to) => window.waybill?.call('session.workOffline', { on: to }), on);
}

describe('areas', () => {
  it('draws a polygon on the map, saves it and marks it as waiting', async () => {
    await workOffline(true);
    await startNew('Drawn yard', 'Polygon');
    await map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();
    await clickOn([
      [0.3, 0.3],
      [0.7, 0.32],
      [0.68, 0.6],
      [0.32, 0.62],
    ]);
    await page.keyboard.press('Enter');
    await eventually(() => pointRows().count()).toBe(4);
    await eventually(() => editor().locator('.figures').textContent()).toContain('km²');
    await editor().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Drawn yard' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Drawn yard' });
    await row.locator('.mark').waitFor();
    await page.getByTestId('pending-write').waitFor();
    await workOffline(false);
  });

  it('drags a corner on the map; undo and redo take it back and forth', async () => {
    await startNew('Bent yard', 'Rectangle');
    await map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();
    await clickOn([
      [0.35, 0.35],
      [0.6, 0.6],
    ]);
    const south = editor().getByLabel('South');
    await eventually(() => south.inputValue()).not.toBe('');
    const before = await south.inputValue();
    const box = await map.boundingBox();
    if (box === null) throw new Error('The map is not drawn.');
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.65, box.y + box.height * 0.68, { steps: 6 });
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.75, { steps: 6 });
    await page.mouse.up();
    await eventually(() => south.inputValue()).not.toBe(before);
    const after = await south.inputValue();
    await editor().getByRole('button', { name: 'Undo shape' }).click();
    expect(await south.inputValue()).toBe(before);
    await editor().getByRole('button', { name: 'Redo shape' }).click();
    expect(await south.inputValue()).toBe(after);
    // In another field the keys are its text's.
    const search = page.getByRole('searchbox').first();
    await search.focus();
    await page.keyboard.press('Control+z');
    expect(await south.inputValue()).toBe(after);
    await editor().getByRole('radio', { name: 'Rectangle' }).focus();
    await page.keyboard.press('Control+z');
    expect(await south.inputValue()).toBe(before);
    // Its last step leaves the focus where it is.
    const undo = editor().getByRole('button', { name: 'Undo shape' });
    while (!(await undo.isDisabled())) await undo.press('Enter');
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
    await editor().getByRole('button', { name: 'Discard draft' }).click();
    await editor().waitFor({ state: 'detached' });
  });

  it('takes back corners while drawing, and keeps them through a colour and another page', async () => {
    await startNew('Half drawn yard', 'Polygon');
    await map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();
    await clickOn([
      [0.3, 0.3],
      [0.7, 0.32],
      [0.68, 0.6],
      [0.32, 0.62],
      [0.2, 0.5],
    ]);
    await page.keyboard.press('Control+z');
    await editor().getByRole('radio', { name: 'Green' }).check({ force: true });
    await goTo(page, '#/vehicles');
    await goTo(page, '#/areas');
    await page.getByRole('button', { name: 'Back to the draft of Half drawn yard' }).click();
    await eventually(() => pointRows().count()).toBe(4);
    expect(await editor().getByLabel('Latitude of point 4').inputValue()).not.toBe('');
    await editor().getByRole('button', { name: 'Discard draft' }).click();
    await editor().waitFor({ state: 'detached' });
  });

  it('that fail while they are left leave the next page whole, and themselves too', async () => {
    await page.evaluate(() => {
      const { prototype } = MutationObserver;
      const { disconnect } = prototype;
      prototype.disconnect = () => {
        prototype.disconnect = disconnect;
        throw new Error('left badly');
      };
    });
    await goTo(page, '#/outbox');
    await page.getByRole('main', { name: 'Outbox' }).getByRole('heading').first().waitFor();
    await goTo(page, '#/areas');
    await page.locator('[data-testid=map][data-ready]').waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect(desk.thrown.splice(0).map(({ message }) => message)).toEqual([
      expect.stringContaining('left badly'),
    ]);
  });
});

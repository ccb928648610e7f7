import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { openDesk } from '../support/desk.ts';
import type { TestDesk } from '../support/desk.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';

/** Areas that are drawn on the map, and corners there that attract those that are set near them. */

let desk: TestDesk;
let page: Page;
let map: Locator;

/** Asks again until it is so; machines that are busy take their time. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read);

beforeAll(async () => {
  // In a low window the map has fewer points to draw.
  desk = await openDesk({
    ...{ vehicles: 5, at: '#/areas', viewport: { width: 1280, height: 560 } },
  });
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

/** Begins a draft whose shape is drawn. */
async function startNew(name: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'New area' }).click();
  await editor().getByLabel('Name').fill(name);
  await editor().getByText(kind, { exact: true }).click();
  await canDraw();
}

/** The map takes clicks for corners. */
const canDraw = (): Promise<void> =>
  map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();

async function discard(): Promise<void> {
  await editor().getByRole('button', { name: 'Discard draft' }).click();
  await editor().waitFor({ state: 'detached' });
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

describe('areas', () => {
  it('a corner that is set near one of another area takes its place, and with Alt it does not', async () => {
    await workOffline(desk, true);
    await map.getByRole('button', { name: 'Fit all vehicles' }).click();
    // Other areas attract as well, and nobody knows where they are: those of a group are left out.
    const groups = map.getByRole('button', { name: 'Areas by group' });
    await groups.click();
    await map.getByRole('button', { name: 'Hide all groups' }).click();
    await groups.click();
    await startNew('Snapped yard', 'Polygon');
    const box = await map.boundingBox();
    if (box === null) throw new Error('The map is not drawn.');
    /** Draws a triangle whose corners lie so many pixels beside three places, one of them with Alt. */
    const draw = async (beside: number, free = -1): Promise<string[]> => {
      const places = [
        [0.35, 0.35],
        [0.65, 0.38],
        [0.5, 0.65],
      ] as const;
      for (const [i, [x, y]] of places.entries()) {
        const [px, py] = [box.x + box.width * x + beside, box.y + box.height * y + beside];
        await page.mouse.move(px - 2, py - 2);
        if (i === free) await page.keyboard.down('Alt');
        await page.mouse.move(px, py);
        await page.mouse.click(px, py);
        if (i === free) await page.keyboard.up('Alt');
      }
      await page.keyboard.press('Enter');
      await expect.poll(() => pointRows().count()).toBe(3);
      const typed = editor().getByLabel(/^(Latitude|Longitude) of point/);
      const values = await typed.evaluateAll((all) =>
        all.map((one) => (one as HTMLInputElement).value),
      );
      return [0, 2, 4].map((at) => `${String(values[at])} ${String(values[at + 1])}`);
    };
    const anchor = await draw(0);
    const coordinates = anchor.map((pair) => {
      const [lat = 0, lng = 0] = pair.split(' ').map(Number);
      return { lat, lng };
    });
    const opId = await queue(desk, {
      endpoint: 'createArea',
      body: { name: 'Anchor', type: 'polygon', coordinates, color: '#2563eb', groupIds: [] },
    });
    // Once the map has the new area, its corners attract.
    const again = async (free?: number): Promise<string[]> => {
      await editor().getByRole('button', { name: 'Draw again' }).click();
      await canDraw();
      return draw(6, free);
    };
    await expect.poll(() => again()).toEqual(anchor);
    const second = await again(1);
    expect(second[0]).toBe(anchor[0]);
    expect(second.filter((pair) => !anchor.includes(pair))).toHaveLength(1);
    await discard();
    // It would attract what is drawn after this.
    await desk.host.core.call('outbox.decide', { opId, decision: { remedy: 'cancel' } });
    await workOffline(desk, false);
  });

  it('draws a polygon on the map, saves it and marks it as waiting', async () => {
    await workOffline(desk, true);
    await startNew('Drawn yard', 'Polygon');
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
  });

  it('drags a corner on the map; undo and redo take it back and forth', async () => {
    await startNew('Bent yard', 'Rectangle');
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
    await discard();
  });

  it('takes back corners while drawing, and keeps them through a colour and another page', async () => {
    await startNew('Half drawn yard', 'Polygon');
    await clickOn([
      [0.3, 0.3],
      [0.7, 0.32],
      [0.68, 0.6],
      [0.32, 0.62],
      [0.2, 0.5],
    ]);
    await page.keyboard.press('Control+z');
    await editor().getByRole('radio', { name: 'Green' }).check({ force: true });
    await goTo(page, '#/outbox');
    await page.getByRole('main', { name: 'Outbox' }).waitFor();
    await goTo(page, '#/areas');
    await page.getByRole('button', { name: 'Back to the draft of Half drawn yard' }).click();
    await eventually(() => pointRows().count()).toBe(4);
    expect(await editor().getByLabel('Latitude of point 4').inputValue()).not.toBe('');
    await discard();
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

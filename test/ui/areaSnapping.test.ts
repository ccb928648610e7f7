import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, recordIds, workOffline } from '../support/ledger.ts';

/** Corners that attract those that are set near them. */

let desk: TestDesk;
let page: Page;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, at: '#/areas' });
  page = desk.page;
  await page.locator('[data-testid=map][data-ready]').waitFor();
});
afterAll(() => desk.close());

const editor = (): Locator => page.locator('article.editor');
const points = (): Locator => editor().locator('tbody tr');

test('a corner that is set near one of another area takes its place, and with Alt it does not', async () => {
  await recordIds(desk, 'area');
  await workOffline(desk, true);
  const map = page.getByTestId('map');
  await map.getByRole('button', { name: 'Fit all vehicles' }).click();
  // Other areas attract as well, and nobody knows where they are: those of a group are left out.
  await map.getByRole('button', { name: 'Areas by group' }).click();
  await map.getByRole('button', { name: 'Hide all groups' }).click();
  await page.getByRole('button', { name: 'New area' }).click();
  await editor().getByLabel('Name').fill('Snapped yard');
  await editor().getByText('Polygon', { exact: true }).click();
  await map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();
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
    await expect.poll(() => points().count()).toBe(3);
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
  await queue(desk, {
    endpoint: 'createArea',
    body: { name: 'Anchor', type: 'polygon', coordinates, color: '#2563eb', groupIds: [] },
  });
  // Once the map has the new area, its corners attract.
  const again = async (free?: number): Promise<string[]> => {
    await editor().getByRole('button', { name: 'Draw again' }).click();
    await map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();
    return draw(6, free);
  };
  await expect.poll(() => again()).toEqual(anchor);
  const second = await again(1);
  expect(second[0]).toBe(anchor[0]);
  expect(second.filter((pair) => !anchor.includes(pair))).toHaveLength(1);
  await editor().getByRole('button', { name: 'Discard draft' }).click();
});

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** Areas found by where they are, without a network: at a vehicle, at a typed place, in sight. */
let desk: TestDesk;
let page: Page;
/** A vehicle that stands, where it stands, and the areas that cover it. */
let vehicle: { id: string; lat: number; lng: number; areas: readonly string[] };

async function areasAt(lat: number, lng: number): Promise<string[]> {
  const within = { south: lat, west: lng, north: lat, east: lng };
  const view = { entity: 'area' as const, within };
  const found = await desk.host.core.call('records.window', { view, offset: 0, limit: 50 });
  const rows = found.ok ? found.value.rows : [];
  return rows.map(({ json }) => (JSON.parse(json) as { name: string }).name).sort();
}

/** Standing vehicles lie in depots and at customers, which are areas. */
async function findStanding(): Promise<typeof vehicle> {
  const filters = [{ field: 'status', oneOf: ['stopped', 'offline'] }];
  const view = { entity: 'vehicle' as const, filters };
  const found = await desk.host.core.call('records.window', { view, offset: 0, limit: 100 });
  for (const { id, json } of found.ok ? found.value.rows : []) {
    const { lat, lng } = (JSON.parse(json) as { lastCoordinates: { lat: number; lng: number } })
      .lastCoordinates;
    const areas = await areasAt(lat, lng);
    if (areas.length > 0) return { id, lat, lng, areas };
  }
  throw new Error('No vehicle stands in an area.');
}

beforeAll(async () => {
  desk = await openDesk({ vehicles: 40, viewport: { width: 1440, height: 900 } });
  page = desk.page;
  await page.locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ }).waitFor();
  await desk.host.core.call('session.workOffline', { on: true });
  vehicle = await findStanding();
});
afterAll(() => desk.close());

const go = (hash: string) => goTo(page, hash);

test('a vehicle says which areas it is in, and leads to them', async () => {
  await go(`#/vehicles/${vehicle.id}`);
  const links = page.locator('article.detail .areas a');
  await expect.poll(async () => (await links.allTextContents()).sort()).toEqual([...vehicle.areas]);
  const name = await links.first().textContent();
  await links.first().click();
  await page.getByRole('heading', { name: name ?? '' }).waitFor();
});

test('a typed position finds the areas there, in the palette and in the list', async () => {
  const place = `${String(vehicle.lat)}, ${String(vehicle.lng)}`;
  await go('#/vehicles');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(place);
  const group = page.getByRole('group', { name: 'Areas at this place' });
  await expect
    .poll(async () => (await group.locator('.title').allTextContents()).sort())
    .toEqual([...vehicle.areas]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/areas\/\d+/);
  await go('#/areas');
  await page.getByRole('searchbox', { name: /^Search areas/ }).fill(place);
  const count = vehicle.areas.length;
  await page.getByText(count === 1 ? '1 area matches' : `${String(count)} areas match`).waitFor();
});

test('a place on the map names the areas there', async () => {
  await go(`#/vehicles/${vehicle.id}`);
  const ring = page.getByTestId('selected-vehicle');
  await ring.waitFor();
  // From afar a pixel is wider than a small area: closer until the menu names one.
  await page.getByRole('button', { name: 'Follow the selected vehicle' }).click();
  const menu = page.getByRole('menu', { name: 'What can be done here' });
  const names = menu.getByRole('menuitem', { name: /^Open area / });
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      const box = await ring.boundingBox();
      if (box === null) return 0;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' });
      await menu.waitFor();
      const found = await names.count();
      if (found === 0) await page.keyboard.press('Escape');
      return found;
    })
    .toBeGreaterThan(0);
  const name = ((await names.first().textContent()) ?? '').replace('Open area ', '').trim();
  await names.first().click();
  await page.getByRole('heading', { name }).waitFor();
});

test('the list is narrowed to what the map shows, and follows it', async () => {
  await go('#/areas');
  await page.locator('[data-testid=map][data-ready]').waitFor();
  const chip = page.getByRole('button', { name: 'In view of the map' });
  const count = page.locator('section.list footer');
  const shown = async () => Number(/^(\d+)/.exec((await count.textContent())?.trim() ?? '')?.[1]);
  const fit = page.getByRole('button', { name: 'Fit all vehicles' });
  await fit.click();
  const all = await shown();
  await chip.click();
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true');
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  await expect
    .poll(async () => {
      await zoomIn.click();
      return shown();
    })
    .toBeLessThan(all / 2);
  await chip.click();
  await expect.poll(shown).toBe(all);
});

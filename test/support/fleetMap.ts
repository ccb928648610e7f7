import type { Locator, Page } from 'playwright';
import type { LatLng } from '../../shared/rules/geo.ts';
import type { TestDesk } from './desk.ts';

/** What tests of maps ask of the mirror and of what stands on a map. */

/** A vehicle that stands, and where. */
export interface Standing extends LatLng {
  id: string;
  regNo: string;
  typeId: unknown;
}

/** Vehicles that stand, the most southern first, as the mirror has them. */
export async function standing(desk: TestDesk): Promise<Standing[]> {
  const filters = [{ field: 'status', oneOf: ['stopped'] }];
  const view = { entity: 'vehicle' as const, filters };
  const found = await desk.host.core.call('records.window', { view, offset: 0, limit: 100 });
  return (found.ok ? found.value.rows : [])
    .map(({ id, json }) => {
      const read = JSON.parse(json) as Standing & { lastCoordinates: LatLng };
      const { lat, lng } = read.lastCoordinates;
      return { id, lat, lng, regNo: read.regNo, typeId: read.typeId };
    })
    .sort((a, b) => a.lat - b.lat);
}

/** Names of the areas that cover a place, by their ids. */
export async function areasAt(desk: TestDesk, { lat, lng }: LatLng): Promise<Map<string, string>> {
  const within = { south: lat, west: lng, north: lat, east: lng };
  const view = { entity: 'area' as const, within };
  const found = await desk.host.core.call('records.window', { view, offset: 0, limit: 50 });
  const rows = found.ok ? found.value.rows : [];
  return new Map(rows.map(({ id, json }) => [id, (JSON.parse(json) as { name: string }).name]));
}

/** Vehicles that the legend of the map counts, of one state or all together. */
export async function legendCount(page: Page, state = ''): Promise<number> {
  const entries = page.getByTestId('vehicle-legend').locator('li').filter({ hasText: state });
  const counts = await entries.locator('.count').allTextContents();
  return counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
}

/** Where an element is in pixels of the page. */
export async function boxOf(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not drawn.');
  return box;
}

/** Gives a page so many points for each of its pixels; a map that is drawn already keeps its own. */
export async function drawnAt(
  page: Page,
  size: { width: number; height: number },
  deviceScaleFactor: number,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...{ ...size, deviceScaleFactor, mobile: false },
  });
  await page.waitForFunction((to) => window.devicePixelRatio === to, deviceScaleFactor);
}

import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo, undoNotice } from '../support/tour.ts';
import { haversineM } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';

/**
 * Areas found by where they are, without a network: at a vehicle, at a typed place, in sight. And
 * what the map offers for places: its ruler, views under names, areas by group.
 */
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
  // In a low window the map has fewer points to draw.
  desk = await openDesk({ vehicles: 40, viewport: { width: 1280, height: 600 } });
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
  await go('#/areas');
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
  const menu = page.getByRole('menu', { name: /^What can be done with / });
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

test('each entry of the map’s menu is done at the place that it was opened at', async () => {
  await go('#/vehicles');
  const map = page.locator('[data-testid=map][data-ready]');
  await map.waitFor();
  await page.getByRole('button', { name: 'Fit all vehicles' }).click();
  const menu = page.getByRole('menu', { name: 'What can be done here' });
  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not drawn.');
  const where = async (): Promise<string> => {
    await page.mouse.click(box.x + 6, box.y + box.height / 2, { button: 'right' });
    return (await menu.locator('.where').textContent()) ?? '';
  };
  const choose = async (name: string): Promise<void> => {
    await menu.getByRole('menuitem', { name, exact: true }).click();
    await menu.waitFor({ state: 'detached' });
  };
  const there = await where();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose('Copy coordinates');
  await page.getByText('Coordinates copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(there);
  await where();
  await choose('Measure from here');
  await page.getByRole('button', { name: 'Stop measuring' }).click();
  await where();
  await choose('Zoom here');
  await expect
    .poll(async () => {
      const now = await where();
      await page.keyboard.press('Escape');
      return now;
    })
    .not.toBe(there);
  await where();
  await choose('Create area here');
  await page.getByRole('heading', { name: 'New area' }).waitFor();
});

test('the list is narrowed to what the map shows, and follows it', async () => {
  await go('#/areas');
  await page.locator('[data-testid=map][data-ready]').waitFor();
  const chip = page.getByRole('button', { name: 'In view of the map' });
  const count = page.locator('footer.list-foot');
  const shown = async () => Number(/^(\d+)/.exec((await count.textContent())?.trim() ?? '')?.[1]);
  const fit = page.getByRole('button', { name: 'Fit all vehicles' });
  await fit.click();
  await expect.poll(shown).toBeGreaterThan(0);
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
  // A scroll is told a frame later, when the list may be gone: the desk fails on what a page throws.
  const list = await page.getByRole('grid', { name: 'Areas' }).elementHandle();
  await go('#/outbox');
  await page.getByRole('grid', { name: 'Areas' }).waitFor({ state: 'detached' });
  await list.evaluate((gone) => gone.dispatchEvent(new Event('scroll')));
});

/**
 * Vehicles with the map ready to be worked on. A test leaves no tool open on it, so that the next one
 * may go on with it: building it anew takes a second. After one that failed it is built anew.
 */
async function openMap(): Promise<Locator> {
  onTestFailed(() => go('#/outbox'));
  await go('#/vehicles');
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await page.getByRole('button', { name: 'Fit all vehicles' }).click();
  return page.getByTestId('map');
}

test('measures a line that is typed, set by keys or clicked; Escape puts the ruler away', async () => {
  const map = await openMap();
  await map.getByRole('button', { name: 'Measure a distance' }).click();
  const ruler = map.getByRole('region', { name: 'Measure a distance' });
  const says = () => ruler.getByRole('status').textContent();
  const field = ruler.getByLabel('Latitude, longitude');
  await field.fill('somewhere');
  await page.keyboard.press('Enter');
  await ruler.getByText(/^Type a latitude and a longitude/).waitFor();
  for (const place of ['41.05, -2.31', '41.06, -2.31']) {
    await field.fill(place);
    await page.keyboard.press('Enter');
  }
  await expect.poll(says).toContain('1.11 km');
  await map.locator('canvas.maplibregl-canvas').focus();
  // The arrow keys move the middle of the map, and Enter sets a point there.
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(says).toContain('in 2 legs');
  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not drawn.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 60);
  await expect.poll(says).toContain('in 3 legs');
  expect(await page.evaluate(() => window.location.hash)).toBe('#/vehicles');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ruler.getByRole('button', { name: 'Copy the distance' }).click();
  await page
    .locator('.toast')
    .getByText(/ copied, with the points\.$/)
    .waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const lines = copied.split('\n');
  expect(lines[0]).toMatch(/ km$/);
  expect(lines.slice(1, 3)).toEqual(['41.05000, -2.31000', '41.06000, -2.31000']);
  expect(lines).toHaveLength(5);
  const found = await axeOf(page, '[data-testid=map]');
  expect(found.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([]);
  await map.locator('canvas.maplibregl-canvas').focus();
  await page.keyboard.press('Backspace');
  await expect.poll(says).toContain('in 2 legs');
  await page.keyboard.press('Escape');
  await ruler.waitFor({ state: 'detached' });
});

test('keeps views under names, with the groups of areas that are shown, and shows them again', async () => {
  const map = await openMap();
  await map.getByRole('button', { name: 'Areas by group' }).click();
  const groups = map.getByTestId('area-legend').getByRole('checkbox');
  await groups.first().uncheck();
  const scale = () => map.locator('.scale').textContent();
  await expect.poll(scale).not.toBe('');
  const fitted = await scale();
  const menu = page.getByRole('dialog', { name: 'Views of the map' });
  const openMenu = () => map.getByRole('button', { name: 'Views of the map' }).click();
  await openMenu();
  await menu.getByLabel('Name of the view').fill('Whole town');
  expect(await axeInOpen(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Keep as a view' }).click();
  await map.getByRole('button', { name: 'Show all groups' }).click();
  // By two levels at once: each is drawn, and drawing takes longer than all else.
  await map.locator('canvas.maplibregl-canvas').press('Shift+Equal');
  await expect.poll(scale).not.toBe(fitted);
  await page.keyboard.press('Alt+Shift+Digit1');
  await expect.poll(scale).toBe(fitted);
  expect(await groups.first().isChecked()).toBe(false);
  await map.getByRole('button', { name: 'Show all groups' }).click();
  await openMenu();
  await menu.getByRole('button', { name: 'Rename the view Whole town' }).click();
  await menu.getByLabel('Another name for Whole town').fill('The town');
  await page.keyboard.press('Enter');
  // In the field the keys move the cursor; another view is made and goes.
  const name = menu.getByLabel('Name of the view');
  await name.fill('Passing');
  await name.press('Home');
  await page.keyboard.type('In ');
  expect(await name.inputValue()).toBe('In Passing');
  await page.keyboard.press('Enter');
  await openMenu();
  await menu.getByRole('button', { name: 'Forget the view The town' }).click();
  await menu.getByRole('button', { name: 'Forget the view In Passing' }).click();
  await page.keyboard.press('Escape');
  await undoNotice(page, 'View “The town” forgotten');
  await openMenu();
  await menu.getByRole('button', { name: 'Rename the view The town' }).waitFor();
  expect(await menu.getByRole('button', { name: 'Forget the view In Passing' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  // From the palette it is shown on whatever page.
  await goTo(page, '#/outbox');
  await map.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox', { name: /Search vehicles/ }).fill('The town');
  await page.getByRole('option', { name: /^Map: The town/ }).click();
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await map.getByRole('button', { name: 'Areas by group' }).click();
  await expect.poll(() => groups.first().isChecked()).toBe(false);
  await map.getByRole('button', { name: 'Show all groups' }).click();
  await map.getByRole('button', { name: 'Areas by group' }).click();
  await groups.first().waitFor({ state: 'hidden' });
});

test('tells positions and lengths that agree, at any width', async () => {
  const map = await openMap();
  const position = page.getByTestId('map-position');
  /** What is told of a place so many pixels from the map's start. */
  const told = async (x: number): Promise<LatLng> => {
    const box = await map.boundingBox();
    if (box === null) throw new Error('The map is not drawn.');
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    const [lat = NaN, lng = NaN] = ((await position.textContent()) ?? '').split(',').map(Number);
    return { lat, lng };
  };
  /** How far the scale is from the positions at both ends of a stretch, as a share. */
  const offBy = async (): Promise<number> => {
    const scale = map.locator('.scale');
    const [, amount = '', unit] = /^([\d.,]+) (k?m)$/.exec((await scale.textContent()) ?? '') ?? [];
    const scaleM = Number(amount.replace(',', '')) * (unit === 'km' ? 1000 : 1);
    const width = (await scale.boundingBox())?.width ?? NaN;
    const lengthM = haversineM(await told(60), await told(260));
    return Math.abs(lengthM / 200 / (scaleM / width) - 1);
  };
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 600 });
    await expect.poll(offBy).toBeLessThan(0.02);
  }
  // Beside the map it is the middle that is told, which the keys move.
  await page.getByRole('grid').first().hover();
  const before = (await position.textContent()) ?? '';
  await map.locator('canvas.maplibregl-canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position.textContent()).not.toBe(before);
  expect((await position.textContent())?.split(',')[0]).toBe(before.split(',')[0]);
});

test('shares state and group with the list, both at once, from either side', async () => {
  const map = await openMap();
  const states = map.getByTestId('vehicle-legend');
  const shown = async (state = ''): Promise<number> => {
    const told = await states
      .locator('li')
      .filter({ hasText: state })
      .locator('.count')
      .allTextContents();
    return told.reduce((sum, count) => sum + Number(count), 0);
  };
  const legend = states.getByRole('button', { name: /^Stopped/ });
  await legend.click();
  await expect.poll(() => shown('Driving')).toBe(0);
  await page.getByRole('button', { name: 'By status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'By group', exact: true }).click();
  const chips = page.getByRole('group', { name: 'By group', exact: true });
  // Those of the groups come after the one that shows the archived.
  const group = chips
    .locator('button[aria-pressed=false]')
    .filter({ hasNotText: 'Archived' })
    .first();
  const name = ((await group.locator('span').first().textContent()) ?? '').trim();
  const stopped = await shown();
  await group.click();
  const inGroup = { field: 'groupsList', oneOf: [name] };
  /** How far list and map are from what the mirror has of these. */
  const apart = async (...filters: { field: string; oneOf: string[] }[]): Promise<number[]> => {
    const view = { entity: 'vehicle', archived: 'no', filters } as const;
    const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 1 });
    const total = read.ok ? read.value.total : NaN;
    const foot = (await page.locator('footer.list-foot').textContent())?.trim() ?? '';
    return [(await shown()) - total, Number.parseInt(foot, 10) - total];
  };
  await expect.poll(() => apart(inGroup, { field: 'status', oneOf: ['stopped'] })).toEqual([0, 0]);
  expect(await shown()).toBeLessThan(stopped);
  // The chip of the state is still there, and lets go of it on the map too.
  await chips.getByRole('button', { name: 'Stopped' }).click();
  await expect.poll(() => legend.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => apart(inGroup)).toEqual([0, 0]);
  // A list that is left forgets what it was narrowed to.
  await go('#/outbox');
});

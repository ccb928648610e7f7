import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { haversineM } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';
import { axeOf, OPEN } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import type { TestDesk } from '../support/desk.ts';
import { areasAt, boxOf } from '../support/fleetMap.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { goTo, undoNotice } from '../support/tour.ts';

/**
 * Areas on the map, without a network: drawn there, found by where they are. And what a map offers for
 * places: its ruler, views under names, areas by group.
 */

let desk: TestDesk;
let page: Page;
let map: Locator;

/** Asks again until it is so; machines that are busy take their time. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 150 });

beforeAll(async () => {
  // In a low window the map has fewer points to draw.
  desk = await openDesk({
    ...{ vehicles: 5, at: '#/areas', viewport: { width: 1280, height: 560 } },
  });
  page = desk.page;
  map = page.getByTestId('map');
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  await desk.host.core.call('records.refresh', { entity: 'area' });
  await workOffline(desk, true);
});
afterAll(() => desk.close());

beforeEach(async () => {
  await goTo(page, '#/areas');
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await page.getByRole('row').nth(1).waitFor();
});

const editor = (): Locator => page.locator('article.editor');
/** A button on the map. */
const act = (name: string): Locator => map.getByRole('button', { name, exact: true });
const canvas = (): Locator => map.locator('canvas.maplibregl-canvas');
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
  const box = await boxOf(map);
  for (const [x, y] of shares) {
    const [px, py] = [box.x + box.width * x, box.y + box.height * y];
    await page.mouse.move(px - 3, py - 3);
    await page.mouse.move(px, py);
    await page.mouse.click(px, py);
  }
}

it('a corner that is set near one of another area takes its place, and with Alt it does not', async () => {
  await act('Fit all vehicles').click();
  // Other areas attract as well, and nobody knows where they are: those of a group are left out.
  await act('Areas by group').click();
  await act('Hide all groups').click();
  await act('Areas by group').click();
  await startNew('Snapped yard', 'Polygon');
  const box = await boxOf(map);
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
    await eventually(() => pointRows().count()).toBe(3);
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
  await eventually(() => again()).toEqual(anchor);
  const second = await again(1);
  expect(second[0]).toBe(anchor[0]);
  expect(second.filter((pair) => !anchor.includes(pair))).toHaveLength(1);
  await discard();
  // It would attract what is drawn after this.
  await desk.host.core.call('outbox.decide', { opId, decision: { remedy: 'cancel' } });
});

it('draws a polygon on the map, saves it and marks it as waiting', async () => {
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
  const box = await boxOf(map);
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

it('are found at a typed position, in the palette and in the list', async () => {
  const circles = { entity: 'area', filters: [{ field: 'type', oneOf: ['circle'] }] } as const;
  const read = await desk.host.core.call('records.window', { view: circles, offset: 0, limit: 1 });
  const [middle] = (
    JSON.parse((read.ok ? read.value.rows[0]?.json : null) ?? '{}') as { coordinates: LatLng[] }
  ).coordinates;
  if (middle === undefined) throw new Error('No area here is a circle.');
  const place = `${String(middle.lat)}, ${String(middle.lng)}`;
  const names = [...(await areasAt(desk, middle)).values()].sort();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(place);
  const group = page.getByRole('group', { name: 'Areas at this place' });
  await eventually(async () => (await group.locator('.title').allTextContents()).sort()).toEqual(
    names,
  );
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/areas\/\d+/);
  await goTo(page, '#/areas');
  await page.getByRole('searchbox', { name: /^Search areas/ }).fill(place);
  const count = names.length;
  await page.getByText(count === 1 ? '1 area matches' : `${String(count)} areas match`).waitFor();
  await page.getByRole('searchbox', { name: /^Search areas/ }).fill('');
});

it('measures a line that is typed, set by keys or clicked; Escape puts the ruler away', async () => {
  await act('Fit all vehicles').click();
  await act('Measure a distance').click();
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
  await eventually(says).toContain('1.11 km');
  await canvas().focus();
  // The arrow keys move the middle of the map, and Enter sets a point there.
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(says).toContain('in 2 legs');
  const box = await boxOf(map);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 60);
  await eventually(says).toContain('in 3 legs');
  expect(await page.evaluate(() => window.location.hash)).toBe('#/areas');
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
  const found = await axeOf(page, '[data-testid=map] .tools');
  expect(found.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([]);
  await canvas().focus();
  await page.keyboard.press('Backspace');
  await eventually(says).toContain('in 2 legs');
  await page.keyboard.press('Escape');
  await ruler.waitFor({ state: 'detached' });
});

it('tells positions and lengths that agree, at any width', async () => {
  await act('Fit all vehicles').click();
  const position = page.getByTestId('map-position');
  /** What is told of a place so many pixels from the map's start. */
  const told = async (x: number): Promise<LatLng> => {
    const box = await boxOf(map);
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
    await page.setViewportSize({ width, height: 560 });
    await eventually(offBy).toBeLessThan(0.02);
  }
  // Beside the map it is the middle that is told, which the keys move.
  await page.getByRole('grid').first().hover();
  const before = (await position.textContent()) ?? '';
  await canvas().focus();
  await page.keyboard.press('ArrowRight');
  await eventually(() => position.textContent()).not.toBe(before);
  expect((await position.textContent())?.split(',')[0]).toBe(before.split(',')[0]);
});

it('the list is narrowed to what the map shows; a page that fails while it is left leaves the next one whole, and itself too', async () => {
  const chip = page.getByRole('button', { name: 'In view of the map' });
  const count = page.locator('footer.list-foot');
  const shown = async () => Number(/^(\d+)/.exec((await count.textContent())?.trim() ?? '')?.[1]);
  await act('Fit all vehicles').click();
  await eventually(shown).toBeGreaterThan(0);
  const all = await shown();
  await chip.click();
  await eventually(() => chip.getAttribute('aria-pressed')).toBe('true');
  await expect
    .poll(async () => {
      await act('Zoom in').click();
      return shown();
    })
    .toBeLessThan(all / 2);
  await chip.click();
  await eventually(shown).toBe(all);
  await page.evaluate(() => {
    const { prototype } = MutationObserver;
    const { disconnect } = prototype;
    prototype.disconnect = () => {
      prototype.disconnect = disconnect;
      throw new Error('left badly');
    };
  });
  const list = await page.getByRole('grid', { name: 'Areas' }).elementHandle();
  await goTo(page, '#/outbox');
  await page.getByRole('main', { name: 'Outbox' }).getByRole('heading').first().waitFor();
  // A scroll is told a frame later, when the list may be gone.
  await list.evaluate((gone) => gone.dispatchEvent(new Event('scroll')));
  await goTo(page, '#/areas');
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await page.getByRole('row').nth(1).waitFor();
  expect(desk.thrown.splice(0).map(({ message }) => message)).toEqual([
    expect.stringContaining('left badly'),
  ]);
});

it('keeps views under names, with the groups of areas that are shown, and shows them again', async () => {
  await act('Fit all vehicles').click();
  await act('Areas by group').click();
  const groups = map.getByTestId('area-legend').getByRole('checkbox');
  await groups.first().uncheck();
  const scale = () => map.locator('.scale').textContent();
  await eventually(scale).not.toBe('');
  const fitted = await scale();
  const menu = page.getByRole('dialog', { name: 'Views of the map' });
  await act('Views of the map').click();
  await menu.getByLabel('Name of the view').fill('Whole town');
  expect(await axeOf(page, OPEN)).toEqual([]);
  await menu.getByRole('button', { name: 'Keep as a view' }).click();
  await act('Show all groups').click();
  // By two levels at once: each is drawn, and drawing takes longer than all else.
  await canvas().press('Shift+Equal');
  await eventually(scale).not.toBe(fitted);
  await page.keyboard.press('Alt+Shift+Digit1');
  await eventually(scale).toBe(fitted);
  expect(await groups.first().isChecked()).toBe(false);
  await act('Show all groups').click();
  await act('Views of the map').click();
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
  await act('Views of the map').click();
  await menu.getByRole('button', { name: 'Forget the view The town' }).click();
  await menu.getByRole('button', { name: 'Forget the view In Passing' }).click();
  await page.keyboard.press('Escape');
  await undoNotice(page, 'View “The town” forgotten');
  await act('Views of the map').click();
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
  await act('Areas by group').click();
  await eventually(() => groups.first().isChecked()).toBe(false);
  await act('Show all groups').click();
  await act('Areas by group').click();
  await groups.first().waitFor({ state: 'hidden' });
});

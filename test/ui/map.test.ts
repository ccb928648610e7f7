import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { axeOf, OPEN } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import type { TestDesk } from '../support/desk.ts';
import { areasAt, boxOf, drawnAt, legendCount, standing } from '../support/fleetMap.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { middleOf, nearestPixel, onlyMark } from '../support/mapPixels.ts';
import { goTo, undoNotice } from '../support/tour.ts';

/** The map beside the vehicles. Without a network none of them moves, and nothing is drawn for that. */

const VEHICLES = 40;
/** In a low window the map has fewer points to draw. */
const WINDOW = { width: 1280, height: 600 };
let desk: TestDesk;
let page: Page;
let map: Locator;

/** Asks again until it is so; machines that are busy take their time. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 150 });

beforeAll(async () => {
  desk = await openDesk({ vehicles: VEHICLES, viewport: WINDOW });
  page = desk.page;
  map = page.getByTestId('map');
  await page.getByText(`${String(VEHICLES)} vehicles`, { exact: true }).waitFor();
  for (const entity of ['area', 'vehicleType'] as const) {
    await desk.host.core.call('records.refresh', { entity });
  }
  await workOffline(desk, true);
});
afterAll(() => desk.close());

/**
 * The fleet is drawn whole, and none of it is picked. To draw a map anew takes as long as a test: only
 * one that narrows the list leaves the page, which forgets that then.
 */
beforeEach(async () => {
  await goTo(page, '#/vehicles');
  if ((await map.count()) > 0 && (await legendCount(page)) < VEHICLES) {
    await leave();
    await goTo(page, '#/vehicles');
  }
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await eventually(() => legendCount(page)).toBeGreaterThanOrEqual(VEHICLES);
  await ring().waitFor({ state: 'detached' });
});

async function leave(): Promise<void> {
  await goTo(page, '#/outbox');
  await map.waitFor({ state: 'detached' });
}

const ring = (): Locator => page.getByTestId('selected-vehicle');
const act = (name: string): Locator => map.getByRole('button', { name, exact: true });
const fit = (): Promise<void> => act('Fit all vehicles').click();
const canvas = (): Locator => map.locator('canvas.maplibregl-canvas');

async function open(id: string | undefined): Promise<void> {
  await goTo(page, `#/vehicles/${String(id)}`);
  await ring().waitFor();
}

describe('map of the fleet', () => {
  it('shows all vehicles clear of what stands over it, at any width, and names the one that is open', async () => {
    const isClear = async (): Promise<boolean> => {
      const { x, y } = await middleOf(ring());
      return map.locator('[data-covers]').evaluateAll(
        (boxes, at) =>
          boxes.every((box) => {
            const { left, top, right, bottom } = box.getBoundingClientRect();
            const apart = Math.max(left - at.x, at.x - right, top - at.y, at.y - bottom);
            return apart > 14;
          }),
        { x, y },
      );
    };
    // The legend and the scale stand at the foot.
    const [lowest] = await standing(desk);
    await open(lowest?.id);
    for (const width of [1600, WINDOW.width]) {
      await page.setViewportSize({ ...WINDOW, width });
      await fit();
      await eventually(isClear).toBe(true);
    }
    // What the pointer rests on has a card, too; that of the one that is open is joined to it by a line.
    const named = map.locator('.line + .card .plate');
    await eventually(() => named.textContent()).toBe(lowest?.regNo);
    const found = await axeOf(page, '[data-testid=map]');
    expect(found.map(({ id: rule, nodes }) => [rule, nodes.map((n) => n.html)])).toEqual([]);
  });

  it('draws its scale as long as it says and gives way to details, where there is little room', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const scale = map.locator('.scale');
    await eventually(() =>
      scale.evaluate((bar: HTMLElement) =>
        Math.abs(bar.getBoundingClientRect().width - Number.parseFloat(bar.style.inlineSize)),
      ),
    ).toBeLessThan(0.6);
    // The button says that it gave way, and brings it back.
    const button = page.getByRole('button', { name: 'Map', exact: true });
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
    await page.locator('article.detail').waitFor();
    await eventually(() => button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await eventually(() => page.locator('article.detail').count()).toBe(0);
    await scale.waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await page.setViewportSize(WINDOW);
  });

  it('counts every vehicle by state in its legend, has a name and announces no ticks', async () => {
    expect(await legendCount(page)).toBe(VEHICLES);
    const states = await page.getByTestId('vehicle-legend').locator('li').allTextContents();
    expect(states.slice(0, 4).map((text) => text.replaceAll(/[\d\s,]/g, ''))).toEqual([
      'Driving',
      'Idling',
      'Stopped',
      'Offline',
    ]);
    expect(await canvas().getAttribute('aria-label')).toContain('Map of the fleet');
    expect(await map.locator('[aria-live]').count()).toBe(0);
  });

  it('stops following when panned by hand, and moves what is selected out from under the legend', async () => {
    const [still] = await standing(desk);
    await open(still?.id);
    const legend = page.locator('.map-foot .legend');
    const isCovered = async (): Promise<boolean> => {
      const [at, box] = await Promise.all([middleOf(ring()), legend.boundingBox()]);
      if (box === null) throw new Error('The legend is not drawn.');
      return at.y >= box.y && at.x >= box.x && at.x <= box.x + box.width;
    };
    await act('Follow the selected vehicle').click();
    await act('Stop following').waitFor();
    await eventually(isCovered).toBe(false);
    const [at, under] = await Promise.all([middleOf(ring()), middleOf(legend)]);
    const begin = { x: at.x + 40, y: at.y - 60 };
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(begin.x + under.x - at.x, begin.y + under.y - at.y, { steps: 4 });
    await page.mouse.up();
    await act('Follow the selected vehicle').waitFor();
    expect(await act('Stop following').count()).toBe(0);
    await eventually(isCovered).toBe(true);
    // It is seen there while nothing is selected, and selected again.
    await goTo(page, '#/vehicles');
    await ring().waitFor({ state: 'detached' });
    await open(still?.id);
    await eventually(isCovered).toBe(false);
  });

  it('selects the vehicles in a box drawn with Shift', async () => {
    await fit();
    const box = await boxOf(map);
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 60, box.y + box.height - 60, { steps: 2 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const said = await page.getByText(/^\d+ selected$/).textContent();
    expect(Number.parseInt(said ?? '0', 10)).toBeGreaterThan(VEHICLES / 2);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
  });

  it('offers a vehicle’s own menu on its mark and on its row, by the second button and by keys', async () => {
    const still = (await standing(desk)).at(-1);
    await open(still?.id);
    const row = page.locator(`[role=grid] [data-id="${String(still?.id)}"]`);
    const plate = String(still?.regNo);
    const menu = page.getByRole('menu', { name: `What can be done with ${plate}` });
    const entries = [
      ...['Open details', 'Follow on the map', 'Assign a driver', 'Nearest vehicles'],
      ...['Route history', 'Copy registration', 'Copy coordinates', 'Copy link', 'Archive vehicle'],
    ];
    const says = async () =>
      (await menu.getByRole('menuitem').allTextContents())
        .map((text) => text.trim())
        // What the place is inside of follows, on the map.
        .filter((text) => !text.startsWith('Open area '));
    await eventually(async () => {
      const at = await middleOf(ring());
      await page.mouse.click(at.x, at.y, { button: 'right' });
      return menu.isVisible();
    }).toBe(true);
    expect(await says()).toEqual(entries);
    await menu.getByRole('menuitem', { name: 'Follow on the map' }).click();
    await act('Stop following').waitFor();
    await canvas().focus();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Nearest vehicles' }).click();
    const near = page.getByRole('dialog', { name: 'Nearest vehicles' });
    await near.waitFor();
    expect(await near.getByText(plate, { exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await near.waitFor({ state: 'detached' });
    await page.getByRole('grid').first().focus();
    await page.keyboard.press('Shift+F10');
    await eventually(says).toEqual(entries);
    await menu.getByRole('menuitem', { name: 'Assign a driver' }).click();
    await page.getByRole('combobox', { name: 'Search drivers' }).waitFor();
    expect(await page.evaluate(() => window.location.hash)).not.toContain('assign');
    // The press that opens the menu closes this list, and must not close the menu with it.
    await page.getByRole('option').first().waitFor();
    await row.getByRole('gridcell').first().click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Archive vehicle' }).click();
    await page.getByText(`Archive ${plate}`).first().waitFor();
    await undoNotice(page, `Archive ${plate}`);
    await row.getByText(plate, { exact: true }).waitFor();
  });

  it('offers its menu by the second button and by keys, and does each entry at the place that it was opened at', async () => {
    await fit();
    const menu = page.getByRole('menu', { name: 'What can be done here' });
    const box = await boxOf(map);
    // Beside the fleet: on a vehicle it would be the vehicle's own menu.
    const where = async (): Promise<string> => {
      await page.mouse.click(box.x + 6, box.y + box.height / 2, { button: 'right' });
      return (await menu.locator('.where').textContent()) ?? '';
    };
    const choose = async (name: string): Promise<void> => {
      await menu.getByRole('menuitem', { name, exact: true }).click();
      await menu.waitFor({ state: 'detached' });
    };
    const there = await where();
    const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
    await eventually(focused).toBe('Zoom here');
    expect(await axeOf(page, OPEN)).toEqual([]);
    // The areas there follow this item, so it is last only where there is none.
    const items = await menu.getByRole('menuitem').allTextContents();
    const downTo = items.findIndex((text) => text.trim() === 'What’s near');
    for (let i = 0; i < downTo; i += 1) await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('What’s near');
    await page.keyboard.press('Enter');
    const near = page.getByRole('dialog', { name: 'Nearest vehicles' });
    await near.locator('.plate').first().waitFor();
    const listed = await near.getByRole('listitem').allTextContents();
    expect(listed.length).toBe(10);
    const metres = listed.map((text) => /([\d.]+) km/.exec(text)?.[1]).map(Number);
    expect(metres).toEqual([...metres].sort((a, b) => a - b));
    expect(await axeOf(page, OPEN)).toEqual([]);
    await near.getByRole('button').first().click();
    await ring().waitFor();
    await goTo(page, '#/vehicles');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await fit();
    // By keys it opens in the middle of the map.
    await canvas().focus();
    await page.keyboard.press('Shift+F10');
    expect(await menu.locator('.where').textContent()).not.toBe(there);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    const again = await where();
    await choose('Copy coordinates');
    await page.getByText('Coordinates copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(again);
    await where();
    await choose('Measure from here');
    await page.getByRole('button', { name: 'Stop measuring' }).click();
    await where();
    await choose('Zoom here');
    await eventually(async () => {
      const now = await where();
      await page.keyboard.press('Escape');
      return now;
    }).not.toBe(again);
    await where();
    await choose('Create area here');
    await page.getByRole('heading', { name: 'New area' }).waitFor();
    await page.getByRole('button', { name: 'Discard draft' }).click();
  });

  it('a vehicle says which areas it is in, a place on the map names those there, and both lead to them', async () => {
    // Standing vehicles lie in depots and at customers, which are areas.
    const places = await Promise.all(
      (await standing(desk)).map(async (one) => ({ ...one, areas: await areasAt(desk, one) })),
    );
    const vehicle = places.find(({ areas }) => areas.size > 0);
    if (vehicle === undefined) throw new Error('No vehicle stands in an area.');
    await open(vehicle.id);
    const links = page.locator('article.detail .areas a');
    const told = () =>
      links.evaluateAll((all) => all.map((one) => [one.getAttribute('href'), one.textContent]));
    const wanted = [...vehicle.areas].map(([id, name]) => [`#/areas/${id}`, name]);
    await eventually(async () => (await told()).sort()).toEqual(wanted.sort());
    // From afar a pixel is wider than a small area: closer until the menu names one.
    await act('Follow the selected vehicle').click();
    const menu = page.getByRole('menu', { name: /^What can be done with / });
    const names = menu.getByRole('menuitem', { name: /^Open area / });
    await eventually(async () => {
      await act('Zoom in').click();
      const { x, y } = await middleOf(ring());
      await page.mouse.click(x, y, { button: 'right' });
      await menu.waitFor();
      const found = await names.count();
      if (found === 0) await page.keyboard.press('Escape');
      return found;
    }).toBeGreaterThan(0);
    const name = ((await names.first().textContent()) ?? '').replace('Open area ', '').trim();
    await names.first().click();
    await page.getByRole('heading', { name }).waitFor();
  });

  it('shares state and group with the list, both at once, from either side, and selects by a click on a mark', async () => {
    const legend = page.getByTestId('vehicle-legend').getByRole('button', { name: /^Stopped/ });
    await legend.click();
    await eventually(() => legendCount(page, 'Driving')).toBe(0);
    await page.getByRole('button', { name: 'By status' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'By group', exact: true }).click();
    const chips = page.getByRole('group', { name: 'By group', exact: true });
    // Those of the groups come after the one that shows the archived.
    const group = chips
      .locator('button[aria-pressed=false]')
      .filter({ hasNotText: 'Archived' })
      .first();
    const name = ((await group.locator('span').first().textContent()) ?? '').trim();
    const stopped = await legendCount(page);
    await group.click();
    const inGroup = { field: 'groupsList', oneOf: [name] };
    /** How far list and map are from what the mirror has of these. */
    const apart = async (...filters: { field: string; oneOf: string[] }[]): Promise<number[]> => {
      const view = { entity: 'vehicle', archived: 'no', filters } as const;
      const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 1 });
      const total = read.ok ? read.value.total : NaN;
      const foot = (await page.locator('footer.list-foot').textContent())?.trim() ?? '';
      return [(await legendCount(page)) - total, Number.parseInt(foot, 10) - total];
    };
    await eventually(() => apart(inGroup, { field: 'status', oneOf: ['stopped'] })).toEqual([0, 0]);
    expect(await legendCount(page)).toBeLessThan(stopped);
    // The chip of the state is still there, and lets go of it on the map too.
    await chips.getByRole('button', { name: 'Stopped' }).click();
    await eventually(() => legend.getAttribute('aria-pressed')).toBe('false');
    await eventually(() => apart(inGroup)).toEqual([0, 0]);
    await chips.locator('button[aria-pressed=true]').click();
    // One alone on the map: none lies above it.
    const [still] = await standing(desk);
    await page.getByRole('searchbox').first().fill(String(still?.regNo));
    await eventually(() => legendCount(page)).toBe(1);
    await fit();
    await eventually(async () => {
      const at = await onlyMark(page);
      if (at !== null) await page.mouse.click(at.x, at.y);
      return ring().isVisible();
    }).toBe(true);
    expect(await page.evaluate(() => window.location.hash)).toBe(`#/vehicles/${String(still?.id)}`);
    await leave();
  });

  it('tells in the legend how many have no position, which its list counts', async () => {
    await queue(desk, { endpoint: 'createVehicle', body: { regNo: 'NOWHERE 1' } });
    await page.getByTestId('placeless').getByText('1 without a position').waitFor();
  });

  it('tells types by pictures in the tenant’s colours from close by, and explains them', async () => {
    // Standing refrigerated trucks have a colour of their own, which no state has. Whether one
    // stands at this hour is chance, so a vehicle of another type that does becomes one.
    const { core } = desk.host;
    const types = await core.call('records.window', {
      view: { entity: 'vehicleType' },
      offset: 0,
      limit: 100,
    });
    const named = types.ok ? types.value.rows : [];
    const typeId = named.find(({ json }) => json.includes('"Refrigerated truck"'))?.id;
    if (typeId === undefined) throw new Error('The list of types has no refrigerated truck.');
    const id = (await standing(desk)).find(({ typeId: has }) => String(has) !== typeId)?.id;
    if (id === undefined) throw new Error('No vehicle of another type stands in this fleet.');
    const body = { typeId: Number(typeId) };
    await queue(desk, { endpoint: 'updateVehicle', params: { vehicleId: id }, body });
    // A mark is few points across: with fewer than the page has its colours would run together.
    await leave();
    await drawnAt(page, WINDOW, 1);
    await open(id);
    await fit();
    const legend = map.getByTestId('type-legend');
    await legend.waitFor({ state: 'detached' });
    const teal = [0x0e, 0x74, 0x90] as const;
    expect(await nearestPixel(page, ring(), teal)).toBeGreaterThan(40);
    await eventually(async () => {
      await act('Zoom in').click();
      return legend.count();
    }).toBe(1);
    await legend.getByText('Refrigerated truck').waitFor();
    await eventually(() => nearestPixel(page, ring(), teal)).toBeLessThan(24);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import type { TestDesk } from '../support/desk.ts';
import { middleOf, nearestPixel, onlyMark } from '../support/mapPixels.ts';
import { goTo, undoNotice } from '../support/tour.ts';

const VEHICLES = 60;
const WINDOW = { width: 1280, height: 600 };
let desk: TestDesk;
let page: Page;
let map: Locator;

/** Asks again until it is so; machines that are busy take their time. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read);

beforeAll(async () => {
  // In a low window the map has fewer points to draw.
  desk = await openDesk({ vehicles: VEHICLES, viewport: WINDOW });
  page = desk.page;
  map = page.getByTestId('map');
});
afterAll(() => desk.close());

beforeEach(async () => {
  await goTo(page, '#/vehicles');
  if ((await map.count()) > 0 && (await legendCount()) !== VEHICLES) await leaveAndReturn();
  await showsAll();
});

/** The fleet is drawn whole, and none of it is picked. */
async function showsAll(): Promise<void> {
  await page.locator('[data-testid=map][data-ready]').waitFor();
  await page.getByTestId('vehicle-legend').getByText('Driving').waitFor();
  await eventually(legendCount).toBe(VEHICLES);
  await page.getByTestId('selected-vehicle').waitFor({ state: 'detached' });
}

/**
 * A page that is left forgets its filters and how far its list was scrolled. To draw its map anew
 * takes as long as a test, so only those do so that need it.
 */
async function leaveAndReturn(): Promise<void> {
  await goTo(page, '#/outbox');
  await page.getByRole('main', { name: 'Outbox' }).waitFor();
  await map.waitFor({ state: 'detached' });
  await goTo(page, '#/vehicles');
  await showsAll();
}

/** Gives the page so many points of the picture; a map that is drawn already keeps its own. */
async function drawnAt(deviceScaleFactor: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...{ ...WINDOW, deviceScaleFactor, mobile: false },
  });
  await page.waitForFunction((to) => window.devicePixelRatio === to, deviceScaleFactor);
}

/** Vehicles that the legend counts, all states together. */
async function legendCount(): Promise<number> {
  const counts = await page.getByTestId('vehicle-legend').locator('.count').allTextContents();
  return counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
}

/** What the legend says of one state. */
async function countOf(state: string): Promise<string | null> {
  const entry = page.getByTestId('vehicle-legend').locator('li').filter({ hasText: state });
  return entry.locator('.count').textContent();
}

/** Vehicles that stand, the most southern first, as the mirror has them. */
async function standing(): Promise<{ id: string; lat: number; typeId: unknown }[]> {
  const filters = [{ field: 'status', oneOf: ['stopped'] }];
  const view = { entity: 'vehicle' as const, filters };
  const found = await desk.host.core.call('records.window', { view, offset: 0, limit: 100 });
  return (found.ok ? found.value.rows : [])
    .map(({ id, json }) => {
      const read = JSON.parse(json) as { lastCoordinates: { lat: number }; typeId: unknown };
      return { id, lat: read.lastCoordinates.lat, typeId: read.typeId };
    })
    .sort((a, b) => a.lat - b.lat);
}

/** Opens the first vehicle of the list and waits for its ring. */
async function selectFirst(): Promise<Locator> {
  await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
  const ring = page.getByTestId('selected-vehicle');
  await ring.waitFor();
  return ring;
}

describe('map of the fleet', () => {
  it('shows all vehicles clear of what stands over it, at any width', async () => {
    const fit = map.getByRole('button', { name: 'Fit all vehicles' });
    const isClear = async (): Promise<boolean> => {
      const { x, y } = await middleOf(page.getByTestId('selected-vehicle'));
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
    const [lowest] = await standing();
    await goTo(page, `#/vehicles/${String(lowest?.id)}`);
    await page.getByTestId('selected-vehicle').waitFor();
    for (const width of [1600, WINDOW.width]) {
      await page.setViewportSize({ ...WINDOW, width });
      await fit.click();
      await eventually(isClear).toBe(true);
    }
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
    expect(await legendCount()).toBe(VEHICLES);
    const states = await page.getByTestId('vehicle-legend').locator('li').allTextContents();
    expect(states.slice(0, 4).map((text) => text.replaceAll(/[\d\s,]/g, ''))).toEqual([
      'Driving',
      'Idling',
      'Stopped',
      'Offline',
    ]);
    const canvas = map.locator('canvas.maplibregl-canvas');
    expect(await canvas.getAttribute('aria-label')).toContain('Map of the fleet');
    expect(await map.locator('[aria-live]').count()).toBe(0);
  });

  it('rings the vehicle that is open and names it beside the ring', async () => {
    await selectFirst();
    const id = decodeURIComponent(
      (await page.evaluate(() => window.location.hash)).split('/')[2] ?? '',
    );
    expect(id).not.toBe('');
    // The list may have been scrolled to what was open before: the first row drawn is not its first then,
    // and another one is first once the press has brought it into sight. What the pointer rests on has a
    // card, too; that of the vehicle that is open is joined to it by a line.
    const plate = await page.locator(`[role=grid] [data-id="${id}"] .plate`).textContent();
    await eventually(() => map.locator('.line + .card .plate').textContent()).toBe(plate);
    const found = await axeOf(page, '[data-testid=map]');
    expect(found.map(({ id: rule, nodes }) => [rule, nodes.map((n) => n.html)])).toEqual([]);
  });

  it('shows what the list’s filter leaves, and selects a vehicle by a click on its mark', async () => {
    // One that stands, and alone on the map: nothing moves under the click or lies above it.
    const search = page.getByRole('searchbox').first();
    await page
      .getByRole('button', { name: /^Stopped/ })
      .first()
      .click();
    await eventually(() => countOf('Driving')).toBe('0');
    expect(await countOf('Stopped')).not.toBe('0');
    await page.getByRole('row').nth(1).getByRole('img', { name: 'Stopped' }).waitFor();
    const plate = page.getByRole('row').nth(1).locator('.plate');
    await search.fill((await plate.textContent()) ?? '');
    await eventually(() => legendCount()).toBe(1);
    const ring = await selectFirst();
    const hash = await page.evaluate(() => window.location.hash);
    await map.getByRole('button', { name: 'Fit all vehicles' }).click();
    await goTo(page, '#/vehicles');
    await ring.waitFor({ state: 'detached' });
    // The map is wider without the details, and may still be making room.
    await map.getByRole('button', { name: 'Fit all vehicles' }).click();
    await eventually(async () => {
      const at = await onlyMark(page);
      if (at !== null) await page.mouse.click(at.x, at.y);
      return ring.isVisible();
    }).toBe(true);
    expect(await page.evaluate(() => window.location.hash)).toBe(hash);
  });

  it('stops following when panned by hand, and moves what is selected out from under the legend', async () => {
    const [still] = await standing();
    const open = async (): Promise<void> => {
      await goTo(page, `#/vehicles/${String(still?.id)}`);
      await page.getByTestId('selected-vehicle').waitFor();
    };
    await open();
    const ring = page.getByTestId('selected-vehicle');
    const legend = page.locator('.map-foot .legend');
    const isCovered = async (): Promise<boolean> => {
      const [at, box] = await Promise.all([middleOf(ring), legend.boundingBox()]);
      if (box === null) throw new Error('The legend is not drawn.');
      return at.y >= box.y && at.x >= box.x && at.x <= box.x + box.width;
    };
    await map.getByRole('button', { name: 'Follow the selected vehicle' }).click();
    const stop = map.getByRole('button', { name: 'Stop following' });
    await stop.waitFor();
    await eventually(isCovered).toBe(false);
    const [at, under] = await Promise.all([middleOf(ring), middleOf(legend)]);
    const begin = { x: at.x + 40, y: at.y - 60 };
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(begin.x + under.x - at.x, begin.y + under.y - at.y, { steps: 4 });
    await page.mouse.up();
    await map.getByRole('button', { name: 'Follow the selected vehicle' }).waitFor();
    expect(await stop.count()).toBe(0);
    await eventually(isCovered).toBe(true);
    // It is seen there while nothing is selected, and selected again.
    await goTo(page, '#/vehicles');
    await ring.waitFor({ state: 'detached' });
    await open();
    await eventually(isCovered).toBe(false);
  });

  it('selects the vehicles in a box drawn with Shift', async () => {
    await map.getByRole('button', { name: 'Fit all vehicles' }).click();
    const box = await map.boundingBox();
    if (box === null) throw new Error('The map is not drawn.');
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 60, box.y + box.height - 60, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.getByText(/^\d+ selected$/).waitFor();
    const said = await page.getByText(/^\d+ selected$/).textContent();
    expect(Number.parseInt(said ?? '0', 10)).toBeGreaterThan(VEHICLES / 2);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
  });

  it('offers a vehicle’s own menu on its mark and on its row, by the second button and by keys', async () => {
    await leaveAndReturn();
    const ring = await selectFirst();
    const first = page.getByRole('row').nth(1);
    const plate = (await first.locator('.plate').textContent()) ?? '';
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
      const at = await middleOf(ring);
      await page.mouse.click(at.x, at.y, { button: 'right' });
      return menu.isVisible();
    }).toBe(true);
    expect(await says()).toEqual(entries);
    await menu.getByRole('menuitem', { name: 'Follow on the map' }).click();
    await map.getByRole('button', { name: 'Stop following' }).waitFor();
    await map.locator('canvas.maplibregl-canvas').focus();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Nearest vehicles' }).click();
    const near = page.getByRole('dialog', { name: 'Nearest vehicles' });
    await near.waitFor();
    expect(await near.getByText(plate, { exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await near.waitFor({ state: 'detached' });
    await page.getByRole('grid').first().focus();
    await page.keyboard.press('Shift+F10');
    await expect.poll(says).toEqual(entries);
    await menu.getByRole('menuitem', { name: 'Assign a driver' }).click();
    await page.getByRole('combobox', { name: 'Search drivers' }).waitFor();
    expect(await page.evaluate(() => window.location.hash)).not.toContain('assign');
    // The press that opens the menu closes this list, and must not close the menu with it.
    await page.getByRole('option').first().waitFor();
    await first.getByRole('gridcell').first().click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Archive vehicle' }).click();
    await page.getByText(`Archive ${plate}`).first().waitFor();
    await undoNotice(page, `Archive ${plate}`);
    await first.getByText(plate, { exact: true }).waitFor();
  });

  it('offers its menu by the second button, works it by keys, and lists what is near', async () => {
    await map.getByRole('button', { name: 'Fit all vehicles' }).click();
    const menu = page.getByRole('menu', { name: 'What can be done here' });
    // Beside the fleet: on a vehicle it would be the vehicle's own menu.
    const box = await map.boundingBox();
    if (box === null) throw new Error('The map is not drawn.');
    await page.mouse.click(box.x + 6, box.y + box.height / 2, { button: 'right' });
    await menu.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent.trim());
    await eventually(focused).toBe('Zoom here');
    expect(await axeInOpen(page)).toEqual([]);
    // The areas there follow this item, so it is last only where there is none.
    const items = await menu.getByRole('menuitem').allTextContents();
    const downTo = items.findIndex((text) => text.trim() === 'What’s near');
    for (let i = 0; i < downTo; i += 1) await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('What’s near');
    await page.keyboard.press('Enter');
    const near = page.getByRole('dialog', { name: 'Nearest vehicles' });
    await near.waitFor();
    await near.locator('.plate').first().waitFor();
    const listed = await near.getByRole('listitem').allTextContents();
    expect(listed.length).toBe(10);
    expect(await axeInOpen(page)).toEqual([]);
    const metres = listed.map((text) => /([\d.]+) km/.exec(text)?.[1]).map(Number);
    expect(metres).toEqual([...metres].sort((a, b) => a - b));
    await near.getByRole('button').first().click();
    await page.getByTestId('selected-vehicle').waitFor();
  });

  it('opens the menu by keys alone, and moves by the arrow keys', async () => {
    const canvas = map.locator('canvas.maplibregl-canvas');
    await canvas.focus();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'What can be done here' });
    await menu.waitFor();
    const before = await menu.locator('.where').textContent();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await canvas.focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    await eventually(async () => {
      await canvas.focus();
      await page.keyboard.press('Shift+F10');
      await menu.waitFor();
      const now = await menu.locator('.where').textContent();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      return now;
    }).not.toBe(before);
  });

  it('tells in the legend how many have no position, which its list counts', async () => {
    const made = await desk.host.core.call('outbox.write', {
      ...{ endpoint: 'createVehicle', body: { regNo: 'NOWHERE 1' } },
    });
    expect(made.ok).toBe(true);
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
    const id = (await standing()).find(({ typeId: has }) => String(has) !== typeId)?.id;
    if (id === undefined) throw new Error('No vehicle of another type stands in this fleet.');
    const written = await core.call('outbox.write', {
      ...{ endpoint: 'updateVehicle', params: { vehicleId: id }, body: { typeId: Number(typeId) } },
    });
    if (!written.ok) throw new Error(written.error.message);
    // A mark is few points across: with fewer than the page has its colours would run together.
    await goTo(page, '#/outbox');
    await map.waitFor({ state: 'detached' });
    await drawnAt(1);
    await goTo(page, `#/vehicles/${id}`);
    await map.getByRole('button', { name: 'Fit all vehicles' }).click();
    const legend = map.getByTestId('type-legend');
    await legend.waitFor({ state: 'detached' });
    const ring = page.getByTestId('selected-vehicle');
    await ring.waitFor();
    const teal = [0x0e, 0x74, 0x90] as const;
    expect(await nearestPixel(page, ring, teal)).toBeGreaterThan(40);
    await eventually(async () => {
      await map.getByRole('button', { name: 'Zoom in' }).click();
      return legend.count();
    }).toBe(1);
    await legend.getByText('Refrigerated truck').waitFor();
    await eventually(() => nearestPixel(page, ring, teal)).toBeLessThan(24);
  });
});

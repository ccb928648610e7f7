import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright';
import { axeInOpen, axeOf, OPEN } from '../support/axe.ts';
import { openDesk } from '../support/desk.ts';
import type { TestDesk } from '../support/desk.ts';
import { colleague, queue, recordIds, remedy, workOffline } from '../support/ledger.ts';
import { goTo, undoNotice, visit } from '../support/tour.ts';
import { waitingCount } from '../support/waiting.ts';

/** Areas that are made, changed and brought in by lists and numbers, where no map can be drawn. */

let desk: TestDesk;
let page: Page;

/** Asks again until it is so; machines that are busy take their time. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read);

beforeAll(async () => {
  desk = await openDesk({
    vehicles: 5,
    map: false,
    at: '#/areas',
    viewport: { width: 1280, height: 640 },
  });
  page = desk.page;
  for (const entity of ['area', 'areaGroup'] as const) {
    await desk.host.core.call('records.refresh', { entity });
  }
  // Without a network nothing is read anew after each write, which takes as long as to press it.
  await workOffline(desk, true);
});
afterAll(() => desk.close());

beforeEach(async () => {
  await goTo(page, '#/areas');
  await page.getByRole('row').nth(1).waitFor();
});

const editor = (): Locator => page.locator('article.editor');

async function startNew(name: string, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'New area' }).click();
  await editor().getByLabel('Name').fill(name);
  await editor().getByText(kind, { exact: true }).click();
}

const CIRCLE = {
  ...{ type: 'circle', coordinates: [{ lat: 41.05, lng: -2.31 }], radius: 300 },
  ...{ color: '#2563eb', groupIds: [] },
};

describe('areas', () => {
  it('begins a new area as a copy of one that is there', async () => {
    const found = await desk.host.core.call('records.window', {
      view: { entity: 'area', filters: [{ field: 'type', oneOf: ['polygon'] }] },
      offset: 0,
      limit: 1,
    });
    const row = found.ok ? found.value.rows[0] : undefined;
    if (row === undefined) throw new Error('No area here is a polygon.');
    const { name, coordinates } = JSON.parse(row.json) as {
      name: string;
      coordinates: { lat: number; lng: number }[];
    };
    await goTo(page, `#/areas/${row.id}`);
    const detail = page.locator('article.detail');
    await detail.getByRole('heading', { name }).waitFor();
    await detail.getByRole('button', { name: 'Duplicate' }).click();
    expect(await editor().getByLabel('Name').inputValue()).toBe(`${name} (copy)`);
    const latitude = editor().getByLabel('Latitude of point 1', { exact: true });
    await eventually(() => latitude.inputValue().then(Number)).toBeCloseTo(
      coordinates[0]?.lat ?? Number.NaN,
      5,
    );
    await editor().getByRole('button', { name: 'Discard draft' }).click();
    await editor().waitFor({ state: 'detached' });
  });

  it('makes an area from typed numbers and the keyboard alone', async () => {
    await page.getByRole('button', { name: 'New area' }).focus();
    await page.keyboard.press('Enter');
    await editor().getByLabel('Name').focus();
    await page.keyboard.type('Typed yard');
    await editor().getByLabel('Latitude', { exact: true }).focus();
    await page.keyboard.insertText('41.0612, -2.3105');
    // Takes the pair over, and saves nothing yet.
    await page.keyboard.press('Enter');
    expect(await editor().getByLabel('Longitude', { exact: true }).inputValue()).toBe('-2.3105');
    await editor().getByLabel('Radius in metres').fill('120');
    await page.keyboard.press('Tab');
    // What can't be read is not left out of what is saved without a word.
    const latitude = editor().getByLabel('Latitude', { exact: true });
    await latitude.fill('41.o6');
    await editor().getByRole('button', { name: 'Save' }).click();
    await eventually(() => latitude.evaluate((one) => one === document.activeElement)).toBe(true);
    await editor().getByText('Enter a number.').waitFor();
    await latitude.fill('41.0612');
    await page.keyboard.press('Tab');
    await editor().getByText('Enter a number.').waitFor({ state: 'detached' });
    await eventually(() => editor().locator('.figures').textContent()).toContain('4.52 ha');
    await editor().getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Typed yard' }).waitFor();
    await page.locator('article.detail').getByText('41.06120, -2.31050', { exact: true }).waitFor();
  });

  it('refuses a polygon that crosses itself, and says which edges do', async () => {
    await startNew('Bow tie', 'Polygon');
    const rows = [
      ['41.00', '-2.30'],
      ['41.02', '-2.28'],
      ['41.02', '-2.30'],
    ];
    await editor().getByRole('button', { name: 'Add point', exact: true }).click();
    for (const [i, [lat = '', lng = '']] of [...rows, ['41.00', '-2.28']].entries()) {
      await editor()
        .getByLabel(`Latitude of point ${String(i + 1)}`)
        .fill(lat);
      await editor()
        .getByLabel(`Longitude of point ${String(i + 1)}`)
        .fill(lng);
    }
    await page.keyboard.press('Tab');
    const said = editor().getByRole('alert');
    await said.waitFor();
    await expect
      .poll(() => said.textContent())
      .toContain('The edge from corner 1 to 2 crosses or touches the edge from corner 3 to 4.');
    const found = await axeOf(page, 'article.editor');
    expect(found.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([]);
    await editor().getByRole('button', { name: 'Save' }).click();
    await editor().waitFor();
    // Swapping two corners by their row buttons mends it.
    await editor().getByRole('button', { name: 'Move point 3 up' }).click();
    await said.waitFor({ state: 'detached' });
    // A point that is first stays there, however often the key is pressed.
    const latitude = editor().getByLabel('Latitude of point 1');
    await editor().getByRole('button', { name: 'Move point 2 up' }).press('Enter');
    await eventually(() => latitude.inputValue()).toBe('41.02');
    const focused = page.locator(':focus');
    await eventually(() => focused.getAttribute('aria-label')).toBe('Move point 1 up');
    await page.keyboard.press('Enter');
    expect(await latitude.inputValue()).toBe('41.02');
    await editor().getByRole('button', { name: 'Discard draft' }).click();
  });

  it('keeps the draft while other pages are open', async () => {
    await startNew('Half a yard', 'Polygon');
    await editor().getByLabel('Latitude of point 1').fill('41.05');
    await page.keyboard.press('Tab');
    await goTo(page, '#/outbox');
    await page.getByRole('main', { name: 'Outbox' }).waitFor();
    await goTo(page, '#/areas');
    // It waits while the draft of another area begins.
    await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
    await page.getByRole('button', { name: 'Change area' }).click();
    await editor().getByLabel('Name').fill('Another yard');
    await page.getByRole('button', { name: 'Back to the draft of Half a yard' }).click();
    await page.getByRole('button', { name: 'Back to the draft of Another yard' }).click();
    await editor().getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('button', { name: 'Back to the draft of Half a yard' }).click();
    expect(await editor().getByLabel('Latitude of point 1').inputValue()).toBe('41.05');
    await editor().getByRole('button', { name: 'Discard draft' }).click();
  });

  it('changes only what was changed, archives, restores and asks for the name before deleting', async () => {
    const row = page.getByRole('row').nth(1);
    const name = (await row.getByRole('gridcell').first().textContent())?.trim() ?? '';
    await row.getByRole('gridcell').first().click();
    const detail = page.locator('article.detail');
    await detail.getByRole('heading', { name }).waitFor();
    await detail.getByRole('button', { name: 'Change area' }).click();
    await editor().getByLabel('Name').fill('Renamed yard');
    await editor().getByRole('button', { name: 'Save' }).click();
    await detail.getByRole('heading', { name: 'Renamed yard' }).waitFor();
    const write = detail.getByTestId('pending-write');
    await expect.poll(() => write.first().textContent()).toContain('Renamed yard');
    expect(await write.first().textContent()).not.toContain('coordinates');

    await detail.getByRole('button', { name: 'Archive', exact: true }).click();
    await eventually(() => write.count()).toBe(2);
    // The notice that tells of it takes it back.
    await undoNotice(page, /Archive/);
    await eventually(() => write.count()).toBe(1);
    await detail.getByRole('button', { name: 'Archive', exact: true }).click();
    await detail.getByRole('button', { name: 'Restore', exact: true }).click();
    await detail.getByRole('button', { name: 'Archive', exact: true }).waitFor();

    await detail.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    const sure = dialog.getByRole('button', { name: /^Delete for good/ });
    expect(await sure.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('button', { name: 'Archive instead' }).waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    await dialog.getByRole('textbox').fill('Renamed yard');
    expect(await sure.getAttribute('aria-disabled')).toBeNull();
    const before = await write.count();
    await sure.click();
    await eventually(() => write.count()).toBe(before + 1);
    await expect.poll(() => write.last().textContent()).toContain('Delete');
    await write.last().getByRole('button', { name: 'Undo', exact: true }).click();
    await eventually(() => write.count()).toBe(before);
  });

  it('brings in areas of a file after showing what would change, with one undo', async () => {
    const found = await desk.host.core.call('records.window', {
      view: { entity: 'area', filters: [{ field: 'type', oneOf: ['polygon'] }] },
      offset: 0,
      limit: 1,
    });
    const row = found.ok ? found.value.rows[0] : undefined;
    if (row === undefined) throw new Error('No area here is a polygon.');
    const here = JSON.parse(row.json) as {
      name: string;
      coordinates: { lat: number; lng: number }[];
    };
    const corners = here.coordinates.map(({ lat, lng }) => [lng, lat]);
    const [first = []] = corners;
    const feature = (name: string, ring: number[][]) => ({
      ...{ type: 'Feature', properties: { name } },
      geometry: { type: 'Polygon', coordinates: [ring] },
    });
    const moved = corners.map(([lng = 0, lat = 0]) => [lng + 0.01, lat]);
    const bow = [first, [0, 1], [1, 0], [1, 1], [0, 0]];
    const features = [feature(here.name, moved), feature('Quarry', moved), feature('Bow', bow)];
    await page.getByRole('button', { name: 'Bring in areas from a file' }).click();
    const input = editor().getByLabel('Map file', { exact: true });
    const give = (name: string, text: string) =>
      input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await give('notes.geojson', 'Not a map.');
    await editor()
      .getByText('This is no GeoJSON, KML, KMZ, GPX or CSV with coordinates.')
      .waitFor();
    // Made in the page: handing over so much takes longer than all else here.
    await input.evaluate((field: HTMLInputElement) => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(17 * 1024 * 1024)], 'huge.geojson'));
      field.files = made.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await editor()
      .getByText(/larger than 16 MB/)
      .waitFor();
    await give('plan.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const list = editor().getByRole('list', { name: 'Areas of the file' });
    const line = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await line('Quarry').getByText('New', { exact: true }).waitFor();
    await line(here.name).getByText('other shape').waitFor();
    await line('Bow')
      .getByText(/must not cross itself/)
      .waitFor();
    // Nothing is written before that was said.
    const waits = async (): Promise<number> => {
      const told = await desk.host.core.call('records.ids', {
        view: { entity: 'area', text: 'Quarry' },
      });
      return told.ok ? told.value.ids.length : NaN;
    };
    expect(await waits()).toBe(0);
    const axe = await axeOf(page, 'article.editor');
    expect(axe.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([]);
    // It waits while another page is open.
    await goTo(page, '#/outbox');
    await page.getByRole('main', { name: 'Outbox' }).waitFor();
    await goTo(page, '#/areas/import');
    await line(here.name).getByRole('checkbox').uncheck();
    await editor().getByRole('button', { name: 'Bring in 1', exact: true }).click();
    await page
      .locator('.toasts')
      .getByText(/1 area brought in/)
      .waitFor();
    await eventually(waits).toBe(1);
    await undoNotice(page, /1 area brought in/);
    await eventually(waits).toBe(0);
    await page.getByRole('button', { name: 'Areas as a map file' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'GeoJSON' }).click();
    expect((await download).suggestedFilename()).toBe('Waybill areas.geojson');
  });

  it('an area that waits is corrected in the editor, a new one whole and a changed one by what differs', async () => {
    const before = await waitingCount(desk);
    const [areaId = ''] = await recordIds(desk, 'area');
    const made = await queue(desk, { endpoint: 'createArea', body: { name: 'Gate 4', ...CIRCLE } });
    const params = { areaId };
    const named = await queue(desk, { endpoint: 'updateArea', params, body: { name: 'Once' } });
    for (const [op, name] of [
      [made, 'Gate 5'],
      [named, 'Twice'],
    ] as const) {
      await visit(page, `#/outbox/${op}`);
      await remedy(desk, 'Edit').click();
      await editor().getByLabel('Name').fill(name);
      if (op === made) await editor().getByLabel('Radius').fill('450');
      await editor().getByRole('button', { name: 'Save' }).click();
      await editor().waitFor({ state: 'detached' });
    }
    // No write came beside the two: each is the one that waited.
    expect(await waitingCount(desk)).toBe(before + 2);
    const patches: unknown[] = [];
    for (const opId of [made, named]) {
      const read = await desk.host.core.call('outbox.get', { opId });
      if (read.ok) patches.push(JSON.parse(read.value.op.patch));
    }
    expect(patches).toContainEqual({ name: 'Twice' });
    expect(patches).toContainEqual({ ...CIRCLE, name: 'Gate 5', radius: 450 });
    // Of many corners some are drawn, and the others when they are asked for.
    const coordinates = Array.from({ length: 300 }, (_, at) => ({
      lat: 41 + Math.sin((at * Math.PI) / 150) / 100,
      lng: -2 + Math.cos((at * Math.PI) / 150) / 100,
    }));
    const round = { ...CIRCLE, type: 'polygon', coordinates, radius: null, name: 'Round' };
    const large = await queue(desk, { endpoint: 'createArea', body: round });
    await visit(page, `#/outbox/${large}`);
    await remedy(desk, 'Edit').click();
    await editor().getByLabel('Latitude of point 200').waitFor();
    expect(await editor().getByLabel('Latitude of point 201').count()).toBe(0);
    await editor().getByRole('button', { name: 'Show 100 more' }).click();
    await editor().getByLabel('Latitude of point 300').waitFor();
    await editor().getByRole('button', { name: 'Discard draft' }).click();
    await desk.host.core.call('outbox.decide', { opId: large, decision: { remedy: 'cancel' } });
    await workOffline(desk, false);
    await expect.poll(() => colleague(desk, 'GET', `/areas/${areaId}`)).toContain('Twice');
  });

  it('adds a group, shows the areas of one and renames it', async () => {
    await page.getByRole('tab', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Night shift');
    expect(await axeOf(page, OPEN)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Night shift' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Night shift' }).waitFor();

    await page.getByRole('row').filter({ hasText: 'Customers' }).getByRole('gridcell').click();
    const detail = page.locator('article.detail');
    await detail.getByRole('link').first().waitFor();
    await expect.poll(() => detail.getByRole('link').count()).toBeGreaterThan(0);
    await detail.getByLabel('Name').fill('Renamed group');
    await detail.getByRole('button', { name: 'Save name' }).click();
    await detail.getByRole('heading', { name: 'Renamed group' }).waitFor();
  });
});

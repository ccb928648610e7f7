import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { bundle } from '../build/tools/bundle.mjs';
import type { Entity } from '../shared/model/entity.ts';
import { chromium } from '../build/tools/chromium.mjs';
import { workday } from './support/days.ts';
import { closeBrowser, openDesk, type TestDesk } from './support/desk.ts';
import { GALLERY, THEMES } from './support/gallery.ts';

/**
 * Draws every page in both themes into `docs/screenshots`, those with much on them in two sizes:
 * `node build/node.mjs test/screenshots.ts`, or those alone whose names follow. The fleet moves, so that
 * pictures differ from run to run.
 */

const folder = path.resolve(import.meta.dirname, '..', 'docs', 'screenshots');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Closes what the picture before left open, with what was typed there. */
async function putAway(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) return;
  await page.keyboard.press('Escape');
  const asked = dialog.getByRole('button', { name: 'Throw away' });
  if (await asked.isVisible()) await asked.click();
  await dialog.waitFor({ state: 'detached' });
}

/** Goes to a page of the desk and waits until it has drawn its rows and, if it has one, its map. */
async function show(page: Page, hash: string): Promise<void> {
  await putAway(page);
  await page.evaluate((to) => (location.hash = to), hash);
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  const map = page.getByTestId('map');
  if ((await map.count()) > 0) await page.locator('[data-testid="map"][data-ready]').waitFor();
  // After the room has changed, the whole fleet is brought back into it.
  if (hash === '#/vehicles') await page.getByRole('button', { name: 'Fit all vehicles' }).click();
  // Land, tiles and labels are drawn after the map is ready; a picture may wait for them.
  await page.waitForTimeout((await map.count()) > 0 ? 12_000 : 1_500);
}

async function idsOf(desk: TestDesk, entity: Entity): Promise<string[]> {
  const reply = await desk.host.core.call('records.ids', { view: { entity } });
  return reply.ok ? reply.value.ids : [];
}

/** Pages that are a list with one of its records open, or need nothing beforehand. */
async function simplePictures(desk: TestDesk): Promise<Picture[]> {
  const opened = [
    ['drivers', 'driver'],
    ['devices', 'device'],
    ['sensors', 'sensor'],
    ['cameras', 'cameraEvent'],
    ['users', 'user'],
    ['clients', 'client'],
    ['resellers', 'reseller'],
    ['reports', 'scheduledReport'],
  ] as const;
  const records = await Promise.all(
    opened.map(async ([page, entity]): Promise<Picture> => {
      const [first = '', second = first] = await idsOf(desk, entity);
      return { name: page, hash: `#/${page}/${second}` };
    }),
  );
  return [
    ...records,
    { name: 'fuel', hash: '#/fuel?days=30' },
    { name: 'fuel-by-vehicle', hash: '#/fuel?tab=vehicles&days=30' },
    { name: 'climate', hash: '#/climate' },
    { name: 'reference', hash: '#/reference' },
  ];
}

/** The map of a route comes after its trips were read. */
async function drawnRoute(page: Page): Promise<void> {
  await page.getByTestId('leg').first().waitFor();
  await page.locator('[data-testid="map"][data-ready]').waitFor();
  await page.waitForTimeout(12_000);
}

/** The editor of areas with a shape that would become another. */
async function widenArea(page: Page): Promise<void> {
  const editor = page.locator('article.editor');
  await editor.getByText('Rectangle', { exact: true }).click();
  await editor.getByRole('button', { name: 'Widen or narrow' }).click();
  await editor.getByLabel(/^Move the edge outward/).fill('120');
  await page.keyboard.press('Enter');
  await editor.locator('.outcome').scrollIntoViewIfNeeded();
  await page.waitForTimeout(2_000);
}

/** Some waiting writes, so that the outbox has something to tell. */
async function makeWrites(desk: TestDesk, vehicles: string[]): Promise<void> {
  await desk.host.core.call('session.workOffline', { on: true });
  const labels = ['North ring, early', 'Spare van', 'Cold chain 2'];
  for (const [index, defaultLabel] of labels.entries()) {
    await desk.host.core.call('outbox.write', {
      endpoint: 'updateVehicle',
      params: { vehicleId: vehicles[index + 4] ?? '' },
      body: { defaultLabel },
    });
  }
  await desk.host.core.call('outbox.write', {
    endpoint: 'archiveVehicle',
    params: { vehicleId: vehicles[9] ?? '' },
  });
}

interface Picture {
  name: string;
  hash: string;
  /** In both sizes. */
  large?: true;
  /** What has to happen before it is taken. */
  before?: () => Promise<void>;
  /** What is done on the page once it is shown. */
  after?: (page: Page) => Promise<void>;
}

/** Ids of the answers that a form names. */
async function answersOf(desk: TestDesk, formId: string): Promise<string[]> {
  const read = await desk.host.core.call('records.read', {
    endpoint: 'getForm',
    params: { formId },
    refresh: 'ifMissing',
  });
  const text = read.ok ? (read.value.json ?? '{}') : '{}';
  const { answers = [] } = JSON.parse(text) as { answers?: { id: string | number }[] };
  return answers.map(({ id }) => String(id));
}

/** Waits until so many answers are here. */
async function untilRead(desk: TestDesk, count: number): Promise<void> {
  for (let total = 0; total < count;) {
    const read = await desk.host.core.call('answers.window', { view: {}, offset: 0, limit: 1 });
    if (!read.ok) throw new Error(read.error.message);
    total = read.value.total;
    await desk.page.waitForTimeout(200);
  }
}

/** A pack that is put together. */
async function askForPack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('menuitem', { name: 'Field packs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Field packs' });
  await dialog.getByRole('button', { name: 'New pack' }).click();
  await dialog.getByLabel('Name of the pack').fill('Yard on Monday');
  await dialog.getByLabel(/answers in the list/).check();
  await dialog.getByLabel('Routes of the vehicles that answers name').check();
  await dialog.getByText(/Days of routes: \d+/).waitFor();
}

async function askForExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export…' }).click();
  // The preview of the files' names comes from the core.
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}

async function pictures(desk: TestDesk): Promise<Picture[]> {
  const [vehicles, areas, forms] = await Promise.all(
    (['vehicle', 'area', 'form'] as const).map((entity) => idsOf(desk, entity)),
  );
  const form = forms?.[0] ?? '';
  const named = await Promise.all((forms ?? []).map((formId) => answersOf(desk, formId)));
  const [first = ''] = named[0] ?? [];
  const before = async (): Promise<void> => {
    const ids = named.flatMap((of) => of.slice(0, 6));
    await desk.host.core.call('answers.wantIds', { ids });
    await untilRead(desk, ids.length);
  };
  return [
    { name: 'vehicles', hash: '#/vehicles', large: true },
    { name: 'vehicle', hash: `#/vehicles/${vehicles?.[2] ?? ''}`, large: true },
    {
      ...{ name: 'history', after: drawnRoute },
      hash: `#/history/${vehicles?.[2] ?? ''}?from=${workday(1)}&to=${workday(1)}`,
    },
    { name: 'areas', hash: `#/areas/${areas?.[8] ?? ''}`, large: true },
    { name: 'area-editor', hash: '#/areas/new?lat=41.056&lng=-2.306', after: widenArea },
    { name: 'form', hash: `#/forms/${form}`, large: true },
    { name: 'answer', hash: `#/answers/${first}`, large: true },
    { name: 'review', hash: `#/review/${first}`, before },
    { name: 'pack', hash: '#/review', before, after: askForPack },
    { name: 'export', hash: '#/review', before, after: askForExport },
    ...(await simplePictures(desk)),
    { name: 'settings', hash: '#/settings', large: true },
    {
      ...{ name: 'outbox', hash: '#/outbox', large: true },
      before: () => makeWrites(desk, vehicles ?? []),
    },
  ];
}

const built = await bundle(['renderer', 'bridge']);
if (built.failed) throw new Error(built.output);
process.env['CHROME_PATH'] ??= await chromium({ install: false });
await mkdir(folder, { recursive: true });
const asked = new Set(process.argv.slice(2));
const taken = new Set<string>();
const isAsked = (name: string): boolean => asked.size === 0 || asked.has(name);

/** Takes what is shown as a picture of the gallery. */
async function take(page: Page, name: string, theme: string, width: number): Promise<void> {
  taken.add(name);
  await page.screenshot({ path: path.join(folder, `${name}-${theme}-${String(width)}.png`) });
}

for (const colorScheme of THEMES) {
  if (isAsked(GALLERY.welcome)) {
    const first = await openDesk({ colorScheme, scale: 1, ground: 'whole', local: false });
    await first.page.getByRole('button', { name: 'Try the demo' }).waitFor();
    await take(first.page, GALLERY.welcome, colorScheme, SIZES[0].width);
    await first.close();
  }
  const desk = await openDesk({ colorScheme, scale: 1, ground: 'whole' });
  try {
    // The first sync is over when the chip says no more than this.
    await desk.page.getByText('250 vehicles').waitFor();
    await desk.page
      .locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ })
      .waitFor();
    // A page that is gone to while the first map is still being drawn may be shown without its ground.
    await desk.page.locator('[data-testid="map"][data-ready]').waitFor();
    await desk.page.waitForTimeout(3_000);
    for (const { name, hash, large, before, after } of await pictures(desk)) {
      if (!isAsked(name)) continue;
      await before?.();
      for (const size of large ? SIZES : SIZES.slice(0, 1)) {
        await desk.page.setViewportSize(size);
        await show(desk.page, hash);
        await after?.(desk.page);
        await take(desk.page, name, colorScheme, size.width);
      }
    }
  } finally {
    await desk.close();
  }
}
await closeBrowser();
const missing = Object.values(GALLERY).filter((name) => isAsked(name) && !taken.has(name));
if (missing.length > 0) throw new Error(`No picture was taken of ${missing.join(', ')}.`);

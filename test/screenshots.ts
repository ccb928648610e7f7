import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { bundle } from '../build/tools/bundle.mjs';
import type { Entity } from '../shared/model/entity.ts';
import { chromium } from '../build/tools/chromium.mjs';
import { closeBrowser, openDesk, type TestDesk } from './support/desk.ts';

/**
 * Draws the pages in both themes and two sizes into `docs/screenshots`:
 * `node build/node.mjs test/screenshots.ts`. The fleet moves, so that pictures differ from run to run.
 */

const folder = path.resolve(import.meta.dirname, '..', 'docs', 'screenshots');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Goes to a page of the desk and waits until it has drawn its rows and, if it has one, its map. */
async function show(page: Page, hash: string): Promise<void> {
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
  /** What has to happen before it is taken. */
  before?: () => Promise<void>;
}

async function pictures(desk: TestDesk): Promise<Picture[]> {
  const [vehicles, areas, forms] = await Promise.all(
    (['vehicle', 'area', 'form'] as const).map((entity) => idsOf(desk, entity)),
  );
  const form = forms?.[0] ?? '';
  const read = await desk.host.core.call('records.read', {
    endpoint: 'getForm',
    params: { formId: form },
    refresh: 'ifMissing',
  });
  const text = read.ok ? (read.value.json ?? '{}') : '{}';
  const { answers = [] } = JSON.parse(text) as { answers?: { id: string }[] };
  return [
    { name: 'vehicles', hash: '#/vehicles' },
    { name: 'vehicle', hash: `#/vehicles/${vehicles?.[2] ?? ''}` },
    { name: 'areas', hash: `#/areas/${areas?.[8] ?? ''}` },
    { name: 'form', hash: `#/forms/${form}` },
    { name: 'answer', hash: `#/answers/${answers[0]?.id ?? ''}` },
    {
      ...{ name: 'review', hash: `#/review/${answers[0]?.id ?? ''}` },
      before: async () => {
        await desk.host.core.call('answers.wantIds', { ids: answers.map(({ id }) => id) });
      },
    },
    ...(await simplePictures(desk)),
    { name: 'settings', hash: '#/settings' },
    { name: 'outbox', hash: '#/outbox', before: () => makeWrites(desk, vehicles ?? []) },
  ];
}

const built = await bundle(['renderer', 'bridge']);
if (built.failed) throw new Error(built.output);
process.env['CHROME_PATH'] ??= await chromium({ install: false });
await mkdir(folder, { recursive: true });
for (const colorScheme of ['light', 'dark'] as const) {
  const desk = await openDesk({ colorScheme, scale: 1 });
  try {
    // The first sync is over when the chip says no more than this.
    await desk.page.getByText('250 vehicles').waitFor();
    await desk.page
      .locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ })
      .waitFor();
    for (const { name, hash, before } of await pictures(desk)) {
      await before?.();
      for (const size of SIZES) {
        await desk.page.setViewportSize(size);
        await show(desk.page, hash);
        await desk.page.screenshot({
          path: path.join(folder, `${name}-${colorScheme}-${size.width}.png`),
        });
      }
    }
  } finally {
    await desk.close();
  }
}
await closeBrowser();

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GROUNDS } from '../../renderer/map/palette.ts';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { demoTown, startTestService, type TestService } from '../support/localService.ts';
import { lostBeside } from '../support/overflow.ts';
import { writeArchive } from '../support/pmtiles.ts';
import { TOWN_METADATA, townTiles } from '../support/townTiles.ts';
import { beginAt, goTo } from '../support/tour.ts';

/**
 * A first start, without an account; and the ground of the map for an account of a real server, from an
 * archive that a person brings.
 */

/** In a low window the map has fewer points to draw. */
const WINDOW = { width: 1280, height: 560 };
let desk: TestDesk;
let page: Page;
let elsewhere: TestService;
let folder = '';
const complaints: string[] = [];
const foreign: string[] = [];

/** Asks again until it is so, now and then: a picture of a map costs as much as to draw it. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 300 });

async function onDisk(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

/** Notes what the page asks of anybody but the desk, what it complains of, and where it breaks its policy. */
async function watch(): Promise<void> {
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== desk.host.origin && protocol !== 'data:' && protocol !== 'blob:') {
      foreign.push(request.url());
    }
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.exposeFunction('complain', (what: string) => complaints.push(what));
  const listen = (): void => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `${event.effectiveDirective} ${event.blockedURI}`;
      (window as unknown as { complain: (what: string) => void }).complain(told);
    });
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
}

/** Starts the desk anew, on the same data. */
async function restart(): Promise<void> {
  await desk.restart();
  page = desk.page;
  await watch();
  await page.locator('[data-testid=map][data-ready]').waitFor();
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-ground-'));
  elsewhere = await startTestService({ dataDir: ':memory:', vehicles: 12 });
  desk = await openDesk({ local: false, vehicles: 12, ground: 'whole', viewport: WINDOW });
  page = desk.page;
  await watch();
});
afterAll(async () => {
  await desk.close();
  await elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

const { lat, lng } = demoTown().centre;
const TOWN = townTiles([lng, lat], [4, 13]);
const ARCHIVE = writeArchive({ ...TOWN, metadata: TOWN_METADATA, leafEntries: 40 });
const NOISE = Uint8Array.from({ length: 300 }, (_, i) => (i * 37 + 11) % 256);
/** The first tile is looked at when a file is added; the others are found out when drawn. */
const SPOILT = writeArchive({
  bounds: TOWN.bounds,
  metadata: TOWN_METADATA,
  tiles: TOWN.tiles.map((tile, i) => (i === 0 ? tile : { ...tile, bytes: NOISE })),
});
/** Real pictures of a mountain, in the public domain. */
const PHOTOS = new URL('../support/pmtiles/mt-whitney-8-12-webp-512.pmtiles', import.meta.url);

/**
 * Pixels of the page in which the map has the colour of water, however many points each is drawn
 * with: the town has a lake, the land around it has none.
 */
async function waterPixels(theme: 'light' | 'dark'): Promise<number> {
  const map = page.getByTestId('map').locator('canvas.maplibregl-canvas');
  const picture = await map.screenshot();
  const wanted = Number.parseInt(GROUNDS[theme].sea.slice(1), 16);
  return page.evaluate(
    async ([base64, colour]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (context === null) return 0;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const rgb = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
        if (rgb === colour) count += 1;
      }
      return count / window.devicePixelRatio ** 2;
    },
    [picture.toString('base64'), wanted] as const,
  );
}

/** As many as the lake has from far or near; a map that has drawn no land yet is all water. */
const isLake = (pixels: number): boolean => pixels > 200 && pixels < 20_000;

async function setTheme(theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor();
}
async function showMap(): Promise<void> {
  await goTo(page, '#/vehicles');
  await page.locator('[data-testid=map][data-ready]').waitFor();
}
/** Of the menu beside the map. */
async function choose(name: string, role: 'menuitem' | 'menuitemcheckbox'): Promise<void> {
  await page.getByRole('button', { name: 'Base map', exact: true }).click();
  await page.getByRole(role, { name }).click();
}
async function showAll(): Promise<void> {
  await choose('Show all of it', 'menuitem');
}
async function violations(within: string): Promise<unknown[]> {
  const found = await axeOf(page, within);
  return found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
const attribution = (): Promise<string> => page.getByTestId('map-attribution').innerText();
const note = (): Locator => page.getByTestId('ground-problem');

/** Lets go of a file over an element, as a person who drags it there. */
async function drop(onto: Locator, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const made = new DataTransfer();
      made.items.add(new File([data], fileName));
      return made;
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );
  await onto.dispatchEvent('dragenter', { dataTransfer: transfer });
  await onto.dispatchEvent('drop', { dataTransfer: transfer });
}

/** The account of the real server is the one at the desk. */
async function signedIn(): Promise<void> {
  const { core } = desk.host;
  const { baseUrl, token } = elsewhere.running();
  const told = await core.call('session.accounts', {});
  if (told.ok && told.value.accounts.some((one) => one.active && one.workspace === 'remote'))
    return;
  expect(await core.call('session.signInWithToken', { baseUrl, token })).toMatchObject({
    ok: true,
  });
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
}

/**
 * Begins a test at an address: copies of these files are the maps of the account, and the last of
 * them is drawn.
 */
async function begin(at: string, maps: Readonly<Record<string, Uint8Array>> = {}): Promise<void> {
  const { core } = desk.host;
  await signedIn();
  complaints.length = 0;
  foreign.length = 0;
  const before = await core.call('ground.maps', {});
  for (const { id } of before.ok ? before.value.maps : []) await core.call('ground.remove', { id });
  for (const [name, bytes] of Object.entries(maps)) {
    const begun = await core.call('ground.beginCopy', { name, sizeBytes: bytes.byteLength });
    if (!begun.ok) throw new Error(begun.error.message);
    const { copy } = begun.value;
    await core.call('ground.copyPart', { copy, bytes });
    const added = await core.call('ground.endCopy', { copy });
    if (!added.ok) throw new Error(added.error.message);
  }
  await beginAt(page, at);
  await setTheme('light');
  if (at === '#/vehicles') await page.locator('[data-testid=map][data-ready]').waitFor();
  // What was wrong with a file stays beside the map until it is read.
  const close = note().getByRole('button', { name: 'Close' });
  if ((await close.count()) > 0) await close.click();
}

test('a first start without an account offers sign-in and the demo, and its map shows the fleet that comes after it', async () => {
  // From the beginning, so that the policy is heard of all of it.
  await page.goto('about:blank');
  await page.goto(desk.host.origin);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await page.locator('[role=grid] [data-id]').first().waitFor();
  const map = page.locator('[data-testid=map][data-ready]');
  // The whole world would be measured by thousands of kilometres.
  await eventually(() => map.locator('.scale').textContent()).toMatch(/^\s*(\d+ m|[125] km)\s*$/);
  for (const narrow of [
    { width: 900, height: 560 },
    // What a page of 1280 pixels has when it is enlarged to 375 %.
    { width: 341, height: 213 },
  ]) {
    await page.setViewportSize(narrow);
    expect(await lostBeside(page)).toEqual([]);
  }
  await page.setViewportSize(WINDOW);
  for (const hash of ['#/history/100002', '#/areas/new']) {
    await goTo(page, hash);
    await map.waitFor({ state: 'attached' });
  }
  // What draws maps lives within the policy, too.
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a map file is the ground of an account of a real server, in light and dark', async () => {
  await begin('#/vehicles');
  expect(await attribution()).toBe('Natural Earth');
  const file = await onDisk('Town.pmtiles', ARCHIVE);
  await page.getByTestId('ground-file').setInputFiles(file);
  await page.getByText('Lindenbrück (Town) is the base map now.').waitFor();
  await eventually(attribution).toBe('© Lindenbrück surveyors · Natural Earth');
  await showAll();
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  await setTheme('dark');
  await eventually(() => waterPixels('dark')).toSatisfy(isLake);
  await choose('Built-in map', 'menuitemcheckbox');
  await eventually(() => waterPixels('dark')).toBe(0);
  expect(await attribution()).toBe('Natural Earth');
  await setTheme('light');
  await choose('Lindenbrück', 'menuitemcheckbox');
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  expect(await violations('[data-testid=map]')).toEqual([]);
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a file that is no map says so and leaves the ground as it was, and one with damaged tiles at the tile', async () => {
  await begin('#/vehicles', { 'Town.pmtiles': ARCHIVE });
  await showAll();
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  const map = page.getByTestId('map');
  await drop(map, 'notes.pmtiles', new TextEncoder().encode('Milk, bread, a new clutch.'));
  await note().getByText('This file is no PMTiles archive. The built-in map stays.').waitFor();
  await note().getByRole('button', { name: 'Close' }).click();
  await drop(map, 'cut.pmtiles', ARCHIVE.subarray(0, 4_000));
  await note().getByText('This map file is cut off').waitFor();
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  await note().getByRole('button', { name: 'Close' }).click();
  await drop(map, 'Spoilt.pmtiles', SPOILT);
  await note().getByText('a tile is not what it claims to be').waitFor();
  await eventually(() => waterPixels('light')).toBe(0);
});

test('the settings list the maps, take one by dragging, and remove one', async () => {
  await begin('#/settings/ground', { 'Town.pmtiles': ARCHIVE, 'Spoilt.pmtiles': SPOILT });
  const section = page.getByRole('region', { name: 'Base map' });
  const maps = section.getByRole('list', { name: 'Base maps' }).getByRole('listitem');
  await eventually(() => maps.count()).toBe(3);
  await maps.filter({ hasText: 'Spoilt' }).getByRole('button', { name: 'Remove' }).click();
  await eventually(() => maps.count()).toBe(2);
  await maps.filter({ hasText: 'Built-in' }).getByText('In use').waitFor();
  await maps.filter({ hasText: '(Town)' }).getByText('© Lindenbrück surveyors').waitFor();
  await drop(section.locator('.maps'), 'Photos.pmtiles', await readFile(PHOTOS));
  await maps.filter({ hasText: 'Photos' }).getByText('In use').waitFor();
  expect(await violations('main')).toEqual([]);
});

/** Keeps what the map shows for times without a network; gives what the settings say of it. */
async function keepRegion(): Promise<string> {
  await choose('Keep a region for offline…', 'menuitem');
  const dialog = page.getByRole('dialog', { name: 'Keep a region for offline' });
  await dialog.getByLabel('Finest zoom').fill('10');
  await dialog.getByText(/^Down to zoom 10 · \d+ tiles, about/).waitFor();
  await dialog.getByLabel('Name of the region').fill('Yard');
  expect(await violations('dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Fetch it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await goTo(page, '#/settings/ground');
  const kept = page.getByRole('list', { name: 'Regions kept for offline' }).getByRole('listitem');
  const whole = kept.getByText(/all \d+ tiles are here/);
  await whole.waitFor();
  expect(await violations('main')).toEqual([]);
  return /all \d+ tiles are here/.exec(await whole.innerText())?.[0] ?? '';
}

test('a map server is asked by the core alone; its map and a file’s are drawn after a restart without it', async () => {
  const asked: string[] = [];
  const byAddress = new Map(TOWN.tiles.map((tile) => [`/${tile.z}/${tile.x}/${tile.y}`, tile]));
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const tile = byAddress.get((request.url ?? '').replace('?key=canary', ''));
    response.writeHead(tile === undefined ? 404 : 200).end(tile?.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await begin('#/settings/ground', { 'Town.pmtiles': ARCHIVE });
  const section = page.getByRole('region', { name: 'Base map' });
  await section.getByRole('button', { name: 'Add a map server…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a map server' });
  await dialog.getByLabel('Address of its tiles').fill('http://tiles.example/{z}/{x}/{y}');
  await dialog.getByRole('button', { name: 'Add it' }).click();
  await dialog.getByText('The address must begin with https://').waitFor();
  const template = `http://127.0.0.1:${String(port)}/{z}/{x}/{y}?key=canary`;
  await dialog.getByLabel('Address of its tiles').fill(template);
  await dialog.getByLabel('What it gives').selectOption('vector');
  await dialog.getByLabel('Last zoom').fill('13');
  expect(await violations('dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await violations('main')).toEqual([]);
  await showMap();
  await page.getByRole('button', { name: 'Fit all vehicles' }).click();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  expect(await attribution()).toBe(`127.0.0.1:${String(port)} · Natural Earth`);
  const region = await keepRegion();
  expect(foreign).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await restart();
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  await choose('Lindenbrück', 'menuitemcheckbox');
  await eventually(attribution).toBe('© Lindenbrück surveyors · Natural Earth');
  await showAll();
  await eventually(() => waterPixels('light')).toSatisfy(isLake);
  await goTo(page, '#/settings/ground');
  await page.getByRole('listitem').filter({ hasText: 'Yard' }).getByText(region).waitFor();
  // The key of the address is the core's: no page is told it.
  expect(await page.content()).not.toContain('canary');
});

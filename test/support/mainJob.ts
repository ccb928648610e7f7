import { expect } from 'vitest';
import type { Locator, Page } from 'playwright';
import type { CallName, Input, Output } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { TestService } from './localService.ts';
import { pdfText } from './pdfText.ts';

/**
 * The main job of a dispatcher, over the real core and the real service: see the fleet, lose the
 * network, keep working, get it back, find every write at the service once, take an answer away as
 * PDF. The same for a browser over the headless host and for the installed app.
 */

export interface JobDesk {
  /** The one that is open now: a restart opens another. */
  readonly page: Page;
  readonly service: Pick<TestService, 'running' | 'kill' | 'revive'>;
  call<N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>>;
  /** Ends the desk and opens it again over the same data. */
  restart(): Promise<void>;
  /** Presses the button that exports the open answer, and gives where its PDF lies. */
  file(): Promise<string>;
}

/** Enough that some drive and some stand. */
export const VEHICLES = 60;
const SLOW = { interval: 250 };
/** The names that the job gives: those of a second one on the same desk are others. */
interface Names {
  label: string;
  area: string;
}
const NIGHT: Names = { label: 'Night reserve', area: 'Night parking' };
const DAY: Names = { label: 'Day reserve', area: 'Day parking' };

/** A page by its link in the rail. */
async function follow(page: Page, name: string): Promise<void> {
  await page.locator('nav[aria-label=Pages] a', { hasText: name }).click();
}

/** Opens a vehicle by its registration as a dispatcher does: search, Enter. */
async function openVehicle(page: Page, regNo: string): Promise<void> {
  await follow(page, 'Vehicles');
  const search = page.getByRole('searchbox', { name: 'Search registration, label, VIN, driver' });
  await search.fill(regNo);
  await page.locator('[role=row]', { hasText: regNo }).click();
  await page.locator(`article[aria-label="${regNo}"]`).waitFor();
}

async function chip(page: Page): Promise<string> {
  return page.getByTestId('connection-chip').innerText();
}

interface Fleet {
  moving: string;
  renamed: string;
  driven: string;
  archived: string;
  /** The id of the one that is archived. */
  archivedId: string;
}

/** Picks vehicles from the mirror: the quickest, and three that stand and have no driver. */
async function pick(of: JobDesk): Promise<Fleet> {
  interface Known {
    id: number;
    regNo: string;
    driver: unknown;
    lastCoordinates: { speed: number } | null;
  }
  async function vehicles(status: string): Promise<Known[]> {
    const reply = await of.call('records.window', {
      view: { entity: 'vehicle', filters: [{ field: 'status', oneOf: [status] }] },
      offset: 0,
      limit: 250,
    });
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value.rows.map((row) => JSON.parse(row.json) as Known);
  }
  // One that drives may wait at a light; the quickest is not about to.
  const [quickest] = (await vehicles('driving')).toSorted(
    (a, b) => (b.lastCoordinates?.speed ?? 0) - (a.lastCoordinates?.speed ?? 0),
  );
  const standing = (await vehicles('stopped')).filter((vehicle) => vehicle.driver === null);
  const [renamed, driven, archived] = standing;
  return {
    moving: quickest?.regNo ?? '',
    renamed: renamed?.regNo ?? '',
    driven: driven?.regNo ?? '',
    archived: archived?.regNo ?? '',
    archivedId: String(archived?.id),
  };
}

/** The place that the open vehicle's details show. */
function where(page: Page): Promise<string> {
  return page
    .locator('article dd', { hasText: /^\s*-?\d+\.\d+, -?\d+\.\d+/ })
    .first()
    .innerText();
}

/** As many vehicles as there are, which another job on the same desk may have archived one of. */
async function seeFleet(of: JobDesk): Promise<void> {
  const reply = await of.call('records.ids', { view: { entity: 'vehicle', archived: 'no' } });
  const count = reply.ok ? reply.value.ids.length : 0;
  expect(count).toBeGreaterThan(VEHICLES - 2);
  await follow(of.page, 'Vehicles');
  await of.page.getByText(`${String(count)} vehicles`, { exact: true }).waitFor();
}

async function seeFleetMove(page: Page, regNo: string): Promise<void> {
  await openVehicle(page, regNo);
  const before = await where(page);
  await expect.poll(() => where(page), SLOW).not.toBe(before);
}

async function rename(page: Page, regNo: string, label: string): Promise<void> {
  await openVehicle(page, regNo);
  await page.getByRole('button', { name: 'Change the label' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill(label);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('article').getByText(label).first().waitFor();
}

async function assignDriver(page: Page, regNo: string): Promise<string> {
  await openVehicle(page, regNo);
  await page.getByRole('button', { name: 'Assign a driver' }).click();
  const option = page.getByRole('option').first();
  await option.waitFor();
  await page.keyboard.press('Enter');
  const off = page.getByRole('button', { name: 'Take off', exact: true });
  // A driver who drives another vehicle is asked about first.
  const both = page.getByRole('button', { name: 'Assign this one too' });
  await both.or(off).waitFor();
  if (await both.isVisible()) await both.click();
  await off.waitFor();
  return page.getByRole('region', { name: 'Driver' }).getByRole('link').innerText();
}

async function drawCircle(page: Page): Promise<void> {
  await follow(page, 'Areas');
  await page.getByRole('button', { name: 'New area' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(NIGHT.area);
  await page.getByRole('radio', { name: 'Circle' }).check({ force: true });
  const map = page.getByTestId('map');
  await page.locator('[data-testid="map"][data-ready]').waitFor();
  // The tools for drawing come a moment later.
  await map.locator('canvas.maplibregl-canvas[style*="crosshair"]').waitFor();
  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await page.mouse.move(x + 40, y + 10, { steps: 4 });
  await page.mouse.click(x + 60, y + 10);
  const save = page
    .getByRole('article', { name: 'New area' })
    .getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByRole('article', { name: NIGHT.area }).waitFor();
}

async function archive(page: Page, regNo: string): Promise<void> {
  await openVehicle(page, regNo);
  await page.getByRole('article').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('article').getByText('Archived').first().waitFor();
}

async function queue(of: JobDesk, write: Input<'outbox.write'>): Promise<void> {
  expect(await of.call('outbox.write', write)).toMatchObject({ ok: true });
}

function queueCircle(of: JobDesk): Promise<void> {
  return queue(of, {
    endpoint: 'createArea',
    body: {
      ...{ name: DAY.area, color: '#2563eb', groupIds: [] },
      ...{ type: 'circle', coordinates: [{ lat: 41.05, lng: -2.31 }], radius: 300 },
    },
  });
}

function queueArchiving(of: JobDesk, vehicleId: string): Promise<void> {
  return queue(of, { endpoint: 'archiveVehicle', params: { vehicleId } });
}

async function waitingRows(page: Page): Promise<Locator> {
  await follow(page, 'Outbox');
  return page.locator('[role=grid] [role=row]', { hasText: 'Waits for a connection' });
}

/** Opens the newest answer of a form and exports it; the text of the PDF and what the desk said. */
async function exportAnswer({ page, file }: JobDesk): Promise<{ text: string; said: string }> {
  await follow(page, 'Forms');
  await page.locator('[role=row]', { hasText: 'Pre-trip check' }).click();
  await page.getByRole('article', { name: 'Pre-trip check' }).getByRole('row').nth(1).click();
  const saved = await file();
  const said = await page.getByRole('main').innerText();
  return { text: await pdfText(saved), said };
}

export interface Network {
  lose(of: JobDesk): Promise<void>;
  restore(of: JobDesk): Promise<void>;
  chip: RegExp;
}

/** The switch in the desk itself. */
const toggle = async ({ page }: JobDesk): Promise<void> => {
  await page.getByTestId('connection-chip').click();
  await page.getByRole('switch', { name: 'Work offline' }).click();
  await page.keyboard.press('Escape');
};
export const bySwitch: Network = { lose: toggle, restore: toggle, chip: /^Working offline/ };
const byKilling: Network = {
  lose: (of) => of.service.kill(),
  restore: (of) => of.service.revive(),
  chip: /^Offline since/,
};

/** What was done without a network. */
interface Done {
  fleet: Fleet;
  names: Names;
  /** The name of the one who drives now. */
  driver: string;
  /** How many changes the service had applied before. */
  already: number;
}

/** The whole job, every part of it pressed. */
export async function doTheMainJob(opened: JobDesk, network: Network): Promise<void> {
  const { page } = opened;
  await expect.poll(() => chip(page), SLOW).toBe('Online');
  await seeFleet(opened);
  const fleet = await pick(opened);
  await seeFleetMove(page, fleet.moving);
  const online = await exportAnswer(opened);
  expect(online.said).toContain('service’s own');
  expect(online.text).toContain('Pre-trip check');
  const already = opened.service.running().log().length;

  await network.lose(opened);
  await expect.poll(() => chip(page), SLOW).toMatch(network.chip);
  await rename(page, fleet.renamed, NIGHT.label);
  const driver = await assignDriver(page, fleet.driven);
  await drawCircle(page);
  await archive(page, fleet.archived);
  const local = await exportAnswer(opened);
  expect(local.said).toContain('local copy');
  expect(local.text).toContain('Odometer');
  await outlast(opened, network, { fleet, names: NIGHT, driver, already });
}

/**
 * The job without a service that answers: what is made of the mirror alone is pressed, and what would be
 * pressed as in the whole job is queued past the page.
 */
export async function doTheJobWithoutService(opened: JobDesk): Promise<void> {
  const { page } = opened;
  await expect.poll(() => chip(page), SLOW).toBe('Online');
  const fleet = await pick(opened);

  await byKilling.lose(opened);
  await expect.poll(() => chip(page), SLOW).toMatch(byKilling.chip);
  await rename(page, fleet.renamed, DAY.label);
  const driver = await assignDriver(page, fleet.driven);
  await queueCircle(opened);
  await queueArchiving(opened, fleet.archivedId);
  // A service that comes back has a log of its own.
  await outlast(opened, byKilling, { fleet, names: DAY, driver, already: 0 });
}

/** All writes wait, also over a restart, and are at the service once when there is a network again. */
async function outlast(opened: JobDesk, network: Network, done: Done): Promise<void> {
  const { page } = opened;
  await expect.poll(() => chip(page), SLOW).toContain('4 waiting');
  const rows = await waitingRows(page);
  await expect.poll(() => rows.count()).toBe(4);

  await opened.restart();
  const again = opened.page;
  await expect.poll(() => chip(again), SLOW).toContain('4 waiting');
  await expect.poll(() => chip(again), SLOW).toMatch(network.chip);
  const rowsAgain = await waitingRows(again);
  await expect.poll(() => rowsAgain.count()).toBe(4);
  await openVehicle(again, done.fleet.renamed);
  await again.locator('article').getByText(done.names.label).first().waitFor();

  await network.restore(opened);
  await expect.poll(() => chip(again), SLOW).toBe('Online');
  await expectExactlyOnce(opened, done);
}

/** The service's own log and records, not the desk's word for it. */
async function expectExactlyOnce(opened: JobDesk, done: Done): Promise<void> {
  const { fleet, names, driver, already } = done;
  const service = opened.service.running();
  expect(
    service
      .log()
      .slice(already)
      .map((change) => change.endpoint)
      .toSorted(),
  ).toEqual(['archiveVehicle', 'createArea', 'setDriver', 'updateVehicle']);
  async function read(path: string): Promise<unknown> {
    const reply = await fetch(`${service.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    return reply.json();
  }
  const { data } = (await read('/vehicles/fields/json?limit=1000&status=all')) as {
    data: { regNo: string; defaultLabel: string; status: string; driver: unknown }[];
  };
  const byRegNo = new Map(data.map((vehicle) => [vehicle.regNo, vehicle]));
  expect(byRegNo.get(fleet.renamed)?.defaultLabel).toBe(names.label);
  expect(byRegNo.get(fleet.driven)?.driver).toMatchObject({ fullName: driver });
  expect(byRegNo.get(fleet.archived)?.status).toBe('archived');
  const { result } = (await read('/areas?limit=1000')) as {
    result: { areas: { name: string; type: string; radius: number }[] };
  };
  const drawn = result.areas.filter((area) => area.name === names.area);
  expect(drawn).toHaveLength(1);
  expect(drawn[0]).toMatchObject({ type: 'circle' });
  expect(drawn[0]?.radius).toBeGreaterThan(0);
}

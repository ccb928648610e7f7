import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteName } from '../../shared/api/catalogue.ts';
import type { Entity } from '../../shared/model/entity.ts';
import { PAGES, type PageName } from '../../shared/rules/pages.ts';
import { workday } from '../support/days.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, recordIds, workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';
import { allSent, waitingCount } from '../support/waiting.ts';
import { withoutMaps } from '../support/withoutMaps.ts';

/**
 * One real task on every screen, with a network and without. What is written reaches the service
 * once: at once while it can be reached, after the network is back otherwise.
 */

type Turn = 'online' | 'offline';
interface Task {
  readonly screen: PageName | 'map';
  readonly does: string;
  /** What it writes; nothing where a person reads, looks or takes something away. */
  readonly writes?: WriteName;
  /** Does it on the page. */
  readonly work: (turn: Turn) => Promise<void>;
}

/** Kinds of record that the tasks begin with. */
const READ: readonly Entity[] = [
  ...(['vehicle', 'driver', 'device', 'sensor', 'client', 'reseller', 'form'] as const),
  ...(['fuelTransaction', 'scheduledReport', 'cameraEvent'] as const),
];
let desk: TestDesk;
let page: Page;
beforeAll(async () => {
  // A low window draws fewer rows, and fewer points of a map.
  const viewport = { width: 1280, height: 560 };
  desk = await openDesk({ vehicles: 40, map: 'shut', at: '#/outbox', viewport });
  page = desk.page;
  await withoutMaps(page);
  await chip('online').waitFor();
  for (const entity of READ) await desk.host.core.call('records.refresh', { entity });
  const source = { is: 'text', text: '600001 600002' } as const;
  const wanted = await desk.host.core.call('answers.want', { source });
  if (!wanted.ok) throw new Error(wanted.error.message);
});
afterAll(() => desk.close());

const chip = (state: string): Locator =>
  page.locator(`[data-testid=connection-chip][data-state=${state}]`);
let drawn: Page | null = null;
/** A window that draws maps, which take more than all else: the other one goes without. */
async function windowWithMap(): Promise<Page> {
  if (drawn !== null) return drawn;
  await desk.host.core.call('desk.remember', { key: 'vehicles.map', value: 'true' });
  drawn = await page.context().newPage();
  await drawn.goto(`${desk.host.origin}/#/outbox`);
  return drawn;
}
const rows = (): Locator => page.locator('[role=grid] .body [data-id]');
const detail = (): Locator => page.locator('article.detail');
const dialog = (name: string): Locator => page.getByRole('dialog', { name });
/** How many of these the service has applied. */
const applied = (endpoint: WriteName): number =>
  desk.service
    .running()
    .log()
    .filter((change) => change.endpoint === endpoint).length;

interface Known {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
async function all(entity: Entity): Promise<Known[]> {
  const view = { entity, archived: 'no' } as const;
  const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 300 });
  if (!read.ok) throw new Error(read.error.message);
  return read.value.rows.map(({ id, json }) => ({
    ...{ id, fields: JSON.parse(json) as Record<string, unknown> },
  }));
}
async function first(entity: Entity, which: (known: Known) => boolean): Promise<Known> {
  const found = (await all(entity)).find(which);
  if (found === undefined) throw new Error(`No ${entity} is like that.`);
  return found;
}
const alone = ({ fields }: Known): boolean => fields['driver'] === null;

async function saved(press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await press();
  const file: Download = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'latin1') };
}

/** Fills the form of a person that is open, and sends it. */
async function addPerson(form: Locator, turn: Turn, from: string, verb: string): Promise<void> {
  await form.getByLabel('E-mail').fill(`${from}-${turn}@waybill.example`);
  await form.getByLabel('First name').fill('Robin');
  await form.getByRole('button', { name: verb, exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

const TASKS: readonly Task[] = [
  {
    ...{ screen: 'vehicles', does: 'renames a vehicle', writes: 'updateVehicle' },
    async work(turn) {
      const [id = ''] = await recordIds(desk, 'vehicle');
      await goTo(page, `#/vehicles/${id}`);
      await page.getByRole('button', { name: 'Change the label' }).click();
      await page.getByRole('textbox', { name: 'Label' }).fill(`Reserve ${turn}`);
      await page.getByRole('button', { name: 'Save' }).click();
      await detail().getByText(`Reserve ${turn}`).first().waitFor();
    },
  },
  {
    ...{ screen: 'map', does: 'archives a vehicle by its own menu', writes: 'archiveVehicle' },
    async work() {
      const { id, fields } = await first('vehicle', alone);
      const plate = String(fields['regNo']);
      const other = await windowWithMap();
      await goTo(other, `#/vehicles/${id}`);
      await other.locator('[data-testid=map][data-ready]').waitFor();
      await other.getByTestId('selected-vehicle').waitFor();
      await other.getByTestId('map').locator('canvas.maplibregl-canvas').focus();
      await other.keyboard.press('Shift+F10');
      const menu = other.getByRole('menu', { name: `What can be done with ${plate}` });
      await menu.getByRole('menuitem', { name: 'Archive vehicle' }).click();
      await other.getByText(`Archive ${plate}`).first().waitFor();
    },
  },
  {
    ...{ screen: 'history', does: 'lists a day of a vehicle and takes it away as GPX' },
    async work() {
      const [id = ''] = await recordIds(desk, 'vehicle');
      await goTo(page, `#/history/${id}?from=${workday(3)}&to=${workday(3)}`);
      await page.getByTestId('leg').first().waitFor();
      await page.getByRole('button', { name: 'Export' }).click();
      const file = await saved(() => page.getByRole('menuitem', { name: 'GPX' }).click());
      expect(file.text.match(/<trkpt /g)?.length).toBeGreaterThan(20);
    },
  },
  {
    ...{ screen: 'drivers', does: 'assigns a driver to a vehicle', writes: 'setDriver' },
    async work() {
      const vehicle = await first('vehicle', alone);
      const driving = new Set(
        (await all('vehicle')).map(({ fields }) => {
          const driver = fields['driver'] as { id: number } | null;
          return String(driver?.id);
        }),
      );
      const driver = await first('driver', ({ id }) => !driving.has(id));
      await goTo(page, `#/drivers/${driver.id}`);
      const drives = detail().getByTestId('driver-vehicles');
      await drives.getByRole('button', { name: 'Assign to a vehicle' }).click();
      await drives.getByRole('combobox').fill(String(vehicle.fields['regNo']));
      await page.locator(`[role=option][data-id="${vehicle.id}"]`).click();
      await drives.locator('.plate', { hasText: String(vehicle.fields['regNo']) }).waitFor();
    },
  },
  {
    ...{ screen: 'areas', does: 'makes a circle by numbers', writes: 'createArea' },
    async work(turn) {
      await goTo(page, '#/areas');
      await page.getByRole('button', { name: 'New area' }).click();
      const editor = page.locator('article.editor');
      await editor.getByLabel('Name').fill(`Gate ${turn}`);
      await editor.getByLabel('Latitude', { exact: true }).fill('41.0612');
      await editor.getByLabel('Longitude', { exact: true }).fill('-2.3105');
      await editor.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: `Gate ${turn}` }).waitFor();
    },
  },
  {
    ...{ screen: 'devices', does: 'changes the serial number of a device', writes: 'updateDevice' },
    async work(turn) {
      const [id = ''] = await recordIds(desk, 'device');
      await goTo(page, `#/devices/${id}`);
      await detail().getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Change the device' }).click();
      const form = dialog('Change the device');
      await form.getByLabel('Serial').fill(`SN-${turn}`);
      await form.getByRole('button', { name: 'Change', exact: true }).click();
      await form.waitFor({ state: 'detached' });
      await detail().getByText(`SN-${turn}`).first().waitFor();
    },
  },
  {
    ...{ screen: 'sensors', does: 'pairs a sensor with a device', writes: 'installSensor' },
    async work() {
      const sensor = await first('sensor', () => true);
      const linked = (id: string): boolean => String(sensor.fields['deviceId']) === id;
      const device = await first('device', ({ id }) => !linked(id));
      await goTo(page, `#/sensors/${sensor.id}`);
      await detail().getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Pair with a device' }).click();
      const form = dialog('Pair with a device');
      await form.getByRole('combobox').fill(String(device.fields['imei']));
      await page.locator(`[role=option][data-id="${device.id}"]`).click();
      await form.getByRole('button', { name: 'Pair', exact: true }).click();
      await form.waitFor({ state: 'detached' });
    },
  },
  {
    ...{ screen: 'cameras', does: 'narrows the events to a kind' },
    async work() {
      await goTo(page, '#/cameras');
      const kind = page.getByRole('button', { name: /Harsh braking/ });
      await kind.click();
      await expect
        .poll(() => rows().allTextContents())
        .toSatisfy((told: string[]) => told.length > 0 && told.every((row) => /braking/.test(row)));
      await kind.click();
    },
  },
  {
    ...{ screen: 'climate', does: 'reads the temperature of yesterday' },
    async work() {
      await goTo(page, '#/climate');
      await page.getByRole('button', { name: 'Yesterday' }).click();
      await page.getByText(/^Kept on this computer, read/).waitFor();
      const chart = page.getByRole('slider', { name: 'Temperature' });
      await chart.press('ArrowLeft');
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/\d.*°C/);
    },
  },
  {
    ...{ screen: 'users', does: 'adds a user', writes: 'createClientUser' },
    async work(turn) {
      await goTo(page, '#/users');
      await page.getByRole('button', { name: 'Add a user' }).click();
      await addPerson(dialog('Add a user'), turn, 'desk', 'Add');
    },
  },
  {
    ...{ screen: 'clients', does: 'adds a user to a client', writes: 'createClientUser' },
    async work(turn) {
      const [id = ''] = await recordIds(desk, 'client');
      await goTo(page, `#/clients/${id}`);
      await detail().getByRole('button', { name: 'Add a user to the client' }).click();
      await addPerson(dialog('Add a user to the client'), turn, 'client', 'Add a user');
    },
  },
  {
    ...{ screen: 'resellers', does: 'goes from a reseller to one of its clients' },
    async work() {
      const [id = ''] = await recordIds(desk, 'reseller');
      await goTo(page, `#/resellers/${id}`);
      await detail().getByRole('list', { name: 'Clients' }).getByRole('link').first().click();
      await detail().getByRole('list', { name: 'Users' }).getByRole('link').first().waitFor();
    },
  },
  {
    ...{
      screen: 'fuel',
      does: 'assigns a transaction by one key',
      writes: 'assignFuelTransaction',
    },
    async work() {
      await recordIds(desk, 'fuelTransaction');
      const { id } = await first('fuelTransaction', ({ fields }) => fields['vehicle'] === null);
      await goTo(page, `#/fuel/${id}?days=all`);
      const plate = detail().locator('ol > li .plate').first();
      const name = (await plate.textContent()) ?? '';
      await page.keyboard.press('1');
      await page
        .getByText(new RegExp(`Assigned to ${name}: (waiting to be )?sent`))
        .last()
        .waitFor();
    },
  },
  {
    ...{ screen: 'reports', does: 'deletes a scheduled report', writes: 'deleteScheduledReport' },
    async work(turn) {
      const name = turn === 'online' ? 'Cold chain' : 'Fuel by month';
      await goTo(page, '#/reports');
      await page.getByRole('row').filter({ hasText: name }).click();
      await detail().getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => page.getByRole('row').filter({ hasText: name }).count()).toBe(0);
    },
  },
  {
    ...{ screen: 'forms', does: 'finds an answer of a form' },
    async work() {
      await goTo(page, '#/forms/form-accident');
      await page.getByRole('searchbox', { name: 'Search answers' }).fill('600010');
      await page.getByText(/^1 of \d+ answers/).waitFor();
      const answers = page.getByRole('grid', { name: 'Answers to this form' });
      await answers.getByRole('row', { name: /600010/ }).click();
      await page.locator('article h1', { hasText: 'Accident report' }).waitFor();
    },
  },
  {
    ...{ screen: 'answers', does: 'takes an answer away as PDF' },
    async work(turn) {
      await goTo(page, '#/answers/600001');
      const file = await saved(() => page.getByRole('button', { name: 'Export PDF' }).click());
      expect(file.text).toMatch(/^%PDF-/);
      const whose = turn === 'online' ? /service’s own PDF/ : /local copy/i;
      await page.getByText(whose).first().waitFor();
    },
  },
  {
    ...{ screen: 'review', does: 'judges an answer by a key' },
    async work(turn) {
      await goTo(page, '#/review');
      const grid = page.getByRole('grid', { name: 'Answers to review' });
      await grid.getByRole('row').nth(1).click();
      await page.locator('main article h2').first().waitFor();
      const [key, verdict] = turn === 'online' ? ['2', 'Approved'] : ['4', 'Rejected'];
      await page.keyboard.press(key);
      await page.getByText(`Judged: ${verdict}`).last().waitFor();
    },
  },
  {
    ...{ screen: 'reference', does: 'finds the dialling code of a country' },
    async work() {
      await goTo(page, '#/reference?kind=listCountries');
      await page.getByLabel('Search countries').fill('portu');
      await page.getByRole('cell', { name: '+351' }).waitFor();
      await expect.poll(() => page.locator('main .document tbody tr').count()).toBe(1);
    },
  },
  {
    ...{ screen: 'settings', does: 'chooses the unit that speeds are told in' },
    async work(turn) {
      const [choice, unit] = turn === 'online' ? ['Miles', 'mph'] : ['Kilometres', 'km/h'];
      await goTo(page, '#/settings/appearance');
      await page.getByText(choice, { exact: true }).click();
      await goTo(page, '#/reference?kind=getEcoSpeed');
      await page.getByText(new RegExp(`faster than \\d+ ${unit} are marked`)).waitFor();
    },
  },
  {
    ...{ screen: 'outbox', does: 'holds a write, and lets it go', writes: 'createAreaGroup' },
    async work(turn) {
      // Held before it can leave, in both turns.
      await workOffline(desk, true);
      const op = await queue(desk, {
        ...{ endpoint: 'createAreaGroup', body: { name: `Yards ${turn}` } },
      });
      await goTo(page, `#/outbox/${op}`);
      await page.locator('article').getByRole('button', { name: 'Hold', exact: true }).click();
      const goOn = page.locator('article').getByRole('button', { name: 'Go on', exact: true });
      await goOn.waitFor();
      if (turn === 'online') await workOffline(desk, false);
      await goOn.click();
    },
  },
];

test('every screen has a task', () => {
  const screens = new Set<string>(TASKS.map(({ screen }) => screen));
  // The welcome page is the first start, which has no account yet.
  const wanted = ['map', ...PAGES.filter((name) => name !== 'welcome')];
  expect(wanted.filter((name) => !screens.has(name))).toEqual([]);
});

/** What the tasks wrote until now, by kind of write. */
const written = new Map<WriteName, number>();
/** Counts a write, of whose kind so many are at the service now. */
function wrote(name: WriteName, there: number): void {
  written.set(name, (written.get(name) ?? 0) + 1);
  expect(applied(name)).toBe(there);
}

/** Last with a network and first without: the window of the map is opened once. */
const MAP_LAST = TASKS.toSorted(
  (one, other) => Number(one.screen === 'map') - Number(other.screen === 'map'),
);

test.each(MAP_LAST)('$screen: $does, and it is sent at once', async ({ writes, work }) => {
  await workOffline(desk, false);
  await chip('online').waitFor();
  await allSent(desk);
  const before = writes === undefined ? 0 : applied(writes);
  await work('online');
  await allSent(desk);
  if (writes !== undefined) wrote(writes, before + 1);
});

test.each(MAP_LAST.toReversed())('$screen: $does, and it waits', async ({ writes, work }) => {
  await workOffline(desk, true);
  await chip('workOffline').waitFor();
  const before = await waitingCount(desk);
  const sent = writes === undefined ? 0 : applied(writes);
  await work('offline');
  await expect.poll(() => waitingCount(desk)).toBe(writes === undefined ? before : before + 1);
  await drawn?.close();
  drawn = null;
  if (writes !== undefined) wrote(writes, sent);
});

test('what was written on every screen is at the service once, when the network is back', async () => {
  await workOffline(desk, false);
  await allSent(desk);
  for (const [name, count] of written) expect([name, applied(name)]).toEqual([name, count]);
});

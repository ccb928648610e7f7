import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, recordIds, workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';
import { allSent } from '../support/waiting.ts';

/** Fuel: an unassigned transaction is given to its vehicle by one key, marks say why, tables leave. */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({
    vehicles: 6,
    map: false,
    at: '#/fuel?days=all',
    viewport: { width: 1280, height: 560 },
  });
  page = desk.page;
  for (const entity of ['vehicle', 'area', 'fuelType', 'fuelTransaction'] as const) {
    await desk.host.core.call('records.refresh', { entity });
  }
  await footer()
    .getByText(/^Mirror read/)
    .waitFor();
  // Without a network nothing is read anew beside what is pressed.
  await workOffline(desk, true);
});
afterAll(() => desk.close());

const rows = () => page.locator('[role=grid] .body [data-id]');
const detail = () => page.locator('article.detail');
const footer = () => page.locator('main footer').first();
const count = async (): Promise<number> =>
  Number(/[\d,]+/.exec((await footer().textContent()) ?? '')?.[0].replaceAll(',', ''));
const chip = (name: RegExp) => page.getByRole('button', { name });

interface Fuel {
  id: number;
  vehicle: { id: number; regNo: string } | null;
  fuelCardNumber: string | null;
  transactionDate: string;
}
async function transactions(): Promise<Fuel[]> {
  const view = { entity: 'fuelTransaction' } as const;
  const found: Fuel[] = [];
  for (let offset = 0; ; offset += 500) {
    const read = await desk.host.core.call('records.window', { view, offset, limit: 500 });
    if (!read.ok || read.value.rows.length === 0) return found;
    found.push(...read.value.rows.map(({ json }) => JSON.parse(json) as Fuel));
  }
}
/** Gives an unassigned transaction to a vehicle, so that its card tells about others. */
async function assignInCore(recordId: number, vehicleId: number): Promise<void> {
  const written = await desk.host.core.call('outbox.write', {
    endpoint: 'assignFuelTransaction',
    params: { recordId: String(recordId) },
    body: { vehicleId },
  });
  expect(written.ok).toBe(true);
}
async function vehicleOf(id: number): Promise<string | undefined> {
  return (await transactions()).find((one) => one.id === id)?.vehicle?.regNo;
}

describe('fuel transactions', () => {
  test('are narrowed by a field, by days and by what has no vehicle, and bad input is said', async () => {
    const all = (await transactions()).length;
    // The page takes in a long list part by part.
    await expect.poll(count).toBe(all);
    await page.getByRole('button', { name: 'Filter by a field' }).click();
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Volume' });
    await page.getByLabel('At least, l').fill('90');
    await page.getByLabel('At most, l').fill('80');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('This is more than the highest.').waitFor();
    // A thousand and ninety: with the comma taken for a decimal mark it would be less than 90.
    await page.getByLabel('At most, l').fill('1,090');
    await page.getByText('Read as 1,090').waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    const condition = page.getByRole('button', { name: /Volume 90 l to 1,090 l/ });
    await condition.waitFor();
    // The number follows the chip once the core has answered.
    await expect.poll(count).toBeLessThan(all);
    expect(await count()).toBeGreaterThan(0);
    await condition.click();
    await expect.poll(count).toBe(all);
    // A kind of fuel is chosen by its name.
    await page.getByRole('button', { name: 'Filter by a field' }).click();
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Fuel' });
    await page.getByRole('checkbox', { name: 'Diesel' }).check();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: /Fuel.*Diesel/ }).click();
    await page.getByRole('button', { name: /^Days:/ }).click();
    await page.getByLabel('From', { exact: true }).fill('2026-01-09');
    await page.getByLabel('To', { exact: true }).fill('2026-01-02');
    await page.getByRole('button', { name: 'Show these days' }).click();
    await page.getByText('This is before the first day.').waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect.poll(count).toBeLessThan(all);
    await page.getByLabel('Search station, driver, card').fill('no such station');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await goTo(page, '#/fuel?days=all');
    await expect.poll(count).toBe(all);
  });

  test('are marked where something speaks against them, and the detail says why', async () => {
    await chip(/^Above the tank/).click();
    await rows().first().locator('[role=gridcell]').first().click();
    await detail()
      .getByText(/ l is more than its tank of .* l holds\./)
      .waitFor();
    await chip(/^Above the tank/).click();
    const price = chip(/^Price \d/);
    await price.click();
    await rows().first().locator('[role=gridcell]').first().click();
    await detail()
      .getByText(/per l; the middle of \d+ prices that day is .* % off/)
      .waitFor();
    await price.click();
    await page.keyboard.press('Escape');
  });

  test('without a vehicle have candidates with reasons; one key assigns, offline too, with undo, and it is sent once there is a network', async () => {
    await workOffline(desk, true);
    const all = await transactions();
    const open = all.filter(({ vehicle }) => vehicle === null);
    const known = all.find((one) => one.vehicle !== null && one.fuelCardNumber !== null);
    const [other] = open.filter(({ fuelCardNumber }) => fuelCardNumber !== null);
    if (known === undefined || known.vehicle === null || other === undefined) {
      throw new Error('nothing to assign');
    }
    const [first] = open.filter(({ id }) => id !== other.id);
    if (first === undefined) throw new Error('nothing to assign');
    await assignInCore(first.id, known.vehicle.id);
    await goTo(page, `#/fuel/${String(other.id)}?days=all`);
    await detail().getByRole('heading', { name: 'Whose it may be' }).waitFor();
    const ranked = detail().locator('ol > li');
    await ranked.first().waitFor();
    await expect.poll(() => ranked.first().textContent()).toMatch(/Strong|Likely|Weak/);
    await expect.poll(() => ranked.first().locator('ul li').count()).toBeGreaterThan(0);
    const plate = (await ranked.first().locator('.plate').textContent()) ?? '';
    await chip(/^Not assigned to a vehicle/).click();
    // The list is narrowed once it shows so many.
    const before = open.length - 1;
    await expect.poll(count).toBe(before);
    expect(await page.locator('[role=grid] [data-id] .plate').count()).toBe(0);
    await page.keyboard.press('1');
    const told = page.locator('.toast').filter({ hasText: `Assigned to ${plate}` });
    // Pointed at, it stays until it is needed.
    await told.getByText(/: (waiting to be )?sent/).hover();
    await expect.poll(count).toBe(before - 1);
    expect(await vehicleOf(other.id)).toBe(plate);
    await told.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(count).toBe(before);
    expect(await vehicleOf(other.id)).toBeUndefined();
    await chip(/^Not assigned to a vehicle/).click();
    // Given again, it is sent once there is a network, and stays with its vehicle.
    await goTo(page, '#/fuel?days=all');
    await goTo(page, `#/fuel/${String(other.id)}?days=all`);
    await ranked.first().locator('ul li').first().waitFor();
    await page.keyboard.press('1');
    await expect.poll(() => vehicleOf(other.id)).toBe(plate);
    await workOffline(desk, false);
    await allSent(desk);
    await desk.host.core.call('records.refresh', { entity: 'fuelTransaction' });
    expect(await vehicleOf(other.id)).toBe(plate);
  });

  test('tell who stood at the station once the trips of that day were read', async () => {
    await goTo(page, '#/fuel?days=7');
    const unassigned = chip(/^Not assigned to a vehicle/);
    if ((await unassigned.getAttribute('aria-pressed')) === 'false') await unassigned.click();
    await rows().first().locator('[role=gridcell]').first().click();
    // News of another write come while the first trips are on their way.
    const [areaId = ''] = await recordIds(desk, 'area');
    const slow = { kind: 'latency', endpoint: 'listRoutes', delayMs: 800, times: 4 } as const;
    desk.service.running().faults.set([slow]);
    await detail().getByRole('button', { name: 'Read the trips of that day' }).click();
    await queue(desk, { endpoint: 'updateArea', params: { areaId }, body: { color: '#112233' } });
    await detail().getByText('Trips of 6 of 6 vehicles were read for that day.').waitFor();
    expect(await axeOf(page, 'article.detail')).toEqual([]);
    await page.keyboard.press('Escape');
    await unassigned.click();
  });

  test('leave as a file: what is listed, its order and columns, numbers as numbers', async () => {
    await goTo(page, '#/fuel?days=all');
    await page.getByRole('columnheader', { name: 'Volume' }).click();
    await page.getByRole('button', { name: 'Table as a file' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As CSV' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('Waybill fuel transactions.csv');
    const [heading = '', ...lines] = (await readFile(await file.path(), 'utf8'))
      .trim()
      .split('\r\n');
    expect(heading).toMatch(
      /When \(.+\),Vehicle,Station,Volume \(l\),Marks,Price per l,Total,Driver/,
    );
    expect(lines.length).toBe(await count());
    const volumes = lines.map((line) => Number(/,(\d+(?:\.\d+)?),[^,]*,\d/.exec(line)?.[1]));
    expect(volumes).toEqual(volumes.toSorted((a, b) => a - b));
  });
});

describe('fuel by vehicle', () => {
  test('shows distance, consumption and cost with units, and their transactions', async () => {
    await goTo(page, '#/fuel?tab=vehicles&days=30');
    await rows().first().waitFor();
    // The distances come with the summary, a moment after the rows.
    await expect.poll(() => rows().first().textContent()).toMatch(/km.* l.*l\/100 km/);
    await page.getByRole('img', { name: /vehicles by distance and volume/ }).waitFor();
    await expect
      .poll(() => footer().textContent())
      .toMatch(/\d+ vehicles · .* km · .* l · .* l\/100 km/);
    expect(await axeOf(page, 'main')).toEqual([]);
    const plate = (await rows().first().locator('.plate').textContent()) ?? '';
    await rows().first().locator('[role=gridcell]').nth(3).click();
    const plates = (wanted: string) =>
      expect
        .poll(() => rows().locator('.plate').allTextContents())
        .toSatisfy((names: string[]) => names.length > 0 && names.every((name) => name === wanted));
    await plates(plate);
    const found = await count();
    // By the vehicle, not by its name: under another one its fuel is still its own.
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('');
    const { vehicle } = (await transactions()).find((one) => one.vehicle?.regNo === plate) ?? {};
    const params = { vehicleId: String(vehicle?.id) };
    const body = { regNo: 'NEW NAME 1' };
    await desk.host.core.call('outbox.write', { endpoint: 'updateVehicle', params, body });
    await plates(body.regNo);
    expect(await count()).toBe(found);
    await page.getByRole('tab', { name: 'By vehicle' }).click();
    const renamed = rows().filter({ hasText: body.regNo });
    await expect.poll(() => renamed.textContent()).toMatch(new RegExp(`${String(found)}$`));
    await renamed.locator('[role=gridcell]').nth(3).click();
    await plates(body.regNo);
    await chip(/^Vehicle: NEW NAME 1/).click();
    await expect.poll(count).toBeGreaterThan(found);
  });

  test('is there without a network, with distances where they were read', async () => {
    await workOffline(desk, true);
    await goTo(page, '#/fuel?tab=vehicles&days=30');
    await expect.poll(() => footer().textContent()).toMatch(/Summary read/);
    await goTo(page, '#/fuel?tab=vehicles&days=90');
    await page.getByText('How far they drove in these days was never read').waitFor();
    await expect.poll(() => rows().first().textContent()).toMatch(/ l/);
    await workOffline(desk, false);
  });
});

test('what is given to another vehicle is gone from the first one, though the service listed it there', async () => {
  const { core } = desk.host;
  const latest = (await transactions())
    .filter(({ vehicle }) => vehicle !== null)
    .toSorted((a, b) => b.transactionDate.localeCompare(a.transactionDate));
  const [given] = latest;
  const vehicleId = given?.vehicle?.id ?? 0;
  const other = latest.find(({ vehicle }) => vehicle?.id !== vehicleId);
  const query = { vehicleId: String(vehicleId) };
  await core.call('records.read', { endpoint: 'listVehicleFuel', query, refresh: 'always' });
  await workOffline(desk, true);
  await goTo(page, `#/vehicles/${String(vehicleId)}`);
  await detail().getByRole('heading', { name: 'Fuel transactions' }).click();
  const link = detail().locator(`a[href^="#/fuel/${String(given?.id)}"]`);
  await link.waitFor();
  await assignInCore(given?.id ?? 0, other?.vehicle?.id ?? 0);
  await link.waitFor({ state: 'detached' });
});

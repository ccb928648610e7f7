import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeOf } from '../support/axe.ts';
import { closeBrowser, openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** What forms and panes ask, offer and refuse before anything is sent. */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 30, map: false, viewport: { width: 1440, height: 900 } });
  page = desk.page;
  await page.locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ }).waitFor();
});
afterAll(async () => {
  await desk.close();
  await closeBrowser();
});

const detail = () => page.locator('article.detail');
const rows = () => page.locator('[role=grid] [data-id]');
interface Known {
  id: string;
  name: string;
  driver: { id: number; fullName: string } | null;
  vehicle: unknown;
}
async function all(entity: 'vehicle' | 'driver' | 'device'): Promise<Known[]> {
  const view = { entity, archived: 'no' } as const;
  const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 200 });
  if (!read.ok) throw new Error(read.error.message);
  return read.value.rows.map(({ id, json }) => {
    const fields = JSON.parse(json) as Record<string, unknown>;
    const name = String(fields['regNo'] ?? fields['fullName'] ?? fields['imei']);
    return { ...(fields as unknown as Known), id, name };
  });
}
function one<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The fleet has none of these.');
  return found;
}
const driverOf = async (plate: string): Promise<string | null> =>
  one((await all('vehicle')).find(({ name }) => name === plate)).driver?.fullName ?? null;

describe('a vehicle', () => {
  test('shows one day, by one zone that it names', async () => {
    await goTo(page, `#/vehicles/${one((await all('vehicle'))[0]).id}`);
    await detail()
      .getByText(/^Days of \S+/)
      .waitFor();
    expect(await detail().getByRole('heading', { name: 'Today', exact: true }).count()).toBe(0);
  });

  test('asks for the odometer in the unit that it shows, and sends metres', async () => {
    await detail().getByRole('button', { name: 'Recalibrate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Odometer (km)').fill('123456.7');
    await desk.host.core.call('session.workOffline', { on: true });
    await dialog.getByRole('button', { name: 'Recalibrate' }).click();
    await dialog.waitFor({ state: 'detached' });
    const list = await desk.host.core.call('outbox.list', { offset: 0, limit: 1 });
    const [op] = list.ok ? list.value.ops : [];
    expect(JSON.parse(op?.patch ?? '{}')).toMatchObject({ odometer: 123_456_700 });
  });

  test('says which vehicle a driver would leave, and two swap with one press', async () => {
    const taken = (await all('vehicle')).filter(({ driver }) => driver !== null);
    const [here, there] = [one(taken[0]), one(taken[1])];
    await goTo(page, `#/vehicles/${here.id}`);
    await page.getByRole('button', { name: 'Change driver' }).click();
    await page.getByRole('combobox', { name: 'Search drivers' }).fill(there.driver?.fullName ?? '');
    await page.locator(`[role=option][data-id="${String(there.driver?.id)}"]`).click();
    const clash = page.getByTestId('assign-clash');
    await clash.getByText(`${String(there.driver?.fullName)} drives ${there.name} now.`).waitFor();
    expect(await driverOf(here.name)).toBe(here.driver?.fullName);
    await clash.getByRole('button', { name: /^Swap/ }).click();
    await expect.poll(() => driverOf(here.name)).toBe(there.driver?.fullName);
    await expect.poll(() => driverOf(there.name)).toBe(here.driver?.fullName);
  });

  test('is restored, not archived, where the archived ones are listed', async () => {
    const vehicle = one((await all('vehicle')).at(-1));
    await desk.host.core.call('outbox.write', {
      endpoint: 'archiveVehicle',
      params: { vehicleId: vehicle.id },
    });
    await goTo(page, '#/vehicles');
    await page.getByRole('button', { name: 'Archived' }).click();
    await rows()
      .filter({ hasText: vehicle.name })
      .click({ modifiers: ['Control'] });
    expect(await page.getByRole('button', { name: /^Archive \d/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Restore 1' }).click();
    await rows().filter({ hasText: vehicle.name }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Archived' }).click();
  });
});

test('a driver is taken off only what is assigned, and a clash is told from this side too', async () => {
  const vehicles = await all('vehicle');
  const taken = one(vehicles.find(({ driver }) => driver !== null));
  const driving = new Set(vehicles.map(({ driver }) => String(driver?.id)));
  const free = one((await all('driver')).find(({ id }) => !driving.has(id)));
  await goTo(page, `#/drivers/${free.id}`);
  const drives = detail().getByTestId('driver-vehicles');
  await drives.getByText('No vehicle is assigned.').waitFor();
  expect(await drives.getByRole('button', { name: /^Take/ }).count()).toBe(0);
  await drives.getByRole('button', { name: 'Assign to a vehicle' }).click();
  await drives.getByRole('combobox').fill(taken.name);
  await page.locator(`[role=option][data-id="${taken.id}"]`).click();
  const clash = page.getByTestId('assign-clash');
  await clash
    .getByText(`${taken.name} is driven by ${String(taken.driver?.fullName)} now.`)
    .waitFor();
  await clash.getByRole('button', { name: 'Cancel' }).click();
  expect(await driverOf(taken.name)).toBe(taken.driver?.fullName);
});

describe('drivers and people', () => {
  const fact = (name: string) =>
    detail().locator(`dt:text-is("${name}") + dd`).first().textContent();

  test('the list of drivers shows the vehicle, the phone and the last fix of each', async () => {
    const taken = one((await all('vehicle')).find(({ driver }) => driver !== null));
    await goTo(page, '#/drivers');
    await page.getByLabel('Search drivers').fill(taken.driver?.fullName ?? '');
    const row = page.locator(`[role=grid] [data-id="${String(taken.driver?.id)}"]`);
    await row.locator('.plate').filter({ hasText: taken.name }).waitFor();
    await row.getByText(/^\+000 555/).waitFor();
    await row.locator('time').waitFor();
    await row.locator('[role=gridcell]').first().click();
    const drives = detail().getByTestId('driver-vehicles');
    await drives.locator('time').first().waitFor();
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    await detail().getByRole('link', { name: 'Open as a user' }).click();
    await detail().getByText('By the role Driver, within the plan Complete.').waitFor();
    await page.getByLabel('Search users').waitFor();
  });

  test('a client shows its users and drivers by names, and takes a new one from there', async () => {
    await goTo(page, '#/clients/501');
    const users = detail().getByRole('list', { name: 'Users' });
    await users.getByText('Dispatcher', { exact: true }).first().waitFor();
    await detail().getByRole('list', { name: 'Drivers' }).locator('li').first().waitFor();
    expect(await fact('Plan')).toBe('Complete');
    expect(await fact('Reseller')).toMatch(/^[A-Z]\D+/);
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    await detail().getByRole('button', { name: 'Add a user to the client' }).click();
    const form = page.getByRole('dialog', { name: 'Add a user to the client' });
    await form.getByLabel('E-mail').fill('night-desk@waybill.example');
    await form.getByLabel('First name').fill('Aaron');
    const role = form.getByRole('combobox', { name: 'Role' });
    await role.fill('view');
    await form.getByRole('option', { name: /Viewer/ }).click();
    await form.getByRole('button', { name: 'Add a user', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const list = await desk.host.core.call('outbox.list', { offset: 0, limit: 1 });
    const [op] = list.ok ? list.value.ops : [];
    expect(op?.endpoint).toBe('createClientUser');
    expect(JSON.parse(op?.patch ?? '{}')).toMatchObject({ roleId: 5, firstName: 'Aaron' });
  });

  test('a reseller shows its clients, each side leads to the other, and a user what they may do', async () => {
    await goTo(page, '#/clients/501');
    await detail().locator('dt:text-is("Reseller") + dd a').click();
    await detail().getByRole('list', { name: 'Clients' }).getByRole('link').first().click();
    await detail().getByRole('list', { name: 'Users' }).getByRole('link').first().waitFor();
    const users = await desk.host.core.call('records.window', {
      view: { entity: 'user', filters: [{ field: 'role', oneOf: ['Dispatcher'] }] },
      offset: 0,
      limit: 1,
    });
    await goTo(page, `#/users/${(users.ok ? users.value.rows[0]?.id : undefined) ?? ''}`);
    await detail().getByText('By the role Dispatcher, within the plan Complete.').waitFor();
    const drivers = detail().getByRole('group', { name: 'Drivers' });
    await drivers.getByText('Assign drivers to vehicles and take them off, included').waitFor();
    const areas = detail().getByRole('group', { name: 'Areas' });
    await areas.getByText(/Delete areas and groups for good, not included/).waitFor();
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  });
});

describe('a device', () => {
  test('in stock offers no removal, an installed one does', async () => {
    const devices = await all('device');
    const offers = async (device: Known): Promise<number> => {
      await goTo(page, `#/devices/${device.id}`);
      await detail().getByRole('heading', { name: device.name }).waitFor();
      await detail().getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Install in a vehicle' }).waitFor();
      const count = await page.getByRole('menuitem', { name: 'Remove from its vehicle' }).count();
      await page.keyboard.press('Escape');
      return count;
    };
    expect(await offers(one(devices.find(({ vehicle }) => vehicle === null)))).toBe(0);
    expect(await offers(one(devices.find(({ vehicle }) => vehicle !== null)))).toBe(1);
  });

  test('shows all of its tabs, and says at the field that a range ends before it begins', async () => {
    const tabs = detail().getByRole('tab');
    const pane = await detail().boundingBox();
    for (const tab of await tabs.all()) {
      const box = await tab.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (pane?.x ?? 0) + (pane?.width ?? 0),
      );
    }
    await detail().getByRole('tab', { name: 'Where it was' }).click();
    await detail().getByLabel('From').fill('2026-03-09');
    await detail().getByLabel('To', { exact: true }).fill('2026-03-02');
    await detail().getByText('This is before the first day.').waitFor();
    expect(await detail().getByLabel('To', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(await detail().locator('.error').count()).toBe(0);
  });

  test('that a search found by what no column shows says where', async () => {
    await goTo(page, '#/devices');
    const read = await desk.host.core.call('records.window', {
      view: { entity: 'device' },
      ...{ offset: 0, limit: 1 },
    });
    const fields = JSON.parse((read.ok && read.value.rows[0]?.json) || '{}') as { iccid?: string };
    const iccid = one(fields.iccid);
    await page.getByRole('searchbox', { name: 'Search devices' }).fill(iccid);
    await rows().getByText(`Iccid: ${iccid}`).waitFor();
    await page.getByRole('columnheader', { name: 'Found in' }).waitFor();
  });
});

test('the ledger needs no sideways scrolling in a small window', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await goTo(page, '#/outbox');
  await rows().first().waitFor();
  const overflow = () =>
    page.locator('.data-table').evaluate((table) => table.scrollWidth - table.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await rows().first().click();
  await detail().waitFor();
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});

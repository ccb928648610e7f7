import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { queue, takeAllBack } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';

/** What forms and panes ask, offer and refuse before anything is sent. */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({
    ...{ vehicles: 12, map: false, viewport: { width: 1440, height: 900 } },
  });
  page = desk.page;
  await page.locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ }).waitFor();
});
afterAll(() => desk.close());

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
async function lastWrite() {
  const list = await desk.host.core.call('outbox.list', { offset: 0, limit: 1 });
  return list.ok ? list.value.ops[0] : undefined;
}

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
    const op = await lastWrite();
    expect(JSON.parse(op?.patch ?? '{}')).toMatchObject({ odometer: 123_456_700 });
  });

  test('says which vehicle a driver would leave, and two swap with one press', async () => {
    const taken = (await all('vehicle')).filter(({ driver }) => driver !== null);
    const [here, there] = [one(taken[0]), one(taken[1])];
    await goTo(page, `#/vehicles/${here.id}`);
    await page.getByRole('button', { name: 'Change driver' }).click();
    await detail()
      .getByText(`${here.name} is driven by ${String(here.driver?.fullName)} now.`)
      .waitFor();
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
    await page.getByRole('button', { name: 'Restore 1' }).waitFor();
    expect(await page.getByRole('button', { name: /^Archive \d/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Restore 1' }).click();
    await rows().filter({ hasText: vehicle.name }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Archived' }).click();
  });

  test('is no longer selected once a saved view lists the archived ones', async () => {
    await goTo(page, '#/vehicles');
    const archived = page.getByRole('button', { name: 'Archived', exact: true });
    await archived.click();
    await page.getByRole('button', { name: 'Views of this list' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Put away');
    await page.getByRole('button', { name: 'Keep as a view' }).click();
    await archived.click();
    await rows()
      .first()
      .click({ modifiers: ['Control'] });
    const selected = page.getByText('1 selected');
    await selected.waitFor();
    await page.keyboard.press('Alt+1');
    await selected.waitFor({ state: 'detached' });
    await archived.click();
    await rows().first().waitFor();
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

  // What is picked is assigned also where the next driver is opened before it is known what that takes.
  await desk.host.core.call('session.workOffline', { on: true });
  const params = { vehicleId: taken.id, driverId: String(taken.driver?.id) };
  await queue(desk, { endpoint: 'unsetDriver', params, body: {} });
  const letGo = heldBack(desk, 'records.window', (input) =>
    JSON.stringify(input).includes(`"values":["${free.id}"]`),
  );
  await drives.getByRole('button', { name: 'Assign to a vehicle' }).click();
  await drives.getByRole('combobox').fill(taken.name);
  await page.locator(`[role=option][data-id="${taken.id}"]`).click();
  await goTo(page, `#/drivers/${params.driverId}`);
  letGo();
  await page.getByText(`${free.name} drives ${taken.name}`).waitFor();
  await takeAllBack(desk);
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
    expect(await fact('Role')).toBe('Driver');
    // What the service sent is not what the page shows first.
    expect(await detail().getByRole('group', { name: 'All fields' }).count()).toBe(0);
    await detail().getByRole('link', { name: 'Open as a user' }).click();
    await detail().getByText('By the role Driver, within the plan Complete.').waitFor();
    await page.getByLabel('Search users').waitFor();
    // Where somebody is with the keys stays while the record around it changes.
    const other = detail().getByRole('link', { name: 'Open as a driver' });
    await other.focus();
    await desk.host.core.call('session.workOffline', { on: true });
    const userId = (await page.evaluate(() => window.location.hash)).split('/').at(-1) ?? '';
    await queue(desk, {
      ...{ endpoint: 'updateUser', params: { userId }, body: { firstName: 'Nina' } },
    });
    await detail().getByText('Waits for a connection').waitFor();
    expect(await other.evaluate((link) => document.activeElement === link)).toBe(true);
    await takeAllBack(desk);
  });

  test('a client shows its users and drivers by names, and takes a new one from there', async () => {
    await goTo(page, '#/clients/501');
    const users = detail().getByRole('list', { name: 'Users' });
    await users.getByText('Dispatcher', { exact: true }).first().waitFor();
    await detail().getByRole('list', { name: 'Drivers' }).locator('li').first().waitFor();
    const { faults } = desk.service.running();
    faults.set([{ kind: 'status', endpoint: 'listUsers', status: 500 }]);
    const again = detail().getByRole('button', { name: 'Read users again' });
    await again.click();
    const failure = detail().getByText(/^Users: the service failed/);
    await failure.waitFor();
    faults.set([]);
    await again.click();
    await failure.waitFor({ state: 'detached' });
    expect(await fact('Plan')).toBe('Complete');
    expect(await fact('Reseller')).toMatch(/^[A-Z]\D+/);
    await detail().getByRole('button', { name: 'Add a user to the client' }).click();
    const form = page.getByRole('dialog', { name: 'Add a user to the client' });
    await form.getByLabel('E-mail').fill('night-desk@waybill.example');
    await form.getByLabel('First name').fill('Aaron');
    const role = form.getByRole('combobox', { name: 'Role' });
    await role.fill('view');
    await form.getByRole('option', { name: /Viewer/ }).click();
    await form.getByRole('button', { name: 'Add a user', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const op = await lastWrite();
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
  });
});

describe('a device', () => {
  const installation = () => detail().getByTestId('installation');
  const idle = () => desk.host.core.call('session.workOffline', { on: true });
  const inCore = async (id: string) => {
    const found = await desk.host.core.call('records.get', { entity: 'device', id });
    const json = (found.ok ? found.value?.row.json : undefined) ?? '{}';
    return (JSON.parse(json) as { vehicle: { id: number } | null }).vehicle?.id ?? null;
  };

  test('in stock offers no removal, an installed one does', async () => {
    const devices = await all('device');
    const offers = async (device: Known): Promise<number> => {
      await goTo(page, `#/devices/${device.id}`);
      await detail().getByRole('heading', { name: device.name }).waitFor();
      await installation()
        .getByRole('button', { name: /Install in a vehicle|Move to another vehicle/ })
        .waitFor();
      return installation().getByRole('button', { name: 'Remove from its vehicle' }).count();
    };
    expect(await offers(one(devices.find(({ vehicle }) => vehicle === null)))).toBe(0);
    expect(await offers(one(devices.find(({ vehicle }) => vehicle !== null)))).toBe(1);
  });

  test('shows what it is, where it was and what hangs on it; a range that ends before it begins is said', async () => {
    await desk.host.core.call('session.workOffline', { on: false });
    const titles = ['Where it was', 'Vehicles it was in', 'Sensors it had', 'Cameras'];
    for (const title of ['Installation', ...titles]) {
      await detail().getByRole('heading', { name: title, exact: true }).waitFor();
    }
    // What it was in and what hung on it, as a table that is reached by keys.
    const past = detail().getByRole('tablist', { name: 'Vehicles it was in' });
    await past.getByRole('tab', { name: 'Timeline' }).press('ArrowRight');
    const stays = detail().getByRole('group', { name: 'Vehicles it was in' });
    await stays.getByRole('cell', { name: 'until now' }).waitFor();
    await stays.locator('td .plate').first().waitFor();
    // A record that changes around it leaves the table where it is.
    await stays.evaluate((group) => group.setAttribute('data-first', ''));
    await idle();
    const deviceId = /devices\/([^/?]+)/.exec(page.url())?.[1] ?? '';
    const body = { serial: 'S-4711' };
    const written = await desk.host.core.call('outbox.write', {
      ...{ endpoint: 'updateDevice', params: { deviceId }, body },
    });
    await detail().getByText('S-4711').first().waitFor();
    expect(written.ok).toBe(true);
    expect(await stays.getAttribute('data-first')).toBe('');
    const opId = written.ok ? written.value.op.id : '';
    await desk.host.core.call('outbox.decide', { opId, decision: { remedy: 'cancel' } });
    await detail().getByText('S-4711').first().waitFor({ state: 'detached' });
    await desk.host.core.call('session.workOffline', { on: false });
    await detail().getByRole('button', { name: 'Table as a file: Vehicles it was in' }).waitFor();
    await detail().getByRole('heading', { name: 'Where it was' }).click();
    // Positions of a day that goes on are asked for again once the connection is back.
    const where = detail().locator('.positions');
    await where.getByRole('button', { name: 'Refresh' }).waitFor();
    await desk.host.core.call('session.workOffline', { on: true });
    await page.locator('[data-testid=connection-chip][data-state=workOffline]').waitFor();
    const { faults } = desk.service.running();
    faults.set([{ kind: 'status', endpoint: 'listDeviceCoordinates', status: 500 }]);
    await desk.host.core.call('session.workOffline', { on: false });
    const failure = where.getByText('the service failed (500)');
    await failure.waitFor();
    faults.set([]);
    await where.getByRole('button', { name: 'Refresh' }).click();
    await failure.waitFor({ state: 'detached' });
    await detail().getByLabel('From').fill('2026-03-09');
    const to = detail().getByLabel('To', { exact: true });
    await to.fill('2026-03-02');
    await detail().getByText('This is before the first day.').waitFor();
    expect(await to.getAttribute('aria-invalid')).toBe('true');
    expect(await detail().locator('.error').count()).toBe(0);
    expect(await axeOf(page, 'article.detail')).toEqual([]);
  });

  test('goes where another one is by an exchange that tells each step, offline too, with one undo', async () => {
    await idle();
    const devices = await all('device');
    const stock = one(devices.find(({ vehicle }) => vehicle === null));
    const there = one(devices.find(({ vehicle }) => vehicle !== null));
    const { id: vehicleId, regNo } = there.vehicle as { id: number; regNo: string };
    await goTo(page, `#/devices/${stock.id}`);
    await installation().getByRole('button', { name: 'Install in a vehicle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await dialog.getByText('This is needed.').waitFor();
    await dialog.getByRole('combobox').fill(regNo);
    await page.locator(`[role=option][data-id="${String(vehicleId)}"]`).click();
    const plan = dialog.getByTestId('install-plan');
    await plan.getByText(`${regNo} has ${there.name} now.`).waitFor();
    expect(await plan.locator('ol li').allTextContents()).toEqual([
      `Remove ${there.name} from ${regNo}`,
      `Install ${stock.name} in ${regNo}`,
    ]);
    expect(await axeOf(page, 'dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Exchange', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await installation().locator('.plate', { hasText: regNo }).waitFor();
    expect([await inCore(stock.id), await inCore(there.id)]).toEqual([vehicleId, null]);
    // Earlier notices have one, too; the latest stands last.
    await page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => inCore(there.id)).toBe(vehicleId);
    await expect.poll(() => inCore(stock.id)).toBe(null);
    await desk.host.core.call('session.workOffline', { on: false });
  });

  test('of a vehicle is told on its pane, and exchanged from there as well', async () => {
    const there = one((await all('device')).find(({ vehicle }) => vehicle !== null));
    const { id: vehicleId } = there.vehicle as { id: number };
    await goTo(page, `#/vehicles/${String(vehicleId)}`);
    await installation().getByRole('link', { name: there.name }).waitFor();
    await installation().getByRole('button', { name: 'Exchange the device' }).click();
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: /Device/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
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
  // Something waits in it, whatever was sent before.
  await desk.host.core.call('session.workOffline', { on: true });
  const { id: vehicleId } = one((await all('vehicle'))[0]);
  await desk.host.core.call('outbox.write', { endpoint: 'archiveVehicle', params: { vehicleId } });
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

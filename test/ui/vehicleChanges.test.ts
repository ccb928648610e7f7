import type { Dialog, Page } from 'playwright';
import { WAITING_STATES } from '../../shared/rules/opStates.ts';
import { fail, type Result } from '../../shared/result.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { colleague, queue, recordIds, remedy, workOffline } from '../support/ledger.ts';
import { goTo, undoNotice } from '../support/tour.ts';

/** Vehicles that are made and changed with pickers, one by one and many at once. */

let desk: TestDesk;
let page: Page;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

interface Group {
  id: number;
  name: string;
}
interface Grouped {
  id: number;
  groups: Group[];
  groupsList: string;
}
interface Vehicle {
  depot: { name: string } | null;
  groups: { name: string }[];
  driver: { fullName: string } | null;
}
const atService = async (id: string): Promise<Vehicle> =>
  JSON.parse(await colleague(desk, 'GET', `/vehicles/${id}`)) as Vehicle;
async function rowsOf(entity: 'vehicle' | 'sensor' | 'device') {
  const view = { entity, archived: 'no' } as const;
  const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 200 });
  return read.ok ? read.value.rows : [];
}
const waiting = async (): Promise<number> => {
  const told = await desk.host.core.call('outbox.list', {
    states: [...WAITING_STATES],
    offset: 0,
    limit: 100,
  });
  return told.ok ? told.value.total : -1;
};

test('a vehicle is added with its depot, groups and type chosen by name, and changed with them', async () => {
  await recordIds(desk, 'vehicleType');
  await expect.poll(async () => (await recordIds(desk, 'vehicle')).length).toBe(12);
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a vehicle' });
  await dialog.getByLabel('Registration').fill('PICK 1');
  const depot = dialog.getByLabel('Depot');
  await expect.poll(() => depot.locator('option').count()).toBeGreaterThan(2);
  const depotName = (await depot.locator('option').nth(1).textContent()) ?? '';
  await depot.selectOption({ index: 1 });
  const group = dialog.getByRole('group', { name: 'Groups' }).locator('label').first();
  const groupName = ((await group.textContent()) ?? '').trim();
  await group.click();
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await dialog.locator('[role=option]').first().click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.locator('[role=grid] [data-id]', { hasText: 'PICK 1' });
  // A notice stays while it is pointed at.
  await page.locator('.toast').filter({ hasText: 'PICK 1' }).last().hover();
  await row.waitFor();
  await expect.poll(() => row.getAttribute('data-id')).toMatch(/^\d+$/);
  const id = (await row.getAttribute('data-id')) ?? '';
  await expect.poll(async () => (await atService(id)).depot?.name).toBe(depotName);
  expect((await atService(id)).groups.map(({ name }) => name)).toEqual([groupName]);
  // It was sent: taken back, it goes into the archive.
  await undoNotice(page, 'Add a vehicle: PICK 1: sent');
  await row.waitFor({ state: 'detached' });
});

test('what is half typed is asked about before Back, another page and a reload; a label waits for its vehicle', async () => {
  const [first = '', second = ''] = await recordIds(desk, 'vehicle');
  const hash = () => page.evaluate(() => window.location.hash);
  const questions: string[] = [];
  const stay = (question: Dialog): void => {
    questions.push(question.type());
    void question.dismiss();
  };
  page.on('dialog', stay);
  await goTo(page, `#/vehicles/${second}`);
  await goTo(page, `#/vehicles/${first}`);
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a vehicle' });
  const typed = dialog.getByLabel('Registration');
  await typed.fill('HALF 1');
  const question = dialog.getByRole('alertdialog');
  for (const leave of [
    () => window.history.back(),
    () => (window.location.hash = '#/areas'),
    () => window.history.back(),
  ]) {
    await page.evaluate(leave);
    await question.waitFor();
    await expect.poll(hash).toBe(`#/vehicles/${first}`);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await typed.inputValue()).toBe('HALF 1');
  }
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect(await typed.inputValue()).toBe('HALF 1');
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Throw away' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(hash).toBe(`#/vehicles/${second}`);

  const row = (id: string) => page.locator(`[role=grid] [data-id="${id}"]`);
  const label = page.locator('article.detail').getByLabel('Label', { exact: true });
  await page.getByRole('button', { name: 'Change the label' }).click();
  await label.fill('Half a label');
  await row(first).click();
  await expect.poll(hash).toBe(`#/vehicles/${first}`);
  await label.waitFor({ state: 'detached' });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => questions).toEqual(['beforeunload', 'beforeunload']);
  await row(second).click();
  await expect.poll(() => label.inputValue()).toBe('Half a label');
  await label.fill('A whole label');
  await label.press('Enter');
  await label.waitFor({ state: 'detached' });
  // Whoever goes on to the next one reads which one it was.
  const plate = await row(second).locator('.plate').first().innerText();
  await page.getByText(`Change the label: ${plate}: `).first().waitFor();
  // Nothing is left to be asked about.
  const isAsked = await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
  expect(isAsked).toBe(false);
  expect(questions).toHaveLength(2);
  page.off('dialog', stay);
  await goTo(page, '#/vehicles');
});

test('many are changed at once: the difference first, one undo for all, offline and online', async () => {
  const grid = page.getByRole('grid', { name: 'vehicles' });
  await expect.poll(waiting).toBe(0);
  await workOffline(desk, true);
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const ids = await grid
    .locator('[data-id][aria-selected=true]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id') ?? ''));
  expect(ids).toHaveLength(3);
  const change = async (how: () => Promise<void>): Promise<void> => {
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 vehicles' });
    await dialog.getByLabel('What', { exact: true }).waitFor();
    await how();
    await dialog.waitFor({ state: 'detached' });
  };
  const dialog = page.getByRole('dialog');
  const before = await waiting();
  // What the driver of many drives elsewhere is told before anything is sent.
  const drives = (await rowsOf('vehicle'))
    .filter(({ id }) => !ids.includes(id))
    .map(({ json }) => JSON.parse(json) as Vehicle & { regNo: string })
    .find(({ driver }) => driver !== null);
  const name = String(drives?.driver?.fullName);
  await page.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByRole('combobox', { name: 'Driver' }).fill(name);
  await dialog.getByRole('option', { name }).first().click();
  await dialog
    .getByTestId('bulk-elsewhere')
    .getByText(`${name} drives ${String(drives?.regNo)} now.`)
    .waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Throw away' }).click();
  await change(async () => {
    await dialog.getByLabel('What', { exact: true }).selectOption('Groups');
    await dialog.getByLabel('How').selectOption('Empty');
    await dialog.getByText('3 vehicles change.').waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(3);
    await dialog.getByRole('button', { name: 'Change 3', exact: true }).click();
  });
  await expect.poll(waiting).toBe(before + 3);
  await undoNotice(page, 'Groups of 3 vehicles');
  await expect.poll(waiting).toBe(before);

  for (const id of ids) {
    await page.locator(`[data-id="${id}"]`).click({ modifiers: ['Control'] });
  }
  let depot = '';
  await change(async () => {
    await dialog.getByLabel('What', { exact: true }).selectOption('Depot');
    const choice = dialog.locator('select').last();
    await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(2);
    depot = (await choice.locator('option').nth(2).textContent()) ?? '';
    await choice.selectOption({ index: 2 });
    const all = await dialog.locator('tbody tr').count();
    expect(all).toBeGreaterThan(0);
    for (const told of await dialog.locator('tbody tr td:last-child').allTextContents()) {
      expect(told).toBe(depot);
    }
    await dialog.getByRole('button', { name: /^Change \d+$/ }).click();
  });
  // Nothing is left to be done with one that was so already: none stays chosen.
  await page.getByText(/^\d+ selected$/).waitFor({ state: 'detached' });
  // The list tells the new depot at once, though only its id waits.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Depot', exact: true }).check();
  await page.keyboard.press('Escape');
  for (const id of ids) await page.locator(`[data-id="${id}"]`).getByText(depot).waitFor();
  await workOffline(desk, false);
  for (const id of ids) {
    await expect.poll(async () => (await atService(id)).depot?.name).toBe(depot);
  }
});

test('vehicles are grouped, and a vehicle of two groups counts in each of them', async () => {
  await goTo(page, '#/vehicles');
  const fleet = async (): Promise<Grouped[]> =>
    (await rowsOf('vehicle')).map(({ json }) => JSON.parse(json) as Grouped);
  const known = new Map((await fleet()).flatMap(({ groups }) => groups.map((g) => [g.id, g.name])));
  expect(known.size).toBeGreaterThan(1);
  await queue(desk, {
    endpoint: 'updateVehicle',
    params: { vehicleId: String((await fleet())[0]?.id) },
    body: { groupIds: [...known.keys()] },
  });
  await expect
    .poll(async () => (await fleet()).some(({ groupsList }) => groupsList.includes(', ')))
    .toBe(true);
  const texts = (await fleet()).map(({ groupsList }) => groupsList);
  const name = [...known.values()][1] ?? '';
  const wanted = texts.filter((told) => told.split(', ').includes(name)).length;
  expect(wanted).toBeGreaterThan(texts.filter((told) => told === name).length);
  await page.getByRole('button', { name: 'By status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'By group', exact: true }).click();
  const chips = page.getByRole('group', { name: 'By group', exact: true });
  const chip = chips.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect.poll(() => chip.textContent()).toMatch(new RegExp(`${String(wanted)}$`));
  await chip.click();
  const rows = page.locator('[role=grid] .body [data-id]');
  await expect.poll(() => rows.count()).toBe(wanted);
  await chip.click();
  await expect.poll(() => rows.count()).toBe(texts.length);
  // Its column has come beside the names, and a line stands where another group begins.
  const heads = page.locator('[role=columnheader]');
  await expect.poll(() => heads.nth(1).textContent()).toContain('Groups');
  const told = await rows.locator('[role=gridcell]:nth-child(2)').allTextContents();
  const changes = told.filter((one, at) => at > 0 && one !== told[at - 1]).length;
  expect(changes).toBeGreaterThan(0);
  expect(await page.locator('[role=grid] .body .row.begins').count()).toBe(changes);
});

test('a vehicle tells the sensors of its device, each a link, without a network too', async () => {
  await recordIds(desk, 'sensor');
  await workOffline(desk, true);
  const sensors = (await rowsOf('sensor')).map(({ id, json }) => ({
    ...(JSON.parse(json) as { deviceId: number; label: string }),
    id,
  }));
  const vehicle = (await rowsOf('vehicle'))
    .map(({ json }) => JSON.parse(json) as { id: number; deviceId: number })
    .find((one) => sensors.some(({ deviceId }) => deviceId === one.deviceId));
  const own = sensors.filter(({ deviceId }) => deviceId === vehicle?.deviceId);
  await goTo(page, `#/vehicles/${String(vehicle?.id)}`);
  const links = page.locator('article.detail').getByTestId('vehicle-sensors').getByRole('link');
  await expect.poll(() => links.count()).toBe(own.length);
  expect((await links.allTextContents()).sort()).toEqual(own.map(({ label }) => label).sort());
  await links.first().click();
  await page.getByLabel('Search sensors').waitFor();
  await workOffline(desk, false);
});

test('a refused write is corrected in the form that asked for it, with names and units', async () => {
  const [id = ''] = await recordIds(desk, 'vehicle');
  await workOffline(desk, true);
  const op = await queue(desk, {
    endpoint: 'updateVehicle',
    params: { vehicleId: id },
    body: { depotId: 987654, groupIds: [] },
  });
  await workOffline(desk, false);
  await goTo(page, `#/outbox/${op}`);
  await page.locator('article').getByText('Needs you').first().waitFor();
  await remedy(desk, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: /^Edit the write: \S/ });
  const depot = dialog.getByLabel('Depot');
  await expect.poll(() => depot.locator('option').count()).toBeGreaterThan(3);
  // What was refused is told at its field, where the person begins, until another is chosen.
  const told = dialog.getByText('Does not exist');
  await told.waitFor();
  expect(await depot.getAttribute('aria-describedby')).toContain(await told.getAttribute('id'));
  expect(await depot.evaluate((node) => node === document.activeElement)).toBe(true);
  await depot.selectOption({ index: 2 });
  await told.waitFor({ state: 'detached' });
  const name = await depot.evaluate((node) => (node as HTMLSelectElement).selectedOptions[0]?.text);
  await dialog.getByRole('group', { name: 'Groups' }).locator('label').first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await atService(id)).depot?.name).toBe(name);
  expect((await atService(id)).groups).toHaveLength(1);
  // The ledger tells the depot by its name.
  await page.locator('article ins').getByText(String(name)).waitFor();
  // Read back, which it could not be without a network.
  await expect.poll(waiting).toBe(0);
});

test('what a form added is taken back from the notice that tells of it', async () => {
  await workOffline(desk, true);
  await goTo(page, '#/vehicles');
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a vehicle' });
  await dialog.getByLabel('Registration').fill('PICK 2');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(waiting).toBe(1);
  await undoNotice(page, 'Add a vehicle');
  await expect.poll(waiting).toBe(0);
});

test('a vehicle tells the trips of the next day from midnight on', async () => {
  const { core } = desk.host;
  const [id = ''] = await recordIds(desk, 'vehicle');
  await goTo(page, '#/drivers');
  const days: string[] = [];
  const call: (name: string, input: unknown) => Promise<Result<unknown>> = core.call.bind(core);
  const spy = vi.spyOn(core, 'call').mockImplementation((name: string, input: unknown) => {
    const read = input as { endpoint?: string; query?: { dateFrom: string } };
    if (read.endpoint === 'listRoutes') days.push(read.query?.dateFrom ?? '');
    return call(name, input);
  });
  await goTo(page, `#/vehicles/${id}`);
  await expect.poll(() => days.length).toBeGreaterThan(0);
  const [today = ''] = days;
  await page.evaluate(() => {
    const now = Date.now;
    Object.assign(window, { putBack: () => (Date.now = now) });
    Date.now = () => now() + 86_400_000;
  });
  // A day may have an hour less.
  const later = (day: string): boolean => Date.parse(day) - Date.parse(today) > 80_000_000;
  await expect.poll(() => days.some(later)).toBe(true);
  await page.evaluate('putBack()');
  spy.mockRestore();
});

test('an exchange of which a part could not be queued goes on from there', async () => {
  const { core } = desk.host;
  await recordIds(desk, 'device');
  await workOffline(desk, true);
  const call: (name: string, input: unknown) => Promise<Result<unknown>> = core.call.bind(core);
  const queued: string[] = [];
  let isFull = true;
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    if (name !== 'outbox.write') return call(name, input);
    const { endpoint } = input as { endpoint: string };
    if (endpoint === 'installDevice' && isFull) {
      return fail({ kind: 'local', code: 'disk.full', message: 'The disk is full.' });
    }
    queued.push(endpoint);
    return call(name, input);
  });
  const devices = await rowsOf('device');
  const [stock, there] = [false, true].map((isInstalled) =>
    devices
      .map(({ json }) => JSON.parse(json) as { id: number; vehicle: { id: number } | null })
      .find(({ vehicle }) => (vehicle !== null) === isInstalled),
  );
  await goTo(page, `#/vehicles/${String(there?.vehicle?.id)}`);
  await page.getByRole('button', { name: 'Exchange the device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /Device/ }).click();
  await dialog.locator(`[role=option][data-id="${String(stock?.id)}"]`).click();
  const exchange = dialog.getByRole('button', { name: 'Exchange', exact: true });
  await exchange.click();
  await dialog.getByText('The disk is full.').waitFor();
  isFull = false;
  await exchange.click();
  await dialog.waitFor({ state: 'detached' });
  expect(queued).toEqual(['uninstallDevice', 'installDevice']);
  spy.mockRestore();
  await workOffline(desk, false);
});

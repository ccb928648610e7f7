import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';

/** Reference data and permissions in use, in a real browser over the real service. */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, viewport: { width: 1440, height: 560 } });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

const go = (hash: string) => goTo(page, hash);
const service = () => desk.service.running();
const firstRow = () => page.locator('[role=grid] [data-id]').first();

async function openFirstVehicle(): Promise<void> {
  await go('#/vehicles');
  await firstRow().locator('[role=gridcell]').first().click();
  // Its acts come with the record itself; until then its id stands in for its name.
  await page.locator('article.detail footer').waitFor();
}

describe('reference data', () => {
  test('names role, plan, domain and provider of the account', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    const menu = page.getByTestId('account-menu');
    for (const fact of ['Fleet administrator', 'Complete', 'client-501.waybill.example']) {
      await menu.getByText(fact, { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
  });

  test('marks trips that were too fast and stands that idled beyond the limit', async () => {
    await openFirstVehicle();
    await expect.poll(() => firstRow().locator('.type').getAttribute('title')).toMatch(/\w/);
    const detail = page.locator('article.detail');
    await detail.getByText('Engine hours', { exact: true }).waitFor();
    await expect
      .poll(() => detail.locator('dd').allTextContents())
      .toContainEqual(expect.stringMatching(/^[\d,]+ km$/));
    const trips = page.locator('[role=tabpanel] li.trip');
    await page.getByRole('tab', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: /^Show \d+ more/ }).click();
    await trips.nth(60).waitFor();
    const told = await trips.evaluateAll((rows) =>
      rows.map((row) => ({
        text: (row.querySelector('.what')?.textContent ?? '').replace(/\s+/g, ' ').trim(),
        limit: row.querySelector('[data-limit]')?.getAttribute('data-limit') ?? null,
        title: row.querySelector('[data-limit]')?.getAttribute('title') ?? null,
      })),
    );
    // Settings of this tenant: 5 minutes of idling, 85 km/h with a tolerance of 5.
    const idling = told.filter(({ limit }) => limit === 'idling');
    expect(idling.length).toBeGreaterThan(0);
    for (const { text, title } of idling) {
      expect(title).toBe('Idled longer than the limit of 5 min');
      expect(Number(/^Idle (\d+) min/.exec(text)?.[1])).toBeGreaterThanOrEqual(5);
    }
    for (const { text, limit } of told) {
      const fastKmh = Number(/max (\d+) km\/h/.exec(text)?.[1] ?? 0);
      const idleMin = Number(/^Idle (\d+) min/.exec(text)?.[1] ?? 0);
      if (limit === null) expect([fastKmh <= 90, idleMin <= 5]).toEqual([true, true]);
      if (limit === 'speed') expect(fastKmh).toBeGreaterThanOrEqual(90);
    }
  });

  test('offers countries where a telephone number is asked, and sends it with its code', async () => {
    await go('#/users');
    await page.getByRole('button', { name: 'Add a user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await dialog.getByLabel('E-mail').fill('abroad@waybill.example');
    await dialog.getByLabel('First name').fill('Abroad');
    const number = dialog.getByLabel('Phone');
    await number.fill('0555 0100');
    const country = dialog.getByLabel('Country of the number');
    await country.selectOption({ label: 'Portugal (+351)' });
    expect(await number.inputValue()).toBe('+351 555 0100');
    await country.selectOption({ label: 'Spain (+34)' });
    expect(await number.inputValue()).toBe('+34 555 0100');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: '+34 555 0100 (Spain)' }).waitFor();
    // An account of a client adds users by the row of its client.
    const made = () =>
      service()
        .log()
        .filter(({ endpoint }) => endpoint === 'createClientUser');
    await expect.poll(() => made().map(({ params }) => params)).toEqual([{ clientId: '501' }]);
    await go('#/settings/appearance');
    await page.getByLabel('Language of dates and numbers').selectOption('es');
    await go('#/users');
    await page.getByRole('gridcell', { name: '+34 555 0100 (España)' }).waitFor();
    await go('#/settings/appearance');
    await page.getByLabel('Language of dates and numbers').selectOption('service');
  });
});

test('what is kept on this computer is told by account and kind, and one kind is cleaned up', async () => {
  await openFirstVehicle();
  await go('#/settings/storage');
  const accounts = page.getByRole('table', { name: 'Accounts on this computer' });
  await accounts.getByText(/[kM]B$/).waitFor();
  const here = page.getByRole('group', { name: 'In the account that is open' });
  const row = (name: string) => here.getByRole('row').filter({ hasText: name });
  expect(await row('Vehicles').getByRole('cell').first().textContent()).toMatch(/^1\d$/);
  await row('All of it').waitFor();
  const readings = row('Trips, positions and readings that were opened');
  await readings.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: /^Clean up “Trips, positions/ });
  await dialog.getByText(/are let go of/).waitFor();
  expect(await axeOf(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Clean up' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/were let go of/).waitFor();
  await expect.poll(() => readings.count()).toBe(0);
});

describe('pages of the account and its settings', () => {
  const shown = () => page.locator('main .document');
  const fact = (name: string) =>
    shown().locator(`dt:text-is("${name}") + dd`).first().textContent();

  test('tell settings in words, and what they change', async () => {
    await go('#/reference?kind=getEcoSpeed');
    await shown().getByText('Trips and vehicles faster than 90 km/h are marked.').waitFor();
    expect(await fact('Economical up to')).toBe('85 km/h');
    expect(await fact('Switched')).toBe('On');
    expect(await fact('Kind of team')).toBe('Client account');
    await go('#/reference?kind=getExcessiveIdling');
    await shown().getByText('Allowed', { exact: true }).waitFor();
    expect(await fact('Allowed')).toBe('5 min');
  });

  test('tell who is signed in by names, and what the plan contains by module', async () => {
    await go('#/reference?kind=getMe');
    await shown().getByText('What it allows', { exact: true }).waitFor();
    expect(await fact('Role')).toBe('Fleet administrator');
    expect(await fact('Language')).toBe('English');
    await shown().getByRole('link', { name: 'Fleet administrator' }).click();
    const role = page.locator('article.detail');
    await role.getByRole('group', { name: 'Drivers' }).waitFor();
    await go('#/reference?kind=getPlanPermissions');
    const drivers = shown().getByRole('group', { name: 'Drivers' });
    await drivers.getByText('Assign drivers to vehicles and take them off, included').waitFor();
    await drivers.getByText('2 of 2').waitFor();
    expect(await axeOf(page, 'main .document')).toEqual([]);
  });

  test('draw themes as colours', async () => {
    await go('#/reference?kind=listMyThemes');
    const theme = shown().getByRole('listitem').filter({ hasText: 'Slate' });
    await theme.getByText('#334155').waitFor();
    await theme.getByText('Gives this desk its accent').waitFor();
    expect(await axeOf(page, 'main .document')).toEqual([]);
  });

  test('show without a network what was read, with its age', async () => {
    await go('#/reference?kind=countVehicles');
    await shown().getByText('In all', { exact: true }).waitFor();
    await workOffline(desk, true);
    onTestFinished(() => workOffline(desk, false));
    await go('#/reference?kind=getProvider');
    await shown().getByText('support@waybill.example').waitFor();
    await go('#/reference?kind=countVehicles');
    await shown().getByText('In all', { exact: true }).waitFor();
    expect(await fact('In all')).toBe('12');
    expect(await fact('Vehicles')).toBe('12');
    await expect.poll(() => shown().locator('.state time').textContent()).toMatch(/now|ago/);
  });
});

test('what was refused says why and since when where it stands, and is tried again from there', async () => {
  service().faults.set([{ kind: 'status', endpoint: 'archiveVehicle', status: 403, times: 1 }]);
  await openFirstVehicle();
  const footer = page.locator('article.detail footer');
  await footer.getByRole('button', { name: /^Archive/ }).click();
  await page.getByTestId('connection-chip').getByText('1 needs you').waitFor();
  // The refused change is still shown on that vehicle; another one tells what may be done.
  const other = page.locator('[role=grid] [data-id]').nth(3);
  await other.locator('[role=gridcell]').first().click();
  const archive = footer.getByRole('button', { name: /^Archive/ });
  await expect.poll(() => archive.getAttribute('aria-disabled')).toBe('true');
  expect(await archive.getAttribute('title')).toMatch(/403.*Since/);
  await archive.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Not available to this account' });
  expect(await axeInOpen(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => archive.getAttribute('aria-disabled')).toBeNull();
});

describe('without a network', () => {
  beforeAll(() => workOffline(desk, true));

  test('gives the desk the accent of the tenant’s theme, which can be switched off', async () => {
    const accent = () =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'));
    await expect.poll(accent).toMatch(/^#[0-9a-f]{6}$/);
    await go('#/settings/appearance');
    await page.getByText('Waybill’s', { exact: true }).click();
    await expect.poll(accent).toBe('');
    await page.getByText('The tenant’s, where it reads well').click();
    await expect.poll(accent).toMatch(/^#/);
  });

  test('writes times in the chosen zone and dates in the chosen language', async () => {
    await go('#/settings/appearance');
    const example = page.getByText(/^Now: /);
    await page.getByLabel('Another time zone').selectOption('Asia/Tokyo');
    await expect.poll(() => example.textContent()).toContain('GMT+9');
    await page.getByLabel('Language of dates and numbers').selectOption('es');
    const month = new Intl.DateTimeFormat('es', { month: 'short', timeZone: 'Asia/Tokyo' }).format(
      Date.now(),
    );
    await expect.poll(() => example.textContent()).toContain(month);
    await openFirstVehicle();
    await page.getByRole('button', { name: 'Recalibrate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recalibrate the odometer' });
    await dialog.getByText('In the zone Asia/Tokyo').waitFor();
    await dialog.getByText(/no way to take this back/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await go('#/settings/appearance');
    await page.getByLabel('Another time zone').selectOption('');
    await page.getByLabel('Language of dates and numbers').selectOption('service');
  });

  test('names the tenant’s domain in the title of the window', async () => {
    await go('#/vehicles');
    await expect.poll(() => page.title()).toBe('client-501.waybill.example – Waybill');
    await go('#/reports');
    await expect.poll(() => page.title()).toBe('Reports – client-501.waybill.example – Waybill');
  });

  test('one setting is found, those that were modified are listed, and reset with a way back', async () => {
    await go('#/settings');
    const search = page.getByLabel('Search settings');
    const theme = page.getByRole('group', { name: 'Theme', exact: true });
    const units = page.getByRole('group', { name: 'Units', exact: true });
    const { core } = desk.host;
    const cache = async () => valueOf(await core.call('ground.maps', {})).cache;
    const asDelivered = await cache();
    await core.call('ground.setCache', { ...asDelivered, limitBytes: 100_000_000 });
    await search.fill('miles');
    await units.waitFor();
    await expect.poll(() => theme.count()).toBe(0);
    await units.getByText('Miles', { exact: true }).click();
    await search.fill('');
    const chip = page.getByRole('button', { name: /^Modified/ });
    await chip.click();
    await expect.poll(() => theme.count()).toBe(0);
    await page.getByRole('heading', { name: 'Base map' }).waitFor();
    await page.getByRole('button', { name: 'Reset all of them' }).click();
    await page.getByText('No modified setting matches').waitFor();
    expect(await cache()).toEqual(asDelivered);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(cache).toMatchObject({ limitBytes: 100_000_000 });
    await core.call('ground.setCache', asDelivered);
    await units.getByRole('button', { name: 'Reset Units' }).click();
    await page.getByText('No modified setting matches').waitFor();
    await chip.click();
    await theme.waitFor();
  });

  test('single keys are given other keys, a clash is refused, and they are shown and reset', async () => {
    await go('#/settings/keyboard');
    const keys = page.getByRole('table', { name: 'Their keys' });
    const down = keys.getByRole('textbox', { name: 'One row down, the next record' });
    await down.press('k');
    await keys.getByText('It does something already: One row up, the one before.').waitFor();
    expect(await down.inputValue()).toBe('J');
    await down.press('3');
    await keys.getByText('Digits judge answers and assign fuel, and stay.').waitFor();
    await down.press('s');
    await expect.poll(() => down.inputValue()).toBe('S');
    expect(await keys.getByRole('alert').count()).toBe(0);
    await keys.getByRole('textbox', { name: /^With the letter of a page/ }).press('Q');
    expect(await axeOf(page, '#settings-keyboard')).toEqual([]);
    await go('#/vehicles');
    await firstRow().waitFor();
    await page
      .getByRole('link', { name: 'Drivers', exact: true })
      .and(page.locator('[title$="(Q D)"]'))
      .waitFor();
    const grid = page.getByRole('grid', { name: 'vehicles' });
    await grid.focus();
    await page.keyboard.press('Home');
    const active = () =>
      page.evaluate(() => {
        const id = document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant');
        return document.getElementById(id ?? '')?.getAttribute('aria-rowindex');
      });
    await expect.poll(active).toBe('2');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await expect.poll(active).toBe('3');
    await page.keyboard.press('q');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Modified/ }).click();
    await keys.waitFor();
    await page.getByRole('button', { name: 'Reset all of them' }).click();
    await page.getByText('No modified setting matches').waitFor();
    await page.getByRole('button', { name: /^Modified/ }).click();
    expect(await down.inputValue()).toBe('J');
  });
});

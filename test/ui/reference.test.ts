import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeBrowser, openDesk, type TestDesk } from '../support/desk.ts';

/** Reference data and permissions in use, in a real browser over the real service. */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 40, viewport: { width: 1440, height: 900 } });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(async () => {
  await desk.close();
  await closeBrowser();
});

const go = (hash: string) => page.evaluate((to) => (window.location.hash = to), hash);
const service = () => desk.service.running();
const firstRow = () => page.locator('[role=grid] [data-id]').first();

async function openFirstVehicle(): Promise<void> {
  await go('#/vehicles');
  await firstRow().locator('[role=gridcell]').first().click();
  await page.locator('article.detail').waitFor();
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
    const month = new Intl.DateTimeFormat('es', { month: 'short' }).format(Date.now());
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

  test('shows type and meters of a vehicle, and marks what idled beyond the limit', async () => {
    await openFirstVehicle();
    await expect.poll(() => firstRow().locator('.type').getAttribute('title')).toMatch(/\w/);
    const detail = page.locator('article.detail');
    await detail.getByText('Engine hours', { exact: true }).waitFor();
    await expect
      .poll(() => detail.locator('dd').allTextContents())
      .toContainEqual(expect.stringMatching(/^[\d,]+ km$/));
  });
});

describe('rows of the interface', () => {
  test('an account of a client adds users by the client-scoped row', async () => {
    await go('#/users');
    await page.getByRole('button', { name: 'Add a user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await dialog.getByLabel('E-mail').fill('new-colleague@waybill.example');
    await dialog.getByLabel('First name').fill('New');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect
      .poll(
        () =>
          service()
            .log()
            .map(({ endpoint }) => endpoint),
        { timeout: 20_000 },
      )
      .toContain('createClientUser');
    const made = service()
      .log()
      .find(({ endpoint }) => endpoint === 'createClientUser');
    expect(made?.params).toEqual({ clientId: '501' });
  });

  test('an installation is found by IMEI and by registration, and nothing is said to be nothing', async () => {
    await openFirstVehicle();
    const plate = (await page.locator('article.detail').getAttribute('aria-label')) ?? '';
    await go('#/devices?tab=more');
    await page.getByLabel('Look for').selectOption('vehicleRegNo');
    await page.getByLabel('Registration of the vehicle').fill(plate);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText(plate).first().waitFor();
    await page.getByLabel('Look for').selectOption('deviceImei');
    await page.getByLabel('IMEI of the device').fill('000000000000000');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByText('No device is installed there now.').waitFor();
  });

  test('camera events are narrowed to a kind by its name', async () => {
    await go('#/cameras');
    const chip = page.getByRole('button', { name: /Harsh braking/ });
    await chip.click();
    await expect
      .poll(() => page.locator('[role=grid] [data-id]').allTextContents())
      .toSatisfy((rows: string[]) => rows.length > 0 && rows.every((row) => /braking/.test(row)));
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
  await archive.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Not available to this account' });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => archive.getAttribute('aria-disabled')).toBeNull();
});

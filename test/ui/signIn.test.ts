import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { goTo } from '../support/tour.ts';
import { queue, recordIds, workOffline } from '../support/ledger.ts';
import { json, startHostileServer, type HostileServer } from '../support/hostileServer.ts';
import { startTestService, type TestService } from '../support/localService.ts';

/** Signing in to another server from Settings, and what Settings say about the account. */

let desk: TestDesk;
let page: Page;
let elsewhere: TestService;

beforeAll(async () => {
  elsewhere = await startTestService({ dataDir: ':memory:', vehicles: 3 });
  desk = await openDesk({ vehicles: 5, local: false, map: false });
  page = desk.page;
});
beforeEach(async () => {
  await beginWithoutAccount();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Server address').fill(elsewhere.running().baseUrl);
});
afterAll(async () => {
  await desk.close();
  await elsewhere.close();
});

/** The desk as at its first start: no account, and a page that knows of none. */
async function beginWithoutAccount(): Promise<void> {
  const { core, origin } = desk.host;
  await page.goto('about:blank');
  const found = await core.call('session.accounts', {});
  for (const { id: accountId } of found.ok ? found.value.accounts : []) {
    const waiting = await core.call('session.waiting', { accountId });
    const confirmWaiting = waiting.ok ? waiting.value.total : 0;
    expect(await core.call('session.remove', { accountId, confirmWaiting })).toMatchObject({
      ok: true,
    });
  }
  await workOffline(desk, false);
  await page.goto(origin);
}

const submit = (): Promise<void> =>
  page.getByRole('button', { name: 'Sign in', exact: true }).click();

async function withPassword(name: 'dispatcher' | 'otp' | 'viewer'): Promise<void> {
  const { email, password } = elsewhere.running().account(name);
  await page.getByRole('tab', { name: 'With e-mail and password' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await submit();
}

/** The fleet of the other server, of three vehicles, is on the page. */
async function expectFleet(): Promise<void> {
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  await page.getByText('3 vehicles').first().waitFor();
}

async function section(title: string): Promise<Locator> {
  await goTo(page, '#/settings');
  const found = page.getByRole('region', { name: title });
  await found.waitFor();
  return found;
}

describe('signing in', () => {
  test('nobody is asked to sign in before it is known whether there is an account', async () => {
    const letGo = heldBack(desk, 'session.accounts', () => true);
    await page.reload();
    const chip = page.getByTestId('connection-chip');
    await chip.and(page.locator('[data-state=starting]')).waitFor();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    expect(await chip.textContent()).not.toContain('Sign in');
    letGo();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  test('another server is signed in to with its address and a pasted token', async () => {
    await page.getByLabel('Token', { exact: true }).fill(` Bearer ${elsewhere.running().token} `);
    await submit();
    await expectFleet();
    const accounts = await section('Accounts');
    await accounts.getByText(elsewhere.running().baseUrl).waitFor();
    await accounts.getByText('In use').waitFor();
  });

  test('another server is signed in to with e-mail and password, and with a one-time code', async () => {
    await withPassword('dispatcher');
    await expectFleet();
    const connection = await section('Sign in to a server');
    await connection.getByLabel('Server address').fill(elsewhere.running().baseUrl);
    await withPassword('otp');
    await page.getByLabel('One-time code', { exact: true }).fill('00000x');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('alert').waitFor();
    await page
      .getByLabel('One-time code', { exact: true })
      .fill(elsewhere.running().oneTimeCode('otp'));
    await page.getByRole('button', { name: 'Go on' }).click();
    const accounts = await section('Accounts');
    await expect.poll(() => accounts.getByRole('listitem').count()).toBe(2);
    await accounts.getByRole('button', { name: 'Switch to it' }).waitFor();
  });

  test('settings say where tokens are kept', async () => {
    await withPassword('dispatcher');
    await expectFleet();
    const info = await desk.host.core.call('desk.info', {});
    const kept = info.ok ? info.value.secrets : 'secure';
    const where = await section('Where tokens are kept');
    const words = {
      ...{ secure: 'keychain of this computer', 'session-only': 'in memory only' },
      ...{ locked: 'locked', refused: 'did not take a token' },
    };
    await expect.poll(() => where.innerText()).toContain(words[kept]);
  });

  test('a signed-out account can still be read, and says how to go on', async () => {
    await withPassword('dispatcher');
    await expectFleet();
    const accounts = await section('Accounts');
    await accounts.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('[data-testid=connection-chip][data-state=signedOut]').waitFor();
    await goTo(page, '#/vehicles');
    await page.getByText('3 vehicles').first().waitFor();
    expect(await page.getByTestId('connection-chip').innerText()).toContain('Sign in');
  });
});

describe('signing in again', () => {
  /** The service keeps what a test wrote: each writes something else. */
  let written = 0;
  let accounts: Locator;
  let connection: Locator;

  beforeEach(async () => {
    await withPassword('dispatcher');
    await expectFleet();
    await workOffline(desk, true);
    const [vehicleId = ''] = await recordIds(desk, 'vehicle');
    const params = { vehicleId };
    await queue(desk, {
      endpoint: 'updateVehicle',
      params,
      body: { defaultLabel: `Label ${String((written += 1))}` },
    });
    accounts = await section('Accounts');
    connection = page.getByRole('region', { name: 'Sign in to a server' });
    await accounts.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await accounts.getByText('Signed out').waitFor();
    await workOffline(desk, false);
    await page.locator('[data-testid=connection-chip][data-state=signedOut]').waitFor();
  });

  /** The form holds what is known, and the focus is where the rest is asked. */
  async function expectFilled(): Promise<void> {
    const { baseUrl, account } = elsewhere.running();
    await connection.getByText(/1 waiting write is sent afterwards/).waitFor();
    expect(await connection.getByLabel('Server address').inputValue()).toBe(baseUrl);
    expect(await connection.getByLabel('E-mail').inputValue()).toBe(account('dispatcher').email);
    const password = connection.getByLabel('Password');
    await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true);
  }

  async function expectSent(): Promise<void> {
    await page.keyboard.type(elsewhere.running().account('dispatcher').password);
    await page.keyboard.press('Enter');
    await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
    await accounts.getByText('Signed out').waitFor({ state: 'detached' });
    expect(await accounts.getByRole('listitem').count()).toBe(1);
    await goTo(page, '#/outbox');
    await page.getByText('Nothing waits').waitFor();
  }

  test('a signed-out account is signed in to again from its row, and what waited is sent', async () => {
    await accounts.getByText('1 waiting').waitFor();
    // A search that hides the form is taken back.
    await page.getByLabel('Search settings').fill('accounts');
    await connection.waitFor({ state: 'detached' });
    await accounts.getByRole('button', { name: 'Sign in again' }).click();
    await expectFilled();
    // The same again, after the address was changed.
    await connection.getByLabel('Server address').fill('https://other.example');
    await accounts.getByRole('button', { name: 'Sign in again' }).click();
    await expectFilled();
    await expectSent();
  });

  test('and from the connection chip, wherever one is', async () => {
    await goTo(page, '#/vehicles');
    await page.getByTestId('connection-chip').click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expectFilled();
    await expectSent();
  });
});

describe('what goes wrong while signing in', () => {
  let hostile: HostileServer;
  beforeEach(async () => {
    hostile = await startHostileServer(json('<!doctype html><title>Guest network</title>'));
  });
  afterEach(() => hostile.close());

  /** What failed and what to do, as the alert beside the form says it. */
  async function said(): Promise<string> {
    await submit();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect((await alert.locator('p').allInnerTexts()).length).toBeGreaterThan(1);
    return alert.innerText();
  }

  test('a malformed token, an expired one and a page of HTML are told apart, and the form keeps its text', async () => {
    const token = page.getByLabel('Token', { exact: true });
    await token.fill('hunter2');
    const malformed = await said();
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    await token.fill(`${part({ alg: 'HS256' })}.${part({ sub: '1', exp: 1_700_000_000 })}.AAAA`);
    await submit();
    await expect.poll(() => page.getByRole('alert').innerText()).not.toBe(malformed);

    await token.fill(elsewhere.running().token);
    await page.getByLabel('Server address').fill(hostile.origin);
    await submit();
    await page
      .getByRole('alert')
      .getByText(/captive portal/)
      .waitFor();
    expect(await token.inputValue()).toBe(elsewhere.running().token);
    expect(await page.getByLabel('Server address').inputValue()).toBe(hostile.origin);
    const accounts = await desk.host.core.call('session.accounts', {});
    expect(accounts).toEqual({ ok: true, value: { accounts: [] } });
  });
});

describe('what Settings say about the account', () => {
  test('the connection profile is edited beside its defaults, and a wrong one is refused by name', async () => {
    await withPassword('dispatcher');
    await expectFleet();
    const profile = await section('Connection profile');
    await profile.locator('summary', { hasText: 'As JSON' }).click();
    await expect
      .poll(() => profile.getByLabel('Defaults').inputValue())
      .toContain('"pageSize": 200');
    const overrides = profile.getByLabel('Overrides');
    const save = profile.getByRole('button', { name: 'Save the profile' });
    await overrides.fill('{"pageSize": 5');
    await profile.getByText('This is not valid JSON.').first().waitFor();
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    // What is half typed waits while another page is looked at, until it is given up.
    await goTo(page, '#/vehicles');
    await section('Connection profile');
    await profile.locator('summary', { hasText: 'As JSON' }).click();
    await expect.poll(() => overrides.inputValue()).toBe('{"pageSize": 5');
    const giveUp = profile.getByRole('button', { name: 'Cancel' });
    await giveUp.click();
    await giveUp.waitFor({ state: 'detached' });
    expect(await overrides.inputValue()).not.toContain('pageSize');
    await overrides.fill('{"pagesize": 5}');
    await save.click();
    await profile
      .getByRole('alert')
      .getByText(/pagesize/)
      .waitFor();
    await overrides.fill('{"pageSize": 5}');
    await save.click();
    await page.getByText('The profile is saved').waitFor();
    const overridesKept = async (): Promise<unknown> => {
      const kept = await desk.host.core.call('session.profile', {});
      return kept.ok && JSON.parse(kept.value.overrides);
    };
    expect(await overridesKept()).toEqual({ pageSize: 5 });

    // The same by fields: what is wrong is told at the field.
    const rows = profile.getByLabel('Rows to a page');
    await expect.poll(() => rows.getAttribute('placeholder')).toBe('Default: 200');
    await rows.fill('0');
    await profile.getByText('Enter a whole number from 1 to 1000.').first().waitFor();
    expect(await rows.getAttribute('aria-invalid')).toBe('true');
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await rows.fill('7');
    await profile.getByRole('button', { name: 'Add an override' }).click();
    const row = profile.getByRole('group', { name: 'Override 1' });
    await row.getByLabel('Endpoint').fill('listCars');
    await row.getByLabel('At the service').fill('rows, .');
    await save.click();
    // What only the core knows is told at its row too.
    await row.getByText(/listCars/).waitFor();
    expect(await row.getByLabel('Endpoint').getAttribute('aria-invalid')).toBe('true');
    await row.getByLabel('Endpoint').fill('listVehicles');
    await save.click();
    await page.getByText('The profile is saved').last().waitFor();
    await expect.poll(overridesKept).toEqual({
      ...{ pageSize: 7, envelopes: { listVehicles: ['rows', ''] } },
    });

    // What another window saves meanwhile is shown before it is replaced.
    await rows.fill('8');
    await desk.host.core.call('session.setProfile', { overrides: '{"firstPage":0}' });
    await save.click();
    await profile
      .getByRole('alert')
      .getByText(/in another window/)
      .waitFor();
    expect(await overridesKept()).toEqual({ firstPage: 0 });
    await giveUp.click();
    await expect.poll(() => overrides.inputValue()).toContain('firstPage');
  });

  test('what the account may not do says why and since when, and can be tried again', async () => {
    await withPassword('viewer');
    await expectFleet();
    await page.locator('[role=grid] [data-id]').first().click();
    const archive = page.getByRole('article').getByRole('button', { name: 'Archive' });
    await expect.poll(() => archive.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => archive.innerText()).toContain('role of this account');

    const refused = (await section('What this account may do')).getByRole('listitem');
    const mine = refused.filter({ hasText: /Archive (the|a) vehicle/ });
    await mine.getByText(/since/).waitFor();
    await mine.getByText(/role of this account/).waitFor();
    await mine.getByRole('button', { name: 'Try again' }).click();
    await mine.waitFor({ state: 'detached' });
    await goTo(page, '#/vehicles');
    await page.locator('[role=grid] [data-id]').first().click();
    await expect.poll(() => archive.getAttribute('aria-disabled')).toBeNull();
  });
});

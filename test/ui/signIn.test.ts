import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { goTo } from '../support/tour.ts';
import { queue, recordIds, workOffline } from '../support/ledger.ts';
import { json, startHostileServer } from '../support/hostileServer.ts';

/** Signing in to another server from Settings, and what Settings say about the account. */

let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 3, local: false, map: false });
  page = desk.page;
});
afterAll(() => desk.close());

/** The server that is signed in to: the desk has no workspace of its own. */
const elsewhere = () => desk.service.running();
const chip = (state: string): Locator =>
  page.locator(`[data-testid=connection-chip][data-state=${state}]`);
const submit = (within: Page | Locator = page): Promise<void> =>
  within.getByRole('button', { name: 'Sign in', exact: true }).click();

async function withPassword(name: 'dispatcher' | 'otp'): Promise<void> {
  const { email, password } = elsewhere().account(name);
  await page.getByRole('tab', { name: 'With e-mail and password' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await submit();
}

/** The fleet of the other server, of three vehicles, is on the page. */
async function expectFleet(): Promise<void> {
  await chip('online').waitFor();
  await page.getByText('3 vehicles').first().waitFor();
}

async function section(title: string): Promise<Locator> {
  await goTo(page, '#/settings');
  const found = page.getByRole('region', { name: title });
  await found.waitFor();
  return found;
}

/** The accounts that a test signed in to past the form. */
const known = new Map<string, string>();

/** Somebody is signed in, past the form. */
async function signedIn(name: 'dispatcher' | 'viewer'): Promise<void> {
  const { core } = desk.host;
  const found = await core.call('session.accounts', {});
  const mine = (found.ok ? found.value.accounts : []).find(({ active }) => active);
  if (mine?.signedIn !== true || mine.id !== known.get(name)) {
    const token = await elsewhere().tokenFor(name);
    const { baseUrl } = elsewhere();
    const done = await core.call('session.signInWithToken', { baseUrl, token });
    if (!done.ok) throw new Error(done.error.message);
    known.set(name, done.value.account?.id ?? '');
  }
  await chip('online').waitFor();
}

/** The form of the first start, with the address of the other server. */
async function firstForm(): Promise<Locator> {
  await goTo(page, '#/welcome');
  const address = page.getByLabel('Server address');
  // One test may have opened it for the next.
  if (!(await address.isVisible())) await submit();
  await address.fill(elsewhere().baseUrl);
  return address;
}

describe('signing in', () => {
  test('nobody is asked to sign in before it is known whether there is an account', async () => {
    const letGo = heldBack(desk, 'session.accounts', () => true);
    await page.reload();
    await chip('starting').waitFor();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    expect(await page.getByTestId('connection-chip').textContent()).not.toContain('Sign in');
    letGo();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  test('a malformed token, an expired one and a page of HTML are told apart, and the form keeps its text', async () => {
    const hostile = await startHostileServer(json('<!doctype html><title>Guest network</title>'));
    const address = await firstForm();
    const token = page.getByLabel('Token', { exact: true });
    const alert = page.getByRole('alert');
    await token.fill('hunter2');
    await submit();
    await alert.waitFor();
    // What failed and what to do.
    expect(await alert.locator('p').count()).toBeGreaterThan(1);
    const malformed = await alert.innerText();
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    await token.fill(`${part({ alg: 'HS256' })}.${part({ sub: '1', exp: 1_700_000_000 })}.AAAA`);
    await submit();
    await expect.poll(() => alert.innerText()).not.toBe(malformed);

    await token.fill(elsewhere().token);
    await address.fill(hostile.origin);
    await submit();
    await alert.getByText(/captive portal/).waitFor();
    expect(await token.inputValue()).toBe(elsewhere().token);
    expect(await address.inputValue()).toBe(hostile.origin);
    await hostile.close();
    const accounts = await desk.host.core.call('session.accounts', {});
    expect(accounts).toEqual({ ok: true, value: { accounts: [] } });
  });

  test('another server is signed in to with e-mail and password, with a one-time code, and with a pasted token', async () => {
    const address = await firstForm();
    await withPassword('dispatcher');
    await expectFleet();

    const accounts = await section('Accounts');
    const inUse = accounts.getByRole('listitem').filter({ hasText: 'In use' });
    await inUse.getByText(elsewhere().baseUrl).waitFor();
    const first = await inUse.innerText();
    const count = await accounts.getByRole('listitem').count();
    await address.fill(elsewhere().baseUrl);
    await withPassword('otp');
    const code = page.getByLabel('One-time code', { exact: true });
    await code.fill('00000x');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('alert').waitFor();
    await code.fill(elsewhere().oneTimeCode('otp'));
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => accounts.getByRole('listitem').count()).toBe(count + 1);
    await expect.poll(() => inUse.innerText()).not.toBe(first);
    await accounts.getByRole('button', { name: 'Switch to it' }).first().waitFor();

    await page.getByRole('tab', { name: 'With a token' }).click();
    await address.fill(elsewhere().baseUrl);
    await page.getByLabel('Token', { exact: true }).fill(` Bearer ${elsewhere().token} `);
    await submit(page.getByRole('region', { name: 'Sign in to a server' }));
    await expect.poll(() => inUse.innerText()).toBe(first);
    expect(await accounts.getByRole('listitem').count()).toBe(count + 1);
    await goTo(page, '#/vehicles');
    await expectFleet();
  });
});

describe('signing in again', () => {
  let accounts: Locator;
  let connection: Locator;

  /** The form holds what is known, and the focus is where the rest is asked. */
  async function expectFilled(): Promise<void> {
    const { baseUrl, account } = elsewhere();
    const password = connection.getByLabel('Password');
    await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await connection.getByLabel('Server address').inputValue()).toBe(baseUrl);
    expect(await connection.getByLabel('E-mail').inputValue()).toBe(account('dispatcher').email);
  }

  async function expectSignedIn(): Promise<void> {
    await page.keyboard.type(elsewhere().account('dispatcher').password);
    await page.keyboard.press('Enter');
    await chip('online').waitFor();
    await accounts.getByText('Signed out').waitFor({ state: 'detached' });
  }

  test('a signed-out account is signed in to again from its row, and what waited is sent', async () => {
    await signedIn('dispatcher');
    await workOffline(desk, true);
    const [vehicleId = ''] = await recordIds(desk, 'vehicle');
    // The service keeps what a try before this one wrote.
    const body = { defaultLabel: `Label ${String(Date.now())}` };
    await queue(desk, { endpoint: 'updateVehicle', params: { vehicleId }, body });
    accounts = await section('Accounts');
    connection = page.getByRole('region', { name: 'Sign in to a server' });
    const mine = accounts.getByRole('listitem').filter({ hasText: 'In use' });
    const count = await accounts.getByRole('listitem').count();
    await mine.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await mine.getByText('Signed out').waitFor();
    await workOffline(desk, false);
    await chip('signedOut').waitFor();
    await mine.getByText('1 waiting').waitFor();
    // A search that hides the form is taken back.
    await page.getByLabel('Search settings').fill('accounts');
    await connection.waitFor({ state: 'detached' });
    await mine.getByRole('button', { name: 'Sign in again' }).click();
    await connection.getByText(/1 waiting write is sent afterwards/).waitFor();
    await expectFilled();
    // The same again, after the address was changed.
    await connection.getByLabel('Server address').fill('https://other.example');
    await mine.getByRole('button', { name: 'Sign in again' }).click();
    await connection.getByText(/1 waiting write is sent afterwards/).waitFor();
    await expectFilled();
    // One that is under way is given up: its answer is not about what stands in the form by then.
    const letGo = heldBack(desk, 'session.signInWithPassword', (_, number) => number === 1);
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await connection.locator('button[aria-busy=true]').waitFor();
    await mine.getByRole('button', { name: 'Sign in again' }).click();
    await connection.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    await expectFilled();
    letGo();
    await expectSignedIn();
    expect(await accounts.getByRole('listitem').count()).toBe(count);
    await goTo(page, '#/outbox');
    await page.getByText('Nothing waits').waitFor();
  });

  test('a signed-out account can still be read, and is signed in to again from the connection chip', async () => {
    await signedIn('dispatcher');
    accounts = await section('Accounts');
    connection = page.getByRole('region', { name: 'Sign in to a server' });
    // Nothing waits: nothing is asked.
    const mine = accounts.getByRole('listitem').filter({ hasText: 'In use' });
    await mine.getByRole('button', { name: 'Sign out' }).click();
    await chip('signedOut').waitFor();
    await goTo(page, '#/vehicles');
    await page.getByText('3 vehicles').first().waitFor();
    expect(await chip('signedOut').innerText()).toContain('Sign in');
    await chip('signedOut').click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expectFilled();
    await expectSignedIn();
  });
});

describe('what Settings say about the account', () => {
  test('settings say where tokens are kept', async () => {
    await signedIn('dispatcher');
    const info = await desk.host.core.call('desk.info', {});
    const kept = info.ok ? info.value.secrets : 'secure';
    const where = await section('Where tokens are kept');
    const words = {
      ...{ secure: 'keychain of this computer', 'session-only': 'in memory only' },
      ...{ locked: 'locked', refused: 'did not take a token' },
    };
    await expect.poll(() => where.innerText()).toContain(words[kept]);
  });

  test('the connection profile is edited beside its defaults, and a wrong one is refused by name', async () => {
    await signedIn('dispatcher');
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
    await signedIn('viewer');
    await goTo(page, '#/vehicles');
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

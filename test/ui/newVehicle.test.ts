import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { recordIds } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 0, map: false });
  await desk.page.getByText('There are no vehicles').waitFor();
});
afterAll(() => desk.close());

test('a list without a record offers the first one, and to be read again', async () => {
  const empty = desk.page.locator('.table-empty');
  const asked = (): number =>
    desk.service
      .running()
      .requests()
      .filter(({ endpoint }) => endpoint === 'listVehicles').length;
  // The first reading of all lists has ended.
  const online = desk.page.locator('[data-testid=connection-chip]', { hasText: /^\s*Online\s*$/ });
  await online.waitFor();
  const before = asked();
  await empty.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(asked).toBeGreaterThan(before);
  await empty.getByRole('button', { name: 'Add a vehicle' }).click();
  await desk.page.getByRole('dialog', { name: 'Add a vehicle' }).waitFor();
  await desk.page.keyboard.press('Escape');
});

/** Whether the desk leaves a key of a composition alone. */
const isLeft = (field: Locator, key: string): Promise<boolean> =>
  field.evaluate(
    (node, pressed) =>
      node.dispatchEvent(
        new KeyboardEvent('keydown', {
          ...{ key: pressed, isComposing: true, bubbles: true, cancelable: true },
        }),
      ),
    key,
  );

test('a key that ends a composition does nothing else, in the line and where a record is picked', async () => {
  const { page } = desk;
  const search = page.getByRole('searchbox').first();
  await search.fill('n');
  for (const key of ['Escape', 'ArrowDown', 'Enter']) expect(await isLeft(search, key)).toBe(true);
  expect(await search.inputValue()).toBe('n');
  await search.fill('');
  await page.keyboard.press('Control+k');
  const line = page.getByRole('combobox', { name: /Search vehicles/ });
  await line.waitFor();
  for (const key of ['Enter', 'ArrowDown']) expect(await isLeft(line, key)).toBe(true);
  await page.keyboard.press('Escape');
  await desk.page.locator('.table-empty').getByRole('button', { name: 'Add a vehicle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a vehicle' });
  const picker = dialog.locator('input[role=combobox]').first();
  await picker.click();
  for (const key of ['Enter', 'ArrowDown']) expect(await isLeft(picker, key)).toBe(true);
  // What is required says so, and the first of it is led to where it is missing.
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.locator('[aria-required=true][aria-invalid=true]:focus').waitFor();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('what is typed where a record is picked, and not chosen, is said to be wrong, and emptied is meant', async () => {
  await expect.poll(async () => (await recordIds(desk, 'vehicleType')).length).toBeGreaterThan(0);
  await desk.page.locator('.table-empty').getByRole('button', { name: 'Add a vehicle' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'Add a vehicle' });
  await dialog.getByLabel('Registration').fill('PICK 1');
  const type = dialog.getByRole('combobox', { name: 'Type' });
  const chooseFirst = async (): Promise<string> => {
    await type.click();
    await dialog.locator('[role=option]').first().click();
    return type.inputValue();
  };
  const chosen = await chooseFirst();
  await type.fill('no such type');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.locator('[aria-invalid=true]:focus').waitFor();
  await dialog.getByText('Choose one of the list').waitFor();
  await type.fill('');
  await type.press('Tab');
  expect(await type.inputValue()).toBe('');
  expect(await dialog.locator('[aria-invalid=true]').count()).toBe(0);
  expect(await chooseFirst()).toBe(chosen);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.getByRole('button', { name: 'Throw away' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a new vehicle is not asked for before it was sent, and its pane follows it to its own id', async () => {
  const { page, host } = desk;
  await host.core.call('session.workOffline', { on: true });
  const made = await host.core.call('outbox.write', {
    endpoint: 'createVehicle',
    body: { regNo: 'NEW 1' },
  });
  const temporary = made.ok ? made.value.op.targetId : '';
  const row = page.locator('[role=grid] [data-id]', { hasText: 'NEW 1' });
  await row.waitFor();
  await row.click({ modifiers: ['Control'] });
  await goTo(page, `#/vehicles/${temporary}`);
  const detail = page.locator('article.detail');
  await detail.getByRole('heading', { name: 'Trips and stops' }).waitFor();
  await detail.getByRole('heading', { name: 'Fuel transactions' }).click();
  await expect.poll(() => detail.getByText('asked once this was sent').count()).toBe(3);

  await detail.getByRole('button', { name: 'Change the label' }).click();
  const label = detail.getByLabel('Label', { exact: true });
  await label.fill('Half typed');
  expect(await isLeft(label, 'Escape')).toBe(true);

  await host.core.call('session.workOffline', { on: false });
  await expect.poll(() => page.evaluate(() => window.location.hash)).toMatch(/^#\/vehicles\/\d+$/);
  await page.locator('[role=grid] [aria-selected=true]', { hasText: 'NEW 1' }).waitFor();
  await detail.getByText('No trips in this time.').waitFor();
  expect(await detail.getByText('asked once this was sent').count()).toBe(0);
  expect(await detail.locator('.error').count()).toBe(0);
  // What was being typed meanwhile goes along.
  await expect.poll(() => label.inputValue()).toBe('Half typed');
  await detail.getByRole('button', { name: 'Cancel' }).click();
});

test('a form that is open on a new vehicle stays when it gets its own id, and its pane follows afterwards', async () => {
  const { page, host } = desk;
  await host.core.call('session.workOffline', { on: true });
  const body = { regNo: 'NEW 2' };
  const made = await host.core.call('outbox.write', { endpoint: 'createVehicle', body });
  const temporary = made.ok ? made.value.op.targetId : '';
  await goTo(page, `#/vehicles/${temporary}`);
  const detail = page.locator('article.detail');
  await detail.getByRole('heading', { name: 'NEW 2' }).waitFor();
  await detail.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change the vehicle' }).click();
  const form = page.getByRole('dialog', { name: 'Change the vehicle' });
  await form.getByLabel('Registration').fill('NEW 2b');

  await host.core.call('session.workOffline', { on: false });
  // The pane has heard of the service's id: what is asked there alone is asked.
  await detail.getByText('No trips in this time.').waitFor();
  expect(await form.getByLabel('Registration').inputValue()).toBe('NEW 2b');
  await form.getByRole('button', { name: 'Change', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => window.location.hash)).toMatch(/^#\/vehicles\/\d+$/);
  await detail.getByRole('heading', { name: 'NEW 2b' }).waitFor();
});

/** Tells the page nothing of who is signed in until it is let go. */
function holdMe(): { goOn: () => void; asked: () => number } {
  let asked = 0;
  const goOn = heldBack(desk, 'records.read', (input) => {
    const isMe = JSON.stringify(input).includes('"endpoint":"getMe"');
    if (isMe) asked += 1;
    return isMe;
  });
  return { goOn, asked: () => asked };
}

/** Signs in as one who stands above the clients, of whom the page learns nothing until it is let go. */
async function signInUnknown(): Promise<() => void> {
  const { goOn, asked } = holdMe();
  const { baseUrl, account } = desk.service.running();
  const { email, password } = account('reseller');
  const { core } = desk.host;
  // A sign-in that is still under way stands in the way of another one.
  await desk.page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  const signedIn = await core.call('session.signInWithPassword', { baseUrl, email, password });
  expect(signedIn).toMatchObject({ ok: true });
  // The page has heard that another account is open.
  await expect.poll(asked).toBeGreaterThan(0);
  await goTo(desk.page, '#/vehicles');
  return goOn;
}

async function fillNew(regNo: string): Promise<Locator> {
  const { page } = desk;
  await page.getByRole('button', { name: 'Add a vehicle' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a vehicle' });
  await form.getByLabel('Registration').fill(regNo);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  return form;
}

const written = async (): Promise<string[]> => {
  const list = await desk.host.core.call('outbox.list', { offset: 0, limit: 10 });
  return (list.ok ? list.value.ops : []).map(({ label }) => label);
};

test('a form that is given up while it waits for who is signed in saves nothing', async () => {
  // Of one client, so that what is new would be saved as it is.
  const before = await written();
  const { goOn, asked } = holdMe();
  await goTo(desk.page, '#/vehicles');
  await desk.page.reload();
  await expect.poll(asked).toBeGreaterThan(0);
  const form = await fillNew('GIVEN UP');
  await form.locator('button[aria-busy=true]').waitFor();
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await form.getByRole('button', { name: 'Throw away' }).click();
  await form.waitFor({ state: 'detached' });
  goOn();
  await (await fillNew('SAVED')).waitFor({ state: 'detached' });
  expect(await written()).toEqual(['SAVED', ...before]);
});

test('what is new waits until it is known who is signed in, and then asks for its client', async () => {
  const goOn = await signInUnknown();
  const form = await fillNew('OWNED 1');
  // What would not be sent is not taken; the focus waits on the button.
  await form.locator('button[aria-busy=true]:focus').waitFor();
  await form.locator('.body[inert]').waitFor();
  goOn();
  await form.getByText('This is needed.').waitFor();
  expect(await written()).toEqual([]);
  // It is led to, and told what is wrong with it, as any other field.
  const client = form.locator('[role=combobox][aria-required=true][aria-invalid=true]:focus');
  await client.and(form.getByRole('combobox', { name: 'Client' })).waitFor();
  const described = (await client.getAttribute('aria-describedby')) ?? '';
  expect(described.split(' ')).toHaveLength(2);
  const [clientId = ''] = await recordIds(desk, 'client');
  await client.click();
  await form.locator(`[role=option][data-id="${clientId}"]`).click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  const row = desk.page.locator('[role=grid] [data-id]', { hasText: 'OWNED 1' });
  await expect.poll(() => row.getAttribute('data-id')).toMatch(/^\d+$/);
  const id = (await row.getAttribute('data-id')) ?? '';
  const got = await desk.host.core.call('records.get', { entity: 'vehicle', id });
  const json = (got.ok && got.value?.row.json) || '{}';
  expect(JSON.parse(json)).toMatchObject({ team: { clientId: Number(clientId) } });
});

test('filters ask in the units of the account that is opened', async () => {
  const { page, host } = desk;
  let asked = 0;
  const goOn = heldBack(desk, 'desk.recall', (input) => {
    const isMeant = JSON.stringify(input).includes('"key":"preferences"');
    if (isMeant) asked += 1;
    return isMeant;
  });
  const { core } = host;
  const listed = await core.call('session.accounts', {});
  const other = listed.ok ? listed.value.accounts.find(({ active }) => !active) : undefined;
  await core.call('session.use', { accountId: other?.id ?? '' });
  const value = JSON.stringify({ units: 'imperial' });
  await core.call('desk.remember', { key: 'preferences', value });
  // The page of that account is there before what it likes.
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Filter by a field' }).click();
  goOn();
  const filter = page.getByRole('dialog', { name: 'Filter by a field' });
  await filter.getByLabel('Field').selectOption({ label: 'Distance today' });
  await filter.getByLabel('At least, mi').waitFor();
  await page.keyboard.press('Escape');
});

import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fail, ok } from '../../shared/result.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { recordIds, takeAllBack, workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';

/** Answers that come once the person has gone on to something else: they are about what was open before. */

let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false });
  page = desk.page;
});
afterAll(() => desk.close());

const detail = () => page.locator('article.detail');
const address = () => page.evaluate(() => window.location.hash);

interface Known {
  id: string;
  regNo: string;
  driver: { id: number; fullName: string } | null;
}
async function vehicles(): Promise<Known[]> {
  const view = { entity: 'vehicle', archived: 'no' } as const;
  const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 50 });
  if (!read.ok) throw new Error(read.error.message);
  return read.value.rows.map(({ id, json }) => ({ ...(JSON.parse(json) as Known), id }));
}
async function show({ id, regNo }: Known): Promise<void> {
  await goTo(page, `#/vehicles/${id}`);
  await page.locator(`article[aria-label="${regNo}"]`).waitFor();
}
/** Once the lists were read nothing is sent: what is done here is taken back. */
beforeEach(async () => {
  for (const entity of ['vehicle', 'driver', 'fuelTransaction'] as const) {
    await recordIds(desk, entity);
  }
  await workOffline(desk, true);
});

async function two(): Promise<[Known, Known]> {
  const [first, second] = await vehicles();
  if (first === undefined || second === undefined) throw new Error('no vehicles');
  return [first, second];
}

test('a label that is half typed stays where that of the vehicle before is saved meanwhile', async () => {
  const [first, second] = await two();
  const label = page.getByLabel('Label', { exact: true });
  const begin = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Change the label' }).click();
    await label.fill(text);
  };
  await show(second);
  await begin('Half a label');
  await show(first);
  await begin('Saved');
  const letGo = heldBack(desk, 'outbox.write', () => true);
  await label.press('Enter');
  await show(second);
  letGo();
  await page.getByRole('row').getByText('Saved', { exact: true }).waitFor();
  await show(first);
  await page.getByRole('button', { name: 'Change the label' }).waitFor();
  await show(second);
  await expect.poll(() => label.inputValue()).toBe('Half a label');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await takeAllBack(desk);
});

test('what could not be saved is told, and the label is there where it was typed', async () => {
  const [first, second] = await two();
  const label = page.getByLabel('Label', { exact: true });
  await show(first);
  await page.getByRole('button', { name: 'Change the label' }).click();
  await label.fill('Not saved');
  const refused = { kind: 'local', code: 'disk.full', message: 'No space is left.' } as const;
  const letGo = heldBack(
    desk,
    'outbox.write',
    () => true,
    () => fail({ ...refused, next: 'freeSpace' }),
  );
  await label.press('Enter');
  await show(second);
  letGo();
  await page.getByRole('status').filter({ hasText: 'No space is left.' }).waitFor();
  await show(first);
  await expect.poll(() => label.inputValue()).toBe('Not saved');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
});

test('an archiving is told by the name of the vehicle that it is of', async () => {
  const [first, second] = await two();
  await show(first);
  const letGo = heldBack(desk, 'outbox.write', () => true);
  await detail().getByRole('button', { name: 'Archive' }).click();
  await show(second);
  letGo();
  await page.locator('.toast', { hasText: `Archive ${first.regNo}` }).waitFor();
  await takeAllBack(desk);
});

test('a driver who drives something else is not assigned, and that is told', async () => {
  const driven = (await vehicles()).filter(({ driver }) => driver !== null);
  const [asked, busy] = driven;
  if (asked === undefined || busy?.driver === undefined || busy.driver === null) {
    throw new Error('nobody drives');
  }
  const { id, fullName } = busy.driver;
  await show(asked);
  await page.getByRole('button', { name: /^(Assign a driver|Change driver)$/ }).click();
  await page.getByRole('combobox').fill(fullName);
  const option = page.locator(`[role=option][data-id="${String(id)}"]`);
  await option.getByText(busy.regNo).waitFor();
  const letGo = heldBack(desk, 'records.window', (input) =>
    JSON.stringify(input).includes(`"values":["${String(id)}"]`),
  );
  await option.click();
  await show(busy);
  letGo();
  await page.getByText(`${fullName} was not assigned to ${asked.regNo}`).waitFor();
  const now = (await vehicles()).find((one) => one.id === asked.id);
  expect(now?.driver).toEqual(asked.driver);
});

test('what was given to a vehicle leads on only from where it was given', async () => {
  await goTo(page, '#/fuel?days=all');
  await page.getByRole('button', { name: /^Not assigned to a vehicle/ }).click();
  const rows = page.locator('[role=grid] [data-id]');
  const give = async (goOn: () => Promise<unknown>): Promise<void> => {
    await rows.first().locator('[role=gridcell]').first().click();
    await detail().locator('ol > li ul li').first().waitFor();
    const letGo = heldBack(desk, 'outbox.write', () => true);
    await page.keyboard.press('1');
    await goOn();
    const gone = await address();
    letGo();
    await page.locator('.toast', { hasText: 'Assigned to' }).waitFor();
    expect(await address()).toBe(gone);
    await takeAllBack(desk);
  };
  const [first] = await two();
  await give(() => show(first));
});

test('trying again says why it can’t, and what it comes to closes no other dialog', async () => {
  await workOffline(desk, false);
  expect(await desk.host.core.call('answers.wantIds', { ids: ['999999'] })).toMatchObject({
    ok: true,
  });
  await goTo(page, '#/review');
  await page.getByRole('button', { name: '1 could not be had' }).click();
  const failures = page.getByRole('dialog', { name: 'Answers that could not be had' });
  const message = 'The disk could not be written.';
  const refuse = () => fail({ kind: 'local', code: 'disk.unread', message, next: 'retry' });
  const goOn = heldBack(desk, 'answers.retry', () => true, refuse);
  await failures.getByRole('button', { name: 'Try again', exact: true }).click();
  goOn();
  await failures.getByText(message).waitFor();
  // Without a network none of them fails again at once.
  await workOffline(desk, true);
  const letGo = heldBack(desk, 'answers.retry', () => true);
  await failures.getByRole('button', { name: 'Try again', exact: true }).click();
  await page.keyboard.press('Escape');
  await failures.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add answers' }).last().click();
  const adding = page.getByRole('dialog', { name: 'Add answers' });
  letGo();
  await page.getByText(/1 left/).waitFor();
  await page.evaluate(() => window.waybill?.call('answers.requests', {}));
  await adding.getByLabel('Ids of answers').fill('600001');
  await adding.getByText(/^1 id/).waitFor();
  await adding.getByLabel('Ids of answers').fill('');
  await page.keyboard.press('Escape');
  await adding.waitFor({ state: 'detached' });
});

test('what was gone to in the palette is what Enter does, whatever is found before it meanwhile', async () => {
  const [first] = await two();
  await goTo(page, '#/outbox');
  const hit = { entity: 'vehicle', id: first.id, title: first.regNo, detail: '', archived: false };
  const letGo = heldBack(
    desk,
    'records.search',
    () => true,
    () => ok({ hits: [hit] }),
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('area');
  const chosen = page.locator('[role=option][aria-selected=true] .title');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen.textContent()).toBe('New area');
  letGo();
  await page.getByRole('option').filter({ hasText: first.regNo }).waitFor();
  expect(await chosen.textContent()).toBe('New area');
  await page.keyboard.press('Enter');
  await expect.poll(address).toBe('#/areas/new');
});

test('a line that fails once its dialog was closed is told', async () => {
  const [first, second] = await two();
  await goTo(page, '#/outbox');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).evaluate(
    (node, pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
    },
    [first, second].map(({ regNo }) => `archive ${regNo}`).join('\n'),
  );
  const dialog = page.getByRole('dialog', { name: 'Several lines' });
  const refused = { kind: 'local', code: 'disk.full', message: 'No space is left.' } as const;
  const letGo = heldBack(
    desk,
    'outbox.write',
    (_, count) => count === 2,
    () => fail({ ...refused, next: 'freeSpace' }),
  );
  await dialog.getByRole('button', { name: 'Do 2 lines' }).click();
  await dialog.getByText('1 of 2', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Throw away' }).click();
  await dialog.waitFor({ state: 'detached' });
  letGo();
  await page.locator('.notice', { hasText: 'No space is left.' }).waitFor();
  await takeAllBack(desk);
});

test('a write that can’t be corrected any more is told, and asked for no more', async () => {
  for (const place of ['#/reports', '#/areas']) {
    await goTo(page, '#/outbox');
    await goTo(page, `${place}?op=gone`);
    const told = page.locator('.toast', { hasText: 'This write can’t be corrected here.' });
    await told.waitFor();
    await expect.poll(address).toBe(place);
    await told.getByRole('button', { name: 'Dismiss' }).click();
    await told.waitFor({ state: 'detached' });
  }
});

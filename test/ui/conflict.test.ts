import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jsonMember } from '../../shared/rules/jsonText.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import {
  colleague,
  queue,
  recordIds,
  remedy,
  takeAllBack,
  workOffline,
} from '../support/ledger.ts';
import { beginAt, goTo } from '../support/tour.ts';

/** Two people change the same field of the same vehicle; what the desk offers the later one. */

let desk: TestDesk;
let page: Page;
/** Each test has a vehicle of its own. */
const VEHICLES = Array.from({ length: 10 }, (_, index) => String(100_001 + index));
let vehicle = '';

beforeAll(async () => {
  desk = await openDesk({ vehicles: VEHICLES.length, map: false, at: '#/outbox' });
  page = desk.page;
});
beforeEach(async () => {
  await takeAllBack(desk);
  vehicle = VEHICLES.pop() ?? '';
  await beginAt(page, '#/outbox');
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  await recordIds(desk, 'vehicle');
});
afterAll(() => desk.close());

/** The label that the service has now, as JSON text. */
async function labelThere(): Promise<string | null> {
  const text = await colleague(desk, 'GET', `/vehicles/${vehicle}`);
  return (
    jsonMember(text, 'defaultLabel') ?? jsonMember(jsonMember(text, 'data') ?? '{}', 'defaultLabel')
  );
}

/** Leaves the desk at one write that needs a person; gives its id. */
async function disagree(): Promise<string> {
  await workOffline(desk, true);
  const params = { vehicleId: vehicle };
  const body = { defaultLabel: 'Mine' };
  const opId = await queue(desk, { endpoint: 'updateVehicle', params, body });
  await colleague(desk, 'POST', `/vehicles/${vehicle}`, { defaultLabel: 'Theirs' });
  await workOffline(desk, false);
  await goTo(page, `#/outbox/${opId}`);
  await remedy(desk, 'Choose per field').waitFor();
  return opId;
}

const settled = (label: string) => expect.poll(labelThere).toBe(JSON.stringify(label));

test('a field that both sides changed shows before, mine and theirs; mine is sent by keys alone', async () => {
  await disagree();
  // The reason is told in the desk's own words.
  await page.locator('article').getByText('The same was changed meanwhile: Label.').waitFor();
  await page.locator('article').getByText('At the service: Theirs').waitFor();
  await remedy(desk, 'Choose per field').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Both sides changed the same field' });
  const group = dialog.getByRole('group', { name: 'Label' });
  for (const name of ['Before', 'Mine', 'At the service']) {
    await group.getByRole('radio', { name }).waitFor();
  }
  await group.getByText('Theirs', { exact: true }).waitFor();
  await dialog.getByText('1 field to decide').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  const apply = dialog.getByRole('button', { name: 'Apply' });
  expect(await apply.getAttribute('aria-disabled')).toBe('true');
  // Focus begins at the first choice, not at the button that closes.
  expect(
    await group
      .getByRole('radio')
      .first()
      .evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await group.getByRole('radio', { name: 'Mine' }).isChecked()).toBe(true);
  await dialog.getByText('Everything is decided').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await settled('Mine');
  await page.getByText('Nothing waits').waitFor();
});

test('a conflict left undecided stays, can be discarded and brought back, and theirs be kept: nothing is sent', async () => {
  const opId = await disagree();
  await remedy(desk, 'Choose per field').click();
  await page.getByRole('radio', { name: 'Mine' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(
    await remedy(desk, 'Choose per field').evaluate((button) => button === document.activeElement),
  ).toBe(true);
  await page.getByTestId('connection-chip').getByText('1 needs you').waitFor();
  await settled('Theirs');

  await remedy(desk, 'Discard').click();
  await page.getByText('Nothing waits').waitFor();
  await page.getByRole('button', { name: /^Settled/ }).click();
  await page.locator(`[role=grid] [data-id="${opId}"]`).click();
  await remedy(desk, 'Bring back').click();
  await page.getByRole('button', { name: /^Open/ }).click();
  await page.locator(`[role=grid] [data-id="${opId}"]`).click();
  await settled('Theirs');

  await remedy(desk, 'Choose per field').click();
  await page.getByRole('radio', { name: 'At the service' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Nothing waits').waitFor();
  await goTo(page, `#/vehicles/${vehicle}`);
  await page.locator(`[data-id="${vehicle}"]`).getByText('Theirs', { exact: true }).waitFor();
  await settled('Theirs');
});

test('a choice counts no more where another window decided, and there is none once it discarded', async () => {
  const opId = await disagree();
  await remedy(desk, 'Choose per field').click();
  const dialog = page.getByRole('dialog', { name: 'Both sides changed the same field' });
  const mine = dialog.getByRole('radio', { name: 'Mine' });
  await mine.check();
  await dialog.getByText('Everything is decided').waitFor();
  await colleague(desk, 'POST', `/vehicles/${vehicle}`, { defaultLabel: 'Theirs, too' });
  const { core } = desk.host;
  const choices = { defaultLabel: { side: 'mine', theirs: '"Theirs"' } } as const;
  const decision = { remedy: 'resolve', choices } as const;
  expect((await core.call('outbox.decide', { opId, decision })).ok).toBe(true);
  await dialog.getByText('Theirs, too').waitFor();
  expect(await mine.isChecked()).toBe(false);
  await dialog.getByText('1 field to decide').waitFor();

  await mine.check();
  const discarded = await core.call('outbox.decide', { opId, decision: { remedy: 'discard' } });
  expect(discarded.ok).toBe(true);
  await dialog.getByText('It was discarded meanwhile').waitFor();
  expect(await dialog.getByRole('button', { name: 'Apply' }).count()).toBe(0);
  await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settled('Theirs, too');
});

test('a write tells what it waits behind; that is held, edited and let go, and goes out as edited', async () => {
  await workOffline(desk, true);
  const params = { vehicleId: vehicle };
  const body = { defaultLabel: 'First wording' };
  const first = await queue(desk, { endpoint: 'updateVehicle', params, body });
  const second = await queue(desk, { endpoint: 'archiveVehicle', params });
  await goTo(page, `#/outbox/${second}`);
  const article = page.locator('article');
  await article.getByText('Waits for another write').first().waitFor();
  await article.getByRole('link', { name: /^Change a vehicle: / }).click();
  await page.waitForURL((url) => url.hash === `#/outbox/${first}`);
  // Nothing is tried again while one works offline.
  const again = remedy(desk, /^Try again now/);
  await again.waitFor();
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  expect(await again.getAttribute('title')).toContain('You switched the network off.');

  const decision = { remedy: 'cancel' } as const;
  await desk.host.core.call('outbox.decide', { opId: second, decision });
  await remedy(desk, 'Hold').click();
  await article.getByText('Held by you').waitFor();
  await article.getByText('It is not sent before you let it go on.').waitFor();
  expect(await page.getByText('It is sent as soon as it may.').count()).toBe(0);
  await workOffline(desk, false);
  const chip = page.locator('[data-testid=connection-chip][data-state=online]');
  await chip.getByText('1 waiting').waitFor();
  await remedy(desk, 'Edit').click();
  const dialog = page.getByRole('dialog', { name: 'Edit the write' });
  await dialog.getByLabel('Label').fill('Second wording');
  expect(await axeInOpen(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await article.getByText('Second wording').waitFor();
  await remedy(desk, 'Go on').click();
  await settled('Second wording');
});

/** A polygon with one group; its coordinates, moved to the north by so many degrees. */
async function areaOfOneGroup() {
  const rows = await desk.host.core.call('records.window', {
    ...{ view: { entity: 'area' }, offset: 0, limit: 200 },
  });
  for (const { id, json } of rows.ok ? rows.value.rows : []) {
    const area = JSON.parse(json) as {
      type: string;
      coordinates: { lat: number; lng: number }[];
      groups?: { id: string | number; name: string }[];
    };
    const [group, ...others] = area.groups ?? [];
    if (area.type !== 'polygon' || group === undefined || others.length > 0) continue;
    const movedBy = (degrees: number) =>
      area.coordinates.map(({ lat, lng }) => ({ lat: lat + degrees, lng }));
    return { id, group, movedBy };
  }
  throw new Error('There is no polygon with one group.');
}

/** A colleague changes an area. */
async function changeThere(areaId: string, body: unknown): Promise<void> {
  const { baseUrl, token } = desk.service.running();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const there = `${baseUrl}/areas/${areaId}`;
  const reply = await fetch(there, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(reply.ok).toBe(true);
}

test('groups and shape of an area are told in words, and what stays theirs is no longer listed', async () => {
  await recordIds(desk, 'area');
  const groupIds = await recordIds(desk, 'areaGroup');
  const { id: areaId, group, movedBy } = await areaOfOneGroup();
  const other = groupIds.find((id) => id !== String(group.id)) ?? '';
  const read = await desk.host.core.call('records.get', { entity: 'areaGroup', id: other });
  const json = read.ok ? (read.value?.row.json ?? '{}') : '{}';
  const name = String(JSON.parse(jsonMember(json, 'name') ?? 'null'));
  const otherId = JSON.parse(jsonMember(json, 'id') ?? 'null') as string | number;
  await workOffline(desk, true);
  const opId = await queue(desk, {
    endpoint: 'updateArea',
    params: { areaId },
    body: { groupIds: [group.id, otherId], coordinates: movedBy(0.001) },
  });
  await goTo(page, '#/outbox');
  const both = `${group.name}, ${name}`;
  await page.locator('[role=grid] [data-id]').getByText(`${group.name} → ${both}`).waitFor();
  await goTo(page, `#/outbox/${opId}`);
  await page.locator('article ins').getByText(both, { exact: true }).waitFor();
  const words = /^\d+ points, [\d.]+ (m²|ha|km²), around [\d.-]+, [\d.-]+$/;
  await page.locator('article ins').getByText(words).waitFor();
  await changeThere(areaId, { coordinates: movedBy(0.002) });
  await workOffline(desk, false);
  await remedy(desk, 'Choose per field').click();
  const dialog = page.getByRole('dialog', { name: 'Both sides changed the same field' });
  await expect.poll(() => dialog.getByText(words).count()).toBe(3);
  const told = await dialog.getByText(words).allTextContents();
  expect(new Set(told).size).toBe(3);
  await dialog.getByRole('radio', { name: 'At the service' }).check();
  // What is left waits again until it is looked at.
  await workOffline(desk, true);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('article ins').getByText(both, { exact: true }).waitFor();
  await expect.poll(() => page.locator('article dt').getByText('Coordinates').count()).toBe(0);
});

test('what comes while the name of a group is being typed conflicts', async () => {
  await recordIds(desk, 'areaGroup');
  await goTo(page, '#/areas?tab=groups');
  await page.getByRole('row').filter({ hasText: 'Customers' }).getByRole('gridcell').click();
  const detail = page.locator('article.detail');
  await detail.getByLabel('Name').fill('Mine');
  const view = { entity: 'areaGroup', text: 'Customers' } as const;
  const found = await desk.host.core.call('records.ids', { view });
  const [id = ''] = found.ok ? found.value.ids : [];
  const { baseUrl, token } = desk.service.running();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Theirs' });
  const there = `${baseUrl}/area-groups/${id}`;
  expect((await fetch(there, { method: 'PATCH', headers, body })).ok).toBe(true);
  await desk.host.core.call('records.refresh', { entity: 'areaGroup', id });
  await detail.getByRole('heading', { name: 'Theirs' }).waitFor();
  expect(await detail.getByLabel('Name').inputValue()).toBe('Mine');
  await detail.getByRole('button', { name: 'Save name' }).click();
  await page.getByTestId('connection-chip').getByText('1 needs you').waitFor();
});

test('what is typed while a name or a label is being saved stays, and goes with the next press', async () => {
  await workOffline(desk, true);
  const twice = async (field: Locator, shown: (text: string) => Locator): Promise<void> => {
    const letGo = heldBack(desk, 'outbox.write', (_, count) => count === 1);
    await field.fill('One');
    await field.press('Enter');
    await field.fill('One and two');
    letGo();
    await shown('One').first().waitFor();
    await page.getByRole('button', { name: /^Save( name)?$/, disabled: false }).click();
    await shown('One and two').first().waitFor();
  };
  await goTo(page, `#/vehicles/${vehicle}`);
  await page.getByRole('button', { name: 'Change the label' }).click();
  const inRows = (label: string) => page.getByRole('row').getByText(label, { exact: true });
  await twice(page.getByLabel('Label', { exact: true }), inRows);
  await goTo(page, '#/areas?tab=groups');
  await page.getByRole('row').getByRole('gridcell').first().click();
  await twice(page.locator('article.detail').getByLabel('Name'), inRows);
});

test('the name of a group of areas waits for it, also where a new group gets the id of the service', async () => {
  await recordIds(desk, 'areaGroup');
  await goTo(page, '#/areas?tab=groups');
  const rows = page.locator('[role=grid] [data-id]');
  await rows.nth(1).waitFor();
  const [first, second] = [rows.nth(0), rows.nth(1)];
  const before = (await first.innerText()).split('\n')[0] ?? '';
  const name = page.locator('article.detail').getByLabel('Name');
  await first.click();
  await expect.poll(() => name.inputValue()).toBe(before);
  await name.fill('Half a name');
  await second.click();
  await expect.poll(() => name.inputValue()).not.toBe('Half a name');
  await page.keyboard.press('Escape');
  await goTo(page, '#/vehicles');
  await goTo(page, '#/areas?tab=groups');
  await first.click();
  await expect.poll(() => name.inputValue()).toBe('Half a name');
  await page.locator('article.detail').getByRole('button', { name: 'Cancel' }).click();
  expect(await name.inputValue()).toBe(before);

  await workOffline(desk, true);
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByLabel('Name').fill('Night shift');
  await page.keyboard.press('Enter');
  await expect.poll(() => name.inputValue()).toBe('Night shift');
  const address = () => page.evaluate(() => window.location.hash);
  const offline = await address();
  await name.fill('Night shift, half');
  await workOffline(desk, false);
  await expect.poll(address).not.toBe(offline);
  await page.locator('article.detail h2', { hasText: /^Night shift$/ }).waitFor();
  expect(await name.inputValue()).toBe('Night shift, half');
  await page.locator('article.detail').getByRole('button', { name: 'Cancel' }).click();
});

test('what others set while a label is being typed conflicts, also where one had set the same oneself', async () => {
  const first = JSON.parse((await labelThere()) ?? 'null') as string | null;
  const others = async (defaultLabel: string | null): Promise<void> => {
    await colleague(desk, 'POST', `/vehicles/${vehicle}`, { defaultLabel });
    await desk.host.core.call('records.refresh', { entity: 'vehicle', id: vehicle });
  };
  const params = { vehicleId: vehicle };
  await queue(desk, { endpoint: 'updateVehicle', params, body: { defaultLabel: 'Mine before' } });
  await settled('Mine before');
  await goTo(page, `#/vehicles/${vehicle}`);
  await page.getByText('Mine before', { exact: true }).first().waitFor();
  await page.getByTestId('pending-write').waitFor({ state: 'detached' });
  await others(first);
  await page.getByText('Mine before', { exact: true }).first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change the label' }).click();
  await page.getByLabel('Label', { exact: true }).fill('Mine now');
  await others('Mine before');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByTestId('connection-chip').getByText('1 needs you').waitFor();
  expect(await labelThere()).toBe('"Mine before"');
});

test('a driver assigned offline is named in the ledger; taken off, theirs or nobody is kept', async () => {
  const [ours = '', theirs = ''] = await recordIds(desk, 'driver');
  const driver = await desk.host.core.call('records.get', { entity: 'driver', id: ours });
  const json = driver.ok ? (driver.value?.row.json ?? '{}') : '{}';
  const name = JSON.parse(jsonMember(json, 'fullName') ?? 'null') as unknown;
  expect(name).toEqual(expect.any(String));
  await workOffline(desk, true);
  const params = { vehicleId: vehicle, driverId: ours };
  const assigned = await queue(desk, { endpoint: 'setDriver', params });
  const change = page
    .locator('[role=grid] [data-id]')
    .first()
    .getByText(/^Driver: /);
  await change.getByText(String(name)).waitFor();
  await goTo(page, `#/outbox/${assigned}`);
  await page.locator('article ins').getByText(String(name)).waitFor();
  await workOffline(desk, false);
  await page.getByText('Nothing waits').waitFor();

  await workOffline(desk, true);
  const opId = await queue(desk, { endpoint: 'unsetDriver', params });
  await colleague(desk, 'POST', `/vehicle/${vehicle}/set-driver/${theirs}`);
  await workOffline(desk, false);
  await goTo(page, `#/outbox/${opId}`);
  await remedy(desk, 'Choose per field').click();
  const group = page.getByRole('group', { name: 'Driver' });
  expect(await group.getByRole('radio', { name: 'Before' }).isDisabled()).toBe(true);
  await group.getByText('Not possible here').waitFor();
  await group.getByRole('radio', { name: 'At the service' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Nothing waits').waitFor();
});

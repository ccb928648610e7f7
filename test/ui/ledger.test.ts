import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { packTexts, unpackText } from '../../electron/core/zip.ts';
import { jsonMember } from '../../shared/rules/jsonText.ts';
import { fail, type Result } from '../../shared/result.ts';
import { OPEN_STATES } from '../../shared/rules/opStates.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import {
  colleague,
  passingTime,
  queue,
  recordIds,
  remedy,
  takeAllBack,
  workOffline,
} from '../support/ledger.ts';
import { beginAt, goTo, undoNotice, visit } from '../support/tour.ts';

/** The ledger of writes: every remedy, files that leave and come in, and leaving an account. */

let desk: TestDesk;
let page: Page;
const VEHICLE = '100004';

const time = passingTime();

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, at: '#/outbox', ports: { clock: time } });
  page = desk.page;
});
beforeEach(async () => {
  await takeAllBack(desk);
  await beginAt(page, '#/outbox');
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  await recordIds(desk, 'vehicle');
});
afterAll(() => desk.close());

/** Open writes that may have been sent by others wait until a request of theirs has surely ended. */
async function letRequestsEnd(): Promise<void> {
  const holds = async () => {
    const open = { states: [...OPEN_STATES], offset: 0, limit: 5 };
    const found = await desk.host.core.call('outbox.list', open);
    return found.ok ? found.value.ops.map(({ hold }) => hold) : [];
  };
  await expect.poll(async () => new Set(await holds())).toEqual(new Set(['retry']));
  time.pass(61_000);
}

const rename = (label: string, vehicleId = VEHICLE) =>
  queue(desk, { endpoint: 'updateVehicle', params: { vehicleId }, body: { defaultLabel: label } });
const show = (opId: string) => visit(page, `#/outbox/${opId}`);
const state = (words: string) => page.locator('article').getByText(words, { exact: true }).first();

async function download(act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a refused write tells why and what was tried, is discarded and brought back from the notice, and sent again', async () => {
  desk.service.running().faults.set([{ kind: 'status', status: 422, method: 'POST', times: 1 }]);
  const id = await rename('Second try');
  await show(id);
  await state('Needs you').waitFor();
  await page.locator('article').getByText('Status 422').waitFor();
  const history = page.getByTestId('history');
  await history.getByText('asked for').waitFor();
  await history.getByText('is being sent').waitFor();
  await history.getByText('Refused').first().waitFor();
  await remedy(desk, 'Discard').click();
  await state('Discarded').waitFor();
  await undoNotice(page, 'Discarded');
  await state('Needs you').waitFor();
  await remedy(desk, 'Try again now').click();
  await state('Sent').waitFor();
  expect(await colleague(desk, 'GET', `/vehicles/${VEHICLE}`)).toContain('Second try');
});

test('the list tells why each write asks without being opened, and what a deletion does', async () => {
  const [driverId = ''] = await recordIds(desk, 'driver');
  const [reportId = ''] = await recordIds(desk, 'scheduledReport');
  await workOffline(desk, true);
  const disputed = await rename('Mine');
  await colleague(desk, 'POST', `/vehicles/${VEHICLE}`, { defaultLabel: 'Theirs' });
  desk.service.running().faults.set([
    { kind: 'status', endpoint: 'updateVehicle', status: 422 },
    { kind: 'status', endpoint: 'setDriver', status: 409 },
    { kind: 'status', endpoint: 'deleteScheduledReport', status: 409 },
  ]);
  const refused = await rename('Too long', '100005');
  const params = { vehicleId: '100006', driverId };
  const taken = await queue(desk, { endpoint: 'setDriver', params });
  const deletion = await queue(desk, { endpoint: 'deleteScheduledReport', params: { reportId } });
  const row = (id: string) => page.locator(`[role=grid] [data-id="${id}"]`);
  await row(deletion).getByText('The record as a whole is deleted').waitFor();
  await workOffline(desk, false);
  await row(disputed).getByText('The same was changed meanwhile: Label', { exact: true }).waitFor();
  await row(refused)
    .getByText('Refused (422): The service is not itself right now', { exact: true })
    .waitFor();
  await row(taken)
    .getByText('Refused (409): The service is not itself right now', { exact: true })
    .waitFor();
  for (const id of [disputed, refused, taken]) await row(id).getByText('Needs you').waitFor();
  await page.getByRole('button', { name: 'Table as a file' }).click();
  const { name, bytes } = await download(() =>
    page.getByRole('menuitem', { name: 'As CSV' }).click(),
  );
  expect(name).toBe('Waybill Outbox.csv');
  const [heading = '', ...lines] = bytes.toString('utf8').trim().split('\r\n');
  expect(heading).toMatch(/^\ufeff?Record,Write,State,Reason,Made \(.+\),Change$/);
  expect(lines).toHaveLength(4);
  expect(lines.join('\n')).toContain('The same was changed meanwhile: Label');

  // What is refused of one write is not said of the next one.
  const { core } = desk.host;
  const call: (asked: string, input: unknown) => Promise<Result<unknown>> = core.call.bind(core);
  const spy = vi.spyOn(core, 'call').mockImplementation(async (asked: string, input: unknown) => {
    const error = { kind: 'local', code: 'test.refused', message: 'Not right now.' } as const;
    return asked === 'outbox.decide' ? fail(error) : call(asked, input);
  });
  onTestFinished(() => spy.mockRestore());
  await row(refused).click();
  await remedy(desk, 'Discard').click();
  await page.locator('article').getByText('Not right now.').waitFor();
  await row(taken).click();
  await page.locator('article h2', { hasText: 'Assign a driver' }).waitFor();
  expect(await page.locator('article').getByText('Not right now.').count()).toBe(0);
});

test('a confirmed deletion is undone at the service, and a record that is gone is created again', async () => {
  const [reportId = ''] = await recordIds(desk, 'scheduledReport');
  const deletion = await queue(desk, {
    endpoint: 'deleteScheduledReport',
    params: { reportId },
  });
  await show(deletion);
  await state('Sent').waitFor();
  await remedy(desk, 'Undo at the service').click();
  const status = async () =>
    jsonMember(await colleague(desk, 'GET', `/scheduled-report/${reportId}`), 'status');
  await expect.poll(status).not.toBe('"deleted"');

  const [areaId = ''] = await recordIds(desk, 'area');
  await workOffline(desk, true);
  const renamed = await queue(desk, {
    endpoint: 'updateArea',
    params: { areaId },
    body: { name: 'Made anew' },
  });
  await colleague(desk, 'DELETE', `/areas/${areaId}`);
  await workOffline(desk, false);
  await show(renamed);
  await remedy(desk, 'Create it again').click();
  await state('Discarded').waitFor();
  const made = async () => {
    const list = await desk.host.core.call('outbox.list', {
      ...{ states: ['CONFIRMED'], offset: 0, limit: 5 },
    });
    return list.ok ? list.value.ops.map(({ title, label }) => `${title}: ${label}`) : [];
  };
  await expect.poll(made).toContain('Add an area: Made anew');
});

test('a write that is not there, as a link of another account names it, is said to be missing', async () => {
  await show('00000000-0000-4000-8000-000000000000');
  const pane = page.locator('article.detail');
  await pane.getByText('This write is not in the outbox.').waitFor();
  await pane.getByRole('button', { name: 'Close' }).click();
  await pane.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => location.hash)).toBe('#/outbox');
});

test('writes are handed over in a file, let go again, and linked to the record that they became', async () => {
  await workOffline(desk, true);
  const body = { regNo: 'LNK 1', defaultLabel: 'Linked', vin: 'SENT' };
  const id = await queue(desk, { endpoint: 'createVehicle', body });
  await visit(page, '#/outbox');
  await page.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export writes' });
  await dialog.getByText('All that are open (1)').waitFor();
  await dialog.getByRole('radio', { name: 'To hand over' }).check();
  expect(await axeInOpen(page)).toEqual([]);
  const { name, bytes } = await download(() =>
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  );
  expect(name).toMatch(/^Waybill outbox .+\.zip$/);
  expect(await unpackText(bytes, 'writes.html', 1e6)).toMatchObject({ ok: true });
  await dialog.getByText('They are held here.').waitFor();
  await page.keyboard.press('Escape');
  await show(id);
  await state('Handed over in a file').waitFor();
  // Where the file went, somebody has sent it.
  await colleague(desk, 'POST', '/vehicles', { ...body, vin: 'THERE' });
  await workOffline(desk, false);
  await remedy(desk, 'Go on').click();
  await letRequestsEnd();
  await remedy(desk, 'It is this record').waitFor();
  // What it asks about stands in the detail already, beside what was sent.
  const beside = 'The record that may be it, beside what was sent';
  const shown = page.locator('article').getByRole('table', { name: beside });
  await shown.getByRole('row', { name: 'Label Linked Linked', exact: true }).waitFor();
  await shown.getByRole('cell', { name: 'THERE differs' }).waitFor();
  // And where the record itself is open, since it is sent again from there, too.
  await page.locator('article').getByRole('link', { name: 'LNK 1' }).click();
  await page.getByTestId('pending-write').getByRole('table', { name: beside }).waitFor();
  // A write that is left before its records are there throws nothing once they come.
  const letGo = heldBack(desk, 'outbox.candidates', () => true);
  await show(id);
  await goTo(page, '#/outbox');
  await page.locator('article').waitFor({ state: 'detached' });
  letGo();
  await show(id);
  await shown.waitFor();
  expect(desk.thrown).toEqual([]);
  await remedy(desk, 'It is this record').click();
  const linking = page.getByRole('dialog', { name: 'Which record is it?' });
  await linking.getByRole('combobox').fill('100004');
  await page.keyboard.press('ArrowDown');
  await linking
    .getByRole('button', { name: /^Link to / })
    .first()
    .waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await linking.getByRole('table', { name: beside }).getByRole('button').click();
  await linking.waitFor({ state: 'detached' });
  await state('Sent').waitFor();
  const all = await colleague(desk, 'GET', '/vehicles/fields/json?limit=50');
  expect(all.split('LNK 1')).toHaveLength(2);
});

test('an import shows what would come in, brings it in held, and many are let go together', async () => {
  await workOffline(desk, true);
  const waiting = [await rename('From a file'), await rename('From a file, too', '100005')];
  await visit(page, '#/outbox');
  // What is held together goes on from the notice that tells of it.
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await undoNotice(page, '2 writes are held');
  await page.getByText('2 writes go on').waitFor();
  await page.getByRole('button', { name: 'Export…' }).click();
  const { bytes } = await download(() =>
    page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
  );
  await page.keyboard.press('Escape');
  const importing = async (file: Buffer): Promise<void> => {
    await page.getByRole('button', { name: 'Import…' }).click();
    await page
      .getByLabel('An exported outbox (ZIP)')
      .setInputFiles({ name: 'outbox.zip', mimeType: 'application/zip', buffer: file });
  };
  const dialog = page.getByRole('dialog', { name: 'Import writes' });
  await importing(bytes.subarray(0, 200));
  await dialog.getByText('This is not a ZIP file, or a part of it is missing.').waitFor();
  await page.keyboard.press('Escape');
  await importing(bytes);
  await dialog.getByText('2 writes are in this outbox already.').waitFor();
  await dialog.getByText('Nothing of this file would come in.').first().waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // Of another computer: the same writes under names of their own.
  for (const opId of waiting) {
    await desk.host.core.call('outbox.decide', { opId, decision: { remedy: 'cancel' } });
  }
  await page.getByText('Nothing waits').waitFor();
  const json = await unpackText(bytes, 'outbox.json', 1e6);
  const bringIn = async (name: string): Promise<void> => {
    const text = json.ok ? json.text : '';
    const renewed = text.replaceAll(/("id": ")[0-9a-f]{8}(?=-)/g, `$1${name}`);
    await importing(Buffer.from(await packTexts([['outbox.json', renewed]], 0)));
    await dialog.getByText('2 writes come in, held.').waitFor();
    await dialog.getByRole('button', { name: 'Import 2 writes' }).click();
  };
  // What came in goes again from the notice that tells of it.
  await bringIn('00000bad');
  await undoNotice(page, '2 writes came in');
  await page.getByText('Nothing waits').waitFor();
  await bringIn('0badcafe');
  await page.getByText('2 writes came in. They are held until you let them go.').waitFor();
  await page.locator('[role=grid]').getByText('Came out of a file, held').first().waitFor();
  await workOffline(desk, false);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  await page.getByText('2 writes go on').last().waitFor();
  await letRequestsEnd();
  await page.getByText('Nothing waits').waitFor();
  expect(await colleague(desk, 'GET', `/vehicles/${VEHICLE}`)).toContain('From a file');
});

test('switching, signing out and removing name what waits, offer a copy, and keep it', async () => {
  const { baseUrl, account } = desk.service.running();
  const { email, password } = account('reseller');
  await workOffline(desk, true);
  await rename('Unsent', '100005');
  const { core } = desk.host;
  onTestFinished(async () => {
    await core.call('session.openLocal', {});
  });
  const signedIn = await core.call('session.signInWithPassword', { baseUrl, email, password });
  expect(signedIn.ok).toBe(true);
  await page
    .getByText(/ of the local workspace (is|are) not settled\. .+ stays? on this computer/)
    .waitFor();
  await workOffline(desk, false);
  const [vehicleId = ''] = await recordIds(desk, 'vehicle');
  await workOffline(desk, true);
  await rename('Unsent here', vehicleId);

  await goTo(page, '#/settings/accounts');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  await row('Local workspace').getByRole('button', { name: 'Switch to it' }).click();
  await dialog.getByRole('heading', { name: `Leave ${email}?` }).waitFor();
  await dialog.getByText('1 write still waits:').waitFor();
  await dialog.getByTestId('waiting-writes').getByText('1 × Change a vehicle').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row(email).getByRole('button', { name: 'Sign out' }).click();
  await dialog.getByText('are sent after the next sign-in').waitFor();
  const { name } = await download(() =>
    dialog.getByRole('button', { name: 'Export a copy…' }).click(),
  );
  expect(name).toMatch(/\.zip$/);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await row(email).getByText('Signed out').waitFor();

  await row(email).getByRole('button', { name: 'Remove' }).click();
  const remove = dialog.getByRole('button', { name: 'Remove' });
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
  // As an Arabic keyboard writes it.
  await dialog.getByLabel('Type the number of writes that leave with it').fill('١');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/The writes that waited are kept as removed/).waitFor();
  expect(await row(email).count()).toBe(0);
});

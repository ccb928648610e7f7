import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '../../shared/result.ts';
import { MOST_CALLS } from '../../electron/shell/callLimit.ts';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { queue, remedy, workOffline } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';
import { allSent } from '../support/waiting.ts';

/** Scheduled reports: written by a form of their template and in words, deleted and restored, offline too. */
const ADA = 'ada@example.com';
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({
    vehicles: 80,
    map: false,
    at: '#/reports',
    viewport: { width: 1280, height: 640 },
  });
  page = desk.page;
  for (const entity of ['vehicle', 'scheduledReport'] as const) {
    await desk.host.core.call('records.refresh', { entity });
  }
  await desk.host.core.call('records.read', {
    endpoint: 'getScheduledReportTemplates',
    refresh: 'always',
  });
  await rows().first().waitFor();
  await workOffline(desk, true);
});
afterAll(() => desk.close());

const rows = () => page.locator('[role=grid] .body [data-id]');
const detail = () => page.locator('article.detail');
const dialog = (name: string) => page.getByRole('dialog', { name });

async function reportNamed(name: string): Promise<Record<string, unknown> | null> {
  const view = { entity: 'scheduledReport', text: name } as const;
  const found = await desk.host.core.call('records.window', { view, offset: 0, limit: 1 });
  const json = found.ok ? found.value.rows[0]?.json : undefined;
  return json === undefined ? null : (JSON.parse(json) as Record<string, unknown>);
}
const sent = () => allSent(desk);

describe('scheduled reports', () => {
  test('keep the focus on the chip that is pressed, which stays in its place', async () => {
    const chips = page.getByRole('group', { name: 'Format' }).locator('[aria-pressed]');
    await expect.poll(() => chips.count()).toBeGreaterThan(1);
    const before = await chips.allTextContents();
    const last = chips.nth(before.findLastIndex((text) => text.trim() !== 'Archived'));
    await last.focus();
    for (const pressed of ['true', 'false']) {
      await page.keyboard.press('Space');
      await expect.poll(() => last.getAttribute('aria-pressed')).toBe(pressed);
      expect(await chips.allTextContents()).toEqual(before);
      expect(await last.evaluate((chip) => chip === document.activeElement)).toBe(true);
    }
  });

  test('tell in plain words when they run, and when next', async () => {
    await page.getByRole('row').filter({ hasText: 'Weekly trips' }).click();
    await detail().getByText('Every Sunday at 06:00').waitFor();
    expect(await detail().locator('.runs li').count()).toBe(5);
    await detail().getByText('reports@waybill.example').waitFor();
  });

  test('are written by the form of their template and in words, without a network too', async () => {
    await workOffline(desk, true);
    await page.getByRole('button', { name: 'Add a scheduled report' }).click();
    const form = dialog('Add a scheduled report');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('This is needed.').first().waitFor();
    await form.getByLabel('Name').fill('Idle mornings');
    await form.getByLabel('Kind').selectOption({ label: 'Excessive idling' });
    await form.getByLabel('Min duration (seconds)').fill('many');
    await form.getByRole('combobox', { name: /Vehicles/ }).click();
    await form.locator('[role=option]').first().click();
    await form.getByLabel('Period').selectOption('week');
    await form.getByLabel('In words').fill('every mouday at 6');
    await form.getByText(/On which days\?/).waitFor();
    await form.getByLabel('In words').fill('mondays and thursdays 6:30');
    await form.getByRole('button', { name: 'Mon' }).waitFor();
    expect(await form.getByRole('button', { name: 'Thu' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await form.getByRole('button', { name: 'Fri' }).click();
    expect(await form.getByLabel('In words').inputValue()).toBe(
      'every Monday, Thursday and Friday at 06:30',
    );
    await form.getByLabel('Recipients').fill('ada@example.com, nobody');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('This is no e-mail address: nobody').waitFor();
    await form.getByLabel('Recipients').fill('');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('Enter a number.').waitFor();
    expect(await axeOf(page, 'dialog[open]')).toEqual([]);
    await form.getByLabel('Min duration (seconds)').fill('1,300');
    await form.getByText('Read as 1,300').waitFor();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const row = page
      .getByRole('row')
      .filter({ hasText: 'Every Monday, Thursday and Friday at 06:30' });
    // By the template's name; its key is what travels.
    await row.getByText('Excessive idling').waitFor();
    const made = await reportNamed('Idle mornings');
    expect(made).toMatchObject({
      ...{ type: 'idling', format: 'pdf', recipients: ['ada@example.com'] },
      params: { period: 'week', minDuration: 1300, vehicleIds: [expect.anything()] },
      schedule: { weekdays: [1, 4, 5], hour: 6, minute: 30 },
    });
  });

  test('are sent once there is a network, and a change leaves the rest as it was', async () => {
    await workOffline(desk, false);
    await sent();
    const before = await reportNamed('Fuel by month');
    await page.getByRole('row').filter({ hasText: 'Fuel by month' }).click();
    await detail().getByRole('button', { name: 'Change' }).click();
    const form = dialog('Change the report');
    await form.getByLabel('Repeats').selectOption('month');
    await form.getByLabel('Day of the month').fill('40');
    await form.getByText('A day from 1 to 31.').waitFor();
    // What is changed beside it saves no other day in its place.
    await form.getByLabel('Time').fill('06:00');
    await form.getByLabel('Time').dispatchEvent('change');
    await form.getByRole('button', { name: 'Change', exact: true }).click();
    await form.getByText('A day from 1 to 31.').waitFor();
    await form.getByLabel('Day of the month').fill('2');
    await form.getByRole('button', { name: 'Change', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    // The write that waits tells it in the same words.
    await detail().locator('.when', { hasText: 'On day 2 of every month at 06:00' }).waitFor();
    await sent();
    const after = await reportNamed('Fuel by month');
    expect(after).toMatchObject({ schedule: { day: 2, hour: 6 } });
    expect(after?.['budgetCode']).toBe(before?.['budgetCode']);
    expect(after?.['params']).toEqual(before?.['params']);
  });

  test('that were refused are corrected in the form that made them, with schedule and recipients', async () => {
    const { faults } = desk.service.running();
    faults.set([{ kind: 'status', endpoint: 'createScheduledReport', status: 422, times: 1 }]);
    const op = await queue(desk, {
      endpoint: 'createScheduledReport',
      body: { name: 'Late trips', type: 'idling', format: 'pdf', params: { period: 'week' } },
      extra: JSON.stringify({ schedule: { weekday: 2, hour: 5 }, recipients: [ADA, ADA] }),
    });
    await goTo(page, `#/outbox/${op}`);
    await page.locator('article').getByText('Refused').first().waitFor();
    await remedy(desk, 'Edit').click();
    const form = dialog('Edit the write');
    expect(await form.getByLabel('Name').inputValue()).toBe('Late trips');
    expect(await form.getByLabel('Kind').inputValue()).toBe('idling');
    await form.getByText(ADA).waitFor();
    expect(await form.getByLabel('In words').inputValue()).toBe('every Tuesday at 05:00');
    await form.getByLabel('Name').fill('');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('This is needed.').first().waitFor();
    await form.getByLabel('Name').fill('Early trips');
    await form.getByLabel('Period').selectOption('month');
    await form.getByLabel('In words').fill('daily at 7:15');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    await sent();
    await desk.host.core.call('records.refresh', { entity: 'scheduledReport' });
    expect(await reportNamed('Early trips')).toMatchObject({
      ...{ type: 'idling', params: { period: 'month' }, recipients: [ADA, ADA] },
      schedule: { hour: 7, minute: 15 },
    });
    expect(await reportNamed('Late trips')).toBeNull();
    await goTo(page, '#/reports');
  });

  test('that were deleted are restored from their own list', async () => {
    await page.getByRole('row').filter({ hasText: 'Cold chain' }).click();
    await detail().getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Cold chain' }).count())
      .toBe(0);
    await sent();
    await page.getByRole('tab', { name: 'Deleted' }).click();
    const restore = page.getByRole('button', { name: 'Restore Cold chain' });
    await restore.waitFor();
    expect(await axeOf(page, 'main [role=tabpanel]')).toEqual([]);
    await restore.click();
    await sent();
    await restore.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    await page.getByRole('row').filter({ hasText: 'Cold chain' }).waitFor();
  });

  test('whose deletion waits are taken back from there, and a template begins a new one', async () => {
    await workOffline(desk, true);
    await page.getByRole('row').filter({ hasText: 'Cold chain' }).click();
    await detail().getByRole('button', { name: 'Delete' }).click();
    // Its pane closes once the deletion is in the queue.
    await detail().waitFor({ state: 'detached' });
    await goTo(page, '#/reports?tab=deleted');
    const takeBack = page.getByRole('button', { name: 'Take back the deletion of Cold chain' });
    const refused = { kind: 'local', code: 'disk.full', message: 'No space is left.' } as const;
    const letGo = heldBack(
      desk,
      'outbox.decide',
      () => true,
      () => fail({ ...refused, next: 'freeSpace' }),
    );
    await takeBack.click();
    letGo();
    await page.getByText('No space is left.').waitFor();
    // It stands there although the list is read anew.
    const fuel = String((await reportNamed('Fuel by month'))?.['id']);
    const op = await queue(desk, { endpoint: 'deleteScheduledReport', params: { reportId: fuel } });
    const other = page.getByRole('button', { name: 'Take back the deletion of Fuel by month' });
    await other.waitFor();
    expect(await page.getByText('No space is left.').count()).toBe(1);
    const decision = { remedy: 'cancel' } as const;
    await desk.host.core.call('outbox.decide', { opId: op, decision });
    await other.waitFor({ state: 'detached' });
    await takeBack.click();
    await page.getByText('No report was deleted').waitFor();
    expect(await page.getByText('No space is left.').count()).toBe(0);
    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Schedule a report: Visits of areas' }).click();
    const form = dialog('Add a scheduled report');
    expect(await form.getByLabel('Kind').inputValue()).toBe('areas');
    await page.keyboard.press('Escape');
    await workOffline(desk, false);
    await sent();
    expect(await reportNamed('Cold chain')).not.toBeNull();
  });

  test('of more vehicles than are asked for at once name each, in their details and in their form', async () => {
    await workOffline(desk, true);
    const view = { entity: 'vehicle' } as const;
    const listed = await desk.host.core.call('records.window', { view, offset: 0, limit: 100 });
    if (!listed.ok) throw new Error(listed.error.message);
    const { rows: vehicles } = listed.value;
    const plates = vehicles.map(({ json }) => (JSON.parse(json) as { regNo: string }).regNo);
    expect(plates.length).toBeGreaterThan(MOST_CALLS);
    const params = { period: 'week', vehicleIds: vehicles.map(({ id }) => Number(id)) };
    const op = await queue(desk, {
      endpoint: 'createScheduledReport',
      body: { name: 'All of them', type: 'mileage', format: 'pdf', params },
    });
    await goTo(page, '#/reports');
    await page.getByRole('row').filter({ hasText: 'All of them' }).click();
    await expect.poll(() => detail().locator('.records a').allTextContents()).toEqual(plates);
    await detail().getByRole('button', { name: 'Change', exact: true }).click();
    const chips = dialog('Change the report').locator('.records li bdi');
    await expect.poll(() => chips.allTextContents()).toEqual(plates);
    await page.keyboard.press('Escape');
    const decision = { remedy: 'cancel' } as const;
    await desk.host.core.call('outbox.decide', { opId: op, decision });
    await goTo(page, '#/reports');
    await workOffline(desk, false);
  });

  test('are copied, as any record is, as text in the words of their list, and as a link', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, '#/reports');
    await rows().first().click();
    await detail().getByText('Recipients').first().waitFor();
    const title = (await detail().getByRole('heading').first().textContent())?.trim() ?? '';
    const copied = async (how: string, said: string): Promise<string> => {
      await detail().getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('menuitem', { name: how }).click();
      await page.locator('.toast', { hasText: said }).last().waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const lines = (await copied('Copy as text', 'Copied as text')).split('\n');
    expect(lines.slice(0, 2)).toEqual([title, `Name: ${title}`]);
    expect(lines[2]).toMatch(/^Kind: [A-Z][a-z]+ /);
    const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
    expect(lines.at(-1)).toBe(`Id: ${id}`);
    expect(await copied('Copy link', 'Link copied')).toBe(`waybill://open/reports/${id}`);
  });
});

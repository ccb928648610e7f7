import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ok } from '../../shared/result.ts';
import { valueOf } from '../core/db/support.ts';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { workOffline } from '../support/ledger.ts';
import { beginAt, goTo } from '../support/tour.ts';

/** What hangs on a device, in the desk; what the core fetches of cameras is told in `attachments.test.ts`. */

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({
    vehicles: 12,
    map: false,
    at: '#/cameras',
    viewport: { width: 1280, height: 560 },
  });
});
afterAll(() => desk.close());
afterEach(() => vi.restoreAllMocks());

test('what a camera took is fetched by a press, elsewhere after a question, and shown or handed out', async () => {
  const { page } = desk;
  const row = page.locator('[role=grid] [data-id]').first();
  await row.waitFor();
  // The town's recordings lie elsewhere: the core's answers for one that lies at the service itself.
  const { core } = desk.host;
  const real = core.call.bind(core);
  let fetched = false;
  let agreed = false;
  const clip = 'https://video.example:8443/clips/9.mp4';
  const elsewhere = [{ host: 'video.example:8443', urls: [clip] }];
  vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    if (name === 'records.fetchFiles') fetched = true;
    if (name === 'records.fetchElsewhere') agreed = true;
    if (name.startsWith('records.fetch')) return ok({ had: 1, failed: [] });
    if (name !== 'records.files') return real(name, input);
    const { row: found } = valueOf(await real('records.get', input)) as { row: { json: string } };
    const url = /https:\/\/video\.waybill\.example\/[^"]+/.exec(found.json)?.[0] ?? '';
    const pictures = fetched ? { [url]: PIXEL } : {};
    const documents = agreed ? [{ url: clip, sizeBytes: 9, readAt: 1 }] : [];
    const away = { documents, elsewhere: agreed ? [] : elsewhere };
    return ok({ pictures, absent: fetched ? [] : [url], ...away });
  });
  await goTo(page, '#/answers');
  await goTo(page, '#/cameras');
  await row.locator('[role=gridcell]').first().click();
  await page.getByText('One of them lies at the service itself.').waitFor();
  await page.getByRole('button', { name: 'Fetch from the service' }).click();
  const shown = page.locator('.picture img').first();
  await shown.waitFor();
  expect(await shown.getAttribute('src')).toMatch(/^data:image\/png/);
  expect(await page.getByText('One of them lies at the service itself.').count()).toBe(0);
  // What lies elsewhere is asked for after a question that names the server, and handed out.
  const ask = page.getByRole('button', { name: 'Fetch from video.example:8443…' });
  await ask.click();
  const dialog = page.getByRole('dialog', { name: 'Fetch from video.example:8443?' });
  await dialog.getByText(clip).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(agreed).toBe(false);
  await ask.click();
  await dialog.getByRole('button', { name: 'Fetch from video.example:8443' }).click();
  await page.getByRole('button', { name: 'Keep a copy of 9.mp4' }).waitFor();
  expect(await axeOf(page, 'article.detail')).toEqual([]);
});

test('a sensor is told in words, leads to the vehicle that it rides in, and to its own readings alone', async () => {
  const { page } = desk;
  await beginAt(page, '#/sensors');
  const rows = page.locator('[role=grid] [data-id]');
  const cooler = rows.filter({ hasText: 'Cooler 3' });
  // By its kind and the device that it hangs on, not as the service calls them.
  await expect.poll(() => cooler.textContent()).toMatch(/Temperature and humidity.*\d{15}/);
  await cooler.locator('[role=gridcell]').first().click();
  const detail = page.locator('article.detail');
  await expect.poll(() => detail.locator('dd a').first().textContent()).toMatch(/^\d{15}$/);
  expect(await detail.locator('dl').first().textContent()).not.toMatch(/temperatureHumidity|dev-/);
  const place = page.getByTestId('sensor-place');
  await place.locator('a[href^="#/vehicles/"]').waitFor();
  await place.getByRole('link', { name: 'What it read' }).click();
  const shown = page
    .getByRole('group', { name: 'Sensors in the chart' })
    .locator('[aria-pressed=true]');
  await expect.poll(() => shown.allTextContents()).toEqual([expect.stringContaining('Cooler 3')]);
  // What is chosen there takes the place of what the link asked for.
  await page.getByRole('button', { name: 'Cooler 4' }).click();
  await expect.poll(() => shown.count()).toBe(2);
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('only');
  // A device names the client that has it, as its sensors do.
  await goTo(page, '#/devices');
  await rows.first().locator('[role=gridcell]').first().click();
  await page.locator('article.detail dd a[href^="#/clients/"]').waitFor();
});

test('camera events are narrowed to a vehicle and a driver, tell place and links; all cameras are read on demand', async () => {
  const { page } = desk;
  const rows = () => page.locator('[role=grid] [data-id]');
  const detail = () => page.locator('article.detail');
  await beginAt(page, '#/answers');
  await goTo(page, '#/cameras');
  await rows().first().waitFor();
  const plate = (await rows().first().locator('.plate').textContent()) ?? '';
  await page.getByRole('button', { name: 'Events of a vehicle' }).click();
  await page.getByRole('combobox', { name: 'Events of a vehicle' }).fill(plate);
  await page.getByRole('option').first().click();
  await expect
    .poll(() => rows().locator('.plate').allTextContents())
    .toSatisfy((names: string[]) => names.length > 0 && names.every((name) => name === plate));
  await rows().first().locator('[role=gridcell]').first().click();
  await detail().getByText('at video.waybill.example', { exact: true }).waitFor();
  await detail()
    .getByRole('button', { name: /^Copy its link/ })
    .waitFor();
  const driver = detail().locator('dd a[href^="#/drivers/"]');
  const name = (await driver.textContent()) ?? '';
  await detail()
    .getByText(/^-?\d+\.\d{5}, -?\d+\.\d{5}$/)
    .waitFor();
  await page.getByRole('button', { name: 'Events of a driver' }).click();
  await page.getByRole('combobox', { name: 'Events of a driver' }).fill(name);
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: `All again, not only ${name}` }).waitFor();
  await page.getByRole('button', { name: `All again, not only ${plate}` }).click();
  await page.getByRole('tab', { name: 'All cameras' }).click();
  await page.getByRole('button', { name: /^Read the cameras of \d+ devices$/ }).click();
  await page.getByText('All of them were read.').waitFor();
  await expect.poll(() => rows().first().textContent()).toMatch(/(Front|Driver)Online/);
  expect(await axeOf(page, 'main')).toEqual([]);
  await workOffline(desk, true);
  await goTo(page, '#/answers');
  await goTo(page, '#/cameras?tab=fleet');
  await page.getByText('All of them were read.').waitFor();
  await rows().first().waitFor();
  await workOffline(desk, false);
});

test('an installation is found by IMEI and by registration, and nothing is said to be nothing', async () => {
  const { page } = desk;
  const { rows } = valueOf(
    await desk.host.core.call('records.window', {
      view: { entity: 'vehicle' },
      offset: 0,
      limit: 1,
    }),
  );
  const { regNo: plate } = JSON.parse(rows[0]?.json ?? '{}') as { regNo: string };
  await beginAt(page, '#/devices?tab=lookup');
  const field = page.getByLabel('IMEI of a device or registration of a vehicle');
  const asked = (): number =>
    desk.service
      .running()
      .requests()
      .filter(({ endpoint }) => endpoint === 'findInstallation').length;
  const before = asked();
  await field.fill(plate);
  const found = page.getByTestId('installation-found');
  await found.getByText('The service says the same.').waitFor();
  expect(await found.locator('.plate').textContent()).toBe(plate);
  const imei = (await found.getByRole('link').first().textContent()) ?? '';
  // What is looked up anew, as at every change of a vehicle, is not asked for again.
  for (const words of [imei, plate, imei]) await field.fill(words);
  await found.locator('.plate', { hasText: plate }).waitFor();
  await field.fill('000000000000000');
  await page.getByText('No installation is known by that IMEI or registration.').waitFor();
  expect(asked() - before).toBe(1);
});

test('temperature: limits of one’s own tell the time outside of them, kept and offline; what is no limit is said', async () => {
  const { page } = desk;
  await beginAt(page, '#/climate?by=vehicle');
  await page.getByRole('button', { name: 'Yesterday' }).click();
  const low = page.getByRole('textbox', { name: /^Temperature not below/ }).first();
  const high = page.getByRole('textbox', { name: /^Temperature not above/ }).first();
  await low.fill('cold');
  await low.blur();
  await page.getByText('Enter a number.').waitFor();
  const described = (input: Element): string | undefined =>
    document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(await low.evaluate(described)).toBe('Enter a number.');
  await low.fill('100');
  await low.blur();
  const outside = page.getByTestId('time-outside').first();
  await outside.getByText(/\(100\s?%\)/).waitFor();
  await high.fill('50');
  await high.blur();
  await page.getByText('The lower limit is above the upper one.').waitFor();
  await low.fill('');
  await low.blur();
  await high.fill('50');
  await high.blur();
  await outside.getByText('never').waitFor();
  const axis = page.getByTestId('time-axis').first().locator('span');
  await expect.poll(() => axis.count()).toBeGreaterThan(4);
  const chart = page.getByRole('slider', { name: 'Temperature' });
  const before = (await chart.getAttribute('aria-valuetext')) ?? '';
  await chart.press('ArrowLeft');
  await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(before);
  expect((await chart.getAttribute('aria-valuetext'))?.match(/°C/g)?.length).toBeGreaterThan(1);
  expect(await axeOf(page, 'main')).toEqual([]);
  await workOffline(desk, true);
  await goTo(page, '#/answers');
  await goTo(page, '#/climate?by=vehicle');
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await page.getByText(/^Kept on this computer, read/).waitFor();
  await outside.getByText('never').waitFor();
  await workOffline(desk, false);
});

describe('without a network', () => {
  beforeAll(() => workOffline(desk, true));

  test('the palette finds camera events by the name of their kind, and calls them so', async () => {
    const { page } = desk;
    await beginAt(page, '#/cameras');
    await page.locator('[role=grid] [data-id]').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search vehicles/ }).fill('belt open');
    await page
      .getByRole('option', { name: /^Seat belt open/ })
      .first()
      .waitFor();
    expect(await page.getByRole('option', { name: 'seatBelt' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('a page that fails while it is drawn says so, and is opened again by a press', async () => {
    const { page } = desk;
    const { core } = desk.host;
    const real = core.call.bind(core);
    const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
      // What no core answers: details that are made of it can't be drawn.
      if (name === 'records.files') return ok({});
      return real(name, input);
    });
    await beginAt(page, '#/cameras');
    const row = page.locator('[role=grid] [data-id]').nth(2);
    await row.locator('[role=gridcell]').first().click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByText('This page could not be drawn.').waitFor();
    expect(desk.thrown.map(({ message }) => message)).not.toContain('Illegal invocation');
    desk.thrown.length = 0;
    spy.mockRestore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('article.detail').getByText('Pictures and recordings').waitFor();
  });

  test('Enter in a list of records waits for what was typed, and takes none that earlier words found', async () => {
    const { page } = desk;
    await beginAt(page, '#/answers');
    await goTo(page, '#/cameras');
    const rows = page.locator('[role=grid] [data-id]');
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Events of a vehicle' }).click();
    const options = page.getByRole('option');
    const plate = (await options.last().locator('span').first().textContent()) ?? '';
    expect(plate).not.toBe(await options.first().locator('span').first().textContent());
    const letGo = heldBack(desk, 'records.window', (input) =>
      JSON.stringify(input).includes(plate),
    );
    await page.getByRole('combobox', { name: 'Events of a vehicle' }).fill(plate);
    await page.keyboard.press('Enter');
    letGo();
    await page.getByRole('button', { name: `All again, not only ${plate}` }).waitFor();
  });
});

test('an event leads to the day of its vehicle’s own zone, as the history of that vehicle has it', async () => {
  const { page } = desk;
  const { core } = desk.host;
  const real = core.call.bind(core);
  const zone = (value: string) =>
    real('desk.remember', { key: 'preferences', value: JSON.stringify({ zone: value }) });
  valueOf(await zone('vehicle'));
  let timezone = '';
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    const answered = await real(name, input);
    if (name !== 'records.get' || !JSON.stringify(input).includes('"vehicle"')) return answered;
    const found = valueOf(answered) as { row: { json: string } };
    const json = JSON.stringify({ ...(JSON.parse(found.row.json) as object), timezone });
    return ok({ ...found, row: { ...found.row, json } });
  });
  await page.reload();
  // More than a day apart: no instant has one date in both.
  for (timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await goTo(page, '#/answers');
    await goTo(page, '#/cameras');
    await page.locator('[role=grid] [data-id]').first().locator('[role=gridcell]').first().click();
    const link = page.locator('article.detail').getByRole('link', { name: 'Show the route' });
    const from = async () => /from=([\d-]+)/.exec((await link.getAttribute('href')) ?? '')?.[1];
    await link.waitFor();
    const id = /cameras\/([^?]+)/.exec(page.url())?.[1] ?? '';
    const found = valueOf(await real('records.get', { entity: 'cameraEvent', id }));
    const [, at = ''] = /"occurredAt":"([^"]+)"/.exec(found?.row.json ?? '') ?? [];
    // Written as a year, a month and a day.
    const there = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(at));
    await expect.poll(from).toBe(there);
  }
  spy.mockRestore();
  valueOf(await zone('tenant'));
});

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeOf, OPEN } from '../support/axe.ts';
import { workday } from '../support/days.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue } from '../support/ledger.ts';
import { goTo } from '../support/tour.ts';
import { withoutMaps } from '../support/withoutMaps.ts';

/** Route history: a vehicle's day on the map, in lists, replayed, exported, and without a network. */
let desk: TestDesk;
let page: Page;
let ids: readonly string[];

beforeAll(async () => {
  // In a low window the map has fewer points to draw, and less to zoom out.
  desk = await openDesk({
    ...{ vehicles: 6, at: '#/history', viewport: { width: 1280, height: 480 } },
  });
  page = desk.page;
  await desk.host.core.call('records.refresh', { entity: 'vehicle' });
  const view = { entity: 'vehicle', archived: 'no' } as const;
  const found = await desk.host.core.call('records.ids', { view });
  ids = found.ok ? found.value.ids : [];
});
afterAll(() => desk.close());

const legs = () => page.getByTestId('leg');
const graph = () => page.getByTestId('speed-graph');
/** Some trips of a day last seconds. */
async function longestTrip(): Promise<Locator> {
  const trips = page.locator('.leg.driving');
  const told = await trips.allTextContents();
  const km = told.map((text) => Number(/([\d.]+)\s?km/.exec(text)?.[1] ?? 0));
  expect(Math.max(...km)).toBeGreaterThan(1);
  return trips.nth(km.indexOf(Math.max(...km)));
}
const shownAt = async (): Promise<number> => Number(await graph().getAttribute('aria-valuenow'));
const status = () => page.locator('.side [role=status]').first();

const oneDayOf = (id: string | undefined): string =>
  `#/history/${String(id)}?from=${workday(3)}&to=${workday(3)}`;
/** The day that most tests look at, of a vehicle that has driven. */
async function oneDay(): Promise<void> {
  await goTo(page, oneDayOf(ids[0]));
  await legs().first().waitFor();
}

/** Places about a middle, the nearest first. */
const AROUND = [-3, -2, -1, 0, 1, 2, 3]
  .flatMap((x) => [-3, -2, -1, 0, 1, 2, 3].map((y) => [x, y] as const))
  .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));

describe('route history', () => {
  test('a vehicle is chosen, and its day is listed with addresses and drawn with its stops', async () => {
    await page.getByText('Choose a vehicle').waitFor();
    await oneDay();
    await page.locator('[data-testid=map][data-ready]').waitFor();
    // Some days begin on the way.
    const stop = page.locator('.leg:has(.number)').first();
    await expect.poll(() => stop.textContent()).toMatch(/^1.*Stop \d/s);
    await expect
      .poll(() => page.locator('.leg.driving .where').first().textContent())
      .toMatch(/\p{L}{3}.* → /u);
    await page.getByRole('list', { name: 'What the colours mean' }).waitFor();
    await expect.poll(() => status().textContent()).toMatch(/Kept on this computer, read/);
    expect(await axeOf(page, 'main')).toEqual([]);
  });

  test('a trip that is chosen is shown by itself, and replayed by keys', async () => {
    const trip = await longestTrip();
    await trip.click();
    expect(await trip.getAttribute('aria-current')).toBe('true');
    await page.getByTestId('route-mark').waitFor();
    const begin = await shownAt();
    await graph().focus();
    await page.keyboard.press('ArrowRight');
    const next = await shownAt();
    expect(next).toBeGreaterThan(begin);
    await page.keyboard.press('Shift+ArrowRight');
    expect((await shownAt()) - next).toBe(60_000);
    await page.keyboard.press('Home');
    expect(await shownAt()).toBe(begin);
    await page.getByLabel('Speed of the replay').selectOption({ label: '120×' });
    await page.keyboard.press('Tab');
    await graph().focus();
    await page.keyboard.press(' ');
    await expect.poll(shownAt).toBeGreaterThan(begin + 60_000);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    expect(await graph().getAttribute('aria-valuetext')).toMatch(/\d (km\/h)/);
  });

  test('a press in the speed graph goes there on the map, and one on the route goes there in the graph', async () => {
    const mark = page.getByTestId('route-mark');
    const placeOf = async (): Promise<{ x: number; y: number }> => {
      // The middle of its ring, which is where the route is.
      const box = await mark.locator('svg').boundingBox();
      if (box === null) throw new Error('The mark is not on the map.');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    /** Goes to a share of the trip in its graph, then there on the map: ms between the two. */
    const apartMs = async (share: number): Promise<number> => {
      const trip = await longestTrip();
      if ((await trip.getAttribute('aria-current')) !== 'true') await trip.click();
      await graph().focus();
      await page.keyboard.press('Home');
      const begin = { at: await shownAt(), ...(await placeOf()) };
      const box = await graph().boundingBox();
      if (box === null) throw new Error('There is no graph.');
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
      await expect.poll(shownAt).toBeGreaterThan(begin.at);
      const there = { at: await shownAt(), ...(await placeOf()) };
      expect(Math.hypot(there.x - begin.x, there.y - begin.y)).toBeGreaterThan(20);
      await page.keyboard.press('Home');
      await expect.poll(shownAt).toBe(begin.at);
      await page.mouse.click(there.x, there.y);
      await expect.poll(shownAt).not.toBe(begin.at);
      return Math.abs((await shownAt()) - there.at);
    };
    // The nearest point that was told may be seconds away. A road that is driven twice that day leads
    // to either time, and some trips of a day have such: one place of the trip is enough.
    const apart: number[] = [];
    for (const share of [0.4, 0.6, 0.2, 0.8]) {
      apart.push(await apartMs(share));
      if (Math.min(...apart) < 45_000) break;
    }
    expect(Math.min(...apart), apart.join(', ')).toBeLessThan(45_000);
  });

  test('stops that share a mark are explained, and a press on it lists them', async () => {
    await oneDay();
    await page.locator('[data-testid=map][data-ready]').waitFor();
    // Nothing is chosen: all stops are shown.
    const chosen = page.locator('.leg[aria-current=true]');
    if ((await chosen.count()) > 0) await chosen.click();
    // From afar all stops of the day share one mark, near the middle of the map.
    const map = page.locator('.route-map');
    const box = await map.boundingBox();
    if (box === null) throw new Error('There is no map.');
    const shared = page.getByTestId('shared-stops');
    const out = page.getByRole('button', { name: 'Zoom out' });
    const stops = await page.locator('.leg .number').count();
    await out.click();
    // By two levels at once: each is drawn, and drawing takes longer than all else.
    const canvas = page.locator('.route-map canvas');
    await expect
      .poll(
        async () => {
          await canvas.press('Shift+Minus');
          return (await shared.allTextContents()).join('');
        },
        { interval: 500 },
      )
      .toContain(`1+${String(stops - 1)}Stop 1 and ${String(stops - 1)} more close by`);
    // Zooming ends with the mark some pixels away from the middle: the mouse looks for it.
    const tip = page.getByTestId('stop-tip');
    await expect
      .poll(async () => {
        for (const [x, y] of AROUND) {
          await page.mouse.move(box.x + box.width / 2 + x * 12, box.y + box.height / 2 + y * 12);
          if (await tip.isVisible()) break;
        }
        return tip.isVisible();
      })
      .toBe(true);
    await tip.getByText('A press lists them.').waitFor();
    await page.mouse.down();
    await page.mouse.up();
    const list = page.getByRole('menu', { name: `${String(stops)} stops close together` });
    await list.waitFor();
    expect(await list.getByRole('menuitem', { name: /^Stop \d+/ }).count()).toBe(stops);
    expect(await axeOf(page, OPEN)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    const second = page.locator('.leg:has(.number)').nth(1);
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true');
    // Several vehicles are told apart by their colours.
    await goTo(page, `${oneDayOf(ids[0])}&with=${String(ids[1])}`);
    await page.getByText('Vehicle', { exact: true }).click();
    const legend = page.getByRole('list', { name: 'What the colours mean' });
    const names = page.locator('.leg .name');
    await expect
      .poll(async () => new Set(await names.allTextContents()).size, { interval: 200 })
      .toBe(2);
    for (const name of new Set(await names.allTextContents())) {
      await legend.getByText(name, { exact: true }).waitFor();
    }
  });
});

describe('a vehicle whose route is shown', () => {
  test('gets another name: the trip that is chosen and the replay stay where they are', async () => {
    await oneDay();
    const trip = await longestTrip();
    await trip.click();
    await graph().focus();
    await page.keyboard.press('End');
    const at = await shownAt();
    const [vehicleId = ''] = ids;
    await queue(desk, {
      endpoint: 'updateVehicle',
      ...{ params: { vehicleId }, body: { regNo: 'ZZ-999' } },
    });
    await page.locator('.question').getByText('ZZ-999').waitFor();
    expect(await trip.getAttribute('aria-current')).toBe('true');
    expect(await shownAt()).toBe(at);
  });
});

describe('route history where no map can be drawn', () => {
  beforeAll(async () => {
    await goTo(page, '#/outbox');
    await withoutMaps(page);
  });

  test('the same is there as a table, with totals by day, and leaves as a workbook or a file of other programs', async () => {
    await oneDay();
    const count = await legs().count();
    await page.getByRole('tab', { name: 'Table' }).click();
    await expect
      .poll(() => page.locator('#history-panel tbody tr').count())
      .toBeGreaterThanOrEqual(count);
    // Which one is chosen is told, and in sight.
    const last = page.locator('#history-panel tbody tr').last();
    await last.getByRole('button').click();
    await page.getByRole('tab', { name: 'By day' }).click();
    await page.getByRole('tab', { name: 'Table' }).click();
    expect(await last.getByRole('button').getAttribute('aria-current')).toBe('true');
    await expect
      .poll(() => last.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
    await last.getByRole('button').click();
    await page.getByRole('tab', { name: 'Totals' }).click();
    await page
      .locator('#history-panel tbody tr')
      .getByText(/^\d[\d.,]* km$/)
      .first()
      .waitFor();
    expect(await axeOf(page, '#history-panel')).toEqual([]);
    await page.getByRole('button', { name: 'Table as a file' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As a workbook (XLSX)' }).click();
    expect((await coming).suggestedFilename()).toMatch(/ Totals\.xlsx$/);
    await page.getByRole('tab', { name: 'By day' }).click();
    // The route itself leaves as a file of other programs.
    await page.getByRole('button', { name: 'Export' }).click();
    const leaving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'GPX' }).click();
    const file = await leaving;
    expect(file.suggestedFilename()).toMatch(/^[\w-]+ \d{4}-\d\d-\d\d\.gpx$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.match(/<trkpt /g)?.length).toBeGreaterThan(50);
  });

  test('several vehicles have one time; days that were read are there without a network', async () => {
    await desk.host.core.call('session.workOffline', { on: true });
    const query = `with=${String(ids[1])}&from=${workday(4)}&to=${workday(3)}`;
    await goTo(page, `#/history/${String(ids[0])}?${query}`);
    await legs().first().waitFor();
    // The page of before is kept, too; only this one has a day that was never read.
    await expect.poll(() => status().textContent()).toMatch(/Not read on this computer: /);
    await expect.poll(() => status().textContent()).toMatch(/Kept on this computer/);
    await desk.host.core.call('session.workOffline', { on: false });
    await goTo(page, `#/history/${String(ids[0])}?${query.replace(workday(4), workday(3))}`);
    await expect
      .poll(() => page.locator('.leg .name').allTextContents())
      .toSatisfy((names: string[]) => new Set(names).size === 2);
  });

  test('days that were never read say so, and are read once there is a connection', async () => {
    await desk.host.core.call('session.workOffline', { on: true });
    await goTo(page, `#/history/${String(ids[2])}?from=${workday(9)}&to=${workday(9)}`);
    await page.getByText('Nothing read yet').waitFor();
    expect(await page.getByTestId('speed-graph').count()).toBe(0);
    await desk.host.core.call('session.workOffline', { on: false });
    await legs().first().waitFor();
    await graph().waitFor();
  });

  test('a day that goes on is read again once the connection is back, and when that is asked for', async () => {
    const { faults } = desk.service.running();
    // By way of another page: this one shows the day of before until the mirror has answered.
    await goTo(page, '#/outbox');
    const dayBack = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
    await goTo(page, `#/history/${String(ids[2])}?from=${dayBack(3)}&to=${dayBack(0)}`);
    await status().getByRole('button', { name: 'Refresh' }).waitFor();
    await legs().first().click();
    const panel = page.locator('#history-panel');
    const scrolled = await panel.evaluate((list) => ((list.scrollTop = 120), list.scrollTop));
    expect(scrolled).toBe(120);
    await desk.host.core.call('session.workOffline', { on: true });
    await page.locator('[data-testid=connection-chip][data-state=workOffline]').waitFor();
    faults.set([{ kind: 'status', endpoint: 'listRoutes', status: 500 }]);
    await desk.host.core.call('session.workOffline', { on: false });
    const failure = page.getByText('the service failed (500)');
    await failure.waitFor();
    // What was chosen comes into sight when it is chosen, not with each day that is read.
    expect(await panel.evaluate((list) => list.scrollTop)).toBe(scrolled);
    faults.set([]);
    await status().getByRole('button', { name: 'Refresh' }).click();
    await failure.waitFor({ state: 'detached' });
    await expect.poll(() => status().textContent()).toMatch(/days kept on this computer/);
  });

  test('a vehicle that gets another name while its route is shown is called so there, too', async () => {
    const id = String(ids[2]);
    await goTo(page, `#/history/${id}?from=${workday(9)}&to=${workday(9)}`);
    await legs().first().waitFor();
    await desk.host.core.call('session.workOffline', { on: true });
    const written = await desk.host.core.call('outbox.write', {
      ...{ endpoint: 'updateVehicle', params: { vehicleId: id }, body: { regNo: 'WB-NEW' } },
    });
    expect(written.ok).toBe(true);
    await page.locator('.side').getByText('WB-NEW').first().waitFor();
    const opId = written.ok ? written.value.op.id : '';
    await desk.host.core.call('outbox.decide', { opId, decision: { remedy: 'cancel' } });
    await page.locator('.side').getByText('WB-NEW').waitFor({ state: 'detached' });
    await desk.host.core.call('session.workOffline', { on: false });
  });

  test('a day that can’t be read says how it is written, and a range that is backwards or too long is said at its field', async () => {
    await goTo(page, `#/history/${String(ids[0])}?from=${workday(5)}&to=${workday(5)}`);
    const from = page.getByLabel('From', { exact: true });
    // As the desk writes it, whatever the browser's own language is.
    const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    expect(await from.inputValue()).toBe(written.format(new Date(`${workday(5)}T12:00Z`)));
    await from.fill('some day');
    await from.press('Enter');
    await page.getByText(/^Enter it like \d+ \p{L}+ 20\d\d, or as 2026-03-09\.$/u).waitFor();
    expect(await from.inputValue()).toBe('some day');
    expect(await from.getAttribute('aria-invalid')).toBe('true');
    expect(await axeOf(page, '.side')).toEqual([]);
    expect(await page.evaluate(() => location.hash)).toContain(`from=${workday(5)}&`);
    const before = new Date(`${workday(6)}T12:00Z`);
    await from.fill(
      `${String(before.getUTCDate())}.${String(before.getUTCMonth() + 1)}.${String(before.getUTCFullYear())}`,
    );
    await from.press('Enter');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain(`from=${workday(6)}&`);
    await expect.poll(() => from.inputValue()).toBe(written.format(before));
    expect(await from.getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('To', { exact: true }).fill(workday(20));
    await page.getByText('This is before the first day.').waitFor();
    await from.fill(workday(80));
    await page.getByText('At most 31 days at once.').waitFor();
  });
});

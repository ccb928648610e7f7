import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { goTo, undoNotice } from '../support/tour.ts';

/** Shapes of areas that are changed as a whole. */

let desk: TestDesk;
let page: Page;
beforeAll(async () => {
  desk = await openDesk({
    vehicles: 5,
    map: false,
    at: '#/areas',
    viewport: { width: 1280, height: 640 },
  });
  page = desk.page;
  await workOffline(desk, true);
  for (const [name, west] of [
    ['Plan west', -2.3],
    ['Plan east', -2.295],
  ] as const) {
    await queue(desk, {
      endpoint: 'createArea',
      body: {
        ...{ name, type: 'rectangle', color: '#2563eb', groupIds: [] },
        coordinates: [
          { lat: 41.06, lng: west },
          { lat: 41.05, lng: west + 0.01 },
        ],
      },
    });
  }
});
afterAll(() => desk.close());

const editor = (): Locator => page.locator('article.editor');
const points = (): Locator => editor().locator('tbody tr');
const act = (name: string): Locator => editor().getByRole('button', { name, exact: true });
const outcome = (): Locator => editor().locator('.outcome');

async function created(): Promise<Record<string, unknown>[]> {
  const told = await desk.host.core.call('outbox.list', { offset: 0, limit: 20 });
  return told.ok
    ? told.value.ops.map(({ patch }) => JSON.parse(patch) as Record<string, unknown>)
    : [];
}

/** Types a number into the field of an act. */
async function amount(label: RegExp, typed: string): Promise<void> {
  await editor().getByLabel(label).fill(typed);
  await page.keyboard.press('Enter');
}

test('a shape is widened, joined, cut and simplified in its editor, each shown first and undone', async () => {
  await page.getByRole('button', { name: 'New area' }).click();
  await editor().getByLabel('Name').fill('Reshaped yard');
  await editor().getByText('Rectangle', { exact: true }).click();
  for (const [label, typed] of [
    ['North', '41.06'],
    ['West', '-2.305'],
    ['South', '41.05'],
    ['East', '-2.295'],
  ] as const) {
    await editor().getByLabel(label).fill(typed);
  }
  await page.keyboard.press('Tab');

  await act('Widen or narrow').click();
  const by = /^Move the edge outward by \(m\)/;
  await amount(by, '0');
  await outcome().getByText('Nothing would change.').waitFor();
  await amount(by, '-9000');
  await outcome().getByText('Nothing would be left of it.').waitFor();
  await amount(by, '100');
  await outcome()
    .getByText(/^It becomes a polygon with \d+ corners\.$/)
    .waitFor();
  await outcome()
    .getByText(/^Surface .* ha, then .* km²$/)
    .waitFor();
  const found = await axeOf(page, 'article.editor');
  expect(found.map(({ id, nodes }) => [id, nodes.map((n) => n.html)])).toEqual([]);
  // Nothing is changed before it is taken over.
  expect(await editor().getByLabel('North').inputValue()).toBe('41.06');
  await act('Take it over').click();
  await expect.poll(() => points().count()).toBeGreaterThan(20);
  const rim = await points().count();

  await act('Simplify').click();
  const within = /^Leave out corners within \(m\)/;
  await amount(within, '50000');
  await outcome().getByText('Nothing would be left of it.').waitFor();
  await amount(within, '20');
  await outcome()
    .getByText(`Points ${String(rim)}, then`, { exact: false })
    .waitFor();
  await act('Take it over').click();
  await expect.poll(() => points().count()).toBeLessThan(rim);
  await act('Undo shape').click();
  await expect.poll(() => points().count()).toBe(rim);
  await act('Undo shape').click();
  expect(await editor().getByLabel('North').inputValue()).toBe('41.06');

  await act('Cut an area out').click();
  await editor().getByRole('combobox').fill('Plan west');
  await page.getByRole('option', { name: /Plan west/ }).click();
  await act('Take it over').click();
  await expect.poll(() => points().count()).toBe(4);
  const west = editor().getByLabel(/^Longitude of point/);
  const lngs = await west.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(lngs.toSorted()).toEqual(['-2.3', '-2.3', '-2.305', '-2.305']);
  // What no longer touches can't be joined.
  await act('Join with an area').click();
  await editor().getByRole('combobox').fill('Plan east');
  await page.getByRole('option', { name: /Plan east/ }).click();
  await outcome().getByText('They do not touch each other').waitFor();
  await editor().getByRole('combobox').fill('Plan west');
  await page.getByRole('option', { name: /Plan west/ }).click();
  await act('Take it over').click();
  await expect.poll(() => points().count()).toBe(4);

  // The two of the plan are all that was written until now.
  expect(await created()).toHaveLength(2);
  await editor().getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Reshaped yard' }).waitFor();
  const written = (await created()).find(({ name }) => name === 'Reshaped yard');
  expect(written).toMatchObject({ type: 'polygon' });
  const corners = written?.['coordinates'] as { lat: number; lng: number }[];
  expect(corners.map(({ lng }) => lng).toSorted((a, b) => a - b)).toEqual([
    ...[-2.305, -2.305, -2.29, -2.29],
  ]);
  await undoNotice(page, 'Area saved');
  const waits = { states: ['QUEUED' as const], offset: 0, limit: 20 };
  await expect
    .poll(() => desk.host.core.call('outbox.list', waits))
    .toMatchObject({ value: { total: 2 } });
});

test('areas that are chosen in the list are joined, or cut from one, as a new draft, by keys', async () => {
  await goTo(page, '#/areas');
  await page.getByLabel('Search areas by name or by 52.1, 21.0').fill('Plan');
  const list = page.getByRole('grid', { name: 'areas' });
  await expect.poll(() => list.locator('.body [data-id]').count()).toBe(2);
  const choose = async (act: string): Promise<void> => {
    await list.focus();
    for (const key of ['Home', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: act, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await choose('Join…');
  const join = page.getByRole('dialog', { name: 'Join 2 areas' });
  await join.getByText('It becomes a polygon with 4 corners.').waitFor();
  expect(await axeOf(page, 'dialog')).toEqual([]);
  await join.getByRole('button', { name: 'Begin a new area with it' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => points().count()).toBe(4);
  expect(await editor().getByLabel('Name').inputValue()).toBe('Plan east + Plan west joined');
  await editor().getByRole('button', { name: 'Discard draft' }).click();
  await editor().waitFor({ state: 'detached' });
  await undoNotice(page, 'Draft discarded');
  await expect.poll(() => points().count()).toBe(4);
  expect(await editor().getByLabel('Name').inputValue()).toBe('Plan east + Plan west joined');
  await editor().getByRole('button', { name: 'Discard draft' }).click();
  await editor().waitFor({ state: 'detached' });

  await choose('Cut out…');
  const cut = page.getByRole('dialog', { name: 'Cut areas out of one' });
  await cut.getByLabel('The area that stays').selectOption({ label: 'Plan west' });
  await cut.getByText('It becomes a polygon with 4 corners.').waitFor();
  await cut.getByRole('button', { name: 'Begin a new area with it' }).click();
  await expect.poll(() => editor().getByLabel('Name').inputValue()).toBe('Plan west (cut)');
  const lngs = await editor()
    .getByLabel(/^Longitude of point/)
    .evaluateAll((all) => all.map((one) => Number((one as HTMLInputElement).value)));
  expect(lngs.toSorted((a, b) => a - b)).toEqual([-2.3, -2.3, -2.295, -2.295]);
  await editor().getByRole('button', { name: 'Discard draft' }).click();
  await editor().waitFor({ state: 'detached' });
  await page.getByLabel('Search areas by name or by 52.1, 21.0').fill('');
});

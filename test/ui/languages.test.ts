import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as arabic } from '../../renderer/text/ar.ts';
import { words as german } from '../../renderer/text/de.ts';
import { text as english, type Text } from '../../renderer/text/en.ts';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { colleague, recordIds, workOffline } from '../support/ledger.ts';
import { readPdf } from '../support/pdfFile.ts';
import { goTo, visit } from '../support/tour.ts';

/** The desk in other languages: the main job in each. */

let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, locale: 'de-AT' });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

const online = (): Promise<void> =>
  page.locator('[data-testid=connection-chip][data-state=online]').waitFor();

/** Finds a vehicle, changes it, sees it wait and be sent, and settles a conflict. */
async function mainJob(words: Text, vehicle: string): Promise<void> {
  const said = words.outbox;
  await online();
  const before = await colleague(desk, 'GET', `/vehicles/${vehicle}`);
  const regNo = /"regNo":\s*"([^"]+)"/.exec(before)?.[1] ?? '';
  await goTo(page, '#/vehicles');
  const search = page.getByRole('searchbox', { name: words.vehicles.search });
  await search.fill(regNo);
  await page.getByRole('row').filter({ hasText: regNo }).click();
  const details = page.getByRole('article', { name: regNo });

  await workOffline(desk, true);
  await details.getByRole('button', { name: words.vehicles.label.edit }).click();
  await details.getByRole('textbox', { name: words.columns.defaultLabel }).fill('Mine 7');
  await details.getByRole('button', { name: words.act.save, exact: true }).click();
  const change = page.getByTestId('pending-write').locator('dd');
  // The arrow leads from what was to what comes, whichever way that is.
  expect(await change.locator('[aria-hidden]').innerText()).toBe(words.word.arrow);
  const edges = await change
    .locator(':is(del, ins)')
    .evaluateAll((both) => both.map((one) => one.getBoundingClientRect().left));
  const isOnwards = (edges[0] ?? NaN) < (edges[1] ?? NaN);
  expect(isOnwards).toBe(words.word.arrow === '→');
  await goTo(page, '#/outbox');
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: said.holds.offline });
  await row.first().getByText(words.whatWrites.updateVehicle, { exact: true }).waitFor();
  await row
    .first()
    .getByText(new RegExp(`${words.word.arrow} [\\u2068]?Mine 7`))
    .waitFor();

  // What would leave with the account is told by the desk's name for it.
  await goTo(page, '#/settings/accounts');
  const account = page.getByRole('listitem').filter({ hasText: words.settings.account.local });
  await account.getByRole('button', { name: words.act.remove }).click();
  const leaving = page.getByRole('dialog').getByTestId('waiting-writes');
  await leaving.getByText(words.whatWrites.updateVehicle).waitFor();
  // In whatever language, axe judges the same.
  if (words === german) expect(await axeInOpen(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: words.act.cancel }).click();
  await leaving.waitFor({ state: 'detached' });
  await goTo(page, '#/outbox');

  // A colleague is quicker, so that it is the person who decides.
  await colleague(desk, 'POST', `/vehicles/${vehicle}`, { defaultLabel: 'Theirs 7' });
  await workOffline(desk, false);
  await page.getByTestId('connection-chip').getByText(words.chip.needsYou(1)).waitFor();
  await page.locator('[role=grid] [data-id]').first().click();
  await page.locator('article').getByRole('button', { name: said.remedies.resolve }).click();
  const dialog = page.getByRole('dialog', { name: said.conflict.title });
  await dialog
    .getByRole('radio', { name: said.conflict.sides.mine.title })
    .first()
    .check({ force: true });
  await dialog.getByRole('button', { name: words.act.apply }).click();
  const there = (): Promise<string> => colleague(desk, 'GET', `/vehicles/${vehicle}`);
  await expect.poll(there).toContain('Mine 7');
  await page.getByText(said.emptyOpen, { exact: true }).waitFor();
}

test('the main job is done in German, as the system asks', async () => {
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  const [vehicle = ''] = await recordIds(desk, 'vehicle');
  await mainJob(german, vehicle);
});

test('in German the tabs of a route stand in one row, also where its buttons have none', async () => {
  const [vehicle = ''] = await recordIds(desk, 'vehicle');
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, `#/history/${vehicle}`);
  const tabs = page.locator('main .head [role=tab]');
  await tabs.nth(2).waitFor();
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('documents are asked for in the language of the desk', async () => {
  await online();
  await goTo(page, '#/answers/600002');
  const { pdf } = german.forms;
  await page.getByRole('button', { name: pdf.menu }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: new RegExp(`^${pdf.local}`) }).click();
  const made = await downloading;
  const { dense } = await readPdf(await readFile(await made.path()));
  for (const said of [
    'FORMULARANTWORT',
    'Antwort600002',
    'Fahrzeug',
    'Seite1von',
    'ÖrtlicheKopie',
  ]) {
    expect(dense).toContain(said);
  }
  await goTo(page, '#/settings');
  const letters = page.getByRole('region', { name: german.settings.sections.letters });
  await letters.getByText('Tamil').first().waitFor();
});

test('and in Arabic, chosen in the settings, from right to left', async () => {
  await visit(page, '#/settings');
  await page.locator('label', { hasText: 'العربية' }).click();
  await page.locator('html[lang=ar][dir=rtl]').waitFor();
  const [, vehicle = ''] = await recordIds(desk, 'vehicle');
  await mainJob(arabic, vehicle);
});

/** Texts of a list that are cut, by the name of their column. */
function cutIn(column: string): Promise<string[]> {
  return page.getByRole('grid').evaluate((table, name) => {
    const heads = [...table.querySelectorAll('[role=columnheader]')];
    const at = heads.findIndex((head) => head.textContent.trim() === name);
    if (at === -1) return [`no column ${name}`];
    return [...table.querySelectorAll('[role=row]:has([role=gridcell])')].flatMap((row) => {
      const words = row.children[at]?.querySelector('.truncate') ?? null;
      return words !== null && words.scrollWidth > words.clientWidth ? [words.textContent] : [];
    });
  }, column);
}

/** Words of charts that reach beyond them. */
function outside(charts: Element[]): string[] {
  return charts.flatMap((chart) => {
    const { left, right } = chart.getBoundingClientRect();
    return [...chart.querySelectorAll('text')]
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < left || box.right > right;
      })
      .map((one) => one.textContent);
  });
}

/** Pixels that the example in an empty field lacks. */
function lackOf(field: HTMLInputElement): number {
  const style = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return Number.NaN;
  pen.font = style.font;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return Math.max(0, Math.round(pen.measureText(field.placeholder).width - room));
}

test('times of a list and the example of a day are whole in Arabic', async () => {
  await page.locator('html[dir=rtl]').waitFor();
  const { columns } = arabic.review;
  const id = '600002';
  valueOf(await desk.host.core.call('answers.wantIds', { ids: [id, '600001', '600009'] }));
  for (const width of [1024, 1400]) {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, `#/review/${id}`);
    await page.getByRole('grid').locator(`[data-id="${id}"]`).waitFor();
    await expect.poll(() => cutIn(columns.created)).toEqual([]);
    expect(await page.getByRole('textbox', { name: columns.due }).evaluate(lackOf)).toBe(0);
  }
});

test('numbers of lists are whole with their units, in miles and gallons and each language', async () => {
  for (const entity of ['area', 'fuelTransaction'] as const) await recordIds(desk, entity);
  await visit(page, '#/settings');
  await page.setViewportSize({ width: 900, height: 800 });
  await page.locator('label', { hasText: arabic.settings.appearance.unitNames.imperial }).click();
  const lists = (words: Text) =>
    [
      ['#/fuel?days=30', [words.columns.refueled]],
      ['#/fuel?tab=vehicles&days=30', [words.columns.refueled, words.word.distance]],
      ['#/areas', [words.word.surface]],
    ] as const;
  for (const [name, language, words] of [
    ['English', 'en', english],
    ['Deutsch', 'de', german],
    ['العربية', 'ar', arabic],
  ] as const) {
    if (language !== 'en') await visit(page, '#/settings');
    await page.locator('label', { hasText: new RegExp(`^\\s*${name}\\s*$`) }).click();
    await page.locator(`html[lang^=${language}]`).waitFor();
    for (const [hash, columns] of lists(words)) {
      await visit(page, hash);
      await page.locator('[role=grid] [data-id]').first().waitFor();
      for (const column of columns) await expect.poll(() => cutIn(column)).toEqual([]);
      expect(await page.locator('figure svg').evaluateAll(outside)).toEqual([]);
    }
  }
});

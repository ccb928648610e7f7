import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { words as arabic } from '../../renderer/text/ar.ts';
import { words as german } from '../../renderer/text/de.ts';
import { text as english, type Text } from '../../renderer/text/en.ts';
import { ENTITIES } from '../../shared/model/entity.ts';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { colleague, recordIds, workOffline } from '../support/ledger.ts';
import { readPdf } from '../support/pdfFile.ts';
import { everyStop, goTo, visit } from '../support/tour.ts';

/** The desk in other languages: every page in one that nobody speaks, and the main job in each. */

let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, locale: 'de-AT' });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

/**
 * Every page in a language that nobody speaks: German, the longest, a third longer still, and laid out
 * from right to left in the place of Arabic. What stands without its brackets was never translated, and
 * what it does not fit into cuts other languages too. The brackets count among the third.
 */
const SPOKEN = `const strange = (said) =>
  typeof said === 'string'
    ? said === '' ? said : '⟦' + said + '~'.repeat(Math.max(0, Math.ceil(said.length / 3) - 2)) + '⟧'
    : typeof said === 'function' ? (...given) => strange(said(...given))
    : Array.isArray(said) ? said.map(strange)
    : Object.fromEntries(Object.entries(said).map(([key, one]) => [key, strange(one)]));`;

/** What is wrong, by judge; each names the page. */
const found = {
  untold: new Array<string>(),
  cut: new Array<string>(),
  layout: new Array<string>(),
};

/** Where the words of Arabic come from. */
const SPOKEN_FROM = /\/ar-[^/]*\.js$/;

/** Serves German words, each of them made strange, as the Arabic ones. */
async function speak(): Promise<void> {
  const assets = path.resolve(import.meta.dirname, '..', '..', 'dist', 'renderer', 'assets');
  const german = readdirSync(assets).find((name) => /^de-.*\.js$/.test(name)) ?? '';
  await page.route(SPOKEN_FROM, async (route) => {
    const answer = await route.fetch({ url: `${desk.host.origin}/assets/${german}` });
    const body = (await answer.text()).replace(
      /export\s*\{\s*([\w$]+) as words\s*\};?/,
      (_, words: string) => `${SPOKEN}const told=strange(${words});export{told as words};`,
    );
    // The browser keeps none of it: the next reader of Arabic gets its own words.
    const headers = { ...answer.headers(), 'cache-control': 'no-store' };
    await route.fulfill({ response: answer, headers, body });
  });
}

/** Names that are not Waybill's to translate: of languages, files, and what the service calls so. */
const NAMES: readonly RegExp[] = [
  /^(English|Deutsch|العربية)$/,
  /^(PDF|XLSX|CSV) \p{Nd}+$/u,
  /^Cooler \d+$/,
  /^(Seat belt open|Camera covered|Distracted driving|Harsh braking|Following too close) \d+$/,
];

/** Words of what is pressed, filled in or read as a heading, without the brackets. */
const untold = (): Promise<string[]> =>
  page.evaluate(() => {
    const words =
      'button, h1, h2, h3, h4, label, legend, th, [role=columnheader], [role=tab], caption, summary, dt';
    const all = [...document.querySelectorAll<HTMLElement>(`main :is(${words})`)].map(
      (node) => node.textContent,
    );
    const named = [...document.querySelectorAll('main :is([aria-label], [placeholder])')].flatMap(
      (node) => [node.getAttribute('aria-label') ?? '', node.getAttribute('placeholder') ?? ''],
    );
    return [...all, ...named]
      .map((said) => said.replace(/\s+/g, ' ').trim())
      .filter((said) => /\p{L}{3}/u.test(said) && !said.includes('⟦'));
  });

/** Texts that their place cuts, and that are told whole nowhere. */
const cut = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((node) => {
        const own = [...node.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '',
        );
        const isSeen = node.clientWidth > 0 && node.closest('.visually-hidden, option') === null;
        const shows = ['visible', 'auto', 'scroll'].includes(getComputedStyle(node).overflowX);
        const fits = node.scrollWidth <= node.clientWidth + 1;
        return own && isSeen && !shows && !fits && node.closest('[title]') === null;
      })
      .map((node) => node.textContent.trim()),
  );

/** What is wider than the window and scrolls nowhere, by its tag and class. */
function tooWide(): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX !== 'visible') return true;
      }
      return false;
    };
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const out = box.width > 0 && (box.left < -1 || box.right > window.innerWidth + 1);
      return out && !scrolls(element) ? [`${element.tagName}.${element.className}`] : [];
    });
  });
}

/** Pixels from the left of a number in *All fields* to the sign before it. */
function signFromTheLeft(): Promise<number> {
  return page
    .locator('main article .value', { hasText: '+' })
    .first()
    .evaluate((node) => {
      const range = document.createRange();
      const at = node.textContent.indexOf('+');
      range.setStart(node.childNodes[0] ?? node, at);
      range.setEnd(node.childNodes[0] ?? node, at + 1);
      return range.getBoundingClientRect().left - node.getBoundingClientRect().left;
    });
}

/** Pages whose accessibility stands for that of all others, whose text alone is another one here. */
const MAIN = ['#/vehicles', '#/outbox', '#/settings'];

async function judge(name: string, hash: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  found.layout.push(...(await tooWide()).map((what) => `${name} ${String(width)}: ${what}`));
  // Names of records are not Waybill's, and are as long as they are.
  if (hash.split('/').length > 2) return;
  found.cut.push(...(await cut()).map((what) => `${name} ${String(width)}: ${what}`));
}

/** Opens the page anew with what was chosen in the settings; without a language it is the system's. */
async function choose(preferences: { words?: string; units?: string }): Promise<void> {
  const value = JSON.stringify(preferences);
  valueOf(await desk.host.core.call('desk.remember', { key: 'preferences', value }));
  await page.reload();
}

describe('a language that nobody speaks', () => {
  beforeAll(async () => {
    await speak();
    // With all lists read no page has words on one run that it lacks on another.
    for (const entity of ENTITIES) await desk.host.core.call('records.refresh', { entity });
    await choose({ words: 'ar' });
    await page.locator('html[dir=rtl] h1', { hasText: '⟦' }).first().waitFor();
    const rail = page.locator('nav[aria-label^="⟦"]').first();
    const stops = await everyStop(desk, (await rail.getAttribute('aria-label')) ?? '');
    expect(stops.length).toBeGreaterThan(25);
    let widths = [1280, 1024];
    for (const { name, hash } of stops) {
      await visit(page, hash);
      const isList = hash.split('/').length === 2;
      // A wide window shows more columns of a list; in details it has but more room.
      for (const width of isList ? widths : [1024]) await judge(name, hash, width);
      widths = widths.toReversed();
      if (isList) {
        const without = (await untold()).filter((said) => !NAMES.some((known) => known.test(said)));
        found.untold.push(...without.map((said) => `${name}: ${said}`));
      }
      if (name.startsWith('driver ')) {
        // What the service sent stands folded below what is made of it.
        await page.locator('main article summary').last().click();
        expect(await signFromTheLeft()).toBeLessThan(24);
      }
      if (!MAIN.includes(hash)) continue;
      const violations = await axeOf(page);
      for (const { impact, id, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue;
        found.layout.push(`${name} ${id} ${String(nodes[0]?.target)}`);
      }
    }
  });
  afterAll(async () => {
    await page.unroute(SPOKEN_FROM);
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(page, '#/vehicles');
    await choose({});
    await page.locator('html[lang=de]').waitFor();
  });

  test('no page has words that are not translated, or longer ones that are cut and told nowhere', () => {
    expect(found.untold).toEqual([]);
    expect(found.cut).toEqual([]);
  });

  test('every page fits a narrow window from right to left, and the main ones satisfy axe', () => {
    expect(found.layout).toEqual([]);
  });
});

const online = (): Promise<void> =>
  page.locator('[data-testid=connection-chip][data-state=online]').waitFor();

/** What would leave with the account is told by the desk's name for it. */
async function tellsWhatLeaves(): Promise<void> {
  await goTo(page, '#/settings/accounts');
  const { account: names } = german.settings;
  const account = page.getByRole('listitem').filter({ hasText: names.local });
  await account.getByRole('button', { name: german.act.remove }).click();
  const leaving = page.getByRole('dialog').getByTestId('waiting-writes');
  await leaving.getByText(german.whatWrites.updateVehicle).waitFor();
  // In whatever language, axe judges the same.
  expect(await axeInOpen(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: german.act.cancel }).click();
  await leaving.waitFor({ state: 'detached' });
  await goTo(page, '#/outbox');
}

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

  if (words === german) await tellsWhatLeaves();

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
  await goTo(page, '#/answers');
  await page.setViewportSize({ width: 900, height: 800 });
  const lists = (words: Text) =>
    [
      ['#/fuel?days=30', [words.columns.refueled]],
      ['#/fuel?tab=vehicles&days=30', [words.columns.refueled, words.word.distance]],
      ['#/areas', [words.word.surface]],
    ] as const;
  for (const [language, words] of [
    ['en', english],
    ['de', german],
    ['ar', arabic],
  ] as const) {
    await choose({ words: language, units: 'imperial' });
    await page.locator(`html[lang^=${language}]`).waitFor();
    for (const [hash, columns] of lists(words)) {
      await visit(page, hash);
      await page.locator('[role=grid] [data-id]').first().waitFor();
      for (const column of columns) await expect.poll(() => cutIn(column)).toEqual([]);
      expect(await page.locator('figure svg').evaluateAll(outside)).toEqual([]);
    }
  }
});

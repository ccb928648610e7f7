import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeInOpen, axeOf, OPEN, type Within } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { queue, workOffline } from '../support/ledger.ts';
import { lostBeside } from '../support/overflow.ts';
import { everyStop, visit } from '../support/tour.ts';

/**
 * Every page of the desk, opened once and looked at by all who judge whole pages: the policy, axe
 * (WCAG 2.2 AA as far as a program can tell), paper, and narrow windows.
 */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rows of a list are alike: a low window has fewer of them to look at. */
const WIDE = { width: 1280, height: 520 };
/** An enlarged page has fewer pixels of its own: 1280 at 375 % hold 341. */
const NARROW = [
  ['a window 900 pixels wide', { width: 900, height: 700 }],
  ['a page enlarged to 375 %', { width: 341, height: 213 }],
] as const;
/** Pages whose colours stand for all others where more contrast is asked for. */
const TELLING = ['vehicles', 'outbox', 'settings', 'review', 'fuel'];
/** The list that takes most room, which is printed by itself, too. */
const WIDEST = 'vehicles';
/** A page by itself: what stands around every page is looked at with the first without a network. */
const ALONE: Within = {
  include: 'html',
  // Rows of a list are alike, and more of them are drawn than are in sight.
  exclude: ['.desk > nav', '.topbar', '[role=grid] .body > :nth-child(n + 7)'],
};
/** What is pressed has no place on paper. */
const PRESSED = '.desk > nav, .topbar, .data-table, .icon-button, .separator';

let desk: TestDesk;
let page: Page;
/** What is wrong, by judge; each names the page. */
const found = {
  policy: new Array<string>(),
  axe: new Array<string>(),
  paper: new Array<string>(),
  narrow: new Map<string, string[]>(NARROW.map(([name]) => [name, []])),
};

/** Hears from now on what breaks the policy, what fails, and what is asked of another origin. */
async function listen({ host, page: heard }: TestDesk): Promise<string[]> {
  const complaints: string[] = [];
  await heard.exposeFunction('complain', (what: string) => complaints.push(what));
  await heard.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`;
      (window as unknown as { complain: (what: string) => void }).complain(told);
    });
  });
  heard.on('pageerror', (error) => complaints.push(error.message));
  heard.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  heard.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== host.origin && protocol !== 'data:') complaints.push(request.url());
  });
  return complaints;
}

/** Something is held and something is archived, so that marks and badges are on the page. */
async function makeWrites(): Promise<void> {
  const ids = await desk.host.core.call('records.ids', { view: { entity: 'vehicle' } });
  const [one = '', two = ''] = ids.ok ? ids.value.ids : [];
  await workOffline(desk, true);
  const body = { defaultLabel: 'Night reserve' };
  for (const opId of [
    await queue(desk, { endpoint: 'updateVehicle', params: { vehicleId: one }, body }),
    await queue(desk, { endpoint: 'archiveVehicle', params: { vehicleId: two } }),
  ]) {
    const held = await desk.host.core.call('outbox.decide', { opId, decision: { remedy: 'hold' } });
    expect(held.ok).toBe(true);
  }
  await workOffline(desk, false);
}

type Theme = 'light' | 'dark';
let theme: Theme = 'light';

async function show(next: Theme, contrast: 'no-preference' | 'more'): Promise<void> {
  await page.emulateMedia({ colorScheme: next, contrast });
  const more = contrast === 'more' ? '[data-contrast=more]' : ':not([data-contrast])';
  await page.locator(`html[data-theme=${next}]${more}`).waitFor();
  theme = next;
}

/** What axe finds by some rules in what is shown, in one line for each element. */
async function askAxe(name: string, within: Within, rules: string[]): Promise<void> {
  for (const { id, nodes } of await axeOf(page, within, rules)) {
    for (const { target, any } of nodes) {
      found.axe.push(`${name}, ${theme}: ${id} ${target.join(' ')} ${any[0]?.message ?? ''}`);
    }
  }
}

/**
 * What is wrong on paper; on the screen again, the page has the other theme. All in one, since each change
 * of what a page is drawn for draws all of it anew.
 */
async function judgePaper(name: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const head = page.locator('.print-head');
  await head.waitFor();
  const seen = await page.evaluate(
    (pressed) => ({
      head: document.querySelector('.print-head')?.textContent ?? '',
      pressed: [...document.querySelectorAll(pressed)]
        .filter((node) => node.checkVisibility())
        .map((node) => node.className),
      theme: document.documentElement.dataset['theme'],
      // Nothing stands beside the sheet.
      tooWide: document.documentElement.scrollWidth - innerWidth,
    }),
    PRESSED,
  );
  if (!/Waybill · .+ · Printed .+ UTC/.test(seen.head)) found.paper.push(`${name}: ${seen.head}`);
  if (seen.theme !== 'light') found.paper.push(`${name}: in ${String(seen.theme)}`);
  if (seen.tooWide > 0) found.paper.push(`${name}: ${String(seen.tooWide)} pixels too wide`);
  found.paper.push(...seen.pressed.map((what) => `${name}: ${what}`));
  theme = theme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ media: 'screen', colorScheme: theme });
  await head.waitFor({ state: 'detached' });
  const after = await page.evaluate(() => document.documentElement.dataset['theme']);
  if (after !== theme) found.paper.push(`${name}: left in ${String(after)}`);
}

/** The themes differ in nothing but colours, so one of them is asked for these alone. */
async function judgeByAxe(name: string, within: Within): Promise<void> {
  await askAxe(name, within, RULES);
  await show(theme === 'light' ? 'dark' : 'light', 'no-preference');
  await askAxe(name, within, ['color-contrast']);
}

/** The colours that are shown where more contrast is asked for. */
async function judgeContrast(name: string, within: Within): Promise<void> {
  for (const next of ['light', 'dark'] as const) {
    await show(next, 'more');
    await askAxe(`${name}, more`, within, ['color-contrast']);
  }
  await show(theme, 'no-preference');
}

async function judgeNarrow(name: string): Promise<void> {
  for (const [window, size] of NARROW) {
    await page.setViewportSize(size);
    const lost = await lostBeside(page);
    found.narrow.get(window)?.push(...lost.map((what) => `${name}: ${what}`));
  }
  await page.setViewportSize(WIDE);
}

/** Looks at every page, without maps: drawn in software they cost more than all else on a page. */
async function lookAtPages(): Promise<void> {
  page = desk.page;
  const stops = await everyStop(desk);
  expect(stops.length).toBeGreaterThan(25);
  await makeWrites();
  // With its policy, as it is delivered.
  found.policy = await listen(desk);
  await page.goto('about:blank');
  await page.goto(`${desk.host.origin}/#/settings`);
  await page.locator('main nav[aria-label=Settings]').waitFor();
  await show('light', 'no-preference');
  for (const { name, hash } of stops) {
    await visit(page, hash);
    // A page with a record open shows and prints its list, too; in a narrow window it does not.
    const isBeside = stops.some((other) => other.hash.startsWith(`${hash}/`));
    if (!isBeside) await askAxe(name, ALONE, RULES);
    if (!isBeside || name === WIDEST) await judgePaper(name);
    if (!isBeside) await askAxe(name, ALONE, ['color-contrast']);
    await judgeNarrow(name);
  }
  // Without a network, what needs one is told otherwise.
  await workOffline(desk, true);
  for (const [at, name] of TELLING.entries()) {
    await visit(page, `#/${name}`);
    const within = at === 0 ? 'html' : ALONE;
    await askAxe(`${name}, offline`, within, RULES);
    await judgeContrast(`${name}, offline`, within);
  }
}

beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, at: '#/settings' });
  await lookAtPages();
});
afterAll(() => desk.close());

test('every page opens without an error or a breach of the policy', async () => {
  await visit(page, '#/vehicles');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
  await page.keyboard.press('Escape');
  expect(found.policy).toEqual([]);
});

test('every page prints what it says, with its name, tenant, time and zone, and nothing to press', () => {
  expect(found.paper).toEqual([]);
});

describe.each(NARROW)('%s', (name) => {
  test('loses no control of any page', () => {
    expect(found.narrow.get(name)).toEqual([]);
  });
});

test('axe finds nothing on any page, nor in menus and dialogs, in any theme', async () => {
  await visit(page, '#/vehicles');
  await page.locator('[role=grid] [data-id]').first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await judgeByAxe('menu of a vehicle', OPEN);
  await judgeContrast('menu of a vehicle', OPEN);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  await page.getByRole('dialog', { name: 'Add a vehicle' }).waitFor();
  await judgeByAxe('dialog of a vehicle', OPEN);
  await judgeContrast('dialog of a vehicle', OPEN);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  await judgeByAxe('palette', OPEN);
  await page.keyboard.type('nothing is called so');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  found.axe.push(...(await axeInOpen(page)));
  expect(found.axe).toEqual([]);
});

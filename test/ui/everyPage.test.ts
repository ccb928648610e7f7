import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { lostBeside } from '../support/overflow.ts';
import { everyStop, visit } from '../support/tour.ts';

/**
 * Every page of the desk, opened once and looked at by all who judge whole pages: the policy, axe
 * (WCAG 2.2 AA as far as a program can tell), paper, and narrow windows.
 */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 800 };
/** An enlarged page has fewer pixels of its own: 1280 at 375 % hold 341. */
const NARROW = [
  ['a window 900 pixels wide', { width: 900, height: 700 }],
  ['a page enlarged to 375 %', { width: 341, height: 213 }],
] as const;
/** Pages whose colours stand for all others where more contrast is asked for. */
const TELLING = new Set(['vehicles', 'outbox', 'settings', 'review', 'fuel']);
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
async function listen(): Promise<void> {
  await page.exposeFunction('complain', (what: string) => found.policy.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`;
      (window as unknown as { complain: (what: string) => void }).complain(told);
    });
  });
  page.on('pageerror', (error) => found.policy.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.policy.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== desk.host.origin && protocol !== 'data:') found.policy.push(request.url());
  });
}

/** Something waits and something is archived, so that marks and badges are on the page. */
async function makeWrites({ host: { core } }: TestDesk): Promise<void> {
  const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
  const [one = '', two = ''] = ids.ok ? ids.value.ids : [];
  await core.call('session.workOffline', { on: true });
  const body = { defaultLabel: 'Night reserve' };
  await core.call('outbox.write', { endpoint: 'updateVehicle', params: { vehicleId: one }, body });
  await core.call('outbox.write', { endpoint: 'archiveVehicle', params: { vehicleId: two } });
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
async function askAxe(name: string, rules: string[]): Promise<void> {
  for (const { id, nodes } of await axeOf(page, 'html', rules)) {
    for (const { target, any } of nodes) {
      found.axe.push(`${name}, ${theme}: ${id} ${target.join(' ')} ${any[0]?.message ?? ''}`);
    }
  }
}

/** The themes differ in nothing but colours, so one of them is asked for these alone. */
async function judgeByAxe(name: string, contrast: boolean): Promise<void> {
  await askAxe(name, RULES);
  if (contrast) {
    await show(theme, 'more');
    await askAxe(`${name}, more`, ['color-contrast']);
  }
  const other = theme === 'light' ? 'dark' : 'light';
  if (contrast) {
    await show(other, 'more');
    await askAxe(`${name}, more`, ['color-contrast']);
  }
  await show(other, 'no-preference');
  await askAxe(name, ['color-contrast']);
}

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
  await page.emulateMedia({ media: 'screen' });
  await head.waitFor({ state: 'detached' });
  const after = await page.evaluate(() => document.documentElement.dataset['theme']);
  if (after !== theme) found.paper.push(`${name}: left in ${String(after)}`);
}

async function judgeNarrow(name: string): Promise<void> {
  for (const [window, size] of NARROW) {
    await page.setViewportSize(size);
    const lost = await lostBeside(page);
    found.narrow.get(window)?.push(...lost.map((what) => `${name}: ${what}`));
  }
  await page.setViewportSize(WIDE);
}

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, at: '#/settings' });
  page = desk.page;
  const stops = await everyStop(desk);
  await desk.host.core.call('records.read', {
    endpoint: 'getAnswer',
    params: { answerId: '600001' },
    refresh: 'ifMissing',
  });
  await makeWrites(desk);
  await listen();
  // With its policy, as it is delivered.
  await page.goto('about:blank');
  await page.goto(`${desk.host.origin}/#/settings`);
  await page.locator('main nav[aria-label=Settings]').waitFor();
  await show('light', 'no-preference');
  expect(stops.length).toBeGreaterThan(25);
  for (const { name, hash } of stops) {
    await visit(page, hash);
    await judgePaper(name);
    // A page with a record open shows its list, too.
    const isBeside = stops.some((other) => other.hash.startsWith(`${hash}/`));
    if (!isBeside || TELLING.has(name)) await judgeByAxe(name, TELLING.has(name));
    await judgeNarrow(name);
  }
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
  await judgeByAxe('menu of a vehicle', true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  await page.getByRole('dialog', { name: 'Add a vehicle' }).waitFor();
  await judgeByAxe('dialog of a vehicle', true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  await judgeByAxe('palette', false);
  await page.keyboard.type('nothing is called so');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  found.axe.push(...(await axeInOpen(page)));
  expect(found.axe).toEqual([]);
});

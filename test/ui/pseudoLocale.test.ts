import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../shared/model/entity.ts';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { everyStop, visit } from '../support/tour.ts';

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

let desk: TestDesk;
let page: Page;
/** What is wrong, by judge; each names the page. */
const found = {
  untold: new Array<string>(),
  cut: new Array<string>(),
  layout: new Array<string>(),
};

/** Serves German words, each of them made strange, as the Arabic ones. */
async function speak(): Promise<void> {
  const assets = path.resolve(import.meta.dirname, '..', '..', 'dist', 'renderer', 'assets');
  const german = readdirSync(assets).find((name) => /^de-.*\.js$/.test(name)) ?? '';
  await page.route(/\/ar-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch({ url: `${desk.host.origin}/assets/${german}` });
    const body = (await answer.text()).replace(
      /export\s*\{\s*([\w$]+) as words\s*\};?/,
      (_, words: string) => `${SPOKEN}const told=strange(${words});export{told as words};`,
    );
    await route.fulfill({ response: answer, body });
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

beforeAll(async () => {
  desk = await openDesk({ vehicles: 12, map: false, locale: 'ar', at: '#/settings' });
  page = desk.page;
  await speak();
  // With all lists read no page has words on one run that it lacks on another.
  for (const entity of ENTITIES) await desk.host.core.call('records.refresh', { entity });
  await page.reload();
  await page.locator('html[dir=rtl] h1', { hasText: '⟦' }).first().waitFor();
  const rail =
    (await page.locator('nav[aria-label^="⟦"]').first().getAttribute('aria-label')) ?? '';
  const stops = await everyStop(desk, rail);
  expect(stops.length).toBeGreaterThan(25);
  let widths = [1280, 1024];
  for (const { name, hash } of stops) {
    await visit(page, hash);
    for (const width of widths) await judge(name, hash, width);
    // The next one begins at the width that is there.
    widths = widths.toReversed();
    if (hash.split('/').length === 2) {
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
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    found.layout.push(...grave.map(({ id, nodes }) => `${name} ${id} ${String(nodes[0]?.target)}`));
  }
});
afterAll(() => desk.close());

test('no page has words that are not translated, or longer ones that are cut and told nowhere', () => {
  expect(found.untold).toEqual([]);
  expect(found.cut).toEqual([]);
});

test('every page fits a narrow window from right to left, and the main ones satisfy axe', () => {
  expect(found.layout).toEqual([]);
});

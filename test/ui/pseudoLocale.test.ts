import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../shared/model/entity.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { visit } from '../support/tour.ts';

/**
 * A language that nobody speaks, a third longer than its own: what stands without its brackets was
 * never translated, and what it does not fit into cuts other languages too.
 */
const SPOKEN = `const strange = (said) =>
  typeof said === 'string'
    ? said === '' ? said : '⟦' + said + '~'.repeat(Math.ceil(said.length / 3)) + '⟧'
    : typeof said === 'function' ? (...given) => strange(said(...given))
    : Array.isArray(said) ? said.map(strange)
    : Object.fromEntries(Object.entries(said).map(([key, one]) => [key, strange(one)]));`;

let desk: TestDesk;
let page: Page;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 20, map: false, scale: 0.25, locale: 'de' });
  page = desk.page;
  // The file of German words is served with each of them made strange.
  await page.route(/\/de-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(
      /export\s*\{\s*(\w+) as words\s*\};?/,
      (_, words: string) => `${SPOKEN}const told=strange(${words});export{told as words};`,
    );
    await route.fulfill({ response: answer, body });
  });
  // With all lists read no page has words on one run that it lacks on another.
  for (const entity of ENTITIES) await desk.host.core.call('records.refresh', { entity });
  await page.reload();
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

/** Names that are not Waybill's to translate: of languages, files, and what the service calls so. */
const NAMES: readonly RegExp[] = [
  /^(English|Deutsch|العربية)$/,
  /^(PDF|XLSX|CSV) \d+$/,
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

test('no page has words that are not translated, or longer ones that are cut and told nowhere', async () => {
  const pages = await page
    .locator('nav li a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(pages).toHaveLength(18);
  await page.locator('[role=columnheader]', { hasText: '⟦' }).first().waitFor();
  for (const hash of [...pages, '#/answers']) {
    await visit(page, hash);
    const without = (await untold()).filter((said) => !NAMES.some((name) => name.test(said)));
    expect(without, hash).toEqual([]);
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await cut(), `${hash} at ${String(width)}`).toEqual([]);
    }
  }
});

import type { Page } from 'playwright';
import type { Mark } from './probe.ts';

/** What is done to the desk, and how the page tells that it shows the outcome. */

/** Waits for the rows of a list. */
export const rows = (page: Page): Promise<void> =>
  page.locator('[role=grid] .body [data-id]').first().waitFor();

/** One kind of input, done several times. */
interface Input {
  name: string;
  /** Brings the page to where each act begins, and gives the acts in their order. */
  acts(page: Page): Promise<readonly { act: () => Promise<void>; shown: Mark }[]>;
}

/** Texts of two letters of which each leaves another number of vehicles, so that the page shows it. */
async function tellingTexts(page: Page): Promise<string[]> {
  const all = ['12', '47', '80', '33', '71', '95', 'la', 've', 'ma', 'tr', 'qu', 'ho', 'sk'];
  return page.evaluate(async (texts) => {
    const count = async (text: string): Promise<number> => {
      const view = { entity: 'vehicle' as const, text };
      const read = await window.waybill?.call('records.window', { view, offset: 0, limit: 1 });
      if (read?.ok !== true) throw new Error('The mirror does not answer');
      return read.value.total;
    };
    const whole = await count('');
    const telling: string[] = [];
    for (const text of texts) {
      const counts = [whole, await count(text.slice(0, 1)), await count(text)];
      if (new Set(counts).size === counts.length) telling.push(text);
    }
    if (telling.length === 0) throw new Error('No text narrows the list letter by letter');
    return telling;
  }, all);
}

/** Addresses of pages with a list. */
export const PAGES = ['areas', 'drivers', 'vehicles'] as const;

/** What people do most. */
export const INPUTS: readonly Input[] = [
  {
    name: 'a letter typed into the filter, to its rows',
    async acts(page) {
      const box = page.getByRole('searchbox').first();
      await box.focus();
      const act = (key: string) => ({
        act: () => page.keyboard.press(key),
        shown: 'count' as const,
      });
      const texts = await tellingTexts(page);
      return texts.flatMap((text) => [...text.split('').map(act), act('Escape')]);
    },
  },
  {
    name: 'J and K in the list',
    async acts(page) {
      await page.getByRole('grid').first().focus();
      await page.keyboard.press('Home');
      const act = (key: string) => ({
        act: () => page.keyboard.press(key),
        shown: 'active' as const,
      });
      return [...Array<string>(20).fill('j'), ...Array<string>(10).fill('k')].map(act);
    },
  },
  {
    name: 'a vehicle opened, to its name',
    async acts(page) {
      const row = page.locator('[role=grid] .body [data-id]');
      return Array.from({ length: 12 }, (_, at) => ({
        act: () => row.nth(at).locator('[role=gridcell]').first().click(),
        shown: 'detail' as const,
      }));
    },
  },
  {
    name: 'another page, to its rows',
    async acts(page) {
      // Code of a page is loaded the first time: that is measured apart, with the first paint.
      for (const hash of PAGES) await goAndWait(page, hash);
      return [...PAGES, ...PAGES, ...PAGES].map((hash) => ({
        act: () => page.locator(`nav[aria-label=Pages] li a[href="#/${hash}"]`).click(),
        shown: 'page' as const,
      }));
    },
  },
];

/** Goes to a page by the rail and waits for its rows. */
export async function goAndWait(page: Page, hash: string): Promise<void> {
  await page.locator(`nav[aria-label=Pages] li a[href="#/${hash}"]`).click();
  await rows(page);
}

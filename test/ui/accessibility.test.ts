import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { beginAt, everyStop, goTo, visit } from '../support/tour.ts';

/**
 * WCAG 2.2 AA as far as a program can tell, on every page, in dialogs and menus, and in each theme;
 * and pages that a person enlarges, or to which the system gives its colours.
 */

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Theme = 'light' | 'dark';

/** What axe finds here, in one line for each element. */
async function violations(page: Page, theme: Theme, contrast: 'no-preference' | 'more') {
  await page.emulateMedia({ colorScheme: theme, contrast });
  const more = contrast === 'more' ? '[data-contrast=more]' : ':not([data-contrast])';
  await page.locator(`html[data-theme=${theme}]${more}`).waitFor();
  // The themes differ in nothing but colours.
  const isFirst = theme === 'light' && contrast === 'no-preference';
  const found = await axeOf(page, 'html', isFirst ? RULES : ['color-contrast']);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${theme} ${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
  );
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

test('axe finds nothing on any page, nor in menus and dialogs, in any theme', async () => {
  const desk = await openDesk({ vehicles: 12 });
  onTestFinished(() => desk.close());
  const { page } = desk;
  await page.locator('[role=grid] [data-id]').first().waitFor();
  const all = await everyStop(desk);
  // A page with a record open shows its list, too.
  const stops = all.filter(({ hash }) => !all.some((other) => other.hash.startsWith(`${hash}/`)));
  expect(stops.length).toBeGreaterThan(18);
  await desk.host.core.call('records.read', {
    endpoint: 'getAnswer',
    params: { answerId: '600001' },
    refresh: 'ifMissing',
  });
  await makeWrites(desk);
  const found: string[] = [];
  const look = async (name: string, contrast = false): Promise<void> => {
    for (const theme of ['light', 'dark'] as const) {
      found.push(
        ...(await violations(page, theme, 'no-preference')).map((one) => `${name}: ${one}`),
      );
      if (!contrast) continue;
      found.push(...(await violations(page, theme, 'more')).map((one) => `${name}, more: ${one}`));
    }
  };
  /** Pages whose colours stand for all others where more contrast is asked for. */
  const TELLING = new Set(['vehicles', 'outbox', 'settings', 'review', 'fuel']);
  for (const { name, hash } of stops) {
    await visit(page, hash);
    await look(name, TELLING.has(name));
  }
  await visit(page, '#/vehicles');
  await page.locator('[role=grid] [data-id]').first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await look('menu of a vehicle', true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a vehicle' }).click();
  await page.getByRole('dialog', { name: 'Add a vehicle' }).waitFor();
  await look('dialog of a vehicle', true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
  await look('palette');
  await page.keyboard.type('nothing is called so');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  found.push(...(await axeInOpen(page)));
  expect(found).toEqual([]);
});

describe('set up by a person', () => {
  let desk: TestDesk;
  let page: Page;
  beforeAll(async () => {
    desk = await openDesk({ vehicles: 12, map: false });
    page = desk.page;
  });
  afterAll(() => desk.close());

  /** The list of vehicles, in such colours and so large a window. */
  async function begin(
    forcedColors: 'none' | 'active',
    size: { width: number; height: number },
  ): Promise<void> {
    await page.emulateMedia({ forcedColors });
    await page.setViewportSize(size);
    await beginAt(page, '#/outbox');
    await goTo(page, '#/vehicles');
  }

  describe('enlarged to 200 %', () => {
    // 1280 pixels across hold 640 of the page's own.
    beforeEach(() => begin('none', { width: 640, height: 450 }));

    const breadth = async (of: Locator): Promise<number> => (await of.boundingBox())?.width ?? 0;

    test('enlarged twice, details have the room alone, and closing them leads back to the list', async () => {
      const grid = page.getByRole('grid', { name: 'vehicles' });
      await grid.locator('[data-id]').first().waitFor();
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const detail = page.locator('article.detail');
      await detail.waitFor();
      expect(await breadth(detail)).toBeGreaterThan(500);
      await page.keyboard.press('Escape');
      await detail.waitFor({ state: 'detached' });
      await expect.poll(() => grid.evaluate((node) => node === document.activeElement)).toBe(true);
    });

    test('enlarged twice, what stands beside a list keeps room to be read, and nothing is out of sight', async () => {
      await goTo(page, '#/forms');
      const hint = page.getByText('Choose a form, or open an answer by its id');
      await hint.waitFor();
      expect(await breadth(page.locator('.split > .pane').last())).toBeGreaterThan(250);
      const chip = page.getByTestId('connection-chip').locator('.truncate');
      expect(await chip.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);

      // Somewhat wider, the list is there again, and the button that closes is in sight.
      await page.setViewportSize({ width: 760, height: 600 });
      await goTo(page, '#/drivers');
      await page.locator('[role=grid] [data-id]').first().click();
      const close = page.locator('article.detail').getByRole('button', { name: 'Close details' });
      await close.waitFor();
      const box = await close.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(760);
    });
  });

  describe('in forced colours', () => {
    beforeEach(() => begin('active', { width: 1280, height: 800 }));

    const fillOf = (at: Locator): Promise<string> =>
      at.evaluate((node) => getComputedStyle(node).backgroundColor);

    /** What the system fills chosen things with, as a page is told it. */
    const highlight = (): Promise<string> =>
      page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('div'));
        probe.style.backgroundColor = 'Highlight';
        const { backgroundColor } = getComputedStyle(probe);
        probe.remove();
        return backgroundColor;
      });

    test('in forced colours what is chosen, pressed and current is filled, and nothing else is', async () => {
      const rows = page.locator('[role=grid] .body .row[data-id]');
      await rows.nth(1).waitFor();
      await page.getByRole('button', { name: /^Stopped/ }).click();
      await rows.first().getByRole('img', { name: 'Stopped' }).waitFor();
      await rows.first().click();
      await page.locator('main article').waitFor();
      const filled = await highlight();
      const plain = [
        page.getByRole('button', { name: /^Idling/ }),
        page.locator('nav li a[href="#/drivers"]'),
        rows.nth(1),
      ];
      const chosen = [
        page.getByRole('button', { name: /^Stopped/ }),
        page.locator('nav li a[href="#/vehicles"]'),
        rows.first(),
      ];
      for (const at of chosen) expect(await fillOf(at)).toBe(filled);
      for (const at of plain) expect(await fillOf(at)).not.toBe(filled);

      await goTo(page, '#/settings/appearance');
      const theme = page.getByRole('group', { name: 'Theme' });
      expect(await fillOf(theme.locator('label', { hasText: 'As the system' }))).toBe(filled);
      expect(await fillOf(theme.locator('label', { hasText: 'Dark' }))).not.toBe(filled);
    });

    test('in forced colours the row that the keyboard is on has lines, and colours that are told stay', async () => {
      await visit(page, '#/reference?kind=vehicleType');
      const grid = page.getByRole('grid');
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      const lineOf = (at: Locator): Promise<string> =>
        at.evaluate((node) => getComputedStyle(node).borderBlockStartWidth);
      await expect.poll(() => lineOf(grid.locator('.row.active > .cell').first())).toBe('3px');
      expect(await lineOf(grid.locator('.body .row:not(.active) > .cell').first())).toBe('0px');

      const colours = await page
        .locator('.swatch')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
      expect(new Set(colours).size).toBeGreaterThan(2);
    });
  });
});

import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { everyStop, visit } from '../support/tour.ts';

/** WCAG 2.2 AA as far as a program can tell, on every page, in dialogs and menus, and in each theme. */

let desk: TestDesk;
afterEach(() => desk.close());

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
async function makeWrites(): Promise<void> {
  const { core } = desk.host;
  const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
  const [one = '', two = ''] = ids.ok ? ids.value.ids : [];
  await core.call('session.workOffline', { on: true });
  const body = { defaultLabel: 'Night reserve' };
  await core.call('outbox.write', { endpoint: 'updateVehicle', params: { vehicleId: one }, body });
  await core.call('outbox.write', { endpoint: 'archiveVehicle', params: { vehicleId: two } });
}

test(
  'axe finds nothing on any page, nor in menus and dialogs, in any theme',
  { timeout: 480_000 },
  async () => {
    desk = await openDesk({ vehicles: 12 });
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
    await makeWrites();
    const found: string[] = [];
    const look = async (name: string, contrast = false): Promise<void> => {
      for (const theme of ['light', 'dark'] as const) {
        found.push(
          ...(await violations(page, theme, 'no-preference')).map((one) => `${name}: ${one}`),
        );
        if (!contrast) continue;
        found.push(
          ...(await violations(page, theme, 'more')).map((one) => `${name}, more: ${one}`),
        );
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
  },
);

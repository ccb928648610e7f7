import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '../../shared/model/entity.ts';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { everyStop, visit, type Stop } from '../support/tour.ts';

/**
 * A narrow window, and a page enlarged to 375 %: 1280 pixels across hold 341 of the page's own.
 * Nothing is lost beside the window: whatever is wider scrolls where it is.
 */

let desk: TestDesk;
let page: Page;
let stops: Stop[];
beforeAll(async () => {
  desk = await openDesk({ vehicles: 12 });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
  stops = await everyStop(desk);
});
afterAll(() => desk.close());

/** How far the page is wider than its window, and the controls that stand outside of it. */
async function lost(): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const scrolls = (node: Element | null): boolean => {
      for (let at = node; at !== null; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX === 'auto' || overflowX === 'scroll') return true;
      }
      return false;
    };
    const outside = [...document.querySelectorAll('a[href], button, input, [role=grid]')].filter(
      (node) => {
        const box = node.getBoundingClientRect();
        const seen = node.checkVisibility({ visibilityProperty: true });
        if (!seen || box.width <= 1 || node.closest('.skip, .visually-hidden') !== null) {
          return false;
        }
        return (box.right > window.innerWidth + 1 || box.left < -1) && !scrolls(node.parentElement);
      },
    );
    return [
      ...(wide > 0 ? [`${String(wide)} pixels too wide`] : []),
      ...outside.map((node) => `${node.tagName} ${node.ariaLabel ?? node.textContent}`.trim()),
    ];
  });
}

describe.each([
  ['a window 900 pixels wide', { width: 900, height: 700 }],
  ['a page enlarged to 375 %', { width: 341, height: 213 }],
])('%s', (_what, size) => {
  test('loses no control of any page', async () => {
    await page.setViewportSize(size);
    const found: string[] = [];
    for (const { name, hash } of stops) {
      await visit(page, hash);
      found.push(...(await lost()).map((what) => `${name}: ${what}`));
    }
    expect(found).toEqual([]);
  });

  test('reaches rail, search, connection and table', async () => {
    await page.setViewportSize(size);
    await visit(page, '#/settings');
    await page.locator('nav[aria-label=Pages] li a[href="#/vehicles"]').click();
    await page.locator('[role=grid] [data-id]').first().click();
    await page.locator('main article').waitFor();
    await page.getByTestId('connection-chip').click();
    await page.getByRole('switch', { name: 'Work offline' }).waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByTestId('account-menu').waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
    await page.keyboard.press('Escape');
  });
});

const detail = () => page.locator('article.detail');
async function firstOf(entity: Entity): Promise<string> {
  await desk.host.core.call('records.refresh', { entity });
  const reply = await desk.host.core.call('records.ids', { view: { entity } });
  return (reply.ok ? reply.value.ids[0] : undefined) ?? '';
}

test('beside the details a small window keeps when a report runs, and where and how much was fuelled', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const kept = [
    ['scheduledReport', '#/reports/', '', 'When'],
    ['fuelTransaction', '#/fuel/', '?days=30', 'Station'],
    ['fuelTransaction', '#/fuel/', '?days=30', 'Volume'],
  ] as const;
  for (const [entity, place, query, column] of kept) {
    await visit(page, `${place}${await firstOf(entity)}${query}`);
    await page.getByRole('columnheader', { name: column }).waitFor();
  }
});

test('beside an answer the list keeps findings, as a mark with their number', async () => {
  const { core } = desk.host;
  const ids = Array.from({ length: 40 }, (_, at) => String(600_001 + at));
  valueOf(await core.call('answers.wantIds', { ids }));
  const view = { findings: 'either' as const };
  const first = async (): Promise<string | undefined> => {
    const { rows } = valueOf(await core.call('answers.window', { view, offset: 0, limit: 1 }));
    return rows[0]?.id;
  };
  await expect.poll(first).toBeDefined();
  for (const width of [1024, 1400]) {
    await page.setViewportSize({ width, height: 768 });
    await visit(page, `#/review/${(await first()) ?? ''}`);
    await page.locator('main article h2').first().waitFor();
    const list = page.getByRole('grid', { name: 'Answers to review' });
    await list.getByRole('columnheader', { name: 'Findings' }).waitFor();
    const mark = list.getByRole('img', { name: /something wrong|no answer/ }).first();
    expect(await mark.textContent()).toMatch(/[1-9]/);
  }
});

test('the age of a vehicle’s fix stands on one line with its label, however its head is filled', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, `#/vehicles/${await firstOf('vehicle')}`);
  const middle = (of: string): Promise<number> =>
    detail()
      .locator(`.who ${of}`)
      .evaluate((node) => {
        const { top, bottom } = node.getBoundingClientRect();
        return (top + bottom) / 2;
      });
  expect(Math.abs((await middle('.label')) - (await middle('.seen')))).toBeLessThan(4);
});

test('no notice covers what is pressed in the foot of a list or of details', async () => {
  for (const size of [
    { width: 1024, height: 768 },
    { width: 760, height: 700 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, `#/vehicles/${await firstOf('vehicle')}`);
    await detail()
      .getByRole('button', { name: /^(Archive|Restore)$/ })
      .click();
    const notice = page.locator('.toast').last();
    await notice.getByRole('button', { name: 'Undo' }).waitFor();
    const covered = (): Promise<string[]> =>
      page.locator('main footer button').evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return over?.closest('.toast') === null ? [] : [button.textContent];
        }),
      );
    expect(await page.locator('main footer button').count()).toBeGreaterThan(0);
    await expect.poll(covered).toEqual([]);
    await notice.getByRole('button', { name: 'Undo' }).click();
  }
});

test('names of 200 letters, with and without spaces, are cut or broken where they stand', async () => {
  const writes = [
    ['vehicle', 'updateVehicle', 'defaultLabel', 'Refuse collection, second yard. '.repeat(6)],
    ['area', 'updateArea', 'name', 'Hauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4)],
  ] as const;
  await page.setViewportSize({ width: 1024, height: 768 });
  await desk.host.core.call('session.workOffline', { on: true });
  for (const [entity, endpoint, field, name] of writes) {
    const id = await firstOf(entity);
    const asked = { params: { [`${entity}Id`]: id }, body: { [field]: name } };
    const made = await desk.host.core.call('outbox.write', { endpoint, ...asked });
    expect(made.ok).toBe(true);
    await visit(page, `#/${entity}s/${id}`);
    await page.locator('main article').getByText(name.slice(0, 60)).first().waitFor();
    const sideways = await page
      .locator('main :is(.content, .page, .data-table)')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth + 1)
          .map((part) => part.getAttribute('class') ?? ''),
      );
    expect([...(await lost()), ...sideways], entity).toEqual([]);
  }
});

import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Entity } from '../../shared/model/entity.ts';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { lostBeside } from '../support/overflow.ts';
import { beginAt, goTo, visit } from '../support/tour.ts';

/**
 * Pages that a person enlarges, that stand in a narrow window, or to which the system gives its colours.
 * Nothing is lost beside the window: whatever is wider scrolls where it is.
 */

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

test('a window 900 pixels wide, and a page enlarged to 375 %, reach rail, search, connection and table', async () => {
  for (const size of [
    { width: 900, height: 700 },
    { width: 341, height: 213 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, '#/answers');
    await page.locator('nav[aria-label=Pages] li a[href="#/vehicles"]').click();
    await page.locator('[role=grid] [data-id]').first().click();
    await page.locator('main article').waitFor();
    // Axe judges what opens where it has least room.
    const isLeast = size.width < 900;
    await page.getByTestId('connection-chip').click();
    await page.getByRole('switch', { name: 'Work offline' }).waitFor();
    if (isLeast) expect(await axeInOpen(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByTestId('account-menu').waitFor();
    if (isLeast) expect(await axeInOpen(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
    await page.keyboard.press('Escape');
  }
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
    expect([...(await lostBeside(page)), ...sideways], entity).toEqual([]);
  }
});

describe('in forced colours', () => {
  beforeEach(() => begin('active', { width: 1280, height: 800 }));
  afterAll(() => page.emulateMedia({ forcedColors: 'none' }));

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

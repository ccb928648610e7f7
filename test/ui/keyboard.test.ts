import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { keysOf } from '../support/keys.ts';
import {
  colleague,
  queue,
  readAnswer,
  recordIds,
  standingWithoutDriver,
  workOffline,
} from '../support/ledger.ts';
import { visit } from '../support/tour.ts';

/**
 * The main job of a dispatcher by keys alone. Nothing is focused or clicked by the test: a place
 * that Tab does not reach, or a key that does not work, fails it.
 */

let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 40, map: false });
  page = desk.page;
  await page.evaluate(() => {
    const counted = Object.assign(window, { pointed: 0 });
    window.addEventListener('pointerdown', () => (counted.pointed += 1), true);
  });
  await page.getByRole('grid', { name: 'vehicles' }).waitFor();
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

const { press, tabTo, enter, command, goTo, openVehicle } = keysOf(() => page);

const pointed = (): Promise<number> =>
  page.evaluate(() => (window as unknown as { pointed: number }).pointed);
const has = (target: Locator) => () => target.evaluate((node) => node === document.activeElement);

describe('without a mouse', () => {
  test('the whole main job is done by keys alone', async () => {
    const [changed = '', archived = ''] = await standingWithoutDriver(desk);
    expect(archived).not.toBe('');
    await command('Work offline');
    await page.locator('[data-testid=connection-chip][data-state=workOffline]').waitFor();

    await openVehicle(changed);
    await tabTo(page.getByRole('button', { name: 'Change the label' }));
    await press('Enter', 'Control+a');
    await page.keyboard.type('Night reserve');
    await press('Enter');
    await page.getByRole('article').getByText('Night reserve').first().waitFor();

    await tabTo(page.getByRole('button', { name: 'Assign a driver' }));
    await press('Enter');
    await page.getByRole('option').nth(1).waitFor();
    await press('ArrowDown', 'Enter');
    const off = page.getByRole('button', { name: 'Take off', exact: true });
    const both = page.getByRole('button', { name: 'Assign this one too' });
    await both.or(off).waitFor();
    if (await both.isVisible()) {
      await tabTo(both);
      await press('Enter');
    }
    await off.waitFor();
    // What had the focus went with the question; the focus stayed.
    await page.locator('article:focus-within').waitFor();

    await openVehicle(archived);
    await tabTo(page.getByRole('article').getByRole('button', { name: 'Archive' }));
    await press('Enter');
    await page.getByRole('article').getByText('Archived').first().waitFor();

    await goTo('areas');
    await tabTo(page.getByRole('button', { name: 'New area' }));
    await press('Enter');
    const editor = page.getByRole('article', { name: 'New area' });
    await tabTo(editor.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('Night parking');
    await tabTo(editor.getByRole('textbox', { name: 'Latitude' }));
    await page.keyboard.type('41.0612');
    await tabTo(editor.getByRole('textbox', { name: 'Longitude' }));
    await page.keyboard.type('-2.3105');
    await tabTo(editor.getByRole('textbox', { name: 'Radius' }));
    await press('Control+a');
    await page.keyboard.type('120');
    await tabTo(editor.getByRole('button', { name: 'Save' }));
    await press('Enter');
    await page.getByRole('article', { name: 'Night parking' }).waitFor();

    await goTo('outbox');
    const waiting = page
      .getByRole('row')
      .filter({ hasText: /Waits for (a connection|another write)/ });
    await expect.poll(() => waiting.count()).toBe(4);

    await command('Stop working offline');
    const log = () =>
      desk.service
        .running()
        .log()
        .map(({ endpoint }) => endpoint)
        .toSorted();
    await expect.poll(log).toEqual(['archiveVehicle', 'createArea', 'setDriver', 'updateVehicle']);

    await goTo('forms');
    await tabTo(page.getByRole('grid', { name: 'forms' }));
    await press('Home', 'Enter');
    await tabTo(page.getByRole('grid', { name: 'Answers to this form' }));
    await page
      .locator('[role=grid][aria-label="Answers to this form"] [data-id]')
      .first()
      .waitFor();
    await press('Home', 'Enter');
    await page.locator('article h1').waitFor();
    await tabTo(page.getByRole('button', { name: 'Export PDF' }));
    const download = page.waitForEvent('download');
    await press('Enter');
    // What it holds is told by the tests of forms.
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

    expect(await pointed()).toBe(0);
  });

  test('a command typed from its beginning stays under Enter, whatever is found meanwhile', async () => {
    const made = await desk.host.core.call('outbox.write', {
      endpoint: 'createAreaGroup',
      body: { name: 'Go to Forms' },
    });
    expect(made.ok).toBe(true);
    await press('Control+k');
    await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
    await page.keyboard.type('Go to Forms');
    // Other groups resemble the words; this one bears them.
    await page
      .getByRole('option', { name: /Go to Forms area group/ })
      .first()
      .waitFor();
    const chosen = page.locator('[role=option][aria-selected=true]');
    expect(await chosen.innerText()).toContain('G F');
    await press('Enter', 'Control+k');
    await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
    expect(await page.evaluate(() => window.location.hash)).toBe('#/forms');
    await press('Escape');
  });

  test('G and a letter goes to every page, and letters are text inside a field', async () => {
    const links = await page.locator('nav[aria-label=Pages] li a').evaluateAll((all) =>
      all.map((a) => ({
        address: a.getAttribute('href') ?? '',
        letter: /\(G (\w)\)/.exec(a.getAttribute('title') ?? '')?.[1]?.toLowerCase() ?? '',
      })),
    );
    // Each has one of its own; where each leads is told by `test/unit/deskKeys.test.ts`.
    expect(new Set(links.map(({ letter }) => letter).filter(Boolean)).size).toBe(18);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const { address, letter } of [...links.slice(1, 2), ...links.slice(-1)]) {
      await press('g', letter);
      await page.waitForFunction((hash) => window.location.hash === hash, address);
    }
    await press('g', 'v');
    const search = page.getByRole('searchbox', { name: /Search registration/ });
    await tabTo(search);
    await press('Control+a');
    await page.keyboard.type('go');
    expect(await search.inputValue()).toBe('go');
    expect(await page.evaluate(() => window.location.hash)).toBe('#/vehicles');
    await press('Escape');
    expect(await search.inputValue()).toBe('');
  });

  test('the keys of a list work as soon as its page is open, before anything has the focus', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press('g', 'a');
    await page.locator('main[aria-label="Areas"]').waitFor();
    await press('g', 'v');
    const grid = page.getByRole('grid', { name: 'vehicles' });
    await grid.locator('[data-id]').first().waitFor();
    await press('j');
    expect(await grid.evaluate((node) => node === document.activeElement)).toBe(true);
    await press('g', 'a');
    await page.locator('main[aria-label="Areas"]').waitFor();
    await press('g', 'v');
    await grid.locator('[data-id]').first().waitFor();
    await press('/');
    await page.keyboard.type('047');
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('047');
    await press('Escape', 'Tab');
  });

  test('a conflict is resolved, a refused write corrected and a table exported by keys alone', async () => {
    const [disputed = '', refused = ''] = await recordIds(desk, 'vehicle');
    const openWrite = async (): Promise<void> => {
      await goTo('outbox');
      const grid = page.getByRole('grid').first();
      await grid.locator('[data-id]').first().waitFor();
      await tabTo(grid);
      await press('Home', 'Enter');
    };
    const needsYou = page.getByTestId('connection-chip').getByText('1 needs you');
    const there = (id: string) => () => colleague(desk, 'GET', `/vehicles/${id}`);
    const rename = (vehicleId: string, defaultLabel: string) =>
      queue(desk, { endpoint: 'updateVehicle', params: { vehicleId }, body: { defaultLabel } });

    await workOffline(desk, true);
    await rename(disputed, 'Mine 8');
    await colleague(desk, 'POST', `/vehicles/${disputed}`, { defaultLabel: 'Theirs 8' });
    await workOffline(desk, false);
    await needsYou.waitFor();
    await openWrite();
    await tabTo(page.getByRole('button', { name: 'Choose per field' }));
    await press('Enter');
    const sides = page.getByRole('dialog').getByRole('radio');
    await tabTo(sides.first());
    await press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Mine' }).isChecked()).toBe(true);
    await tabTo(page.getByRole('button', { name: 'Apply' }));
    await press('Enter');
    await expect.poll(there(disputed)).toContain('Mine 8');

    const { faults } = desk.service.running();
    faults.set([{ kind: 'status', endpoint: 'updateVehicle', status: 422, times: 1 }]);
    await rename(refused, 'Wrong 8');
    await needsYou.waitFor();
    await openWrite();
    await tabTo(page.locator('article').getByRole('button', { name: 'Edit', exact: true }));
    await press('Enter');
    await tabTo(page.getByRole('dialog').getByLabel('Label'));
    await press('Control+a');
    await page.keyboard.type('Right 8');
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
    await press('Enter');
    await expect.poll(there(refused)).toContain('Right 8');

    await goTo('vehicles');
    await tabTo(page.getByRole('button', { name: 'Table as a file' }));
    await press('Enter');
    await tabTo(page.getByRole('menuitem', { name: 'As CSV' }), 'ArrowDown');
    const download = page.waitForEvent('download');
    await press('Enter');
    expect((await download).suggestedFilename()).toBe('Waybill vehicles.csv');
    expect(await pointed()).toBe(0);
  });

  test('the focus goes on where the work does: a page, a record out of the palette, what was saved or taken back', async () => {
    const [plate = ''] = await standingWithoutDriver(desk);
    const article = page.getByRole('article', { name: plate });
    const reach = async (): Promise<void> => {
      await press('Control+k');
      await page.getByRole('combobox', { name: /Search vehicles/ }).waitFor();
      await page.keyboard.insertText(plate);
      await page.getByRole('option', { name: plate }).first().waitFor();
      await press('Enter');
      await expect.poll(has(article)).toBe(true);
    };
    await goTo('areas');
    await expect.poll(has(page.locator('main'))).toBe(true);
    // The page has to come first; then the details are beside the list already.
    await reach();
    const add = page.getByRole('button', { name: 'Add a vehicle' });
    await tabTo(add, 'Shift+Tab');
    await press('Enter');
    await tabTo(page.getByRole('dialog').getByLabel('Registration'));
    await page.keyboard.type('FOCUS 1');
    await workOffline(desk, true);
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(has(add)).toBe(true);
    // A notice stays while it is pointed at.
    await page.locator('.toast').last().hover();
    await reach();

    const vehicleId = await page.evaluate(() => window.location.hash.split('/').at(-1) ?? '');
    await queue(desk, {
      ...{ endpoint: 'updateVehicle', params: { vehicleId } },
      body: { defaultLabel: 'Not that one' },
    });
    await tabTo(article.getByTestId('pending-write').getByRole('button', { name: 'Undo' }));
    await press('Enter');
    await article.getByTestId('pending-write').waitFor({ state: 'detached' });
    await expect.poll(has(article)).toBe(true);

    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' }).last();
    await tabTo(undo);
    await press('Enter');
    await expect.poll(has(article)).toBe(true);
    await workOffline(desk, false);
  });

  test('no focus is lost where what was pressed goes: a reset, a pause, a filter, a tag, a note', async () => {
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await goTo('settings');
    for (const isAlone of [false, true]) {
      const themes = page.getByRole('group', { name: 'Theme' });
      await tabTo(themes.getByRole('radio', { checked: true }), isAlone ? 'Shift+Tab' : 'Tab');
      await press('ArrowDown');
      if (isAlone) await enter(button(/^Modified/), 'Shift+Tab');
      await enter(button('Reset Theme'));
      const gone = page.locator('[aria-label="Reset Theme"]:not([aria-disabled])');
      await gone.waitFor({ state: 'detached' });
      expect(await has(isAlone ? page.getByRole('searchbox') : button('Reset Theme'))()).toBe(true);
      if (!isAlone) await press('Tab');
      // There is nothing to put back.
      await button('Reset Theme').waitFor({ state: 'detached' });
    }

    await readAnswer(desk, '600101');
    await workOffline(desk, true);
    const ids = Array.from({ length: 9 }, (_none, at) => String(600_101 + at));
    await desk.host.core.call('answers.wantIds', { ids });
    await visit(page, '#/review');
    await enter(button('Pause'));
    // The same button, which has the focus still.
    await button('Go on').waitFor();
    await press('Enter');
    await button('Pause').waitFor();
    await workOffline(desk, false);
    await enter(button('Put away'));
    await button('Put away').waitFor({ state: 'detached' });
    expect(await has(page.getByRole('grid'))()).toBe(true);

    await press('Home', 'Enter');
    await tabTo(page.getByRole('textbox', { name: 'Note' }));
    await page.keyboard.type('Call');
    await press('Control+Enter');
    await enter(button('Hide this note'));
    await button('Hide this note').waitFor({ state: 'detached' });
    expect(await has(page.getByRole('region', { name: 'Notes' }))()).toBe(true);
    const tag = page.getByRole('textbox', { name: 'Add a tag' });
    await tabTo(tag);
    await page.keyboard.type('mirror');
    await press('Enter');
    await enter(button('Remove the tag mirror'), 'Shift+Tab');
    await button('Remove the tag mirror').waitFor({ state: 'detached' });
    expect(await has(tag)()).toBe(true);

    await visit(page, '#/vehicles');
    await enter(button('Filter by a field'));
    await tabTo(page.getByRole('combobox', { name: 'Field' }));
    await page.keyboard.type('Depot');
    await tabTo(page.getByRole('dialog').getByRole('checkbox').first());
    await press('Space');
    await enter(button('Add filter'));
    await enter(button(/^Take the filter away/));
    await button(/^Take the filter away/).waitFor({ state: 'detached' });
    expect(await has(page.getByRole('grid', { name: 'vehicles' }))()).toBe(true);
  });

  test('the reading of the lists is stopped from its panel, and says so', async () => {
    const { faults } = desk.service.running();
    faults.set([{ kind: 'latency', endpoint: 'listUsers', delayMs: 120_000, times: 1 }]);
    void desk.host.core.call('session.syncNow', {});
    const chip = page.getByTestId('connection-chip');
    await chip.getByText(/^Syncing/).waitFor();
    await press('Control+k');
    await page.keyboard.insertText('Stop reading');
    const stop = page.getByRole('option', { name: 'Stop reading' });
    await stop.waitFor();
    await press('Escape');
    await tabTo(chip);
    await press('Enter');
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Stop reading' }));
    await press('Enter');
    await page
      .getByText(/^Reading was stopped\./)
      .first()
      .waitFor();
    await chip.getByText('Online').waitFor();
    await press('Escape', 'Control+k');
    await page.keyboard.insertText('Stop reading');
    await stop.getByText('Nothing is being read.').waitFor();
    await press('Escape');
    faults.set([]);
  });

  test('Skip to the page is the first stop, and every stop of the vehicles page shows its focus', async () => {
    await page.goto(`${desk.host.origin}/#/vehicles`);
    await page.reload();
    await page.locator('[role=grid] [data-id]').first().waitFor();
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page');
    await press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('desk-main');
    const hidden: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await press('Tab');
      const covered = await page.evaluate(() => {
        const node = document.activeElement;
        if (node === null || node === document.body) return null;
        const { x, y, width, height } = node.getBoundingClientRect();
        const sight =
          x + width > 0 && y + height > 0 && x < window.innerWidth && y < window.innerHeight;
        return sight ? null : `${node.tagName} ${node.textContent.trim().slice(0, 40)}`;
      });
      if (covered !== null) hidden.push(covered);
    }
    expect(hidden).toEqual([]);
  });
});

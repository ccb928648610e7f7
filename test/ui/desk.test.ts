import type { Page } from 'playwright';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import type { Result } from '../../shared/result.ts';
import { axeInOpen, axeOf, OPEN } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { takeAllBack, workOffline } from '../support/ledger.ts';
import { beginAt, goTo, undoNotice } from '../support/tour.ts';

let desk: TestDesk;
const complaints: string[] = [];

/** A page whose complaints are heard, and which draws no map. */
async function begin(page: Page): Promise<void> {
  watch(page);
}

function watch(page: Page): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
}

beforeAll(async () => {
  // A low window has fewer rows to draw.
  desk = await openDesk({ vehicles: 12, map: false, viewport: { width: 1280, height: 560 } });
  await begin(desk.page);
});
beforeEach(() => {
  complaints.length = 0;
});
afterAll(() => desk.close());

/** A page of a desk that is online, with nothing that the test before left waiting. */
async function online(at: string): Promise<Page> {
  const { page } = desk;
  if ((await page.getByTestId('connection-chip').innerText()) !== 'Online') await takeAllBack(desk);
  await beginAt(page, at);
  await page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
  return page;
}

/** The list of vehicles, with nothing of what the test before did there. */
async function vehicles(): Promise<Page> {
  // A page that is left forgets what was picked and looked for.
  const { page } = desk;
  await beginAt(page, '#/outbox');
  await goTo(page, '#/vehicles');
  await rows(page).first().waitFor();
  return page;
}

const rows = (page: Page) => page.locator('[role=grid] [data-id]');

async function chooseTheme(page: Page, name: string): Promise<void> {
  await goTo(page, '#/settings/appearance');
  await page.getByRole('group', { name: 'Theme' }).locator('label', { hasText: name }).click();
}

/** Another theme and a wider list; how wide it is then. */
async function changeLook(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await rows(page).first().click();
  const separator = page.getByRole('separator', { name: 'Resize list' });
  await separator.focus();
  const width = (): Promise<string> =>
    separator.getAttribute('aria-valuenow').then((value) => value ?? '');
  const before = await width();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).not.toBe(before);
  expect(Number(await width())).toBeGreaterThan(0);
  return width();
}

/** Both are as they were left. Ends at the list alone. */
async function expectLook(page: Page, width: string): Promise<void> {
  await page.locator('html[data-theme=dark]').waitFor();
  await rows(page).first().click();
  const separator = '[role=separator][aria-label="Resize list"]';
  await page.locator(`${separator}[aria-valuenow="${width}"]`).waitFor();
  await goTo(page, '#/vehicles');
}

/** Starts the desk anew, on the same data. */
async function restart(): Promise<Page> {
  await desk.restart();
  await begin(desk.page);
  await rows(desk.page).first().waitFor();
  return desk.page;
}

describe('desk', () => {
  test('a switch that fails goes back and says why, and the button of an open panel closes it', async () => {
    const page = await online('#/outbox');
    const chip = page.getByTestId('connection-chip');
    const toggle = page.getByRole('switch', { name: 'Work offline' });
    const why = 'Nothing more fits on this disk.';
    const error = { kind: 'local', code: 'test.full', message: why, next: 'none' } as const;
    const call: (name: string, input: unknown) => Promise<Result<unknown>> =
      desk.host.core.call.bind(desk.host.core);
    const spy = vi
      .spyOn(desk.host.core, 'call')
      .mockImplementation(async (name: string, input: unknown) =>
        name === 'session.workOffline' ? { ok: false, error } : call(name, input),
      );
    onTestFinished(() => spy.mockRestore());
    await chip.click();
    await toggle.click();
    await page.getByRole('dialog', { name: 'Connection' }).getByText(why).waitFor();
    expect(await toggle.isChecked()).toBe(false);
    await chip.click();
    await toggle.waitFor({ state: 'detached' });
  });

  test('a wrong address keeps the form and says what failed and what is safe', async () => {
    const page = await online('#/settings');
    await page.getByLabel('Server address').fill('http://127.0.0.1:1/api');
    await page.getByLabel('Token', { exact: true }).fill('not.a.token');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Server address').inputValue()).toBe('http://127.0.0.1:1/api');
  });

  test('a second window follows what is picked in the first, until it is told not to', async () => {
    await online('#/outbox');
    const page = await vehicles();
    const ids = await rows(page).evaluateAll((found) =>
      found.map((row) => row.getAttribute('data-id') ?? ''),
    );
    const command = async (window: Page, words: string): Promise<void> => {
      await window.keyboard.press('Control+k');
      await window.getByRole('combobox', { name: /Search vehicles/ }).fill(words);
      await window.getByRole('option', { name: words, exact: true }).waitFor();
      await window.keyboard.press('Enter');
    };
    // What was told last is not told again, and another test may have picked the same.
    await goTo(page, `#/vehicles/${ids[0]}`);
    await goTo(page, '#/vehicles');
    const opening = page.context().waitForEvent('page');
    await command(page, 'New window');
    const other = await opening;
    await rows(other).first().waitFor();
    await goTo(other, '#/history');
    await goTo(page, `#/vehicles/${ids[1]}`);
    await other.waitForURL((url) => url.hash.startsWith(`#/history/${ids[1]}`));
    expect(page.url()).toContain(`#/vehicles/${ids[1]}`);

    const hearing = (shown: Page) =>
      shown.evaluateHandle(() => ({
        at: new Promise<void>((resolve) => {
          window.waybill?.on(({ name }) => name === 'selection' && resolve());
        }),
      }));
    // Picked once more, after the other window has moved on while this one showed something else.
    await goTo(page, '#/outbox');
    const heard = await hearing(page);
    await goTo(other, `#/history/${ids[2]}`);
    await heard.evaluate(({ at }) => at);
    await goTo(page, `#/vehicles/${ids[1]}`);
    await other.waitForURL((url) => url.hash.startsWith(`#/history/${ids[1]}`));

    await command(other, 'Stop following other windows');
    const told = await hearing(other);
    await goTo(page, `#/vehicles/${ids[2]}`);
    await told.evaluate(({ at }) => at);
    expect(other.url()).toContain(`#/history/${ids[1]}`);

    await other.goto(`${new URL(page.url()).origin}/?wall#/vehicles`);
    await other.locator('main').waitFor();
    await other.locator('.maplibregl-map, .map').first().waitFor();
    expect(await other.locator('nav[aria-label=Pages], header, [role=grid]').count()).toBe(0);
    const away = other.getByTestId('wall-away');
    expect(await away.count()).toBe(0);
    await workOffline(desk, true);
    await away.getByTestId('connection-chip').getByText('Working offline').waitFor();
    await away.getByText(/^Last contact: /).waitFor();
    await workOffline(desk, false);
    await away.waitFor({ state: 'detached' });
    await other.close();
  });
});

describe('desk without a network', () => {
  // Nothing is read meanwhile, at a start neither: it takes longer than all that is pressed.
  beforeAll(() => workOffline(desk, true));

  test('a driver who drives another vehicle says so before being assigned', async () => {
    const { page } = desk;
    const view = { entity: 'vehicle', archived: 'no' } as const;
    const read = await desk.host.core.call('records.window', { view, offset: 0, limit: 40 });
    const all = (read.ok ? read.value.rows : []).map(
      ({ json }) =>
        JSON.parse(json) as { id: number; regNo: string; driver: { fullName: string } | null },
    );
    const taken = all.find(({ driver }) => driver !== null);
    const other = all.find(({ id }) => id !== taken?.id);
    await goTo(page, `#/vehicles/${String(other?.id)}`);
    await page.getByRole('button', { name: /^(Assign a|Change) driver$/ }).click();
    const choice = page.getByRole('combobox', { name: 'Search drivers' });
    await choice.fill(taken?.driver?.fullName ?? '');
    await page
      .getByRole('option')
      .getByText(`Drives ${String(taken?.regNo)}`)
      .waitFor();
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    await page.locator('article.detail section[aria-label=Driver] button:focus').waitFor();
  });

  test('the table is one tab stop and is worked by keys alone', async () => {
    const page = await vehicles();
    const grid = page.getByRole('grid', { name: 'vehicles' });
    await grid.focus();
    const active = async () => {
      const id = await grid.getAttribute('aria-activedescendant');
      return page.evaluate((to) => document.getElementById(to ?? '')?.dataset['id'] ?? null, id);
    };
    const first = await active();
    await page.keyboard.press('End');
    const last = await active();
    expect(last).not.toBeNull();
    expect(last).not.toBe(first);
    await page.keyboard.press('Home');
    expect(await active()).toBe(first);
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('12 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('[role=columnheader][aria-sort=descending]').waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    expect(await grid.locator('[tabindex="0"]').count()).toBe(0);
  });

  test('the palette finds a record, goes there and says why a command is disabled', async () => {
    const page = await vehicles();
    const plate = (await rows(page).nth(3).locator('.plate').textContent()) ?? '';
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: /Search vehicles/ });
    await box.fill('sync now');
    await page
      .getByRole('option', { name: /Sync now/ })
      .getByText('Needs a connection')
      .waitFor();
    await box.fill(plate);
    await page
      .getByRole('option', { name: new RegExp(plate) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: plate }).waitFor();
    expect(page.url()).toContain('#/vehicles/');
  });

  test('a list is narrowed by any field, grouped, and kept as a view that a key shows again after a restart, as are theme and widths', async () => {
    const page = await vehicles();
    onTestFinished(() => chooseTheme(desk.page, 'As the system'));
    const foot = page.getByText(/^\d+ vehicles( match)?$/);
    const all = await foot.textContent();
    await page.getByRole('button', { name: 'By status' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'By depot' }).click();
    const byDepot = page.getByRole('group', { name: 'By depot' });
    const chip = byDepot.locator('button[aria-pressed]').first();
    await chip.locator('.count').waitFor();
    const depot = (await chip.locator('span').first().textContent())?.trim() ?? '';
    const count = await chip.locator('.count').textContent();

    await page.getByRole('button', { name: 'Filter by a field' }).click();
    const filter = page.getByRole('dialog', { name: 'Filter by a field' });
    await filter.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Depot' });
    await filter.getByRole('button', { name: 'Add filter' }).click();
    await filter.getByText('Enter something to look for.').waitFor();
    expect(await axeOf(page, OPEN)).toEqual([]);
    await filter.getByRole('checkbox', { name: depot, exact: true }).check();
    await filter.getByRole('button', { name: 'Add filter' }).click();
    const condition = page.getByRole('button', { name: `Take the filter away: Depot: ${depot}` });
    await condition.waitFor();
    await expect.poll(() => foot.textContent()).toBe(`${count ?? ''} vehicles match`);

    await page.getByRole('button', { name: 'Views of this list' }).click();
    const views = page.getByRole('dialog', { name: 'Views of this list' });
    await views.getByRole('button', { name: 'Keep as a view' }).click();
    await views.getByText('Give the view a name.').waitFor();
    expect(await axeInOpen(page)).toEqual([]);
    await views.getByRole('textbox', { name: 'Name of the view' }).fill('Mornings');
    await views.getByRole('button', { name: 'Keep as a view' }).click();
    await condition.click();
    await expect.poll(() => foot.textContent()).toBe(all);

    // It is the account's: another start of the desk has it too.
    const width = await changeLook(page);
    const again = await restart();
    await expectLook(again, width);
    await again.getByRole('button', { name: 'Views of this list' }).click();
    await again.getByRole('button', { name: 'Mornings Alt+1' }).waitFor();
    await again.keyboard.press('Escape');
    await again.keyboard.press('Alt+1');
    await again.getByRole('button', { name: `Take the filter away: Depot: ${depot}` }).waitFor();
    await again.getByRole('group', { name: 'By depot' }).waitFor();
    await again.getByRole('button', { name: 'Views of this list' }).click();
    await again.getByRole('button', { name: 'Forget the view Mornings' }).click();
    await again.getByRole('button', { name: 'Mornings Alt+1' }).waitFor({ state: 'detached' });
    await undoNotice(again, 'Mornings');
    await again.getByRole('button', { name: 'Views of this list' }).click();
    await again.getByRole('button', { name: 'Mornings Alt+1' }).waitFor();
    await again.keyboard.press('Escape');
    // One that took its place gives it back.
    const narrowed = again.getByRole('button', {
      name: `Take the filter away: Depot: ${depot}`,
    });
    await narrowed.click();
    await again.getByRole('button', { name: 'Views of this list' }).click();
    await again.getByRole('textbox', { name: 'Name of the view' }).fill('Mornings');
    await again.getByRole('button', { name: 'Keep as a view' }).click();
    await undoNotice(again, 'View “Mornings” kept');
    await again.keyboard.press('Alt+1');
    await narrowed.waitFor();
    expect(complaints).toEqual([]);
  });
});

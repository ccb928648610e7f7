import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { axeInOpen } from './axe.ts';

/** What a reviewer does with many answers: collects them, judges all, finds some, hands a sheet out. */

export const grid = (page: Page) => page.getByRole('grid', { name: 'Answers to review' });

/** What was counted and confirmed before the range changed is not fetched. */
async function countsAnew(adding: Locator): Promise<void> {
  await adding.getByRole('tab', { name: 'Range' }).click();
  await adding.getByLabel('From', { exact: true }).fill('1');
  const to = adding.getByLabel('To', { exact: true });
  await to.fill('100');
  const confirm = adding.getByRole('checkbox').first();
  await adding.getByRole('button', { name: 'Fetch 100' }).waitFor();
  await confirm.check();
  const fetching = adding.getByRole('button', { name: /^Fetch 100/ });
  await expect.poll(() => fetching.getAttribute('aria-disabled')).toBeNull();
  await to.fill('20000');
  await adding.getByRole('button', { name: 'Fetch 20,000' }).waitFor();
  expect(await confirm.isChecked()).toBe(false);
  await to.fill('');
  await adding.getByRole('tab', { name: 'Pasted' }).click();
  await adding.getByText('6 ids, 0 of them are here.').waitFor();
  // What was typed since is refused at once, not only after it was counted.
  const refused = adding.getByLabel('Ids of answers').evaluate(async (field) => {
    if (field instanceof HTMLTextAreaElement) field.value += ' ';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    return document.querySelector('dialog [type=submit]')?.getAttribute('aria-disabled');
  });
  expect(await refused).toBe('true');
}

/** Asks for answers by a text of ids; one of them does not exist. */
export async function collect(page: Page): Promise<void> {
  await page.getByText('No answer is here yet').waitFor();
  // One way on, and no answer to choose.
  expect(await page.getByText('Choose an answer').count()).toBe(0);
  await page.getByRole('button', { name: 'Add answers' }).click();
  const adding = page.getByRole('dialog', { name: 'Add answers' });
  await adding
    .getByLabel('Ids of answers')
    .fill('Answers: 600001; 600002, 600009 / 600010 and 600017 and 999999');
  await adding.getByText('6 ids, 0 of them are here.').waitFor();
  await adding.getByText('Left out, because they are no ids: Answers, and').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await countsAnew(adding);
  await adding.getByRole('button', { name: 'Fetch 6' }).click();
  await page.getByText('5 answers are here').waitFor();
  await page.getByRole('button', { name: '1 could not be had' }).click();
  const failures = page.getByRole('dialog', { name: 'Answers that could not be had' });
  await failures.getByText('999999').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await failures.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Put away' }).click();
}

/** Where an answer alone is in sight, so are those that a verdict goes to. */
async function narrowWithChosen(page: Page): Promise<void> {
  const pressed = page.getByRole('toolbar', { name: 'Verdict' }).locator('[aria-pressed=true]');
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await expect.poll(() => pressed.count()).toBe(0);
  await page.setViewportSize({ ...size, width: 850 });
  await expect.poll(() => pressed.count()).toBe(1);
  await page.keyboard.press('2');
  await page.getByText('Judged: Approved').waitFor();
  await page.setViewportSize(size);
  await page.getByText('4 chosen').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByText('5 chosen').waitFor();
}

/** Many at once, taken back by one press. */
export async function judgeAll(page: Page): Promise<void> {
  // After a verdict by the mouse the focus is not in the list.
  await page.keyboard.press('k');
  await page.locator('main article').getByText('1 of 5').waitFor();
  const verdicts = page.getByRole('toolbar', { name: 'Verdict' });
  await verdicts.getByRole('button', { name: /^Approved/ }).click();
  await page.getByText('Judged: Approved').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByText('5 chosen').waitFor();
  await narrowWithChosen(page);
  await page.keyboard.press('4');
  await page.getByText('5 answers judged: Rejected (2 of them were judged already)').waitFor();
  await page.getByText('5 answers · 0 to do').waitFor();
  await page.getByRole('button', { name: 'Take back' }).last().click();
  await page.getByText('5 answers · 3 to do').waitFor();
}

/** A pasted list of ids leaves those alone, as do the days on which answers were made. */
async function narrowByIdsAndDays(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByLabel('Only these ids').fill('600001; 600009, 999999');
  await filters.getByText('3 ids, 2 of them are here.').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await page.getByText('2 answers · 3 to do').waitFor();
  await filters.getByLabel('Only these ids').fill('');
  await filters.getByLabel('To', { exact: true }).fill('2000-01-01');
  await page.getByText('No answer fits these filters').waitFor();
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('5 answers · 3 to do').waitFor();
}

/** What is searched for stays where the list was out of sight, and is cleared with the filters. */
async function clearSearch(page: Page): Promise<void> {
  const box = page.getByRole('searchbox', { name: 'Search all answers' });
  await box.fill('zzzz');
  await page.getByText('No answer fits these filters').waitFor();
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...size, width: 850 });
  await box.waitFor({ state: 'detached' });
  await page.setViewportSize(size);
  await expect.poll(() => box.inputValue()).toBe('zzzz');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('5 answers · 3 to do').waitFor();
  expect(await box.inputValue()).toBe('');
}

/** What is left, by a filter; the search tells where its word stands, also in the list as a file. */
export async function find(page: Page): Promise<void> {
  const left = page.getByRole('button', { name: /^To do/ }).first();
  await left.click();
  await page.getByText('3 answers · 3 to do').waitFor();
  await left.click();
  await narrowByIdsAndDays(page);
  await page.getByRole('searchbox', { name: 'Search all answers' }).fill('triangle');
  await grid(page).locator('mark', { hasText: 'triangle' }).first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Table as a file' }).click();
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/Answer,Found,Vehicle,Findings,Made \(.+\),Driver\r\n.*triangle/);
  await clearSearch(page);
}

/** The sheet of all that was judged. */
export async function takeSheet(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('menuitem', { name: 'Review sheet as CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(7);
  expect(csv).toContain('The left mirror is loose');
  expect(csv).toContain('Needs follow-up');
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Output } from '../../shared/ipc/contract.ts';
import { ok } from '../../shared/result.ts';
import { valueOf } from '../core/db/support.ts';
import { axeInOpen, axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { heldBack } from '../support/heldBack.ts';
import { readPdf } from '../support/pdfFile.ts';
import { keepAndOpen, makePack, openPacks, wholePack } from '../support/reviewPacks.ts';
import { collect, find, grid, judgeAll, takeSheet } from '../support/reviewSteps.ts';
import { goTo } from '../support/tour.ts';

/** A reviewer's day: answers are collected online, read, judged and handed out without a network. */

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 4, map: false, at: '#/review' });
  await desk.page.getByText('Online').first().waitFor();
});
afterAll(() => desk.close());

async function workOffline(on: boolean): Promise<void> {
  await desk.page.evaluate((to) => window.waybill?.call('session.workOffline', { on: to }), on);
  await desk.page
    .getByText(on ? 'Working offline' : 'Online')
    .first()
    .waitFor();
}

/** A verdict by a key, the next answer by another, a note, reasons, a tag and the sheet of the driver. */
async function judgeSingly(page: Page): Promise<void> {
  await page.getByText('5 answers · 5 to do').waitFor();
  await grid(page).getByRole('row').nth(1).click();
  const pane = page.locator('main article');
  await pane.locator('h2').first().waitFor();
  await pane.getByText('1 of 5').waitFor();
  await pane
    .getByText('Kept on this computer, for this account. Never sent to the service.')
    .waitFor();
  await page.keyboard.press('2');
  await page.getByText('Judged: Approved').waitFor();
  await page.keyboard.press('j');
  await pane.getByText('2 of 5').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('Call the driver: <b>tomorrow</b> தமிழ்');
  // What is not kept yet waits while another answer is looked at.
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await pane.getByText('1 of 5').waitFor();
  await expect.poll(() => pane.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
  await page.keyboard.press('j');
  await pane.getByText('2 of 5').waitFor();
  // So it does where the page is loaded anew.
  await page.reload();
  await pane.getByText('2 of 5').waitFor();
  await expect
    .poll(() => pane.getByRole('textbox', { name: 'Note' }).inputValue())
    .toContain('Call the driver');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+Enter');
  await pane.locator('.note', { hasText: 'Call the driver: <b>tomorrow</b>' }).waitFor();
  // The next keys lead through the answers again.
  await page.keyboard.press('k');
  await pane.getByText('1 of 5').waitFor();
  await page.keyboard.press('j');
  await pane.getByText('2 of 5').waitFor();
  await pane
    .getByRole('textbox', { name: 'Reasons for the driver' })
    .fill('The left mirror is loose');
  await pane.getByRole('textbox', { name: 'Reasons for the driver' }).blur();
  await page.keyboard.press('3');
  await pane.getByRole('region', { name: 'Verdicts' }).getByText('The left mirror').waitFor();
  await pane.getByLabel('Add a tag').fill('mirror');
  await page.keyboard.press('Enter');
  await pane.getByRole('button', { name: 'Remove the tag mirror' }).waitFor();
  await pane.getByRole('button', { name: 'Sheet for the driver' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sheet for the driver' });
  await expect
    .poll(() => sheet.locator('pre').textContent())
    .toContain('- The left mirror is loose');
  expect(await axeInOpen(page)).toEqual([]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet.getByRole('button', { name: 'Copy as mail text' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('- The left mirror is loose');
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as PDF' }).click();
  const made = await downloading;
  const { dense, claims } = await readPdf(await readFile(await made.path()));
  for (const said of ['Youranswer:', 'VerdictNeedsfollow-up', 'ReasonsTheleftmirrorisloose']) {
    expect(dense).toContain(said);
  }
  expect(claims).toEqual(['ua-1']);
  // What was answered is in the answer's own document.
  expect(dense).not.toContain('Callthedriver');
  await page.keyboard.press('Escape');
}

/** What was written before the restart. */
async function findAgain(page: Page): Promise<void> {
  await page.getByText('5 answers · 3 to do').waitFor();
  await page
    .getByRole('button', { name: /^Needs follow-up/ })
    .first()
    .click();
  await page.getByText('1 answer · 3 to do').waitFor();
  await grid(page).getByRole('row').nth(1).click();
  const again = page.locator('main article');
  await again.locator('.note', { hasText: 'Call the driver: <b>tomorrow</b>' }).waitFor();
  await again.getByRole('region', { name: 'Verdicts' }).getByText('The left mirror').waitFor();
  await again.getByRole('button', { name: 'Remove the tag mirror' }).waitFor();
}

test('a whole review is done offline, and is there again after a restart', async () => {
  await collect(desk.page);
  await makePack(desk.page);
  await workOffline(true);
  await judgeSingly(desk.page);
  await judgeAll(desk.page);
  await find(desk.page);
  await takeSheet(desk.page);
  const violations = await axeOf(desk.page);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);

  await desk.restart();
  await findAgain(desk.page);
});

/** Exports what the dialog was opened for, and the verdicts with it; gives the folder. */
async function exported(page: Page, as: 'folder' | 'merged', count: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('As', { exact: true }).selectOption(as);
  await dialog.getByLabel('Whose PDF').selectOption('local');
  await dialog.getByLabel('Verdicts and notes at the end of each local copy').check();
  await dialog.getByRole('button', { name: 'Choose a folder and start' }).click();
  const first = dialog.locator('.jobs li').first();
  // The first in the list is the last one that was begun, once it has as many.
  await first.getByText(`${count} of ${count}`).waitFor();
  await first.getByText('Done', { exact: true }).waitFor();
  const at = (await first.locator('.path').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return at.trim();
}

test('answers are exported from the review with their verdicts, each alone or all in one PDF', async () => {
  const { page } = desk;
  await workOffline(true);
  // Only those that need follow-up are in the list: the filter was kept.
  await page.getByText('1 answer · 3 to do').waitFor();
  await page.getByRole('button', { name: 'Export…' }).click();
  const folder = await exported(page, 'folder', '1');
  const pdfs = (await readdir(folder)).filter((name) => name.endsWith('.pdf'));
  expect(pdfs).toHaveLength(1);
  const one = await readPdf(await readFile(path.join(folder, pdfs[0] ?? '')));
  expect(one.dense).toContain('VerdictNeedsfollow-upTheleftmirrorisloose');
  expect(one.dense).toContain('Callthedriver:<b>tomorrow</b>');
  await page.getByText('1 answer exported').waitFor();
  // The note has letters that no font draws: one is offered for them, and not fetched by itself.
  await page.getByText(/Tamil/).first().waitFor();
  await page.getByRole('button', { name: /Noto Sans Tamil/ }).waitFor();

  await page
    .getByRole('button', { name: /^Needs follow-up/ })
    .first()
    .click();
  await page.getByText('5 answers · 3 to do').waitFor();
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Export these…' }).click();
  const all = await exported(page, 'merged', '5');
  expect((await readdir(all)).sort()).toEqual(['Answers.pdf', 'manifest.csv', 'manifest.json']);
  const merged = await readPdf(await readFile(path.join(all, 'Answers.pdf')));
  expect(merged.bookmarks.filter((title) => !title.startsWith(' '))).toHaveLength(5);
  expect(merged.dense).toContain('VerdictApproved');
});

test('what an export could not have is told with its reasons, where somebody looks', async () => {
  const { page } = desk;
  const { core } = desk.host;
  const call = core.call.bind(core);
  const why = 'Answer 8 was never read on this computer.';
  const failed = { ...valueOf(await call('exports.list', {})).jobs[0], id: 'x', failed: 2 };
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    if (name === 'exports.list') return ok({ jobs: [failed] });
    if (name !== 'exports.failures') return call(name, input);
    expect(input).toMatchObject({ id: 'x' });
    return ok({ rows: [8, 9].map((id) => ({ answerId: String(id), why })) });
  });
  onTestFinished(() => spy.mockRestore());
  await goTo(page, '#/outbox');
  await goTo(page, '#/review');
  await page.getByRole('button', { name: 'Show where' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exports' });
  await dialog.getByText('2 could not be had; the manifest names them').click();
  const rows = dialog.getByRole('list', { name: '2 could not be had' }).getByRole('listitem');
  await expect.poll(() => rows.allTextContents()).toEqual([`8 ${why}`, `9 ${why}`]);
  expect(await axeInOpen(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('what was packed is reviewed and kept as a file without a network after a restart', async () => {
  const { page } = desk;
  // The choice of all goes with the page; a verdict would go to all of them.
  await goTo(page, '#/answers');
  await goTo(page, '#/review');
  await openPacks(page);
  await wholePack(page);
  await keepAndOpen(page);
  expect(await axeOf(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^To do/ })
    .first()
    .click();
  await page.getByText('3 answers · 3 to do').waitFor();
  await grid(page).getByRole('row').nth(1).click();
  await page.locator('main article').getByText('1 of 3').waitFor();
  await page.keyboard.press('2');
  await page.getByText('2 answers · 2 to do').waitFor();
});

/** The latest answers of the vehicle of which most are here, of some form twice. */
async function manyOfOneVehicle(): Promise<Output<'answers.window'>['rows']> {
  const { core } = desk.host;
  const rows = async (): Promise<Output<'answers.window'>> =>
    valueOf(await core.call('answers.window', { view: {}, offset: 0, limit: 500 }));
  const ids = Array.from({ length: 12 }, (_, at) => String(600_020 + at));
  valueOf(await core.call('answers.wantIds', { ids }));
  const here = async () => (await rows()).rows.filter(({ id }) => ids.includes(id)).length;
  await expect.poll(here).toBe(ids.length);
  const byVehicle = Map.groupBy((await rows()).rows, ({ vehicleId }) => vehicleId);
  byVehicle.delete(null);
  const [most = []] = [...byVehicle.values()].sort((a, b) => b.length - a.length);
  return most.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
}

test('answers of one vehicle stand in their order in time, and two of them side by side', async () => {
  const { page } = desk;
  await goTo(page, '#/vehicles');
  await workOffline(false);
  const [first, ...others] = await manyOfOneVehicle();
  await workOffline(true);
  await goTo(page, `#/review/${first?.id ?? ''}`);
  await page.locator('main article h2').first().waitFor();
  await page.getByText('Answers of this vehicle').click();
  const list = page.locator('main article details', { hasText: 'Answers of this vehicle' });
  const links = list.getByRole('listitem').getByRole('link');
  await expect
    .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
    .toEqual(others.map(({ id }) => `#/review/${id}`));
  // Those that come while the answer is open are looked for.
  let looks = 0;
  const isOfVehicle = (input: unknown): boolean => {
    const is = JSON.stringify(input).includes('"vehicles"');
    looks += Number(is);
    return is;
  };
  const none = { rows: [], total: 0 };
  const goOn = heldBack(desk, 'answers.window', isOfVehicle, () => ok(none));
  valueOf(await desk.host.core.call('answers.wantIds', { ids: ['999998'] }));
  await expect.poll(() => looks).toBe(1);
  goOn();
  await list.getByText('No other answer').waitFor();
  valueOf(await desk.host.core.call('answers.cancel', {}));
  await list.getByRole('button', { name: 'Compare' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Two answers side by side' });
  const heads = dialog.getByRole('columnheader');
  await expect.poll(() => heads.count()).toBe(3);
  const [, one = '', other = ''] = await heads.allTextContents();
  // By names, their ids beside them.
  for (const [head, row] of [
    [one, first],
    [other, others.at(-1)],
  ] as const) {
    for (const said of [row?.form, row?.vehicle, `Answer ${row?.id ?? ''}`]) {
      expect(head).toContain(said);
    }
  }
  const marked = dialog.getByRole('row').filter({ hasText: '(differs)' });
  await marked.first().waitFor();
  const differing = await marked.count();
  expect(await dialog.getByRole('row').count()).toBe(differing + 1);
  await dialog.getByLabel('Differences only').uncheck();
  await expect.poll(() => dialog.getByRole('row').count()).toBeGreaterThan(differing + 1);
  expect(await marked.count()).toBe(differing);
  expect(await axeOf(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
});

/** A state that is added after another one was removed is not what was judged with that one. */
async function removeAndAdd(page: Page, hand: (what: string) => Promise<void>): Promise<void> {
  const setup = page.getByRole('dialog', { name: 'States of reviews' });
  const change = async (act: () => Promise<void>): Promise<void> => {
    await hand('States…');
    await act();
    await setup.getByRole('button', { name: 'Save' }).click();
    await setup.waitFor({ state: 'detached' });
  };
  await change(() => setup.getByRole('button', { name: /Sent to the workshop/ }).click());
  await change(async () => {
    await setup.getByRole('button', { name: 'Add a state' }).click();
    await setup.getByRole('textbox').last().fill('Escalated');
  });
  const bar = page.getByRole('toolbar', { name: 'Verdict' });
  await bar.getByRole('button', { name: /^Escalated/ }).waitFor();
  const verdicts = page.getByRole('region', { name: 'Verdicts' });
  await verdicts.getByText('A removed state').waitFor();
  expect(await verdicts.getByText('Escalated').count()).toBe(0);
}

test('what stands in a field of a review goes to its answer where the history leads to another one', async () => {
  const { page } = desk;
  const pane = (id: string) => page.getByRole('article').filter({ hasText: `Answer ${id}` });
  const leave = async (field: string, typed: string): Promise<void> => {
    await goTo(page, '#/review/600002');
    await pane('600002').getByLabel(field, { exact: true }).fill(typed);
    await page.goBack();
    await pane('600001').waitFor();
  };
  await goTo(page, '#/review');
  await goTo(page, '#/review/600001');
  await pane('600001').waitFor();
  await leave('Add a tag', 'half typed');
  await leave('For', 'Ada');
  await leave('Due', '5 Mar');
  const review = async (answerId: string): Promise<Output<'review.get'>['review']> =>
    valueOf(await desk.host.core.call('review.get', { answerId })).review;
  await expect.poll(async () => (await review('600002')).due).toMatch(/-03-05$/);
  expect(await review('600002')).toMatchObject({ tags: ['half typed'], assignee: 'Ada' });
  expect(await review('600001')).toMatchObject({ tags: [], assignee: null, due: null });
});

/** A dialog that was closed while it worked: its end closes no other one, with what is typed there. */
async function leavesTheNextOne(page: Page, hand: (what: string) => Promise<void>): Promise<void> {
  const goOn = heldBack(desk, 'review.saveSetup', () => true);
  await hand('States…');
  const setup = page.getByRole('dialog', { name: 'States of reviews' });
  await setup.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await setup.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add answers' }).last().click();
  const add = page.getByRole('dialog', { name: 'Add answers' });
  await add.getByRole('textbox').fill('600001');
  goOn();
  await page.evaluate(() => window.waybill?.call('review.setup', {}));
  await add.getByRole('textbox').fill('600001 600002');
  await add.getByText(/^2 ids/).waitFor();
  await add.getByRole('textbox').fill('');
  await page.keyboard.press('Escape');
  await add.waitFor({ state: 'detached' });
}

test('states are renamed, coloured and added in the desk, and a file of reviews is looked through', async () => {
  const { page } = desk;
  await goTo(page, '#/vehicles');
  await goTo(page, '#/review');
  const hand = async (what: string): Promise<void> => {
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };
  await hand('States…');
  const setup = page.getByRole('dialog', { name: 'States of reviews' });
  await setup.getByRole('textbox', { name: 'Name: Approved' }).fill('Passed');
  await setup.getByLabel('Colour: Passed').selectOption('Teal');
  await setup.getByRole('button', { name: 'Add a state' }).click();
  await setup.getByRole('textbox').last().fill('Sent to the workshop');
  expect(await axeOf(page, 'dialog[open]')).toEqual([]);
  await setup.getByRole('button', { name: 'Save' }).click();
  await setup.waitFor({ state: 'detached' });
  await grid(page).getByRole('row').nth(1).click();
  const bar = page.getByRole('toolbar', { name: 'Verdict' });
  await bar.getByRole('button', { name: /^Passed/ }).waitFor();
  await bar.getByRole('button', { name: /^Sent to the workshop/ }).waitFor();
  await page.keyboard.press('5');
  await page.getByText('Judged: Sent to the workshop').waitFor();
  await removeAndAdd(page, hand);
  await leavesTheNextOne(page, hand);

  const download = page.waitForEvent('download');
  await hand('Reviews as a file');
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain('Call the driver: <b>tomorrow</b>');
  await hand('Bring reviews in…');
  const bring = page.getByRole('dialog', { name: 'Bring reviews in' });
  await bring.getByLabel('File of reviews').setInputFiles(file);
  await bring.getByRole('status').getByText('Everything in this file is here already.').waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

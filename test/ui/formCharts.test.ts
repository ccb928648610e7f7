import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** What the answers of a form say together, over the real core and the real embedded service. */

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, at: '#/forms' });
  await desk.page.getByText('Online').first().waitFor();
});
afterAll(() => desk.close());

/** Every so many answers of the embedded service are to the same form. */
const FORMS = 8;

/** Reads answers onto this computer, until all of them are there. */
async function collect(ids: string[]): Promise<void> {
  const { core } = desk.host;
  const collected = new Promise<void>((resolve) => {
    const off = core.on((event) => {
      if (event.name !== 'answers' || event.payload.waiting + event.payload.busy > 0) return;
      off();
      resolve();
    });
  });
  expect(await core.call('answers.wantIds', { ids })).toMatchObject({ ok: true });
  await collected;
}

test('charts of a form are made of the answers that are here, without a network, and lead to them', async () => {
  const { page } = desk;
  await goTo(page, '#/forms/form-temperature');
  const charts = page.getByRole('tab', { name: 'Charts' });
  await charts.click();
  await page.getByText('No answer to this form is on this computer').waitFor();
  const { core } = desk.host;
  const ids = Array.from({ length: 60 }, (_none, at) => String(600_001 + at));
  await collect(ids);
  onTestFinished(async () => void (await core.call('session.workOffline', { on: false })));
  expect(await core.call('session.workOffline', { on: true })).toMatchObject({ ok: true });
  await page.getByText('Working offline').first().waitFor();
  await page.getByRole('tab', { name: /^Answers/ }).click();
  await charts.click();
  await page.getByText(/^Over \d+ answers on this computer$/).waitFor();
  const load = page.getByRole('table', { name: 'Load' });
  const bar = load
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  const [word = '', , count = ''] = await bar.locator('th, td').allTextContents();
  const number = page.getByRole('region', { name: 'Readings › Temperature' });
  await number.getByText(/^\d+ numbers, .+ °C to .+ °C, median/).waitFor();
  await number.getByText('As a table').click();
  await number.getByRole('columnheader', { name: 'Median' }).waitFor();
  expect(await axeOf(page)).toEqual([]);
  await bar.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const only = page.getByRole('button', { name: `Only Load: ${word}` });
  await only.waitFor();
  await page.locator('article .list-foot').getByText(`${count} answers`, { exact: true }).waitFor();
  // Bar and chip go when they are pressed; the focus goes on in the list each time.
  const list = page.getByRole('grid', { name: 'Answers to this form' });
  const isInList = () => list.evaluate((node) => node === document.activeElement);
  expect(await isInList()).toBe(true);
  await only.press('Enter');
  await only.waitFor({ state: 'detached' });
  expect(await isInList()).toBe(true);
  await page.keyboard.press('Enter');
  await page.locator('article h1', { hasText: 'Temperature log' }).waitFor();
});

test('answers behind a bar are the same ones after another answer has come in', async () => {
  const { page } = desk;
  const [before = [], more = []] = [600_201, 600_241].map((from) =>
    Array.from({ length: 5 }, (_none, at) => String(from + at * FORMS)),
  );
  await collect(before);
  await goTo(page, '#/forms/form-pretrip');
  const charts = page.getByRole('tab', { name: 'Charts' });
  await charts.click();
  const over = await page.getByText(/^Over \d+ answers on this computer$/).textContent();
  const bars = page.getByRole('table', { name: 'Lights' }).getByRole('row');
  const first = bars.filter({ has: page.getByRole('rowheader') }).first();
  // On paper, too, each number has its word and its bar.
  await page.emulateMedia({ media: 'print' });
  await first.getByRole('button').waitFor();
  await first.locator('progress').waitFor();
  await page.emulateMedia({ media: 'screen' });
  await first.getByRole('button').click();
  await page.getByRole('button', { name: /^Only Lights: / }).waitFor();
  const rows = page.getByRole('grid', { name: 'Answers to this form' }).getByRole('row');
  await rows.nth(1).waitFor();
  const shown = await rows.allTextContents();
  await charts.click();
  await collect(more);
  await page.getByRole('tab', { name: /^Questions/ }).click();
  await charts.click();
  const count = Number(/\d+/.exec(over ?? '')?.[0]) + more.length;
  await page.getByText(`Over ${String(count)} answers on this computer`).waitFor();
  await page.getByRole('tab', { name: /^Answers/ }).click();
  await page.getByRole('button', { name: /^Only Lights: / }).waitFor();
  await expect.poll(() => rows.allTextContents()).toEqual(shown);
});

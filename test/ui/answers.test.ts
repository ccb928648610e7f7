import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import type { Http } from '../../electron/core/ports.ts';
import type { Output } from '../../shared/ipc/contract.ts';
import { fail, ok } from '../../shared/result.ts';
import { MAX_VALUES } from '../../shared/rules/jsonTree.ts';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { workOffline } from '../support/ledger.ts';
import { isEveryday } from '../support/runs.ts';
import { goTo } from '../support/tour.ts';

/**
 * Answers as services seldom give them in the desk: of the largest size, with damaged pictures, in two
 * scripts, changed since, not read; and what the answers of a form say together.
 */

const CHECK = '600001';
const NOTE = 'The form was changed after this answer; it is shown as it was asked.';

/** A picture of noise, so that half of its bytes are half of it. */
function pngOf(edgePx: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edgePx, 0);
  head.writeUInt32BE(edgePx, 4);
  head.set([8, 0], 8);
  const rows = Buffer.from(
    Array.from({ length: edgePx * (edgePx + 1) }, (_, at) =>
      at % (edgePx + 1) === 0 ? 0 : (at * at * 7919) % 251,
    ),
  );
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}
const photo = pngOf(64);
const addressOf = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

/* Every day of more bytes than any other record may have and more rows than are drawn; 50 MB in the long form. */
const text = `begin ${'a long text '.repeat(isEveryday ? 800_000 : 4_200_000)}end`;
const rowCount = isEveryday ? 1_000 : 60_000;
const rows = Array.from({ length: rowCount }, (_row, at) => ({ part: `part ${at}`, cost: at }));
const ANSWERS: Readonly<Record<string, string>> = {
  'text-1': JSON.stringify({ id: 'text-1', formName: 'A long one', values: { note: text } }),
  'rows-1': JSON.stringify({ id: 'rows-1', formName: 'Of many rows', values: { damages: rows } }),
  'photos-1': JSON.stringify({
    ...{ id: 'photos-1', formName: 'With photos' },
    values: {
      front: addressOf(photo),
      left: addressOf(photo.subarray(0, photo.length / 2)),
      right: addressOf(photo.subarray(0, 20)),
      rear: addressOf(Buffer.from('this is no picture')),
    },
  }),
  'scripts-1': JSON.stringify({
    ...{ id: 'scripts-1', formName: 'In two scripts' },
    values: {
      ...{ brakes: 'ok', lights: 'الضوء الأيسر مكسور', photo: addressOf(photo) },
      damages: [
        { part: 'mirror', how: 'مكسورة' },
        { part: 'الباب', how: 'bent' },
      ],
    },
  }),
  'none-1': JSON.stringify({
    ...{ id: 'none-1', formName: 'Too much to take apart' },
    values: { damages: Array.from({ length: MAX_VALUES }, () => 0) },
  }),
};

const wire = nodeHttp(process.env);
const http: Http = {
  async send(request) {
    const id = /\/digital-form\/answer\/([a-z]+-1)$/.exec(new URL(request.url).pathname)?.[1];
    const answer = id === undefined ? undefined : ANSWERS[id];
    if (answer === undefined) return wire.send(request);
    const body = Buffer.from(answer);
    if (body.byteLength > request.maxBytes)
      return { ok: false, failure: { why: 'tooLarge', detail: 'It is too large.' } };
    return {
      ok: true,
      reply: { status: 200, headers: { 'content-type': 'application/json' }, body },
    };
  },
  close: () => wire.close(),
};

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, at: '#/forms', ports: { http } });
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
  const ids = Array.from({ length: 3 * FORMS }, (_none, at) => String(600_001 + at));
  await collect(ids);
  onTestFinished(() => workOffline(desk, false));
  await workOffline(desk, true);
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
  expect(await axeOf(page, 'main article')).toEqual([]);
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

test('a form that changed leaves an earlier answer as it was asked, and the desk says so', async () => {
  const { core } = desk.host;
  const real = core.call.bind(core);
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    const answered = await real(name, input);
    if (name !== 'answers.form' || !answered.ok) return answered;
    const { json } = answered.value as Output<'answers.form'>;
    const then = json?.replace('Signature of the driver', 'Seal of the owner') ?? null;
    return ok({ json: then, changed: true });
  });
  onTestFinished(() => spy.mockRestore());
  for (const at of [`#/review/${CHECK}`, `#/answers/${CHECK}`]) {
    await goTo(desk.page, at);
    await desk.page.getByText(NOTE).waitFor();
    const sheet = desk.page.locator('article .sheet');
    await sheet.getByText('Seal of the owner').first().waitFor();
    expect(await sheet.getByText('Signature of the driver').count()).toBe(0);
  }
});

test('an answer that was changed after its verdict says so in the list and beside the verdict', async () => {
  const { core } = desk.host;
  const judged = await core.call('review.judge', { answerIds: [CHECK], state: 'approved' });
  expect(judged.ok).toBe(true);
  const real = core.call.bind(core);
  // The embedded service changes no answer.
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    const answered = await real(name, input);
    if (name !== 'answers.window' && name !== 'review.get') return answered;
    const text = JSON.stringify(answered).replaceAll('"isOutdated":false', '"isOutdated":true');
    return JSON.parse(text) as typeof answered;
  });
  onTestFinished(() => spy.mockRestore());
  await goTo(desk.page, '#/review');
  await goTo(desk.page, `#/review/${CHECK}`);
  const said = 'The answer was changed after this verdict.';
  await desk.page.locator('main article').getByText(said).waitFor();
  await desk.page.getByRole('img', { name: 'Changed since the verdict' }).first().waitFor();
});

test('an answer that could not be read says why and can be tried again; it is not said to be missing', async () => {
  const { core } = desk.host;
  const real = core.call.bind(core);
  let broken = true;
  const spy = vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    if (!broken || name !== 'records.read') return real(name, input);
    const message = 'The disk could not be read.';
    return fail({ kind: 'local', code: 'disk.unread', message, next: 'retry' });
  });
  onTestFinished(() => spy.mockRestore());
  await goTo(desk.page, '#/review');
  await goTo(desk.page, `#/review/${CHECK}`);
  const pane = desk.page.locator('main article');
  await pane.getByText('The disk could not be read.').waitFor();
  expect(await pane.getByText('This answer is not on this computer').count()).toBe(0);
  broken = false;
  await pane.getByRole('button', { name: 'Try again' }).click();
  await pane.getByText('Signature of the driver').first().waitFor();
});

test('answers of which one is not on this computer are not said to be the same', async () => {
  const { page, host } = desk;
  // Their reviews came from somebody else.
  const answerIds = ['away-1', 'away-2'];
  expect(await host.core.call('review.judge', { answerIds, state: 'rejected' })).toMatchObject({
    ok: true,
  });
  await goTo(page, '#/review');
  const rejected = page.getByRole('button', { name: /^Rejected/ }).first();
  await rejected.click();
  await page.getByText(/^2 answers/).waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Compare the two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two answers side by side' });
  for (const id of answerIds) {
    await dialog.getByText(`Answer ${id}: This answer is not on this computer`).waitFor();
  }
  expect(await dialog.getByText('The two answers say the same.').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await rejected.click();
});

test('an answer of many megabytes opens with the beginning of its text, and shows more when asked', async () => {
  const { page } = desk;
  await goTo(page, '#/answers/text-1');
  const sheet = page.locator('.sheet', { hasText: 'A long one' });
  await sheet.getByRole('heading', { name: 'A long one' }).waitFor();
  const drawn = async (): Promise<number> => (await sheet.textContent())?.length ?? 0;
  expect(await sheet.textContent()).toContain('begin a long text');
  expect(await drawn()).toBeLessThan(30_000);
  await sheet.getByRole('button', { name: 'Show 180,000 more' }).click();
  await expect.poll(drawn).toBeGreaterThan(200_000);
});

test('an answer of many rows opens with the first, and shows more when asked', async () => {
  const { page } = desk;
  await goTo(page, '#/answers/rows-1');
  const drawn = page.getByRole('region', { name: 'Damages' }).locator('tbody tr');
  await expect.poll(() => drawn.count()).toBe(300);
  expect(await drawn.last().textContent()).toContain('part 299');
  await page
    .getByRole('button', { name: isEveryday ? 'Show 700 more' : 'Show 2,700 more' })
    .click();
  await expect
    .poll(() => drawn.last().textContent())
    .toContain(isEveryday ? 'part 999' : 'part 2999');
});

test('an answer of more values than can be taken apart is shown as its text', async () => {
  const { page } = desk;
  await goTo(page, '#/answers/none-1');
  const sheet = page.locator('article .sheet', { hasText: '{"id":"none-1"' });
  await sheet.waitFor();
  expect((await sheet.textContent())?.length).toBeLessThan(30_000);
});

test('a picture that is damaged or none says so in its place, and what can be seen of it is shown', async () => {
  const { page } = desk;
  await goTo(page, '#/answers/photos-1');
  const sheet = page.locator('.sheet', { hasText: 'With photos' });
  await sheet.getByText('Picture not drawn: it is no picture', { exact: true }).waitFor();
  await sheet.getByText('Picture not drawn: it is damaged', { exact: true }).waitFor();
  const flawed = sheet.locator('figure', { hasText: 'Picture damaged: some of it may be missing' });
  await flawed.getByRole('img', { name: 'Left' }).waitFor();
  expect(await flawed.count()).toBe(1);
  expect(await sheet.getByRole('img').count()).toBe(2);
});

/** How far from where the page begins the words of an answer stand, by what they say; pixels. */
function farFromStart(page: Page): Promise<Record<string, number>> {
  return page
    .locator('.sheet')
    .first()
    .evaluate((sheet) => {
      const isRtl = document.documentElement.dir === 'rtl';
      const far: [string, number][] = [];
      for (const box of sheet.querySelectorAll('h1, h2, h3, th, td, dt, dd')) {
        const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
          const said = words.currentNode.textContent?.trim() ?? '';
          if (said === '' || box.querySelector('button, figure') !== null) continue;
          const range = document.createRange();
          range.selectNodeContents(words.currentNode);
          const [text, around] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
          const end = parseFloat(getComputedStyle(box).paddingInlineStart);
          far.push([
            said,
            Math.round((isRtl ? around.right - text.right : text.left - around.left) - end),
          ]);
          break;
        }
      }
      return Object.fromEntries(far);
    });
}

test('answers in another script stand where the page begins, beside their names', async () => {
  const { page } = desk;
  const inTwo = [
    'Brakes',
    'ok',
    'Lights',
    'الضوء الأيسر مكسور',
    'mirror',
    'مكسورة',
    'الباب',
    'bent',
  ];
  const there = async (): Promise<void> => {
    await goTo(page, '#/answers/scripts-1');
    await page.getByText('مكسورة', { exact: true }).waitFor();
    const far = await farFromStart(page);
    for (const said of inTwo) expect(far, said).toHaveProperty([said]);
    expect(Object.entries(far).filter(([, px]) => Math.abs(px) > 2)).toEqual([]);
  };
  await there();
  await goTo(page, '#/settings');
  await page.locator('label', { hasText: 'العربية' }).click();
  await page.locator('html[dir=rtl]').waitFor();
  await there();
});

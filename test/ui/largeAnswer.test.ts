import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import type { Http } from '../../electron/core/ports.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** Answers as services seldom give them in the desk: of the largest size, with damaged pictures, in two scripts. */

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

const text = `begin ${'a long text '.repeat(4_200_000)}end`;
const rows = Array.from({ length: 60_000 }, (_row, at) => ({ part: `part ${at}`, cost: at }));
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
    values: { damages: [...rows, ...rows, ...rows] },
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

test('an answer of 50 MB opens with the beginning of its text, and shows more when asked', async () => {
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
  const table = page.getByRole('region', { name: 'Damages' });
  await table.getByText('part 299', { exact: true }).waitFor();
  expect(await table.locator('tbody tr').count()).toBe(300);
  await table.getByRole('button', { name: 'Show 2,700 more' }).click();
  await table.getByText('part 2999', { exact: true }).waitFor();
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

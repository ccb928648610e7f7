import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeHttp } from '../../electron/core/adapters/http.ts';
import type { Http } from '../../electron/core/ports.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** Answers of the largest size in the desk: what a page can draw of them, at once. */

const text = `begin ${'a long text '.repeat(4_200_000)}end`;
const rows = Array.from({ length: 60_000 }, (_row, at) => ({ part: `part ${at}`, cost: at }));
const ANSWERS: Readonly<Record<string, string>> = {
  'text-1': JSON.stringify({ id: 'text-1', formName: 'A long one', values: { note: text } }),
  'rows-1': JSON.stringify({ id: 'rows-1', formName: 'Of many rows', values: { damages: rows } }),
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

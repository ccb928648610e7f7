import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { isEveryday } from '../support/runs.ts';
import { goTo } from '../support/tour.ts';

/**
 * Far more lines than are taken where text can be pasted, or a file: told, kept, and nothing of it done.
 * In the long form a hundred thousand.
 */
const MANY = isEveryday ? 10_000 : 100_000;
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({ vehicles: 10, map: false, scale: 0.25 });
  page = desk.page;
  await page.locator('[role=grid] [data-id]').first().waitFor();
});
afterAll(() => desk.close());

const lines = (line: (n: number) => string): string =>
  Array.from({ length: MANY }, (_, n) => line(n)).join('\n');
const queued = async (): Promise<number> => {
  const told = await desk.host.core.call('outbox.list', { offset: 0, limit: 10 });
  return told.ok ? told.value.ops.length : NaN;
};

test('as typed lines are too many: said at once, kept to be shortened, and none is done', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search vehicles/ }).evaluate(
    (node, pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
    },
    lines((n) => `archive WB-${String(n)}`),
  );
  const dialog = page.getByRole('dialog', { name: 'Several lines' });
  await dialog.getByText(/500 lines/).waitFor();
  const box = dialog.getByLabel('One line each');
  expect((await box.inputValue()).length).toBeGreaterThan(MANY * 10);
  expect(await queued()).toBe(0);
  // What is left of them is checked as ever.
  await box.fill('archive nothing-of-that-name');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('0 of 1 lines are understood').waitFor();
  await box.fill('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('as ids of answers are counted, and none is asked for before that is wished', async () => {
  await goTo(page, '#/review');
  await page.getByRole('button', { name: 'Add answers' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Add answers' });
  const box = dialog.getByLabel('Ids of answers');
  // As a paste does it; what types for a test does so line by line.
  await box.evaluate(
    (node, pasted) => {
      if (node instanceof HTMLTextAreaElement) node.value = pasted;
      node.dispatchEvent(new Event('input', { bubbles: true }));
    },
    lines((n) => String(n + 1)),
  );
  await dialog.getByText(`${MANY.toLocaleString('en')} ids, 0 of them are here.`).waitFor();
  expect((await box.inputValue()).length).toBeGreaterThan(MANY * 3);
  const told = await desk.host.core.call('answers.requests', {});
  expect(told).toMatchObject({ ok: true, value: { requests: [] } });
  await box.fill('1 2');
  await dialog.getByText('2 ids, 0 of them are here.').waitFor();
  await dialog.getByRole('button', { name: 'Fetch 2' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Throw away' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('areas of files that can’t be read say why, and leave what was chosen before', async () => {
  await goTo(page, '#/areas/import');
  const pane = page.getByRole('article', { name: 'Areas from a file' });
  const field = pane.locator('input[type=file]');
  const choose = (name: string, content: string | Buffer): Promise<void> =>
    field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  const circle = (name: string, lat: number): string => `${name},${String(lat)},-2.3,120`;
  const head = 'name,latitude,longitude,radius';
  await choose('yards.csv', [head, circle('Yard 1', 41), circle('Yard 2', 41.1)].join('\n'));
  await pane.getByRole('checkbox', { name: 'Bring in Yard 2' }).uncheck();
  const before = await queued();
  const bad: [name: string, content: string | Buffer, says: RegExp][] = [
    ['photo.kml', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), /no GeoJSON, KML/],
    ['torn.kmz', Buffer.from('PK\u0003\u0004 and nothing else'), /archive is damaged/],
    ['huge.geojson', Buffer.alloc(17 * 1024 * 1024, 0x20), /larger than 16 MB/],
    [
      'many.csv',
      `${head}\n${lines((n) => circle(`Yard ${String(n)}`, 41))}`,
      /more than \d+ areas/,
    ],
  ];
  for (const [name, content, says] of bad) {
    await choose(name, content);
    await pane.getByText(says).waitFor();
    await pane.getByText(name).waitFor();
    expect(await pane.getByRole('checkbox', { name: 'Bring in Yard 1' }).isChecked()).toBe(true);
    expect(await pane.getByRole('checkbox', { name: 'Bring in Yard 2' }).isChecked()).toBe(false);
  }
  expect(await queued()).toBe(before);
  await choose('yards.csv', [head, circle('Yard 3', 41)].join('\n'));
  await pane.getByRole('checkbox', { name: 'Bring in Yard 3' }).waitFor();
  expect(await pane.getByText(/more than \d+ areas/).count()).toBe(0);
  await pane.getByRole('button', { name: 'Close' }).click();
});

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeInOpen } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** A service that loses many records at once: nothing goes before a person has looked. */
let desk: TestDesk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk({
    vehicles: 10,
    map: false,
    scale: 0.25,
    viewport: { width: 1440, height: 900 },
  });
  page = desk.page;
  await page.locator('[data-testid="connection-chip"]', { hasText: /^\s*Online\s*$/ }).waitFor();
});
afterAll(() => desk.close());

const go = (hash: string) => goTo(page, hash);

async function areaIds(): Promise<string[]> {
  const reply = await desk.host.core.call('records.ids', { view: { entity: 'area' } });
  return reply.ok ? reply.value.ids : [];
}

/** Somebody else deletes areas at the service; two complete lists notice. */
async function lose(ids: readonly string[]): Promise<void> {
  const service = desk.service.running();
  const headers = { authorization: `Bearer ${service.token}` };
  for (const id of ids) {
    await service.handle({ method: 'DELETE', path: `/api/areas/${id}`, headers });
  }
  for (let round = 0; round < 2; round += 1) {
    await desk.host.core.call('records.refresh', { entity: 'area' });
  }
}

test('a stopped removal is shown with what would go, and a person confirms it', async () => {
  const ids = await areaIds();
  const lost = ids.slice(0, Math.ceil(ids.length / 3));
  await go('#/areas');
  await lose(lost);
  const told = page.getByTestId('stopped-removal');
  await told.getByText(`no longer lists ${String(lost.length)} of`).waitFor();
  expect((await areaIds()).length).toBe(ids.length);
  await told.getByRole('button', { name: 'Review…' }).click();
  const dialog = page.getByRole('dialog', { name: `${String(lost.length)} areas would go` });
  await dialog.getByText(/So many never go without a person/).waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  expect(await dialog.getByRole('listitem').count()).toBe(lost.length);
  await dialog.getByRole('button', { name: `Remove ${String(lost.length)}` }).click();
  await told.waitFor({ state: 'detached' });
  const notice = page
    .locator('.toast')
    .filter({ hasText: `${String(lost.length)} areas were removed` });
  await notice.getByRole('button', { name: 'Undo' }).waitFor();
  expect((await areaIds()).length).toBe(ids.length - lost.length);
});

test('what was removed lies in the trash, is looked at and put back', async () => {
  const before = (await areaIds()).length;
  await go('#/settings/trash');
  const trash = page.getByRole('group', { name: 'Removed records' });
  const row = trash.getByRole('row').nth(1);
  const name = (await row.getByRole('rowheader').textContent()) ?? '';
  await row.getByRole('button', { name: 'Look' }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByText(/a person confirmed/).waitFor();
  await dialog.getByText('coordinates').first().waitFor();
  expect(await axeInOpen(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Put back' }).click();
  await page.getByText(`${name} is back in its list`).waitFor();
  expect((await areaIds()).length).toBe(before + 1);
  await go('#/areas');
  await page.getByRole('searchbox', { name: /^Search areas/ }).fill(name);
  // The list narrows a moment after the words: any row before that is another one.
  await page
    .getByRole('row')
    .filter({ hasText: name })
    .first()
    .getByRole('gridcell')
    .first()
    .click();
  await page.getByText('No longer listed by the service').waitFor();
});

test('a stopped removal that is not wanted keeps everything and does not ask again', async () => {
  const ids = await areaIds();
  await go('#/areas');
  await lose(ids.slice(-Math.ceil(ids.length / 3)));
  const told = page.getByTestId('stopped-removal');
  await told.getByRole('button', { name: 'Review…' }).click();
  await page.getByRole('button', { name: 'Keep all' }).click();
  await told.waitFor({ state: 'detached' });
  await desk.host.core.call('records.refresh', { entity: 'area' });
  expect(await told.count()).toBe(0);
  expect((await areaIds()).length).toBe(ids.length);
});

test('the question goes where another window answers it, and the next does not open by itself', async () => {
  const ids = await areaIds();
  const some = Math.ceil(ids.length / 3);
  const told = page.getByTestId('stopped-removal');
  const dialog = page.getByRole('dialog', { name: /areas would go$/ });
  await lose(ids.slice(0, some));
  await told.getByRole('button', { name: 'Review…' }).click();
  await dialog.waitFor();
  await desk.host.core.call('removals.decide', { entity: 'area', decision: 'keep' });
  await told.waitFor({ state: 'detached' });
  await lose(ids.slice(some, -some));
  await told.waitFor();
  expect(await dialog.count()).toBe(0);
});

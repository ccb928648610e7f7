import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ok } from '../../shared/result.ts';
import { valueOf } from '../core/db/support.ts';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { goTo } from '../support/tour.ts';

/** Pictures of camera events in the desk; what the core fetches is told in `attachments.test.ts`. */

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 20, map: false, at: '#/cameras' });
});
afterAll(() => desk.close());

test('a picture of a camera event that lies at the service is fetched by a press, and shown', async () => {
  const { page } = desk;
  const row = page.locator('[role=grid] [data-id]').first();
  await row.waitFor();
  // The town's recordings lie elsewhere: the core's answers for one that lies at the service itself.
  const { core } = desk.host;
  const real = core.call.bind(core);
  let fetched = false;
  vi.spyOn(core, 'call').mockImplementation(async (name: string, input: unknown) => {
    if (name === 'records.fetchFiles') fetched = true;
    if (name === 'records.fetchFiles') return ok({ had: 1, failed: [] });
    if (name !== 'records.files') return real(name, input);
    const { row: found } = valueOf(await real('records.get', input)) as { row: { json: string } };
    const url = /https:\/\/video\.waybill\.example\/[^"]+/.exec(found.json)?.[0] ?? '';
    const pictures = fetched ? { [url]: PIXEL } : {};
    return ok({ pictures, pdfs: [], absent: fetched ? [] : [url] });
  });
  await goTo(page, '#/devices');
  await goTo(page, '#/cameras');
  await row.locator('[role=gridcell]').first().click();
  await page.getByText('One of them lies at the service itself.').waitFor();
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Fetch from the service' }).click();
  const shown = page.locator('.picture img').first();
  await shown.waitFor();
  expect(await shown.getAttribute('src')).toMatch(/^data:image\/png/);
  expect(await page.getByText('One of them lies at the service itself.').count()).toBe(0);
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type TestDesk } from '../support/desk.ts';
import { colleague, queue, recordIds, remedy, workOffline } from '../support/ledger.ts';
import { visit } from '../support/tour.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await openDesk({ vehicles: 5, map: false, at: '#/outbox' });
  await desk.page.locator('[data-testid=connection-chip][data-state=online]').waitFor();
});
afterAll(() => desk.close());

const CIRCLE = {
  ...{ type: 'circle', coordinates: [{ lat: 41.05, lng: -2.31 }], radius: 300 },
  ...{ color: '#2563eb', groupIds: [] },
};

test('an area that waits is corrected in the editor, a new one whole and a changed one by what differs', async () => {
  const { page } = desk;
  const [areaId = ''] = await recordIds(desk, 'area');
  await workOffline(desk, true);
  const made = await queue(desk, { endpoint: 'createArea', body: { name: 'Gate 4', ...CIRCLE } });
  const params = { areaId };
  const named = await queue(desk, { endpoint: 'updateArea', params, body: { name: 'Once' } });
  const editor = page.locator('article.editor');
  for (const [op, name] of [
    [made, 'Gate 5'],
    [named, 'Twice'],
  ] as const) {
    await visit(page, `#/outbox/${op}`);
    await remedy(desk, 'Edit').click();
    await editor.getByLabel('Name').fill(name);
    if (op === made) await editor.getByLabel('Radius').fill('450');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.waitFor({ state: 'detached' });
  }
  // No write came beside the two: each is the one that waited.
  const waiting = await desk.host.core.call('outbox.list', { offset: 0, limit: 10 });
  const patches = waiting.ok
    ? waiting.value.ops.map(({ patch }) => JSON.parse(patch) as unknown)
    : [];
  expect(patches).toHaveLength(2);
  expect(patches).toContainEqual({ name: 'Twice' });
  expect(patches).toContainEqual({ ...CIRCLE, name: 'Gate 5', radius: 450 });
  // Of many corners some are drawn, and the others when they are asked for.
  const coordinates = Array.from({ length: 300 }, (_, at) => ({
    lat: 41 + Math.sin((at * Math.PI) / 150) / 100,
    lng: -2 + Math.cos((at * Math.PI) / 150) / 100,
  }));
  const round = { ...CIRCLE, type: 'polygon', coordinates, radius: null, name: 'Round' };
  const large = await queue(desk, { endpoint: 'createArea', body: round });
  await visit(page, `#/outbox/${large}`);
  await remedy(desk, 'Edit').click();
  await editor.getByLabel('Latitude of point 200').waitFor();
  expect(await editor.getByLabel('Latitude of point 201').count()).toBe(0);
  await editor.getByRole('button', { name: 'Show 100 more' }).click();
  await editor.getByLabel('Latitude of point 300').waitFor();
  await editor.getByRole('button', { name: 'Discard draft' }).click();
  await desk.host.core.call('outbox.decide', { opId: large, decision: { remedy: 'cancel' } });
  await workOffline(desk, false);
  await expect.poll(() => colleague(desk, 'GET', `/areas/${areaId}`)).toContain('Twice');
});

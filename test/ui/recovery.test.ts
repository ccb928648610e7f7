import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { axeOf } from '../support/axe.ts';
import { openDesk, type TestDesk } from '../support/desk.ts';

let desk: TestDesk;
afterEach(() => desk.close());

test('what came back of a damaged database stays on the desk until it was read', async () => {
  desk = await openDesk({ vehicles: 4, map: false });
  const { core } = desk.host;
  await desk.page.locator('[role=grid] [data-id]').first().waitFor();
  await core.call('session.workOffline', { on: true });
  const ids = await core.call('records.ids', { view: { entity: 'vehicle' } });
  const vehicleId = ids.ok ? (ids.value.ids[0] ?? '') : '';
  const body = { defaultLabel: 'Night reserve' };
  await core.call('outbox.write', { endpoint: 'updateVehicle', params: { vehicleId }, body });
  const [info, accounts] = [
    await core.call('desk.info', {}),
    await core.call('session.accounts', {}),
  ];
  if (!info.ok || !accounts.ok) throw new Error('no account');
  const folder = path.join(info.value.dataFolder, 'accounts', accounts.value.accounts[0]?.id ?? '');
  await desk.restart(() => writeFileSync(path.join(folder, 'mirror.db'), 'x'.repeat(9000)));

  const told = desk.page.getByRole('status', { name: /damaged and has been made anew/ });
  await told.waitFor();
  await expect.poll(() => told.textContent()).toMatch(/1 open write.*mirror\.db\.damaged-\d+T\d+Z/);
  await expect.poll(() => told.textContent()).toContain('Nothing. Vehicles, areas');
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.page.emulateMedia({ colorScheme });
    await desk.page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    const violations = await axeOf(desk.page, '.recovered');
    expect(violations.map((found) => found.id)).toEqual([]);
  }

  const list = path.join(info.value.dataFolder, 'accounts.json');
  await desk.restart(() => writeFileSync(list, '{'));
  const ofTheStart = desk.page.getByRole('status').filter({ hasText: 'The list of accounts was' });
  await ofTheStart.waitFor();
  const button = desk.page.getByRole('button', { name: 'I have read this' });
  await button.focus();
  await desk.page.keyboard.press('Enter');
  await button.waitFor({ state: 'detached' });
  expect(await desk.host.core.call('desk.recoveries', {})).toEqual({
    ok: true,
    value: { recoveries: [] },
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import { outboxHandlers } from '../../../electron/core/handlers/outbox.ts';
import { recordHandlers } from '../../../electron/core/handlers/records.ts';
import { valueOf } from '../db/support.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** What holds every write at once stands at each of them. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  desk.connection.maySend = false;
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
  await desk.give('area', '{"id":5,"name":"Yard"}');
  await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
  await desk.write('updateArea', { areaId: '5' }, { name: 'Depot' });
});
afterEach(() => desk.close());

/** Why the writes wait, as the ledger, one write and its record tell it; each reason once. */
async function told(): Promise<unknown[]> {
  const context = desk as unknown as AccountContext;
  const ledger = outboxHandlers(
    () => context,
    async () => context,
  );
  const { ops } = valueOf(await ledger['outbox.list']({ offset: 0, limit: 9 }));
  const [first] = ops;
  if (first === undefined) throw new Error('no write');
  const { op } = valueOf(await ledger['outbox.get']({ opId: first.id }));
  const records = recordHandlers(() => context);
  const { entity, targetId: id } = first;
  const shown = valueOf(await records['records.get']({ entity, id }));
  return [...new Set([...ops, op, ...(shown?.ops ?? [])].map(({ hold }) => hold))];
}

it('a full disk is told at each write', async () => {
  desk.disk.full = true;
  desk.connection.maySend = true;
  await desk.until(() => desk.outbox.queueHold() === 'disk');
  expect(await told()).toEqual(['disk']);
});

it('so is a service that asked to wait', async () => {
  desk.service.faults = ['rateLimited', 'rateLimited'];
  desk.connection.maySend = true;
  await desk.until(() => desk.outbox.queueHold() === 'rateLimit');
  await desk.write('createAreaGroup', {}, { name: 'Yards' });
  expect(await told()).toEqual(['rateLimit']);
});

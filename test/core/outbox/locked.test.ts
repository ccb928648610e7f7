import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** Statuses that refuse a write though it is right: its record is locked, or the law or a rule forbids it. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
});
afterEach(() => desk.close());

const rename = (label: string) =>
  desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });
const createVehicle = () => desk.write('createVehicle', {}, { regNo: 'WB 13' });
const atService = () => desk.service.table('vehicle').get('12') ?? '';

describe('a write', () => {
  it.each([402, 411, 412, 414, 417, 421, 426, 428, 431, 451])(
    'that is refused with %i is sent once, and asks',
    async (status) => {
      desk.service.faults = Array.from({ length: 9 }, () => ({ status }));
      const op = await rename('new');
      await desk.settled(op.id, 'NEEDS_USER');
      expect(desk.service.arrivals).toHaveLength(1);
      const asked = await desk.op(op.id);
      expect(asked).toMatchObject({ error: { status }, remedies: ['retry', 'edit', 'discard'] });
      desk.clock.advance(600_000);
      await desk.until(() => true);
      expect(desk.service.arrivals).toHaveLength(1);
    },
  );

  it('to a record that is locked for a moment goes once the lock is gone', async () => {
    desk.service.faults = [{ status: 423 }, { status: 423 }];
    const op = await rename('new');
    await desk.settled(op.id, 'CONFIRMED', 300_000);
    expect(desk.service.arrivals).toHaveLength(3);
    expect(jsonMember(atService(), 'defaultLabel')).toBe('"new"');
  });

  it('to a record that stays locked asks after four requests, and holds up no other', async () => {
    desk.service.faults = [{ status: 423 }];
    const op = await rename('new');
    await desk.until(async () => (await desk.op(op.id)).attempts === 1);
    const other = await createVehicle();
    await desk.settled(other.id, 'CONFIRMED');
    desk.service.faults = Array.from({ length: 9 }, () => ({ status: 423 }));
    await desk.settled(op.id, 'NEEDS_USER', 600_000);
    const asked = await desk.op(op.id);
    expect(asked).toMatchObject({ attempts: 4, error: { status: 423 } });
    expect(asked.remedies).toEqual(['retry', 'edit', 'discard']);
  });

  it('that made a record and met a lock, since something on the way had sent it twice, asks', async () => {
    desk.service.faults = [{ status: 423, done: true }];
    const op = await createVehicle();
    await desk.settled(op.id, 'NEEDS_USER', 600_000);
    expect(desk.service.arrivals).toHaveLength(1);
  });
});

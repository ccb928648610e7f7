import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/**
 * A cache, or a copy of the service's database that lags behind, answers the reading before a write with
 * what the record was before an earlier write of the same desk.
 */

const BEFORE = '{"id":12,"regNo":"ZZ 1","defaultLabel":"old","model":"Pico","status":"active"}';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', BEFORE);
});
afterEach(() => desk.close());

/** Single readings show the record as it was, so many times. */
function stale(times: number): void {
  const read = desk.service.read.bind(desk.service);
  let left = times;
  desk.service.read = (name, params) => {
    if (name !== 'getVehicle' || left === 0) return read(name, params);
    left -= 1;
    const table = desk.service.table('vehicle');
    const now = table.get('12') ?? '';
    table.set('12', BEFORE);
    const shown = read(name, params);
    table.set('12', now);
    return shown;
  };
}

const sent = () =>
  desk.service.arrivals.map(({ endpoint, body = '' }) => `${endpoint} ${body}`.trim());
const change = (body: Record<string, string>) =>
  desk.write('updateVehicle', { vehicleId: '12' }, body);

describe('a reading from before an own write', () => {
  it('does not make an undo be left out', async () => {
    const first = await change({ defaultLabel: 'new' });
    await desk.settled(first.id, 'CONFIRMED');
    stale(1);
    const undo = await change({ defaultLabel: 'old' });
    await desk.settled(undo.id, 'CONFIRMED');
    expect(sent()).toEqual([
      'updateVehicle {"defaultLabel":"new"}',
      'updateVehicle {"defaultLabel":"old"}',
    ]);
    expect(desk.service.table('vehicle').get('12')).toContain('"defaultLabel":"old"');
  });

  it('does not make a field of a write be left out', async () => {
    const first = await change({ defaultLabel: 'new' });
    await desk.settled(first.id, 'CONFIRMED');
    stale(1);
    const next = await change({ defaultLabel: 'old', model: 'Grande' });
    await desk.settled(next.id, 'CONFIRMED');
    expect(sent()[1]).toBe('updateVehicle {"defaultLabel":"old","model":"Grande"}');
  });

  it('does not make a vehicle stay archived', async () => {
    const archive = await desk.write('archiveVehicle', { vehicleId: '12' });
    await desk.settled(archive.id, 'CONFIRMED');
    stale(1);
    const restore = await desk.write('restoreVehicle', { vehicleId: '12' });
    await desk.settled(restore.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ endpoint }) => endpoint)).toEqual([
      'archiveVehicle',
      'restoreVehicle',
    ]);
  });

  it('does not prove a write that was lost on its way', async () => {
    const first = await change({ defaultLabel: 'new' });
    await desk.settled(first.id, 'CONFIRMED');
    desk.service.faults = ['requestLost'];
    const undo = await change({ defaultLabel: 'old' });
    await desk.until(() => sent().length === 2);
    stale(1);
    await desk.settled(undo.id, 'CONFIRMED');
    expect(desk.service.table('vehicle').get('12')).toContain('"defaultLabel":"old"');
  });

  it.each([
    ['no answer', {}],
    ['that of a gateway', { status: 504 }],
  ])(
    'is no proof of a write that was so before it left: the next one does not overtake it: %s',
    async (_answer, answer) => {
      const move = (name: 'archiveVehicle' | 'restoreVehicle') =>
        desk.write(name, { vehicleId: '12' });
      await desk.settled((await move('archiveVehicle')).id, 'CONFIRMED');
      // Somebody else restores it, and so does the person, who has not seen that.
      desk.service.table('vehicle').set('12', BEFORE);
      desk.service.faults = [{ late: 23_000, ...answer }];
      await move('restoreVehicle');
      await desk.until(() => sent().length === 2);
      await desk.settled((await move('archiveVehicle')).id, 'CONFIRMED');
      desk.clock.advance(60_000);
      expect(sent()).toHaveLength(3);
      const now = desk.service.table('vehicle').get('12') ?? '';
      expect(jsonMember(now, 'status')).toBe('"archived"');
    },
  );

  it('is believed of a write that left once nothing can be so far behind', async () => {
    const first = await change({ defaultLabel: 'new' });
    await desk.settled(first.id, 'CONFIRMED');
    desk.clock.advance(10 * 60_000);
    desk.service.faults = ['replyLost'];
    const undo = await change({ defaultLabel: 'old' });
    await desk.settled(undo.id, 'CONFIRMED');
    expect(sent()).toHaveLength(2);
  });

  it('lets no undo be left out, however old it is', async () => {
    const first = await change({ defaultLabel: 'new' });
    await desk.settled(first.id, 'CONFIRMED');
    desk.clock.advance(86_400_000);
    stale(1);
    const undo = await change({ defaultLabel: 'old' });
    await desk.settled(undo.id, 'CONFIRMED');
    expect(sent()).toHaveLength(2);
    expect(desk.service.table('vehicle').get('12')).toContain('"defaultLabel":"old"');
  });
});

describe('a reading after a write that shows what was there before it', () => {
  const shown = async () => jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel');

  it('is made once more: the desk shows the change all the while, and nothing is flagged', async () => {
    stale(2);
    const op = await change({ defaultLabel: 'new' });
    await desk.settled(op.id, 'UNCERTAIN');
    expect(await shown()).toBe('"new"');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toBeNull();
    expect(await shown()).toBe('"new"');
    expect(sent()).toEqual(['updateVehicle {"defaultLabel":"new"}']);
  });

  it('lets the next change of the same field wait, which is no conflict', async () => {
    stale(2);
    const first = await change({ defaultLabel: 'new' });
    await desk.settled(first.id, 'UNCERTAIN');
    const second = await change({ defaultLabel: 'newer' });
    await desk.settled(second.id, 'CONFIRMED');
    for (const { id } of [first, second]) expect((await desk.op(id)).error).toBeNull();
    expect(sent()).toHaveLength(2);
    expect(await shown()).toBe('"newer"');
  });

  it('is told where it stays so', async () => {
    desk.service.faults = ['onlySaid'];
    const op = await change({ defaultLabel: 'new' });
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.flagged');
    expect(await shown()).toBe('"old"');
    expect(sent()).toHaveLength(1);
  });
});

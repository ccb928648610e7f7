import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);

describe('a create in doubt whose record calls itself older than what was there before', () => {
  it('asks about the same record where the service’s clock was put back in between', async () => {
    const at = (ms: number): string => new Date(desk.clock.now() + ms).toISOString();
    await desk.give('vehicle', `{"id":76,"regNo":"OLD 1","createdAt":"${at(-60_000)}"}`);
    desk.service.faults = ['replyLost'];
    const op = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.until(() => sent().length === 1);
    const made = `{"id":901,"regNo":"NEW 1","createdAt":"${at(-86_400_000)}"}`;
    desk.service.table('vehicle').set('901', made);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createVehicle']);
    expect(await desk.op(op.id)).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      candidates: ['901'],
    });
  });

  it('asks where somebody has changed a part of it by then, too', async () => {
    const at = (ms: number): string => new Date(desk.clock.now() + ms).toISOString();
    const circle = { name: 'Yard', type: 'circle', radius: 60, coordinates: [{ lat: 1, lng: 2 }] };
    const old = { ...circle, id: '76', name: 'Depot', createdAt: at(-60_000) };
    await desk.give('area', JSON.stringify(old));
    desk.service.faults = ['replyLost'];
    const op = await desk.write('createArea', {}, circle);
    await desk.until(() => sent().length === 1);
    const made = { ...circle, id: '901', radius: 70, createdAt: at(-86_400_000) };
    // One of the same size elsewhere, as old, is somebody else's.
    const other = {
      ...old,
      id: '902',
      coordinates: [{ lat: 5, lng: 6 }],
      createdAt: at(-86_400_000),
    };
    desk.service.table('area').set('901', JSON.stringify(made));
    desk.service.table('area').set('902', JSON.stringify(other));
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createArea']);
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_WINDOW_MS } from '../../../electron/core/outbox/queue/requestWindows.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

let desk: Bench;
let uncertain: string;
let sentAtMs: number;

/** A change whose request may still be on its way. */
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
  desk.service.faults = ['requestLost'];
  sentAtMs = desk.clock.now();
  uncertain = (await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' })).id;
  await desk.settled(uncertain, 'UNCERTAIN');
});
afterEach(() => desk.close());

const askedAfterMs = async (): Promise<number> => {
  await desk.settled(uncertain, 'NEEDS_USER');
  return desk.clock.now() - sentAtMs;
};

/** What a person decides before that could be undone by the request. */
describe('an uncertain change asks once its request has surely ended', () => {
  it('about a record that is gone', async () => {
    desk.service.table('vehicle').delete('12');
    expect(await askedAfterMs()).toBeGreaterThanOrEqual(REQUEST_WINDOW_MS);
    expect((await desk.op(uncertain)).error?.code).toBe('outbox.gone');
  });

  it('about what somebody else has set', async () => {
    const theirs = '{"id":12,"regNo":"WB 12","defaultLabel":"theirs"}';
    desk.service.table('vehicle').set('12', theirs);
    expect(await askedAfterMs()).toBeGreaterThanOrEqual(REQUEST_WINDOW_MS);
    expect((await desk.op(uncertain)).error?.code).toBe('outbox.conflict');
  });
});

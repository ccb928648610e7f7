import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** Who is signed in could not be asked: what is read then may be another tenant's. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

/** No answer to who is signed in, always or once after each page of a list, until it is let go of. */
function unknown(when: 'always' | 'after a list'): () => void {
  const { service } = desk;
  const read = service.read.bind(service);
  let isUnknown = when === 'always';
  if (when === 'after a list') service.onPage = () => void (isUnknown = true);
  service.read = (name, params) => {
    if (name !== 'getMe' || !isUnknown) return read(name, params);
    isUnknown = when === 'always';
    return { ok: false, error: errorOf(500) };
  };
  return () => {
    service.onPage = () => undefined;
    service.read = read;
  };
}

it.each(['always', 'after a list'] as const)(
  'a create is not sent again for lists that lack it while who is signed in is not known: %s',
  async (when) => {
    desk.service.faults = ['replyLost'];
    const { id } = await desk.write('createVehicle', {}, { regNo: 'WB 13' });
    await desk.settled(id, 'UNCERTAIN');
    const vehicles = desk.service.table('vehicle');
    const [made = ['', '']] = [...vehicles];
    vehicles.clear();
    const answersAgain = unknown(when);
    const endsAt = desk.clock.now() + 15 * 60_000;
    await desk.until(() => desk.clock.now() > endsAt);
    vehicles.set(...made);
    answersAgain();
    await desk.settled(id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(1);
  },
);

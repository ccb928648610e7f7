import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { codeOf, valueOf } from '../db/support.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

let desk: Bench;
let gone: string;

/** A waiting change of a vehicle that was deleted at the service meanwhile. */
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
  desk.service.table('vehicle').delete('12');
  gone = (await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' })).id;
  await desk.settled(gone, 'NEEDS_USER');
  // Nothing leaves before the test says so.
  desk.connection.maySend = false;
});
afterEach(() => desk.close());

const counts = () => desk.store.read('outbox.counts', null);
const remedies = async () => (await desk.op(gone)).remedies;

/** Sends what waits, and gives the names of the vehicles that the service then has. */
async function made(): Promise<(string | null)[]> {
  desk.connection.maySend = true;
  desk.outbox.wake();
  await desk.until(async () => Object.keys(await counts()).every((state) => state !== 'QUEUED'));
  return [...desk.service.table('vehicle').values()].map((text) =>
    jsonMember(text, 'defaultLabel'),
  );
}

/** Lets so many writes to the disk through; those that follow find it full. */
function fullAfter(writes: number): void {
  let seen = 0;
  Object.defineProperty(desk.disk, 'full', {
    configurable: true,
    get: () => (seen += 1) > writes,
  });
}

function freed(): void {
  Object.defineProperty(desk.disk, 'full', { configurable: true, writable: true, value: false });
}

describe('making a deleted record anew', () => {
  it('makes one record where it is asked for twice at once', async () => {
    const answers = await Promise.all([desk.outbox.recreate(gone), desk.outbox.recreate(gone)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
    expect(answers.map(codeOf)).toContain('outbox.wrongState');
    expect(await counts()).toEqual({ DISCARDED: 1, QUEUED: 1 });
    expect(await made()).toEqual(['"new"']);
  });

  it('is one step on disk: where the disk fills after it, nothing offers it again', async () => {
    fullAfter(1);
    const create = valueOf(await desk.outbox.recreate(gone));
    freed();
    expect(await remedies()).toEqual(['restore']);
    expect(codeOf(await desk.outbox.recreate(gone))).toBe('outbox.wrongState');
    await desk.restart();
    expect(await counts()).toEqual({ DISCARDED: 1, QUEUED: 1 });
    expect(await made()).toEqual(['"new"']);
    expect((await desk.op(create.id)).state).toBe('CONFIRMED');
  });

  it('changes nothing on a full disk, and can be tried again', async () => {
    fullAfter(0);
    expect(codeOf(await desk.outbox.recreate(gone))).toBe('disk.full');
    freed();
    expect(await counts()).toEqual({ NEEDS_USER: 1 });
    expect(await remedies()).toContain('recreate');
    valueOf(await desk.outbox.recreate(gone));
    expect(await made()).toEqual(['"new"']);
  });

  it('makes nothing for a write that is given up in the same moment', async () => {
    const [discarded, recreated] = await Promise.all([
      desk.outbox.discard(gone),
      desk.outbox.recreate(gone),
    ]);
    expect(discarded.ok).toBe(true);
    expect(codeOf(recreated)).toBe('outbox.wrongState');
    expect(await counts()).toEqual({ DISCARDED: 1 });
    expect(await made()).toEqual([]);
  });

  it('gives nothing up where the new record names one that is no more', async () => {
    const nobody = '"~new-00000000-0000-4000-8000-0000000000ff"';
    await desk.corrupt(gone, 'patch', `{"typeId":${nobody}}`);
    expect(codeOf(await desk.outbox.recreate(gone))).toBe('outbox.unknownRecord');
    expect(await counts()).toEqual({ NEEDS_USER: 1 });
    expect(await remedies()).toContain('discard');
  });

  it('loses no change that waited behind the first one, where the new record is taken back', async () => {
    const behind = await desk.write('updateVehicle', { vehicleId: '12' }, { model: 'Pico' });
    expect(behind.id).not.toBe(gone);
    const create = valueOf(await desk.outbox.recreate(gone));
    expect(await counts()).toEqual({ DISCARDED: 2, QUEUED: 1 });
    expect(codeOf(await desk.outbox.restore(behind.id))).toBe('outbox.wrongState');
    valueOf(await desk.outbox.cancel(create.id));
    for (const id of [gone, behind.id]) valueOf(await desk.outbox.restore(id));
    expect(await desk.op(behind.id)).toMatchObject({
      ...{ state: 'NEEDS_USER', patch: '{"model":"Pico"}', error: { code: 'outbox.gone' } },
      remedies: ['retry', 'recreate', 'discard'],
    });
    const { patch } = valueOf(await desk.outbox.recreate(gone));
    expect(JSON.parse(patch)).toMatchObject({ defaultLabel: 'new', model: 'Pico' });
  });

  it('makes a user of a client at that client, and reads it there', async () => {
    await desk.give('user', '{"id":31,"email":"ada@example.com","name":"Ada","surname":"May"}');
    desk.service.table('user').delete('31');
    const read = vi.spyOn(desk.service, 'read');
    desk.connection.maySend = true;
    const ofClient = { clientId: '501', userId: '31' };
    const change = await desk.write('updateClientUser', ofClient, { lastName: 'June' });
    await desk.settled(change.id, 'NEEDS_USER');
    const create = valueOf(await desk.outbox.recreate(change.id));
    await desk.settled(create.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ endpoint, params }) => [endpoint, params])).toEqual([
      ['createClientUser', { clientId: '501' }],
    ]);
    const names = read.mock.calls.map(([name]) => name);
    expect(names).toContain('getClientUser');
    expect(names).not.toContain('getUser');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OFFLINE, errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Fault } from '../fakeService.ts';
import type { Bench } from './support.ts';

/** A delete ends when the service says that it did it, or when it is proved that the record is gone. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('area', '{"id":5,"name":"Yard","status":"active"}');
  await desk.give('area', '{"id":6,"name":"Depot","status":"active"}');
});
afterEach(() => desk.close());

const remove = () => desk.write('deleteArea', { areaId: '5' });
const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const isThere = () => desk.service.table('area').has('5');

/** Reads by id answer 404 for some areas while `isSo` says so. */
function readsAnswer404(isSo: (areaId: string) => boolean): void {
  const read = desk.service.read.bind(desk.service);
  desk.service.read = (name, params) =>
    name === 'getArea' && isSo(params['areaId'] ?? '')
      ? { ok: false, error: errorOf(404) }
      : read(name, params);
}

/** The service goes on to show the area once it is asked to delete it, and says that it is deleted. */
function showsDeleted(): void {
  const mutate = desk.service.mutate.bind(desk.service);
  desk.service.mutate = (...given) => {
    const outcome = mutate(...given);
    desk.service.table('area').set('5', '{"id":5,"name":"Yard","deletedAt":"2026-05-01"}');
    return outcome;
  };
}

const reasons = async (id: string) =>
  (await desk.store.read('outbox.history', { id })).map(({ reason }) => reason);

describe('a delete', () => {
  it.each([404, 410])('is sent though a reading answers %i before it', async () => {
    readsAnswer404(() => sent().length === 0);
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea']);
    expect(isThere()).toBe(false);
  });

  it.each([404, 410])('that a passing %i answers is sent again', async (status) => {
    desk.service.faults = [{ status }];
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea']);
    expect(isThere()).toBe(false);
  });

  it('is sent again where the reading afterwards is passing, too: the list still has it', async () => {
    desk.service.faults = [{ status: 404 }];
    readsAnswer404((id) => id === '5' && sent().length < 2);
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea']);
    expect(await reasons(op.id)).toContain(
      'The service says that it does not have a record which it lists.',
    );
  });

  it('ends the reading again of a change before it, which nobody could read', async () => {
    const mutate = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...args) => {
      desk.service.readError = errorOf(403);
      return mutate(...args);
    };
    const change = await desk.write('updateArea', { areaId: '5' }, { name: 'Other' });
    await desk.settled(change.id, 'CONFIRMED');
    const unread = () => desk.store.read('outbox.unread', { limit: 9 });
    expect(await unread()).toEqual([{ entity: 'area', id: '5' }]);
    desk.service.readError = null;
    desk.connection.maySend = false;
    const op = await remove();
    desk.service.readError = errorOf(403);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(await unread()).toEqual([]);
  });

  it('of what is gone ends by two complete lists and a reading by its id', async () => {
    const op = await remove();
    desk.service.table('area').delete('5');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea']);
    expect(await reasons(op.id)).toEqual(
      expect.arrayContaining([
        'not listed, 1 of 2',
        'the service no longer has it: two complete lists and a reading by its id',
      ]),
    );
    expect(await desk.shown('area', '5')).toBe(null);
  });

  it('of an archived record is believed by no list of living ones: it is looked for among the archived', async () => {
    desk.service.table('area').set('5', '{"id":5,"name":"Yard","status":"archived"}');
    await desk.give('area', '{"id":5,"name":"Yard","status":"archived"}');
    desk.service.faults = [{ status: 404 }, { status: 404 }];
    readsAnswer404((id) => id === '5' && sent().length < 3);
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea', 'deleteArea']);
    expect(isThere()).toBe(false);
  });

  it('of an archived record waits while archived ones can not be listed, and then asks', async () => {
    await desk.give('area', '{"id":5,"name":"Yard","status":"archived"}');
    desk.service.faults = [{ status: 404 }];
    readsAnswer404((id) => id === '5');
    desk.service.archivedError = errorOf(403);
    const op = await remove();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({ error: { code: 'outbox.unverifiable' } });
    expect(isThere()).toBe(true);
  });

  it('of what is gone asks where no list ever proves to be complete', async () => {
    desk.service.miscounts = true;
    const op = await remove();
    desk.service.table('area').delete('5');
    await desk.settled(op.id, 'NEEDS_USER', 3 * 3_600_000);
    expect(await desk.op(op.id)).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      remedies: ['retry', 'discard'],
    });
  });

  it('is believed gone by no 404 that the service gives for every area', async () => {
    desk.service.faults = Array<Fault>(9).fill({ status: 404 });
    readsAnswer404(() => true);
    desk.service.table('area').delete('5');
    const op = await remove();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await reasons(op.id)).join('\n')).toContain('of another record too');
  });

  it('is believed gone by no empty list while other areas are known', async () => {
    desk.service.table('area').clear();
    const op = await remove();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await reasons(op.id)).join('\n')).toContain('is empty, though records are known');
  });

  it('of the last area ends by an empty list', async () => {
    const one = await desk.write('deleteArea', { areaId: '6' });
    await desk.settled(one.id, 'CONFIRMED');
    desk.service.faults = ['replyLost'];
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toHaveLength(2);
  });

  it('asks a person after six requests, with growing pauses, and stays hidden meanwhile', async () => {
    desk.service.faults = Array<Fault>(9).fill({ status: 404 });
    const op = await remove();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toHaveLength(6);
    const asked = await desk.op(op.id);
    expect(asked).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      remedies: ['retry', 'discard'],
    });
    const view = { entity: 'area', archived: 'all' } as const;
    const hidden = await desk.store.read('records.window', { view, offset: 0, limit: 10 });
    expect(hidden.rows.map(({ id }) => id)).toEqual(['6']);
    desk.service.faults = [];
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(isThere()).toBe(false);
  });

  it('that is answered as done and was not is sent again: the record can still be read', async () => {
    const mutate = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...given) => {
      desk.service.mutate = mutate;
      const record = desk.service.table('area').get('5') ?? '';
      const outcome = mutate(...given);
      desk.service.table('area').set('5', record);
      return outcome;
    };
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea']);
    expect(isThere()).toBe(false);
    expect(await reasons(op.id)).toContain(
      'the service says that it deleted it, and still shows it',
    );
  });

  /** So many readings by its id fail, whatever the service holds. */
  const unread = (times: number): void => {
    const read = desk.service.read.bind(desk.service);
    let left = times;
    desk.service.read = (name, params) => {
      if (name !== 'getArea' || sent().length === 0 || left === 0) return read(name, params);
      left -= 1;
      return { ok: false, error: errorOf(500) };
    };
  };

  it('that is answered as done is read again where the first reading fails', async () => {
    unread(1);
    desk.service.faults = ['onlySaid'];
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea']);
    expect(isThere()).toBe(false);
  });

  it('that is answered as done is believed where no reading comes back', async () => {
    unread(Infinity);
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea']);
  });

  it('is done where the service still shows its record as deleted', async () => {
    showsDeleted();
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea']);
  });

  it('is done, too, where its answer was lost and the service shows its record as deleted', async () => {
    desk.service.faults = ['replyLost', { status: 404 }];
    showsDeleted();
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea']);
  });

  it.each(['0', '"0000-00-00 00:00:00"', '"9999-12-31T00:00:00Z"'])(
    'is not done where the service still shows its record, deleted at %s',
    async (at) => {
      await desk.give('area', `{"id":5,"name":"Yard","deletedAt":${at}}`);
      desk.service.faults = ['onlySaid'];
      const op = await remove();
      await desk.settled(op.id, 'CONFIRMED');
      expect(sent()).toEqual(['deleteArea', 'deleteArea']);
      expect(isThere()).toBe(false);
    },
  );

  it('for good of an archived area is no delete until the service made it', async () => {
    await desk.give('area', '{"id":5,"name":"Yard","status":"archived"}');
    desk.service.faults = ['requestLost'];
    const op = await remove();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea']);
    expect(isThere()).toBe(false);
  });

  it('that can be taken back ends where the service shows it as deleted', async () => {
    await desk.give('scheduledReport', '{"id":9,"name":"Weekly","status":"active"}');
    desk.service.faults = ['requestLost'];
    const op = await desk.write('deleteScheduledReport', { reportId: '9' });
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.table('scheduledReport').set('9', '{"id":9,"name":"Weekly","status":"deleted"}');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteScheduledReport']);
  });

  it('counts no absence while nobody knows who is signed in', async () => {
    const op = await remove();
    desk.service.table('area').delete('5');
    desk.service.meError = { ...OFFLINE, kind: 'auth', status: 401 };
    const until = desk.clock.now() + 1_200_000;
    await desk.until(() => desk.clock.now() >= until, 1_300_000);
    expect((await desk.op(op.id)).state).toBe('UNCERTAIN');
    desk.service.meError = null;
    await desk.settled(op.id, 'CONFIRMED');
  });
});

describe('a pause of a write', () => {
  beforeEach(() => desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"A"}'));
  const rename = (label: string) =>
    desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });

  it('does not outlast the trouble: what is proved unapplied leaves at once', async () => {
    desk.service.faults = Array<Fault>(8).fill('requestLost');
    const op = await rename('B');
    await desk.until(() => sent().length === 8, 60 * 60_000);
    const from = desk.clock.now();
    await desk.settled(op.id, 'CONFIRMED');
    // The settle window of the last request, and the look after it.
    expect(desk.clock.now() - from).toBeLessThan(70_000);
  });

  it('is told of one in doubt behind one that asks', async () => {
    desk.service.faults = [{ status: 422 }];
    const one = await rename('B');
    await desk.settled(one.id, 'NEEDS_USER');
    expect((await desk.outbox.discard(one.id)).ok).toBe(true);
    desk.service.faults = ['requestLost'];
    const two = await rename('C');
    await desk.settled(two.id, 'UNCERTAIN');
    expect((await desk.outbox.restore(one.id)).ok).toBe(true);
    expect(await desk.op(two.id)).toMatchObject({ state: 'UNCERTAIN', hold: 'op' });
  });
});

describe('a record that was deleted', () => {
  it('can be restored by a write of its own where the service has one, under its name', async () => {
    await desk.give('scheduledReport', '{"id":"r1","name":"Weekly","status":"active"}');
    const deletion = await desk.write('deleteScheduledReport', { reportId: 'r1' });
    await desk.settled(deletion.id, 'CONFIRMED');
    expect(desk.service.table('scheduledReport').has('r1')).toBe(false);
    const op = await desk.write('restoreScheduledReport', { reportId: 'r1' });
    expect(op.label).toBe('Weekly');
    await desk.until(() => sent().includes('restoreScheduledReport'));
  });

  it('for good can not: nothing is queued that the service would refuse', async () => {
    const deletion = await remove();
    await desk.settled(deletion.id, 'CONFIRMED');
    await expect(desk.write('restoreArea', { areaId: '5' })).rejects.toThrow('unknownRecord');
  });
});

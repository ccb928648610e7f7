import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { OFFLINE, errorOf } from '../fakeService.ts';
import { bench, quiet } from './support.ts';
import type { Bench } from './support.ts';

/** What happens to a write, its disk or its service while a step of it is under way. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench({ start: false });
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"A"}');
});
afterEach(() => desk.close());

const DRIVEN = { vehicleId: '12', driverId: '31' };
const rename = (label: string) =>
  desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });

/** Runs `act` while the service is being asked for the vehicle, once. */
function whileRead(act: () => void): void {
  const read = desk.service.read.bind(desk.service);
  let done = false;
  desk.service.read = (...asked) => {
    const reply = read(...asked);
    if (!done) act();
    done = true;
    return reply;
  };
}

async function pass(virtualMs: number): Promise<void> {
  const until = desk.clock.now() + virtualMs;
  await desk.until(() => desk.clock.now() >= until, virtualMs + 1_000);
}

/** A write that the service has applied, though its answer was lost. */
async function inDoubt(): Promise<Op> {
  const op = await rename('B');
  desk.service.faults = ['replyLost'];
  desk.outbox.start();
  await desk.settled(op.id, 'UNCERTAIN');
  return op;
}

describe('a write that a person changes while its record is read', () => {
  it('and types back to what it was stays wanted where somebody else has set the field since', async () => {
    const op = await rename('B');
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"theirs"}');
    await rename('A');
    expect((await desk.op(op.id)).state).toBe('QUEUED');
    expect(await desk.shown('vehicle', '12')).toContain('"defaultLabel":"A"');
    desk.outbox.start();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.conflict');
  });

  it('and takes back its archiving is restored where somebody else has archived it since', async () => {
    await desk.write('archiveVehicle', { vehicleId: '12' });
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"A","archived":true}');
    const restored = await desk.write('restoreVehicle', { vehicleId: '12' });
    expect(restored.state).toBe('QUEUED');
    desk.outbox.start();
    await desk.settled(restored.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ endpoint }) => endpoint)).toEqual(['restoreVehicle']);
  });

  it('and archives again stays wanted while a restoring from before it was refused and asks', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","archived":true}');
    desk.service.faults = [{ status: 409 }];
    const asks = await desk.write('restoreVehicle', { vehicleId: '12' });
    desk.outbox.start();
    await desk.settled(asks.id, 'NEEDS_USER');
    const first = await desk.write('archiveVehicle', { vehicleId: '12' });
    await desk.write('restoreVehicle', { vehicleId: '12' });
    expect((await desk.outbox.cancel(first.id)).ok).toBe(true);
    const archived = await desk.write('archiveVehicle', { vehicleId: '12' });
    expect(archived.state).toBe('QUEUED');
    expect(await desk.shown('vehicle', '12')).toContain('"archived"');
    expect((await desk.outbox.retry(asks.id)).ok).toBe(true);
    await desk.settled(archived.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)?.endpoint).toBe('archiveVehicle');
  });

  it('and takes back who drives it asks where somebody else has assigned another since', async () => {
    const assigned = await desk.write('setDriver', DRIVEN);
    const other = '"driver":{"id":32,"fullName":"Bo Lind"},"driverId":32';
    await desk.give('vehicle', `{"id":12,"regNo":"WB 12","defaultLabel":"A",${other}}`);
    expect((await desk.write('unsetDriver', DRIVEN)).state).toBe('QUEUED');
    desk.outbox.start();
    await desk.settled(assigned.id, 'NEEDS_USER');
    expect((await desk.op(assigned.id)).error?.code).toBe('outbox.conflict');
  });

  it('is not taken for done because the service already has what it was', async () => {
    const op = await rename('B');
    desk.service.table('vehicle').set('12', '{"id":12,"regNo":"WB 12","defaultLabel":"B"}');
    const later: Promise<Op>[] = [];
    whileRead(() => later.push(rename('C')));
    desk.outbox.start();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await Promise.all(later)).map(({ id }) => id)).toEqual([op.id]);
    expect((await desk.op(op.id)).conflicts).toMatchObject([
      { field: 'defaultLabel', mine: '"C"', theirs: '"B"' },
    ]);
    expect(await desk.shown('vehicle', '12')).toContain('"defaultLabel":"C"');
    expect(desk.service.arrivals).toEqual([]);
  });

  it('asks about what it has become, not about what it was', async () => {
    const op = await rename('B');
    desk.service.table('vehicle').set('12', '{"id":12,"regNo":"WB 12","defaultLabel":"X"}');
    whileRead(() => void rename('C'));
    desk.outbox.start();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).conflicts).toMatchObject([{ mine: '"C"', theirs: '"X"' }]);
  });
});

describe('a write to a new record as the service lists it', () => {
  it('waits for an earlier one under the temporary id, where both turn out to be one while it is read', async () => {
    const made = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    desk.service.faults = ['replyLost'];
    desk.outbox.start();
    await desk.settled(made.id, 'UNCERTAIN');
    const earlier = await desk.write(
      'updateVehicle',
      { vehicleId: made.targetId },
      { model: 'One' },
    );
    const listed = [...desk.service.table('vehicle')].find(([id]) => id !== '12');
    const [vehicleId = '', record = ''] = listed ?? [];
    await desk.give('vehicle', record);
    const recognised: Promise<unknown>[] = [];
    whileRead(() => {
      const { now, id } = { now: desk.clock.now(), id: made.id };
      const reason = 'recognised';
      recognised.push(
        desk.store.write('outbox.move', { id, from: ['UNCERTAIN'], to: 'VERIFYING', now, reason }),
        desk.store.write('outbox.confirm', { id, now, reason, record }),
      );
    });
    const later = await desk.write('updateVehicle', { vehicleId }, { model: 'Two' });
    await desk.settled(later.id, 'CONFIRMED');
    expect(recognised).toHaveLength(2);
    expect((await desk.op(earlier.id)).state).toBe('CONFIRMED');
    expect(desk.service.table('vehicle').get(vehicleId)).toContain('"model":"Two"');
    const bodies = desk.service.arrivals.map(({ body }) => body);
    expect(bodies.slice(1)).toEqual(['{"model":"One"}', '{"model":"Two"}']);
  });
});

describe('an outcome that the disk does not take', () => {
  it('of a request is looked into as soon as there is room, and its lane goes on', async () => {
    const op = await rename('B');
    const mutate = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...sent) => {
      desk.disk.full = desk.service.arrivals.length === 0;
      return mutate(...sent);
    };
    desk.outbox.start();
    await desk.until(() => desk.disk.full);
    await pass(30_000);
    expect((await desk.op(op.id)).state).toBe('SENDING');
    desk.disk.full = false;
    const next = await rename('C');
    await desk.settled(op.id, 'CONFIRMED');
    await desk.settled(next.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(2);
  });

  it('of a create is remembered: a record that is deleted again meanwhile is not made anew', async () => {
    desk.connection.maySend = true;
    desk.outbox.start();
    const mutate = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...sent) => {
      desk.disk.full = desk.service.arrivals.length === 0;
      return mutate(...sent);
    };
    const op = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    await desk.until(() => desk.disk.full);
    const [id = ''] = desk.service.table('areaGroup').keys();
    desk.service.table('areaGroup').delete(id);
    await pass(30_000);
    desk.disk.full = false;
    await desk.settled(op.id, 'NEEDS_USER', 900_000);
    expect((await desk.op(op.id)).error?.message).toContain(id);
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('of a verification is looked into as soon as there is room', async () => {
    const op = await inDoubt();
    whileRead(() => (desk.disk.full = true));
    await desk.until(() => desk.disk.full);
    await pass(30_000);
    expect((await desk.op(op.id)).state).toBe('VERIFYING');
    desk.disk.full = false;
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('at a start is looked into as soon as there is room', async () => {
    const op = await rename('B');
    desk.service.faults = ['crash'];
    desk.outbox.start();
    await desk.settled(op.id, 'SENDING');
    await desk.until(() => desk.service.arrivals.length > 0);
    desk.disk.full = true;
    await desk.restart();
    desk.outbox.start();
    for (let turn = 0; turn < 5; turn += 1) await quiet();
    expect((await desk.op(op.id)).state).toBe('SENDING');
    desk.disk.full = false;
    await desk.settled(op.id, 'CONFIRMED');
  });
});

describe('a write in doubt', () => {
  it.each([400, 403, 405, 501])(
    'asks a person where the service keeps answering %i to the question',
    async (status) => {
      const op = await inDoubt();
      desk.service.readError = errorOf(status);
      await desk.settled(op.id, 'NEEDS_USER');
      const asked = await desk.op(op.id);
      expect(asked.error).toMatchObject({ code: 'outbox.unverifiable' });
      expect(asked.remedies).toEqual(['retry', 'discard']);
      desk.service.readError = null;
      expect((await desk.outbox.retry(op.id)).ok).toBe(true);
      await desk.settled(op.id, 'CONFIRMED');
      expect(desk.service.arrivals).toHaveLength(1);
    },
  );

  it('asks nobody while the service only fails', async () => {
    const op = await inDoubt();
    desk.service.readError = errorOf(503);
    await pass(3_600_000);
    expect((await desk.op(op.id)).state).not.toBe('NEEDS_USER');
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('that needs a create which went by file asks once that is given up, and comes back with it', async () => {
    const create = await desk.write('createVehicle', {}, { regNo: 'C 1' });
    await desk.give('device', '{"id":5,"imei":"123","status":"active"}');
    const install = await desk.write(
      'installDevice',
      { deviceId: '5' },
      {
        vehicleId: create.targetId,
      },
    );
    await desk.store.write('outbox.handOver', { ids: null, now: desk.clock.now() });
    expect((await desk.outbox.discard(create.id)).ok).toBe(true);
    expect(await desk.op(install.id)).toMatchObject({
      state: 'NEEDS_USER',
      error: { code: 'outbox.orphaned' },
      remedies: ['discard'],
    });
    desk.outbox.start();
    expect((await desk.outbox.restore(create.id)).ok).toBe(true);
    expect(await desk.op(install.id)).toMatchObject({ state: 'UNCERTAIN', hold: 'handedOver' });
    expect((await desk.outbox.discard(create.id)).ok).toBe(true);
    const later = await desk.write('updateDevice', { deviceId: '5' }, { serial: 'x' });
    expect((await desk.outbox.discard(install.id)).ok).toBe(true);
    await desk.settled(later.id, 'CONFIRMED');
  });
});

it('a wait that the service asked for lasts, whatever other writes bring meanwhile', async () => {
  for (let id = 1; id <= 8; id += 1) {
    await desk.give('vehicle', `{"id":${id},"defaultLabel":"A"}`);
    await desk.write('updateVehicle', { vehicleId: String(id) }, { defaultLabel: 'B' });
  }
  desk.service.faults = ['rateLimited'];
  const sentAt: number[] = [];
  const mutate = desk.service.mutate.bind(desk.service);
  desk.service.mutate = (...sent) => {
    sentAt.push(desk.clock.now());
    return mutate(...sent);
  };
  desk.outbox.start();
  await desk.until(() => sentAt.length > 0);
  const from = desk.clock.now();
  await pass(2_000);
  desk.outbox.wake();
  await desk.until(() => sentAt.length === 9);
  // Four were under way together; the rest waits out the 40 s that one of them was told.
  expect(sentAt.map((at) => at - from >= 40_000)).toEqual([
    ...Array<boolean>(4).fill(false),
    ...Array<boolean>(5).fill(true),
  ]);
});

it('asks where a change is answered as done time and again, and shows that it was not', async () => {
  const said: string[] = [];
  desk.service.mutate = (name) => {
    said.push(name);
    return { is: 'uncertain', status: 200, detail: 'there is no record in it', body: '{}' };
  };
  const op = await rename('B');
  desk.outbox.start();
  await desk.settled(op.id, 'NEEDS_USER');
  expect(said).toHaveLength(6);
  expect(await desk.op(op.id)).toMatchObject({
    error: { code: 'outbox.unverifiable' },
    remedies: ['retry', 'discard'],
  });
});

it('asks about a create in doubt where no list ever proves to be complete', async () => {
  const op = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
  desk.service.miscounts = true;
  desk.service.faults = ['requestLost'];
  desk.outbox.start();
  await desk.settled(op.id, 'NEEDS_USER', 3 * 3_600_000);
  const asks = await desk.op(op.id);
  expect(asks.error).toMatchObject({ code: 'outbox.unverifiable' });
  expect(asks.error?.message).toContain('no list of the service proves to be complete');
  expect(desk.service.arrivals).toHaveLength(1);
  // Whoever sends it again has the last word.
  expect((await desk.outbox.retry(op.id)).ok).toBe(true);
  await desk.settled(op.id, 'CONFIRMED');
  expect(desk.service.arrivals).toHaveLength(2);
});

it('writes whose records can not be read let those behind them go first', async () => {
  for (let id = 20; id < 32; id += 1) {
    await desk.give('vehicle', `{"id":${id},"regNo":"WB ${id}"}`);
    await desk.write('updateVehicle', { vehicleId: String(id) }, { defaultLabel: 'B' });
  }
  await desk.give('area', '{"id":5,"name":"Yard"}');
  const area = await desk.write('updateArea', { areaId: '5' }, { name: 'Depot' });
  const read = desk.service.read.bind(desk.service);
  desk.service.read = (name, params) =>
    name === 'getVehicle' ? { ok: false, error: OFFLINE } : read(name, params);
  desk.outbox.start();
  await desk.settled(area.id, 'CONFIRMED', 30 * 60_000);
});

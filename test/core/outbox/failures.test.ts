import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '../../../electron/core/identity.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { OFFLINE, errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const VEHICLE =
  '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"m","driver":null,"status":"driving","big":9007199254740993,"price":1.10,"__proto__":{"own":1}}';
const GROUP = { endpoint: 'createAreaGroup', params: {}, body: { name: 'Depots' } } as const;

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', VEHICLE);
});
afterEach(() => desk.close());

const rename = (label: string, id = '12') =>
  desk.write('updateVehicle', { vehicleId: id }, { defaultLabel: label });
const createGroup = () => desk.write(GROUP.endpoint, GROUP.params, GROUP.body);
const createVehicle = (regNo: string) => desk.write('createVehicle', {}, { regNo });
const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const atService = (id: string) => desk.service.table('vehicle').get(id) ?? '';

describe('the network', () => {
  it('a lost reply of an update is found by reading, without another request', async () => {
    desk.service.faults = ['replyLost'];
    const op = await rename('new');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle']);
  });

  it('an entry of a meter that was not found before it is proven by a reading after a lost reply', async () => {
    desk.service.table('vehicle').delete('12');
    desk.service.faults = ['replyLost'];
    const entry = { occurredAt: '2026-05-03T07:00:00.000Z', odometer: 4000 };
    const op = await desk.write('calibrateOdometer', { vehicleId: '12' }, entry);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['calibrateOdometer']);
  });

  it('a lost update is sent again', async () => {
    desk.service.faults = ['requestLost', { status: 503 }];
    const op = await rename('new');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toHaveLength(3);
    expect(jsonMember(atService('12'), 'defaultLabel')).toBe('"new"');
  });

  it('failure 25: missed wake-up event: the timer alone drains', async () => {
    desk.connection.maySend = false;
    const op = await rename('new');
    await desk.until(() => true);
    desk.clock.advance(3_600_000);
    await desk.until(() => true);
    expect(sent()).toEqual([]);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED', 60_000);
  });

  it('failure 24: sleep and resume with dead sockets: goes on within 60 s unattended', async () => {
    desk.service.faults = ['requestLost'];
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    // The lid is shut for an hour; by then the request has surely ended.
    desk.clock.advance(3_600_000);
    await desk.settled(op.id, 'CONFIRMED', 60_000);
  });

  it('no eligible write idles for more than ten minutes after the network heals', async () => {
    desk.service.readError = OFFLINE;
    const op = await rename('new');
    desk.clock.advance(48 * 3_600_000);
    await desk.until(() => true);
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED', 600_000);
  });

  it('failure 07: token expires mid-flush: hold, never drop', async () => {
    desk.service.faults = ['signIn'];
    const op = await rename('new');
    desk.connection.signedIn = false;
    await desk.until(async () => (await desk.op(op.id)).state === 'QUEUED');
    desk.clock.advance(3_600_000);
    await desk.until(() => true);
    expect(desk.service.arrivals.filter(({ applied }) => applied)).toEqual([]);
    desk.connection.signedIn = true;
    desk.outbox.wake();
    await desk.settled(op.id, 'CONFIRMED', 60_000);
  });

  it('failure 29: 429: honoured, and no attempt is burned', async () => {
    desk.service.faults = ['rateLimited'];
    const op = await rename('new');
    await desk.until(() => sent().length === 1);
    await desk.until(async () => (await desk.op(op.id)).hold === 'rateLimit');
    desk.outbox.wake();
    desk.clock.advance(39_000);
    await desk.until(() => true, 0);
    expect(sent()).toHaveLength(1);
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).attempts).toBe(1);
  });

  it('failure 13: clock jumps a year: order by sequence', async () => {
    desk.connection.maySend = false;
    const first = await desk.write('archiveVehicle', { vehicleId: '12' });
    desk.clock.advance(-365 * 24 * 3_600_000);
    const second = await rename('new');
    expect(second.seq).toBeGreaterThan(first.seq);
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.settled(second.id, 'CONFIRMED');
    expect(sent()).toEqual(['archiveVehicle', 'updateVehicle']);
  });

  it.each(['rateLimited', 'notSent'] as const)(
    'a clock that is put back makes no pause longer: %s',
    async (fault) => {
      desk.service.faults = [fault];
      const op = await rename('new');
      await desk.until(async () => (await desk.op(op.id)).hold !== null);
      desk.clock.advance(-3_600_000);
      desk.clock.advance(60_000);
      // The timers of this clock wait for its hour to come round again.
      desk.outbox.wake();
      await desk.settled(op.id, 'CONFIRMED', 60_000);
    },
  );

  it('nor does an edit of the write that pauses, on a clock that was put back', async () => {
    desk.service.faults = ['notSent'];
    const op = await rename('new');
    await desk.until(async () => (await desk.op(op.id)).hold !== null);
    desk.clock.advance(-8 * 24 * 3_600_000);
    expect((await desk.outbox.edit(op.id, { defaultLabel: 'newer' })).ok).toBe(true);
    desk.outbox.wake();
    await desk.settled(op.id, 'CONFIRMED', 60_000);
  });

  it('a write older than seven days asks once before it leaves', async () => {
    desk.connection.maySend = false;
    const op = await rename('new');
    desk.clock.advance(8 * 24 * 3_600_000);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.old');
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('a write asks as well that grew older than seven days while its record was read', async () => {
    const { service } = desk;
    const read = service.read.bind(service);
    service.read = (name, params) => {
      if (name === 'getVehicle') desk.clock.advance(8 * 24 * 3_600_000);
      return read(name, params);
    };
    const op = await rename('new');
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.old');
    expect(sent()).toEqual([]);
  });

  it('a write older than seven days that the service has already asks nothing', async () => {
    desk.connection.maySend = false;
    const op = await rename('new');
    desk.service.table('vehicle').set('12', '{"id":12,"defaultLabel":"new"}');
    desk.clock.advance(8 * 24 * 3_600_000);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual([]);
  });
});

describe('refusals', () => {
  it('failure 06: one poison op among many: the others drain', async () => {
    desk.connection.maySend = false;
    const ids = Array.from({ length: 120 }, (_, index) => String(1000 + index));
    for (const id of ids) await desk.give('vehicle', `{"id":${id},"defaultLabel":"old"}`);
    for (const id of ids) await rename('new', id);
    desk.service.faults = [{ status: 422 }];
    desk.connection.maySend = true;
    await desk.until(
      async () => (await desk.store.read('outbox.counts', null))['CONFIRMED'] === 119,
    );
    expect((await desk.store.read('outbox.counts', null))['NEEDS_USER']).toBe(1);
  });

  it('failure 08: 403 after a role change: needs attention; mirror intact', async () => {
    desk.service.faults = [{ status: 403 }];
    const op = await rename('new');
    await desk.settled(op.id, 'NEEDS_USER');
    const found = await desk.store.read('records.get', { entity: 'vehicle', id: '12' });
    expect(found?.base).toBe(VEHICLE);
    expect((await desk.op(op.id)).remedies).toEqual(['retry', 'edit', 'discard']);
  });

  it('a refused write asks a person also where the role may not ask who it is', async () => {
    desk.service.meError = errorOf(403);
    desk.service.faults = [{ status: 403 }];
    const refused = await rename('new');
    const other = await createGroup();
    await desk.settled(refused.id, 'NEEDS_USER');
    await desk.settled(other.id, 'CONFIRMED');
  });

  it('failure 09: deleted there, edited here: recreate or discard', async () => {
    desk.connection.maySend = false;
    const op = await rename('new');
    desk.service.table('vehicle').delete('12');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).remedies).toEqual(['retry', 'recreate', 'discard']);
    const made = await desk.outbox.recreate(op.id);
    if (!made.ok) throw new Error(made.error.message);
    expect((await desk.op(op.id)).state).toBe('DISCARDED');
    await desk.settled(made.value.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)).toMatchObject({
      endpoint: 'createVehicle',
      body: '{"regNo":"WB 12","defaultLabel":"new","model":"m"}',
    });
  });

  it('an edited refusal is sent anew', async () => {
    desk.service.faults = [{ status: 422 }];
    const op = await rename('bad');
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.outbox.edit(op.id, { defaultLabel: 'good' })).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(jsonMember(atService('12'), 'defaultLabel')).toBe('"good"');
  });

  it.each([
    ['archiveVehicle', { vehicleId: '12' }, 'vehicle'],
    ['deleteArea', { areaId: '5' }, 'area'],
  ] as const)('%s that is refused leaves its row in the list', async (endpoint, params, entity) => {
    await desk.give('area', '{"id":5,"name":"Yard"}');
    desk.service.faults = [{ status: 422 }];
    const [id = ''] = Object.values(params);
    const isListed = async (): Promise<boolean> =>
      (await desk.store.read('records.ids', { view: { entity, archived: 'no' } })).ids.includes(id);
    const op = await desk.write(endpoint, { ...params });
    expect(await isListed()).toBe(false);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await isListed()).toBe(true);
    await desk.outbox.retry(op.id);
    expect(await isListed()).toBe(false);
    await desk.settled(op.id, 'CONFIRMED');
    expect(await isListed()).toBe(false);
  });

  it('a discard takes the change off the desk, and can be taken back', async () => {
    desk.service.faults = [{ status: 422 }];
    const op = await rename('bad');
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.outbox.discard(op.id)).ok).toBe(true);
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE);
    expect((await desk.outbox.restore(op.id)).ok).toBe(true);
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"bad"');
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('failure 20: an op that cannot be decoded: quarantined, with its bytes', async () => {
    desk.connection.maySend = false;
    const op = await rename('new');
    const good = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    await desk.corrupt(op.id, 'payload_version', 99);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    await desk.settled(good.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.undecodable');
    expect((await desk.op(op.id)).remedies).toEqual(['discard']);
    expect((await desk.op(op.id)).patch).toBe('{"defaultLabel":"new"}');
    expect((await desk.op(op.id)).error?.safe).toContain('was not sent');
    expect(sent()).toEqual(['createAreaGroup']);
  });

  it('an error of a settled op that the disk has harmed: the ledger and its counts go on', async () => {
    const op = await rename('new');
    await desk.settled(op.id, 'CONFIRMED');
    desk.inFile((db) => db.prepare('UPDATE op SET error = ? WHERE id = ?').run('{"co', op.id));
    expect(await desk.op(op.id)).toMatchObject({ state: 'CONFIRMED', error: null });
    expect(await desk.store.read('outbox.duplicates', null)).toBe(0);
    expect(await desk.store.read('outbox.foundAgain', { limit: 1 })).toEqual([]);
    const identity = identityOf('remote', 'https://fleet.example', { tenant: '1', user: '2' });
    const asked = { ids: [op.id], kind: 'copy' as const, now: 0, identity };
    expect((await desk.store.read('outbox.pack', asked)).count).toBe(1);
  });
});

describe('deletes', () => {
  beforeEach(() => desk.give('area', '{"id":5,"name":"Yard","status":"active"}'));

  it('waits ten seconds before a permanent delete, in which it can be taken back', async () => {
    const op = await desk.write('deleteArea', { areaId: '5' });
    expect((await desk.op(op.id)).hold).toBe('grace');
    desk.clock.advance(9_000);
    await desk.until(() => true, 0);
    expect(sent()).toEqual([]);
    await desk.settled(op.id, 'CONFIRMED');
    expect(await desk.shown('area', '5')).toBe(null);
    expect(await desk.outbox.undo(op.id)).toMatchObject({
      ok: false,
      error: { code: 'outbox.noUndo' },
    });
  });

  it('a lost delete is verified before it is sent again', async () => {
    desk.service.faults = ['requestLost', 'replyLost'];
    const op = await desk.write('deleteArea', { areaId: '5' });
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['deleteArea', 'deleteArea']);
  });
});

describe('this computer', () => {
  it('failure 23: disk full: edit refused, nothing queued, nothing sent unrecorded', async () => {
    desk.disk.full = true;
    const intent = { endpoint: 'updateVehicle', params: { vehicleId: '12' }, extra: null } as const;
    const refused = await desk.outbox.write({ ...intent, body: { defaultLabel: 'new' } });
    expect(refused).toMatchObject({ ok: false, error: { code: 'disk.full' } });
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE);
    desk.disk.full = false;
    desk.connection.maySend = false;
    const op = await rename('new');
    desk.disk.full = true;
    desk.connection.maySend = true;
    desk.clock.advance(60_000);
    await desk.until(() => true);
    expect(sent()).toEqual([]);
    expect(desk.outbox.queueHold()).toBe('disk');
    desk.disk.full = false;
    await desk.settled(op.id, 'CONFIRMED', 600_000);
    expect(desk.outbox.queueHold()).toBeNull();
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['SQL', "'); DROP TABLE op; --"],
    ['a prototype', '__proto__'],
    ['a JSON path', '$."a.b"[0]'],
    ['quotes and controls', '"\\\u0000\u2028'],
    ['a temporary id in words', 'like ~new-1'],
  ])('failure 28: %s in a field is neutral', async (_what, text) => {
    const op = await rename(text);
    if (text.includes('~new-')) {
      expect((await desk.op(op.id)).dependsOn).toEqual([]);
      return;
    }
    await desk.settled(op.id, 'CONFIRMED');
    const label = jsonMember(atService('12'), 'defaultLabel') ?? '';
    expect(JSON.parse(label)).toBe(text);
    expect(await desk.shown('vehicle', '12')).toBe(atService('12'));
  });
});

describe('undo', () => {
  it('takes back an update, an archive, an assignment and a create', async () => {
    await desk.give('driver', '{"id":31,"fullName":"Ada Quill"}');
    const done = [
      await rename('new'),
      await desk.write('setDriver', { vehicleId: '12', driverId: '31' }),
      await desk.write('archiveVehicle', { vehicleId: '12' }),
      await createGroup(),
    ];
    for (const op of done) await desk.settled(op.id, 'CONFIRMED');
    for (const op of [...done].reverse()) {
      const undone = await desk.outbox.undo(op.id);
      if (!undone.ok) throw new Error(undone.error.message);
      await desk.settled(undone.value.id, 'CONFIRMED');
    }
    expect(sent().slice(-4)).toEqual([
      'archiveAreaGroup',
      'restoreVehicle',
      'unsetDriver',
      'updateVehicle',
    ]);
    expect(jsonMember(atService('12'), 'defaultLabel')).toBe('"old"');
    expect(jsonMember(atService('12'), 'driver')).toBe('null');
  });
});

describe('a kill at any moment', () => {
  it('keeps every acknowledged write, and sends none twice', async () => {
    desk.connection.maySend = false;
    const ops = [await rename('new'), await createVehicle('NEW 1'), await createGroup()];
    await desk.restart();
    for (const op of ops) expect((await desk.op(op.id)).state).toBe('QUEUED');
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"new"');
    desk.connection.maySend = true;
    for (const op of ops) await desk.settled(op.id, 'CONFIRMED');
    await desk.restart();
    desk.clock.advance(3_600_000);
    await desk.until(() => true);
    expect(sent().sort()).toEqual(['createAreaGroup', 'createVehicle', 'updateVehicle']);
  });
});

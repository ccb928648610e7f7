import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPEN_STATES, OP_STATES } from '../../../shared/rules/opStates.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { TRANSITIONS, isLegal } from '../../../electron/core/outbox/model/states.ts';
import { remediesOf } from '../../../electron/core/outbox/model/remedies.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const VEHICLE =
  '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"m","driver":null,"status":"driving","big":9007199254740993,"price":1.10,"__proto__":{"own":1}}';
const DRIVER = '{"id":31,"fullName":"Ada Quill","email":"ada@example.test"}';
const OTHER = '{"id":32,"fullName":"Bo Tern"}';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  desk.connection.maySend = false;
  await desk.give('vehicle', VEHICLE);
  await desk.give('driver', DRIVER);
  await desk.give('driver', OTHER);
});
afterEach(() => desk.close());

const rename = (label: string) =>
  desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });

it('a write without a body tells what it sets, by the catalogue', async () => {
  const params = { vehicleId: '12' };
  expect((await rename('new')).sets).toBeNull();
  const assigned = await desk.write('setDriver', { ...params, driverId: '31' });
  expect(assigned.sets).toBeNull();
  const off = await desk.write('unsetDriver', { ...params, driverId: '31' });
  expect(off.sets).toBe('null');
  expect((await desk.write('archiveVehicle', params)).sets).toBe('true');
  await desk.give('vehicle', '{"id":13,"status":"archived"}');
  expect((await desk.write('restoreVehicle', { vehicleId: '13' })).sets).toBe('false');
});

describe('states', () => {
  it('lists every state, and closed ones have no way back but a discard', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...OP_STATES].sort());
    expect(TRANSITIONS.CONFIRMED).toEqual([]);
    expect(TRANSITIONS.CANCELLED).toEqual([]);
    expect(TRANSITIONS.DISCARDED).toEqual(['NEEDS_USER']);
  });

  it('never sends an uncertain write without verifying it', () => {
    expect(isLegal('UNCERTAIN', 'QUEUED')).toBe(false);
    expect(isLegal('UNCERTAIN', 'SENDING')).toBe(false);
    for (const from of OP_STATES) {
      expect(isLegal(from, 'SENDING'), from).toBe(from === 'QUEUED');
    }
  });

  it('offers something in every state that needs a person', () => {
    for (const code of [
      'outbox.conflict',
      'outbox.gone',
      'outbox.unverifiable',
      'http.422',
      null,
    ]) {
      const remedies = remediesOf({
        state: 'NEEDS_USER',
        endpoint: 'updateVehicle',
        hold: null,
        code,
        hasPatch: true,
      });
      expect(remedies).toContain('discard');
      expect(remedies.length).toBeGreaterThan(1);
    }
    expect(OPEN_STATES).not.toContain('CONFIRMED');
  });
});

describe('the overlay', () => {
  it('shows a change at once and keeps every untouched byte', async () => {
    await rename('new');
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE.replace('"old"', '"new"'));
    const found = await desk.store.read('records.get', { entity: 'vehicle', id: '12' });
    expect(found?.base).toBe(VEHICLE);
    expect(found?.row).toMatchObject({ pending: 1, mark: 'waiting', changed: ['defaultLabel'] });
  });

  it('failure 32: scan lands during a send: base updates, overlay stays', async () => {
    await rename('new');
    const scanned = VEHICLE.replace('"m"', '"m2"').replace('driving', 'stopped');
    const put = { entity: 'vehicle', id: '12', text: scanned, path: '$', readAt: 1 } as const;
    expect((await desk.store.write('records.put', put)).ok).toBe(true);
    expect(await desk.shown('vehicle', '12')).toBe(scanned.replace('"old"', '"new"'));
    const found = await desk.store.read('records.get', { entity: 'vehicle', id: '12' });
    expect(found?.base).toBe(scanned);
  });

  it('shows the driver by the mirror, and nobody after unset', async () => {
    await desk.write('setDriver', { vehicleId: '12', driverId: '31' });
    const text = (await desk.shown('vehicle', '12')) ?? '';
    expect(jsonMember(text, 'driver')).toBe('{"id":31,"fullName":"Ada Quill"}');
    expect(jsonMember(text, 'driverId')).toBe('31');
  });

  it('hides what is being deleted from every list, and marks it', async () => {
    await desk.give('area', '{"id":5,"name":"Yard","status":"active"}');
    await desk.write('deleteArea', { areaId: '5' });
    for (const archived of ['no', 'only', 'all'] as const) {
      const view = { entity: 'area', archived } as const;
      const window = await desk.store.read('records.window', { view, offset: 0, limit: 10 });
      expect(window.rows, archived).toEqual([]);
    }
    const found = await desk.store.read('records.get', { entity: 'area', id: '5' });
    expect(found?.row.mark).toBe('waiting');
  });

  it('archives and restores by the status, and a cancel brings the base back', async () => {
    const archived = await desk.write('archiveVehicle', { vehicleId: '12' });
    const text = (await desk.shown('vehicle', '12')) ?? '';
    expect(jsonMember(text, 'status')).toBe('"archived"');
    expect((await desk.outbox.cancel(archived.id)).ok).toBe(true);
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE);
    const found = await desk.store.read('records.get', { entity: 'vehicle', id: '12' });
    expect(found?.row).toMatchObject({ pending: 0, mark: null, changed: [], archived: false });
  });

  it('puts a device into its vehicle on both records', async () => {
    await desk.give('device', '{"id":8,"imei":"350000000000001","vehicle":null}');
    await desk.write('installDevice', { deviceId: '8' }, { vehicleId: 12 });
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'deviceId')).toBe('8');
    const device = (await desk.shown('device', '8')) ?? '';
    expect(jsonMember(jsonMember(device, 'vehicle') ?? '', 'regNo')).toBe('"WB 12"');
  });

  it('shows a created record under a temporary id', async () => {
    const op = await desk.write('createAreaGroup', {}, { name: 'Depots' }, '{"zone":1.50}');
    expect(op.targetId).toMatch(/^~new-/);
    const text = await desk.shown('areaGroup', op.targetId);
    expect(text).toBe(`{"id":"${op.targetId}","name":"Depots","zone":1.50}`);
    const view = { entity: 'areaGroup' } as const;
    const window = await desk.store.read('records.window', { view, offset: 0, limit: 10 });
    expect(window.rows[0]).toMatchObject({ temporary: true, mark: 'waiting', readAt: null });
  });
});

describe('coalescing', () => {
  const states = async (): Promise<string[]> =>
    (await desk.store.read('outbox.list', { states: null, offset: 0, limit: 50 })).rows
      .map((row) => `${row.endpoint} ${row.state} ${row.patch}`)
      .reverse();

  it('folds update into update', async () => {
    const first = await rename('one');
    const second = await desk.write('updateVehicle', { vehicleId: '12' }, { model: 'n' });
    expect(second.id).toBe(first.id);
    await rename('two');
    expect(await states()).toEqual(['updateVehicle QUEUED {"defaultLabel":"two","model":"n"}']);
    expect((await desk.op(first.id)).before).toBe('{"defaultLabel":"old","model":"m"}');
  });

  it('lets a change vanish that is changed back', async () => {
    await rename('one');
    const back = await rename('old');
    expect(back.state).toBe('CANCELLED');
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE);
  });

  it('a change back to what the service has stays wanted where an earlier write waits', async () => {
    const first = await rename('first');
    desk.service.faults = [{ status: 409 }];
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.settled(first.id, 'NEEDS_USER');
    desk.connection.maySend = false;
    const second = await rename('second');
    await rename('old');
    expect(await desk.op(second.id)).toMatchObject({ state: 'QUEUED' });
    expect(await desk.shown('vehicle', second.targetId)).toContain('"defaultLabel":"old"');
  });

  it('folds update into create', async () => {
    const op = await desk.write('createAreaGroup', {}, { name: 'A' });
    await desk.write('updateAreaGroup', { groupId: op.targetId }, { name: 'B' });
    expect(await states()).toEqual(['createAreaGroup QUEUED {"name":"B"}']);
    expect((await desk.op(op.id)).label).toBe('B');
    expect((await desk.outbox.edit(op.id, { name: 'C' })).ok).toBe(true);
    expect((await desk.op(op.id)).label).toBe('C');
  });

  it('lets create and delete vanish together', async () => {
    const op = await desk.write('createAreaGroup', {}, { name: 'A' });
    const gone = await desk.write('deleteAreaGroup', { groupId: op.targetId });
    expect(gone.state).toBe('CANCELLED');
    expect(await desk.shown('areaGroup', op.targetId)).toBe(null);
  });

  it('lets archive and restore vanish together', async () => {
    await desk.write('archiveVehicle', { vehicleId: '12' });
    expect((await desk.write('restoreVehicle', { vehicleId: '12' })).state).toBe('CANCELLED');
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE);
  });

  it('sends only the last of several assignments', async () => {
    await desk.write('setDriver', { vehicleId: '12', driverId: '31' });
    const last = await desk.write('setDriver', { vehicleId: '12', driverId: '32' });
    expect(await states()).toEqual(['setDriver QUEUED {}']);
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.settled(last.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ params }) => params)).toEqual([
      { vehicleId: '12', driverId: '32' },
    ]);
  });

  it('lets an assignment and its end vanish together', async () => {
    await desk.write('setDriver', { vehicleId: '12', driverId: '31' });
    const unset = await desk.write('unsetDriver', { vehicleId: '12', driverId: '31' });
    expect(unset.state).toBe('CANCELLED');
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE);
  });

  it('does not fold into what is held apart by another write', async () => {
    await rename('one');
    await desk.write('archiveVehicle', { vehicleId: '12' });
    await desk.write('updateVehicle', { vehicleId: '12' }, { model: 'n' });
    expect((await states()).map((line) => line.split(' ')[0])).toEqual([
      'updateVehicle',
      'archiveVehicle',
      'updateVehicle',
    ]);
  });

  it('queues nothing when nothing would change', async () => {
    const same = { endpoint: 'updateVehicle', params: { vehicleId: '12' }, extra: null } as const;
    const written = await desk.outbox.write({ ...same, body: { defaultLabel: 'old' } });
    expect(written).toMatchObject({ ok: false, error: { code: 'outbox.noChange' } });
    expect(await states()).toEqual([]);
  });
});

describe('input', () => {
  it('refuses wrong and unknown fields with a message beside each', async () => {
    const written = await desk.outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId: '12' },
      body: { regNo: '', colour: 'red' },
      extra: null,
    });
    expect(written.ok).toBe(false);
    if (written.ok) return;
    expect(written.error.kind).toBe('invalid');
    expect(Object.keys(written.error.fields ?? {}).sort()).toEqual(['colour', 'regNo']);
  });

  it('refuses missing and foreign path parameters', async () => {
    for (const params of [{}, { vehicleId: '' }, { vehicleId: '12', other: '1' }]) {
      const body = { defaultLabel: 'x' };
      const intent = { endpoint: 'updateVehicle', params, body, extra: null } as const;
      expect(await desk.outbox.write(intent)).toMatchObject({
        ok: false,
        error: { kind: 'invalid' },
      });
    }
  });

  it("refuses additional fields that are no object, too deep for the database, or hide a known field's name", async () => {
    const deep = `{"deep":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
    for (const extra of ['[1]', '{', '{"regNo":"X"}', deep]) {
      const intent = { endpoint: 'updateVehicle', params: { vehicleId: '12' }, body: {} } as const;
      const written = await desk.outbox.write({ ...intent, extra });
      expect(written, extra).toMatchObject({ ok: false, error: { kind: 'invalid' } });
    }
  });

  it("sends a tenant's own fields in their own spelling", async () => {
    const extra = '{"toll":1.10,"serial":9007199254740993,"__proto__":{"x":1}}';
    const op = await desk.write('updateVehicle', { vehicleId: '12' }, {}, extra);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals[0]?.body).toBe(extra);
  });

  it('answers for a record that the mirror does not know', async () => {
    const intent = {
      endpoint: 'updateVehicle',
      params: { vehicleId: '404' },
      extra: null,
    } as const;
    expect(await desk.outbox.write({ ...intent, body: { model: 'x' } })).toMatchObject({
      ok: false,
      error: { kind: 'missing' },
    });
  });
});

describe('order', () => {
  it('failure 05: order across entities: dependents wait, visibly', async () => {
    await desk.give('device', '{"id":8,"imei":"350000000000001","vehicle":null}');
    const made = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    const put = await desk.write('installDevice', { deviceId: '8' }, { vehicleId: made.targetId });
    expect(put.dependsOn).toEqual([made.id]);
    expect((await desk.op(put.id)).hold).toBe('op');
    desk.connection.maySend = true;
    await desk.settled(put.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ endpoint }) => endpoint)).toEqual([
      'createVehicle',
      'installDevice',
    ]);
  });

  it('failure 04: temporary ids in queued dependents: remap in the confirming transaction', async () => {
    const group = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    const area = await desk.write(
      'createArea',
      {},
      {
        name: 'Yard',
        type: 'circle',
        coordinates: [{ lat: 1, lng: 2 }],
        radius: 50,
        groupIds: [group.targetId],
      },
    );
    await desk.write('archiveAreaGroup', { groupId: group.targetId });
    desk.connection.maySend = true;
    await desk.settled(area.id, 'CONFIRMED');
    const [first, ...rest] = desk.service.arrivals;
    expect(first?.endpoint).toBe('createAreaGroup');
    expect(rest.find(({ endpoint }) => endpoint === 'createArea')?.body).toContain(
      '"groupIds":[901]',
    );
    expect(rest.find(({ endpoint }) => endpoint === 'archiveAreaGroup')?.params).toEqual({
      groupId: '901',
    });
    const found = await desk.store.read('records.get', { entity: 'areaGroup', id: group.targetId });
    expect(found?.row).toMatchObject({ id: '901', temporary: false });
  });

  it('holds both lanes of an assignment', async () => {
    await desk.give('vehicle', '{"id":13,"regNo":"WB 13","driver":null}');
    desk.service.faults = ['requestLost'];
    desk.service.readError = null;
    const first = await desk.write('setDriver', { vehicleId: '12', driverId: '31' });
    const second = await desk.write('setDriver', { vehicleId: '13', driverId: '31' });
    expect((await desk.op(second.id)).hold).toBe('op');
    desk.connection.maySend = true;
    await desk.settled(second.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ params }) => params['vehicleId'])).toEqual([
      '12',
      '12',
      '13',
    ]);
    expect((await desk.op(first.id)).state).toBe('CONFIRMED');
  });

  it('cancels what needs a cancelled create', async () => {
    const group = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    const archive = await desk.write('archiveAreaGroup', { groupId: group.targetId });
    const cancelled = await desk.outbox.cancel(group.id);
    expect(cancelled).toMatchObject({ ok: true, value: { id: group.id, state: 'CANCELLED' } });
    expect((await desk.op(archive.id)).state).toBe('CANCELLED');
    expect(await desk.shown('areaGroup', group.targetId)).toBe(null);
  });

  it('refuses a change of a record whose create was given up', async () => {
    const group = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    const params = { groupId: group.targetId };
    await desk.corrupt(group.id, 'payload_version', 99);
    const renamed = await desk.write('updateAreaGroup', params, { name: 'Yards' });
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.settled(group.id, 'NEEDS_USER');
    expect((await desk.outbox.discard(group.id)).ok).toBe(true);
    await desk.settled(renamed.id, 'NEEDS_USER');
    const late = { endpoint: 'archiveAreaGroup' as const, params, body: {}, extra: null };
    expect(await desk.outbox.write(late)).toMatchObject({
      ok: false,
      error: { code: 'outbox.unknownRecord' },
    });
  });

  it('answers for an op that is not there', async () => {
    for (const act of [
      'cancel',
      'retry',
      'hold',
      'resume',
      'discard',
      'restore',
      'undo',
    ] as const) {
      expect(await desk.outbox[act]('nothing'), act).toMatchObject({
        ok: false,
        error: { kind: 'missing' },
      });
    }
  });
});

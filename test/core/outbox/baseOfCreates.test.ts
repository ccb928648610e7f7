import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Op } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { jsonMember, setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';
import { Vehicles, VEHICLE, afterNextWrite } from '../vehicleSupport.ts';

/** What edits of a record take for their base that this account made itself. */

let desk: Bench;
let vehicles: Vehicles;
beforeEach(async () => {
  desk = await bench();
  vehicles = new Vehicles(desk);
  await desk.give('vehicle', VEHICLE);
});
afterEach(() => desk.close());

const conflictOf = async (op: Op) => (await desk.op(op.id)).conflicts;

describe('edits behind a create', () => {
  /** A create in doubt, and an edit of its record made here. */
  async function inDoubt(body: Record<string, unknown>): Promise<[Op, Op]> {
    desk.service.faults = ['replyLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1', defaultLabel: 'L' });
    await desk.settled(create.id, 'UNCERTAIN');
    const edit = await vehicles.update(body, create.targetId);
    expect(edit.id).not.toBe(create.id);
    return [create, edit];
  }

  it('conflict where somebody changed what the create had sent before it was recognised', async () => {
    const [create, edit] = await inDoubt({ defaultLabel: 'mine' });
    vehicles.elsewhere('defaultLabel', '"theirs"', '901');
    await desk.settled(create.id, 'CONFIRMED');
    await desk.settled(edit.id, 'NEEDS_USER');
    expect(await conflictOf(edit)).toMatchObject([{ base: '"L"', theirs: '"theirs"' }]);
  });

  it('conflict where it was linked by a person to a record that shows something else', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.settled(create.id, 'UNCERTAIN');
    const edit = await vehicles.rename('mine', create.targetId);
    await desk.settled(create.id, 'NEEDS_USER');
    await desk.give('vehicle', '{"id":77,"regNo":"NEW 1","defaultLabel":"theirs"}');
    expect((await desk.outbox.link(create.id, '77')).ok).toBe(true);
    await desk.settled(edit.id, 'NEEDS_USER');
    expect(await conflictOf(edit)).toMatchObject([{ base: null, theirs: '"theirs"' }]);
  });

  describe('whose record was recognised', () => {
    const AREA = { name: 'Depot', type: 'circle', radius: 200, coordinates: [{ lat: 47, lng: 8 }] };

    /** Puts onto a new record what the service sets by itself: a colour, and when it was made. */
    const stamped = (entity: Entity, more: Record<string, string>) => (id: string) => {
      const now = JSON.stringify(new Date(desk.clock.now()).toISOString());
      const members = { color: '"#2f6fde"', createdAt: now, updatedAt: now, ...more };
      const table = desk.service.table(entity);
      table.set(id, setJsonMembers(table.get(id) ?? '', new Map(Object.entries(members))));
    };

    /** A new area whose reply is lost, an edit behind it, and the person who links the area. */
    async function linked(more: Record<string, string>): Promise<Op> {
      desk.service.faults = ['replyLost'];
      afterNextWrite(desk, stamped('area', more));
      const create = await desk.write('createArea', {}, AREA);
      await desk.settled(create.id, 'UNCERTAIN');
      const edit = await desk.write(
        'updateArea',
        { areaId: create.targetId },
        { color: '#000001' },
      );
      await desk.settled(create.id, 'NEEDS_USER');
      expect((await desk.outbox.link(create.id, '901')).ok).toBe(true);
      return edit;
    }

    it('take the defaults of a record that nobody changed since it was made', async () => {
      const edit = await linked({});
      await desk.settled(edit.id, 'CONFIRMED');
      expect((await desk.op(edit.id)).before).toBe('{"color":"#2f6fde"}');
      expect(jsonMember(desk.service.table('area').get('901') ?? '', 'color')).toBe('"#000001"');
    });

    it.each([
      ['was changed after it was made', { updatedAt: '"2099-01-01T00:00:00.000Z"' }],
      ['does not say when it was changed', { updatedAt: 'null' }],
      ['does not say when it was made', { createdAt: 'null' }],
      [
        'is older than the create',
        { createdAt: '"2001-01-01T00:00:00Z"', updatedAt: '"2001-01-01T00:00:00Z"' },
      ],
      ['shows something else than was sent', { radius: '300' }],
      ['leaves out something that was sent', { radius: 'null' }],
      ['says that somebody else made it', { createdBy: '"Somebody Else"' }],
    ])('conflict with a record that %s', async (_how, more: Record<string, string>) => {
      const edit = await linked(more);
      await desk.settled(edit.id, 'NEEDS_USER');
      expect(await conflictOf(edit)).toMatchObject([{ base: null, theirs: '"#2f6fde"' }]);
    });

    it.each([
      ['take its defaults where it says that their author made it', { createdBy: '7' }, true],
      ['conflict where it does not say who made it', {}, false],
    ])(
      'of one that its registration tells: they %s',
      async (_how, more: Record<string, string>, isOurs) => {
        desk.service.faults = ['replyLost'];
        afterNextWrite(desk, stamped('vehicle', { model: '"standard"', ...more }));
        const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
        await desk.settled(create.id, 'UNCERTAIN');
        const edit = await vehicles.update({ model: 'mine' }, create.targetId);
        await desk.settled(edit.id, isOurs ? 'CONFIRMED' : 'NEEDS_USER');
        expect((await desk.op(create.id)).state).toBe('CONFIRMED');
        expect((await desk.op(edit.id)).before).toBe(isOurs ? '{"model":"standard"}' : '{}');
      },
    );
  });

  it('take the defaults that the reply to the create shows for its own', async () => {
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    const apply = desk.service.apply.bind(desk.service);
    const edits: Promise<Op>[] = [];
    desk.service.apply = (name, params, body) => {
      const made = jsonMember(apply(name, params, body), 'id') ?? '';
      if (name !== 'createVehicle') return vehicles.atService(made);
      vehicles.elsewhere('model', '"standard"', made);
      edits.push(vehicles.update({ model: 'mine' }, create.targetId));
      return vehicles.atService(made);
    };
    await desk.settled(create.id, 'CONFIRMED');
    const [edit] = await Promise.all(edits);
    await desk.settled(edit?.id ?? '', 'CONFIRMED');
    expect((await desk.op(edit?.id ?? '')).before).toBe('{"model":"standard"}');
  });
});

describe('both faces of one new record', () => {
  /** A create whose record is listed before it is recognised. */
  async function listed(): Promise<Op> {
    desk.service.faults = ['replyLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1', defaultLabel: 'L' });
    await desk.settled(create.id, 'UNCERTAIN');
    await vehicles.scanned('901');
    return create;
  }

  it('the later edit wins where it was made of the listed one', async () => {
    const create = await listed();
    const older = await vehicles.update({ defaultLabel: 'older', model: 'n' }, create.targetId);
    const newer = await vehicles.rename('newer', '901');
    await desk.settled(newer.id, 'CONFIRMED');
    await desk.settled(older.id, 'CONFIRMED');
    expect(jsonMember(vehicles.atService('901'), 'model')).toBe('"n"');
    expect(vehicles.labelAt('901')).toBe('"newer"');
    const sent = desk.service.arrivals.map(({ body }) => body);
    expect(sent.slice(1)).toEqual(['{"defaultLabel":"newer"}', '{"model":"n"}']);
  });

  it('an older edit with nothing else to say is taken back, and says why', async () => {
    const create = await listed();
    const older = await vehicles.rename('older', create.targetId);
    const newer = await vehicles.rename('newer', '901');
    await desk.settled(create.id, 'CONFIRMED');
    expect((await desk.op(newer.id)).state).toBe('CONFIRMED');
    await desk.settled(older.id, 'CANCELLED');
    const history = await desk.store.read('outbox.history', { id: older.id });
    expect(history.at(-1)?.reason).toContain('a later change of the same record');
    expect(vehicles.labelAt('901')).toBe('"newer"');
    expect(await desk.shown('vehicle', '901')).toContain('"defaultLabel":"newer"');
  });

  it('the later edit wins where it was made of the temporary one, and meets no conflict', async () => {
    const create = await listed();
    const older = await vehicles.rename('older', '901');
    const newer = await vehicles.rename('newer', create.targetId);
    await desk.settled(older.id, 'CONFIRMED');
    await desk.settled(newer.id, 'CONFIRMED');
    expect(vehicles.labelAt('901')).toBe('"newer"');
  });

  it('stand in their order where neither has left', async () => {
    const create = await listed();
    desk.connection.maySend = false;
    const older = await vehicles.rename('older', create.targetId);
    const newer = await vehicles.rename('newer', '901');
    expect((await desk.outbox.hold(newer.id)).ok).toBe(true);
    desk.connection.maySend = true;
    await desk.settled(older.id, 'CONFIRMED');
    expect((await desk.outbox.resume(newer.id)).ok).toBe(true);
    await desk.settled(newer.id, 'CONFIRMED');
    expect(vehicles.labelAt('901')).toBe('"newer"');
    expect((await desk.op(newer.id)).before).toBe('{"defaultLabel":"older"}');
  });

  it('the later edit wins though it is still on its way when both become one', async () => {
    const create = await listed();
    const older = await vehicles.update({ defaultLabel: 'older', model: 'n' }, create.targetId);
    desk.service.faults = ['requestLost'];
    const newer = await vehicles.rename('newer', '901');
    await desk.settled(newer.id, 'UNCERTAIN');
    await desk.settled(create.id, 'CONFIRMED');
    await desk.settled(older.id, 'CONFIRMED');
    await desk.settled(newer.id, 'CONFIRMED');
    expect(vehicles.labelAt('901')).toBe('"newer"');
  });

  it('one write at a time: the other waits until that on its way has ended', async () => {
    const create = await listed();
    const older = await vehicles.update({ defaultLabel: 'older', model: 'n' }, create.targetId);
    desk.service.faults = ['crash'];
    const newer = await vehicles.rename('newer', '901');
    await desk.settled(newer.id, 'SENDING');
    await desk.settled(create.id, 'CONFIRMED');
    desk.clock.advance(60_000);
    await desk.until(() => true);
    expect((await desk.op(older.id)).state).toBe('QUEUED');
    await desk.restart();
    await desk.settled(older.id, 'CONFIRMED');
    await desk.settled(newer.id, 'CONFIRMED');
    expect(vehicles.labelAt('901')).toBe('"newer"');
    expect(jsonMember(vehicles.atService('901'), 'model')).toBe('"n"');
  });

  it('the later edit wins where a person links the create', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.settled(create.id, 'UNCERTAIN');
    const older = await vehicles.rename('older', create.targetId);
    await desk.settled(create.id, 'NEEDS_USER');
    await desk.give('vehicle', '{"id":77,"regNo":"OTHER"}');
    const newer = await vehicles.rename('newer', '77');
    await desk.settled(newer.id, 'CONFIRMED');
    expect((await desk.outbox.link(create.id, '77')).ok).toBe(true);
    await desk.settled(older.id, 'CANCELLED');
    expect(vehicles.labelAt('77')).toBe('"newer"');
  });

  it('a delete of one is not sent by itself after a later edit of the other', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const create = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    await desk.settled(create.id, 'UNCERTAIN');
    const gone = await desk.write('deleteAreaGroup', { groupId: create.targetId });
    await desk.settled(create.id, 'NEEDS_USER');
    await desk.give('areaGroup', '{"id":77,"name":"Depots"}');
    const newer = await desk.write('updateAreaGroup', { groupId: '77' }, { name: 'Yards' });
    await desk.settled(newer.id, 'CONFIRMED');
    expect((await desk.outbox.link(create.id, '77')).ok).toBe(true);
    await desk.settled(gone.id, 'NEEDS_USER');
    expect(await desk.op(gone.id)).toMatchObject({
      error: { code: 'outbox.otherName' },
      remedies: ['retry', 'discard'],
    });
    expect(desk.service.table('areaGroup').has('77')).toBe(true);
  });
});

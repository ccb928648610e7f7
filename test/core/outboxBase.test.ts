import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Op } from '../../shared/ipc/shapes.ts';
import type { Entity } from '../../shared/model/entity.ts';
import { jsonMember, setJsonMembers } from '../../shared/rules/jsonText.ts';
import { bench } from './outboxSupport.ts';
import type { Bench } from './outboxSupport.ts';

/** What a write takes for its base: what its author had seen, with the author's own earlier writes. */

const VEHICLE = '{"id":12,"regNo":"WB 12","defaultLabel":"A","model":"m"}';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', VEHICLE);
});
afterEach(() => desk.close());

const update = (body: Record<string, unknown>, vehicleId = '12') =>
  desk.write('updateVehicle', { vehicleId }, body);
const rename = (label: string, vehicleId = '12') => update({ defaultLabel: label }, vehicleId);
const atService = (id = '12') => desk.service.table('vehicle').get(id) ?? '';
const labelAt = (id = '12') => jsonMember(atService(id), 'defaultLabel');
/** Somebody else changes a record at the service. */
const elsewhere = (field: string, value: string, id = '12') =>
  desk.service.table('vehicle').set(id, setJsonMembers(atService(id), new Map([[field, value]])));
/** What `records.put` of a scan or a detail brings into the mirror. */
const scanned = async (id = '12'): Promise<void> => {
  const readAt = desk.clock.now() + 1;
  const text = atService(id);
  await desk.store.write('records.put', { entity: 'vehicle', id, text, path: '$', readAt });
};

/** The service does something of its own once, right after it applied the next write. */
function afterNextWrite(act: (id: string) => void): void {
  const apply = desk.service.apply.bind(desk.service);
  desk.service.apply = (name, params, body) => {
    const text = apply(name, params, body);
    desk.service.apply = apply;
    act(jsonMember(text, 'id') ?? '');
    return text;
  };
}

/** A first edit under way and a second one behind it. */
async function twoEdits(first: string, second: string): Promise<[Op, Op]> {
  desk.connection.maySend = false;
  const one = await rename(first);
  // Held apart, the two are not folded into one.
  desk.service.faults = ['requestLost'];
  desk.connection.maySend = true;
  await desk.settled(one.id, 'UNCERTAIN');
  const two = await rename(second);
  expect(two.id).not.toBe(one.id);
  return [one, two];
}

const conflictOf = async (op: Op) => (await desk.op(op.id)).conflicts;

describe('another person’s value between two own edits', () => {
  it.each([
    ['with the record in the reply', (text: string) => text],
    ['with a reply that shows no record', () => '{}'],
    ['with the record of another id in the reply', () => '{"id":13,"defaultLabel":"X"}'],
  ])('conflicts at the second edit, %s', async (_how, replyWith) => {
    const [one, two] = await twoEdits('B', 'C');
    const apply = desk.service.apply.bind(desk.service);
    desk.service.apply = (...sent) => {
      const text = apply(...sent);
      elsewhere('defaultLabel', '"theirs"');
      return replyWith(text);
    };
    await desk.settled(one.id, 'CONFIRMED');
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toEqual([
      { field: 'defaultLabel', base: '"B"', mine: '"C"', theirs: '"theirs"' },
    ]);
    expect(labelAt()).toBe('"theirs"');
  });

  it('conflicts though the first was found at the service, and then changed', async () => {
    const [one, two] = await twoEdits('B', 'C');
    elsewhere('defaultLabel', '"B"');
    const read = desk.service.read.bind(desk.service);
    desk.service.read = (...asked) => {
      const reply = read(...asked);
      if (asked[0] === 'getVehicle') elsewhere('defaultLabel', '"theirs"');
      return reply;
    };
    await desk.settled(one.id, 'CONFIRMED');
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toMatchObject([{ base: '"B"', theirs: '"theirs"' }]);
  });

  it('conflicts at the second where the first is given up, though the mirror had it by then', async () => {
    desk.connection.maySend = false;
    const one = await rename('B');
    desk.service.faults = [{ status: 409 }];
    desk.connection.maySend = true;
    await desk.settled(one.id, 'NEEDS_USER');
    elsewhere('defaultLabel', '"theirs"');
    await scanned();
    const two = await rename('C');
    expect((await desk.outbox.discard(one.id)).ok).toBe(true);
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toMatchObject([{ base: '"A"', mine: '"C"', theirs: '"theirs"' }]);
  });
});

describe('what an own edit left', () => {
  it('is no conflict for the next one, on any way of its confirmation', async () => {
    const [one, two] = await twoEdits('B', 'C');
    await desk.settled(two.id, 'CONFIRMED');
    expect((await desk.op(one.id)).state).toBe('CONFIRMED');
    expect(labelAt()).toBe('"C"');
  });

  it('is what the service’s own reply made of it', async () => {
    const [, two] = await twoEdits('B', 'C');
    afterNextWrite(() => elsewhere('defaultLabel', '"B (1)"'));
    const apply = desk.service.apply;
    desk.service.apply = (...sent) => {
      apply(...sent);
      return atService();
    };
    await desk.settled(two.id, 'CONFIRMED');
    expect((await desk.op(two.id)).before).toBe('{"defaultLabel":"B (1)"}');
  });

  it('is a registration in any case and spacing, where no reply shows it', async () => {
    desk.service.faults = ['requestLost'];
    const one = await update({ regNo: 'wb 13' });
    await desk.settled(one.id, 'UNCERTAIN');
    const two = await update({ regNo: 'WB 14' });
    afterNextWrite(() => elsewhere('regNo', '"WB13"'));
    const mutate = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...sent) => {
      const outcome = mutate(...sent);
      if (outcome !== 'crash' && outcome.is === 'applied') outcome.reply.text = '{}';
      return outcome;
    };
    await desk.settled(two.id, 'CONFIRMED');
    expect(jsonMember(atService(), 'regNo')).toBe('"WB 14"');
  });

  it('goes with a field that the service is known to set beside it', async () => {
    await desk.give('user', '{"id":7,"name":"Ada","surname":"Quill","fullName":"Ada Quill"}');
    const full = () =>
      desk.service
        .table('user')
        .set('7', '{"id":7,"name":"Eda","surname":"Quill","fullName":"Eda Quill"}');
    desk.service.faults = ['requestLost'];
    const one = await desk.write('updateUser', { userId: '7' }, { firstName: 'Eda' });
    await desk.settled(one.id, 'UNCERTAIN');
    const two = await desk.write('updateUser', { userId: '7' }, { fullName: 'E. Quill' });
    const apply = desk.service.apply.bind(desk.service);
    desk.service.apply = (name, params, body) => {
      const text = apply(name, params, body);
      if (body?.includes('firstName') !== true) return text;
      full();
      return desk.service.table('user').get('7') ?? '';
    };
    await desk.settled(two.id, 'CONFIRMED');
    expect((await desk.op(two.id)).before).toBe('{"fullName":"Eda Quill"}');
  });

  it('is nothing where a person kept theirs', async () => {
    const [one, two] = await twoEdits('B', 'C');
    elsewhere('defaultLabel', '"theirs"');
    await desk.settled(one.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(one.id, { defaultLabel: 'theirs' })).ok).toBe(true);
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toMatchObject([{ base: '"A"', mine: '"C"', theirs: '"theirs"' }]);
    expect(labelAt()).toBe('"theirs"');
  });

  it('is mine where a person chose mine: the second asks nothing again', async () => {
    const [one, two] = await twoEdits('B', 'C');
    elsewhere('defaultLabel', '"theirs"');
    await desk.settled(one.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(one.id, { defaultLabel: 'mine' })).ok).toBe(true);
    await desk.settled(two.id, 'CONFIRMED');
    expect(labelAt()).toBe('"C"');
  });
});

describe('an edit of a waiting write', () => {
  it('keeps that its field was absent when it was made', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12"}');
    desk.connection.maySend = false;
    const op = await rename('B');
    elsewhere('defaultLabel', '"theirs"');
    await scanned();
    expect((await desk.outbox.edit(op.id, { defaultLabel: 'C' })).ok).toBe(true);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toMatchObject([{ base: null, mine: '"C"', theirs: '"theirs"' }]);
  });
});

describe('what the form showed', () => {
  const save = (body: Record<string, string>, seen: string) =>
    desk.outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId: '12' },
      body,
      extra: null,
      seen,
    });
  const saved = async (body: Record<string, string>, seen: string): Promise<Op> => {
    const written = await save(body, seen);
    if (!written.ok) throw new Error(written.error.message);
    return written.value;
  };

  it('is the base: what a reading brings while the form is open conflicts', async () => {
    elsewhere('defaultLabel', '"theirs"');
    await scanned();
    const op = await saved({ defaultLabel: 'mine' }, VEHICLE);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toEqual([
      { field: 'defaultLabel', base: '"A"', mine: '"mine"', theirs: '"theirs"' },
    ]);
    expect(labelAt()).toBe('"theirs"');
  });

  it('is the base too where it showed the field as empty', async () => {
    elsewhere('model', '"theirs"');
    await scanned();
    const op = await saved({ model: 'mine' }, VEHICLE.replace(',"model":"m"', ''));
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toMatchObject([{ base: null, theirs: '"theirs"' }]);
  });

  it('is no conflict with an own edit that was confirmed while the form was open', async () => {
    const one = await rename('B');
    await desk.settled(one.id, 'CONFIRMED');
    const two = await saved({ defaultLabel: 'C' }, VEHICLE);
    await desk.settled(two.id, 'CONFIRMED');
    expect(labelAt()).toBe('"C"');
  });

  it('that is no record counts for nothing', async () => {
    for (const [label, seen] of Object.entries({ B: '[', C: '7', D: '{}' })) {
      const op = await saved({ defaultLabel: label }, seen);
      await desk.settled(op.id, 'CONFIRMED');
    }
  });
});

describe('edits behind a create', () => {
  /** A create in doubt, and an edit of its record made here. */
  async function inDoubt(body: Record<string, unknown>): Promise<[Op, Op]> {
    desk.service.faults = ['replyLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1', defaultLabel: 'L' });
    await desk.settled(create.id, 'UNCERTAIN');
    const edit = await update(body, create.targetId);
    expect(edit.id).not.toBe(create.id);
    return [create, edit];
  }

  it('conflict where somebody changed what the create had sent before it was recognised', async () => {
    const [create, edit] = await inDoubt({ defaultLabel: 'mine' });
    elsewhere('defaultLabel', '"theirs"', '901');
    await desk.settled(create.id, 'CONFIRMED');
    await desk.settled(edit.id, 'NEEDS_USER');
    expect(await conflictOf(edit)).toMatchObject([{ base: '"L"', theirs: '"theirs"' }]);
  });

  it('conflict where it was linked by a person to a record that shows something else', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.settled(create.id, 'UNCERTAIN');
    const edit = await rename('mine', create.targetId);
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
      afterNextWrite(stamped('area', more));
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
        afterNextWrite(stamped('vehicle', { model: '"standard"', ...more }));
        const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
        await desk.settled(create.id, 'UNCERTAIN');
        const edit = await update({ model: 'mine' }, create.targetId);
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
      if (name !== 'createVehicle') return atService(made);
      elsewhere('model', '"standard"', made);
      edits.push(update({ model: 'mine' }, create.targetId));
      return atService(made);
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
    await scanned('901');
    return create;
  }

  it('the later edit wins where it was made of the listed one', async () => {
    const create = await listed();
    const older = await update({ defaultLabel: 'older', model: 'n' }, create.targetId);
    const newer = await rename('newer', '901');
    await desk.settled(newer.id, 'CONFIRMED');
    await desk.settled(older.id, 'CONFIRMED');
    expect(jsonMember(atService('901'), 'model')).toBe('"n"');
    expect(labelAt('901')).toBe('"newer"');
    const sent = desk.service.arrivals.map(({ body }) => body);
    expect(sent.slice(1)).toEqual(['{"defaultLabel":"newer"}', '{"model":"n"}']);
  });

  it('an older edit with nothing else to say is taken back, and says why', async () => {
    const create = await listed();
    const older = await rename('older', create.targetId);
    const newer = await rename('newer', '901');
    await desk.settled(create.id, 'CONFIRMED');
    expect((await desk.op(newer.id)).state).toBe('CONFIRMED');
    await desk.settled(older.id, 'CANCELLED');
    const history = await desk.store.read('outbox.history', { id: older.id });
    expect(history.at(-1)?.reason).toContain('a later change of the same record');
    expect(labelAt('901')).toBe('"newer"');
    expect(await desk.shown('vehicle', '901')).toContain('"defaultLabel":"newer"');
  });

  it('the later edit wins where it was made of the temporary one, and meets no conflict', async () => {
    const create = await listed();
    const older = await rename('older', '901');
    const newer = await rename('newer', create.targetId);
    await desk.settled(older.id, 'CONFIRMED');
    await desk.settled(newer.id, 'CONFIRMED');
    expect(labelAt('901')).toBe('"newer"');
  });

  it('stand in their order where neither has left', async () => {
    const create = await listed();
    desk.connection.maySend = false;
    const older = await rename('older', create.targetId);
    const newer = await rename('newer', '901');
    expect((await desk.outbox.hold(newer.id)).ok).toBe(true);
    desk.connection.maySend = true;
    await desk.settled(older.id, 'CONFIRMED');
    expect((await desk.outbox.resume(newer.id)).ok).toBe(true);
    await desk.settled(newer.id, 'CONFIRMED');
    expect(labelAt('901')).toBe('"newer"');
    expect((await desk.op(newer.id)).before).toBe('{"defaultLabel":"older"}');
  });

  it('the later edit wins though it is still on its way when both become one', async () => {
    const create = await listed();
    const older = await update({ defaultLabel: 'older', model: 'n' }, create.targetId);
    desk.service.faults = ['requestLost'];
    const newer = await rename('newer', '901');
    await desk.settled(newer.id, 'UNCERTAIN');
    await desk.settled(create.id, 'CONFIRMED');
    await desk.settled(older.id, 'CONFIRMED');
    await desk.settled(newer.id, 'CONFIRMED');
    expect(labelAt('901')).toBe('"newer"');
  });

  it('one write at a time: the other waits until that on its way has ended', async () => {
    const create = await listed();
    const older = await update({ defaultLabel: 'older', model: 'n' }, create.targetId);
    desk.service.faults = ['crash'];
    const newer = await rename('newer', '901');
    await desk.settled(newer.id, 'SENDING');
    await desk.settled(create.id, 'CONFIRMED');
    desk.clock.advance(60_000);
    await desk.until(() => true);
    expect((await desk.op(older.id)).state).toBe('QUEUED');
    await desk.restart();
    await desk.settled(older.id, 'CONFIRMED');
    await desk.settled(newer.id, 'CONFIRMED');
    expect(labelAt('901')).toBe('"newer"');
    expect(jsonMember(atService('901'), 'model')).toBe('"n"');
  });

  it('the later edit wins where a person links the create', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.settled(create.id, 'UNCERTAIN');
    const older = await rename('older', create.targetId);
    await desk.settled(create.id, 'NEEDS_USER');
    await desk.give('vehicle', '{"id":77,"regNo":"OTHER"}');
    const newer = await rename('newer', '77');
    await desk.settled(newer.id, 'CONFIRMED');
    expect((await desk.outbox.link(create.id, '77')).ok).toBe(true);
    await desk.settled(older.id, 'CANCELLED');
    expect(labelAt('77')).toBe('"newer"');
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

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';
import { Vehicles, VEHICLE, afterNextWrite } from '../vehicleSupport.ts';

/** What a write takes for its base: what its author had seen, with the author's own earlier writes. */

let desk: Bench;
let vehicles: Vehicles;
beforeEach(async () => {
  desk = await bench();
  vehicles = new Vehicles(desk);
  await desk.give('vehicle', VEHICLE);
});
afterEach(() => desk.close());

/** A first edit under way and a second one behind it. */
async function twoEdits(first: string, second: string): Promise<[Op, Op]> {
  desk.connection.maySend = false;
  const one = await vehicles.rename(first);
  // Held apart, the two are not folded into one.
  desk.service.faults = ['requestLost'];
  desk.connection.maySend = true;
  await desk.settled(one.id, 'UNCERTAIN');
  const two = await vehicles.rename(second);
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
      vehicles.elsewhere('defaultLabel', '"theirs"');
      return replyWith(text);
    };
    await desk.settled(one.id, 'CONFIRMED');
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toEqual([
      { field: 'defaultLabel', base: '"B"', mine: '"C"', theirs: '"theirs"' },
    ]);
    expect(vehicles.labelAt()).toBe('"theirs"');
  });

  it('conflicts though the first was found at the service, and then changed', async () => {
    const [one, two] = await twoEdits('B', 'C');
    vehicles.elsewhere('defaultLabel', '"B"');
    const read = desk.service.read.bind(desk.service);
    desk.service.read = (...asked) => {
      const reply = read(...asked);
      if (asked[0] === 'getVehicle') vehicles.elsewhere('defaultLabel', '"theirs"');
      return reply;
    };
    await desk.settled(one.id, 'CONFIRMED');
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toMatchObject([{ base: '"B"', theirs: '"theirs"' }]);
  });

  it('conflicts at the second where the first is given up, though the mirror had it by then', async () => {
    desk.connection.maySend = false;
    const one = await vehicles.rename('B');
    desk.service.faults = [{ status: 409 }];
    desk.connection.maySend = true;
    await desk.settled(one.id, 'NEEDS_USER');
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await vehicles.scanned();
    const two = await vehicles.rename('C');
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
    expect(vehicles.labelAt()).toBe('"C"');
  });

  it('is what the service’s own reply made of it', async () => {
    const [, two] = await twoEdits('B', 'C');
    afterNextWrite(desk, () => vehicles.elsewhere('defaultLabel', '"B (1)"'));
    const apply = desk.service.apply;
    desk.service.apply = (...sent) => {
      apply(...sent);
      return vehicles.atService();
    };
    await desk.settled(two.id, 'CONFIRMED');
    expect((await desk.op(two.id)).before).toBe('{"defaultLabel":"B (1)"}');
  });

  it('is a registration in any case and spacing, where no reply shows it', async () => {
    desk.service.faults = ['requestLost'];
    const one = await vehicles.update({ regNo: 'wb 13' });
    await desk.settled(one.id, 'UNCERTAIN');
    const two = await vehicles.update({ regNo: 'WB 14' });
    afterNextWrite(desk, () => vehicles.elsewhere('regNo', '"WB13"'));
    const mutate = desk.service.mutate.bind(desk.service);
    desk.service.mutate = (...sent) => {
      const outcome = mutate(...sent);
      if (outcome !== 'crash' && outcome.is === 'applied') outcome.reply.text = '{}';
      return outcome;
    };
    await desk.settled(two.id, 'CONFIRMED');
    expect(jsonMember(vehicles.atService(), 'regNo')).toBe('"WB 14"');
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
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await desk.settled(one.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(one.id, { defaultLabel: 'theirs' })).ok).toBe(true);
    await desk.settled(two.id, 'NEEDS_USER');
    expect(await conflictOf(two)).toMatchObject([{ base: '"A"', mine: '"C"', theirs: '"theirs"' }]);
    expect(vehicles.labelAt()).toBe('"theirs"');
  });

  it('is mine where a person chose mine: the second asks nothing again', async () => {
    const [one, two] = await twoEdits('B', 'C');
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await desk.settled(one.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(one.id, { defaultLabel: 'mine' })).ok).toBe(true);
    await desk.settled(two.id, 'CONFIRMED');
    expect(vehicles.labelAt()).toBe('"C"');
  });
});

describe('an edit of a waiting write', () => {
  it('keeps that its field was absent when it was made', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12"}');
    desk.connection.maySend = false;
    const op = await vehicles.rename('B');
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await vehicles.scanned();
    expect((await desk.outbox.edit(op.id, { defaultLabel: 'C' })).ok).toBe(true);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toMatchObject([{ base: null, mine: '"C"', theirs: '"theirs"' }]);
  });

  /** Of which a copy was done while it was refused itself. */
  const changedAfterACopy = async (): Promise<Op> => {
    desk.service.faults = ['copyRefused'];
    const op = await vehicles.rename('B');
    await desk.until(() => vehicles.labelAt() === '"B"');
    desk.connection.maySend = false;
    await desk.settled(op.id, 'QUEUED');
    expect((await desk.outbox.edit(op.id, { defaultLabel: 'C' })).ok).toBe(true);
    return op;
  };

  it('asks nothing about what it had wanted itself, which a copy of it did', async () => {
    const op = await changedAfterACopy();
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(vehicles.labelAt()).toBe('"C"');
  });

  it('asks about what somebody else set after the copy', async () => {
    const op = await changedAfterACopy();
    vehicles.elsewhere('defaultLabel', '"theirs"');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toMatchObject([{ base: '"A"', mine: '"C"', theirs: '"theirs"' }]);
  });
});

describe('a field that was typed back, and is changed again once somebody else has set it', () => {
  const changedAgain = async (): Promise<Op> => {
    desk.connection.maySend = false;
    const op = await desk.write('updateVehicle', { vehicleId: '12' }, MINE);
    expect((await vehicles.rename('A')).id).toBe(op.id);
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await vehicles.scanned();
    expect((await vehicles.rename('C')).id).toBe(op.id);
    return op;
  };
  const MINE = { defaultLabel: 'B', model: 'mine' };

  it('asks nothing about what its author saw there', async () => {
    const op = await changedAgain();
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(vehicles.labelAt()).toBe('"C"');
  });

  it('asks where it is again what it was at first', async () => {
    const op = await changedAgain();
    vehicles.elsewhere('defaultLabel', '"A"');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toMatchObject([{ base: '"theirs"', mine: '"C"', theirs: '"A"' }]);
    expect(vehicles.labelAt()).toBe('"A"');
  });
});

describe('what the form showed', () => {
  const save = (body: Record<string, string>, seen: string, seenAt: number | null) =>
    desk.outbox.write({
      endpoint: 'updateVehicle',
      params: { vehicleId: '12' },
      body,
      extra: null,
      ...{ seen, seenAt },
    });
  const saved = async (
    body: Record<string, string>,
    seen: string,
    seenAt: number | null = null,
  ): Promise<Op> => {
    const written = await save(body, seen, seenAt);
    if (!written.ok) throw new Error(written.error.message);
    return written.value;
  };

  it('is the base: what a reading brings while the form is open conflicts', async () => {
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await vehicles.scanned();
    const op = await saved({ defaultLabel: 'mine' }, VEHICLE);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toEqual([
      { field: 'defaultLabel', base: '"A"', mine: '"mine"', theirs: '"theirs"' },
    ]);
    expect(vehicles.labelAt()).toBe('"theirs"');
  });

  it('is the base too where it showed the field as empty', async () => {
    vehicles.elsewhere('model', '"theirs"');
    await vehicles.scanned();
    const op = await saved({ model: 'mine' }, VEHICLE.replace(',"model":"m"', ''));
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toMatchObject([{ base: null, theirs: '"theirs"' }]);
  });

  it('is no conflict with an own edit that was confirmed while the form was open', async () => {
    const seenAt = desk.clock.now();
    const one = await vehicles.rename('B');
    await desk.settled(one.id, 'CONFIRMED');
    const two = await saved({ defaultLabel: 'C' }, VEHICLE, seenAt);
    await desk.settled(two.id, 'CONFIRMED');
    expect(vehicles.labelAt()).toBe('"C"');
  });

  it('is no conflict with two of them one after the other', async () => {
    for (const label of ['B', 'C']) {
      const own = await vehicles.rename(label);
      await desk.settled(own.id, 'CONFIRMED');
    }
    const op = await saved({ defaultLabel: 'D' }, VEHICLE);
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('asks where somebody else sets again what an own edit had once set', async () => {
    const own = await vehicles.rename('B');
    await desk.settled(own.id, 'CONFIRMED');
    vehicles.elsewhere('defaultLabel', '"theirs"');
    await vehicles.scanned();
    const seen = (await desk.shown('vehicle', '12')) ?? '';
    expect(jsonMember(seen, 'defaultLabel')).toBe('"theirs"');
    vehicles.elsewhere('defaultLabel', '"B"');
    desk.clock.advance(5_000);
    await vehicles.scanned();
    const op = await saved({ defaultLabel: 'C' }, seen);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toEqual([
      { field: 'defaultLabel', base: '"theirs"', mine: '"C"', theirs: '"B"' },
    ]);
  });

  it('asks where somebody else does once more what an own edit did before the form was opened', async () => {
    const own = await vehicles.rename('B');
    await desk.settled(own.id, 'CONFIRMED');
    vehicles.elsewhere('defaultLabel', '"A"');
    desk.clock.advance(5_000);
    await vehicles.scanned();
    const seen = (await desk.shown('vehicle', '12')) ?? '';
    const seenAt = desk.clock.now();
    vehicles.elsewhere('defaultLabel', '"B"');
    desk.clock.advance(5_000);
    await vehicles.scanned();
    const op = await saved({ defaultLabel: 'C' }, seen, seenAt);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await conflictOf(op)).toEqual([
      { field: 'defaultLabel', base: '"A"', mine: '"C"', theirs: '"B"' },
    ]);
  });

  it('asks where somebody else sets what an own edit had only wanted', async () => {
    vehicles.elsewhere('defaultLabel', '"theirs"');
    const own = await vehicles.rename('B');
    await desk.settled(own.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(own.id, { defaultLabel: 'theirs' })).ok).toBe(true);
    await desk.settled(own.id, 'CONFIRMED');
    const seen = vehicles.atService();
    vehicles.elsewhere('defaultLabel', '"B"');
    desk.clock.advance(5_000);
    await vehicles.scanned();
    const op = await saved({ defaultLabel: 'C' }, seen);
    await desk.settled(op.id, 'NEEDS_USER');
  });

  it('that is no record counts for nothing', async () => {
    for (const [label, seen] of Object.entries({ B: '[', C: '7', D: '{}' })) {
      const op = await saved({ defaultLabel: label }, seen);
      await desk.settled(op.id, 'CONFIRMED');
    }
  });
});

describe('a write of thousands of fields to a record of a megabyte', () => {
  // Gone through once for each field, the text would take a minute.
  it(
    'is queued, compared and confirmed without going through it for each of them',
    { timeout: 20_000 },
    async () => {
      desk.connection.maySend = false;
      const long = await vehicles.rename('x'.repeat(800_000));
      desk.service.faults = ['requestLost'];
      desk.connection.maySend = true;
      await desk.settled(long.id, 'UNCERTAIN');
      const fields = Array.from({ length: 8_000 }, (_, index) => [`field${index}`, index] as const);
      const extra = JSON.stringify(Object.fromEntries(fields));
      const many = await desk.write('updateVehicle', { vehicleId: '12' }, {}, extra);
      expect(many.id).not.toBe(long.id);
      await desk.settled(many.id, 'CONFIRMED');
      const held = desk.service.table('vehicle').get('12') ?? '{}';
      expect(jsonMember(held, 'field7999')).toBe('7999');
      expect(vehicles.labelAt()).toHaveLength(800_002);
    },
  );
});

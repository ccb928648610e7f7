import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember, setJsonMembers } from '../../../shared/rules/jsonText.ts';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/**
 * Whoever takes a write back means what that write left. What somebody else has set since asks, also where
 * the mirror shows it by then.
 */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"m"}');
  await desk.give('driver', '{"id":31,"fullName":"Ada Quill"}');
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const atService = () => desk.service.table('vehicle').get('12') ?? '';

/** Somebody else changes the vehicle, and the mirror reads it, later than what was confirmed. */
async function elsewhere(changes: Record<string, string>): Promise<void> {
  desk.clock.advance(5_000);
  await desk.give('vehicle', setJsonMembers(atService(), new Map(Object.entries(changes))));
  const [field, value] = Object.entries(changes)[0] ?? ['', ''];
  expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', field)).toBe(value);
}

async function confirmed(op: Promise<Op>): Promise<Op> {
  const written = await op;
  await desk.settled(written.id, 'CONFIRMED');
  return written;
}

async function undone(op: Op): Promise<string> {
  const undo = await desk.outbox.undo(op.id);
  if (!undo.ok) throw new Error(undo.error.message);
  return undo.value.id;
}

const change = (body: Record<string, unknown>) =>
  confirmed(desk.write('updateVehicle', { vehicleId: '12' }, body));

describe('what is taken back after somebody else has set it anew', () => {
  it.each([
    ['a value', { defaultLabel: 'mine' }, 'defaultLabel', '"mine"', '"old"'],
    ['an empty one', { model: null }, 'model', 'null', '"m"'],
  ])('asks: %s', async (_what, body, field, left, before) => {
    const op = await change(body);
    await elsewhere({ [field]: '"theirs"' });
    const undo = await undone(op);
    await desk.settled(undo, 'NEEDS_USER');
    expect((await desk.op(undo)).conflicts).toEqual([
      { field, base: left, mine: before, theirs: '"theirs"' },
    ]);
    expect(sent()).toEqual(['updateVehicle']);
    expect((await desk.outbox.resolve(undo, { [field]: 'mine' })).ok).toBe(true);
    await desk.settled(undo, 'CONFIRMED');
    expect(jsonMember(atService(), field)).toBe(before);
  });

  it('asks: who drives', async () => {
    const op = await confirmed(desk.write('setDriver', { vehicleId: '12', driverId: '31' }));
    await elsewhere({ driver: '{"id":32,"fullName":"Bo Lind"}', driverId: '32' });
    const undo = await undone(op);
    await desk.settled(undo, 'NEEDS_USER');
    expect((await desk.op(undo)).error?.code).toBe('outbox.conflict');
    expect(sent()).toEqual(['setDriver']);
  });
});

describe('what is taken back while it is there', () => {
  it('goes back, also past a later change of one’s own', async () => {
    const op = await change({ defaultLabel: 'mine' });
    await change({ defaultLabel: 'mine too' });
    const undo = await undone(op);
    await desk.settled(undo, 'CONFIRMED');
    expect(jsonMember(atService(), 'defaultLabel')).toBe('"old"');
  });

  it('goes back where others have changed another field', async () => {
    const op = await change({ defaultLabel: 'mine' });
    await elsewhere({ model: '"theirs"' });
    await desk.settled(await undone(op), 'CONFIRMED');
    expect(jsonMember(atService(), 'defaultLabel')).toBe('"old"');
    expect(jsonMember(atService(), 'model')).toBe('"theirs"');
  });

  it('goes back where the service had tidied it up', async () => {
    desk.service.keeps = (text) => text.replace('" mine "', '"mine"');
    const op = await change({ defaultLabel: ' mine ' });
    await desk.settled(await undone(op), 'CONFIRMED');
    expect(jsonMember(atService(), 'defaultLabel')).toBe('"old"');
  });
});

it('a write that leaves while it is taken back is not said to be taken back', async () => {
  desk.connection.maySend = false;
  const { id } = await desk.write('updateVehicle', { vehicleId: '12' }, { model: 'mine' });
  const sending = { id, from: ['QUEUED' as const], to: 'SENDING' as const, now: desk.clock.now() };
  const undoing = desk.outbox.undo(id);
  await desk.store.write('outbox.move', { ...sending, reason: 'is being sent' });
  const undo = await undoing;
  expect([undo.ok, (await desk.op(id)).state]).toEqual([false, 'SENDING']);
});

describe('what was known by its name only', () => {
  const LABELS = '{"id":5,"imei":"350000000000005","vendor":"Teltonika","model":{"name":"FMB920"}}';
  beforeEach(() => desk.give('device', LABELS));
  const changed = (body: Record<string, unknown>) =>
    desk.write('updateDevice', { deviceId: '5' }, body);

  it.each([
    ['a label', { vendorId: 9 }],
    ['an object without an id', { typeId: 7 }],
  ])('is not taken back to nothing: %s', async (_what, body) => {
    const op = await confirmed(changed(body));
    const undo = await desk.outbox.undo(op.id);
    expect(undo).toMatchObject({ ok: false, error: { code: 'outbox.noUndo' } });
  });

  it('is no choice in a conflict', async () => {
    desk.connection.maySend = false;
    const op = await changed({ typeId: 7 });
    desk.service.table('device').set('5', LABELS.replace('FMB920', 'FMC130'));
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    const [conflict] = (await desk.op(op.id)).conflicts;
    const choice = { [conflict?.field ?? '']: 'base' as const };
    expect(await desk.outbox.resolve(op.id, choice)).toMatchObject({ ok: false });
    expect((await desk.op(op.id)).state).toBe('NEEDS_USER');
  });
});

it('what the record does not show is not said to be so already', async () => {
  desk.service.keeps = (text) => text.replace(/,"vin":"[^"]*"/, '');
  const op = await change({ vin: 'V 1' });
  const undo = await desk.outbox.undo(op.id);
  expect(undo).toMatchObject({ ok: false, error: { code: 'outbox.noChange' } });
  expect(undo.ok ? '' : undo.error.message).toContain('does not show');
});

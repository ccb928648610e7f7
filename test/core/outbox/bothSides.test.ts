import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember, setJsonMembers } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const VEHICLE =
  '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"m","driver":null,"status":"driving","big":9007199254740993,"price":1.10,"__proto__":{"own":1}}';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', VEHICLE);
});
afterEach(() => desk.close());

const rename = (label: string) =>
  desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });
const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const atService = (id: string) => desk.service.table('vehicle').get(id) ?? '';
/** Somebody else changes a record at the service. */
const elsewhere = (id: string, field: string, value: string) =>
  desk.service.table('vehicle').set(id, setJsonMembers(atService(id), new Map([[field, value]])));

describe('two sides', () => {
  it('failure 10: different fields edited on both sides: merged', async () => {
    desk.connection.maySend = false;
    const op = await rename('new');
    elsewhere('12', 'model', '"theirs"');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals[0]?.body).toBe('{"defaultLabel":"new"}');
    expect(jsonMember(atService('12'), 'model')).toBe('"theirs"');
    expect(await desk.shown('vehicle', '12')).toBe(atService('12'));
  });

  it('failure 11: same field edited on both sides: the person chooses; both kept', async () => {
    desk.connection.maySend = false;
    const op = await rename('mine');
    elsewhere('12', 'defaultLabel', '"theirs"');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual([]);
    expect((await desk.op(op.id)).conflicts).toEqual([
      { field: 'defaultLabel', base: '"old"', mine: '"mine"', theirs: '"theirs"' },
    ]);
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"mine"');
    const incomplete = await desk.outbox.resolve(op.id, {});
    expect(incomplete).toMatchObject({ ok: false, error: { kind: 'invalid' } });
    expect((await desk.outbox.resolve(op.id, { defaultLabel: 'mine' })).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(jsonMember(atService('12'), 'defaultLabel')).toBe('"mine"');
  });

  it('a list of references that goes back to what it was is sent as ids', async () => {
    const area = (groups: string) => `{"id":5,"name":"Yard","groups":${groups}}`;
    await desk.give('area', area('[{"id":802,"name":"Customers"}]'));
    desk.connection.maySend = false;
    const op = await desk.write(
      'updateArea',
      { areaId: '5' },
      { groupIds: [802, 801], name: 'New' },
    );
    desk.service.table('area').set('5', area('[{"id":803,"name":"Depots"}]'));
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(op.id, { groupIds: 'base' })).ok).toBe(true);
    await desk.until(() => desk.service.arrivals.length > 0);
    expect(JSON.parse(desk.service.arrivals[0]?.body ?? '')).toEqual({
      groupIds: [802],
      name: 'New',
    });
  });

  it.each([
    ['theirs', '"theirs"', 0],
    ['base', '"old"', 1],
  ] as const)('a conflict resolved as %s leaves %s', async (choice, label, requests) => {
    desk.connection.maySend = false;
    const op = await rename('mine');
    elsewhere('12', 'defaultLabel', '"theirs"');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.outbox.resolve(op.id, { defaultLabel: choice })).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(jsonMember(atService('12'), 'defaultLabel')).toBe(label);
    expect(await desk.shown('vehicle', '12')).toBe(atService('12'));
    expect(sent()).toHaveLength(requests);
  });

  it('sends nothing when the service already has it', async () => {
    desk.connection.maySend = false;
    const op = await rename('same');
    elsewhere('12', 'defaultLabel', '"same"');
    desk.connection.maySend = true;
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual([]);
  });

  it('failure 31: edit while its op is in flight: a new op, and no conflict with oneself', async () => {
    desk.service.faults = ['requestLost'];
    const first = await rename('one');
    await desk.settled(first.id, 'UNCERTAIN');
    const second = await rename('two');
    expect(second.id).not.toBe(first.id);
    await desk.settled(second.id, 'CONFIRMED');
    expect((await desk.op(first.id)).state).toBe('CONFIRMED');
    expect(jsonMember(atService('12'), 'defaultLabel')).toBe('"two"');
    expect((await desk.op(second.id)).before).toBe('{"defaultLabel":"one"}');
  });

  it('flags what the service changed beside the write', async () => {
    const op = await rename('new');
    const apply = desk.service.apply.bind(desk.service);
    desk.service.apply = (...args) => {
      const text = apply(...args);
      elsewhere('12', 'model', '"surprise"');
      return text;
    };
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toMatchObject({ code: 'outbox.flagged' });
    expect((await desk.op(op.id)).error?.message).toContain('Model');
  });

  it('failure 12: unknown tenant fields: canonical round trip', async () => {
    const op = await rename('new');
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals[0]?.body).toBe('{"defaultLabel":"new"}');
    expect(await desk.shown('vehicle', '12')).toBe(VEHICLE.replace('"old"', '"new"'));
  });
});

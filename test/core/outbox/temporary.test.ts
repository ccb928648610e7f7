import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryIdsOf } from '../../../shared/rules/temporaryId.ts';
import { valueOf } from '../db/support.ts';
import { bench, quiet } from './support.ts';
import type { Bench } from './support.ts';

const AREA = { name: 'Yard', type: 'circle', radius: 200, coordinates: [{ lat: 47, lng: 8 }] };
const UUID = '11111111-1111-4111-8111-111111111111';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

describe('a record of the service whose id looks like a name that Waybill once gave', () => {
  it.each(['tmp-7', 'tmp-', `tmp-${UUID}`])('%s is edited as any other', async (id) => {
    await desk.give('vehicle', JSON.stringify({ id, regNo: 'WB 1', defaultLabel: 'old' }));
    const op = await desk.write('updateVehicle', { vehicleId: id }, { defaultLabel: 'new' });
    expect(op).toMatchObject({ targetId: id, dependsOn: [] });
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals.map(({ params }) => params)).toEqual([{ vehicleId: id }]);
    expect(desk.service.table('vehicle').get(id)).toContain('"new"');
  });

  it('is deleted, and named in another record', async () => {
    const id = `tmp-${UUID}`;
    await desk.give('areaGroup', JSON.stringify({ id, name: 'Yards' }));
    await desk.give('area', '{"id":5,"name":"Depot","groups":[]}');
    const named = await desk.write('updateArea', { areaId: '5' }, { groupIds: [id] });
    await desk.settled(named.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)?.body).toContain(`"${id}"`);
    const gone = await desk.write('deleteAreaGroup', { groupId: id });
    await desk.settled(gone.id, 'CONFIRMED');
    expect(desk.service.table('areaGroup').size).toBe(0);
  });
});

describe('a record that was made here', () => {
  it('gets its id also where the disk has harmed the path of a write that needs it', async () => {
    desk.connection.maySend = false;
    const create = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    const archive = await desk.write('archiveVehicle', { vehicleId: create.targetId });
    await desk.corrupt(archive.id, 'params', `{"vehicleId":"${create.targetId}`);
    desk.connection.maySend = true;
    await desk.settled(create.id, 'CONFIRMED');
    await desk.settled(archive.id, 'NEEDS_USER');
    expect((await desk.op(archive.id)).error?.code).toBe('outbox.undecodable');
    expect(desk.service.arrivals.map(({ endpoint }) => endpoint)).toEqual(['createVehicle']);
  });

  it('of an older database keeps its name until the service has named it', async () => {
    desk.connection.maySend = false;
    const made = await desk.write('createAreaGroup', {}, { name: 'Yards' });
    const [now, once] = temporaryIdsOf(made.id);
    expect(made.targetId).toBe(now);
    desk.inFile((db) => {
      db.exec(`UPDATE op SET target_id = '${once}'; UPDATE op_lane SET id = '${once}';
        UPDATE record SET id = '${once}' WHERE temporary = 1`);
    });
    const renamed = await desk.write('updateAreaGroup', { groupId: once }, { name: 'Depots' });
    const area = await desk.write('createArea', {}, { ...AREA, groupIds: [once] });
    expect(renamed.id).toBe(made.id);
    expect(area.dependsOn).toEqual([made.id]);
    desk.connection.maySend = true;
    await desk.settled(area.id, 'CONFIRMED');
    const [group] = [...desk.service.table('areaGroup').keys()];
    expect(desk.service.arrivals.at(-1)?.body).toContain(String(group));
    expect(JSON.stringify(desk.service.arrivals)).not.toContain('tmp-');
  });
});

describe('a form that was open while the service named a record', () => {
  let group: string;
  const change = (groupIds: (string | number)[], seen: string | null = null) =>
    desk.outbox.write({
      endpoint: 'updateArea',
      ...{ params: { areaId: '5' }, body: { groupIds }, extra: null, seen },
    });
  /** What the form showed of an area that is in a new group. */
  let seen: string;
  beforeEach(async () => {
    await desk.give('area', '{"id":5,"name":"Depot","groups":[]}');
    await desk.give('areaGroup', '{"id":60,"name":"Others"}');
    desk.connection.maySend = false;
    group = (await desk.write('createAreaGroup', {}, { name: 'Yards' })).targetId;
  });

  it('saves what it changed, and nobody is asked', async () => {
    const first = valueOf(await change([group]));
    seen = `{"groups":[{"id":"${group}","name":"Yards"}]}`;
    desk.connection.maySend = true;
    await desk.settled(first.id, 'CONFIRMED');
    const second = valueOf(await change([group, 60], seen));
    await desk.settled(second.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)?.body).toBe('{"groupIds":[901,60]}');
  });

  it('edits the write that names it', async () => {
    const op = valueOf(await change([group]));
    desk.service.faults = [undefined, { status: 422 }] as never;
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    valueOf(await desk.outbox.edit(op.id, { groupIds: [group, 60] }, op.patch));
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)?.body).toBe('{"groupIds":[901,60]}');
  });

  it('puts it back as it was before', async () => {
    const first = valueOf(await change([group]));
    desk.connection.maySend = true;
    await desk.settled(first.id, 'CONFIRMED');
    desk.connection.maySend = false;
    const second = valueOf(await change([60]));
    desk.inFile((db) =>
      db.exec(`UPDATE op SET before = '{"groupIds":["${group}"]}' WHERE id = '${second.id}'`),
    );
    desk.service.table('area').set('5', '{"id":5,"name":"Depot","groups":[{"id":61}]}');
    desk.connection.maySend = true;
    await desk.settled(second.id, 'NEEDS_USER');
    valueOf(await desk.outbox.resolve(second.id, { groupIds: 'base' }));
    await desk.settled(second.id, 'CONFIRMED');
    expect(desk.service.arrivals.at(-1)?.body).toBe('{"groupIds":[901]}');
  });
});

describe('a record whose id can not stand in an address', () => {
  it.each([
    ['.', 'updateArea', { name: 'new' }],
    ['..', 'updateArea', { name: 'new' }],
    ['..', 'deleteArea', {}],
    ['.', 'archiveArea', {}],
  ] as const)('asks: %s, %s', async (id, endpoint, body) => {
    await desk.give('area', JSON.stringify({ id, name: 'old' }));
    const op = await desk.write(endpoint, { areaId: id }, body);
    await desk.settled(op.id, 'NEEDS_USER');
    const asked = await desk.op(op.id);
    expect(asked).toMatchObject({ attempts: 0, error: { code: 'outbox.noPath' } });
    expect(asked.remedies).toEqual(['discard']);
    expect((await desk.outbox.retry(op.id)).ok).toBe(false);
    expect((await desk.outbox.discard(op.id)).ok).toBe(true);
    await quiet();
    expect(desk.service.arrivals).toEqual([]);
  });
});

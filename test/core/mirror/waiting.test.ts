import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { WriteName } from '../../../shared/api/catalogue.ts';
import type { ListView, Row } from '../../../shared/ipc/shapes.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { openWriter } from '../../../electron/core/database.ts';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { runRead, runWrite } from '../../../electron/core/db/runner.ts';
import { derivedFaults } from '../../support/derived.ts';
import { freshFolder, valueOf } from '../db/support.ts';

/** What waits is ordered, filtered and counted by what its row shows. */

function opened(file = ':memory:'): Handle {
  const handle = valueOf(openWriter(file));
  onTestFinished(() => void handle.raw.close());
  return handle;
}

function put(handle: Handle, entity: Entity, rows: readonly object[], readAt = 1): void {
  const text = JSON.stringify(rows);
  valueOf(runWrite(handle, 'records.ingest', { entity, text, path: '$', readAt }));
}

let made = 0;
function queue(
  handle: Handle,
  endpoint: WriteName,
  params: Record<string, string>,
  patch: object,
): string {
  made += 1;
  const id = `6f9619ff-8b86-4d01-b42d-${String(made).padStart(12, '0')}`;
  valueOf(
    runWrite(handle, 'outbox.enqueue', {
      ...{ id, endpoint, now: 10, params, patch: JSON.stringify(patch) },
      ...{ undoes: null, graceMs: null },
    }),
  );
  return id;
}

const depot = (id: number, name: string) => ({ depot: { id, name }, depotName: name });
const groups = (...names: string[]) => ({
  groups: names.map((name) => ({ id: name === 'North' ? 1 : 2, name })),
  groupsList: names.join(', '),
});
const type = (id: number, key: string, name: string) => ({ typeId: id, type: key, typeName: name });
const FLEET = [
  { id: 1, regNo: 'A', ...depot(5, 'Alder'), ...groups('North'), ...type(7, 'car', 'Car') },
  { id: 2, regNo: 'B', ...depot(6, 'Birch'), ...groups('South'), ...type(8, 'van', 'Van') },
  { id: 3, regNo: 'C', ...depot(6, 'Birch'), ...groups('South'), ...type(8, 'van', 'Van') },
];
const TYPES = [
  { id: 7, name: 'Car', type: 'car' },
  { id: 8, name: 'Van', type: 'van' },
];

function fleetOf(file?: string): Handle {
  const handle = opened(file);
  put(handle, 'vehicleType', TYPES);
  put(handle, 'vehicle', FLEET);
  return handle;
}

function window(handle: Handle, view: Partial<ListView>, entity: Entity = 'vehicle'): Row[] {
  const asked = { view: { entity, ...view }, offset: 0, limit: 50 };
  return (runRead(handle, 'records.window', asked) as { rows: Row[] }).rows;
}

/** A list by one field: each row's value in order, and the counts of its groups. */
function listBy(handle: Handle, field: string) {
  const shown = window(handle, { sort: { field, descending: false } }).map(
    ({ json }) => (JSON.parse(json) as Record<string, unknown>)[field] ?? null,
  );
  const { counts } = runRead(handle, 'records.facets', { view: { entity: 'vehicle' }, field }) as {
    counts: { value: string | null; count: number }[];
  };
  const groups = Object.fromEntries(counts.map(({ value, count }) => [String(value), count]));
  const filtered = Object.fromEntries(
    counts.map(({ value }) => [
      String(value),
      window(handle, { filters: [{ field, oneOf: [value] }] }).length,
    ]),
  );
  return { shown, groups, filtered };
}

const CHANGES = [
  {
    ...{ field: 'depotName', change: { depotId: 6 }, before: ['Alder', 'Birch', 'Birch'] },
    ...{ after: ['Birch', 'Birch', 'Birch'], counted: { Birch: 3 } },
  },
  {
    ...{ field: 'depotName', change: { depotId: null }, before: ['Alder', 'Birch', 'Birch'] },
    ...{ after: ['Birch', 'Birch', null], counted: { Birch: 2, null: 1 } },
  },
  {
    ...{ field: 'typeName', change: { typeId: 8 }, before: ['Car', 'Van', 'Van'] },
    ...{ after: ['Van', 'Van', 'Van'], counted: { Van: 3 } },
  },
  {
    ...{ field: 'groupsList', change: { groupIds: [2] }, before: ['North', 'South', 'South'] },
    ...{ after: ['South', 'South', 'South'], counted: { South: 3 } },
  },
];

it.each(CHANGES)(
  'a change that waits is ordered, filtered and counted by what its row shows: $change',
  ({ field, change, before, after, counted }) => {
    const handle = fleetOf();
    const had = listBy(handle, field);
    expect(had.shown).toEqual(before);
    const id = queue(handle, 'updateVehicle', { vehicleId: '1' }, change);
    const waits = { shown: after, groups: counted, filtered: counted };
    expect(listBy(handle, field)).toEqual(waits);
    expect(derivedFaults(handle.raw)).toEqual([]);

    const asks = { id, from: ['QUEUED'], to: 'NEEDS_USER', now: 20, reason: 'refused' };
    expect(valueOf(runWrite(handle, 'outbox.move', asks)).value).not.toBeNull();
    expect(valueOf(runWrite(handle, 'outbox.discard', { id, now: 20 })).value).not.toBeNull();
    expect(listBy(handle, field)).toEqual(had);
    expect(valueOf(runWrite(handle, 'outbox.restore', { id, now: 30 })).value).not.toBeNull();
    expect(listBy(handle, field)).toEqual(waits);
    // A row that the service lists meanwhile lies below it.
    put(handle, 'vehicle', [{ ...FLEET[0], defaultLabel: 'Theirs' }], 40);
    expect(listBy(handle, field)).toEqual(waits);
    expect(derivedFaults(handle.raw)).toEqual([]);
  },
);

it('a new vehicle that waits stands in the groups that its form named', () => {
  const handle = fleetOf();
  queue(handle, 'createVehicle', {}, { regNo: 'D', depotId: 5, groupIds: [1, 2], typeId: 7 });
  expect(listBy(handle, 'depotName').groups).toEqual({ Alder: 2, Birch: 2 });
  expect(listBy(handle, 'typeName').groups).toEqual({ Car: 2, Van: 2 });
  expect(listBy(handle, 'groupsList').shown).toEqual(['North', 'North, South', 'South', 'South']);
  expect(window(handle, { text: 'D', sort: { field: 'regNo', descending: true } })[0]?.json).toBe(
    '{"id":"~new-' +
      `6f9619ff-8b86-4d01-b42d-${String(made).padStart(12, '0')}","regNo":"D",` +
      '"depot":{"id":5,"name":"Alder"},"depotName":"Alder",' +
      '"groups":[{"id":1,"name":"North"},{"id":2,"name":"South"}],"groupsList":"North, South",' +
      '"typeId":7,"typeName":"Car","type":"car"}',
  );
});

it('a vehicle that is archived counts in no group, from when that waits on', () => {
  const handle = fleetOf();
  const left = { shown: ['North', 'South'], groups: { North: 1, South: 1 } };
  const types = { shown: ['Car', 'Van'], groups: { Car: 1, Van: 1 } };
  queue(handle, 'archiveVehicle', { vehicleId: '3' }, {});
  expect(listBy(handle, 'groupsList')).toMatchObject(left);
  expect(listBy(handle, 'typeName')).toMatchObject(types);
  // And once the service has it, beside a change of another one that waits.
  put(handle, 'vehicle', [{ ...FLEET[2], status: 'archived', archivedAt: '2026-01-02' }], 20);
  queue(handle, 'updateVehicle', { vehicleId: '1' }, { groupIds: [1, 2] });
  expect(listBy(handle, 'groupsList').groups).toEqual({ 'North, South': 1, South: 1 });
  expect(listBy(handle, 'typeName')).toMatchObject(types);
  expect(derivedFaults(handle.raw)).toEqual([]);
});

it('what waits is told by its id until its name is known, and by a new one from then on', () => {
  const handle = opened();
  put(handle, 'vehicle', FLEET.slice(0, 1));
  queue(handle, 'updateVehicle', { vehicleId: '1' }, { depotId: 6, typeId: 8 });
  expect(listBy(handle, 'depotName').groups).toEqual({ 6: 1 });
  expect(listBy(handle, 'typeName').groups).toEqual({ 8: 1 });
  put(handle, 'vehicle', FLEET.slice(1), 20);
  put(handle, 'vehicleType', TYPES, 20);
  expect(listBy(handle, 'depotName').groups).toEqual({ Birch: 3 });
  expect(listBy(handle, 'typeName').groups).toEqual({ Van: 3 });
  put(handle, 'vehicleType', [{ id: 8, name: 'Transporter', type: 'van' }], 30);
  expect(listBy(handle, 'typeName').groups).toEqual({ Transporter: 1, Van: 2 });
  expect(derivedFaults(handle.raw)).toEqual([]);
});

it('the model of a device that waits is told by its name, which a vendor or another device has', () => {
  const handle = opened();
  put(handle, 'vendor', [{ id: 1, name: 'Maker', models: [{ id: 3, name: 'Tracker 3' }] }]);
  put(handle, 'device', [
    { id: 1, imei: '1', model: { id: 2, name: 'Tracker 2' } },
    { id: 2, imei: '2', model: { id: 4, name: 'Beacon 4' } },
  ]);
  const models = () =>
    window(handle, { sort: { field: 'model.name', descending: false } }, 'device').map(
      ({ json }) => (JSON.parse(json) as { model: object }).model,
    );
  queue(handle, 'updateDevice', { deviceId: '2' }, { typeId: 3 });
  expect(models()).toEqual([
    { id: 2, name: 'Tracker 2' },
    { id: 3, name: 'Tracker 3' },
  ]);
  queue(handle, 'updateDevice', { deviceId: '1' }, { typeId: 4 });
  expect(models()).toEqual([
    { id: 4, name: 'Beacon 4' },
    { id: 3, name: 'Tracker 3' },
  ]);
});

it('names of what waits are there at the next start, also where the lists are made anew', () => {
  const file = path.join(freshFolder(), 'a.db');
  const first = fleetOf(file);
  queue(first, 'updateVehicle', { vehicleId: '1' }, { depotId: 6 });
  const shown = listBy(first, 'depotName');
  // As another program made them, which knew no names.
  first.raw.exec(`DELETE FROM list_names; UPDATE meta SET value = 'older' WHERE key = 'search';
    UPDATE record SET overlay = json_set(overlay, '$.depotName', 'Alder', '$.depot', json('{"id":6}'))
    WHERE overlay IS NOT NULL`);
  first.raw.close();
  first.journal?.close();
  const second = opened(file);
  expect(listBy(second, 'depotName')).toEqual(shown);
  expect(derivedFaults(second.raw)).toEqual([]);
  second.journal?.close();
});

it('a record that was taken for archived by its zero date is living at the next start', () => {
  const file = path.join(freshFolder(), 'a.db');
  const first = opened(file);
  put(first, 'vehicle', [
    { id: 1, regNo: 'A', archivedAt: 0 },
    { id: 2, regNo: 'B', archivedAt: '2026-01-02' },
    { id: 3, regNo: 'C' },
  ]);
  // As an earlier program read it, and a list of archived records that told of the third.
  first.raw.exec(`UPDATE meta SET value = 'older' WHERE key = 'search';
    UPDATE record SET archived = 1; UPDATE record SET listed_archived = 1 WHERE id = '3'`);
  first.raw.close();
  first.journal?.close();
  const second = opened(file);
  expect(window(second, { archived: 'only' }).map(({ id }) => id)).toEqual(['2', '3']);
  expect(window(second, {}).map(({ id }) => id)).toEqual(['1']);
  expect(derivedFaults(second.raw)).toEqual([]);
  second.journal?.close();
});

it('records that tell different names of one group end in one of them, whatever waits', () => {
  const handle = opened();
  const told = (id: number, name: string) => ({
    ...{ id, regNo: String(id), groups: [{ id: 1, name }], groupsList: name },
  });
  put(handle, 'vehicle', [told(1, 'North'), told(2, 'Nord')]);
  queue(handle, 'updateVehicle', { vehicleId: '1' }, { groupIds: [1, 2] });
  queue(handle, 'updateVehicle', { vehicleId: '2' }, { groupIds: [1, 2] });
  put(handle, 'vehicle', [told(1, 'Norte'), told(2, 'Nord')], 40);
  expect(listBy(handle, 'groupsList').shown).toEqual(['Nord, 2', 'Nord, 2']);
  // The last row that tells of it decides, also where another one brought the change.
  put(handle, 'vehicle', [told(1, 'North')], 50);
  expect(listBy(handle, 'groupsList').shown).toEqual(['Nord, 2', 'Nord, 2']);
  expect(derivedFaults(handle.raw)).toEqual([]);
});

it('a vehicle that tells the id of its depot alone is listed by the name that others tell', () => {
  const handle = opened();
  const bare = [
    { id: 4, regNo: 'D', depot: 5 },
    { id: 5, regNo: 'E', depot: { id: 6 } },
    { id: 6, regNo: 'F', depot: { id: 6, name: 'Birch' } },
    { id: 7, regNo: 'G', depot: { id: 9 }, depotName: '' },
  ];
  put(handle, 'vehicle', bare);
  const groups = () => listBy(handle, 'depotName').groups;
  expect(groups()).toEqual({ 5: 1, 9: 1, Birch: 2 });
  put(handle, 'vehicle', FLEET.slice(0, 2));
  expect(groups()).toEqual({ 9: 1, Alder: 2, Birch: 3 });
  expect(listBy(handle, 'depotName').filtered).toEqual(groups());
  expect(derivedFaults(handle.raw)).toEqual([]);
  const sort = { field: 'depotName', descending: false };
  expect(window(handle, { sort }).map(({ id }) => id)).toEqual(['7', '1', '4', '2', '5', '6']);
  const about = { field: 'depotName', or: ['depot.name', 'depot'], is: 'contains' as const };
  const found = window(handle, { conditions: [{ ...about, text: 'alder' }] });
  expect(found.map(({ id }) => id)).toEqual(['1', '4']);

  // A depot that is called otherwise is so for all that name it by its id.
  put(handle, 'vehicle', [{ ...FLEET[0], ...depot(5, 'Ash') }], 5);
  expect(groups()).toEqual({ 9: 1, Ash: 2, Birch: 3 });
  expect(derivedFaults(handle.raw)).toEqual([]);
});

import './browserStub.ts';
import { describe, expect, test, vi } from 'vitest';
import { fail, ok } from '../../shared/result.ts';
import { platesOf, stepsOf, type BulkChange } from '../../renderer/features/vehicles/bulk.ts';
import type { ListView, Op, Row } from '../../renderer/bridge.ts';
import { ledgerColumns, opText } from '../../renderer/features/outbox/columns.ts';
import { Ledger } from '../../renderer/features/outbox/ledger.svelte.ts';
import { trashSheet } from '../../renderer/features/settings/trashSheet.ts';
import { listColumns } from '../../renderer/features/vehicles/columns.ts';
import { entityPages } from '../../renderer/records/entities.ts';
import type { FieldColumn } from '../../renderer/records/fieldColumns.ts';
import { askedOf, listFieldsOf } from '../../renderer/records/listFields.ts';
import { vehicle as vehicleModel } from '../../shared/model/vehicle.ts';
import { partsIn } from '../../renderer/records/partsOf.ts';
import { formatZone } from '../../renderer/state/format.ts';
import { sheetTime } from '../../renderer/state/zone.ts';
import { readSheet } from '../../renderer/records/sheet.ts';
import { Job, oneByOne } from '../../renderer/state/job.svelte.ts';
import { NO_ARRANGEMENT, sheetOf, fitting } from '../../renderer/ui/table.ts';
import { namedSheet } from '../../renderer/records/writes/namedSheet.ts';

const vehicle = (id: number, more: Record<string, unknown> = {}): Row => ({
  ...{ id: String(id), archived: false, temporary: false, readAt: null, listed: true },
  ...{ pending: 0, mark: null, changed: [] },
  json: JSON.stringify({ id, regNo: `WB-${String(id)}`, ...more }),
});
const NAMES = new Map([
  ['3', 'North yard'],
  ['4', 'South yard'],
  ['7', 'Nights'],
  ['8', 'Days'],
]);
const change = (more: Partial<BulkChange>): BulkChange => ({
  ...{ field: 'depotId', way: 'set', value: '', nameOf: (id) => NAMES.get(id) ?? id },
  ...more,
});
const told = (rows: Row[], what: BulkChange) =>
  stepsOf(rows, what, 0).map(({ plate, before, after }) => [plate, before, after]);

describe('one change of many vehicles', () => {
  test('tells each difference by names and leaves out what is so already', () => {
    const rows = [
      vehicle(1, { depot: { id: 3, name: 'North yard' } }),
      vehicle(2, { depot: { id: 4, name: 'South yard' } }),
      vehicle(3, { depot: null }),
    ];
    expect(told(rows, change({ value: '4' }))).toEqual([
      ['WB-1', 'North yard', 'South yard'],
      ['WB-3', '', 'South yard'],
    ]);
    expect(told(rows, change({ way: 'clear' }))).toEqual([
      ['WB-1', 'North yard', ''],
      ['WB-2', 'South yard', ''],
    ]);
    // Nothing was chosen yet: that empties nothing.
    expect(told(rows, change({ value: ' ' }))).toEqual([]);
  });

  test('adds groups to those that are there, takes some out, and sets them', () => {
    const rows = [vehicle(1, { groups: [{ id: 7 }] }), vehicle(2, { groups: [] })];
    const groups = (way: BulkChange['way'], value: string) =>
      told(rows, change({ field: 'groupIds', way, value }));
    expect(groups('add', '8')).toEqual([
      ['WB-1', 'Nights', 'Nights, Days'],
      ['WB-2', '', 'Days'],
    ]);
    expect(groups('remove', '7')).toEqual([['WB-1', 'Nights', '']]);
    expect(groups('set', '8, 7')).toEqual([
      ['WB-1', 'Nights', 'Nights, Days'],
      ['WB-2', '', 'Days, Nights'],
    ]);
  });

  test('takes drivers off where there is one, and assigns one where another drives', () => {
    const rows = [
      vehicle(1, { driver: { id: 9, fullName: 'Ada Quill' }, driverId: 9 }),
      vehicle(2, { driver: null }),
    ];
    expect(told(rows, change({ field: 'driver', way: 'clear' }))).toEqual([
      ['WB-1', 'Ada Quill', ''],
    ]);
    const nameOf = () => 'Ben Oak';
    expect(told(rows, change({ field: 'driver', value: '5', nameOf }))).toEqual([
      ['WB-1', 'Ada Quill', 'Ben Oak'],
      ['WB-2', '', 'Ben Oak'],
    ]);
    expect(told(rows, change({ field: 'driver', value: '9' }))).toHaveLength(1);
  });
});

test('depots and groups are those that vehicles tell by name, whatever else stands there', () => {
  const values = [
    '{"id":4,"name":"South yard"}',
    '[{"id":7,"name":"Nights"},{"id":4,"name":"South yard"},{"id":1}]',
    ...[null, '5', 'North', '{"name":"Without an id"}', '[]', '{'],
  ];
  expect(partsIn(values)).toEqual([
    { id: '7', name: 'Nights' },
    { id: '4', name: 'South yard' },
  ]);
});

test('the rows of a table that leaves as a file are told as they come, and none leaves once it is stopped', async () => {
  const all = Array.from({ length: 1_200 }, (_, id) => vehicle(id));
  const ids = all.map(({ id }) => id);
  const call = async (_: string, { offset, limit }: { offset: number; limit: number }) => ({
    ok: true,
    value: { ids, rows: all.slice(offset, offset + limit), total: all.length },
  });
  vi.stubGlobal('window', { waybill: { call } });
  const columns = [{ key: 'id', title: 'Id', width: 80, text: ({ id }: Row) => id }];
  const readUntil = async (last: number) => {
    const told: string[] = [];
    const way = (read: number, total: number): boolean => {
      told.push(`${String(read)} of ${String(total)}`);
      return read < last;
    };
    return { told, table: await readSheet({ entity: 'vehicle' }, columns, NO_ARRANGEMENT, way) };
  };
  const whole = await readUntil(Infinity);
  expect(whole.told.slice(0, 3)).toEqual(['500 of 1200', '1000 of 1200', '1200 of 1200']);
  expect(whole.table).toMatchObject({ ok: true });
  expect(whole.table?.ok === true ? whole.table.value.length : 0).toBe(1_201);
  expect(await readUntil(1_000)).toEqual({ told: ['500 of 1200', '1000 of 1200'], table: null });
});

describe('a job of many steps', () => {
  const refused = fail({ kind: 'invalid', code: 'x', message: 'No.', safe: 'Nothing was done.' });
  const act = (one: number) => Promise.resolve(one === 4 ? refused : ok(one));

  test('is told from a few steps on, and ends where one is refused or a person stops it', async () => {
    const job = new Job(2);
    const told: (string | null)[] = [];
    const run = (all: readonly number[], last: number) =>
      job.run((way) =>
        oneByOne(all, act, (done, total) => {
          if (done === last) job.stop();
          const goesOn = way(done, total);
          told.push(job.progress === null ? null : `${String(done)} of ${String(total)}`);
          return goesOn;
        }),
      );
    expect(await run([1, 2], Infinity)).toEqual({ done: [1, 2], failed: null });
    expect(told.splice(0)).toEqual([null, null]);
    expect(await run([1, 2, 3], 2)).toEqual({ done: [1, 2], failed: null });
    expect(told.splice(0)).toEqual(['0 of 3', '1 of 3', null]);
    expect(await run([3, 4, 5], Infinity)).toEqual({ done: [3], failed: refused.error });
    expect([job.progress, job.running]).toEqual([null, false]);
    // A second one does not begin beside it.
    const both = await Promise.all([run([1], Infinity), run([2], Infinity)]);
    expect(both).toEqual([{ done: [1], failed: null }, null]);
  });

  test('reads the registrations of what is chosen in its order, until it is stopped', async () => {
    const asked: number[] = [];
    const call = (_: string, { view }: { view: { filters: { oneOf: string[] }[] } }) => {
      const ids = view.filters.flatMap(({ oneOf }) => oneOf).filter((id) => id !== '7');
      asked.push(ids.length);
      const rows = ids.toReversed().map((id) => vehicle(Number(id)));
      return Promise.resolve({ ok: true, value: { rows, total: rows.length } });
    };
    vi.stubGlobal('window', { waybill: { call } });
    const ids = Array.from({ length: 1_200 }, (_, id) => String(id));
    const plates = await platesOf(ids, () => true);
    expect(plates).toEqual({
      ok: true,
      value: ids.map((id) => (id === '7' ? '7' : `WB-${id}`)),
    });
    expect(asked.splice(0)).toEqual([499, 500, 200]);
    expect(await platesOf(ids, (read) => read < 1_000)).toBeNull();
    expect(asked).toEqual([499, 500]);
  });
});

const MADE_MS = Date.UTC(2026, 2, 9, 12, 0, 5);
const assigned: Op = {
  ...{ id: 'op', seq: 1, endpoint: 'setDriver', title: 'Assign', entity: 'vehicle' },
  ...{ targetId: '1', label: 'WB-1', state: 'QUEUED', hold: 'person', holdUntil: null },
  ...{ patch: '{}', before: '{}', sets: null },
  link: { field: 'driver', entity: 'driver', id: '9', canGoBack: false },
  ...{ dependsOn: [], attempts: 2, createdAt: MADE_MS, updatedAt: MADE_MS },
  ...{ error: null, conflicts: [], inverse: 'none', remedies: [] },
};

test('the ledger leaves as it stands, with moments instead of ages and names that nobody has read yet', async () => {
  const driver: Row = { ...vehicle(9), json: '{"id":9,"fullName":"Ada Quill"}' };
  const ops = Array.from({ length: 201 }, (_, at) => ({ ...assigned, id: String(at) }));
  const asked: unknown[] = [];
  const call = async (name: string, input: { offset: number; limit: number }) => {
    asked.push(name);
    if (name === 'records.get') return { ok: true, value: { row: driver } };
    if (name === 'outbox.ids') return { ok: true, value: { ids: ops.map(({ id }) => id) } };
    const shown = ops.slice(input.offset, input.offset + input.limit);
    return { ok: true, value: { ops: shown, total: ops.length } };
  };
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const read = await new Ledger().every(() => true);
  const all = read?.ok === true ? read.value : [];
  const arrangement = { ...NO_ARRANGEMENT, shown: { attempts: true, reason: false } };
  const sheet = await namedSheet(() => sheetOf(ledgerColumns(0), arrangement, all));
  expect(sheet[0]).toEqual([
    'Record',
    'Write',
    'State',
    `Made (${formatZone()})`,
    'Attempts',
    'Change',
  ]);
  const [record, , state, made, attempts, change] = sheet.at(-1) ?? [];
  expect([record, state, made, attempts]).toEqual(['WB-1', 'Held by you', sheetTime(MADE_MS), 2]);
  expect(change).toContain('Ada Quill');
  expect(sheet).toHaveLength(202);
  expect(asked).toEqual(['outbox.list', 'outbox.list', 'outbox.ids', 'records.get']);
  // Beside an open write fewer are in sight; a file has room for all.
  expect(
    ledgerColumns(700)
      .filter(({ extra }) => extra)
      .map(({ key }) => key),
  ).toEqual([...['made', 'attempts', 'change']]);
});

test.each([528, 784])('beside an open write %i px tell what is done to which record', (room) => {
  const shown = ledgerColumns(room).filter(({ extra }) => extra !== true);
  const keys = fitting(shown, NO_ARRANGEMENT, room, null).columns.map(({ key }) => key);
  expect(keys.slice(0, 3)).toEqual(['record', 'write', 'state']);
});

test('a write is copied as text in the words of the ledger, with names that nobody has read yet', async () => {
  const driver: Row = { ...vehicle(10), json: '{"id":10,"fullName":"Ben Oak"}' };
  const call = async () => ({ ok: true, value: { row: driver } });
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const link = { field: 'driver', entity: 'driver', id: '10', canGoBack: false } as const;
  const lines = (await opText({ ...assigned, link })).split('\n');
  expect(lines).toContain('Record: WB-1');
  expect(lines).toContain('State: Held by you');
  expect(lines.at(-1)).toMatch(/^Change: .*Ben Oak$/);
});

test('the trash leaves as a whole, also what its table has no room for', async () => {
  const all = Array.from({ length: 501 }, (_, key) => ({
    ...{ key, id: String(key), entity: 'driver', title: `Driver ${String(key)}`, detail: '' },
    ...{ json: '{}', deletedAt: MADE_MS, reason: 'gone' },
  }));
  const call = async (_: string, { offset, limit }: { offset: number; limit: number }) => ({
    ok: true,
    value: { days: 30, total: all.length, rows: all.slice(offset, offset + limit) },
  });
  vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
  const sheet = await trashSheet(() => true);
  const rows = sheet?.ok === true ? sheet.value : [];
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([
    502,
    ['Record', 'Kind', `Removed (${formatZone()})`],
    ['Driver 500', 'driver', sheetTime(MADE_MS)],
  ]);
});

describe('columns of the list of vehicles', () => {
  const FIELDS = [
    ...Object.keys(vehicleModel.shape),
    ...['lat', 'lng', 'heading', 'speed'].map((name) => `lastCoordinates.${name}`),
    ...['avgSpeed', 'distance', 'duration', 'idleDuration'].map((name) => `todayData.${name}`),
  ];
  const whole = vehicle(1, {
    ...{ deviceId: 10_002, year: 2019, fuelTankCapacity: 80, picture: { url: '/1.png' } },
    ...{ status: 'driving', engineOnTime: 5400, ecoSpeed: 85, excessiveIdling: 300 },
    lastCoordinates: { lat: 41.0581, lng: -2.3102, heading: 45, speed: 52 },
    todayData: { avgSpeed: 38, distance: 12_000, duration: 3600, idleDuration: 240 },
    ...{ areas: [{ id: 3, name: 'North yard' }], unavailableMessage: 'No device is installed.' },
  });

  test('are every field of a vehicle that the interface knows, and each can be filtered by', () => {
    expect(FIELDS).toContain('unavailableMessage');
    const tells = ({ field, or = [], names }: FieldColumn, path: string): boolean =>
      [field, ...or, ...(names?.at ?? [])].some(
        (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
      );
    const { columns } = entityPages.vehicle;
    expect(FIELDS.filter((path) => !columns.some((column) => tells(column, path)))).toEqual([]);
    const listed = new Set(listColumns({}).flatMap(({ key, sort }) => [key, sort]));
    expect(columns.filter(({ field }) => !listed.has(field))).toEqual([]);
    const filtered = listFieldsOf('vehicle').map(({ key }) => key);
    expect(columns.map(({ field }) => field)).toEqual(filtered);
  });

  test('tell words and amounts with their units, and leave with the names that ids stand for', async () => {
    const device = { ...vehicle(10_002), json: '{"id":10002,"imei":"990000000000002"}' };
    const asked: unknown[] = [];
    const call = async (name: string, { view }: { view: ListView }) => {
      asked.push([name, view.entity, view.filters?.[0]?.oneOf]);
      const rows = view.entity === 'device' ? [device] : [whole, vehicle(2)];
      return { ok: true, value: { rows, total: rows.length } };
    };
    vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
    const columns = listColumns({});
    const shown = Object.fromEntries(columns.map(({ key }) => [key, false]));
    const sheetWith = async (...keys: string[]): Promise<unknown[][]> => {
      const arrangement = { ...NO_ARRANGEMENT, shown: { ...shown } };
      for (const key of keys) arrangement.shown[key] = true;
      const read = await readSheet({ entity: 'vehicle' }, columns, arrangement, () => true);
      return read?.ok === true ? read.value : [];
    };
    await sheetWith('year');
    // What nobody sees is not asked for.
    expect(asked.splice(0)).toEqual([['records.window', 'vehicle', undefined]]);
    const [head, row, empty] = await sheetWith('deviceId', 'year', 'todayData.duration', 'areas');
    expect(asked.at(-1)).toEqual(['records.window', 'device', ['10002']]);
    expect(head).toEqual(['Registration', 'Year', 'Device', 'Driving today (min)', 'Areas']);
    expect(row).toEqual(['WB-1', 2019, '990000000000002', 60, 'North yard']);
    expect(empty?.slice(1)).toEqual(['', '', '', '']);
    const told = Object.fromEntries(columns.map(({ key, text }) => [key, text(whole)]));
    expect(told).toMatchObject({
      ...{ status: 'Driving', lastCoordinates: '41.05810, -2.31020', picture: 'yes' },
      ...{ 'lastCoordinates.heading': 'NE, 45°', 'todayData.avgSpeed': '38 km/h' },
      ...{ engineOnTime: '1 h 30 min', ecoSpeed: '85 km/h', excessiveIdling: '5 min' },
      ...{ unavailableMessage: 'No device is installed.', year: '2019' },
    });
  });

  test('that are no text are filtered in their own way: amounts in their unit, places by being there', () => {
    const fields = listFieldsOf('vehicle');
    const kinds = Object.fromEntries(
      fields.map(({ key, kind, unit }) => [key, [kind, unit?.name]]),
    );
    expect(kinds).toMatchObject({
      'lastCoordinates.speed': ['number', 'km/h'],
      'todayData.duration': ['number', 'min'],
      'lastCoordinates.heading': ['number', '°'],
      ...{ year: ['number', undefined], lastCoordinates: ['presence', undefined] },
      deviceId: ['presence', undefined],
    });
    const hour = { key: 'todayData.duration', is: 'between', from: 3600, to: null } as const;
    expect(askedOf(fields, [hour])).toEqual([
      { field: 'todayData.duration', is: 'between', as: 'number', from: 3600, to: null },
    ]);
  });
});

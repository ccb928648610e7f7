import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Row } from '../../renderer/bridge.ts';

/** Devices: where each is installed by the mirror, what an exchange is made of, and its past. */

interface Stored {
  readonly id: string;
  readonly json: string;
}
const mirror = new Map<string, Stored[]>();
const written: { endpoint: string; params: object; body: object; seen?: string }[] = [];
let failAt = -1;

function put(entity: string, fields: Record<string, unknown>): Stored {
  const row = { id: String(fields['id']), json: JSON.stringify(fields) };
  mirror.set(entity, [...(mirror.get(entity) ?? []), row]);
  return row;
}
const rowOf = ({ id, json }: Stored) => ({
  ...{ id, json, archived: false, temporary: false, pending: 0, mark: null },
  ...{ changed: [], readAt: 0, listed: true },
});

interface Asked {
  entity: string;
  id: string;
  view: { entity: string; text?: string; conditions?: { field: string; values: string[] }[] };
  offset: number;
  limit: number;
  endpoint: string;
}
async function answer(name: string, asked: Asked): Promise<unknown> {
  if (name === 'records.get') {
    const row = mirror.get(asked.entity)?.find(({ id }) => id === asked.id);
    return { ok: true, value: row === undefined ? null : { row: rowOf(row), base: null, ops: [] } };
  }
  if (name === 'records.window') {
    const { entity, text = '', conditions = [] } = asked.view;
    const wanted = text.replaceAll(/[\s-]/g, '').toLowerCase();
    const rows = (mirror.get(entity) ?? []).filter(
      ({ json }) =>
        json.replaceAll(/[\s-]/g, '').toLowerCase().includes(wanted) &&
        conditions.every(({ field, values }) =>
          values.some((id) => json.includes(`"${field.replace(/\.?id$/i, '')}":{"id":${id},`)),
        ),
    );
    const page = rows.slice(asked.offset, asked.offset + asked.limit);
    return { ok: true, value: { rows: page.map(rowOf), total: rows.length } };
  }
  if (written.length === failAt) {
    return {
      ok: false,
      error: { kind: 'local', code: 'disk.full', message: '', next: 'freeSpace' },
    };
  }
  if (name === 'outbox.write') written.push(asked as never);
  return { ok: true, value: { op: { id: String(written.length) } } };
}

beforeEach(() => {
  mirror.clear();
  written.length = 0;
  failAt = -1;
  const waybill = { call: answer, on: () => () => undefined };
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const location = { hash: '#/devices' };
  const navigation = { currentEntry: null };
  const addEventListener = (): void => undefined;
  vi.stubGlobal('window', { waybill, matchMedia, location, navigation, addEventListener });
});

const install = () => import('../../renderer/records/install.ts');
const reading = () => import('../../renderer/features/devices/reading.ts');

describe('an installation', () => {
  const fleet = () => ({
    there: put('device', { id: 'd1', imei: '350000000000001', vehicle: { id: 1, regNo: 'B-1' } }),
    stock: put('device', { id: 'd2', imei: '350000000000002', vehicle: null }),
    other: put('device', { id: 'd3', imei: '350000000000003', vehicle: { id: 2, regNo: 'C-2' } }),
    b1: put('vehicle', { id: 1, regNo: 'B-1', deviceId: 'd1' }),
    c2: put('vehicle', { id: 2, regNo: 'C-2', deviceId: null }),
    d3: put('vehicle', { id: 3, regNo: 'D-3', deviceId: 'd1' }),
  });

  test('is told by the mirror: by the vehicle, by the device, and by the device where they differ', async () => {
    const { deviceIn } = await install();
    const { b1, c2, d3 } = fleet();
    expect((await deviceIn(rowOf(b1)))?.name).toBe('350000000000001');
    expect((await deviceIn(rowOf(c2)))?.name).toBe('350000000000003');
    // The vehicle was read before its device moved on.
    expect(await deviceIn(rowOf(d3))).toBeNull();
    // The name of one vehicle may stand in those of many: E-1 in E-10.
    for (let n = 60; n > 3; n -= 1) put('device', { id: n, vehicle: { id: n, regNo: `E-1${n}` } });
    expect(await deviceIn(rowOf(put('vehicle', { id: 4, regNo: 'E-1' })))).not.toBeNull();
  });

  test('into a free vehicle is one write, into another device’s an exchange in order', async () => {
    const { exchangeOf, make, stepText, stepsOf } = await install();
    const { stock, other, b1, d3 } = fleet();
    const free = stepsOf(await exchangeOf(rowOf(stock), rowOf(d3)));
    expect(free.map(stepText)).toEqual(['Install 350000000000002 in D-3']);
    const both = await exchangeOf(rowOf(other), rowOf(b1));
    expect([both.present?.id, both.left?.id]).toEqual(['d1', '2']);
    const steps = stepsOf(both);
    expect(steps.map(stepText)).toEqual([
      'Remove 350000000000001 from B-1',
      'Remove 350000000000003 from C-2',
      'Install 350000000000003 in B-1',
    ]);
    const said = { at: '2026-05-01T10:00:00.000Z', odometerM: 5000 };
    expect(await make(steps, said)).toEqual({ made: 3, failed: null });
    expect(written.map(({ endpoint, params, body }) => [endpoint, params, body])).toEqual([
      [
        'uninstallDevice',
        { deviceId: 'd1' },
        { uninstalledAt: '2026-05-01T10:00:00.000Z', odometer: 5000 },
      ],
      // What the odometer said is that of the vehicle in question.
      ['uninstallDevice', { deviceId: 'd3' }, { uninstalledAt: '2026-05-01T10:00:00.000Z' }],
      [
        'installDevice',
        { deviceId: 'd3' },
        { vehicleId: 1, installedAt: '2026-05-01T10:00:00.000Z', odometer: 5000 },
      ],
    ]);
    // The first write moved it: what the screen showed is no longer what it is.
    expect(written.map(({ seen }) => seen === undefined)).toEqual([false, false, true]);
  });

  test('stops where a write can not be kept, and says so', async () => {
    const { exchangeOf, make, stepsOf } = await install();
    const { stock, b1 } = fleet();
    failAt = 1;
    const steps = stepsOf(await exchangeOf(rowOf(stock), rowOf(b1)));
    expect(await make(steps, {})).toMatchObject({ made: 1, failed: { code: 'disk.full' } });
    expect(written.map(({ endpoint }) => endpoint)).toEqual(['uninstallDevice']);
  });

  test('that stopped goes on from there, and queues nothing twice', async () => {
    const { exchangeOf, make, stepsOf } = await install();
    const { other, b1 } = fleet();
    failAt = 2;
    const steps = stepsOf(await exchangeOf(rowOf(other), rowOf(b1)));
    const { made } = await make(steps, {});
    failAt = -1;
    expect(await make(steps, {}, made)).toEqual({ made: 3, failed: null });
    expect(written.map(({ endpoint, params }) => [endpoint, params])).toEqual([
      ['uninstallDevice', { deviceId: 'd1' }],
      ['uninstallDevice', { deviceId: 'd3' }],
      ['installDevice', { deviceId: 'd3' }],
    ]);
    expect(written.at(-1)?.seen).toBeUndefined();
  });

  test('is found by a part of an IMEI or of a registration, each once, and a bare vehicle too', async () => {
    const { lookUp } = await import('../../renderer/features/devices/lookup.ts');
    fleet();
    put('vehicle', { id: 9, regNo: 'E-9', deviceId: null });
    const names = async (typed: string) =>
      (await lookUp(typed)).found.map(({ device, vehicle }) => [
        device?.name ?? null,
        vehicle?.name ?? null,
      ]);
    expect(await names('0001')).toEqual([['350000000000001', 'B-1']]);
    expect(await names('c2')).toEqual([['350000000000003', 'C-2']]);
    expect(await names('0002')).toEqual([['350000000000002', null]]);
    expect(await names('E 9')).toEqual([[null, 'E-9']]);
    expect(await names(' - ')).toEqual([]);
    expect(await names('nothing')).toEqual([]);
  });

  test('is found behind many that match by another field, and what is not shown is not hidden', async () => {
    const { lookUp } = await import('../../renderer/features/devices/lookup.ts');
    const many = (from: number, to: number, more: (i: number) => object) => {
      for (let i = from; i < to; i += 1) {
        const imei = String(350_000_000_000_000 + i);
        put('device', { id: `m${String(i)}`, imei, vehicle: null, ...more(i) });
      }
    };
    many(0, 1000, (i) => ({ iccid: `89-7777-${String(i)}` }));
    put('device', { id: 'there', imei: '350000000007777', vehicle: { id: 1, regNo: 'B-1' } });
    const [one, ...others] = (await lookUp('7777')).found;
    expect([one?.device?.id, one?.vehicle?.name, others]).toEqual(['there', 'B-1', []]);
    mirror.clear();
    many(0, 20, () => ({}));
    expect(await lookUp('35')).toMatchObject({ found: { length: 20 }, isCut: false });
    many(20, 21, () => ({}));
    expect(await lookUp('35')).toMatchObject({ found: { length: 20 }, isCut: true });
    mirror.clear();
    many(0, 5001, () => ({ vendor: 'Orb' }));
    expect(await lookUp('orb')).toEqual({ found: [], isCut: true });
  });
});

describe('what the service tells of a device', () => {
  test('its vehicles, the latest first, and what lasts has no end', async () => {
    const { staysOf } = await reading();
    const entries = [
      {
        id: 1,
        vehicle: { id: 4, regNo: 'B-1' },
        installDate: '2026-01-01T00:00:00Z',
        uninstallDate: '2026-02-01T00:00:00Z',
      },
      {
        id: 2,
        vehicleId: 5,
        installDate: '2026-02-02T00:00:00Z',
        uninstallDate: null,
        odometer: 9,
      },
      { note: 'nothing is told' },
    ];
    expect(staysOf(JSON.stringify({ data: entries }))).toMatchObject([
      { vehicleId: '5', vehicle: null, toMs: null, odometerM: 9 },
      { vehicleId: '4', vehicle: 'B-1', toMs: Date.UTC(2026, 1, 1) },
      { vehicleId: null, fromMs: null },
    ]);
    expect(staysOf('broken')).toEqual([]);
  });

  test('leaves as tables: vehicles with how long, sensors with their kinds and where they are now', async () => {
    const { pairingSheet, staySheet } = await import('../../renderer/features/devices/past.ts');
    const { pairingsOf, staysOf } = await reading();
    const stays = staysOf(
      JSON.stringify([
        {
          ...{ id: 1, vehicle: { id: 4, regNo: 'B-1' }, odometer: 12_500 },
          ...{ installDate: '2026-01-01T00:00:00Z', uninstallDate: '2026-01-11T12:00:00Z' },
        },
        { id: 2, vehicle: { id: 5, regNo: 'C-2' }, installDate: '2026-02-02T00:00:00Z' },
      ]),
    );
    const [heading, latest, first] = staySheet(stays, Date.UTC(2026, 1, 5));
    expect(heading?.map((title) => String(title).replace(/ \(.*/, ''))).toEqual([
      ...['Vehicle', 'From', 'To', 'Lasted', 'Odometer'],
    ]);
    expect([latest?.[0], latest?.[2], latest?.[3], latest?.[4]]).toEqual(['C-2', null, 3, null]);
    expect([first?.[0], first?.[3], first?.[4]]).toEqual(['B-1', 10.5, 12.5]);
    const pairings = pairingsOf(
      JSON.stringify([{ id: 9, label: 'Cold room', type: 'temperatureHumidity' }]),
    );
    expect(pairingSheet(pairings, () => 'paired now')[1]).toEqual([
      ...['Cold room', 'Temperature and humidity', null, 'paired now'],
    ]);
  });

  test('kinds, sides and states are words, also those that nobody knows', async () => {
    const { cameraSide, cameraState, recordState, sensorKind } =
      await import('../../renderer/state/keys.ts');
    expect(sensorKind('temperatureHumidity')).toBe('Temperature and humidity');
    expect(sensorKind('tyrePressure')).toBe('Tyre pressure');
    expect(sensorKind('constructor')).toBe('Constructor');
    expect(recordState('in stock')).toBe('In stock');
    expect(recordState('awaitingPickup')).toBe('Awaiting pickup');
    expect(recordState('')).toBe('');
    expect(cameraSide('driver')).toBe('Driver');
    expect(cameraState('not_reachable')).toBe('Not reachable');
  });

  test('models come from vendors and from devices, by name, without those that only have a number', async () => {
    const { modelsOf } = await import('../../renderer/records/models.ts');
    const fields = (value: object) => new Map<string, unknown>(Object.entries(value));
    const vendors = [
      fields({
        id: 'v1',
        name: 'Orb',
        models: [{ id: 2, name: 'T4 Cam' }, { id: 1, name: 'T4' }, { id: 3 }],
      }),
      fields({ id: 'v2', name: 'Kes', models: null }),
    ];
    const devices = [
      fields({ model: { id: 1, name: 'T4 again' }, vendor: { id: 'v1' } }),
      fields({ model: { id: 7, name: 'One' }, vendor: { id: 'v2' } }),
      fields({ model: 'just text' }),
    ];
    expect(modelsOf(vendors, devices)).toEqual([
      { id: '7', name: 'One', vendorId: 'v2' },
      { id: '1', name: 'T4', vendorId: 'v1' },
      { id: '2', name: 'T4 Cam', vendorId: 'v1' },
    ]);
  });
});

describe('where a device was', () => {
  const DAY_MS = 86_400_000;
  const from = Date.UTC(2026, 4, 1);
  const point = (atMs: number, lat: number) => ({ lat, lng: -2, ts: new Date(atMs).toISOString() });
  const days = new Map<string, { json: string; readAt: number; thinned: object | null }>();
  let online = true;
  const asked: { dateFrom: string; whole: boolean }[] = [];

  beforeEach(() => {
    days.clear();
    asked.length = 0;
    online = true;
    const read = async (
      _name: string,
      input: { query: { dateFrom: string }; refresh: string; whole?: boolean },
    ): Promise<unknown> => {
      const { dateFrom } = input.query;
      const isAsked = input.refresh === 'always';
      if (isAsked) asked.push({ dateFrom, whole: input.whole === true });
      if (isAsked && online) {
        const at = Date.parse(dateFrom);
        const json = JSON.stringify([point(at + 60_000, 41), point(at + 120_000, 41.01)]);
        const thinned = input.whole === true ? null : { shown: 2, all: 30_000 };
        days.set(dateFrom, { json, readAt: from + 9 * DAY_MS, thinned });
      }
      const kept = days.get(dateFrom) ?? { json: null, readAt: null, thinned: null };
      const error = isAsked && !online ? { kind: 'offline' } : null;
      return { ok: true, value: { ...kept, error } };
    };
    const waybill = { call: read, on: () => () => undefined };
    const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
    vi.stubGlobal('window', { waybill, matchMedia });
  });
  const positions = async () => {
    const { DevicePositions } = await import('../../renderer/features/devices/positions.svelte.ts');
    return new DevicePositions('d1', '350000000000001');
  };
  const midnights = (count: number) =>
    Array.from({ length: count + 1 }, (_, i) => from + i * DAY_MS);

  test('is read day by day, and what was read is there without a network, the missing days named', async () => {
    const here = await positions();
    await here.load(midnights(2), from + 10 * DAY_MS);
    expect(asked).toHaveLength(2);
    expect(here.track.atMs).toHaveLength(4);
    expect(here.legs.map(({ state }) => state)).toEqual(['driving', 'gap', 'driving']);
    online = false;
    await here.load(midnights(3), from + 10 * DAY_MS);
    expect(here.track.atMs).toHaveLength(4);
    expect(here.missing).toEqual([from + 2 * DAY_MS]);
    expect(here.error).toBeNull();
    expect(here.copied).toEqual({ days: 2, oldest: from + 9 * DAY_MS });
    // No day that has not begun is asked for.
    expect(asked).toHaveLength(3);
  });

  test('with too many points says how many are shown, of how many, and gives all on demand', async () => {
    const here = await positions();
    await here.load(midnights(1), from + 10 * DAY_MS);
    expect(here.thinned).toEqual({ shown: 2, all: 30_000 });
    days.clear();
    await here.load(midnights(1), from + 10 * DAY_MS, true);
    expect(here.thinned).toBeNull();
    expect(asked.at(-1)?.whole).toBe(true);
  });

  test('leaves as a file with every point that there is, or not at all', async () => {
    const here = await positions();
    await here.load(midnights(1), from + 10 * DAY_MS);
    expect([here.complete, here.whole]).toEqual([true, false]);
    days.clear();
    expect(await here.loadWhole(midnights(1), from + 10 * DAY_MS)).toBe(true);
    expect(here.whole).toBe(true);
    online = false;
    expect(await here.loadWhole(midnights(2), from + 10 * DAY_MS)).toBe(false);
  });
});

describe('the fuel of a vehicle', () => {
  test('is what the service listed and what the mirror has of it since, each once', async () => {
    const { fuelOf, sumOf } = await import('../../renderer/features/vehicles/fuelOf.ts');
    const of = (id: number, vehicleId: number | null, day: number, refueled: number) => ({
      ...{ id, vehicle: vehicleId === null ? null : { id: vehicleId } },
      ...{ transactionDate: `2026-05-0${String(day)}T10:00:00Z` },
      ...{ refueled, total: refueled * 2 },
    });
    const inMirror = (fields: ReturnType<typeof of>, more: object = {}): Row => ({
      ...rowOf({ id: String(fields.id), json: JSON.stringify(fields) }),
      ...more,
    });
    const mirrored = [of(1, 7, 1, 10), of(2, 8, 2, 20), of(3, 7, 3, 30)].map((one) =>
      inMirror(one),
    );
    const listed = [of(1, 7, 1, 10), of(4, null, 4, 40)];
    const answered = listed.map((fields) => new Map<string, unknown>(Object.entries(fields)));
    const idsOf = (more: readonly Row[], list: typeof answered | null): (string | null)[] =>
      fuelOf('7', { answered: list, answeredAt: 5, mirrored: more }).map(({ id }) => id);
    expect(idsOf(mirrored, answered)).toEqual(['4', '3', '1']);
    expect(idsOf(mirrored, null)).toEqual(['3', '1']);
    const known = { answered: null, answeredAt: null, mirrored };
    expect(sumOf(fuelOf('7', known))).toEqual({ litres: 40, cost: 80 });
    // Given to another vehicle since it was listed, by a write that waits or at the service.
    for (const since of [{ pending: 1 }, { readAt: 6 }]) {
      expect(idsOf([inMirror(of(4, 8, 4, 40), since)], answered)).toEqual(['1']);
    }
    // The list is newer than what the mirror has of it.
    expect(idsOf([inMirror(of(4, 8, 4, 40))], answered)).toEqual(['4', '1']);
  });
});

test('the vehicles of a driver are found among any number that bear the name otherwise', async () => {
  const { vehiclesOf } = await import('../../renderer/records/assign.ts');
  for (let id = 1; id <= 300; id += 1) put('vehicle', { id, regNo: `MAX-${String(id)}` });
  put('vehicle', { id: 301, regNo: 'B-1', driver: { id: 9, fullName: 'Max' } });
  expect((await vehiclesOf({ id: '9', name: 'Max' })).map(({ id }) => id)).toEqual(['301']);
});

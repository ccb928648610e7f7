import './browserStub.ts';
import { describe, expect, test, vi } from 'vitest';
import {
  referencesOf,
  shapeInWords,
  shapeOfTexts,
  summaryNames,
} from '../../renderer/records/writes/areaValues.ts';
import { changesOf } from '../../renderer/records/writes/changes.ts';
import { ChangeText } from '../../renderer/records/writes/changeText.ts';
import { namedSheet } from '../../renderer/records/writes/namedSheet.ts';
import { pictureOf } from '../../renderer/records/writes/shapePicture.ts';
import { explanation, reasonLine, reasonNote } from '../../renderer/records/writes/reason.ts';
import { stateWords } from '../../renderer/records/writes/stateWords.ts';
import type { AppError } from '../../shared/result.ts';

const error = (more: Partial<AppError>): AppError => ({
  kind: 'conflict',
  code: 'outbox.gone',
  message: 'The record was deleted.',
  next: 'openOutbox',
  ...more,
});
const asking = (given: AppError | null, fields: readonly string[] = []) => ({
  endpoint: 'updateVehicle',
  title: 'Change a vehicle',
  error: given,
  conflicts: fields.map((field) => ({ field, base: null, mine: '1', theirs: '2' })),
});

describe('the reason of a write in one line', () => {
  test('names the disputed fields, what the service refused and why, and what the desk found', () => {
    expect(reasonLine(asking(error({ code: 'outbox.conflict' }), ['defaultLabel', 'vin']))).toBe(
      'The same was changed meanwhile: Label, VIN',
    );
    const refused = error({ kind: 'denied', code: 'http.409', status: 409 });
    const state = 'Change a vehicle: the service holds the record in another state (409).';
    expect(reasonLine(asking({ ...refused, message: state }))).toBe(
      'Refused (409): the service holds the record in another state',
    );
    const said = `${state} It says: “The vehicle has another driver.”`;
    expect(reasonLine(asking({ ...refused, message: said }))).toBe(
      'Refused (409): The vehicle has another driver',
    );
    expect(
      reasonLine(
        asking({ ...refused, status: 422, fields: { defaultLabel: ['Is too long.'], vin: ['?'] } }),
      ),
    ).toBe('Refused (422): Label: Is too long.; VIN: ?');
    expect(reasonLine(asking(error({ status: 404 })))).toBe('The record was deleted');
    expect(reasonLine(asking(null))).toBe('');
  });

  test('never says of a held write that it is sent as soon as it may', () => {
    const queued = { state: 'QUEUED', hold: null } as const;
    expect(explanation(queued)).toBe('It is sent as soon as it may.');
    expect(explanation({ ...queued, hold: 'person' })).toBe(
      'It is not sent before you let it go on.',
    );
    expect(explanation({ ...queued, hold: 'imported' })).toContain('came out of a file');
    // Nor of one that came back from a copy of its files that it is being looked for.
    const uncertain = { state: 'UNCERTAIN', hold: 'person', holdUntil: null } as const;
    expect(explanation(uncertain)).toBe('It is not sent before you let it go on.');
    expect(stateWords(uncertain)).toBe('Held by you');
  });
});

test('nobody is told to correct a refused write that has nothing to correct', () => {
  const refused = error({ kind: 'invalid', code: 'http.invalid', status: 422, next: 'editInput' });
  const next = (remedies: Parameters<typeof reasonNote>[0]['remedies']) =>
    reasonNote({ ...asking(refused), remedies, state: 'REJECTED' })?.next;
  expect(next(['retry', 'discard'])).toBe('none');
  expect(next(['edit', 'retry', 'discard'])).toBe('editInput');
});

test('what was given up asks nothing more, and what was sent tells what is worth a look', () => {
  const note = (state: Parameters<typeof reasonNote>[0]['state']) =>
    reasonNote({ ...asking(error({}), ['defaultLabel']), remedies: ['restore'], state });
  expect(note('NEEDS_USER')?.message).toBe('The same was changed meanwhile: Label.');
  expect([note('DISCARDED'), note('CANCELLED')]).toEqual([null, null]);
  expect(note('CONFIRMED')).not.toBeNull();
});

test('a write lists what is sent, not what was decided against', () => {
  const op = {
    endpoint: 'updateArea',
    before: '{"name":"Yard","coordinates":[]}',
    patch: '{"name":"North yard"}',
    link: null,
    sets: null,
  };
  expect(changesOf(op)).toEqual([{ field: 'name', before: '"Yard"', after: '"North yard"' }]);
});

describe('what a write changes', () => {
  const NAMES: Readonly<Record<string, object>> = {
    'client/501': { id: 501, name: 'North Haulage' },
    'role/3': { id: 3, name: 'Planner' },
    'vendor/2': { id: 2, name: 'Tracko' },
    'vehicleType/4': { id: 4, name: 'Van' },
    'vehicle/7': { id: 7, regNo: 'WB-007' },
    'area/9': { id: 9, name: 'Gate 4' },
  };
  const rowOf = (fields: object | undefined) =>
    fields === undefined ? null : { id: '1', json: JSON.stringify(fields), archived: false };
  const vendor = { id: 2, name: 'Tracko', models: [{ id: 21, name: 'T 900' }] };
  const call = async (name: string, input: { entity: string; id: string }) => {
    if (name !== 'records.get') {
      return { ok: true, value: { rows: [rowOf(vendor)], total: 1, counts: [] } };
    }
    return { ok: true, value: { row: rowOf(NAMES[`${input.entity}/${input.id}`]) ?? undefined } };
  };
  const line = async (
    endpoint: string,
    entity: 'vehicle' | 'user' | 'device' | 'area' | 'fuelTransaction' | 'scheduledReport',
    patch: object,
    before: object = {},
  ): Promise<unknown> => {
    const op = {
      ...{ endpoint, entity, targetId: '1', link: null, sets: null, conflicts: [] },
      ...{ patch: JSON.stringify(patch), before: JSON.stringify(before) },
    };
    return (await namedSheet(() => [[new ChangeText(op).line]]))[0]?.[0];
  };

  test('is told by names and in the person’s units, not by ids, keys or JSON', async () => {
    vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
    expect(await line('createVehicle', 'vehicle', { typeId: 4, clientId: 501 })).toBe(
      'Type: Van; Client: North Haulage',
    );
    expect(await line('updateUser', 'user', { roleId: 3 }, { roleId: 4 })).toBe(
      'Role: 4 → Planner',
    );
    expect(await line('updateDevice', 'device', { vendorId: 2, typeId: 21 })).toBe(
      'Vendor: Tracko; Model: T 900',
    );
    expect(await line('assignFuelTransaction', 'fuelTransaction', { vehicleId: 7 })).toBe(
      'Vehicle: WB-007',
    );
    expect(await line('calibrateOdometer', 'vehicle', { odometer: 123_456_000 })).toBe(
      'Odometer: 123,456 km',
    );
    expect(await line('updateArea', 'area', { type: 'circle', radius: 250 })).toBe(
      'Kind: Circle; Radius: 250 m',
    );
  });

  test('of an area is told by what its colour is called, of a report by what it comes as', async () => {
    vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
    const [grey, blue, ofBlue] = [{ color: '#6b7280' }, { color: '#3f6fb0' }, { color: '#3f6fb1' }];
    expect(await line('updateArea', 'area', grey, blue)).toBe('Colour: Blue → Grey');
    // Two that people call the same are told apart all the same.
    expect(await line('updateArea', 'area', ofBlue, blue)).toBe(
      'Colour: Blue (#3f6fb0) → Blue (#3f6fb1)',
    );
    expect(await line('updateArea', 'area', { color: 'rebecca' })).toBe('Colour: rebecca');
    const formats = [{ format: 'pdf' }, { format: 'csv' }] as const;
    expect(await line('updateScheduledReport', 'scheduledReport', ...formats)).toBe(
      'Format: CSV table → PDF document',
    );
    // A format of the tenant's own is no key to make up words for.
    expect(await line('updateScheduledReport', 'scheduledReport', { format: 'ods' })).toBe(
      'Format: ODS',
    );
  });

  test('of a report is told by its schedule in words, its recipients and what it asks for', async () => {
    vi.stubGlobal('window', { waybill: { call, on: () => () => undefined } });
    const report = {
      schedule: { weekday: 1, hour: 6 },
      recipients: ['ada@example.test', { email: 'ben@example.test' }],
      params: { areaIds: [9], period: 'week', minDistance: 5_000, minDuration: 300 },
    };
    expect(await line('createScheduledReport', 'scheduledReport', report)).toBe(
      [
        'Schedule: Every Monday at 06:00',
        'Recipients: ada@example.test, ben@example.test',
        'Parameters: Areas: Gate 4; Period: Week; Min distance: 5 km; Min duration: 5 min',
      ].join('; '),
    );
    // A shape that nobody knows stays as it is.
    const odd = { schedule: { cron: '0 6 * * 1' } };
    expect(await line('updateScheduledReport', 'scheduledReport', odd)).toContain('cron');
  });
});

describe('values of an area in words', () => {
  const words = {
    points: (count: number) => `${String(count)} points`,
    around: (position: string) => `around ${position}`,
    position: ({ lat, lng }: { lat: number; lng: number }) => `${String(lat)}/${String(lng)}`,
    surface: (surfaceM2: number) => `${String(Math.round(surfaceM2 / 1e6))} km²`,
    length: (lengthM: number) => `${String(Math.round(lengthM / 1e3))} km`,
  };
  const square = JSON.stringify(
    [
      [0, 0],
      [0, 0.2],
      [0.2, 0.2],
      [0.2, 0],
    ].map(([lat, lng]) => ({ lat, lng })),
  );
  const polygon = { type: '"polygon"', coordinates: square, radius: null };

  test('tells a shape by its points and its size, and by its place where that is asked for', () => {
    expect(shapeInWords(polygon, words, false)).toBe('4 points, 495 km²');
    expect(shapeInWords(polygon, words, true)).toBe('4 points, 495 km², around 0.1/0.1');
    expect(shapeInWords({ ...polygon, type: '"rectangle"' }, words, false)).toBe(
      '4 points, 495 km²',
    );
    expect(shapeInWords({ ...polygon, type: '"polyline"' }, words, false)).toBe('4 points, 67 km');
    const circle = { type: '"circle"', coordinates: '[{"lat":1,"lng":2}]', radius: '5000' };
    expect(shapeInWords(circle, words, false)).toBe('around 1/2, 79 km²');
  });

  test('is drawn with those it differs from in one frame, north up and true to scale', () => {
    const square = (lat: number, lng: number) =>
      shapeOfTexts({
        type: '"rectangle"',
        coordinates: JSON.stringify([
          { lat, lng },
          { lat: lat + 1, lng: lng + 1 },
        ]),
        radius: null,
      }) ?? null;
    const size = { width: 240, height: 120 };
    const picture = pictureOf([square(0, 0), null, square(1, 1)], size, 10);
    // The first lies south-west of the other: two degrees are the 100 that the frame leaves.
    expect(picture?.paths).toEqual([
      'M70.0 60.0L120.0 60.0L120.0 110.0L70.0 110.0Z',
      null,
      'M120.0 10.0L170.0 10.0L170.0 60.0L120.0 60.0Z',
    ]);
    expect(Math.round((picture?.acrossM ?? 0) / 1000)).toBe(534);
    expect(pictureOf([null, null], size, 10)).toBeNull();
  });

  test('makes up no size of a kind that is not known, and nothing of what is no geometry', () => {
    expect(shapeInWords({ ...polygon, type: null }, words, false)).toBe('4 points');
    expect(shapeInWords({ ...polygon, coordinates: '"here"' }, words, false)).toBeNull();
    expect(shapeInWords({ ...polygon, coordinates: '[1' }, words, false)).toBeNull();
  });

  test('finds the names that summaries carry, and ids to the letter', () => {
    const before = '[{"id":802,"name":"Customers"},{"id":"a"}]';
    expect(summaryNames([before, '[802,801]', null])).toEqual(new Map([['802', 'Customers']]));
    expect(referencesOf('[9007199254740993]')).toEqual(['9007199254740993']);
    expect(referencesOf('{"id":1}')).toBeNull();
  });
});

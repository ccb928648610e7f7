import { describe, expect, test } from 'vitest';
import {
  referencesOf,
  shapeInWords,
  shapeOfTexts,
  summaryNames,
} from '../../renderer/records/writes/areaValues.ts';
import { changesOf } from '../../renderer/records/writes/changes.ts';
import { pictureOf } from '../../renderer/records/writes/shapePicture.ts';
import { explanation, reasonLine } from '../../renderer/records/writes/reason.ts';
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
  });
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

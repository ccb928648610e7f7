import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { openWriter } from '../../../electron/core/database.ts';
import { planOf } from '../../../electron/core/mirror/view.ts';
import { runRead, runWrite } from '../../../electron/core/db/runner.ts';
import type { ListView } from '../../../shared/ipc/shapes.ts';
import { areaTouches } from '../../../shared/rules/areaPlace.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import type { Bounds } from '../../../shared/rules/geo.ts';
import { valueOf } from '../db/support.ts';

function opened(): Handle {
  const handle = valueOf(openWriter(':memory:'));
  onTestFinished(() => void handle.raw.close());
  return handle;
}

function put(handle: Handle, rows: readonly object[]): void {
  const text = JSON.stringify(rows);
  valueOf(runWrite(handle, 'records.ingest', { entity: 'area', text, path: '$', readAt: 1 }));
}

const at = (lat: number, lng: number): Bounds => ({ south: lat, west: lng, north: lat, east: lng });

function idsWithin(handle: Handle, within: Bounds, more: Partial<ListView> = {}): string[] {
  const view: ListView = { entity: 'area', sort: { field: 'id' }, ...more, within };
  const { ids } = runRead(handle, 'records.ids', { view }) as { ids: string[] };
  const window = runRead(handle, 'records.window', { view, offset: 0, limit: 500 }) as {
    rows: { id: string }[];
    total: number;
  };
  expect(window.rows.map(({ id }) => id)).toEqual(ids);
  expect(window.total).toBe(ids.length);
  return ids;
}

const corner = (lat: number, lng: number) => ({ lat, lng });
const areas = [
  { id: 1, type: 'circle', name: 'Circle', coordinates: [corner(50, 10)], radius: 10_000 },
  {
    id: 2,
    type: 'polygon',
    name: 'Hook',
    // An L: its box holds a place that it does not.
    coordinates: [
      ...[corner(50, 11), corner(51, 11), corner(51, 11.2), corner(50.2, 11.2)],
      ...[corner(50.2, 12), corner(50, 12)],
    ],
  },
  { id: 3, type: 'polyline', name: 'Line', coordinates: [corner(50, 13), corner(51, 14)] },
  {
    id: 4,
    type: 'polyline',
    name: 'Corridor',
    coordinates: [corner(50, 15), corner(50, 16)],
    radius: 500,
  },
  {
    id: 5,
    type: 'rectangle',
    name: 'As text',
    coordinates: [
      { lat: '10', lng: '20' },
      { lat: '11', lng: '21' },
    ],
  },
  { id: 6, type: 'polygon', name: 'No shape', coordinates: 'none' },
];

describe('areas by place', () => {
  it('are found at a position by their exact shape', () => {
    const handle = opened();
    put(handle, areas);
    expect(idsWithin(handle, at(50.05, 10.05))).toEqual(['1']);
    expect(idsWithin(handle, at(50.089, 10.13))).toEqual([]);
    expect(idsWithin(handle, at(50.1, 11.1))).toEqual(['2']);
    expect(idsWithin(handle, at(50.8, 11.8))).toEqual([]);
    expect(idsWithin(handle, at(50.5, 13.5))).toEqual([]);
    expect(idsWithin(handle, at(50.003, 15.5))).toEqual(['4']);
    expect(idsWithin(handle, at(50.006, 15.5))).toEqual([]);
    expect(idsWithin(handle, at(10.5, 20.5))).toEqual(['5']);
  });

  it('are found by a box that they reach into, and not by one beside them', () => {
    const handle = opened();
    put(handle, areas);
    const box = (south: number, west: number, north: number, east: number): Bounds => ({
      ...{ south, west, north, east },
    });
    expect(idsWithin(handle, box(49, 9, 52, 17))).toEqual(['1', '2', '3', '4']);
    expect(idsWithin(handle, box(50.5, 11.5, 50.9, 11.9))).toEqual([]);
    expect(idsWithin(handle, box(50.4, 13.4, 50.6, 13.6))).toEqual(['3']);
    expect(idsWithin(handle, box(50.05, 11.05, 50.06, 11.06))).toEqual(['2']);
    expect(idsWithin(handle, box(50.4, 13.6, 50.5, 13.9))).toEqual([]);
    expect(idsWithin(handle, box(-90, -180, 90, 180))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('narrow together with words, filters and the archive, and follow a change', () => {
    const handle = opened();
    put(handle, areas);
    const all = { south: -90, west: -180, north: 90, east: 180 };
    expect(idsWithin(handle, all, { text: 'corr' })).toEqual(['4']);
    const lines = { filters: [{ field: 'type', oneOf: ['polyline'] }] };
    expect(idsWithin(handle, all, lines)).toEqual(['3', '4']);
    put(handle, [{ id: 4, status: 'archived' }]);
    expect(idsWithin(handle, all, lines)).toEqual(['3']);
    expect(idsWithin(handle, all, { ...lines, archived: 'only' })).toEqual(['4']);
    put(handle, [{ id: 1, coordinates: [corner(-33, 151)] }]);
    expect(idsWithin(handle, at(50.05, 10.05))).toEqual([]);
    expect(idsWithin(handle, at(-33, 151))).toEqual(['1']);
    expect(runRead(handle, 'records.ids', { view: { entity: 'vehicle', within: all } })).toEqual({
      ids: [],
    });
  });

  const lat = fc.double({ min: -89, max: 89, noNaN: true });
  const lng = fc.double({ min: -179, max: 179, noNaN: true });
  const near = fc.record({
    lat: fc.double({ min: 40, max: 41, noNaN: true }),
    lng: fc.double({ min: -3, max: -2, noNaN: true }),
  });
  const area = fc.oneof(
    fc.record({
      type: fc.constant('circle'),
      coordinates: fc.tuple(fc.record({ lat, lng })),
      radius: fc.double({ min: 1, max: 3_000_000, noNaN: true }),
    }),
    fc.record({
      type: fc.constantFrom('polygon', 'polyline', 'rectangle'),
      coordinates: fc.array(near, { minLength: 3, maxLength: 6 }),
      radius: fc.constantFrom(0, 50, 20_000),
    }),
  );
  const box = fc
    .oneof(fc.tuple(near, near), fc.tuple(fc.record({ lat, lng }), fc.record({ lat, lng })))
    .map(([a, b]) => ({
      south: Math.min(a.lat, b.lat),
      west: Math.min(a.lng, b.lng),
      north: Math.max(a.lat, b.lat),
      east: Math.max(a.lng, b.lng),
    }));
  const asked = fc.oneof(
    box,
    near.map((p) => at(p.lat, p.lng)),
  );

  it('are the same that a look at every one finds', () => {
    fc.assert(
      fc.property(fc.array(area, { maxLength: 12 }), asked, (shapes, within) => {
        const handle = valueOf(openWriter(':memory:'));
        try {
          put(
            handle,
            shapes.map((shape, index) => ({ id: 100 + index, ...shape })),
          );
          const expected = shapes.flatMap((record, index) => {
            const shape = areaShape(record);
            return shape !== undefined && areaTouches(shape, within) ? [String(100 + index)] : [];
          });
          expect(idsWithin(handle, within)).toEqual(expected);
        } finally {
          handle.raw.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are looked up in the tree, whose boxes are the only ones that are looked at', () => {
    const handle = opened();
    const { count } = planOf(handle, { entity: 'area', within: at(50, 10) });
    const said = handle.raw
      .prepare(`EXPLAIN QUERY PLAN ${count.sql}`)
      .all(...count.params)
      .map((row) => (row as { detail: string }).detail)
      .join('\n');
    expect(said).toMatch(/SCAN area_box VIRTUAL TABLE INDEX \d+:\S+/);
  });
});

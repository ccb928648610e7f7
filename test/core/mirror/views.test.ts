import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import { buildIndexes } from '../../../electron/core/mirror/catchUp.ts';
import { runRead, runWrite } from '../../../electron/core/db/runner.ts';
import type { ListView } from '../../../shared/ipc/shapes.ts';
import { valueOf } from '../db/support.ts';
import { runs, RUNS_LIMIT_MS } from '../../support/runs.ts';

/** Enough that "few matches" and "many matches", rare and common values are all met. */
const COUNT = 3000;

interface Vehicle {
  id: number;
  regNo?: string;
  status: string;
  typeName: string | null;
  defaultLabel: string;
}

const fleet: Vehicle[] = Array.from({ length: COUNT }, (_, id) => ({
  id,
  ...(id % 11 === 0 ? {} : { regNo: `${id % 2 === 0 ? 'Van' : 'VAN'} ${(id * 7) % 500}` }),
  status: id % 17 === 0 ? 'archived' : id === 5 ? 'towed' : id % 3 === 0 ? 'driving' : 'stopped',
  typeName: id % 5 === 0 ? null : `Type ${id % 4}`,
  defaultLabel: `Unit ${id}`,
}));

/** "Van 9" before "Van 10", whatever the case. */
function compareNatural(a: string, b: string): number {
  const parts = (text: string) => text.toLowerCase().split(/(\d+)/);
  const [left, right] = [parts(a), parts(b)];
  for (const [index, one] of left.entries()) {
    const other = right[index] ?? '';
    if (one === other) continue;
    return index % 2 === 1 ? Number(one) - Number(other) : one < other ? -1 : 1;
  }
  return 0;
}

function expected(view: ListView): string[] {
  const field = (vehicle: Vehicle, name: string): string | null => {
    const value: unknown = Object.hasOwn(vehicle, name) ? Reflect.get(vehicle, name) : null;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const words = (view.text ?? '').toLowerCase().split(' ').filter(Boolean);
  const found = fleet.filter((vehicle) => {
    const archived = vehicle.status === 'archived';
    if ((view.archived ?? 'no') !== 'all' && archived !== (view.archived === 'only')) return false;
    const fits = (view.filters ?? []).every(({ field: name, oneOf }) =>
      oneOf.includes(field(vehicle, name)),
    );
    const squeezed = (vehicle.regNo ?? vehicle.defaultLabel).replaceAll(' ', '');
    const body = [vehicle.regNo ?? '', vehicle.defaultLabel, squeezed].join('\n').toLowerCase();
    return fits && words.every((word) => body.includes(word));
  });
  const { field: by, descending } = view.sort ?? { field: 'regNo' };
  const sign = descending === true ? -1 : 1;
  found.sort((a, b) => {
    const [left, right] = [field(a, by), field(b, by)];
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else {
      const order = compareNatural(left, right);
      if (order !== 0) return sign * order;
    }
    return sign * (String(a.id) < String(b.id) ? -1 : 1);
  });
  return found.map(({ id }) => String(id));
}

const view: fc.Arbitrary<ListView> = fc
  .record(
    {
      text: fc.constantFrom('', 'van', 'v', '1', 'unit 29', 'van 49', '2999', 'x', 'van4', 'n 1'),
      archived: fc.constantFrom('no' as const, 'only' as const, 'all' as const),
      filters: fc.array(
        fc.oneof(
          fc.record({
            field: fc.constant('status'),
            oneOf: fc.subarray(['driving', 'stopped', 'towed', 'none']),
          }),
          fc.record({
            field: fc.constant('typeName'),
            oneOf: fc.subarray(['Type 1', 'Type 2', null, 'Type 9']),
          }),
          fc.record({
            field: fc.constant('defaultLabel'),
            oneOf: fc.subarray(['Unit 5', 'Unit 6', 'Unit 17']),
          }),
        ),
        { maxLength: 2 },
      ),
      sort: fc.record({
        field: fc.constantFrom('regNo', 'defaultLabel', 'typeName', 'status', 'vin'),
        descending: fc.boolean(),
      }),
    },
    { requiredKeys: [] },
  )
  .map((parts) => ({ entity: 'vehicle' as const, ...parts }));

it.each(['before', 'after'])(
  'shows every combination of text, filters, archive and sort as a plain program would, %s its indexes are built',
  { timeout: RUNS_LIMIT_MS },
  (when) => {
    const handle = valueOf(openWriter(':memory:'));
    onTestFinished(() => void handle.raw.close());
    const text = JSON.stringify(fleet);
    valueOf(runWrite(handle, 'records.ingest', { entity: 'vehicle', text, path: '$', readAt: 1 }));
    if (when === 'after') buildIndexes(handle, 'vehicle');
    fc.assert(
      fc.property(view, fc.oneof(fc.constant(0), fc.nat(50)), (asked, offset) => {
        const ids = expected(asked);
        expect(runRead(handle, 'records.ids', { view: asked })).toEqual({ ids });
        const told = runRead(handle, 'records.matching', { view: asked }) as { ids: string };
        expect((JSON.parse(told.ids) as string[]).sort()).toEqual([...ids].sort());
        const window = runRead(handle, 'records.window', { view: asked, offset, limit: 20 }) as {
          rows: { id: string }[];
          total: number;
        };
        expect(window.total).toBe(ids.length);
        expect(window.rows.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 20));
        const facets = runRead(handle, 'records.facets', { view: asked, field: 'status' }) as {
          counts: { count: number }[];
        };
        expect(facets.counts.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length);
      }),
      runs(100, 3_000),
    );
  },
);

it('names with accents stand among those without', () => {
  const handle = valueOf(openWriter(':memory:'));
  onTestFinished(() => void handle.raw.close());
  const names = [
    'Zimmer',
    'Ärger',
    'Meier',
    'Ångström',
    'Özdemir',
    'Adler',
    'Straße 10',
    'strasse 9',
  ];
  const text = JSON.stringify(names.map((fullName, id) => ({ id, fullName })));
  valueOf(runWrite(handle, 'records.ingest', { entity: 'driver', text, path: '$', readAt: 1 }));
  const view: ListView = { entity: 'driver', sort: { field: 'fullName' } };
  const { ids } = runRead(handle, 'records.ids', { view }) as { ids: string[] };
  expect(ids.map((id) => names[Number(id)])).toEqual([
    ...['Adler', 'Ångström', 'Ärger', 'Meier', 'Özdemir', 'strasse 9', 'Straße 10', 'Zimmer'],
  ]);
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../electron/core/database.ts';
import type { Handle } from '../../electron/core/db/handles.ts';
import { planOf } from '../../electron/core/mirror/view.ts';
import type { Statement } from '../../electron/core/mirror/view.ts';
import { runRead, runWrite } from '../../electron/core/db/runner.ts';
import { entityPages } from '../../renderer/records/entities.ts';
import type { ListView } from '../../shared/ipc/shapes.ts';
import { entities } from '../../shared/model/entity.ts';
import type { Entity } from '../../shared/model/entity.ts';
import { valueOf } from './dbSupport.ts';

function opened(): Handle {
  const handle = valueOf(openWriter(':memory:'));
  onTestFinished(() => void handle.raw.close());
  return handle;
}

function explain(handle: Handle, { sql, params }: Statement, more: number[] = []): string {
  return handle.raw
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...params, ...more)
    .map((row) => (row as { detail: string }).detail)
    .join('\n');
}

/** Fills a fleet large enough that a search is not "few". */
function fill(handle: Handle, count: number): void {
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({
      id: from + index,
      regNo: `VAN ${(from + index) * 7}`,
      status: ['driving', 'idling', 'stopped'][index % 3],
    }));
    const text = JSON.stringify(rows);
    valueOf(runWrite(handle, 'records.ingest', { entity: 'vehicle', text, path: '$', readAt: 1 }));
  }
}

/** Kinds of record of which a fleet may have tens of thousands. */
const MANY = [
  ...(['vehicle', 'driver', 'user', 'area', 'device', 'sensor'] as const),
  ...(['cameraEvent', 'fuelTransaction'] as const),
];

/** Orders of the two pages that bring their own columns. */
const ownSorts: Partial<Record<Entity, readonly string[]>> = {
  vehicle: [
    ...['regNo', 'defaultLabel', 'status', 'driver.fullName', 'depotName', 'typeName', 'makeModel'],
    ...['lastLoggedAt', 'lastCoordinates.speed', 'todayData.distance', 'vin'],
  ],
  area: ['name', 'type', 'updatedAt'],
};

const sorts = MANY.flatMap((entity) =>
  (
    ownSorts[entity] ??
    entityPages[entity].columns
      .filter(({ unsorted }) => unsorted !== true)
      .map(({ field }) => field)
  ).map((field) => [entity, field] as const),
);

const filters = MANY.flatMap((entity) => {
  const facet = entityPages[entity].facet?.field;
  return facet === undefined ? [] : [[entity, facet] as const];
});

describe('the plan of a window', () => {
  it.each(sorts)('walks an index for %s by %s and sorts nothing', (entity, field) => {
    const handle = opened();
    for (const descending of [false, true]) {
      for (const archived of ['no', 'only', 'all'] as const) {
        const plan = planOf(handle, { entity, archived, sort: { field, descending } });
        const said = explain(handle, plan.page, [100, 0]);
        expect(said).toContain(`USING INDEX record_${entity}_${field}`);
        expect(said).not.toContain('TEMP B-TREE');
      }
    }
  });

  it('counts from an index alone', () => {
    const handle = opened();
    const said = explain(handle, planOf(handle, { entity: 'vehicle' }).count);
    expect(said).toContain('USING COVERING INDEX record_archived');
  });

  it.each([
    ['vehicle', 'status'],
    ['vehicle', 'typeName'],
    ['vehicle', 'depotName'],
    ['area', 'type'],
    ...filters,
  ] as const)('counts a filter of %s by %s, and its facets, from its index', (entity, field) => {
    const handle = opened();
    const view: ListView = { entity, filters: [{ field, oneOf: ['a', 'b'] }] };
    const plan = planOf(handle, view);
    expect(explain(handle, plan.count)).toContain(`USING INDEX record_${entity}_${field}_is (`);
    const facets = explain(handle, planOf(handle, { entity }).facets(field));
    expect(facets).toContain(`USING INDEX record_${entity}_${field}_is`);
    expect(facets).not.toContain('TEMP B-TREE FOR GROUP BY');
  });

  const absences = MANY.flatMap((entity) => {
    const { absent } = entityPages[entity];
    const { sort } = entities[entity];
    return absent === undefined ? [] : [[entity, absent.field, sort] as const];
  });
  it.each(absences)(
    'finds %s without %s by an index of their own, in the order of the list',
    (entity, field, sort) => {
      const handle = opened();
      const view: ListView = { entity, filters: [{ field, oneOf: [null] }], sort };
      const plan = planOf(handle, view);
      expect(explain(handle, plan.count)).toContain(`USING INDEX record_${entity}_${field}_none`);
      const page = explain(handle, plan.page, [100, 0]);
      expect(page).toContain(`USING INDEX record_${entity}_${field}_none`);
      expect(page).not.toContain('TEMP B-TREE');
    },
  );

  it('finds few matches by the full-text index, many in the order of the list', () => {
    const handle = opened();
    fill(handle, 3000);
    const few = planOf(handle, { entity: 'vehicle', text: '2093' });
    expect(explain(handle, few.page, [100, 0])).toMatch(
      /SEARCH record USING INTEGER PRIMARY KEY[\s\S]*SCAN search_text VIRTUAL TABLE INDEX/,
    );
    const many = planOf(handle, { entity: 'vehicle', text: 'van' });
    expect(explain(handle, many.page, [100, 0])).toContain('USING INDEX record_vehicle_regNo');
    expect(explain(handle, many.page, [100, 0])).not.toContain('TEMP B-TREE FOR ORDER BY');
    if (many.near === null) throw new Error('Many matches are looked for near the beginning first');
    expect(explain(handle, many.near, [100, 0])).toContain(
      'SEARCH record USING INDEX record_vehicle_regNo',
    );
    expect(explain(handle, many.near, [100, 0])).not.toContain('TEMP B-TREE');
    expect(few.near).toBeNull();
  });

  it('collects a rare value by its index, and walks the list for a common one', () => {
    const handle = opened();
    fill(handle, 7000);
    const by = (status: string) =>
      planOf(handle, { entity: 'vehicle', filters: [{ field: 'status', oneOf: [status] }] }).page;
    expect(explain(handle, by('idling'), [100, 0])).toContain('USING INDEX record_vehicle_regNo');
    expect(explain(handle, by('lost'), [100, 0])).toContain(
      'USING INDEX record_vehicle_status_is (',
    );
  });
});

describe('the plan of a search', () => {
  it('asks the title index and the full-text index, and scans nothing', () => {
    const handle = opened();
    fill(handle, 10);
    const asked: string[] = [];
    const watched = Object.assign(Object.create(handle) as Handle, {
      all: (sql: string, params: []) => {
        asked.push(explain(handle, { sql, params }));
        return handle.all(sql, params);
      },
      one: handle.one.bind(handle),
      raw: handle.raw,
    });
    runRead(watched, 'records.search', { text: 'van 14', limit: 10 });
    // Answers, then twice two: what is sought for, histories and reference lists.
    expect(asked).toHaveLength(6);
    expect(asked[0]).toContain('SEARCH a USING INDEX sqlite_autoindex_search_answer_1 (id=?)');
    expect(asked[1]).toMatch(
      /SCAN search_answer_text VIRTUAL TABLE INDEX[\s\S]*SEARCH a USING INTEGER PRIMARY KEY/,
    );
    expect(asked.slice(4)).toEqual(asked.slice(2, 4));
    expect(asked[2]).toContain('SEARCH search USING INDEX search_title (title>? AND title<?)');
    expect(asked[3]).toMatch(
      /SCAN search_text VIRTUAL TABLE INDEX[\s\S]*SEARCH search USING INTEGER PRIMARY KEY/,
    );
  });
});

describe('the mirror with 100,000 vehicles', () => {
  it('gives windows, counts and hits that are right', () => {
    const handle = opened();
    fill(handle, 100_000);
    const window = (view: ListView, offset: number) =>
      runRead(handle, 'records.window', { view, offset, limit: 3 }) as {
        rows: { id: string }[];
        total: number;
      };
    const ids = (view: ListView, offset: number) => window(view, offset).rows.map(({ id }) => id);
    const byName: ListView = { entity: 'vehicle', sort: { field: 'regNo' } };
    expect(window(byName, 0).total).toBe(100_000);
    expect(ids(byName, 0)).toEqual(['0', '1', '2']);
    expect(ids(byName, 99_998)).toEqual(['99998', '99999']);
    expect(ids({ ...byName, sort: { field: 'regNo', descending: true } }, 50_000)).toEqual([
      '49999',
      '49998',
      '49997',
    ]);
    const driving: ListView = { ...byName, filters: [{ field: 'status', oneOf: ['driving'] }] };
    // Each thousand begins anew: 334 of it drive.
    expect(window(driving, 0).total).toBe(33_400);
    const expected = Array.from({ length: 100_000 }, (_, id) => id).filter((id) =>
      `van ${id * 7}`.includes('4711'),
    );
    expect(window({ ...byName, text: '4711' }, 0).total).toBe(expected.length);
    const search = runRead(handle, 'records.search', { text: 'van 69999', limit: 3 }) as {
      hits: { title: string }[];
    };
    expect(search.hits[0]?.title).toBe('VAN 699993');
  }, 120_000);
});

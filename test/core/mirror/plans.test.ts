import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { buildIndexes } from '../../../electron/core/mirror/catchUp.ts';
import { planOf } from '../../../electron/core/mirror/view.ts';
import type { Statement } from '../../../electron/core/mirror/view.ts';
import { runRead, runWrite } from '../../../electron/core/db/runner.ts';
import { entityPages } from '../../../renderer/records/entities.ts';
import type { ListView } from '../../../shared/ipc/shapes.ts';
import { ENTITIES, entities } from '../../../shared/model/entity.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { valueOf } from '../db/support.ts';
import { isEveryday } from '../../support/runs.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

/** A database as it is once all has been built that large lists get. */
function built(): Handle {
  const handle = valueOf(openWriter(':memory:'));
  for (const entity of ENTITIES) buildIndexes(handle, entity);
  handle.run(plainStatement('CREATE INDEX search_title ON search (title, entity)'));
  return handle;
}

/** One of the test's own, to be filled. */
function opened(): Handle {
  const handle = built();
  onTestFinished(() => void handle.raw.close());
  return handle;
}

/** One without records, for all tests that only ask it for plans. */
let bare: Handle;
beforeAll(() => {
  bare = built();
});
afterAll(() => void bare.raw.close());

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

/** Orders of the two pages that bring their own columns. */
const ownSorts: Partial<Record<Entity, readonly string[]>> = {
  vehicle: [
    ...['regNo', 'defaultLabel', 'status', 'driver.fullName', 'depotName', 'typeName', 'makeModel'],
    ...['lastLoggedAt', 'lastCoordinates.speed', 'todayData.distance', 'vin'],
  ],
  area: ['name', 'type', 'updatedAt'],
};

const sorts = ENTITIES.flatMap((entity) =>
  (
    ownSorts[entity] ??
    entityPages[entity].columns
      .filter(({ unsorted }) => unsorted !== true)
      .map(({ field }) => field)
  ).map((field) => [entity, field] as const),
);

const filters = ENTITIES.flatMap((entity) => {
  const facet = entityPages[entity].facet?.field;
  return facet === undefined ? [] : [[entity, facet] as const];
});

describe('the plan of a window', () => {
  it.each(sorts)('walks an index for %s by %s and sorts nothing', (entity, field) => {
    for (const descending of [false, true]) {
      for (const archived of ['no', 'only', 'all'] as const) {
        const plan = planOf(bare, { entity, archived, sort: { field, descending } });
        const said = explain(bare, plan.page, [100, 0]);
        expect(said).toContain(`USING COVERING INDEX list_${entity} by ${field}`);
        expect(said).not.toContain('TEMP B-TREE');
      }
    }
  });

  it('takes the number of all, of one value and of each value from the counts that are kept', () => {
    const handle = opened();
    fill(handle, 10);
    const filters = [{ field: 'status', oneOf: ['driving', 'idling'] }];
    for (const said of [
      explain(handle, planOf(handle, { entity: 'vehicle' }).count),
      explain(handle, planOf(handle, { entity: 'vehicle', filters }).count),
      explain(handle, planOf(handle, { entity: 'vehicle' }).facets('status')),
    ]) {
      expect(said).toContain('SEARCH tally USING PRIMARY KEY (entity=? AND field=?');
      expect(said).not.toContain('list_vehicle');
    }
  });

  it.each([
    ['vehicle', 'status'],
    ['vehicle', 'typeName'],
    ['vehicle', 'depotName'],
    ['area', 'type'],
    ...filters,
  ] as const)(
    'collects a filter of %s by %s by its index, and counts a text in it',
    (entity, field) => {
      const view: ListView = { entity, filters: [{ field, oneOf: ['a', null] }] };
      expect(explain(bare, planOf(bare, view).page, [100, 0])).toContain(
        `INDEX list_${entity} of ${field} (`,
      );
      const facets = explain(bare, planOf(bare, { entity, text: 'ab' }).facets(field));
      expect(facets).toContain(`USING COVERING INDEX list_${entity} of ${field}`);
    },
  );

  it('counts two filters from one index alone', () => {
    const handle = opened();
    fill(handle, 10);
    const filters = [
      { field: 'status', oneOf: ['driving'] },
      { field: 'typeName', oneOf: [null] },
    ];
    expect(explain(handle, planOf(handle, { entity: 'vehicle', filters }).count)).toContain(
      'USING COVERING INDEX list_vehicle of',
    );
  });

  const absences = ENTITIES.flatMap((entity) => {
    const { absences: fields, sort } = entities[entity];
    return fields.map((field) => [entity, field, sort] as const);
  });
  it.each(absences)('finds %s without %s by an index', (entity, field, sort) => {
    const view: ListView = { entity, filters: [{ field, oneOf: [null] }], sort };
    const plan = planOf(bare, view);
    expect(explain(bare, plan.count)).toContain('SEARCH tally USING PRIMARY KEY');
    expect(explain(bare, plan.page, [100, 0])).toContain(`INDEX list_${entity} of ${field} (`);
  });

  it('finds few matches by the full-text index, many in the order of the list', () => {
    const handle = opened();
    fill(handle, 3000);
    const few = planOf(handle, { entity: 'vehicle', text: '2093' });
    expect(explain(handle, few.page, [100, 0])).toMatch(
      /SEARCH list USING INTEGER PRIMARY KEY[\s\S]*SCAN search_text VIRTUAL TABLE INDEX/,
    );
    const many = planOf(handle, { entity: 'vehicle', text: 'van' });
    expect(explain(handle, many.page, [100, 0])).toContain('INDEX list_vehicle by regNo');
    expect(explain(handle, many.page, [100, 0])).not.toContain('TEMP B-TREE FOR ORDER BY');
    if (many.near === null) throw new Error('Many matches are looked for near the beginning first');
    expect(explain(handle, many.near, [100, 0])).toContain(
      'SEARCH list USING COVERING INDEX list_vehicle by regNo',
    );
    expect(explain(handle, many.near, [100, 0])).not.toContain('TEMP B-TREE');
    expect(few.near).toBeNull();
  });

  it('goes through all texts in their order where a list is much of the mirror', () => {
    const handle = opened();
    fill(handle, 3000);
    const plan = planOf(handle, { entity: 'vehicle', text: '20' });
    const inTurn = /^(CO-ROUTINE grouped\n)?SCAN search\nSEARCH list USING INTEGER PRIMARY KEY/;
    expect(explain(handle, plan.count)).toMatch(inTurn);
    expect(explain(handle, plan.facets('status'))).toMatch(inTurn);
    if (plan.rare === null) throw new Error('Few rows are collected and sorted');
    expect(explain(handle, plan.rare, [100, 0])).toMatch(inTurn);
    // A list of a few among many texts is looked up, record by record.
    const areas = planOf(handle, { entity: 'area', text: '20' });
    expect(explain(handle, areas.count)).toMatch(/SEARCH search EXISTS USING INTEGER PRIMARY KEY/);
    expect(areas.rare).toBeNull();
  });

  it('collects a rare value by its index, and walks the list for a common one', () => {
    const handle = opened();
    fill(handle, 7000);
    const by = (status: string) =>
      planOf(handle, { entity: 'vehicle', filters: [{ field: 'status', oneOf: [status] }] }).page;
    expect(explain(handle, by('idling'), [100, 0])).toContain('INDEX list_vehicle by regNo');
    expect(explain(handle, by('lost'), [100, 0])).toContain('INDEX list_vehicle of status (');
  });
});

describe('the plan of a search', () => {
  it('asks the title index and the full-text index, and scans nothing', () => {
    const handle = opened();
    fill(handle, 10);
    const asked: string[] = [];
    const watched = Object.assign(Object.create(handle) as Handle, {
      all: ({ text: sql }: { text: string }, params: string[] = []) => {
        if (/ MATCH |"title" >= /.test(sql)) asked.push(explain(handle, { sql, params }));
        return handle.all(plainStatement(sql), params);
      },
      one: handle.one.bind(handle),
      snapshot: handle.snapshot.bind(handle),
    });
    runRead(watched, 'records.search', { text: 'van 14', limit: 10 });
    // Answers, then twice two: what is sought for, histories and reference lists.
    expect(asked).toHaveLength(5);
    expect(asked[0]).toMatch(
      /SCAN search_answer_text VIRTUAL TABLE INDEX[\s\S]*SEARCH search_answer USING INTEGER PRIMARY KEY/,
    );
    expect(asked.slice(3)).toEqual(asked.slice(1, 3));
    expect(asked[1]).toContain('SEARCH search USING INDEX search_title (title>? AND title<?)');
    expect(asked[2]).toMatch(
      /SCAN search_text VIRTUAL TABLE INDEX[\s\S]*SEARCH search USING INTEGER PRIMARY KEY/,
    );
  });
});

/** Enough for every way to read a large list; the long form reads a hundred thousand. */
const FLEET = isEveryday ? 10_000 : 100_000;

describe('the mirror with thousands of vehicles', () => {
  it('gives windows, counts and hits that are right', () => {
    const handle = opened();
    fill(handle, FLEET);
    const window = (view: ListView, offset: number) =>
      runRead(handle, 'records.window', { view, offset, limit: 3 }) as {
        rows: { id: string }[];
        total: number;
      };
    const ids = (view: ListView, offset: number) => window(view, offset).rows.map(({ id }) => id);
    const byName: ListView = { entity: 'vehicle', sort: { field: 'regNo' } };
    expect(window(byName, 0).total).toBe(FLEET);
    expect(ids(byName, 0)).toEqual(['0', '1', '2']);
    expect(ids(byName, FLEET - 2)).toEqual([String(FLEET - 2), String(FLEET - 1)]);
    const half = FLEET / 2;
    expect(ids({ ...byName, sort: { field: 'regNo', descending: true } }, half)).toEqual(
      [half - 1, half - 2, half - 3].map(String),
    );
    const driving: ListView = { ...byName, filters: [{ field: 'status', oneOf: ['driving'] }] };
    // Each thousand begins anew: 334 of it drive.
    expect(window(driving, 0).total).toBe(FLEET * 0.334);
    const expected = Array.from({ length: FLEET }, (_, id) => id).filter((id) =>
      `van ${id * 7}`.includes('4711'),
    );
    expect(window({ ...byName, text: '4711' }, 0).total).toBe(expected.length);
    const last = `VAN ${(FLEET - 1) * 7}`;
    const text = last.toLowerCase().slice(0, -1);
    const search = runRead(handle, 'records.search', { text, limit: 3 }) as {
      hits: { title: string }[];
    };
    expect(search.hits[0]?.title).toBe(last);
  }, 120_000);
});

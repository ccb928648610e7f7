import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import { nextStep } from '../../../electron/core/mirror/catchUp.ts';
import { listTable } from '../../../electron/core/mirror/listTables.ts';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { runRead, runStep, runWrite } from '../../../electron/core/db/runner.ts';
import type { ListView } from '../../../shared/ipc/shapes.ts';
import { derivedFaults } from '../../support/derived.ts';
import { RUNS_LIMIT_MS, runs } from '../../support/runs.ts';
import { freshFolder, valueOf } from '../db/support.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

/** More than a list that is short, more texts than one step takes, and full transactions alone. */
const COUNT = 2_400;

const fleet = Array.from({ length: COUNT }, (_, id) => ({
  id,
  regNo: `VAN ${(id * 7919) % COUNT}`,
  defaultLabel: `Unit ${(id * 31) % 977}`,
  status: ['driving', 'idling', 'stopped'][id % 3],
}));

function opened(file: string): Handle {
  const handle = valueOf(openWriter(file));
  onTestFinished(() => {
    if (handle.raw.open) handle.raw.close();
  });
  return handle;
}

/** Begins the first load of all vehicles and takes in those from `from` on. */
function load(handle: Handle, from = 0, to = COUNT): number {
  const { generation } = valueOf(runWrite(handle, 'scan.begin', { entity: 'vehicle', at: 1 }))
    .value as { generation: number };
  for (let at = from; at < to; at += 200) {
    const text = JSON.stringify(fleet.slice(at, Math.min(to, at + 200)));
    const input = { entity: 'vehicle', text, path: '$', readAt: 1, generation };
    valueOf(runWrite(handle, 'records.ingest', input));
  }
  return generation;
}

function complete(handle: Handle, generation: number): void {
  const input = {
    entity: 'vehicle',
    generation,
    at: 2,
    total: COUNT,
    archivedListed: false,
    living: 0,
    isApart: false,
  };
  valueOf(runWrite(handle, 'scan.complete', input));
}

const madeIndexes = (handle: Handle): string[] =>
  handle
    .all(
      plainStatement<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE tbl_name = 'list_vehicle'",
      ),
    )
    .map(({ name }) => name);

/** What a person sees: orders, filters and searches of all kinds. */
function answers(handle: Handle): unknown[] {
  const views: ListView[] = [
    { entity: 'vehicle' },
    { entity: 'vehicle', sort: { field: 'defaultLabel', descending: true } },
    { entity: 'vehicle', filters: [{ field: 'status', oneOf: ['idling'] }] },
    { entity: 'vehicle', text: 'van 12', sort: { field: 'status', descending: false } },
    { entity: 'vehicle', text: 'unit' },
  ];
  return [
    ...views.map((view) => runRead(handle, 'records.window', { view, offset: 5, limit: 50 })),
    runRead(handle, 'records.facets', { view: { entity: 'vehicle' }, field: 'status' }),
    ...['van 2399', 'unit 97', '777'].map((text) =>
      runRead(handle, 'records.search', { text, limit: 20 }),
    ),
  ];
}

function finish(handle: Handle): number {
  let steps = 0;
  for (let step = nextStep(handle); step !== null; step = nextStep(handle)) {
    if (!runStep(handle, step).ok) throw new Error('A step failed');
    steps += 1;
  }
  return steps;
}

describe('a first load', () => {
  it('keeps the usual order alone, and builds the rest in steps when the rows are there', () => {
    const handle = opened(':memory:');
    const generation = load(handle);
    // As long as rows come, nothing is built beside them.
    expect(nextStep(handle)).toBeNull();
    expect(madeIndexes(handle)).toEqual(['list_vehicle', 'list_vehicle by regNo']);
    const meanwhile = answers(handle);
    complete(handle, generation);
    const shown = answers(handle);
    expect(shown.map((one) => ({ ...(one as object), scannedAt: 0 }))).toEqual(
      meanwhile.map((one) => ({ ...(one as object), scannedAt: 0 })),
    );
    const wanted = listTable('vehicle').indexes.length;
    expect(finish(handle)).toBeGreaterThan(wanted);
    expect(madeIndexes(handle)).toHaveLength(1 + wanted);
    expect(answers(handle)).toEqual(shown);
    expect(derivedFaults(handle.raw)).toEqual([]);
    handle.raw.exec("INSERT INTO search_text (search_text, rank) VALUES ('integrity-check', 1)");
  });

  it('answers the same after each of its steps, and lets a write in between', () => {
    const handle = opened(':memory:');
    complete(handle, load(handle));
    const shown = answers(handle);
    for (let step = nextStep(handle); step !== null; step = nextStep(handle)) {
      runStep(handle, step);
      expect(answers(handle)).toEqual(shown);
      valueOf(runWrite(handle, 'desk.remember', { key: 'draft', value: '"between"' }));
    }
    // What changes meanwhile is found in its new form, and no longer in the old one.
    const put = (text: string): void =>
      void valueOf(
        runWrite(handle, 'records.put', {
          ...{ entity: 'vehicle', id: '7', text, path: '$', readAt: 3 },
        }),
      );
    const hits = (text: string): unknown[] =>
      (runRead(handle, 'records.search', { text, limit: 5 }) as { hits: unknown[] }).hits;
    put('{"id":7,"regNo":"QUITE NEW"}');
    expect(hits('quite new')).toHaveLength(1);
    put('{"id":7,"regNo":"NEWER"}');
    expect(hits('quite new')).toHaveLength(0);
    handle.raw.exec("INSERT INTO search_text (search_text, rank) VALUES ('integrity-check', 1)");
  });

  it.each([0, 1, 3, 12, 17])(
    'that was cut off after %i steps is found and finished at the next start',
    (steps) => {
      const file = path.join(freshFolder(), 'a.db');
      const first = opened(file);
      complete(first, load(first));
      const shown = answers(first);
      for (let taken = 0; taken < steps; taken += 1) {
        const step = nextStep(first);
        expect(step !== null && runStep(first, step).ok).toBe(true);
      }
      first.raw.close();
      first.journal?.close();
      const second = opened(file);
      expect(answers(second)).toEqual(shown);
      expect(finish(second)).toBeGreaterThan(0);
      expect(answers(second)).toEqual(shown);
      expect(madeIndexes(second)).toHaveLength(1 + listTable('vehicle').indexes.length);
      expect(derivedFaults(second.raw)).toEqual([]);
      second.raw.exec("INSERT INTO search_text (search_text, rank) VALUES ('integrity-check', 1)");
      second.journal?.close();
    },
  );

  it('that was cut off among its rows is searched and sorted at the next start, and goes on', () => {
    const file = path.join(freshFolder(), 'a.db');
    const first = opened(file);
    load(first, 0, 1_400);
    first.raw.close();
    first.journal?.close();
    const second = opened(file);
    expect(finish(second)).toBeGreaterThan(0);
    complete(second, load(second));
    finish(second);
    const whole = opened(':memory:');
    complete(whole, load(whole));
    expect(answers(second)).toEqual(answers(whole));
    expect(derivedFaults(second.raw)).toEqual([]);
    second.journal?.close();
  });
});

it(
  'lists, counts and search texts follow every change of a record',
  { timeout: RUNS_LIMIT_MS },
  () => {
    const text = fc.constantFrom('Yard', 'Van 9', 'van 10', 'Ärger', '', '7');
    const change = fc.oneof(
      fc.record({ is: fc.constant('put' as const), id: fc.nat(9), name: text, status: text }),
      fc.record({ is: fc.constant('archive' as const), id: fc.nat(9), to: fc.nat(2) }),
      fc.record({ is: fc.constant('remove' as const), id: fc.nat(9) }),
      fc.record({ is: fc.constant('lay' as const), id: fc.nat(9), name: text }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }), (batches) => {
        const handle = valueOf(openWriter(':memory:'));
        for (const batch of batches) {
          handle.raw.transaction(() => {
            for (const one of batch) {
              const entity = one.id % 2 === 0 ? 'vehicle' : 'area';
              const named = [entity, String(one.id)];
              if (one.is === 'put') {
                const { name, status } = one;
                const json = JSON.stringify({ id: one.id, regNo: name, name, status });
                handle.run(
                  plainStatement(`INSERT INTO record (entity, id, base) VALUES (?, ?, ?)
                   ON CONFLICT (entity, id) DO UPDATE SET base = excluded.base`),
                  [...named, json],
                );
              } else if (one.is === 'archive') {
                handle.run(
                  plainStatement('UPDATE record SET archived = ? WHERE entity = ? AND id = ?'),
                  [...[one.to, ...named]],
                );
              } else if (one.is === 'lay') {
                handle.run(
                  plainStatement(`UPDATE record SET overlay = json_set(base, '$.regNo', ?)
                   WHERE entity = ? AND id = ?`),
                  [one.name, ...named],
                );
              } else
                handle.run(plainStatement('DELETE FROM record WHERE entity = ? AND id = ?'), named);
            }
            handle.tables.completeDerived(handle);
          })();
          expect(derivedFaults(handle.raw)).toEqual([]);
        }
        handle.raw.exec(
          "INSERT INTO search_text (search_text, rank) VALUES ('integrity-check', 1)",
        );
        // Each row is what making it anew would give.
        const rows = (): unknown[] =>
          ['list_vehicle', 'list_area', 'search'].map((table) =>
            handle.all(plainStatement(`SELECT * FROM ${table} ORDER BY rowid`)),
          );
        const kept = rows();
        handle.run(plainStatement('INSERT INTO stale SELECT rowid, entity FROM record'));
        handle.raw.transaction(() => handle.tables.completeDerived(handle))();
        expect(rows()).toEqual(kept);
        handle.raw.close();
      }),
      runs(30, 2_000),
    );
  },
);

import { describe, expect, it } from 'vitest';
import { readCharts } from '../../../electron/core/forms/readCharts.ts';
import type { ReadingContext } from '../../../electron/core/accountContext.ts';
import type { Store } from '../../../electron/core/database.ts';
import { formAsked } from '../../../shared/rules/formAsked.ts';
import { FormTables } from '../../../electron/core/exports/tables.ts';
import { documentKey } from '../../../electron/core/sync/single.ts';
import { freshStore, ingest, valueOf } from '../db/support.ts';

/** A form that changes does not change what was answered before. */

const day = (date: number): number => Date.UTC(2026, 2, date);
const at = (date: number): string => new Date(day(date)).toISOString();

/** The words that a tenant gives to the same keys and values. */
function formOf(brakes: string, lights: string, options: [string, string], more: object = {}) {
  const asked = (key: string, label: string) => ({
    ...{ key, label, type: 'choice', failValues: ['2'] },
    options: options.map((label, n) => ({ value: String(n + 1), label })),
  });
  return {
    ...{ id: 'f', name: 'Check', updatedAt: at(1) },
    fields: [asked('q1', brakes), asked('q2', lights)],
    ...more,
  };
}

const FIRST = formOf('Brakes', 'Lights', ['Safe to drive', 'Stop at once']);
const SWAPPED = formOf('Lights', 'Brakes', ['Stop at once', 'Safe to drive'], {
  updatedAt: at(10),
});

async function keep(store: Store, id: string, createdAt: string, more: object = {}) {
  const params = JSON.stringify({ answerId: id });
  const answer = { id, formId: 'f', createdAt, values: { q1: '1', q2: '1' }, ...more };
  valueOf(
    await store.write('documents.put', {
      ...{ key: documentKey('getAnswer', { answerId: id }, {}), endpoint: 'getAnswer', params },
      query: '{}',
      ...{ text: JSON.stringify(answer), path: '$', readAt: day(20) },
    }),
  );
}

async function labelAt(store: Store, ms: number | null, version: string | null = null) {
  const { json, changed } = await store.read('forms.asOf', { formId: 'f', at: ms, version });
  const { fields } = JSON.parse(json ?? '{}') as { fields: { label: string }[] };
  return [fields[0]?.label, changed];
}

describe('earlier texts of a form', () => {
  it('belong to the answers that were made with them', async () => {
    const store = await freshStore();
    await ingest(store, 'form', [FIRST], day(2));
    await ingest(store, 'form', [SWAPPED], day(12));
    // The form itself says since when.
    expect(await labelAt(store, day(9))).toEqual(['Brakes', true]);
    expect(await labelAt(store, day(11))).toEqual(['Lights', false]);
    expect(await labelAt(store, null)).toEqual(['Lights', false]);
    // One whose date did not move changed at some time before it was read.
    await ingest(store, 'form', [{ ...SWAPPED, fields: FIRST.fields.toReversed() }], day(15));
    await ingest(store, 'form', [FIRST], day(18));
    expect(await labelAt(store, day(14))).toEqual(['Lights', true]);
    expect(await labelAt(store, day(9))).toEqual(['Brakes', false]);
  });

  it('outlive the form, whose last text is that of all answers since', async () => {
    const store = await freshStore();
    const remove = { entity: 'form', ids: ['f'], at: day(15), reason: 'gone' } as const;
    await ingest(store, 'form', [FIRST], day(2));
    await ingest(store, 'form', [SWAPPED], day(12));
    valueOf(await store.write('records.remove', remove));
    expect(await labelAt(store, day(9))).toEqual(['Brakes', false]);
    expect(await labelAt(store, day(11))).toEqual(['Lights', false]);
    for (const [at, version] of [
      [day(20), null],
      [null, null],
      [null, 'unknown'],
    ] as const) {
      expect(await labelAt(store, at, version)).toEqual(['Lights', false]);
    }
    // What is wrong in an answer is told by it, too.
    await keep(store, 'late', at(14), { values: { q1: '2' } });
    const view = { sort: { field: 'createdAt' as const } };
    const { rows } = await store.read('answers.window', { view, offset: 0, limit: 10 });
    expect(rows.map(({ id, failing }) => [id, failing])).toEqual([['late', 1]]);
    // Where it is back, it is today's again.
    await ingest(store, 'form', [FIRST], day(16));
    expect(await labelAt(store, day(17))).toEqual(['Brakes', false]);
  });

  it('are remembered where they ask otherwise, and no more than 200 of them', async () => {
    const store = await freshStore();
    await ingest(store, 'form', [FIRST], day(2));
    await ingest(store, 'form', [{ ...FIRST, updatedAt: at(3), count: 5, answers: ['a'] }], day(4));
    expect(await labelAt(store, day(2))).toEqual(['Brakes', false]);
    const made = { ...FIRST, updatedAt: at(3), createdBy: { id: 7, name: 'Ada' }, tags: ['x'] };
    await ingest(store, 'form', [made], day(5));
    expect(await labelAt(store, day(2))).toEqual(['Brakes', false]);
    for (let n = 1; n <= 203; n += 1) {
      const changed = { ...FIRST, updatedAt: at(3 + n) };
      await ingest(store, 'form', [{ ...changed, name: `Check ${n}` }], day(300));
    }
    const named = async (ms: number): Promise<string> => {
      const then = await store.read('forms.asOf', { formId: 'f', at: ms, version: null });
      return (JSON.parse(then.json ?? '{}') as { name: string }).name;
    };
    expect(await named(day(2))).toBe('Check 3');
    expect(await named(day(3 + 202))).toBe('Check 202');
    expect(await named(day(500))).toBe('Check 203');
  });

  it('are chosen by dates that the service tells as numbers', async () => {
    const store = await freshStore();
    await ingest(store, 'form', [{ ...FIRST, updatedAt: day(1) }], day(2));
    await ingest(store, 'form', [{ ...SWAPPED, updatedAt: day(10) / 1000 }], day(12));
    expect(await labelAt(store, day(9))).toEqual(['Brakes', true]);
    expect(await labelAt(store, day(11))).toEqual(['Lights', false]);
    expect(formAsked(JSON.stringify({ createdAt: day(9) / 1000 })).at).toBe(day(9));
    // A zero tells nothing: it changed before it was read.
    await ingest(store, 'form', [{ ...FIRST, updatedAt: 0 }], day(15));
    expect(await labelAt(store, day(14))).toEqual(['Lights', true]);
  });

  it('are chosen by the version that an answer names, before any date', async () => {
    const store = await freshStore();
    await ingest(store, 'form', [{ ...FIRST, version: 1 }], day(2));
    await ingest(store, 'form', [{ ...SWAPPED, version: 2 }], day(12));
    expect(await labelAt(store, day(9), '2')).toEqual(['Lights', false]);
    expect(await labelAt(store, day(11), '1')).toEqual(['Brakes', true]);
    expect(await labelAt(store, day(9), '7')).toEqual(['Brakes', true]);
  });

  it('tell what is wrong in an answer as it was told then', async () => {
    const store = await freshStore();
    const bad = (failValues: string[], updatedAt: string) => ({
      ...{ id: 'f', name: 'Check', updatedAt },
      fields: [{ key: 'q1', label: 'Brakes', type: 'choice', failValues }],
    });
    await ingest(store, 'form', [bad(['2'], at(1))], day(2));
    await keep(store, 'before', at(9));
    await ingest(store, 'form', [bad(['1'], at(10))], day(12));
    for (let left = 1; left > 0;) {
      ({ left } = valueOf(await store.write('answers.refreshFacts', { limit: 1 })));
    }
    await keep(store, 'after', at(11));
    await keep(store, 'named', at(11), { formVersion: 'unknown' });
    const { rows } = await store.read('answers.window', {
      ...{ view: { sort: { field: 'createdAt' as const } }, offset: 0, limit: 10 },
    });
    expect(rows.map(({ id, failing }) => [id, failing])).toEqual([
      ['before', 0],
      ...['after', 'named'].map((id) => [id, 1]),
    ]);
  });

  it('keep their questions apart in tables and charts', async () => {
    const tables = new FormTables('Check');
    for (const [id, form] of [
      ['a', FIRST],
      ['b', SWAPPED],
    ] as const) {
      const answer = JSON.stringify({ id, formId: 'f', values: { q1: '1', q2: '2' } });
      tables.add(id, at(20), answer, JSON.stringify(form));
    }
    const [head = [], ...rows] = tables.main.lines;
    const said = (row: readonly string[] = []): Record<string, string> =>
      Object.fromEntries(head.map((title, n) => [title, row[n] ?? ''] as const));
    expect(said(rows[0])).toMatchObject({ Brakes: 'Safe to drive', Lights: 'Stop at once' });
    expect(said(rows[1])).toMatchObject({
      ...{ 'Lights (2)': 'Stop at once', 'Brakes (2)': 'Safe to drive' },
    });

    const store = await freshStore();
    await ingest(store, 'form', [FIRST], day(2));
    await ingest(store, 'form', [SWAPPED], day(12));
    await keep(store, 'before', at(9));
    await keep(store, 'after', at(11));
    const context = { store } as unknown as ReadingContext;
    const { charts } = await readCharts(context, 'f');
    const words = charts.map(({ title, bars }) => [
      title,
      bars.map(({ text, in: of }) => [text, of]),
    ]);
    expect(words).toEqual([
      ['Lights', [['Stop at once', [0]]]],
      ['Brakes', [['Stop at once', [0]]]],
      ['Brakes', [['Safe to drive', [1]]]],
      ['Lights', [['Safe to drive', [1]]]],
    ]);
    expect(new Set(charts.map(({ key }) => key)).size).toBe(4);
  });
});

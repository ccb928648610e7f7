import { describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../electron/core/answers/store/list.ts';
import type { Store } from '../../../electron/core/database.ts';
import { freshStore, ingest, valueOf } from '../db/support.ts';

async function keep(store: Store, id: string, answer: object | string): Promise<void> {
  const params = JSON.stringify({ answerId: id });
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  valueOf(
    await store.write('documents.put', {
      ...{ key: `getAnswer ${params}`, endpoint: 'getAnswer', params, query: '{}' },
      ...{ text, path: '$', readAt: 5 },
    }),
  );
}

const form = {
  id: 7,
  name: 'Morning check',
  fields: [
    { key: 'lights', label: 'Lights', type: 'choice', options: ['ok', 'damaged'] },
    { key: 'seal', label: 'Seal', type: 'text', required: true },
  ],
};

const ids = async (store: Store, view: AnswerView): Promise<string[]> => {
  const { rows, total } = await store.read('answers.window', { view, offset: 0, limit: 100 });
  expect(total).toBe(rows.length);
  expect((await store.read('answers.ids', { view })).ids).toEqual(rows.map(({ id }) => id));
  return rows.map(({ id }) => id);
};

async function filled(): Promise<Store> {
  const store = await freshStore();
  await ingest(store, 'form', [form, { id: 8, name: 'Handover' }]);
  await ingest(store, 'vehicle', [{ id: 3, regNo: 'WB 95' }]);
  await keep(store, 'a', {
    ...{
      id: 'a',
      formId: 7,
      createdAt: '2026-03-01T08:00:00Z',
      vehicle: { id: 1, regNo: 'WB 10' },
    },
    values: { lights: 'damaged', seal: 'S-1' },
  });
  await keep(store, 'b', {
    ...{ id: 'b', formId: 7, createdAt: '2026-03-02T08:00:00Z', vehicle: { id: 2, regNo: 'WB 9' } },
    ...{ driver: { id: 5, fullName: 'Mira Holt' }, values: { lights: 'ok', note: 'leak below' } },
  });
  await keep(store, 'c', { id: 'c', formId: 8, vehicleId: 3, values: { note: 'nothing' } });
  return store;
}

describe('the answers that are here', () => {
  it('are listed newest first, each with what it is about', async () => {
    const store = await filled();
    const { rows } = await store.read('answers.window', { view: {}, offset: 0, limit: 10 });
    expect(
      rows.map(({ id, form: name, vehicle, driver, failing, missing }) => [
        id,
        name,
        vehicle,
        driver,
        failing,
        missing,
      ]),
    ).toEqual([
      ['b', 'Morning check', 'WB 9', 'Mira Holt', 0, 1],
      ['a', 'Morning check', 'WB 10', '', 1, 0],
      // Its vehicle by the mirror's own record, because the answer tells only the id.
      ['c', 'Handover', 'WB 95', '', 0, 0],
    ]);
    expect(rows[0]?.createdAt).toBe(Date.UTC(2026, 2, 2, 8));
  });

  it('are told apart where vehicle, driver and form have more digits than numbers hold', async () => {
    const store = await freshStore();
    const [one, other] = ['1234567890123456789', '1234567890123456788'];
    for (const [id, of] of [
      ['a', one],
      ['b', other],
    ] as const) {
      await keep(store, id, `{"formId":${of},"vehicle":{"id":${of}},"driver":{"id":${of}}}`);
    }
    expect(await ids(store, { vehicles: [one] })).toEqual(['a']);
    expect(await ids(store, { drivers: [other] })).toEqual(['b']);
    expect(await ids(store, { forms: [one] })).toEqual(['a']);
  });

  it('have a date also where their service tells it as a number', async () => {
    const store = await freshStore();
    const at = Date.UTC(2026, 2, 5, 8);
    await keep(store, 'ms', { createdAt: at });
    await keep(store, 's', { createdAt: at / 1000 + 0.5 });
    await keep(store, 'text', { createdAt: String(at / 1000) });
    await keep(store, 'zero', { createdAt: 0, submittedAt: at - 1 });
    await keep(store, 'none', { createdAt: 0 });
    const { rows } = await store.read('answers.window', { view: {}, offset: 0, limit: 10 });
    const dates = new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
    expect(Object.fromEntries(dates)).toEqual({
      ...{ ms: at, s: at + 500, text: at, zero: at - 1, none: null },
    });
    expect(await ids(store, { from: at, to: at + 1 })).toHaveLength(2);
  });

  it('are narrowed and ordered by everything that is told of them', async () => {
    const store = await filled();
    expect(await ids(store, { forms: ['7'] })).toEqual(['b', 'a']);
    expect(await ids(store, { vehicles: ['3', '1'] })).toEqual(['a', 'c']);
    expect(await ids(store, { drivers: ['5'] })).toEqual(['b']);
    expect(await ids(store, { findings: 'failing' })).toEqual(['a']);
    expect(await ids(store, { findings: 'missing' })).toEqual(['b']);
    expect(await ids(store, { findings: 'either' })).toEqual(['b', 'a']);
    const from = Date.UTC(2026, 2, 2);
    expect(await ids(store, { from })).toEqual(['b']);
    expect(await ids(store, { to: from })).toEqual(['a']);
    // By the names that are shown, also where that is the record's own.
    expect(await ids(store, { sort: { field: 'vehicle' } })).toEqual(['b', 'a', 'c']);
    expect(await ids(store, { sort: { field: 'form' } })).toEqual(['c', 'a', 'b']);
    expect(await ids(store, { forms: [] })).toEqual([]);
    await keep(store, '600001', { id: '600001', createdAt: '2026-03-03T08:00:00Z' });
    expect(await ids(store, { among: 'Ids: 600001; 600002\n#/answers/a' })).toEqual([
      '600001',
      'a',
    ]);
    expect(await ids(store, { among: '600002', forms: ['7'] })).toEqual([]);
    expect(await store.read('answers.facets', {})).toMatchObject({
      forms: [
        { id: '7', name: 'Morning check', count: 2 },
        { id: '8', name: 'Handover', count: 1 },
      ],
      total: 4,
    });
  });

  it('are found by their text, with the place of the match', async () => {
    const store = await filled();
    const { rows } = await store.read('answers.window', {
      ...{ view: { text: 'LEAK' }, offset: 0, limit: 10 },
    });
    expect(rows.map(({ id, match }) => [id, match])).toEqual([
      ['b', { label: 'note', before: '', word: 'leak', after: ' below' }],
    ]);
    expect(await ids(store, { text: 'ok leak' })).toEqual(['b']);
    await keep(store, '4711', { values: { sealNumber: true } });
    expect(await ids(store, { text: '4711' })).toEqual(['4711']);
    expect(await ids(store, { text: 'nothing', forms: ['7'] })).toEqual([]);
    const byKey = await store.read('answers.window', {
      ...{ view: { text: 'number' }, offset: 0, limit: 10 },
    });
    expect(byKey.rows.map(({ match }) => match)).toEqual([
      { label: '', before: 'Seal ', word: 'number', after: '' },
    ]);
  });

  it('are found by what stands late in a long text, in its own spelling', async () => {
    const store = await freshStore();
    const note = `${'All is well. '.repeat(4_000)}The ÖLWANNE leaks.`;
    await keep(store, 'long', { id: 'long', values: { deep: [[[{ note }]]] } });
    const { rows } = await store.read('answers.window', {
      ...{ view: { text: 'olwanne' }, offset: 0, limit: 10 },
    });
    expect(rows[0]?.match).toMatchObject({ label: 'note', word: 'ÖLWANNE', after: ' leaks.' });
    expect(rows[0]?.match?.before).toMatch(/^….*The $/);
  });

  it('of a form that changed are judged by the new one', async () => {
    const store = await filled();
    const stricter = {
      ...form,
      fields: [...form.fields, { key: 'note', label: 'Note', type: 'text', required: true }],
    };
    await ingest(store, 'form', [stricter]);
    let left = 1;
    while (left > 0) {
      left = valueOf(await store.write('answers.refreshFacts', { limit: 1 })).left;
    }
    expect(await ids(store, { findings: 'missing' })).toEqual(['b', 'a']);
  });

  it('go with their documents, and may have any shape', async () => {
    const store = await freshStore();
    for (const [index, text] of [
      ...['[]', '7', '"text"', 'null', '{"id":9007199254740993,"formId":{"id":{}}}'],
      '{"__proto__":{"x":1},"vehicle":[1,{"id":2}],"createdAt":"never","driver":7}',
      `{"a":${'['.repeat(900)}1${']'.repeat(900)}}`,
    ].entries()) {
      await keep(store, `odd-${String(index)}`, text);
    }
    const { rows, total } = await store.read('answers.window', {
      ...{ view: { text: 'odd-1' }, offset: 0, limit: 10 },
    });
    expect([total, rows.map(({ id }) => id)]).toEqual([1, ['odd-1']]);
    expect(await ids(store, {})).toHaveLength(7);
  });
});

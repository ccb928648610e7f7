import { describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/core/database.ts';
import { freshStore, ingest, valueOf } from '../db/support.ts';

async function keep(store: Store, id: string, answer: object): Promise<void> {
  const params = JSON.stringify({ answerId: id });
  valueOf(
    await store.write('documents.put', {
      ...{ key: `getAnswer ${params}`, endpoint: 'getAnswer', params, query: '{}' },
      ...{ text: JSON.stringify(answer), path: '$', readAt: 1 },
    }),
  );
}

async function found(store: Store, text: string, limit = 10): Promise<string[]> {
  const { hits } = await store.read('records.search', { text, entities: ['answer'], limit });
  return hits.map(({ entity, id }) => `${entity} ${id}`);
}

const inspection = {
  id: 1,
  formId: 7,
  title: 'Morning inspection',
  vehicle: { id: 3, regNo: 'WB-003-AA' },
  values: {
    groups: [{ label: 'Brakes', items: [{ note: 'Crème brûlée on the pedal', grade: 'worn' }] }],
    odometer: 481_516,
    photo: `data:image/png;base64,${'iVBORw0KGgo'.repeat(400)}`,
    signature: 'M8 52 C 24 8 40 6 36 34 S 20 66 34 58',
  },
};

describe('answers in search', () => {
  it('are found by any text or number in them, whatever its case and accents', async () => {
    const store = await freshStore();
    await keep(store, '1', inspection);
    await keep(store, '2', { id: 2, formId: 7, values: { note: 'All good' } });
    for (const text of ['creme BRULEE', 'worn brakes', '481516', 'wb-003', 'Morning']) {
      expect(await found(store, text)).toEqual(['answer 1']);
    }
    expect(await found(store, 'good')).toEqual(['answer 2']);
    expect(await found(store, 'brulee good')).toEqual([]);
    expect(await found(store, '2')).toEqual(['answer 2']);
  });

  it('are not found by pictures and drawings', async () => {
    const store = await freshStore();
    await keep(store, '1', inspection);
    for (const text of ['iVBORw0', 'M8 52']) {
      expect(await found(store, text)).toEqual([]);
    }
  });

  it('are found by the names of fields, as written and as shown, and tell them', async () => {
    const store = await freshStore();
    await keep(store, '1', { id: 1, values: { tyrePressure: 8, ready: true } });
    for (const text of ['tyrePressure', 'tyre pressure', 'true']) {
      expect(await found(store, text)).toEqual(['answer 1']);
    }
    const { hits } = await store.read('records.search', { text: 'pressure', limit: 1 });
    expect(hits[0]?.detail).toBe('Tyre pressure');
    await keep(store, '1', { id: 1, values: { tyrePressure: 8, note: 'No pressure at all' } });
    const later = await store.read('records.search', { text: 'pressure', limit: 1 });
    expect(later.hits[0]?.detail).toBe('No pressure at all');
  });

  it('say what they are about, and where the word stands', async () => {
    const store = await freshStore();
    await ingest(store, 'form', [{ id: 7, name: 'Vehicle check' }]);
    await keep(store, '1', inspection);
    await keep(store, '2', { id: 2, formId: 7, values: { note: `${'long '.repeat(40)}leak` } });
    const search = (text: string) =>
      store.read('records.search', { text, entities: ['answer'], limit: 3 });
    expect((await search('pedal')).hits).toEqual([
      {
        entity: 'answer',
        id: '1',
        title: 'Morning inspection',
        detail: 'WB-003-AA · Crème brûlée on the pedal',
        archived: false,
      },
    ]);
    const [leak] = (await search('leak')).hits;
    expect(leak?.title).toBe('Vehicle check');
    expect(leak?.detail).toMatch(/^…long .*leak$/);
  });

  it('follow the document: another text replaces the one before', async () => {
    const store = await freshStore();
    await keep(store, '1', inspection);
    await keep(store, '1', { id: 1, values: { note: 'Repaired' } });
    expect(await found(store, 'pedal')).toEqual([]);
    expect(await found(store, 'repaired')).toEqual(['answer 1']);
  });

  it('come after what has a name, and keep some places among many hits', async () => {
    const store = await freshStore();
    await ingest(
      store,
      'vehicle',
      Array.from({ length: 40 }, (_, id) => ({ id, regNo: `PEDAL ${String(id)}` })),
    );
    await keep(store, '1', inspection);
    const { hits } = await store.read('records.search', { text: 'pedal', limit: 8 });
    expect(hits).toHaveLength(8);
    expect(hits.map(({ entity }) => entity)).toEqual([
      ...Array.from({ length: 7 }, () => 'vehicle'),
      'answer',
    ]);
  });

  it('of any shape are no mistake', async () => {
    const store = await freshStore();
    const odd = [
      '[]',
      '7',
      '"text"',
      '{"__proto__":{"x":"hidden"}}',
      '{"a":null,"b":[[["deep"]]]}',
    ];
    for (const [index, text] of odd.entries()) {
      const params = JSON.stringify({ answerId: `odd-${String(index)}` });
      valueOf(
        await store.write('documents.put', {
          ...{ key: `odd ${params}`, endpoint: 'getAnswer', params, query: '{}' },
          ...{ text, path: '$', readAt: 1 },
        }),
      );
    }
    expect(await found(store, 'deep')).toEqual(['answer odd-4']);
    expect(await found(store, 'hidden')).toEqual(['answer odd-3']);
    expect(await found(store, 'odd-1')).toEqual(['answer odd-1']);
  });
});

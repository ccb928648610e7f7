import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWriter } from '../../../electron/core/database.ts';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { layOver } from '../../../electron/core/mirror/projection.ts';
import { runWrite } from '../../../electron/core/db/runner.ts';
import type { RecordChange } from '../../../electron/core/db/types.ts';
import type { Store } from '../../../electron/core/database.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { jsonMembers } from '../../../shared/rules/jsonText.ts';
import { codeOf, freshStore, ingest, valueOf } from '../db/support.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

async function baseOf(store: Store, id: string, entity: Entity = 'vehicle'): Promise<string> {
  return (await store.read('records.get', { entity, id }))?.base ?? 'none';
}

function changesOf(store: Store): RecordChange[] {
  const told: RecordChange[] = [];
  store.onChange((changes) => told.push(...changes));
  return told;
}

describe('a list row', () => {
  it('lies over the record and keeps what it does not name', async () => {
    const store = await freshStore();
    const complete = { id: 1, regNo: 'A', secret: '1.10', groups: [1] };
    valueOf(
      await store.write('records.put', {
        ...{ entity: 'vehicle', id: '1', text: JSON.stringify(complete), path: '$', readAt: 1 },
      }),
    );
    await ingest(store, 'vehicle', ['{"id":1,"regNo":null,"status":"idling"}']);
    expect(await baseOf(store, '1')).toBe(
      '{"id":1,"regNo":null,"status":"idling","secret":"1.10","groups":[1]}',
    );
  });

  it('does not rewrite a record whose named values are the same', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', ['{"id":1,"a":1.10,"b":[1,{"c":"\\u0041"}],"more":true}']);
    const told = changesOf(store);
    await ingest(store, 'vehicle', ['{"b":[1,{"c":"\\u0041"}],"id":1,"a":1.10}'], 2000);
    expect(told).toEqual([]);
    await ingest(store, 'vehicle', ['{"id":1,"a":1.1}'], 3000);
    expect(told).toMatchObject([{ entity: 'vehicle', ids: ['1'] }]);
  });

  it('is replaced by a complete record, keys that it lacks are gone', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [{ id: 1, regNo: 'A', old: true }]);
    valueOf(
      await store.write('records.put', {
        ...{ entity: 'vehicle', id: '1', text: ' { "id" : 1 } ', path: '$', readAt: 2 },
      }),
    );
    expect(await baseOf(store, '1')).toBe('{"id":1}');
  });

  it('laid over twice is laid over once, and every named value counts', () => {
    const members = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 5,
    });
    fc.assert(
      fc.property(members, members, (known, row) => {
        const before = JSON.stringify(known);
        const text = JSON.stringify(row);
        const once = layOver(before, text);
        expect(layOver(once, text)).toBe(once);
        const after = jsonMembers(once);
        for (const [key, value] of jsonMembers(text)) expect(after.get(key)).toBe(value);
        for (const [key, value] of jsonMembers(before)) {
          expect(after.get(key)).toBe(jsonMembers(text).get(key) ?? value);
        }
        expect(after.size).toBe(new Set([...Object.keys(known), ...Object.keys(row)]).size);
      }),
    );
  });

  it('archives and restores the record that it describes', async () => {
    const store = await freshStore();
    const archived = async () =>
      (await store.read('records.get', { entity: 'vehicle', id: '1' }))?.row.archived;
    await ingest(store, 'vehicle', [{ id: 1, status: 'driving' }]);
    expect(await archived()).toBe(false);
    await ingest(store, 'vehicle', [{ id: 1, status: 'archived' }]);
    expect(await archived()).toBe(true);
    await ingest(store, 'vehicle', [{ id: 1, status: 'stopped', archivedAt: null }]);
    expect(await archived()).toBe(false);
    await ingest(store, 'vehicle', [{ id: 1, archivedAt: '2026-01-01T00:00:00Z' }]);
    expect(await archived()).toBe(true);
  });
});

describe('identifiers', () => {
  it('are told apart beyond 2^53 and beyond int64', async () => {
    const store = await freshStore();
    const ids = ['9007199254740992', '9007199254740993', '123456789012345678901234567890'];
    await ingest(
      store,
      'vehicle',
      ids.map((id) => `{"id":${id}}`),
    );
    expect((await store.read('records.ids', { view: { entity: 'vehicle' } })).ids.sort()).toEqual(
      [...ids].sort(),
    );
    for (const id of ids) expect(await baseOf(store, id)).toBe(`{"id":${id}}`);
  });

  it('are the same as number and as text', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', ['{"id":5}', '{"id":"5","regNo":"A"}']);
    expect((await store.read('records.ids', { view: { entity: 'vehicle' } })).ids).toEqual(['5']);
  });

  it('may hold anything that a text can hold', async () => {
    const store = await freshStore();
    const ids = ['__proto__', 'constructor', "a'b", 'a"b', '%', 'ü', '../..', 'tmp-1'];
    await ingest(
      store,
      'area',
      ids.map((id) => ({ id, name: 'x' })),
    );
    for (const id of ids)
      expect(JSON.parse(await baseOf(store, id, 'area'))).toEqual({ id, name: 'x' });
  });

  it('of the form that Waybill gives to its own new records are none', async () => {
    const store = await freshStore();
    const forged = '~new-00000000-0000-4000-8000-000000000000';
    const rows = [{ id: forged }, { name: 'x', id: forged }, { id: 'a', note: forged }];
    await ingest(store, 'area', rows).catch(() => undefined);
    const { ids } = await store.read('records.ids', { view: { entity: 'area' } });
    expect(ids).not.toContain(forged);
  });

  it('of small reference lists may be a code or a name', async () => {
    const store = await freshStore();
    await ingest(store, 'language', [{ code: 'en', name: 'English' }]);
    await ingest(store, 'role', [{ name: 'driver' }, { id: 4, name: 'driver' }]);
    expect((await store.read('records.ids', { view: { entity: 'language' } })).ids).toEqual(['en']);
    expect((await store.read('records.ids', { view: { entity: 'role' } })).ids).toEqual([
      '4',
      'driver',
    ]);
  });
});

describe('a hostile page', () => {
  const page = (store: Store, text: string, path = '$') =>
    store.write('records.ingest', { entity: 'vehicle', text, path, readAt: 1 });

  it.each([
    ['HTML', '<html>sign in</html>', '$'],
    ['cut off', '[{"id":1},{"id":', '$'],
    ['JSON5', "[{id:1,'a':0x10}]", '$'],
    ['a comment', '[{"id":1}/* no */]', '$'],
    ['nothing', '', '$'],
    ['an object', '{"id":1}', '$'],
    ['a text', '"[]"', '$'],
    ['rows elsewhere', '{"rows":[{"id":1}]}', '$.data'],
    ['too deep', `${'['.repeat(2000)}${']'.repeat(2000)}`, '$'],
  ])('that is %s is refused whole', async (_what, text, path) => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [{ id: 'before' }]);
    expect(codeOf(await page(store, text, path))).toBe('mirror.notJson');
    expect((await store.read('records.ids', { view: { entity: 'vehicle' } })).ids).toEqual([
      'before',
    ]);
  });

  it('counts rows that are no records and takes the others', async () => {
    const store = await freshStore();
    const text =
      '[null,7,"x",[],{},{"id":null},{"id":""},{"id":true},{"id":{"a":1}},{"ID":1},{"id":8}]';
    expect(valueOf(await page(store, text))).toMatchObject({ rows: 11, bad: 10, added: 1 });
  });

  it('with the same record twice keeps the later row', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', ['{"id":1,"a":1}', '{"id":1,"a":2}', '{"id":1,"b":3}']);
    expect(await baseOf(store, '1')).toBe('{"id":1,"b":3,"a":2}');
  });

  it('can be cut into slices for short transactions', async () => {
    const store = await freshStore();
    const rows = Array.from({ length: 7 }, (_, index) => `{"id":${index},"n":1.10}`);
    const slices = await store.read('json.slices', {
      text: `{"data":[${rows.join(' , ')}]}`,
      path: '$.data',
      size: 3,
    });
    expect(slices).toEqual([
      `[${rows.slice(0, 3).join(',')}]`,
      `[${rows.slice(3, 6).join(',')}]`,
      `[${rows.slice(6).join(',')}]`,
    ]);
    expect(await store.read('json.slices', { text: '{', path: '$', size: 3 })).toBeNull();
    expect(await store.read('json.slices', { text: '[]', path: '$', size: 3 })).toEqual([]);
  });
});

describe('a record with pending writes', () => {
  function queued(handle: Handle): void {
    valueOf(
      runWrite(handle, 'outbox.enqueue', {
        ...{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', endpoint: 'updateVehicle', now: 10 },
        ...{ params: { vehicleId: '1' }, patch: '{"defaultLabel":"Mine"}' },
        ...{ undoes: null, graceMs: null },
      }),
    );
  }

  it('shows the new base with the writes on top, and is never removed', () => {
    const handle = valueOf(openWriter(':memory:'));
    onTestFinished(() => void handle.raw.close());
    const put = (text: string, readAt: number): void => {
      valueOf(runWrite(handle, 'records.ingest', { entity: 'vehicle', text, path: '$', readAt }));
    };
    put('[{"id":1,"defaultLabel":"Theirs","regNo":"A","x":1.10}]', 1);
    queued(handle);
    put('[{"id":1,"defaultLabel":"Theirs","regNo":"B"}]', 20);
    const row = handle.one(
      plainStatement<{ base: string; overlay: string; pending: number }>(
        "SELECT base, overlay, pending FROM record WHERE id = '1'",
      ),
    );
    expect(row?.base).toBe('{"id":1,"defaultLabel":"Theirs","regNo":"B","x":1.10}');
    expect(row?.overlay).toBe('{"id":1,"defaultLabel":"Mine","regNo":"B","x":1.10}');
    expect(row?.pending).toBe(1);
    const removed = runWrite(handle, 'records.remove', {
      ...{ entity: 'vehicle', ids: ['1'], at: 30, reason: 'test' },
    });
    expect(valueOf(removed).value).toEqual({ removed: 0 });
    expect(handle.all(plainStatement('SELECT * FROM trash'))).toEqual([]);
  });
});

describe('the trash', () => {
  it('keeps what goes for 30 days', async () => {
    const store = await freshStore();
    await ingest(store, 'area', [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ]);
    const day = 24 * 3600 * 1000;
    const remove = async (id: string, at: number) =>
      valueOf(
        await store.write('records.remove', { entity: 'area', ids: [id], at, reason: 'gone' }),
      );
    expect(await remove('1', day)).toEqual({ removed: 1 });
    const trash = async () => (await store.read('removals.trash', { limit: 9, since: 0 })).rows;
    expect(await trash()).toMatchObject([
      { entity: 'area', id: '1', json: '{"id":1,"name":"A"}', deletedAt: day, reason: 'gone' },
    ]);
    await remove('2', 32 * day);
    expect((await trash()).map(({ id }) => id)).toEqual(['2']);
  });
});

describe('areas by place', () => {
  it('have a box that holds them, and follow the record', () => {
    const handle = valueOf(openWriter(':memory:'));
    onTestFinished(() => void handle.raw.close());
    const put = (rows: object[]): void => {
      const text = JSON.stringify(rows);
      valueOf(runWrite(handle, 'records.ingest', { entity: 'area', text, path: '$', readAt: 1 }));
    };
    const near = (lat: number, lng: number): string[] =>
      handle
        .all(
          plainStatement<{ id: string }>(
            `SELECT record.id FROM area_box JOIN record ON record.rowid = area_box.rowid
           WHERE min_lat <= ?1 AND max_lat >= ?1 AND min_lng <= ?2 AND max_lng >= ?2 ORDER BY 1`.replaceAll(
              /\?[12]/g,
              (place) => (place === '?1' ? String(lat) : String(lng)),
            ),
          ),
        )
        .map(({ id }) => id);
    put([
      { id: 'circle', type: 'circle', coordinates: [{ lat: 60, lng: 10 }], radius: 1000 },
      {
        id: 'square',
        type: 'rectangle',
        coordinates: [
          { lat: 1, lng: 1 },
          { lat: 2, lng: 3 },
        ],
      },
      { id: 'odd', coordinates: 'none' },
      { id: 'worse', coordinates: [{ lat: 'x', lng: null }, 7] },
    ]);
    expect(near(60.008, 10)).toEqual(['circle']);
    expect(near(60, 10.017)).toEqual(['circle']);
    expect(near(60.1, 10)).toEqual([]);
    expect(near(1.5, 2)).toEqual(['square']);
    put([{ id: 'square', type: 'circle', coordinates: [{ lat: 5, lng: 5 }], radius: 10 }]);
    expect(near(1.5, 2)).toEqual([]);
    expect(near(5, 5)).toEqual(['square']);
    runWrite(handle, 'records.remove', { entity: 'area', ids: ['square'], at: 1, reason: 'x' });
    expect(near(5, 5)).toEqual([]);
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import { openWriter } from '../../../electron/core/database.ts';
import { runWrite } from '../../../electron/core/db/runner.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';
import { openTileCache } from '../../../electron/core/ground/tileCache.ts';
import { storageHandlers } from '../../../electron/core/handlers/storage.ts';
import type { Clearable, StoredKind } from '../../../shared/ipc/storage.ts';
import { done, give } from '../answers/support.ts';
import { codeOf, freshFolder, ingest, valueOf } from '../db/support.ts';
import { isDone, openPacks, routesOf, wishing, type PacksUnderTest } from './support.ts';

/** What is kept on this computer by account and kind, and what a clean-up takes and leaves. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MIDNIGHT = Date.UTC(2026, 2, 1);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = (id: number): string => `https://fleet.example/attachments/${id}.jpg`;

interface Kept extends PacksUnderTest {
  storage: ReturnType<typeof storageHandlers>;
  kind(is: StoredKind['is']): Promise<StoredKind | undefined>;
  clear(kind: Clearable): Promise<number>;
}

/** A desk on which a pack, and a person without one, read answers with PDFs and files, and routes. */
async function kept(): Promise<Kept> {
  const under = await openPacks();
  routesOf(under);
  const ids = give(under.service, 1, 4);
  for (const id of ids) {
    under.service.answers.set(
      id,
      `{"id":${id},"formId":7,"values":{"photo":"${photo(Number(id))}"}}`,
    );
    under.service.pdfs.add(id);
    under.service.files.set(photo(Number(id)), PNG);
  }
  const midnights = [MIDNIGHT, MIDNIGHT + DAY_MS];
  const routes = { vehicles: ['1'], midnights };
  valueOf(
    await under.packs.make(wishing({ answers: ['1'], withPdf: true, withFiles: true, routes })),
  );
  await under.untilPack(isDone);
  const source = { is: 'text', text: '2 3 4' } as const;
  await under.calls['answers.want']({ source, withPdf: true, withFiles: true });
  await under.until(done);
  for (const vehicleId of ['1', '2']) {
    const query = { dateFrom: '2026-04-01T00:00:00.000Z', dateTo: '2026-04-02T00:00:00.000Z' };
    valueOf(await under.context.sync.readDocument('listRoutes', { vehicleId }, query));
  }
  const context: unknown = { ...under.context, packs: under.packs, ground: under.ground };
  const storage = storageHandlers(() => context as AccountContext, under.context.ports);
  return {
    ...{ ...under, storage },
    async kind(is) {
      const { kinds } = valueOf(await storage['storage.usage']({}));
      return kinds.find((one) => one.is === is);
    },
    async clear(kind) {
      const { bytes, left } = valueOf(await storage['storage.clear']({ kind }));
      expect(left).toBe(0);
      return bytes;
    },
  };
}

describe('what is kept on this computer', () => {
  it('is told by kind, with how many, how much and how old', async () => {
    const under = await kept();
    await ingest(under.store, 'vehicle', ['{"id":1,"regNo":"WB 1"}', '{"id":2,"regNo":"WB 2"}'], 5);
    const { records } = valueOf(await under.storage['storage.usage']({}));
    const bytes = '{"id":1,"regNo":"WB 1"}'.length * 2;
    expect(records).toMatchObject([{ entity: 'vehicle', count: 2, bytes, oldestAt: 5 }]);
    expect(await under.kind('answers')).toMatchObject({ count: 4, clears: null });
    expect(await under.kind('readings')).toMatchObject({ count: 3, clears: { count: 2 } });
    expect(await under.kind('pdfs')).toMatchObject({ count: 4, clears: { count: 3 } });
    expect(await under.kind('files')).toMatchObject({
      ...{ count: 4, bytes: PNG.byteLength * 4 },
      clears: { count: 3, bytes: PNG.byteLength * 3 },
    });
  });

  it('leaves by a clean-up but for what belongs to a pack, and nothing else goes with it', async () => {
    const under = await kept();
    await ingest(under.store, 'vehicle', ['{"id":2,"regNo":"WB 2"}'], 5);
    const now = under.clock.now();
    valueOf(
      await under.store.write('outbox.enqueue', {
        ...{ id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', endpoint: 'updateVehicle', now },
        ...{ params: { vehicleId: '2' }, patch: '{"defaultLabel":"Mine"}' },
        ...{ undoes: null, graceMs: null },
      }),
    );
    await under.store.write('review.judge', {
      ...{
        answerIds: ['2'],
        acts: [{ kind: 'state', value: { state: 'accepted', reasons: '' } }],
        by: 'Ada',
      },
      ...{ now, change: 'first' },
    });
    const stays = ['answers', 'writes', 'reviews', 'settings', 'removed'] as const;
    const before = await Promise.all(stays.map((is) => under.kind(is)));
    expect(before.map((one) => one?.count)).toEqual([4, 1, 1, 0, 0]);
    for (const is of ['readings', 'pdfs', 'files'] as const) {
      const whole = await under.kind(is);
      expect(await under.clear(is)).toBe(whole?.clears?.bytes);
      expect(await under.kind(is)).toMatchObject({ count: 1, clears: { count: 0, bytes: 0 } });
      expect(await under.clear(is)).toBe(0);
    }
    expect(await Promise.all(stays.map((is) => under.kind(is)))).toEqual(before);
    // What a pack is to have is what stayed.
    const [pack] = await under.packs.list();
    for (const is of ['answers', 'pdfs', 'routes']) {
      expect(pack?.parts.find((part) => part.is === is)).toMatchObject({ all: 1, here: 1 });
    }
    expect(await under.context.attachments.here(photo(1))).toMatchObject({ is: 'picture' });
    expect(await under.context.attachments.here(photo(2))).toBeNull();
    const written = await under.store.read('records.get', { entity: 'vehicle', id: '2' });
    expect(written).toMatchObject({ row: { pending: 1 } });
  });

  it('PDFs of a pack make no room for others, also after a restart', async () => {
    const under = await openPacks();
    const told: unknown[] = [];
    const write = under.store.write.bind(under.store);
    under.store.write = (name, input) => {
      if (name === 'pdfs.hold') told.push(input);
      return write(name, input);
    };
    valueOf(await under.packs.make(wishing({ answers: ['1'], withPdf: true })));
    valueOf(await under.packs.make(wishing({ answers: ['2'] })));
    await under.restart();
    await under.packs.list();
    // What packs are to have is noted at each start, and with each change of the list.
    expect(told).toEqual([{ answers: [] }, { answers: ['1'] }, { answers: ['1'] }]);

    const handle = valueOf(openWriter(':memory:'));
    onTestFinished(() => void handle.raw.close());
    const put = (answerId: string, readAt: number) => {
      valueOf(runWrite(handle, 'pdfs.put', { answerId, bytes: PNG, readAt }));
      handle.run(plainStatement(`UPDATE pdf SET size = ${200 * 1024 * 1024}`));
    };
    valueOf(runWrite(handle, 'pdfs.hold', { answers: ['1'] }));
    for (const at of [1, 2, 3, 4]) put(String(at), at);
    const left = plainStatement<{ id: string }>('SELECT answer_id AS id FROM pdf ORDER BY id');
    expect(handle.all(left).map(({ id }) => id)).toEqual(['1', '3', '4']);
  });

  it('is let go of part by part, and each tells how much is left', async () => {
    const { store } = await openPacks();
    for (const day of Array.from({ length: 5 }, (_, at) => at)) {
      const put = {
        ...{ key: `trips ${String(day)}`, endpoint: 'listRoutes', params: '{"vehicleId":"1"}' },
        ...{ query: '{}', text: '[1,2,3]', path: '$', readAt: 1 },
      };
      valueOf(await store.write('documents.put', put));
    }
    const part = async (most: number) =>
      valueOf(await store.write('storage.clearReadings', { documents: ['trips 0'], most }));
    expect(await part(2)).toEqual({ bytes: 14, left: 2 });
    expect(await part(2)).toEqual({ bytes: 14, left: 0 });
    expect(await part(2)).toEqual({ bytes: 0, left: 0 });
    expect(await store.read('documents.get', { key: 'trips 0' })).not.toBeNull();
  });

  it('lets go of tiles but for those of regions', async () => {
    const under = await kept();
    expect(await under.kind('tiles')).toMatchObject({ count: 0, bytes: 0 });
    const file = path.join(under.folder, 'ground', 'tiles.db');
    const cache = openTileCache(file, 1_000_000);
    cache.keep('map', [{ z: 3, west: 0, east: 0, north: 0, south: 0 }]);
    for (const x of [0, 1, 2]) {
      const tile = { bytes: new Uint8Array(1_000), fetchedAt: 7 + x, etag: '' };
      cache.put({ map: 'map', z: 3, x, y: 0 }, tile);
    }
    cache.close();
    expect(await under.kind('tiles')).toMatchObject({
      count: 2,
      oldestAt: 7,
      clears: { count: 2 },
    });
    expect(await under.kind('regions')).toMatchObject({ count: 1, clears: null });
    const loose = (await under.kind('tiles'))?.bytes;
    expect(await under.clear('tiles')).toBe(loose);
    expect(await under.kind('tiles')).toMatchObject({ count: 0, bytes: 0 });
    expect(await under.kind('regions')).toMatchObject({ count: 1 });
  });

  it('is told for every account, also while none is open', async () => {
    const under = await openPacks();
    const data = freshFolder();
    const ports = { ...under.context.ports, paths: { ...under.context.ports.paths, data } };
    for (const [id, size] of [
      ['a', 300],
      ['b', 20],
    ] as const) {
      const folder = path.join(data, 'accounts', id, 'attachments');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'one'), Buffer.alloc(size));
    }
    const calls = storageHandlers(() => null, ports);
    const told = valueOf(await calls['storage.usage']({}));
    expect(told.accounts.toSorted((one, two) => two.bytes - one.bytes)).toEqual([
      { id: 'a', bytes: 300 },
      { id: 'b', bytes: 20 },
    ]);
    expect(told).toMatchObject({ records: [], kinds: [] });
    expect(codeOf(await calls['storage.clear']({ kind: 'pdfs' }))).toBe('account.none');
  });
});

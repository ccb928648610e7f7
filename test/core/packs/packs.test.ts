import { mkdir, readFile, readdir, rename, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packsHandlers } from '../../../electron/core/handlers/packs.ts';
import type { AccountContext } from '../../../electron/core/accountContext.ts';
import { done, give, unreachable } from '../answers/support.ts';
import { codeOf, ingest, valueOf } from '../db/support.ts';
import { copyIn } from './filesSupport.ts';
import { isDone, openPacks, partOf, routesOf, wishing } from './support.ts';

/** Field packs: estimated, fetched in the background, gone on with, told as they are, refreshed. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MIDNIGHT = Date.UTC(2026, 2, 1);

/** What is to be saved there is refused from now on, as by a disk that is full. */
async function replaceByFolder(file: string): Promise<void> {
  await rename(file, `${file}.away`);
  await mkdir(file);
}

describe('a field pack', () => {
  it('tells how large it will be, and what of it is here, before anything is asked for', async () => {
    const under = await openPacks();
    const ids = give(under.service, 1, 40);
    const wish = wishing({
      ...{ answers: ids, withPdf: true, lists: ['form'] },
      routes: { vehicles: ['1', '2'], midnights: [MIDNIGHT, MIDNIGHT + DAY_MS] },
    });
    const before = await under.packs.estimate(wish);
    expect(before.parts.map(({ is, all, here }) => [is, all, here])).toEqual([
      ['answers', 40, 0],
      ['pdfs', 40, 0],
      ['form', null, 0],
      ['routes', 2, 0],
    ]);
    expect(before.bytes).toBe(40 * 8_000 + 40 * 120_000 + 200_000 + 2 * 300_000);
    expect(under.service.asked).toEqual([]);
    expect(await under.packs.list()).toEqual([]);
  });

  it('goes by the bytes of what is here, whatever its letters and however little of it is shown', async () => {
    const under = await openPacks();
    const put = (endpoint: 'getAnswer' | 'listRoutes', key: string, text: string) =>
      under.store.write('documents.put', {
        ...{ endpoint, key, text, params: '{"answerId":"99"}', query: '{}', path: '$', readAt: 1 },
      });
    const answer = '{"id":99,"note":"سائق الشاحنة"}';
    valueOf(await put('getAnswer', '["getAnswer"]', answer));
    valueOf(await put('listRoutes', '["listRoutes"]', '[1,2,3,4,5,6,7,8,9]'));
    valueOf(await put('listRoutes', 'shown ["listRoutes"]', '[1]'));
    const midnights = [MIDNIGHT, MIDNIGHT + DAY_MS];
    const wish = wishing({ answers: ['1', '2'], routes: { vehicles: ['1'], midnights } });
    const { bytes } = await under.packs.estimate(wish);
    expect(bytes).toBe(2 * Buffer.byteLength(answer) + '[1,2,3,4,5,6,7,8,9]'.length);
    await ingest(under.store, 'area', [{ id: 1, name: 'ساحة' }]);
    const areas = await under.store.read('measure.records', { entity: 'area' });
    expect(areas.bytes).toBe(Buffer.byteLength('{"id":1,"name":"ساحة"}'));
  });

  it('fetches what it names, and says what could not be had and why', async () => {
    const under = await openPacks();
    const ids = give(under.service, 1, 5);
    const made = await under.packs.make(wishing({ answers: [...ids, '999', ids[0] ?? ''] }));
    expect(made).toMatchObject({ ok: true });
    const pack = await under.untilPack(isDone);
    expect(partOf(pack, 'answers')).toMatchObject({
      ...{ all: 6, here: 5, failed: 1, problem: { message: 'There is no answer 999.' } },
      oldestAt: expect.any(Number) as number,
    });
    // What is here already is not asked for again by the next one.
    under.service.asked.length = 0;
    const again = await under.packs.estimate(wishing({ answers: ids }));
    expect(partOf(again, 'answers')).toMatchObject({ all: 5, here: 5 });
    await under.packs.make(wishing({ answers: ids }));
    await under.until(done);
    expect(under.service.asked).toEqual([]);
  });

  it('goes on after a restart, and stays paused when it was', async () => {
    const under = await openPacks();
    const asked = routesOf(under, unreachable);
    const midnights = Array.from({ length: 4 }, (_, day) => MIDNIGHT + day * DAY_MS);
    await under.packs.make(wishing({ routes: { vehicles: ['1', '2'], midnights } }));
    const waiting = await under.untilPack(({ state }) => state === 'waiting');
    expect(partOf(waiting, 'routes')).toMatchObject({
      ...{ all: 6, here: 0, failed: 0, problem: { kind: 'offline' } },
    });
    await under.packs.pause(waiting.id);
    await under.restart();
    asked.length = 0;
    under.clock.advance(60 * 60_000);
    expect(await under.packs.list()).toMatchObject([{ state: 'paused' }]);
    expect(asked).toEqual([]);
    await under.packs.resume(waiting.id);
    await under.untilPack(({ state }) => state === 'waiting');
    await under.restart();
    const now = routesOf(under);
    const pack = await under.untilPack(isDone);
    expect(partOf(pack, 'routes')).toMatchObject({ all: 6, here: 6, failed: 0 });
    expect(now).toHaveLength(6);
    // The days are those that the page of the routes reads.
    const [first] = now;
    expect(first).toBe('1 2026-03-01T00:00:00.000Z');
  });

  it('asks for its answers at the next start where Waybill ended before it could', async () => {
    const under = await openPacks();
    const ids = give(under.service, 1, 3);
    await under.packs.make(wishing({ answers: ids }));
    await under.untilPack(isDone);
    const file = path.join(under.folder, 'packs.json');
    const { packs } = JSON.parse(await readFile(file, 'utf8')) as { packs: object[] };
    // As it stands on the list before it asks, and as its request is there before the list says so.
    const killed = packs.map((pack) => ({ ...pack, state: 'running', request: null, since: 1 }));
    await under.packs.close();
    await writeFile(file, JSON.stringify({ version: 1, packs: killed }));
    under.service.asked.length = 0;
    await under.restart();
    await under.untilPack(() => under.service.asked.length === ids.length);
    await under.untilPack(isDone);
    const [pack] = await under.packs.list();
    await under.packs.remove(pack?.id ?? '');
    expect(await under.context.store.read('answers.requests', {})).toEqual([]);
  });

  it('is refreshed whole: what is here stays until it was read', async () => {
    const under = await openPacks();
    const asked = routesOf(under);
    const ids = give(under.service, 1, 3);
    await under.packs.make(
      wishing({
        answers: ids,
        routes: { vehicles: ['1'], midnights: [MIDNIGHT, MIDNIGHT + DAY_MS] },
      }),
    );
    const first = await under.untilPack(isDone);
    under.clock.advance(3 * DAY_MS);
    asked.length = 0;
    under.service.asked.length = 0;
    await under.packs.refresh(first.id);
    const again = await under.untilPack(isDone);
    expect(under.service.asked.sort()).toEqual(ids);
    expect(asked).toHaveLength(1);
    for (const is of ['answers', 'routes'] as const) {
      const [old, young] = [partOf(first, is)?.oldestAt, partOf(again, is)?.oldestAt];
      expect(young ?? 0).toBeGreaterThan(old ?? 0);
    }
  });

  it('leaves what was read when it is removed, and ends what is under way', async () => {
    const under = await openPacks();
    const ids = give(under.service, 1, 3);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    under.service.gate = () => promise;
    await under.packs.make(wishing({ answers: ids }));
    const [pack] = await under.packs.list();
    expect(await under.packs.remove(pack?.id ?? '')).toMatchObject({ ok: true });
    expect(await under.packs.list()).toEqual([]);
    expect(await under.collector.current()).toMatchObject({ waiting: 0 });
    resolve(undefined);
    expect(await under.packs.remove(pack?.id ?? '')).toMatchObject({
      error: { code: 'packs.unknown' },
    });
  });

  it('takes single records along where the list is not wished, and tells which is gone', async () => {
    const under = await openPacks();
    const { service } = under;
    service.living.set('vehicle', ['{"id":1,"regNo":"WB 1"}', '{"id":2,"regNo":"WB 2"}']);
    service.living.set('area', ['{"id":5,"name":"Yard"}']);
    const chosen = [
      { entity: 'vehicle' as const, ids: ['1', '9', '~new-6f9619ff-8b86-4d01-b42d-00cf4fc964ff'] },
      { entity: 'area' as const, ids: ['5'] },
    ];
    await under.packs.make(wishing({ lists: ['area'], chosen }));
    const pack = await under.untilPack(isDone);
    expect(partOf(pack, 'vehicle')).toMatchObject({
      ...{ all: 2, here: 1, problem: { code: 'packs.recordGone' } },
      oldestAt: expect.any(Number) as number,
    });
    // The whole list has them anyway.
    expect(pack.parts.filter(({ is }) => is === 'area')).toHaveLength(1);
    expect(partOf(pack, 'area')).toMatchObject({ all: 1, here: 1 });
    expect(await under.store.read('records.get', { entity: 'vehicle', id: '2' })).toBeNull();
    const asked = service.requests.filter((one) => one.startsWith('getVehicle'));
    expect(asked).toEqual(['getVehicle 1', 'getVehicle 9']);
    service.requests.length = 0;
    await under.packs.resume(pack.id);
    await under.untilPack(isDone);
    expect(service.requests).toEqual(['getVehicle 9']);
    // They alone are in its file.
    await under.packs.saveFile(pack.id);
    const to = await openPacks();
    const copy = valueOf(await copyIn(to, under.saved.at(-1)?.bytes ?? new Uint8Array()));
    const { parts } = valueOf(await to.packs.examineFile(copy));
    expect(parts.map(({ is, count }) => [is, count])).toEqual([
      ['area', 1],
      ['vehicle', 1],
    ]);
    valueOf(await to.packs.takeFile(copy));
    const [taken] = await to.packs.list();
    expect(taken?.parts.find(({ is }) => is === 'vehicle')).toMatchObject({ all: 2, here: 1 });
  });

  it('is refused where it holds nothing, or a region that can’t be kept', async () => {
    const under = await openPacks();
    expect(await under.packs.make(wishing({}))).toMatchObject({
      error: { code: 'packs.nothing' },
    });
    const region = { map: 'gone', bounds: { south: 0, west: 0, north: 1, east: 1 }, maxZoom: 5 };
    expect(await under.packs.make(wishing({ regions: [region] }))).toMatchObject({
      error: { code: 'ground.unknown' },
    });
    expect(await under.packs.list()).toEqual([]);
  });

  it('keeps a region of the map with it, and lets go of it when it is removed', async () => {
    const under = await openPacks();
    const added = await under.ground.addAddress({
      ...{ template: 'https://tiles.example/{z}/{x}/{y}', name: '', tiles: 'vector' },
      ...{ minZoom: 0, maxZoom: 14, attribution: '' },
    });
    if (!added.ok) throw new Error(added.error.message);
    const bounds = { south: 41, west: -2.4, north: 41.1, east: -2.2 };
    const region = { map: added.value.map.id, bounds, maxZoom: 8 };
    const wish = wishing({ regions: [region] });
    expect(partOf(await under.packs.estimate(wish), 'region')).toMatchObject({ all: 9 });
    await under.packs.make(wish);
    const pack = await under.untilPack(({ state }) => state === 'waiting');
    expect(partOf(pack, 'region')).toMatchObject({ all: 9, here: 0 });
    const [kept] = (await under.ground.maps()).regions;
    await under.ground.regions.remove(kept?.id ?? '');
    const [without] = await under.packs.list();
    expect(without?.parts).toMatchObject([{ all: null, problem: { code: 'packs.regionGone' } }]);
    await under.packs.resume(pack.id);
    expect((await under.ground.maps()).regions).toHaveLength(1);
    const [again] = await under.packs.list();
    expect(again?.parts).toMatchObject([{ all: 9, here: 0 }]);
    await under.packs.remove(pack.id);
    expect((await under.ground.maps()).regions).toEqual([]);
    // A pack that can't be put on the list leaves none either.
    await replaceByFolder(path.join(under.folder, 'packs.json'));
    expect(await under.packs.make(wish)).toMatchObject({ ok: false });
    expect((await under.ground.maps()).regions).toEqual([]);
  });

  it('goes on where it can’t be noted that its answers were asked for', async () => {
    const under = await openPacks();
    const [answers, { store }] = [give(under.service, 1, 3), under];
    await under.restart({
      ...store,
      async write(name, input) {
        const written = await store.write(name, input);
        if (name === 'answers.want') await replaceByFolder(path.join(under.folder, 'packs.json'));
        return written;
      },
    });
    expect(await under.packs.make(wishing({ answers }))).toMatchObject({ ok: true });
    const pack = await under.untilPack(isDone);
    expect(partOf(pack, 'answers')).toMatchObject({ all: 3, here: 3 });
  });

  it('sets a list aside that can’t be read, and begins anew', async () => {
    const under = await openPacks();
    give(under.service, 1, 1);
    await under.packs.make(wishing({ answers: ['1'] }));
    await under.packs.close();
    const file = path.join(under.folder, 'packs.json');
    expect(await readFile(file, 'utf8')).toContain('"Yard"');
    await writeFile(file, '{"version":');
    await under.restart();
    expect(await under.packs.list()).toEqual([]);
  });

  it('keeps a list that can’t be read for a moment, and goes on with it', async () => {
    const under = await openPacks();
    const asked = routesOf(under, unreachable);
    const routes = { vehicles: ['1'], midnights: [MIDNIGHT, MIDNIGHT + DAY_MS] };
    await under.packs.make(wishing({ routes }));
    await under.untilPack(({ state }) => state === 'waiting');
    await under.packs.close();
    const file = path.join(under.folder, 'packs.json');
    const left = path.join(under.folder, 'packs', 'left.waybill');
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, 'x');
    await rename(file, `${file}.away`);
    await mkdir(file);
    asked.length = 0;
    await under.restart();
    const refused = { error: { code: 'disk.notRead' } };
    await expect(under.packs.list()).rejects.toMatchObject(refused);
    await expect(under.packs.holds()).rejects.toMatchObject(refused);
    await expect(under.packs.make(wishing({ lists: ['form'] }))).rejects.toMatchObject(refused);
    expect(await readdir(path.dirname(left))).toEqual(['left.waybill']);
    await rmdir(file);
    await rename(`${file}.away`, file);
    const made = valueOf(await under.packs.make(wishing({ name: 'Later', lists: ['form'] })));
    const names = (await under.packs.list()).map(({ name }) => name);
    expect(names.sort()).toEqual(['Later', 'Yard']);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(await under.packs.remove(made.id)).toMatchObject({ ok: true });
  });

  it('that is copied in after a sign-in is safe from the clean-up of the account before', async () => {
    const under = await openPacks();
    await under.packs.list();
    const left = path.join(under.folder, 'packs');
    await mkdir(left, { recursive: true });
    for (let n = 0; n < 40; n += 1) await writeFile(path.join(left, `${String(n)}.waybill`), 'x');
    await under.restart();
    await under.packs.close();
    expect(await readdir(left)).toEqual([]);
  });

  it('that is asked for as the account closes leaves nothing behind', async () => {
    const under = await openPacks();
    await under.packs.close();
    const made = await under.packs.make(wishing({ lists: ['form'] }));
    expect(made).toMatchObject({ error: { code: 'account.none' } });
    expect(codeOf(await copyIn(under, Buffer.from('PK')))).toBe('packs.noCopy');
    expect(await readdir(under.folder)).toEqual([]);
  });

  it('is told to the desk by its calls', async () => {
    const under = await openPacks();
    const context: unknown = { ...under.context, packs: under.packs };
    const calls = packsHandlers(() => context as AccountContext);
    give(under.service, 1, 3);
    const source = {
      is: 'text',
      text: 'answers 1, 2 and https://fleet.example/answers/3',
    } as const;
    const made = await calls['packs.make']({ wish: wishing({ answers: ['1'] }), source });
    expect(made).toMatchObject({ ok: true });
    const pack = await under.untilPack(isDone);
    expect(partOf(pack, 'answers')).toMatchObject({ all: 3, here: 3 });
    expect(await calls['packs.list']({})).toMatchObject({
      value: { packs: [{ name: 'Yard', state: 'done' }] },
    });
    // A file of it that a person stops on the way is not handed out.
    const end = { over: false };
    const saving = calls['packs.saveFile']({ id: pack.id });
    const ended = Promise.resolve(saving).finally(() => (end.over = true));
    while (!end.over) {
      await calls['packs.stopFile']({ id: pack.id });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ended).toMatchObject({ value: { saved: { outcome: 'cancelled' }, left: 0 } });
    expect([under.saved, await readdir(path.join(under.folder, 'packs'))]).toEqual([[], []]);
    expect((await under.packs.list())[0]?.keeping).toBeNull();
    const many = { is: 'range', from: '1', to: '20000' } as const;
    expect(
      await calls['packs.estimate']({ wish: wishing({ answers: ['99999'] }), source: many }),
    ).toMatchObject({ error: { code: 'packs.tooLarge' } });
  });
});

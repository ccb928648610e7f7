import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../shared/result.ts';
import { createPositionBook, instantMs } from '../../../electron/core/sync/positionBook.ts';
import { POSITION_STATUSES } from '../../../shared/rules/positions.ts';
import { freshStore, ingest, valueOf } from '../db/support.ts';
import { errorOf, mirrored, passTime, syncUnderTest } from './support.ts';
import type { SyncUnderTest } from './support.ts';

const row = (id: number, status: string, lat: number, more: object = {}): string =>
  JSON.stringify({ id, status, lastCoordinates: { lat, lng: 10, ts: 1_700_000_000_000, ...more } });

const statusNames = (status: Uint8Array): string[] =>
  [...status].map((index) => POSITION_STATUSES[index] ?? '?');

/** Resolves when the round of scans that runs, or the next one, is over. */
function roundOver(under: SyncUnderTest): Promise<void> {
  return new Promise((resolve) => {
    const push = under.syncing.push.bind(under.syncing);
    under.syncing.push = (...steps) => {
      if (steps[0] === null) resolve();
      return push(...steps);
    };
  });
}

/** Starts the sync and waits for its first round of positions and of scans. */
async function started(under: SyncUnderTest): Promise<void> {
  const first = Promise.all([roundOver(under), under.next('positions')]);
  under.sync.start();
  await passTime(under.clock, first, 0);
}

describe('positions', () => {
  it('are shown from the mirror before any request', async () => {
    const store = await freshStore();
    await ingest(store, 'vehicle', [
      row(1, 'driving', 50.5, { heading: 90 }),
      row(2, 'archived', 51),
      '{"id":3,"status":"offline","lastCoordinates":null}',
    ]);
    const { sync, service } = await syncUnderTest({ store });
    const shown = await sync.positions();
    expect(shown.ids).toEqual(['1']);
    expect([...shown.coordinates]).toEqual([50.5, 10]);
    expect([...shown.heading]).toEqual([90]);
    expect([...shown.fixedAt]).toEqual([1_700_000_000_000]);
    expect(statusNames(shown.status)).toEqual(['driving']);
    expect(service.requests).toEqual([]);
  });

  it('of a fleet that is larger than one reading are all there, among other records', async () => {
    const store = await freshStore();
    const some = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, n) => row(from + n, 'driving', (from + n) / 1_000));
    await ingest(store, 'vehicle', some(1, 5_001));
    await ingest(store, 'driver', ['{"id":9000,"fullName":"Mira Holt"}']);
    await ingest(store, 'vehicle', some(5_001, 5_011));
    const { sync } = await syncUnderTest({ store });
    const shown = await sync.positions();
    expect(shown.ids).toHaveLength(5_010);
    expect(new Set(shown.ids).size).toBe(5_010);
    const last = shown.ids.indexOf('5010');
    expect([...shown.coordinates.slice(2 * last, 2 * last + 2)]).toEqual([5.01, 10]);
  });

  it('are asked for every three seconds, and only those that moved are told', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50), row(2, 'stopped', 51)]);
    await started(under);
    under.service.living.set('vehicle', [row(1, 'driving', 50.01), row(2, 'stopped', 51)]);
    const before = under.clock.now();
    const moved = await passTime(under.clock, under.next('positions'), 100);
    expect(under.clock.now() - before).toBe(3000);
    expect(moved.ids).toEqual(['1']);
    expect([...moved.coordinates]).toEqual([50.01, 10]);
    expect(moved.heading[0]).toBeCloseTo(0);
    expect(moved.revision).toBe(2);
    expect((await under.sync.positions()).ids).toEqual(['1', '2']);
  });

  it('are those that scans bring where the service refuses the reading of positions', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50)]);
    const page = under.service.page.bind(under.service);
    under.service.page = async (name, number, options) =>
      options?.query?.['fields'] === undefined
        ? page(name, number, options)
        : fail({ kind: 'invalid', code: 'http.invalid', message: 'No such fields.', status: 422 });
    await started(under);
    expect([...(await under.sync.positions()).coordinates]).toEqual([50, 10]);
    under.service.living.set('vehicle', [row(1, 'driving', 52), row(2, 'stopped', 51)]);
    const moved = under.next('positions', ({ ids }) => ids.includes('2'));
    await under.sync.scan('vehicle');
    await passTime(under.clock, moved, 100);
    expect([...(await under.sync.positions()).coordinates]).toEqual([52, 10, 51, 10]);
  });

  it('that were read stay where a reading fails and the mirror has older ones', async () => {
    const under = await syncUnderTest();
    const fix = (lat: number, ts: number) => row(1, 'driving', lat, { ts });
    under.service.living.set('vehicle', [fix(50, 1_700_000_000_000)]);
    await started(under);
    under.service.living.set('vehicle', [fix(50.01, 1_700_000_003_000)]);
    await passTime(under.clock, under.next('positions'), 100);
    under.service.failing.set('listVehicles', errorOf('server', 500));
    const asked = under.service.requests.length;
    const failed = () => (under.clock.advance(1000), under.service.requests.length > asked);
    await expect.poll(failed).toBe(true);
    const told = under.events.length;
    await ingest(under.store, 'vehicle', ['{"id":1,"regNo":"WB 1"}', '{"id":2,"regNo":"WB 2"}']);
    expect([...(await under.sync.positions()).coordinates]).toEqual([50.01, 10]);
    expect(under.events.slice(told).map(({ name }) => name)).not.toContain('positions');
  });

  it('are asked for later and later while that fails, and at once when requests may leave again', async () => {
    const under = await syncUnderTest();
    const { service, clock } = under;
    service.living.set('vehicle', [row(1, 'driving', 50)]);
    await started(under);
    let asked = 0;
    let isDown = true;
    const page = service.page.bind(service);
    service.page = async (name, number, options) => {
      if (options?.query?.['fields'] === undefined) return page(name, number, options);
      asked += 1;
      return isDown ? { ok: false, error: errorOf('server', 503) } : page(name, number, options);
    };
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        clock.advance(1_000);
        await turn();
        await turn();
      }
    };
    await pass(10 * 60_000);
    expect(asked).toBeLessThan(25);
    expect(asked).toBeGreaterThan(5);
    // News of the connection that change nothing are no reason.
    const before = asked;
    under.sync.wake();
    clock.advance(0);
    await turn();
    expect(asked).toBe(before);
    isDown = false;
    under.allow(false);
    const told = under.next('positions');
    service.living.set('vehicle', [row(1, 'driving', 52)]);
    under.allow(true);
    expect((await passTime(clock, told, 0)).ids).toEqual(['1']);
    const answered = asked;
    await pass(30_000);
    expect(asked).toBeGreaterThan(answered + 2);
  });

  it('are not asked for while nothing may leave', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50)]);
    await started(under);
    under.allow(false);
    const before = under.service.requests.length;
    under.clock.advance(30_000);
    expect(under.service.requests.length).toBe(before);
    const told = under.next('positions');
    under.service.living.set('vehicle', [row(1, 'driving', 52)]);
    under.allow(true);
    expect((await passTime(under.clock, told, 0)).ids).toEqual(['1']);
  });

  it('write a changed status into the table at once, and coordinates after a minute', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50), row(2, 'driving', 60)]);
    await started(under);
    const lat = async (id: string): Promise<number> => {
      const record = await under.store.read('records.get', { entity: 'vehicle', id });
      return (JSON.parse(record?.base ?? '{}') as { lastCoordinates: { lat: number } })
        .lastCoordinates.lat;
    };
    // What the first round changed is told by then.
    under.clock.advance(100);
    under.service.living.set('vehicle', [row(1, 'stopped', 50.1), row(2, 'driving', 60.1)]);
    const changed = under.next('changed', ({ entity }) => entity === 'vehicle');
    expect((await passTime(under.clock, changed, 1000)).ids).toEqual(['1']);
    const { rows } = await under.store.read('records.window', {
      view: { entity: 'vehicle', filters: [{ field: 'status', oneOf: ['stopped'] }] },
      offset: 0,
      limit: 5,
    });
    expect(rows.map(({ id }) => id)).toEqual(['1']);
    expect([await lat('1'), await lat('2')]).toEqual([50.1, 60]);

    under.service.living.set('vehicle', [row(1, 'stopped', 50.1), row(2, 'driving', 60.2)]);
    const wrote = new Promise<void>((resolve) => {
      const write = under.store.write.bind(under.store);
      under.store.write = async (name, input) => {
        const written = await write(name, input);
        if (name === 'records.telemetry') resolve();
        return written;
      };
    });
    await passTime(under.clock, wrote, 1000);
    expect(await lat('2')).toBe(60.2);
  });

  it('leave out vehicles that are archived here, and show them again when restored', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50), row(2, 'driving', 51)]);
    await started(under);
    const archive = async (status: string): Promise<string[]> => {
      await ingest(under.store, 'vehicle', [JSON.stringify({ id: 2, status })]);
      // The read of who is hidden was asked for by the change; this one comes after it.
      await mirrored(under.store, 'vehicle');
      return (await under.sync.positions()).ids;
    };
    expect(await archive('archived')).toEqual(['1']);
    // An open map hears of it, though it has not moved.
    const again = under.next('positions');
    expect(await archive('driving')).toEqual(['1', '2']);
    expect(await Promise.race([again, turn(null)])).toMatchObject({ ids: ['2'] });
  });

  it('are given at once though vehicles go on changing', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50)]);
    await started(under);
    let runs = 0;
    const read = under.store.read.bind(under.store);
    under.store.read = async (name, input) => {
      if (name === 'records.knownIds' && runs < 20) {
        runs += 1;
        await ingest(under.store, 'vehicle', [JSON.stringify({ id: 1, defaultLabel: runs })]);
      }
      return read(name, input);
    };
    await ingest(under.store, 'vehicle', ['{"id":1,"defaultLabel":"WB 1"}']);
    expect((await under.sync.positions()).ids).toEqual(['1']);
    expect(runs).toBeLessThan(4);
  });

  it('leave out vehicles that are gone, and have those that no scan has brought yet', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50), row(2, 'driving', 51)]);
    await started(under);
    // A third one is read with the positions only.
    under.service.living.set(
      'vehicle',
      [1, 2, 3].map((id) => row(id, 'driving', 52)),
    );
    await passTime(
      under.clock,
      under.next('positions', ({ ids }) => ids.includes('3')),
      100,
    );
    under.service.living.set(
      'vehicle',
      [1, 3].map((id) => row(id, 'driving', 52)),
    );
    const gone = { entity: 'vehicle', ids: ['2'], at: under.clock.now(), reason: 'gone' } as const;
    expect(await under.store.write('records.remove', gone)).toEqual({
      ok: true,
      value: { removed: 1 },
    });
    expect((await under.sync.positions()).ids).toEqual(['1', '3']);
    // So many changes are told without their names.
    const many = Array.from({ length: 201 }, (_, n) => row(100 + n, 'driving', 52));
    await ingest(under.store, 'vehicle', many);
    expect((await under.sync.positions()).ids).toEqual(['1', '3']);
  });

  it('leave out vehicles without a record that two whole rounds in a row do not tell of', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50)]);
    await started(under);
    const foreign = [row(1, 'driving', 51), row(77, 'driving', 51)];
    under.service.living.set('vehicle', foreign);
    const read = () => under.next('positions', ({ ids }) => ids.includes('1'));
    await passTime(under.clock, read(), 100);
    expect((await under.sync.positions()).ids).toEqual(['1', '77']);
    const told = under.next('changed', ({ ids }) => ids?.includes('77') ?? true);
    let rounds = 0;
    const again = async (): Promise<void> => {
      rounds += 1;
      under.service.living.set('vehicle', [row(1, 'driving', 51 + rounds)]);
      await passTime(under.clock, read(), 100);
    };
    await again();
    expect((await under.sync.positions()).ids).toEqual(['1', '77']);
    await again();
    await told;
    expect((await under.sync.positions()).ids).toEqual(['1']);
  });

  it('survive rows of any shape', () => {
    const book = createPositionBook();
    const at = (lastCoordinates: unknown, status: string | null = null) => ({
      id: JSON.stringify(lastCoordinates),
      status,
      lastCoordinates,
      lastLoggedAt: null,
    });
    const odd = [null, 7, 'x', [], {}, { lat: 'x', lng: 1 }, { lat: 91, lng: 0 }, { lat: 1 }];
    expect(book.take(odd.map((coordinates) => at(coordinates)))).toEqual([]);
    expect(book.take([at({ lat: '1.5', lng: '2', ts: null }, 'TOWED')])).toHaveLength(1);
    const { coordinates, status, fixedAt, heading } = book.snapshot();
    expect([...coordinates]).toEqual([1.5, 2]);
    expect(statusNames(status)).toEqual(['unknown']);
    expect([fixedAt[0], heading[0]]).toEqual([Number.NaN, Number.NaN]);
  });

  it('turn a vehicle by its last two fixes, but not for the noise of a stop', () => {
    const book = createPositionBook();
    const take = (lat: number, lng: number): number => {
      const fix = { id: '1', status: 'driving', lastCoordinates: { lat, lng }, lastLoggedAt: null };
      book.take([fix]);
      return book.snapshot().heading[0] ?? -1;
    };
    expect(take(50, 10)).toBeNaN();
    expect(take(50, 10.01)).toBeCloseTo(90, 0);
    expect(take(50.00001, 10.01)).toBeCloseTo(90, 0);
    expect(take(49.9, 10.01)).toBeCloseTo(180, 0);
  });

  it('read instants in every spelling that was met', () => {
    expect(instantMs('2026-05-04T07:00:00Z')).toBe(Date.UTC(2026, 4, 4, 7));
    expect(instantMs('2026-05-04T09:00:00+02:00')).toBe(Date.UTC(2026, 4, 4, 7));
    expect(instantMs(1_700_000_000)).toBe(1_700_000_000_000);
    expect(instantMs(1_700_000_000_000)).toBe(1_700_000_000_000);
    expect(instantMs('1700000000')).toBe(1_700_000_000_000);
    const odds = [null, undefined, '', 'soon', {}, true, 1_764_201_600_000_000_000, 1e300, '1e300'];
    for (const odd of odds) expect(instantMs(odd)).toBeNaN();
  });
});

describe('the timers of the sync', () => {
  it('scan everything at the start, again when due, and at once after the network came back', async () => {
    const under = await syncUnderTest();
    under.service.living.set('vehicle', [row(1, 'driving', 50)]);
    const begun = under.clock.now();
    await started(under);
    const scans = (): number =>
      under.service.requests.filter((request) => request === 'listForms p1').length;
    // Each scan reads the first page twice.
    expect(scans()).toBe(2);
    under.clock.advance(60_000);
    expect(scans()).toBe(2);
    await passTime(under.clock, roundOver(under), 5000);
    expect(under.clock.now() - begun).toBeGreaterThanOrEqual(5 * 60_000);
    expect(under.clock.now() - begun).toBeLessThan(6 * 60_000);
    expect(scans()).toBe(4);
    under.allow(false);
    under.clock.advance(60 * 60_000);
    expect(scans()).toBe(4);
    const third = roundOver(under);
    under.allow(true);
    await passTime(under.clock, third, 0);
    expect(scans()).toBe(6);
    expect(valueOf(await under.sync.scan('form'))).toEqual({});
    await under.sync.close();
    const waiting = under.clock.waiting();
    expect(waiting).toBe(0);
  });
});

import { expect, test } from 'vitest';
import { endpoint } from '../../../shared/api/catalogue.ts';
import type { ReadName } from '../../../shared/api/catalogue.ts';
import { OFFLINE_DOCUMENTS } from '../../../electron/core/sync/plan.ts';
import { documentKey } from '../../../electron/core/sync/single.ts';
import { codeOf } from '../db/support.ts';
import { errorOf, mirrored, syncUnderTest } from './support.ts';

/** How many pages of a list were asked for. */
const pages = (requests: readonly string[], list: ReadName): number =>
  requests.filter((request) => request.startsWith(`${list} p`)).length;

test('no list is read before the service could be asked who is signed in', async () => {
  const { sync, service, store } = await syncUnderTest();
  service.living.set('vehicle', ['{"id":1}']);
  service.failing.set('getMe', errorOf('offline'));
  expect(codeOf(await sync.scan('vehicle'))).toBe('test.offline');
  expect(pages(service.requests, 'listVehicles')).toBe(0);
  service.failing.clear();
  expect((await sync.scan('vehicle')).ok).toBe(true);
  expect(pages(service.requests, 'listVehicles')).toBeGreaterThan(0);
  expect((await store.read('scan.states', {})).get('vehicle')?.complete).toBe(true);
});

test('a scan that proved nothing is made again after a minute, not after its long pause', async () => {
  const { sync, service, clock } = await syncUnderTest();
  service.living.set('area', ['{"id":1}']);
  service.living.set('driver', ['{"id":2}']);
  // Pages say that there are more areas than they hold.
  service.total = (rows) => rows + Number(service.requests.at(-1)?.startsWith('listAreas'));
  sync.start();
  // Rounds run one after another: when this one ends, the first is over.
  await sync.scan('role');
  const areas = pages(service.requests, 'listAreas');
  const drivers = pages(service.requests, 'listDrivers');
  expect(Math.min(areas, drivers)).toBeGreaterThan(0);
  clock.advance(76_000);
  await sync.scan('role');
  expect(pages(service.requests, 'listAreas')).toBeGreaterThan(areas);
  expect(pages(service.requests, 'listDrivers')).toBe(drivers);
});

test('a list that could not be read keeps its reason until it was, and no other list has it', async () => {
  const { sync, service, failed } = await syncUnderTest();
  service.living.set('driver', ['{"id":2}']);
  service.failing.set('listAreas', errorOf('server', 500));
  await sync.scan();
  expect(failed.get('area')).toMatchObject({ code: 'test.server', status: 500 });
  expect(failed.get('driver')).toBeNull();
  service.failing.clear();
  await sync.scan('area');
  expect(failed.get('area')).toBeNull();
  // That nothing can be reached is no fault of the list.
  service.failing.set('listAreas', errorOf('offline'));
  await sync.scan('area');
  expect(failed.get('area')).toBeNull();
});

test('documents that are promised offline are read with the first round', async () => {
  const { sync, service, store } = await syncUnderTest();
  for (const name of OFFLINE_DOCUMENTS) service.documents.set(name, `{"of":"${name}"}`);
  expect((await sync.scan()).ok).toBe(true);
  expect(OFFLINE_DOCUMENTS).toContain('getPlanPermissions');
  for (const name of OFFLINE_DOCUMENTS) {
    expect(endpoint(name).offline).toEqual({ is: 'mirror' });
    const kept = await store.read('documents.get', { key: documentKey(name, {}, {}) });
    expect(kept?.json).toBe(name === 'getMe' ? JSON.stringify(service.me) : `{"of":"${name}"}`);
  }
});

test('a reading that a person stops keeps what was read, is no failure, and is not begun again by itself', async () => {
  const { sync, service, store, clock, syncing } = await syncUnderTest();
  service.living.set(
    'area',
    Array.from({ length: 250 }, (_, id) => `{"id":${String(id)}}`),
  );
  service.living.set('driver', ['{"id":2}']);
  service.before = ({ name, page }) => {
    if (name === 'listAreas' && page === 2) sync.stop();
  };
  expect(await sync.scan('area')).toEqual({ ok: true, value: {} });
  const areas = await mirrored(store, 'area');
  expect(areas.length).toBeGreaterThan(0);
  expect(areas.length).toBeLessThan(250);
  expect((await store.read('scan.states', {})).get('area')?.complete).toBe(false);
  expect(syncing.at(-1)).toBeNull();
  // The timers leave lists that were not read alone until their usual time has come.
  service.requests.length = 0;
  sync.start();
  await sync.scan('role');
  expect(pages(service.requests, 'listDrivers')).toBeGreaterThan(0);
  expect(pages(service.requests, 'listAreas')).toBe(0);
  service.before = () => undefined;
  clock.advance(5 * 60_000 + 15_000);
  await sync.scan('role');
  expect(pages(service.requests, 'listAreas')).toBeGreaterThan(0);
  expect(await mirrored(store, 'area')).toHaveLength(250);
});

test('what waits for its turn is stopped with it, and a wish reads everything at once', async () => {
  const { sync, service, store } = await syncUnderTest();
  service.living.set('area', ['{"id":1}']);
  service.before = ({ name }) => {
    if (name === 'listAreas') sync.stop();
  };
  await Promise.all([sync.scan('area'), sync.scan('driver')]);
  expect(pages(service.requests, 'listDrivers')).toBe(0);
  service.before = () => undefined;
  expect((await sync.scan()).ok).toBe(true);
  expect((await store.read('scan.states', {})).get('area')?.complete).toBe(true);
});

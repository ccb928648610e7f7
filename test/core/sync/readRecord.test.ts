import { describe, expect, it } from 'vitest';
import { valueOf } from '../db/support.ts';
import { errorOf, mirrored, rows, syncUnderTest } from './support.ts';

describe('a read by id', () => {
  it('keeps the complete record', async () => {
    const { sync, service, store } = await syncUnderTest();
    service.living.set('area', ['{"id":1,"name":"A","x":1.10}']);
    expect(valueOf(await sync.readRecord('area', '1'))).toEqual({
      json: '{"id":1,"name":"A","x":1.10}',
    });
    expect(await mirrored(store, 'area')).toEqual(['1']);
  });

  it('answers null for a record that is gone, and removes nothing on that alone', async () => {
    const { sync, service, store } = await syncUnderTest();
    service.living.set('area', rows(0, 2));
    valueOf(await sync.scan('area'));
    service.living.set('area', rows(1, 2));
    expect(valueOf(await sync.readRecord('area', '0'))).toBeNull();
    expect(await mirrored(store, 'area')).toEqual(['0', '1']);
  });

  it('never asks the service for a temporary id', async () => {
    const { sync, service } = await syncUnderTest();
    expect(await sync.readRecord('area', '~new-1')).toMatchObject({
      ok: false,
      error: { code: 'sync.temporary' },
    });
    expect(service.requests).toEqual([]);
  });

  it('says so where the interface has none', async () => {
    const { sync } = await syncUnderTest();
    expect(await sync.readRecord('driver', '1')).toMatchObject({
      ok: false,
      error: { code: 'sync.noReadById' },
    });
  });

  it("tries the client's read where the general one is refused", async () => {
    const { sync, service } = await syncUnderTest();
    service.living.set('user', rows(0, 1));
    service.failing.set('getUser', errorOf('denied', 403));
    expect(valueOf(await sync.readRecord('user', '0'))).not.toBeNull();
    expect(service.requests).toEqual(['getMe', 'getUser 0', 'getClientUser 0 11']);
  });
});

it('a record that was made while its list was read is not missed by it', async () => {
  const under = await syncUnderTest();
  under.service.total = () => null;
  under.service.living.set('area', rows(0, 3));
  const put: Promise<unknown>[] = [];
  under.service.before = ({ name, query }) => {
    if (name !== 'listAreas' || query['status'] === undefined) return;
    under.service.before = () => undefined;
    under.clock.advance(1_000);
    const [text = ''] = rows(9, 10);
    const read = { entity: 'area', id: '9', text, path: '$', readAt: under.clock.now() } as const;
    put.push(under.store.write('records.put', read));
  };
  valueOf(await under.sync.scan('area'));
  await Promise.all(put);
  const found = await under.store.read('records.get', { entity: 'area', id: '9' });
  expect(found?.row.listed).toBe(true);
});

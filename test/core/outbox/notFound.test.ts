import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { valueOf } from '../db/support.ts';
import { errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** The service does not find the record of a change: for a moment, for good, or by its id alone. */

const AREA = '{"id":5,"name":"Yard","color":"#112233","coordinates":[{"lat":1.5,"lng":2.5}]}';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('area', AREA);
});
afterEach(() => desk.close());

const change = (body: Record<string, unknown>) => desk.write('updateArea', { areaId: '5' }, body);
const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const names = () =>
  [...desk.service.table('area').values()].map((text) => jsonMember(text, 'name'));

/** So many readings of the area by its id find nothing. */
function hidden(times: number): void {
  const read = desk.service.read.bind(desk.service);
  let left = times;
  desk.service.read = (name, params) => {
    if (name !== 'getArea' || left === 0) return read(name, params);
    left -= 1;
    return { ok: false, error: errorOf(404) };
  };
}

/** The change asks, and its record was never gone. */
async function asked(): Promise<string> {
  hidden(3);
  const op = await change({ name: 'Depot' });
  await desk.settled(op.id, 'NEEDS_USER');
  expect((await desk.op(op.id)).error?.code).toBe('outbox.gone');
  return op.id;
}

describe('a record that is not found for a moment', () => {
  it('is read again before anybody is asked', async () => {
    hidden(2);
    const op = await change({ name: 'Depot' });
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toBeNull();
    expect(sent()).toEqual(['updateArea']);
  });

  it('and so it is where the change itself is answered so', async () => {
    desk.service.faults = [{ status: 404 }];
    const op = await change({ name: 'Depot' });
    await desk.settled(op.id, 'CONFIRMED');
    expect(names()).toEqual(['"Depot"']);
  });

  it('is a refusal where each change is answered so, and the record can be read', async () => {
    desk.service.faults = Array.from({ length: 9 }, () => ({ status: 404 }));
    const op = await change({ name: 'Depot' });
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).not.toBe('outbox.gone');
    expect(sent()).toHaveLength(3);
  });

  it('goes on by itself once a whole list holds it again', async () => {
    const id = await asked();
    desk.clock.advance(60_000);
    const { store, clock } = desk;
    const scan = { entity: 'area', at: clock.now() } as const;
    const { generation } = valueOf(await store.write('scan.begin', scan));
    const rows = { entity: 'area', text: `[${AREA}]`, path: '$', generation } as const;
    valueOf(await store.write('records.ingest', { ...rows, readAt: clock.now() }));
    const end = { ...scan, generation, total: 1, archivedListed: false };
    valueOf(await store.write('scan.complete', { ...end, living: 1, isApart: false }));
    await desk.settled(id, 'CONFIRMED');
    expect(names()).toEqual(['"Depot"']);
  });

  it('is tried again by a person, also where it can’t be read by its id at all', async () => {
    const id = await asked();
    hidden(Infinity);
    expect((await desk.op(id)).remedies).toEqual(['retry', 'recreate', 'discard']);
    valueOf(await desk.outbox.retry(id));
    await desk.until(() => sent().length === 1);
    expect(names()).toEqual(['"Depot"']);
  });

  it.each(['notSent', 'renewed', 'rateLimited'] as const)(
    'is sent by a person’s word also where the first request did not arrive: %s',
    async (fault) => {
      const id = await asked();
      hidden(Infinity);
      desk.service.faults = [fault];
      valueOf(await desk.outbox.retry(id));
      await desk.settled(id, 'CONFIRMED');
      expect(names()).toEqual(['"Depot"']);
    },
  );

  it('is compared with what a list shows of it before a person’s word sends it', async () => {
    const id = await asked();
    hidden(Infinity);
    // The list leaves out what the record by its id has.
    const row = AREA.replace('Yard', 'Theirs').replace(/,"coordinates":.*\]/, '');
    desk.service.table('area').set('5', row);
    valueOf(await desk.outbox.retry(id));
    await desk.until(async () => (await desk.op(id)).error?.code === 'outbox.conflict');
    expect((await desk.op(id)).conflicts).toMatchObject([{ field: 'name', theirs: '"Theirs"' }]);
    const known = await desk.store.read('records.get', { entity: 'area', id: '5' });
    expect(jsonMember(known?.base ?? '{}', 'name')).toBe('"Theirs"');
    expect(known?.base).toContain('"coordinates":[{"lat":1.5,"lng":2.5}]');
    expect(sent()).toEqual([]);
  });

  it('a user of a client with the list of that client', async () => {
    const user = '{"id":31,"email":"ada@example.com","name":"Ada","surname":"May"}';
    await desk.give('user', user);
    const read = desk.service.read.bind(desk.service);
    desk.service.read = (name, params) =>
      name === 'getMe' ? read(name, params) : { ok: false, error: errorOf(404) };
    // The team's own list lacks it.
    const users = desk.service.table('user');
    desk.service.onPage = () => {
      if (desk.service.pages.at(-1)?.startsWith('listClientUsers') === true) {
        users.set('31', user.replace('May', 'Theirs'));
      } else users.clear();
    };
    const params = { clientId: '501', userId: '31' };
    const { id } = await desk.write('updateClientUser', params, { lastName: 'June' });
    await desk.settled(id, 'NEEDS_USER');
    valueOf(await desk.outbox.retry(id));
    await desk.until(async () => (await desk.op(id)).error?.code === 'outbox.conflict');
    expect(sent()).toEqual([]);
  });

  it('is not made anew: the change goes on instead', async () => {
    const id = await asked();
    const answered = valueOf(await desk.outbox.recreate(id));
    expect(answered.id).toBe(id);
    await desk.settled(id, 'CONFIRMED');
    expect(names()).toEqual(['"Depot"']);
  });
});

describe('a record that is made anew', () => {
  const gone = async () => {
    const first = await change({ name: 'Depot' });
    desk.service.table('area').delete('5');
    await desk.settled(first.id, 'NEEDS_USER');
    const second = await change({ color: '#445566' });
    return { first, second };
  };

  it('has all changes that waited for it, which are given up', async () => {
    const { first, second } = await gone();
    const made = valueOf(await desk.outbox.recreate(first.id));
    await desk.settled(made.id, 'CONFIRMED');
    const [area = ''] = desk.service.table('area').values();
    expect([jsonMember(area, 'name'), jsonMember(area, 'color')]).toEqual(['"Depot"', '"#445566"']);
    expect([(await desk.op(first.id)).state, (await desk.op(second.id)).state]).toEqual([
      ...['DISCARDED', 'DISCARDED'],
    ]);
    expect(sent()).toEqual(['createArea']);
  });

  it('is not made once more by what was given up for it', async () => {
    const { first } = await gone();
    const made = valueOf(await desk.outbox.recreate(first.id));
    const again = await desk.outbox.restore(first.id);
    expect(again).toMatchObject({ ok: false, error: { code: 'outbox.wrongState' } });
    await desk.settled(made.id, 'CONFIRMED');
    expect(await desk.outbox.restore(first.id)).toMatchObject({ ok: false });
    expect(desk.service.table('area').size).toBe(1);
  });

  it('and is taken back, leaves its changes to be brought back', async () => {
    const { first } = await gone();
    desk.connection.maySend = false;
    const made = valueOf(await desk.outbox.recreate(first.id));
    valueOf(await desk.outbox.cancel(made.id));
    expect((await desk.outbox.restore(first.id)).ok).toBe(true);
  });
});

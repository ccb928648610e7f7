import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const DAY_MS = 24 * 3_600_000;

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const createVehicle = (regNo: string) => desk.write('createVehicle', {}, { regNo });
const notices = () =>
  desk.events.filter(({ name, payload }) => name === 'notice' && 'code' in payload);
const needsYou = async () => {
  const told = desk.events.findLast(({ name }) => name === 'outbox');
  return told?.name === 'outbox' ? told.payload.needsYou : 0;
};
/** Lets virtual time pass in steps in which the queue works. */
async function pass(ms: number): Promise<void> {
  const until = desk.clock.now() + ms;
  while (desk.clock.now() < until) {
    desk.clock.advance(Math.min(600_000, until - desk.clock.now()));
    await desk.until(() => true);
  }
}

describe('a service that applies a request after the settle window', () => {
  it.each([
    ['two minutes', 120_000],
    ['five hours', 5 * 3_600_000],
    ['twenty-three hours', 23 * 3_600_000],
  ])('a record that it makes %s late is shown with the write', async (_words, late) => {
    desk.service.faults = [{ late }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(2);
    expect((await desk.op(op.id)).error).toBe(null);
    await pass(DAY_MS + 3_600_000);
    const flagged = await desk.op(op.id);
    expect(desk.service.table('vehicle').size).toBe(2);
    expect(flagged).toMatchObject({ state: 'CONFIRMED', error: { code: 'outbox.duplicate' } });
    expect(flagged.candidates).toHaveLength(1);
    expect(flagged.candidates).not.toContain(flagged.targetId);
    expect(notices()).toHaveLength(1);
    expect(await needsYou()).toBe(1);
    const asking = await desk.store.read('outbox.list', {
      states: ['NEEDS_USER'],
      offset: 0,
      limit: 10,
    });
    expect(asking.rows.map(({ id }) => id)).toEqual([op.id]);
    expect(desk.service.arrivals, 'nothing is sent or deleted for it').toHaveLength(2);
  });

  it('reads one list for all that are looked for at once, however long it takes', async () => {
    desk.service.faults = ['replyLost', 'replyLost', 'replyLost'];
    const made = [await createVehicle('NEW 1'), await createVehicle('NEW 2')];
    made.push(await createVehicle('NEW 3'));
    for (const { id } of made) await desk.settled(id, 'CONFIRMED');
    const { pages } = desk.service;
    const before = pages.length;
    const push = pages.push.bind(pages);
    pages.push = (...names) => {
      desk.clock.advance(15_000);
      return push(...names);
    };
    desk.clock.advance(600_000);
    const looks = async (id: string) =>
      (await desk.store.read('outbox.columns', { id }))?.watch ?? '';
    await desk.until(async () => {
      const all = await Promise.all(made.map(({ id }) => looks(id)));
      return all.every((watch) => watch.includes('"looks":1'));
    });
    // The living and the archived ones, each twice: a list proves itself.
    expect(pages.slice(before)).toHaveLength(4);
  });

  it('leaves the time at which a create was confirmed as it is', async () => {
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    const read = async () => await desk.store.read('outbox.columns', { id: op.id });
    const confirmedAt = (await read())?.updated_at;
    await desk.until(async () => (await read())?.watch?.includes('"looks":1') === true);
    expect((await read())?.updated_at).toBe(confirmedAt);
  });

  it('goes on looking after a restart, also when Waybill was shut at the last look', async () => {
    desk.service.faults = [{ late: 7 * 3_600_000 }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    desk.clock.advance(3 * DAY_MS);
    await desk.restart();
    await desk.until(async () => (await desk.op(op.id)).error?.code === 'outbox.duplicate');
  });

  it('looks again after a look that came days late, or on a clock that was set forward', async () => {
    desk.service.faults = [{ late: 3 * DAY_MS + 600_000 }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    desk.clock.advance(3 * DAY_MS);
    await desk.restart();
    const looks = async () =>
      (
        JSON.parse((await desk.store.read('outbox.columns', op))?.watch ?? '{}') as {
          looks?: number;
        }
      ).looks;
    await desk.until(async () => (await looks()) === 1);
    expect((await desk.op(op.id)).error).toBe(null);
    await pass(DAY_MS + 3_600_000);
    expect((await desk.op(op.id)).error?.code).toBe('outbox.duplicate');
    expect(await looks()).toBe(4);
  });

  it('goes on looking when a look was made on a clock that was put back since', async () => {
    desk.service.faults = [{ late: 7 * 3_600_000 }];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'CONFIRMED');
    const ahead = desk.clock.now() + 8 * DAY_MS;
    await desk.store.write('outbox.audited', { id, now: ahead, found: [] });
    await pass(DAY_MS + 3_600_000);
    expect((await desk.op(id)).error?.code).toBe('outbox.duplicate');
  });

  it('looks when the clock was put back before the first look', async () => {
    desk.service.faults = [{ late: 120_000 }];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'CONFIRMED');
    desk.clock.advance(120_000);
    expect(desk.service.table('vehicle').size).toBe(2);
    expect((await desk.op(id)).error).toBe(null);
    desk.clock.advance(-365 * DAY_MS);
    desk.outbox.wake();
    await pass(600_000);
    expect((await desk.op(id)).error?.code).toBe('outbox.duplicate');
  });

  it('looks when the clock was set forward by a year before the first look', async () => {
    desk.service.faults = [{ late: 120_000 }];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'CONFIRMED');
    desk.clock.advance(365 * DAY_MS);
    expect(desk.service.table('vehicle').size).toBe(2);
    // What others made in a long rest is not named for looking somewhat like it.
    desk.service.table('vehicle').set('990', '{"id":990,"regNo":"NEW 2"}');
    await pass(600_000);
    expect((await desk.op(id)).error?.code).toBe('outbox.duplicate');
    expect((await desk.op(id)).candidates).toHaveLength(1);
  });

  it('looks a month later, too, where the lists could not be read at first', async () => {
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'CONFIRMED');
    desk.service.table('vehicle').set('990', '{"id":990,"regNo":"NEW 1"}');
    desk.service.readError = errorOf(500);
    desk.clock.advance(40 * DAY_MS);
    await pass(600_000);
    expect((await desk.op(id)).error).toBe(null);
    desk.service.readError = null;
    await pass(600_000);
    expect((await desk.op(id)).error?.code).toBe('outbox.duplicate');
    expect((await desk.op(id)).candidates).toEqual(['990']);
  });

  it('a person who has seen them is not asked again', async () => {
    desk.service.faults = [{ late: 120_000 }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    await desk.until(async () => (await desk.op(op.id)).error?.code === 'outbox.duplicate');
    expect((await desk.op(op.id)).remedies).toContain('acknowledge');
    expect(await desk.outbox.acknowledge(op.id)).toMatchObject({
      ok: true,
      value: { error: null },
    });
    await pass(2 * DAY_MS);
    expect((await desk.op(op.id)).error).toBe(null);
    expect(notices()).toHaveLength(1);
    expect(await desk.outbox.acknowledge(op.id)).toMatchObject({ ok: false });
    expect(await desk.outbox.acknowledge('nothing')).toMatchObject({ ok: false });
  });

  it('never takes twins that were wanted, or older records, for duplicates', async () => {
    await desk.give('vehicle', '{"id":50,"regNo":"TWIN"}');
    desk.service.faults = ['replyLost'];
    const first = await createVehicle('TWIN');
    const second = await createVehicle('TWIN');
    await desk.settled(second.id, 'CONFIRMED');
    await pass(2 * DAY_MS);
    for (const { id } of [first, second]) {
      expect(await desk.op(id)).toMatchObject({ state: 'CONFIRMED', error: null });
    }
    expect(notices()).toEqual([]);
  });

  it('adds what came late to a write that waits for a person', async () => {
    desk.service.faults = [{ late: 3_600_000 }, 'requestLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).candidates).toEqual([]);
    await pass(DAY_MS);
    const now = await desk.op(op.id);
    expect(now).toMatchObject({ state: 'NEEDS_USER', error: { code: 'outbox.unverifiable' } });
    expect(now.candidates).toHaveLength(1);
    expect(await desk.outbox.link(op.id, now.candidates?.[0] ?? '')).toMatchObject({
      ok: true,
      value: { state: 'CONFIRMED' },
    });
  });

  it('a retry looks once more before it sends, and asks about what it finds', async () => {
    desk.service.faults = ['requestLost', { late: 3_600_000 }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'NEEDS_USER');
    desk.connection.maySend = false;
    desk.clock.advance(2 * 3_600_000);
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    desk.connection.maySend = true;
    await desk.settled(op.id, 'NEEDS_USER');
    const now = await desk.op(op.id);
    expect(now.candidates).toHaveLength(1);
    expect(desk.service.arrivals).toHaveLength(2);
    // Having seen it, the person wants another one all the same.
    expect((await desk.outbox.retry(op.id, now.candidates)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(3);
  });
});

describe('a create that was refused as one too many, of which a copy was done', () => {
  const refused = async (): Promise<Op> => {
    desk.service.faults = ['copyTooMany'];
    const op = await createVehicle('NEW 1');
    await desk.until(async () => (await desk.op(op.id)).hold === 'rateLimit');
    return op;
  };

  it('is looked for as it was sent: an edit waits behind it', async () => {
    const op = await refused();
    const edit = await desk.write('updateVehicle', { vehicleId: op.targetId }, { regNo: 'NEW 2' });
    expect(edit.id).not.toBe(op.id);
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('is shown with the copy that somebody renamed', async () => {
    const op = await refused();
    desk.service.table('vehicle').set('901', '{"id":901,"regNo":"THEIRS"}');
    await desk.settled(op.id, 'CONFIRMED');
    await pass(360_000);
    expect(await desk.op(op.id)).toMatchObject({
      error: { code: 'outbox.duplicate' },
      candidates: ['901'],
    });
  });
});

describe('a create that was refused and then taken back', () => {
  const refused = async (fault: 'copyTooMany' | 'copyRefused' | 'rateLimited'): Promise<Op> => {
    desk.service.faults = [fault];
    const op = await createVehicle('NEW 1');
    const isBack = async (): Promise<boolean> => (await desk.op(op.id)).state === 'QUEUED';
    await desk.until(async () => desk.service.arrivals.length === 1 && (await isBack()));
    return op;
  };

  it.each(['copyTooMany', 'copyRefused'] as const)(
    'is shown with the record that a copy of it had made: %s',
    async (fault) => {
      const op = await refused(fault);
      expect((await desk.outbox.cancel(op.id)).ok).toBe(true);
      await pass(60_000);
      const again = await createVehicle('NEW 1');
      await desk.settled(again.id, 'CONFIRMED');
      desk.service.table('vehicle').set('990', '{"id":990,"regNo":"THEIRS"}');
      await pass(360_000);
      expect(await desk.op(op.id)).toMatchObject({
        state: 'CANCELLED',
        error: { code: 'outbox.madeAnyway' },
        candidates: ['901'],
        remedies: ['acknowledge'],
      });
      expect((await desk.op(again.id)).error).toBe(null);
      expect(notices()).toHaveLength(1);
      await desk.until(async () => (await needsYou()) === 1);
      expect((await desk.outbox.acknowledge(op.id)).ok).toBe(true);
      await pass(DAY_MS);
      expect((await desk.op(op.id)).error).toBe(null);
      expect(desk.service.arrivals, 'nothing is sent or deleted for it').toHaveLength(2);
    },
  );

  it('is shown with it after it was given up, and can be linked to it once it is brought back', async () => {
    desk.service.faults = [{ status: 422 }];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'NEEDS_USER');
    desk.service.table('vehicle').set('990', '{"id":990,"regNo":"NEW 1"}');
    expect((await desk.outbox.discard(id)).ok).toBe(true);
    await pass(360_000);
    expect(await desk.op(id)).toMatchObject({
      state: 'DISCARDED',
      error: { code: 'outbox.madeAnyway' },
      candidates: ['990'],
    });
    expect((await desk.outbox.restore(id)).ok).toBe(true);
    expect((await desk.outbox.link(id, '990')).ok).toBe(true);
    expect(await desk.op(id)).toMatchObject({ state: 'CONFIRMED', targetId: '990' });
  });

  it('is not shown with what its person asked for anew while the answer to that is lost', async () => {
    const op = await refused('rateLimited');
    expect((await desk.outbox.cancel(op.id)).ok).toBe(true);
    await pass(270_000);
    desk.service.faults = ['replyLost'];
    const again = await createVehicle('NEW 1');
    await desk.settled(again.id, 'UNCERTAIN');
    await pass(40_000);
    expect((await desk.op(again.id)).state).toBe('UNCERTAIN');
    await desk.settled(again.id, 'CONFIRMED');
    await pass(DAY_MS);
    expect((await desk.op(op.id)).error).toBe(null);
    expect(notices()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  desk.connection.maySend = false;
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
});
afterEach(() => desk.close());

const rename = (label: string) =>
  desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });

describe('a write that a person holds back', () => {
  it('holds, resumes and cancels a write that waits', async () => {
    const op = await rename('new');
    expect(await desk.outbox.hold(op.id)).toMatchObject({ ok: true, value: { hold: 'person' } });
    desk.connection.maySend = true;
    desk.outbox.wake();
    desk.clock.advance(3_600_000);
    await desk.until(() => true);
    expect(desk.service.arrivals).toEqual([]);
    expect((await desk.outbox.resume(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(await desk.outbox.cancel(op.id)).toMatchObject({
      ok: false,
      error: { kind: 'conflict' },
    });
  });

  it('a write is not hurried where nothing can be sent, and is told why', async () => {
    const op = await rename('new');
    const { updatedAt } = await desk.op(op.id);
    expect(await desk.outbox.retry(op.id)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('work offline') as string },
    });
    desk.connection.signedIn = false;
    expect(await desk.outbox.retry(op.id)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('sign in') as string },
    });
    expect((await desk.op(op.id)).updatedAt).toBe(updatedAt);
  });

  it('a write in doubt is looked for at once where a person asks for that', async () => {
    const op = await rename('new');
    desk.service.faults = ['replyLost'];
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.readError = errorOf(500);
    await desk.until(
      async () => ((await desk.op(op.id)).holdUntil ?? 0) > desk.clock.now() + 60_000,
      3_600_000,
    );
    desk.service.readError = null;
    const askedAt = desk.clock.now();
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.clock.now() - askedAt).toBeLessThan(20_000);
  });

  it('a write that is held while its record is read rests, and asks nothing', async () => {
    const op = await rename('new');
    desk.service.table('vehicle').delete(op.targetId);
    const found = { id: op.id, from: ['QUEUED' as const], now: desk.clock.now(), reason: 'gone' };
    await desk.outbox.hold(op.id);
    const asked = await desk.store.write('outbox.move', { ...found, to: 'NEEDS_USER' });
    expect(asked).toEqual({ ok: true, value: null });
    expect(await desk.op(op.id)).toMatchObject({ state: 'QUEUED', hold: 'person', error: null });
    await desk.outbox.resume(op.id);
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.gone');
  });

  it('the wait that the service asked for goes on when a hold is lifted', async () => {
    desk.service.faults = ['rateLimited'];
    const op = await rename('new');
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.until(async () => (await desk.op(op.id)).hold === 'rateLimit');
    const { holdUntil } = await desk.op(op.id);
    await desk.outbox.hold(op.id);
    expect(await desk.op(op.id)).toMatchObject({ hold: 'person', holdUntil: null });
    await desk.outbox.resume(op.id);
    expect(await desk.op(op.id)).toMatchObject({ hold: 'rateLimit', holdUntil });
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.clock.now()).toBeGreaterThanOrEqual(holdUntil ?? Infinity);
  });

  it.each(['before it is held', 'while it is held'])(
    'a clock that is put back %s makes no pause longer',
    async (when) => {
      desk.service.faults = ['rateLimited'];
      const op = await rename('new');
      desk.connection.maySend = true;
      desk.outbox.wake();
      await desk.until(async () => (await desk.op(op.id)).hold === 'rateLimit');
      const putBack = (): void => desk.clock.advance(-8 * 24 * 3_600_000);
      if (when === 'before it is held') putBack();
      await desk.outbox.hold(op.id);
      if (when === 'while it is held') putBack();
      await desk.outbox.resume(op.id);
      expect(await desk.op(op.id)).toMatchObject({ hold: null, holdUntil: null });
    },
  );

  it('a write that asks keeps its reason when its hold is lifted', async () => {
    const op = await rename('new');
    const error = errorOf(404);
    const change = { hold: 'person' as const, error };
    const held = { id: op.id, from: ['QUEUED' as const], now: desk.clock.now(), reason: 'asks' };
    await desk.store.write('outbox.move', { ...held, to: 'NEEDS_USER', change });
    await desk.outbox.resume(op.id);
    expect(await desk.op(op.id)).toMatchObject({ state: 'NEEDS_USER', hold: null, error });
  });
});

it('a write that is edited takes other values of the tenant’s own fields, asked for among the others', async () => {
  const own = '{"costCentre":"C 1","shift":2}';
  const op = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'bad' }, own);
  const body = { defaultLabel: 'good', costCentre: 'C 2' };
  expect((await desk.outbox.edit(op.id, body)).ok).toBe(true);
  const sends = JSON.parse((await desk.op(op.id)).patch) as unknown;
  expect(sends).toEqual({ defaultLabel: 'good', costCentre: 'C 2', shift: 2 });
  // By null a change empties a field, and a new record goes without it.
  const made = await desk.write(
    'createVehicle',
    {},
    { regNo: 'NEW 1' },
    '{"clientId":501,"shift":2}',
  );
  for (const [{ id }, patch] of [
    [op, { defaultLabel: 'good', costCentre: 'C 2', shift: null }],
    [made, { regNo: 'NEW 2', clientId: 501 }],
  ] as const) {
    const known = id === op.id ? { defaultLabel: 'good' } : { regNo: 'NEW 2' };
    const decision = { remedy: 'edit', body: known, extra: '{"shift":null}' } as const;
    expect((await desk.outbox.decide(id, decision)).ok).toBe(true);
    expect(JSON.parse((await desk.op(id)).patch)).toEqual(patch);
  }
  // What neither the interface nor the write knows is a mistake.
  const wrong = await desk.outbox.edit(op.id, { defaultLabel: 'x', colour: 'red' });
  expect(wrong.ok ? [] : Object.keys(wrong.error.fields ?? {})).toEqual(['colour']);
});

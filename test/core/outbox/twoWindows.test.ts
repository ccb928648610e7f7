import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from '../fakeService.ts';
import { codeOf, valueOf } from '../db/support.ts';
import { chosen } from '../../support/byHand.ts';
import { bench, quiet } from './support.ts';
import type { Bench } from './support.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old","depotId":1}');
});
afterEach(() => desk.close());

const change = (body: object) => desk.write('updateVehicle', { vehicleId: '12' }, { ...body });

/** Holds the next reading until it is let go of, then answers as the service does by then. */
function heldReading(answer?: () => unknown): { asked: Promise<unknown>; release: () => void } {
  const { service } = desk;
  const [asked, held] = [Promise.withResolvers(), Promise.withResolvers()];
  const spy = vi.spyOn(service, 'read');
  spy.mockImplementationOnce(((...asks: Parameters<typeof service.read>) => {
    asked.resolve(null);
    return held.promise.then(answer ?? (() => service.read(...asks)));
  }) as never);
  return { asked: asked.promise, release: () => held.resolve(null) };
}

describe('a write that is edited in one window, and folded into by another', () => {
  beforeEach(() => {
    desk.connection.maySend = false;
  });
  const folded = async (body: object) => {
    const { id, patch } = await change({ defaultLabel: 'new' });
    expect((await change(body)).id).toBe(id);
    return { id, was: patch };
  };
  const patch = async (id: string): Promise<unknown> => JSON.parse((await desk.op(id)).patch);

  it('sends what both of them changed', async () => {
    const { id, was } = await folded({ depotId: 2 });
    valueOf(await desk.outbox.edit(id, { defaultLabel: 'newer' }, was));
    expect(await patch(id)).toEqual({ defaultLabel: 'newer', depotId: 2 });
  });

  it('takes from the other what the form shows and nobody touched there', async () => {
    const { id, was } = await folded({ defaultLabel: 'other' });
    valueOf(await desk.outbox.edit(id, { defaultLabel: 'new', depotId: 3 }, was));
    expect(await patch(id)).toEqual({ defaultLabel: 'other', depotId: 3 });
  });

  it('is not edited where both gave one field another value', async () => {
    const { id, was } = await folded({ defaultLabel: 'other' });
    const edited = await desk.outbox.edit(id, { defaultLabel: 'newer' }, was);
    expect(codeOf(edited)).toBe('outbox.wrongState');
    expect(edited).toMatchObject({
      error: {
        message: 'The same was changed meanwhile: Label. Open this again to see it as it is now.',
      },
    });
    expect(await patch(id)).toEqual({ defaultLabel: 'other' });
  });
});

it('a create that is sent again while it is being linked is not linked', async () => {
  desk.service.faults = ['requestLost', 'requestLost'];
  const { id } = await desk.write('createVehicle', {}, { regNo: 'WB 13' });
  await desk.settled(id, 'NEEDS_USER');
  desk.connection.maySend = false;
  const { asked, release } = heldReading();
  const linked = desk.outbox.link(id, '12');
  await asked;
  valueOf(await desk.outbox.retry(id));
  release();
  expect(codeOf(await linked)).toBe('outbox.wrongState');
  expect((await desk.op(id)).state).toBe('QUEUED');
});

it.each([
  ['fails', 400],
  ['is refused', 403],
])('what is edited during a reading that %s keeps what had left of it', async (_, status) => {
  desk.service.faults = ['rateLimited'];
  const { id } = await change({ defaultLabel: 'new' });
  await desk.until(() => desk.service.arrivals.length === 1);
  const { asked, release } = heldReading(() => ({ ok: false, error: errorOf(status) }));
  let isAsked = false;
  void asked.then(() => (isAsked = true));
  await desk.until(() => isAsked);
  valueOf(await desk.outbox.edit(id, { defaultLabel: 'newer' }));
  desk.connection.maySend = false;
  release();
  await quiet();
  const columns = await desk.store.read('outbox.columns', { id });
  expect(columns?.state).toBe('QUEUED');
  expect(JSON.parse(columns?.watch ?? '{}')).toMatchObject({
    leftBefore: '{"defaultLabel":"new"}',
  });
});

it('a create is sent again only by whoever has seen what was found of it meanwhile', async () => {
  desk.service.faults = [{ late: 4 * 60_000 }, 'requestLost'];
  const { id } = await desk.write('createVehicle', {}, { regNo: 'WB 13' });
  await desk.settled(id, 'NEEDS_USER');
  expect((await desk.op(id)).candidates).toEqual([]);
  const candidates = async () => (await desk.op(id)).candidates ?? [];
  await desk.until(async () => (await candidates()).length > 0, 2 * 60 * 60_000);
  expect(codeOf(await desk.outbox.retry(id))).toBe('outbox.wrongState');
  expect((await desk.op(id)).state).toBe('NEEDS_USER');
  const found = await candidates();
  expect(found).toHaveLength(1);
  valueOf(await desk.outbox.retry(id, found));
});

it('a create that may have made more records than a table shows asks about the others next', async () => {
  desk.service.faults = ['requestLost'];
  const { id } = await desk.write('createVehicle', {}, { regNo: 'WB 13' });
  await desk.until(() => desk.service.arrivals.length === 1);
  for (let at = 1; at <= 25; at += 1) {
    desk.service.table('vehicle').set(String(1000 + at), `{"id":${1000 + at},"regNo":"N ${at}"}`);
  }
  await desk.settled(id, 'NEEDS_USER');
  const { candidates = [] } = await desk.op(id);
  expect(candidates).toHaveLength(25);
  const shown = valueOf(await desk.outbox.candidates(id)).map((one) => one.id);
  valueOf(await desk.outbox.retry(id, shown));
  await desk.settled(id, 'NEEDS_USER');
  const { candidates: left = [] } = await desk.op(id);
  expect([...shown, ...left].sort()).toEqual([...candidates].sort());
  expect(desk.service.arrivals).toHaveLength(1);
});

describe('a conflict that two windows show', () => {
  const theirs = (fields: object) =>
    desk.service.table('vehicle').set('12', JSON.stringify({ id: 12, regNo: 'WB 12', ...fields }));
  /** What the window that was opened first shows, once the other one has chosen mine. */
  const decidedElsewhere = async (sent: Record<string, unknown>, since: object) => {
    desk.connection.maySend = false;
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old","model":"M"}');
    const { id } = await change(sent);
    theirs({ defaultLabel: 'theirs', model: 'M' });
    desk.connection.maySend = true;
    await desk.settled(id, 'NEEDS_USER');
    const { conflicts } = await desk.op(id);
    theirs(since);
    valueOf(await desk.outbox.resolve(id, { defaultLabel: 'mine' }));
    await desk.settled(id, 'NEEDS_USER');
    return { id, conflicts };
  };
  const decide = (id: string, choices: ReturnType<typeof chosen>) =>
    desk.outbox.decide(id, { remedy: 'resolve', choices });

  it('is not decided by a choice that was made over another value', async () => {
    const since = { defaultLabel: 'theirs anew', model: 'M' };
    const { id, conflicts } = await decidedElsewhere({ defaultLabel: 'mine' }, since);
    const late = await decide(id, chosen(conflicts, { defaultLabel: 'mine' }));
    expect(codeOf(late)).toBe('outbox.wrongState');
    expect(await desk.op(id)).toMatchObject({
      state: 'NEEDS_USER',
      conflicts: [{ theirs: '"theirs anew"' }],
    });
    expect(desk.service.arrivals).toEqual([]);
    valueOf(await decide(id, { defaultLabel: 'mine' }));
    await desk.settled(id, 'CONFIRMED');
  });

  it('takes no side in a field that was not disputed then', async () => {
    const sent = { defaultLabel: 'mine', model: 'mine' };
    const { id, conflicts } = await decidedElsewhere(sent, {
      defaultLabel: 'theirs',
      model: 'theirs',
    });
    expect((await desk.op(id)).conflicts).toMatchObject([{ field: 'model', theirs: '"theirs"' }]);
    const choices = chosen(conflicts, { defaultLabel: 'mine' });
    const input = { id, now: desk.clock.now(), choices };
    const written = await desk.store.write('outbox.resolve', input);
    expect(written).toMatchObject({ ok: false, error: { code: 'outbox.wrongState' } });
    expect(desk.service.arrivals).toEqual([]);
  });
});

it('Try again counts for what the write asked as it was pressed, not for a question that came since', async () => {
  desk.connection.maySend = false;
  const { id } = await change({ defaultLabel: 'new' });
  desk.clock.advance(8 * 24 * 3_600_000);
  desk.connection.maySend = true;
  await desk.settled(id, 'NEEDS_USER');
  const pressedOver = (asked: string | null) =>
    desk.outbox.decide(id, { remedy: 'retry', seen: [], asked });
  for (const other of ['outbox.unverifiable', null]) {
    expect(codeOf(await pressedOver(other))).toBe('outbox.wrongState');
  }
  expect((await desk.op(id)).state).toBe('NEEDS_USER');
  valueOf(await pressedOver('outbox.old'));
  await desk.settled(id, 'CONFIRMED');
});

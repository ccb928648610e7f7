import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/result.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { OFFLINE, errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** A change that was answered as done, and whose record could not be read right after. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
});
afterEach(() => desk.close());

/** What answers every request with nothing. */
const EMPTY: AppError = {
  kind: 'invalid',
  code: 'http.shape',
  message: 'The service answered with nothing.',
  next: 'retry',
  status: 200,
};

/** Readings fail from the next write on. */
function failing(error: AppError): void {
  const mutate = desk.service.mutate.bind(desk.service);
  desk.service.mutate = (...args) => {
    desk.service.readError = error;
    desk.service.mutate = mutate;
    return mutate(...args);
  };
}

const rename = (label: string) =>
  desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });
const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);
const DAY_MS = 24 * 3_600_000;

describe('a change that was answered as done and could not be read', () => {
  it.each([
    ['the network went', OFFLINE],
    ['the gateway answers everything with nothing', EMPTY],
    ['the service is in trouble', errorOf(503)],
  ])('is read again for as long as that fails, where %s', async (_what, error) => {
    failing(error);
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    desk.clock.advance(DAY_MS);
    await desk.until(() => true);
    expect((await desk.op(op.id)).state).not.toBe('CONFIRMED');
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toBeNull();
    expect(sent()).toEqual(['updateVehicle']);
  });

  it('is told where it was not done, and not sent a second time', async () => {
    desk.service.faults = ['onlySaid'];
    failing(EMPTY);
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toMatchObject({
      code: 'outbox.flagged',
      message: 'The service keeps otherwise than sent: Label.',
    });
    expect(sent()).toEqual(['updateVehicle']);
    expect(await desk.shown('vehicle', '12')).toBe(desk.service.table('vehicle').get('12'));
  });

  it('replaces nothing that somebody else has set meanwhile', async () => {
    failing(OFFLINE);
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.table('vehicle').set('12', '{"id":12,"regNo":"WB 12","defaultLabel":"theirs"}');
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error?.code).toBe('outbox.flagged');
    expect(sent()).toEqual(['updateVehicle']);
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"theirs"');
  });

  it.each([
    ['done', []],
    ['not done', ['onlySaid' as const]],
  ])('goes first where it was %s: the next one waits, and is no conflict', async (_is, faults) => {
    desk.service.faults = faults;
    failing(OFFLINE);
    const first = await rename('new');
    await desk.settled(first.id, 'UNCERTAIN');
    const second = await rename('newer');
    desk.service.readError = null;
    await desk.settled(second.id, 'CONFIRMED');
    expect((await desk.op(first.id)).state).toBe('CONFIRMED');
    expect(sent()).toEqual(['updateVehicle', 'updateVehicle']);
  });

  it.each([403, 404, 405])('is believed where the service answers %i', async (status) => {
    failing(errorOf(status));
    const op = await rename('new');
    await desk.until(() => sent().length === 1);
    await desk.settled(op.id, 'CONFIRMED', 60_000);
    expect(sent()).toEqual(['updateVehicle']);
  });

  it.each([403, 404, 405])('and so it is where that comes later: %i', async (status) => {
    failing(OFFLINE);
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.readError = errorOf(status);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['updateVehicle']);
  });

  it('is read back later, however many others can not be', async () => {
    const ids = ['12', '13', '14', '15', '16', '17'];
    for (const id of ids) await desk.give('vehicle', `{"id":${id},"defaultLabel":"old"}`);
    const read = desk.service.read.bind(desk.service);
    let isSick = true;
    desk.service.read = (name, params) =>
      name === 'getVehicle' &&
      (isSick || params['vehicleId'] !== '17') &&
      sent().length === ids.length
        ? { ok: false, error: errorOf(404) }
        : read(name, params);
    desk.connection.maySend = false;
    const ops = [];
    for (const vehicleId of ids) {
      ops.push(await desk.write('updateVehicle', { vehicleId }, { defaultLabel: 'new' }));
    }
    desk.connection.maySend = true;
    desk.outbox.wake();
    for (const op of ops) await desk.settled(op.id, 'CONFIRMED', 120_000);
    isSick = false;
    const isRead = async () =>
      (await desk.store.read('outbox.unread', { limit: 10 })).every(({ id }) => id !== '17');
    await desk.until(isRead, 600_000);
  });

  it('that does not show yet is not read again sooner because a person presses', async () => {
    desk.service.faults = ['onlySaid'];
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    const { holdUntil } = await desk.op(op.id);
    expect((await desk.outbox.retry(op.id)).ok).toBe(true);
    expect(await desk.op(op.id)).toMatchObject({ state: 'UNCERTAIN', hold: 'retry', holdUntil });
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.clock.now()).toBeGreaterThanOrEqual(holdUntil ?? Infinity);
  });

  it('that no reading showed is told once the record is gone', async () => {
    desk.service.faults = ['onlySaid'];
    const op = await rename('new');
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.table('vehicle').delete('12');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).error).toMatchObject({
      code: 'outbox.flagged',
      message: expect.stringContaining('the record is gone') as string,
    });
    expect(sent()).toEqual(['updateVehicle']);
  });

  it('a confirmed change stays on the desk while the record could not be read again', async () => {
    failing(errorOf(403));
    const op = await rename('new');
    await desk.settled(op.id, 'CONFIRMED');
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"new"');
    await desk.restart();
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"new"');
    desk.service.readError = null;
    await desk.until(
      async () => (await desk.store.read('outbox.unread', { limit: 9 })).length === 0,
    );
    expect(await desk.shown('vehicle', '12')).toBe(desk.service.table('vehicle').get('12'));
  });

  it('a change after one that could not be read again is no conflict with that one', async () => {
    failing(errorOf(403));
    const first = await rename('new');
    await desk.settled(first.id, 'CONFIRMED');
    desk.service.readError = OFFLINE;
    const second = await rename('newer');
    expect(second.before).toBe('{"defaultLabel":"new"}');
    desk.service.readError = null;
    await desk.settled(second.id, 'CONFIRMED');
    expect(jsonMember(desk.service.table('vehicle').get('12') ?? '', 'defaultLabel')).toBe(
      '"newer"',
    );
  });
});

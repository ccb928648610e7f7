import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

/** Fuel transactions have no reading by their id: before an assignment their list is read. */

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
  for (const id of ['1', '2', '3']) {
    await desk.give('vehicle', `{"id":${id},"regNo":"WB ${id}"}`);
    await desk.give('fuelTransaction', `{"id":${id},"petrolStation":"P","vehicle":null}`);
  }
});
afterEach(() => desk.close());

const assign = (recordId: string, vehicleId: number) =>
  desk.write('assignFuelTransaction', { recordId }, { vehicleId });
const lists = () => desk.service.pages.filter((name) => name === 'listFuelTransactions').length;
const vehicleOf = (recordId: string) =>
  jsonMember(desk.service.table('fuelTransaction').get(recordId) ?? '{}', 'vehicle');

it('an assignment asks about one that somebody made since the list for the one before it', async () => {
  const first = await assign('1', 1);
  await desk.settled(first.id, 'CONFIRMED', 3_000);
  const theirs = '{"id":2,"petrolStation":"P","vehicle":{"id":3}}';
  desk.service.table('fuelTransaction').set('2', theirs);
  const second = await assign('2', 1);
  await desk.settled(second.id, 'NEEDS_USER');
  expect((await desk.op(second.id)).error?.code).toBe('outbox.conflict');
  expect(vehicleOf('2')).toBe('{"id":3}');
});

it('an assignment that is corrected at once asks nothing', async () => {
  const wrong = await assign('1', 1);
  await desk.settled(wrong.id, 'CONFIRMED', 3_000);
  const right = await assign('1', 2);
  await desk.settled(right.id, 'CONFIRMED');
  expect(vehicleOf('1')).toBe('{"id":2}');
});

it('nor does one that was corrected while it waited to be sent again', async () => {
  desk.service.faults = ['rateLimited'];
  await assign('1', 1);
  await desk.until(() => desk.service.arrivals.length === 1);
  const right = await assign('1', 2);
  await desk.settled(right.id, 'CONFIRMED');
  expect(vehicleOf('1')).toBe('{"id":2}');
});

it('assignments that were made together share one list', async () => {
  desk.connection.maySend = false;
  const made = [await assign('1', 1), await assign('2', 1), await assign('3', 1)];
  desk.clock.advance(1);
  desk.connection.maySend = true;
  for (const { id } of made) await desk.settled(id, 'CONFIRMED');
  expect(lists()).toBe(1);
});

it('an assignment whose answer names another record, or none, counts as done once its list shows it', async () => {
  for (const reply of ['{"id":2}', '{}']) {
    desk.service.faults = [{ answeredWith: reply, undone: true }];
    const { id } = await assign('1', 1);
    await desk.until(async () => (await desk.op(id)).state === 'UNCERTAIN');
    const read = lists();
    await desk.settled(id, 'CONFIRMED');
    expect(lists()).toBeGreaterThan(read);
    expect((await desk.op(id)).error?.message).toContain('keeps otherwise than sent');
    expect(vehicleOf('1')).toBe('null');
  }
  expect(desk.service.arrivals).toHaveLength(2);
});

it('an assignment asks where no list ever proves to be complete', async () => {
  desk.service.miscounts = true;
  const { id } = await assign('1', 1);
  await desk.settled(id, 'NEEDS_USER');
  expect((await desk.op(id)).error?.message).toContain('the list is not complete');
  expect(desk.service.arrivals).toEqual([]);
  // A person's word sends it, though nothing lets it be compared.
  expect((await desk.outbox.decide(id, { remedy: 'retry' })).ok).toBe(true);
  await desk.until(() => desk.service.arrivals.length === 1);
});

it('an assignment in doubt asks where no list ever proves to be complete', async () => {
  desk.service.faults = ['replyLost'];
  const { id } = await assign('1', 1);
  await desk.until(() => desk.service.arrivals.length === 1);
  desk.service.miscounts = true;
  await desk.settled(id, 'NEEDS_USER');
  expect((await desk.op(id)).error?.code).toBe('outbox.unverifiable');
  expect(desk.service.arrivals).toHaveLength(1);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_HISTORY, historyForFile } from '../../../electron/core/outbox/model/transfer.ts';
import { exportOutbox, importFile } from '../../../electron/core/outbox/queue/files.ts';
import { place, textIn, valueOf } from '../transferSupport.ts';
import type { Json, Place } from '../transferSupport.ts';

let here: Place;
let desk: Place['desk'];
beforeEach(async () => {
  here = await place();
  desk = here.desk;
});
afterEach(() => desk.close());

describe('an export', () => {
  it('is a ZIP with a page for people and everything that Waybill needs to go on', async () => {
    await here.rename('North <b>yard</b>');
    const made = await here.create('WB 99');
    const { bytes, name, count } = await here.exported('copy');
    expect(name).toMatch(/^Waybill outbox \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.zip$/);
    expect(count).toBe(2);
    const page = await textIn(bytes, 'writes.html');
    for (const words of [
      'Change a vehicle',
      'WB 12',
      '>Label<',
      '>old<',
      'North &lt;b&gt;yard',
      'Waiting.',
      'asked for',
      'Add a vehicle',
      'This is a copy',
    ]) {
      expect(page, words).toContain(words);
    }
    expect(page).not.toMatch(/<script|<b>yard/);
    const json = JSON.parse(await textIn(bytes, 'outbox.json')) as Json;
    expect(json).toMatchObject({
      format: 'waybill-outbox',
      version: 1,
      kind: 'copy',
      identity: { id: here.account.identity.id, service: 'https://fleet.example/api' },
      ops: [
        {
          endpoint: 'updateVehicle',
          target_id: '12',
          patch: '{"defaultLabel":"North <b>yard</b>"}',
        },
        { id: made.id, target_id: made.targetId, history: [{ to: 'QUEUED', reason: 'asked for' }] },
      ],
      idMap: [],
    });
    expect(await here.states()).toEqual(['QUEUED -', 'QUEUED -']);
  });

  it.each([
    ['an id of 3,000 characters', 'x'.repeat(3_000), 'WB 14'],
    ['the longest id', 'y'.repeat(20_000), ''],
    ['a long name', '14', 'n'.repeat(30_000)],
  ])('comes in elsewhere with a write to a record with %s', async (_what, id, defaultLabel) => {
    await desk.give('vehicle', JSON.stringify({ id, defaultLabel }));
    const { id: opId } = await here.rename('mine', id);
    const { bytes } = await here.exported('handOver');
    const there = await place(here);
    const brought = valueOf(await importFile(there.account, bytes));
    expect(brought).toMatchObject({ imported: 1 });
    expect((await there.desk.op(opId)).targetId).toBe(id);
    await there.desk.close();
  });

  it('names the records of an assignment, and shows what the service holds in a conflict', async () => {
    await desk.give('driver', '{"id":77,"fullName":"Given Name"}');
    await desk.write('setDriver', { vehicleId: '12', driverId: '77' });
    const op = await here.rename('mine');
    const conflicts = [
      { field: 'defaultLabel', base: '"old"', mine: '"mine"', theirs: '"theirs"' },
    ];
    const asked = { id: op.id, from: ['QUEUED' as const], to: 'NEEDS_USER' as const };
    const now = desk.clock.now();
    await desk.store.write('outbox.move', { ...asked, now, reason: 'asks', change: { conflicts } });
    const page = await textIn((await here.exported('copy')).bytes, 'writes.html');
    expect(page).toContain('>Given Name<');
    expect(page).toContain('At the service');
    expect(page).toContain('>theirs<');
  });

  it('holds the chosen writes and those that they need, and nothing settled unless it was chosen', async () => {
    const made = await here.create('WB 99');
    await here.rename('apart');
    const dependent = await desk.write('setDriver', {
      vehicleId: made.targetId,
      driverId: await here.driver(),
    });
    const { bytes } = await here.exported('copy', [dependent.id]);
    const json = JSON.parse(await textIn(bytes, 'outbox.json')) as Json;
    expect(json.ops.map(({ id }) => id)).toEqual([made.id, dependent.id]);
    valueOf(await desk.outbox.cancel(dependent.id));
    valueOf(await desk.outbox.cancel(made.id));
    expect((await here.exported('copy')).count).toBe(1);
    expect((await here.exported('copy', [made.id])).count).toBe(1);
  });

  it('of nothing is refused in words', async () => {
    const refused = await exportOutbox(here.account, 'copy', null);
    expect(refused).toMatchObject({ ok: false, error: { code: 'transfer.nothing' } });
    expect(here.files).toEqual([]);
  });

  it('to hand over holds the writes here, and they are looked for before they are sent after all', async () => {
    const { id } = await here.rename('mine');
    const { left } = await here.exported('handOver');
    expect(left).toBe(0);
    const held = await desk.op(id);
    expect(held).toMatchObject({
      state: 'UNCERTAIN',
      hold: 'handedOver',
      remedies: ['resume', 'discard'],
    });
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.until(() => desk.clock.now() > 0, 60_000);
    expect(desk.service.arrivals).toEqual([]);
    // Somebody else sent it meanwhile: it is found, not sent again.
    desk.service.apply('updateVehicle', { vehicleId: '12' }, '{"defaultLabel":"mine"}');
    valueOf(await desk.outbox.resume(id));
    await desk.settled(id, 'CONFIRMED');
    expect(desk.service.arrivals).toEqual([]);
  });

  it('that the person does not keep leaves the writes what they were', async () => {
    const { id } = await here.rename('mine');
    const held = await here.rename('held', '13');
    valueOf(await desk.outbox.hold(held.id));
    here.keeps = false;
    expect((await here.exported('handOver')).outcome).toBe('cancelled');
    expect(await here.states()).toEqual(['QUEUED person', 'QUEUED -']);
    desk.connection.maySend = true;
    await desk.settled(id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('and asks nothing about a new record that was to go with them', async () => {
    const made = await desk.write('createAreaGroup', {}, { name: 'Night' });
    here.keeps = false;
    for (const _twice of [1, 2]) {
      expect((await here.exported('handOver')).outcome).toBe('cancelled');
    }
    desk.connection.maySend = true;
    await desk.settled(made.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('asks about one that was handed over, whatever a later file came to', async () => {
    const made = await desk.write('createAreaGroup', {}, { name: 'Night' });
    expect((await here.exported('handOver')).outcome).toBe('file');
    here.keeps = false;
    expect((await here.exported('handOver')).outcome).toBe('cancelled');
    valueOf(await desk.outbox.resume(made.id));
    desk.connection.maySend = true;
    await desk.settled(made.id, 'NEEDS_USER');
    expect(desk.service.arrivals).toEqual([]);
  });

  it('has no more of what became of a write than another computer takes', () => {
    const row = (at: number, to: string) => ({ at, from: 'QUEUED', to, reason: null });
    const long = Array.from({ length: MOST_HISTORY + 5 }, (_, at) => row(at, 'QUEUED'));
    expect(historyForFile(long)).toEqual([long[0], ...long.slice(6)]);
    const doubted = long.with(2, row(2, 'UNCERTAIN'));
    expect(historyForFile(doubted)).toEqual([doubted[2], ...long.slice(6)]);
    expect(historyForFile(long.slice(5))).toEqual(long.slice(5));
  });

  it('leaves a write on its way where it is', async () => {
    desk.service.faults = ['crash'];
    const { id } = await here.rename('mine');
    desk.connection.maySend = true;
    desk.outbox.wake();
    await desk.until(async () => (await desk.op(id)).state === 'SENDING');
    desk.connection.maySend = false;
    await here.rename('another', '13');
    const { left, count } = await here.exported('handOver');
    expect({ left, count }).toEqual({ left: 1, count: 1 });
    expect((await desk.op(id)).state).toBe('SENDING');
  });

  it('holds no token, whatever the service echoed', async () => {
    desk.service.faults = [{ status: 422 }];
    const { id } = await here.rename('mine');
    desk.connection.maySend = true;
    await desk.settled(id, 'NEEDS_USER');
    const { bytes } = await here.exported('copy');
    expect(await textIn(bytes, 'outbox.json')).not.toContain('"message":"no"');
    expect(await textIn(bytes, 'outbox.json')).not.toContain('last_body');
    expect(await textIn(bytes, 'writes.html')).toContain('The service answered 422.');
  });
});

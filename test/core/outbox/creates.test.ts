import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const GROUP = { endpoint: 'createAreaGroup', params: {}, body: { name: 'Depots' } } as const;

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const createGroup = () => desk.write(GROUP.endpoint, GROUP.params, GROUP.body);
const createVehicle = (regNo: string) => desk.write('createVehicle', {}, { regNo });
const sent = () => desk.service.arrivals.map(({ endpoint }) => endpoint);

describe('what becomes of a create whose reply is lost', () => {
  it('failure 01: applied, reply lost: no blind resend of a create', async () => {
    desk.service.faults = ['replyLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle']);
    expect((await desk.op(op.id)).targetId).toBe('901');
    expect(await desk.shown('vehicle', op.targetId)).toContain('"regNo":"NEW 1"');
  });

  it('flags a record of the same registration in which the rest is otherwise', async () => {
    desk.service.faults = ['requestLost'];
    const body = { regNo: 'NEW 1', defaultLabel: 'Mine', model: 'Pico' };
    const op = await desk.write('createVehicle', {}, body);
    await desk.settled(op.id, 'UNCERTAIN');
    await desk.give('vehicle', '{"id":77,"regNo":"new1","defaultLabel":"Theirs"}');
    await desk.settled(op.id, 'CONFIRMED');
    const found = await desk.op(op.id);
    expect(found).toMatchObject({ targetId: '77', error: { code: 'outbox.flagged' } });
    expect(found.error?.message).toContain('Label');
    expect(found.error?.message).toContain('It does not show: Model.');
    expect(sent()).toEqual(['createVehicle']);
  });

  const answeredWith = (reply: string): void => {
    desk.service.faults = [{ answeredWith: reply }];
  };

  it('is looked for where the service answers with the id of a job', async () => {
    answeredWith('{"id":"job-1","status":"queued"}');
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('901');
    expect(sent()).toEqual(['createVehicle']);
  });

  /** The service keeps nothing of what it says that it made. */
  const keepNothing = (): void => {
    const apply = desk.service.apply.bind(desk.service);
    desk.service.apply = (...given) => {
      const made = apply(...given);
      desk.service.table('vehicle').delete('901');
      return made;
    };
  };

  /** The first reading by its id fails, whatever the service holds. */
  const failOnce = (): void => {
    const read = desk.service.read.bind(desk.service);
    let left = 1;
    desk.service.read = (name, params) => {
      if (name !== 'getVehicle' || left === 0) return read(name, params);
      left -= 1;
      return { ok: false, error: errorOf(502) };
    };
  };

  it('is read again where the first reading of what the reply names fails', async () => {
    failOnce();
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect(await desk.op(op.id)).toMatchObject({ targetId: '901', error: null });
    expect(sent()).toEqual(['createVehicle']);
  });

  it('is not believed made by a reply alone: the record may be nowhere', async () => {
    answeredWith('{"id":901,"regNo":"NEW 1"}');
    failOnce();
    const op = await createVehicle('NEW 1');
    keepNothing();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({ error: { code: 'outbox.unverifiable' } });
    expect(sent()).toEqual(['createVehicle']);
  });

  it('asks where nothing of it comes, and is not sent again', async () => {
    answeredWith('{"id":901,"regNo":"NEW 1"}');
    const op = await createVehicle('NEW 1');
    keepNothing();
    await desk.settled(op.id, 'NEEDS_USER');
    expect(await desk.op(op.id)).toMatchObject({ error: { code: 'outbox.unverifiable' } });
    expect(sent()).toEqual(['createVehicle']);
  });

  it('has the record that the reply named once the service knows it', async () => {
    answeredWith('{"id":901,"regNo":"NEW 1"}');
    const read = desk.service.read.bind(desk.service);
    desk.service.read = (name, params) =>
      name === 'getVehicle' ? { ok: false, error: errorOf(404) } : read(name, params);
    const op = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    const from = desk.clock.now();
    await desk.settled(op.id, 'CONFIRMED');
    expect(desk.clock.now() - from).toBeLessThan(10_000);
    expect(await desk.op(op.id)).toMatchObject({ targetId: '901', error: null });
  });

  it('is not sent again after a refusal while a new record that is the same is there', async () => {
    await desk.give('vehicle', '{"id":76,"regNo":"OLD 1"}');
    desk.service.faults = ['copyRefused'];
    const op = await createVehicle('NEW 1');
    await desk.until(() => sent().length === 1);
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createVehicle']);
    expect(await desk.op(op.id)).toMatchObject({
      error: { code: 'outbox.unverifiable' },
      candidates: ['901'],
    });
    expect((await desk.outbox.link(op.id, '901')).ok).toBe(true);
    expect((await desk.op(op.id)).targetId).toBe('901');
  });

  it('is looked for where the session was renewed at once, before it leaves again', async () => {
    desk.service.faults = ['copyRenewed'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createVehicle']);
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
  });

  it('is looked for once where the session is refused and renewed again and again', async () => {
    desk.service.faults = ['renewed', 'renewed'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle', 'createVehicle', 'createVehicle']);
  });

  it('is looked for once more where the session is renewed a second time', async () => {
    desk.service.faults = ['renewed', 'copyRenewed'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'NEEDS_USER');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
  });

  it('is sent again after a refusal where nothing came of it', async () => {
    desk.service.faults = ['signIn'];
    const op = await createVehicle('NEW 1');
    await desk.until(() => sent().length === 1);
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it('that cannot be decoded any more and may have left says where to look', async () => {
    desk.service.faults = ['replyLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'UNCERTAIN');
    await desk.corrupt(op.id, 'payload_version', 99);
    await desk.settled(op.id, 'NEEDS_USER');
    const { error } = await desk.op(op.id);
    expect(error?.code).toBe('outbox.undecodable');
    expect(error?.safe).toContain('may have reached the service');
  });

  it('takes no record for its own that an earlier write is meant for', async () => {
    const record = '{"id":77,"regNo":"NEW 1"}';
    await desk.give('vehicle', record);
    desk.service.table('vehicle').delete('77');
    const earlier = await desk.write(
      'updateVehicle',
      { vehicleId: '77' },
      { defaultLabel: 'Other' },
    );
    await desk.settled(earlier.id, 'NEEDS_USER');
    desk.service.faults = ['requestLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'UNCERTAIN');
    // Deleted it was not: it comes back while the create waits.
    desk.service.table('vehicle').set('77', record);
    // Or its id was given again, and this is what the create made: nothing tells.
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).candidates).toEqual(['77']);
    expect(sent()).toEqual(['createVehicle']);
  });

  it('waits until the request has surely ended before it looks', async () => {
    desk.service.faults = [{ late: 45_000 }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle']);
    expect(desk.service.table('vehicle').size).toBe(1);
  });

  it('sends a second time only after three complete lists without it', async () => {
    desk.service.faults = ['requestLost'];
    const op = await createVehicle('NEW 1');
    const sentAt = desk.clock.now();
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
    expect(desk.clock.now() - sentAt).toBeGreaterThan(60_000);
    const history = await desk.store.read('outbox.history', { id: op.id });
    expect(history.filter(({ to }) => to === 'VERIFYING')).toHaveLength(3);
  });

  it('asks after the second POST without a trace, and never sends a third by itself', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'NEEDS_USER');
    desk.clock.advance(24 * 3_600_000);
    await desk.until(() => true);
    expect(sent()).toHaveLength(2);
    const now = await desk.op(op.id);
    expect(now.error?.code).toBe('outbox.unverifiable');
    expect(now.remedies).toEqual(['link', 'retry', 'discard']);
  });

  it('concludes nothing from a list that can not be read', async () => {
    desk.service.faults = ['requestLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'UNCERTAIN');
    desk.service.readError = errorOf(500);
    desk.clock.advance(600_000);
    await desk.until(() => true);
    expect((await desk.op(op.id)).state).toBe('UNCERTAIN');
    expect(sent()).toHaveLength(1);
    desk.service.readError = null;
    await desk.settled(op.id, 'CONFIRMED');
  });

  it('asks where only a fingerprint matches, and links what a person names', async () => {
    desk.service.faults = ['replyLost'];
    const op = await createGroup();
    await desk.settled(op.id, 'NEEDS_USER');
    expect((await desk.op(op.id)).candidates).toEqual(['901']);
    const linked = await desk.outbox.link(op.id, '901');
    expect(linked).toMatchObject({ ok: true, value: { state: 'CONFIRMED', targetId: '901' } });
    expect(sent()).toEqual(['createAreaGroup']);
  });

  it('never takes a record that was there before, nor one that another create made', async () => {
    await desk.give('vehicle', '{"id":50,"regNo":"NEW 1"}');
    desk.service.faults = ['requestLost'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('901');
  });

  it('never takes a record that another create is known to have made', async () => {
    desk.service.faults = ['requestLost'];
    const plain = await createGroup();
    const other = await desk.write('createAreaGroup', {}, GROUP.body, '{"zone":1}');
    await desk.settled(other.id, 'CONFIRMED');
    await desk.settled(plain.id, 'CONFIRMED');
    expect((await desk.op(plain.id)).targetId).not.toBe((await desk.op(other.id)).targetId);
    expect(sent()).toHaveLength(3);
  });

  it('believes no reply that names what an earlier create made', async () => {
    const first = await createVehicle('NEW 1');
    await desk.settled(first.id, 'CONFIRMED');
    const { targetId } = await desk.op(first.id);
    // Sent within seconds: one reading of the list, from before the first, serves both.
    desk.service.faults = [{ answeredWith: `{"id":${targetId},"regNo":"NEW 2"}` }];
    const second = await createVehicle('NEW 2');
    await desk.settled(second.id, 'UNCERTAIN');
    await desk.settled(second.id, 'CONFIRMED');
    expect((await desk.op(second.id)).targetId).toBe('902');
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it('believes no reply that names a record which the mirror had before', async () => {
    await desk.give('vehicle', '{"id":77,"regNo":"Theirs"}');
    desk.service.table('vehicle').delete('77');
    desk.clock.advance(1_000);
    desk.service.faults = [{ answeredWith: '{"id":77,"regNo":"NEW 1"}' }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'UNCERTAIN');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('901');
    expect(sent()).toEqual(['createVehicle']);
  });

  it('believes no reply that shows the new record of somebody else', async () => {
    const theirs = '{"id":950,"regNo":"THEIRS"}';
    desk.service.table('vehicle').set('950', theirs);
    desk.service.faults = [{ answeredWith: theirs }];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'UNCERTAIN');
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('901');
    expect(sent()).toEqual(['createVehicle']);
  });

  it('believes no reply that shows what another create of this desk sent', async () => {
    const createArea = (name: string) => {
      const rest = { type: 'circle', coordinates: [{ lat: 1, lng: 2 }], radius: 50 };
      return desk.write('createArea', {}, { name, ...rest });
    };
    desk.service.faults = ['replyLost'];
    const first = await createArea('Yard');
    await desk.settled(first.id, 'UNCERTAIN');
    desk.service.faults = [{ answeredWith: desk.service.table('area').get('901') ?? '' }];
    const second = await createArea('Gate');
    await desk.settled(second.id, 'UNCERTAIN');
    const history = await desk.store.read('outbox.history', { id: second.id });
    expect(history.at(-1)?.reason).toContain('901, which another write of this desk asked for');
    expect((await desk.op(second.id)).targetId).toBe(second.targetId);
  });

  it('believes a reply that spells what was sent in its own way', async () => {
    desk.service.faults = [{ answeredWith: '{"id":901,"regNo":"new1","defaultLabel":"?"}' }];
    const op = await desk.write('createVehicle', {}, { regNo: 'NEW-1', defaultLabel: 'Van' });
    await desk.settled(op.id, 'CONFIRMED');
    expect((await desk.op(op.id)).targetId).toBe('901');
    expect((await desk.op(op.id)).attempts).toBe(1);
  });

  it('keeps two intended twins apart', async () => {
    desk.service.faults = ['replyLost'];
    const first = await createVehicle('TWIN');
    const second = await createVehicle('TWIN');
    await desk.settled(second.id, 'CONFIRMED');
    expect((await desk.op(first.id)).state).toBe('CONFIRMED');
    expect((await desk.op(first.id)).targetId).not.toBe((await desk.op(second.id)).targetId);
    expect(sent()).toEqual(['createVehicle', 'createVehicle']);
  });

  it('failure 03: crash between send and record: restart gives UNCERTAIN, then the one record', async () => {
    desk.service.faults = ['crash'];
    const op = await createVehicle('NEW 1');
    await desk.settled(op.id, 'SENDING');
    await desk.restart();
    await desk.settled(op.id, 'UNCERTAIN');
    await desk.settled(op.id, 'CONFIRMED');
    expect(sent()).toEqual(['createVehicle']);
  });
});

describe('two like creates', () => {
  it('of two that find the same record at once one has it, and the other looks again', async () => {
    desk.connection.maySend = false;
    const one = await createVehicle('NEW 1');
    const other = await createVehicle('NEW 1');
    desk.inFile((db) => db.prepare("UPDATE op SET state = 'VERIFYING'").run());
    const record = '{"id":77,"regNo":"NEW 1"}';
    const confirm = (id: string) =>
      desk.store.write('outbox.confirm', { id, now: 1, reason: 'found', record });
    await confirm(one.id);
    await confirm(other.id);
    expect(await desk.op(one.id)).toMatchObject({ state: 'CONFIRMED', targetId: '77' });
    expect(await desk.op(other.id)).toMatchObject({ state: 'UNCERTAIN', targetId: other.targetId });
  });

  it('one waits for the other that may have left, though no attempt of it counts', async () => {
    desk.service.faults = ['rateLimited'];
    const one = await createVehicle('NEW 1');
    await desk.until(async () => (await desk.op(one.id)).hold === 'rateLimit');
    desk.inFile((db) => db.prepare("UPDATE op SET state = 'UNCERTAIN', hold = NULL").run());
    const other = await createVehicle('NEW 1');
    await desk.until(async () => (await desk.op(other.id)).hold === 'op');
    expect(sent()).toHaveLength(1);
    await desk.settled(one.id, 'CONFIRMED');
    await desk.settled(other.id, 'CONFIRMED');
    expect(
      new Set([(await desk.op(one.id)).targetId, (await desk.op(other.id)).targetId]).size,
    ).toBe(2);
  });
  const needsOf = async (id: string) =>
    (await desk.store.read('outbox.related', { id })).needs.map((need) => need.id);

  it('one waits for the other that was refused, names it, and goes once that is given up', async () => {
    desk.service.faults = [{ status: 422 }];
    const one = await desk.write('createVehicle', {}, { regNo: 'NEW 1', vin: 'WRONG' });
    await desk.settled(one.id, 'NEEDS_USER');
    const other = await desk.write('createVehicle', {}, { regNo: 'NEW 1', vin: 'RIGHT' });
    expect(await needsOf(other.id)).toEqual([one.id]);
    desk.clock.advance(60_000);
    expect(sent()).toHaveLength(1);
    expect((await desk.outbox.discard(one.id)).ok).toBe(true);
    await desk.settled(other.id, 'CONFIRMED');
  });

  it('one names the other that it waits for, which asks what it made', async () => {
    desk.service.faults = ['requestLost', 'requestLost'];
    const one = await createVehicle('NEW 1');
    const other = await createVehicle('NEW 1');
    await desk.settled(one.id, 'NEEDS_USER');
    desk.clock.advance(60_000);
    expect(await desk.op(other.id)).toMatchObject({ state: 'QUEUED', hold: 'op' });
    expect(await needsOf(other.id)).toEqual([one.id]);
    expect(await needsOf(one.id)).toEqual([]);
    expect(sent()).toHaveLength(2);
  });
});

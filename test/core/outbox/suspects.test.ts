import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setJsonMembers } from '../../../shared/rules/jsonText.ts';
import type { Entity } from '../../../shared/model/entity.ts';
import { errorOf } from '../fakeService.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const HOUR_MS = 3_600_000;

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const createVehicle = (regNo: string, rest: Record<string, unknown> = {}) =>
  desk.write('createVehicle', {}, { regNo, ...rest });
const sent = () => desk.service.arrivals.length;
const table = (entity: Entity = 'vehicle') => desk.service.table(entity);

/** Somebody else changes a record of the service: fields by value text. */
function change(id: string, fields: Record<string, string>, entity: Entity = 'vehicle'): void {
  const text = table(entity).get(id);
  if (text === undefined) throw new Error(`no record ${id}`);
  table(entity).set(id, setJsonMembers(text, new Map(Object.entries(fields))));
}

/** A create that was applied and whose reply was lost; `901` is its record. */
async function lost(regNo = 'NEW 1', rest: Record<string, unknown> = {}): Promise<string> {
  desk.service.faults = ['replyLost'];
  const { id } = await createVehicle(regNo, rest);
  await desk.settled(id, 'UNCERTAIN');
  return id;
}

async function asks(id: string, candidates: string[]): Promise<void> {
  await desk.settled(id, 'NEEDS_USER');
  const op = await desk.op(id);
  expect(op.error?.code).toBe('outbox.unverifiable');
  expect(op.candidates).toEqual(candidates);
  expect(op.remedies).toEqual(['link', 'retry', 'discard']);
  expect(sent(), 'nothing is sent while a record may be it').toBe(1);
}

/** More ids than the journal takes. */
function longList(): void {
  const pad = 'x'.repeat(100);
  for (let number = 0; number < 3_000; number += 1) {
    table().set(`${number}-${pad}`, `{"id":"${number}-${pad}"}`);
  }
}

/** Lets virtual time pass in steps in which the queue works. */
async function pass(ms: number): Promise<void> {
  const until = desk.clock.now() + ms;
  while (desk.clock.now() < until) {
    desk.clock.advance(Math.min(60_000, until - desk.clock.now()));
    await desk.until(() => true);
  }
}

describe('a new record that others change before it is recognised', () => {
  it.each([
    ['renamed', { defaultLabel: '"Theirs"' }],
    ['moved', { depotId: '12' }],
  ])('%s, it is adopted by its registration, and flagged', async (_how, fields) => {
    const id = await lost('NEW 1', { defaultLabel: 'Mine', depotId: 3 });
    change('901', fields);
    await desk.settled(id, 'CONFIRMED');
    expect(await desk.op(id)).toMatchObject({
      targetId: '901',
      error: { code: 'outbox.flagged' },
    });
    expect(sent()).toBe(1);
  });

  it('failure 33: a new record is changed or archived before it is recognised: asked, never sent again', async () => {
    const id = await lost('NEW 1', { defaultLabel: 'Mine' });
    change('901', { regNo: '"OTHER 9"', defaultLabel: '"Theirs"' });
    await asks(id, ['901']);
    await pass(2 * HOUR_MS);
    expect(sent()).toBe(1);
    expect(table().size).toBe(1);
    expect(await desk.outbox.link(id, '901')).toMatchObject({
      ok: true,
      value: { state: 'CONFIRMED', targetId: '901' },
    });
  });

  it('a record without a natural key that was renamed asks as well', async () => {
    desk.service.faults = ['replyLost'];
    const { id } = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    await desk.settled(id, 'UNCERTAIN');
    change('901', { name: '"Yards"' }, 'areaGroup');
    await asks(id, ['901']);
  });

  it('archived, it is adopted out of the list of archived records, and that is told', async () => {
    const id = await lost();
    change('901', { status: '"archived"' });
    await desk.settled(id, 'CONFIRMED');
    const op = await desk.op(id);
    expect(op).toMatchObject({ targetId: '901', error: { code: 'outbox.flagged' } });
    expect(op.error?.message).toContain('archived');
    expect(sent()).toBe(1);
  });

  it('archived and registered anew, it asks', async () => {
    const id = await lost();
    change('901', { status: '"archived"', regNo: '"OTHER 9"' });
    await asks(id, ['901']);
  });

  it('names the likest first', async () => {
    const id = await lost('NEW 1', { defaultLabel: 'Mine', model: 'Pico' });
    change('901', { regNo: '"OTHER 9"' });
    table().set('800', '{"id":800,"regNo":"THEIRS"}');
    await asks(id, ['901', '800']);
  });

  it('is not sent again either where it only shows after three lists without it', async () => {
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    // Each look reads two lists and their first pages again: this is the one before the second request.
    let looks = 0;
    desk.service.onPage = () => {
      looks += 1;
      if (looks === 13) table().set('901', '{"id":901,"regNo":"OTHER 9"}');
    };
    await asks(id, ['901']);
  });

  it('made and deleted again, as far as the mirror saw it: told, and never made anew', async () => {
    const id = await lost();
    await desk.give('vehicle', table().get('901') ?? '');
    table().delete('901');
    await asks(id, ['901']);
    expect((await desk.op(id)).error?.message).toContain('gone again');
  });
});

describe('a record that shows itself that it is another one', () => {
  it.each(['createdBy', 'creatorId', 'createdByUser'])(
    'made by somebody else, as %s says',
    async (field) => {
      desk.service.faults = ['requestLost'];
      const { id } = await createVehicle('NEW 1');
      await desk.settled(id, 'UNCERTAIN');
      table().set('800', `{"id":800,"regNo":"THEIRS","${field}":{"id":9,"name":"Other"}}`);
      await desk.settled(id, 'CONFIRMED');
      expect((await desk.op(id)).targetId).toBe('901');
      expect(sent()).toBe(2);
    },
  );

  it.each([
    ['nobody', 'null'],
    ['me', '7'],
    ['a name that is no id', '"Dispatch"'],
    ['my own name', '{"id":"x","email":"me@example.test"}'],
  ])('made by %s, it asks', async (_who, creator) => {
    desk.service.me = '{"id":7,"email":"me@example.test"}';
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    table().set('800', `{"id":800,"regNo":"THEIRS","createdBy":${creator}}`);
    await asks(id, ['800']);
  });

  it('nothing is ruled out while the service does not say who I am', async () => {
    desk.service.meError = errorOf(404);
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    table().set('800', '{"id":800,"regNo":"THEIRS","createdBy":9}');
    await asks(id, ['800']);
  });

  it('older than what was there before, by the times of the service alone', async () => {
    const newest = new Date(desk.clock.now() - 24 * HOUR_MS).toISOString();
    table().set('700', `{"id":700,"regNo":"HERE","createdAt":"${newest}"}`);
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    const old = new Date(desk.clock.now() - 48 * HOUR_MS).toISOString();
    table().set('800', `{"id":800,"regNo":"SHOWN","createdAt":"${old}"}`);
    await desk.settled(id, 'CONFIRMED');
    expect((await desk.op(id)).targetId).toBe('901');
  });

  it.each([
    ['a little older, as clocks differ', -25 * HOUR_MS],
    ['younger than what was there, though this computer is ahead', -23 * HOUR_MS],
    ['at a time without its zone', null],
  ])('%s: it asks', async (_when, ms) => {
    const at = (offset: number): string => new Date(desk.clock.now() + offset).toISOString();
    table().set('700', `{"id":700,"regNo":"HERE","createdAt":"${at(-24 * HOUR_MS)}"}`);
    // Entered by hand: it tells nothing of when a record was made.
    table().set('701', `{"id":701,"regNo":"AHEAD","createdAt":"${at(9_000 * HOUR_MS)}"}`);
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    const createdAt = ms === null ? '2001-01-01T00:00:00' : at(ms);
    table().set('800', `{"id":800,"regNo":"SHOWN","createdAt":"${createdAt}"}`);
    await asks(id, ['800']);
  });
});

describe('what was there before a create', () => {
  it('is kept once for all creates that one list serves, and let go afterwards', async () => {
    for (let number = 0; number < 100; number += 1) table().set(`old-${number}`, '{"id":"x"}');
    desk.connection.maySend = false;
    const ops = await Promise.all([1, 2, 3, 4, 5].map((n) => createVehicle(`NEW ${n}`)));
    desk.service.faults = ['replyLost'];
    desk.connection.maySend = true;
    for (const { id } of ops) await desk.settled(id, 'CONFIRMED');
    const refs = new Set<string>();
    for (const { id } of ops) {
      const text = (await desk.store.read('outbox.columns', { id }))?.watch ?? '{}';
      expect(text).not.toContain('old-1');
      refs.add((JSON.parse(text) as { baseline: string }).baseline);
    }
    expect(refs.size).toBe(1);
    const [id = ''] = refs;
    expect(await desk.store.read('outbox.baseline', { id })).not.toBeNull();
    const before = desk.service.pages.filter((page) => page === 'listVehicles').length;
    // The first look, the proof of it, and the look for the one that was lost.
    expect(before).toBeLessThanOrEqual(4);
    desk.clock.advance(32 * 24 * HOUR_MS);
    await desk.until(async () => {
      desk.clock.advance(HOUR_MS);
      return (await desk.store.read('outbox.baseline', { id })) === null;
    });
  });

  it('comes back with the journal where the database is lost', async () => {
    const id = await lost();
    change('901', { regNo: '"OTHER 9"' });
    await desk.restart({ loseDatabase: true });
    await asks(id, ['901']);
    expect((await desk.op(id)).error?.message).toContain('may have been changed since');
  });

  it('not known, since the database was lost and the list too long for the journal: it asks', async () => {
    longList();
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    await desk.restart({ loseDatabase: true });
    await asks(id, []);
    expect(await desk.outbox.retry(id)).toMatchObject({ ok: true });
    await desk.settled(id, 'CONFIRMED');
    expect(sent()).toBe(2);
  });

  it('not known, and a record looks the same: a retry asks about it once more', async () => {
    longList();
    desk.service.faults = [{ late: 2 * HOUR_MS }];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN');
    await desk.restart({ loseDatabase: true });
    await asks(id, []);
    desk.connection.maySend = false;
    expect(await desk.outbox.retry(id)).toMatchObject({ ok: true });
    desk.clock.advance(3 * HOUR_MS);
    desk.connection.maySend = true;
    await asks(id, ['901']);
  });

  it('not known, since no list proves itself: it is sent once, and asks', async () => {
    desk.service.miscounts = true;
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'UNCERTAIN', 2 * HOUR_MS);
    desk.service.miscounts = false;
    await asks(id, []);
  });

  it('is the living list where archived records can not be listed', async () => {
    desk.service.archivedError = errorOf(404);
    desk.service.faults = ['requestLost'];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'CONFIRMED');
    expect(sent()).toBe(2);
  });

  it('concludes nothing while archived records can not be listed that could be before', async () => {
    const id = await lost();
    change('901', { status: '"archived"' });
    desk.service.archivedError = errorOf(500);
    await pass(600_000);
    expect((await desk.op(id)).state).toBe('UNCERTAIN');
    desk.service.archivedError = errorOf(404);
    await desk.settled(id, 'NEEDS_USER');
    expect(sent()).toBe(1);
  });

  it('a request that surely was not applied leaves nothing to look for', async () => {
    desk.service.faults = ['signIn'];
    const { id } = await createVehicle('NEW 1');
    await desk.until(async () => (await desk.op(id)).state === 'QUEUED' && sent() === 1);
    table().set('800', '{"id":800,"regNo":"THEIRS"}');
    await desk.settled(id, 'CONFIRMED');
    expect(sent()).toBe(2);
  });
});

describe('creates of this desk that are in doubt at once', () => {
  it('do not wait for each other: each gets its own', async () => {
    desk.connection.maySend = false;
    const ops = await Promise.all(['A', 'B', 'C'].map((name) => createVehicle(`NEW ${name}`)));
    desk.service.faults = ['replyLost', 'requestLost', 'replyLost'];
    desk.connection.maySend = true;
    for (const { id } of ops) await desk.settled(id, 'CONFIRMED');
    const ids = await Promise.all(ops.map(async ({ id }) => (await desk.op(id)).targetId));
    expect(new Set(ids).size).toBe(3);
    expect(table().size).toBe(3);
    expect(sent()).toBe(4);
  });

  it('ask where the one record could be of either', async () => {
    desk.connection.maySend = false;
    const ops = await Promise.all(['A', 'B'].map((name) => createVehicle(`NEW ${name}`)));
    desk.service.faults = ['replyLost', 'requestLost'];
    desk.connection.maySend = true;
    for (const { id } of ops) await desk.settled(id, 'UNCERTAIN');
    change('901', { regNo: '"OTHER 9"' });
    for (const { id } of ops) {
      await desk.settled(id, 'NEEDS_USER');
      expect((await desk.op(id)).candidates).toEqual(['901']);
    }
    expect(sent()).toBe(2);
  });
});

describe('the looks of the day after', () => {
  it('show a late record that another person renamed, where there were two requests', async () => {
    desk.service.faults = [{ late: 2 * HOUR_MS }];
    const { id } = await createVehicle('NEW 1');
    await desk.settled(id, 'CONFIRMED');
    expect(sent()).toBe(2);
    await pass(2 * HOUR_MS);
    const late = [...table().keys()].find((key) => key !== '901') ?? '';
    change(late, { regNo: '"OTHER 9"' });
    await pass(24 * HOUR_MS);
    expect(await desk.op(id)).toMatchObject({
      state: 'CONFIRMED',
      error: { code: 'outbox.duplicate' },
      candidates: [late],
    });
  });

  it('are silent about the records of others after the one request that was recognised', async () => {
    const id = await lost();
    await desk.settled(id, 'CONFIRMED');
    table().set('800', '{"id":800,"regNo":"THEIRS"}');
    await pass(25 * HOUR_MS);
    expect(await desk.op(id)).toMatchObject({ state: 'CONFIRMED', error: null });
  });
});

describe('a person who links a create', () => {
  it('sees each candidate beside what was sent, with what differs and what is archived', async () => {
    const id = await lost('NEW 1', { defaultLabel: 'Mine', model: 'Pico' });
    change('901', { regNo: '"OTHER 9"', status: '"archived"' });
    table().set('800', '{"id":800,"regNo":"THEIRS"}');
    await asks(id, ['901', '800']);
    const found = await desk.outbox.candidates(id);
    const [first, second] = found.ok ? found.value : [];
    expect(first).toMatchObject({ id: '901', source: 'service', archived: true, claimedBy: null });
    const told = first?.fields.map(({ field, isSame }) => [field, isSame]);
    expect(told).toEqual([
      ['regNo', false],
      ['defaultLabel', true],
      ['model', true],
    ]);
    expect(first?.fields[0]).toMatchObject({ mine: '"NEW 1"', theirs: '"OTHER 9"' });
    expect(second).toMatchObject({ id: '800', archived: false });
    expect(second?.fields[2]).toMatchObject({ field: 'model', theirs: null, isSame: false });
    table().delete('800');
    const later = await desk.outbox.candidates(id);
    expect(later.ok && later.value[1]).toMatchObject({ source: 'gone', fields: [] });
  });

  it('can’t link what another create has become', async () => {
    const other = await createVehicle('FIRST 1');
    await desk.settled(other.id, 'CONFIRMED');
    const made = (await desk.op(other.id)).targetId;
    const id = await lost('NEW 1', { defaultLabel: 'Mine' });
    const [own = ''] = [...table().keys()].filter((key) => key !== made);
    change(own, { regNo: '"OTHER 9"' });
    await desk.settled(id, 'NEEDS_USER');
    const refused = await desk.outbox.link(id, made);
    expect(refused).toMatchObject({ ok: false, error: { code: 'outbox.claimed' } });
    expect(refused.ok ? '' : refused.error.message).toContain('FIRST 1');
    expect(await desk.op(id)).toMatchObject({ state: 'NEEDS_USER', candidates: [own] });
    expect(await desk.outbox.link(id, own)).toMatchObject({ ok: true, value: { targetId: own } });
  });
});

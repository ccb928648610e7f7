import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { bench } from '../outbox/support.ts';
import type { Bench } from '../outbox/support.ts';
import { databaseOf } from './support.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.length;
describe('a restored backup with pending writes', () => {
  /** Kills, copies the database, goes on, and later puts the copy back. */
  async function restoreOlder(meanwhile: () => Promise<void>): Promise<void> {
    let copy = '';
    await desk.restart({
      harm: (journal) => {
        copy = `${databaseOf(journal)}.copy`;
        copyFileSync(databaseOf(journal), copy);
      },
    });
    await meanwhile();
    await desk.restart({
      loseDatabase: true,
      harm: (journal) => copyFileSync(copy, databaseOf(journal)),
    });
  }
  const rename = (label: string) =>
    desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: label });
  beforeEach(async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
    desk.connection.maySend = false;
  });

  it('failure 19: a restored backup with pending ops: noticed, and nothing confirmed is sent twice', async () => {
    const made = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    const change = await rename('new');
    let later = '';
    await restoreOlder(async () => {
      desk.connection.maySend = true;
      await desk.settled(made.id, 'CONFIRMED');
      await desk.settled(change.id, 'CONFIRMED');
      desk.connection.maySend = false;
      later = (await desk.write('createAreaGroup', {}, { name: 'Later' })).id;
      await desk.store.write('desk.remember', { key: 'views', value: '[1]' });
    });
    expect(desk.store.recovery).toMatchObject({ found: 'older', journal: 'whole', writes: 1 });
    expect((await desk.op(made.id)).state).toBe('CONFIRMED');
    expect((await desk.op(change.id)).state).toBe('CONFIRMED');
    expect((await desk.op(later)).state).toBe('QUEUED');
    expect(await desk.store.read('desk.recall', { key: 'views' })).toEqual({ value: '[1]' });
    // What was confirmed shows at once, although the record is the old one.
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"new"');
    expect(await desk.shown('vehicle', made.targetId)).toBeNull();
    desk.connection.maySend = true;
    await desk.settled(later, 'CONFIRMED');
    expect(sent()).toBe(3);
  });

  it('a write that was under way in between is verified, not sent again', async () => {
    const made = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await restoreOlder(async () => {
      desk.connection.maySend = true;
      desk.service.faults = ['crash'];
      await desk.settled(made.id, 'SENDING');
    });
    await desk.settled(made.id, 'CONFIRMED');
    expect(sent()).toBe(1);
  });

  it('a write that left the journal in between is verified before it is sent', async () => {
    const change = await rename('new');
    await restoreOlder(async () => {
      desk.connection.maySend = true;
      await desk.settled(change.id, 'CONFIRMED');
      // A month later the journal is made anew: what is settled leaves it.
      desk.clock.advance(40 * 24 * 3_600_000);
      await desk.restart({
        harm: (journal) => {
          rmSync(journal);
        },
      });
      await desk.restart({
        harm: (journal) => {
          forgetSettled(journal, change.id);
        },
      });
      await desk.store.write('desk.remember', { key: 'views', value: '[1]' });
    });
    const history = await desk.store.read('outbox.history', { id: change.id });
    expect(history.at(-1)).toMatchObject({ from: null, to: 'UNCERTAIN' });
    await desk.settled(change.id, 'CONFIRMED');
    expect(sent()).toBe(1);
  });

  it('files that are a copy, with their journal, prove nothing: what waited is looked for first', async () => {
    const made = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    const change = await rename('new');
    await desk.outbox.hold(change.id);
    const ends = ['', '.journal'];
    let file = '';
    await desk.restart({
      harm: (journal) => {
        file = databaseOf(journal);
        for (const end of ends) copyFileSync(`${file}${end}`, `${file}${end}.copy`);
      },
    });
    desk.connection.maySend = true;
    await desk.settled(made.id, 'CONFIRMED');
    desk.connection.maySend = false;
    await desk.restart({
      harm: () => {
        for (const end of ends) renameSync(`${file}${end}.copy`, `${file}${end}`);
      },
    });
    expect(desk.store.recovery).toMatchObject({
      ...{ found: 'copied', journal: 'copied', writes: 2, toVerify: 2, setAside: [] },
    });
    expect((await desk.op(made.id)).state).toBe('UNCERTAIN');
    expect(await desk.op(change.id)).toMatchObject({
      ...{ state: 'UNCERTAIN', hold: 'person', remedies: ['resume'] },
    });
    desk.connection.maySend = true;
    await desk.until(async () => (await desk.op(made.id)).state !== 'UNCERTAIN');
    expect(sent()).toBe(1);
    expect((await desk.outbox.resume(change.id)).ok).toBe(true);
    await desk.settled(change.id, 'CONFIRMED');
    // From now on they are no copy any more.
    await desk.restart();
    expect(desk.store.recovery).toBeNull();
  });

  it('a copied journal alone proves nothing either', async () => {
    const change = await rename('new');
    await desk.restart({
      loseDatabase: true,
      harm: (journal) => {
        copyFileSync(journal, `${journal}.copy`);
        renameSync(`${journal}.copy`, journal);
      },
    });
    expect(desk.store.recovery).toMatchObject({ found: 'lost', journal: 'copied', toVerify: 1 });
    desk.connection.maySend = true;
    await desk.settled(change.id, 'CONFIRMED');
  });

  it('one batch behind is how a kill in the middle of a write leaves it: nothing is told', async () => {
    const change = await rename('new');
    let copy = '';
    await desk.restart({
      harm: (journal) => {
        copy = `${databaseOf(journal)}.copy`;
        copyFileSync(databaseOf(journal), copy);
      },
    });
    await desk.store.write('desk.remember', { key: 'draft', value: '"x"' });
    await desk.restart({
      loseDatabase: true,
      harm: (journal) => copyFileSync(copy, databaseOf(journal)),
    });
    expect(desk.store.recovery).toBeNull();
    expect(await desk.store.read('desk.recall', { key: 'draft' })).toEqual({ value: '"x"' });
    expect((await desk.op(change.id)).state).toBe('QUEUED');
  });
});

/** As a rewriting of the journal does a month later: a settled write is no longer in it. */
function forgetSettled(journal: string, id: string): void {
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, lines.filter((line) => !line.includes(id)).join('\n'));
}

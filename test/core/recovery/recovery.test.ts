import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Op } from '../../../shared/ipc/shapes.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { ORPHANED } from '../../../electron/core/outbox/model/remedies.ts';
import { bench } from '../outbox/support.ts';
import type { Bench } from '../outbox/support.ts';
import {
  breakPages,
  databaseOf,
  filesBeside,
  fillDesk,
  forget,
  irreplaceable,
  overwrite,
} from './support.ts';

let desk: Bench;
beforeEach(async () => {
  desk = await bench();
});
afterEach(() => desk.close());

const sent = () => desk.service.arrivals.length;
const states = async (ids: Record<string, string>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(ids).map(async ([name, id]) => [name, (await desk.op(id)).state] as const),
    ),
  );

/** Whether a line of the journal tells this of a write. */
function isOf(table: string, id: string, line: string, has: string): boolean {
  return line.includes(`"table":"${table}"`) && line.includes(`"id":"${id}"`) && line.includes(has);
}

describe('a damaged database', () => {
  it.each([
    ['that is no database', (file: string) => writeFileSync(file, 'x'.repeat(20_000))],
    ['with a torn header', (file: string) => overwrite(file, 0, Buffer.alloc(100))],
    ['with a broken schema', (file: string) => overwrite(file, 100, Buffer.alloc(3996, 0xa5))],
    ['with a broken page of the outbox', (file: string) => breakPages(file, 'op')],
    ['with a broken index', (file: string) => breakPages(file, 'op_state')],
    ['that ends in the middle', (file: string) => truncateSync(file, 8192)],
    ['that is empty', (file: string) => truncateSync(file, 0)],
    ['that forgot its version', (file: string) => overwrite(file, 60, Buffer.alloc(4))],
  ])(
    'failure 21: database damaged: one %s gives back all that can not be fetched',
    async (_what, harm) => {
      const ids = await fillDesk(desk);
      const before = await states(ids);
      let kept: object = {};
      let after: object = {};
      desk.connection.maySend = false;
      await desk.restart({
        harm: (journal) => {
          const file = databaseOf(journal);
          kept = irreplaceable(file);
          harm(file);
        },
      });
      // What was under way is looked into; nothing else has changed.
      expect(await states(ids)).toEqual({ ...before, sending: 'UNCERTAIN' });
      expect(desk.store.recovery).toMatchObject({
        ...{ journal: 'whole', writes: 4, toVerify: 1, settled: 4, desk: 2, trash: 1 },
      });
      await desk.restart({
        harm: (journal) => {
          after = irreplaceable(databaseOf(journal));
        },
      });
      const rows = (all: object, table: string): unknown => Reflect.get(all, table);
      for (const table of ['id_map', 'desk', 'trash']) {
        expect(rows(after, table)).toEqual(rows(kept, table));
      }
      expect(rows(after, 'op_history')).toEqual(
        expect.arrayContaining(rows(kept, 'op_history') as unknown[]),
      );
      // Once is enough: the next opening finds all well.
      expect(desk.store.recovery).toBeNull();
      desk.connection.maySend = true;
      await desk.settled(ids['queued'] ?? '', 'CONFIRMED');
      await desk.settled(ids['created'] ?? '', 'CONFIRMED');
      await desk.settled(ids['sending'] ?? '', 'CONFIRMED');
      expect(
        desk.service.arrivals.filter(({ endpoint }) => endpoint === 'createVehicle'),
      ).toHaveLength(1);
    },
  );

  it('is set aside under a name with the time, as it was and readable by its owner only', async () => {
    await fillDesk(desk);
    let file = '';
    await desk.restart({
      harm: (journal) => {
        file = databaseOf(journal);
        writeFileSync(file, 'x'.repeat(20_000));
      },
    });
    const [aside = ''] = desk.store.recovery?.setAside ?? [];
    expect(aside).toMatch(/^mirror\.db\.damaged-\d{8}T\d{9}Z$/);
    expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe('x'.repeat(20_000));
    for (const name of filesBeside(file)) {
      const { mode } = statSync(path.join(path.dirname(file), name));
      expect([name, mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('keeps the three youngest damaged files', async () => {
    let file = '';
    for (let n = 0; n < 5; n += 1) {
      desk.clock.advance(1000);
      await desk.restart({
        harm: (journal) => {
          file = databaseOf(journal);
          writeFileSync(file, 'x'.repeat(20_000 + n));
        },
      });
    }
    const aside = filesBeside(file).filter((name) => name.includes('.damaged-'));
    expect(aside.map((name) => readFileSync(path.join(path.dirname(file), name)).length)).toEqual([
      20_002, 20_003, 20_004,
    ]);
  });

  it('without a journal: what the file still gives comes back, and is verified before it is sent', async () => {
    const ids = await fillDesk(desk);
    const before = await states(ids);
    const arrived = sent();
    await desk.restart({
      harm: (journal) => {
        breakPages(databaseOf(journal), 'op_state');
        rmSync(journal);
      },
    });
    const open = ['refused', 'sending', 'queued', 'created'];
    expect(await states(ids)).toEqual({
      ...before,
      ...Object.fromEntries(open.map((name) => [name, 'UNCERTAIN'])),
    });
    expect(desk.store.recovery).toMatchObject({
      ...{ found: 'damaged', journal: 'missing', writes: 4, toVerify: 4, settled: 4, desk: 2 },
    });
    expect(desk.store.recovery?.salvaged).toBeGreaterThan(8);
    desk.connection.maySend = true;
    await desk.settled(ids['queued'] ?? '', 'CONFIRMED');
    // Whether it ever left, and what the service held then, nobody knows.
    await desk.settled(ids['created'] ?? '', 'NEEDS_USER');
    expect(sent()).toBe(arrived + 2);
  });

  it('without a journal: earlier texts of forms come back, too', async () => {
    const form = (text: string) => `{"id":7,"name":"Yard","questions":[{"id":1,"text":"${text}"}]}`;
    for (const text of ['first', 'second', 'third']) await desk.give('form', form(text));
    const count = () => {
      let found = 0;
      desk.inFile((db) => (found = db.prepare('SELECT * FROM form_version').all().length));
      return found;
    };
    const before = count();
    expect(before).toBeGreaterThan(0);
    await fillDesk(desk);
    await desk.restart({
      harm: (journal) => {
        breakPages(databaseOf(journal), 'op_state');
        rmSync(journal);
      },
    });
    expect(count()).toBe(before);
  });

  it('with a damaged journal: what either file gives comes back, and no state is believed', async () => {
    const ids = await fillDesk(desk);
    const lost = ids['queued'] ?? '';
    await desk.restart({
      harm: (journal) => {
        breakPages(databaseOf(journal), 'op_target');
        forget(journal, (line) => line.includes(`"id":"${lost}"`));
      },
    });
    expect((await desk.op(lost)).state).toBe('UNCERTAIN');
    expect((await desk.op(ids['created'] ?? '')).state).toBe('UNCERTAIN');
    expect((await desk.op(ids['confirmed'] ?? '')).state).toBe('CONFIRMED');
    const { journal, setAside } = desk.store.recovery ?? {};
    expect(journal).toBe('damaged');
    expect(setAside).toHaveLength(2);
    const history = await desk.store.read('outbox.history', { id: lost });
    expect(history.at(-1)).toMatchObject({ from: null, to: 'UNCERTAIN' });
  });

  it('steps over the broken page of a table and takes the rows around it', async () => {
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
    desk.connection.maySend = false;
    const ops: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      ops.push((await desk.write('createAreaGroup', {}, { name: `Group ${n}` })).id);
    }
    await desk.restart({
      harm: (journal) => {
        breakPages(databaseOf(journal), 'op', 'leaf');
        rmSync(journal);
      },
    });
    const back = (await desk.store.read('outbox.list', { states: null, offset: 0, limit: 100 }))
      .rows;
    expect(back.length).toBeGreaterThan(40);
    expect(back.length).toBeLessThan(60);
    expect(back.every(({ state }) => state === 'UNCERTAIN')).toBe(true);
    expect(back.map(({ id }) => id)).toContain(ops.at(-1));
  });

  /** A new group, and an area that names it by its temporary id. */
  async function twoWrites(): Promise<{ group: Op; area: Op }> {
    desk.connection.maySend = false;
    const group = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    const area = await desk.write(
      'createArea',
      {},
      {
        ...{ name: 'Yard', type: 'circle', coordinates: [{ lat: 1, lng: 2 }], radius: 50 },
        groupIds: [group.targetId],
      },
    );
    return { group, area };
  }

  it('a write whose create is lost with both files asks, and no temporary id goes out', async () => {
    const { group, area } = await twoWrites();
    await desk.restart({
      loseDatabase: true,
      harm: (journal) => forget(journal, (line) => line.includes(`"id":"${group.id}"`)),
    });
    expect(await desk.op(area.id)).toMatchObject({
      ...{ state: 'NEEDS_USER', remedies: ['discard'], error: { code: 'outbox.orphaned' } },
    });
    desk.connection.maySend = true;
    desk.clock.advance(600_000);
    await desk.until(() => true);
    expect(sent()).toBe(0);
  });

  it('failure 38: database lost and one journal line damaged: the name that the service gave proves a create', async () => {
    const { group, area } = await twoWrites();
    desk.connection.maySend = true;
    await desk.settled(group.id, 'CONFIRMED');
    await desk.settled(area.id, 'CONFIRMED');
    desk.connection.maySend = false;
    await desk.restart({
      loseDatabase: true,
      harm: (journal) => forget(journal, (line) => isOf('op', group.id, line, '"CONFIRMED"')),
    });
    expect(await desk.op(group.id)).toMatchObject({ state: 'CONFIRMED', targetId: '901' });
    const arrived = sent();
    desk.connection.maySend = true;
    desk.clock.advance(600_000);
    await desk.until(() => true);
    expect(sent()).toBe(arrived);
  });

  it.each([
    ['a create, by its own line and without the map', ['id_map'], 'CONFIRMED'],
    ['a create, by its history alone', ['id_map', 'op'], 'CONFIRMED'],
  ])('what any line proves stays proven: %s', async (_what, tables, state) => {
    const { group, area } = await twoWrites();
    await desk.outbox.hold(area.id);
    desk.connection.maySend = true;
    await desk.settled(group.id, 'CONFIRMED');
    desk.connection.maySend = false;
    const arrived = sent();
    const isLost = (line: string): boolean =>
      (tables.includes('id_map') && line.includes('"table":"id_map"')) ||
      (tables.includes('op') && isOf('op', group.id, line, '"CONFIRMED"')) ||
      // The line in which the write that needs it got the true id.
      (line.includes(`"id":"${area.id}"`) && line.includes('[901]'));
    await desk.restart({ loseDatabase: true, harm: (journal) => forget(journal, isLost) });
    expect((await desk.op(group.id)).state).toBe(state);
    const back = await desk.op(area.id);
    if (tables.includes('op')) expect(back.error?.code).toBe('outbox.orphaned');
    else expect(jsonMember(back.patch, 'groupIds')).toBe('[901]');
    desk.connection.maySend = true;
    desk.clock.advance(600_000);
    await desk.until(() => true);
    expect(sent()).toBe(arrived);
  });

  it('what was given up or taken back is not sent because its own line is lost', async () => {
    const dropped = await desk.write('createAreaGroup', {}, { name: 'Gone' });
    await desk.outbox.cancel(dropped.id);
    await desk.restart({
      loseDatabase: true,
      harm: (journal) => forget(journal, (line) => isOf('op', dropped.id, line, '"CANCELLED"')),
    });
    expect((await desk.op(dropped.id)).state).toBe('CANCELLED');
  });

  it('a write whose create was given up asks as before when the state of both is not proven', async () => {
    const { group, area } = await twoWrites();
    await desk.store.write('outbox.move', {
      ...{ id: group.id, from: ['QUEUED'], to: 'NEEDS_USER' },
      ...{ now: desk.clock.now(), reason: 'refused' },
    });
    await desk.outbox.discard(group.id);
    const asks = { state: 'NEEDS_USER', error: ORPHANED };
    expect(await desk.op(area.id)).toMatchObject(asks);
    const harm = (journal: string): void =>
      forget(journal, (line) => isOf('op', area.id, line, '"NEEDS_USER"'));
    await desk.restart({ loseDatabase: true, harm });
    expect((await desk.op(group.id)).state).toBe('DISCARDED');
    expect(await desk.op(area.id)).toMatchObject(asks);
    expect((await desk.outbox.restore(group.id)).ok).toBe(true);
    expect((await desk.op(area.id)).state).toBe('QUEUED');
  });

  it('a write that a lost line had given the true id gets it again', async () => {
    const { group, area } = await twoWrites();
    await desk.outbox.hold(area.id);
    desk.connection.maySend = true;
    await desk.settled(group.id, 'CONFIRMED');
    const named = (line: string): boolean =>
      line.includes(`"id":"${area.id}"`) && line.includes('[901]');
    desk.connection.maySend = false;
    await desk.restart({ loseDatabase: true, harm: (journal) => forget(journal, named) });
    expect((await desk.op(group.id)).state).toBe('CONFIRMED');
    const back = await desk.op(area.id);
    expect(back.state).toBe('UNCERTAIN');
    expect(jsonMember(back.patch, 'groupIds')).toBe('[901]');
  });
});

describe('the journal beside a whole database', () => {
  it.each([
    ['missing', (journal: string) => rmSync(journal), 'missing'],
    ['damaged', (journal: string) => forget(journal, (line) => line.includes('"op"')), 'damaged'],
    ['cut short', (journal: string) => truncateSync(journal, 2000), 'whole'],
    ['emptied', (journal: string) => truncateSync(journal, 0), 'damaged'],
    ['overwritten', (journal: string) => writeFileSync(journal, 'x'.repeat(5000)), 'damaged'],
  ])('%s: is written anew from the database at once, and that is told', async (_what, harm, is) => {
    const ids = await fillDesk(desk);
    const before = await states(ids);
    await desk.restart({ harm });
    expect(await states(ids)).toEqual({ ...before, sending: 'UNCERTAIN' });
    expect(desk.store.recovery).toMatchObject({ found: 'journal', journal: is, writes: 0 });
    // The new one holds everything: the database may be lost now.
    await desk.restart({ loseDatabase: true });
    expect(await states(ids)).toEqual({ ...before, sending: 'UNCERTAIN' });
    expect(desk.store.recovery).toMatchObject({ found: 'lost', journal: 'whole', trash: 1 });
  });

  it('is set aside as it was, to its broken end', async () => {
    await fillDesk(desk);
    let harmed = '';
    let folder = '';
    await desk.restart({
      harm: (journal) => {
        forget(journal, (line) => line.includes('"op"'));
        writeFileSync(journal, 'a line that was cut', { flag: 'a' });
        harmed = readFileSync(journal, 'utf8');
        folder = path.dirname(journal);
      },
    });
    const [aside = ''] = desk.store.recovery?.setAside ?? [];
    expect(readFileSync(path.join(folder, aside), 'utf8')).toBe(harmed);
  });

  it('an older copy of it brings back nothing that was given up since', async () => {
    const remember = async (key: string, value: string | null) =>
      expect((await desk.store.write('desk.remember', { key, value })).ok).toBe(true);
    await fillDesk(desk);
    let old = '';
    await desk.restart({ harm: (journal) => (old = readFileSync(journal, 'utf8')) });
    for (const value of ['1', '2', '3']) await remember('other', value);
    await remember('draft.note', null);
    await desk.restart({ harm: (journal) => writeFileSync(journal, old) });
    expect(desk.store.recovery).toMatchObject({ found: 'journal', desk: 0, trash: 0 });
    expect(await desk.store.read('desk.recall', { key: 'draft.note' })).toEqual({ value: null });
  });

  it('of the first version is taken over whole, and nothing is told', async () => {
    const ids = await fillDesk(desk);
    const before = await states(ids);
    const unnumbered = (journal: string): void => {
      const lines = readFileSync(journal, 'utf8').split('\n');
      const first = lines.filter((line) => !/ \{"(mark|begin)"/.test(line));
      writeFileSync(
        journal,
        first.filter((line) => !/"table":"(op_history|trash)"/.test(line)).join('\n'),
      );
    };
    await desk.restart({ loseDatabase: true, harm: unnumbered });
    expect(await states(ids)).toEqual({ ...before, sending: 'UNCERTAIN' });
  });
});

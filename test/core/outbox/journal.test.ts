import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal, readJournal, withoutItsDatabase } from '../../../electron/core/db/journal.ts';
import type { JournalEntry } from '../../../electron/core/db/journal.ts';
import { jsonMember } from '../../../shared/rules/jsonText.ts';
import { bench } from './support.ts';
import type { Bench } from './support.ts';

const entry = (id: string, state: string): JournalEntry => ({ table: 'op', row: { id, state } });

describe('the journal file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'waybill-journal-'));
    file = path.join(folder, 'a.journal');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives back what was appended, over several openings', () => {
    for (const state of ['QUEUED', 'SENDING']) {
      const journal = openJournal(file);
      journal.append([entry('a', state), entry('ü\n"', state)]);
      journal.close();
    }
    expect(readJournal(file)).toMatchObject({ state: 'whole' });
    expect(readJournal(file).entries.map(({ row }) => row['state'])).toEqual([
      'QUEUED',
      'QUEUED',
      'SENDING',
      'SENDING',
    ]);
  });

  it('cuts a torn end off, at whichever byte it was torn', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED')]);
    const first = journal.size();
    journal.append([entry('b', 'QUEUED')]);
    journal.close();
    const whole = readFileSync(file);
    for (let length = first + 1; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      expect(readJournal(file), String(length)).toMatchObject({
        state: 'torn',
        intactBytes: first,
      });
      const again = openJournal(file);
      again.append([entry('c', 'QUEUED')]);
      again.close();
      expect(readJournal(file).state).toBe('whole');
      expect(readJournal(file).entries.map(({ row }) => row['id'])).toEqual(['a', 'c']);
    }
  });

  it('tells a line that was lost in the middle', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED'), entry('b', 'QUEUED'), entry('c', 'QUEUED')]);
    journal.close();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"b"', '"x"'));
    expect(readJournal(file)).toMatchObject({ state: 'damaged' });
    expect(readJournal(file).entries).toHaveLength(2);
  });

  it('keeps the last batch where its own mark is damaged, and believes no state', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED')]);
    journal.append([entry('b', 'QUEUED'), entry('c', 'QUEUED')]);
    journal.close();
    const damaged = readFileSync(file, 'utf8').replace('{"mark":2}', '{"mark~2}');
    for (const end of ['', '99 abc {"ta']) {
      writeFileSync(file, damaged + end);
      expect(readJournal(file)).toMatchObject({ state: 'damaged', batch: 2 });
      expect(readJournal(file).entries.map(({ row, batch }) => [row['id'], batch])).toEqual([
        ['a', 1],
        ['b', 2],
        ['c', 2],
      ]);
    }
  });

  it('tells a broken end from an append that was cut short', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED')]);
    const first = journal.size();
    journal.append([entry('b', 'QUEUED'), entry('c', 'QUEUED')]);
    journal.close();
    const whole = readFileSync(file);
    for (let length = first + 1; length <= whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      expect(readJournal(file).doubtfulEnd, String(length)).toBe(false);
      // The rest of the file is a sector that gives zeros.
      writeFileSync(file, Buffer.from(whole).fill(0, length));
      const { doubtfulEnd, state, entries } = readJournal(file);
      expect(doubtfulEnd || state === 'damaged', String(length)).toBe(length < whole.length);
      expect(entries.map(({ row }) => row['id'])).toContain('a');
    }
  });

  it('counts a broken end where its database can not tell, and believes no state', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED')]);
    journal.append([entry('b', 'QUEUED'), entry('c', 'QUEUED')]);
    journal.close();
    const text = readFileSync(file, 'utf8');
    const at = text.indexOf('"c"');
    writeFileSync(file, text.slice(0, at) + '~'.repeat(text.length - at - 1) + '\n');
    const read = readJournal(file);
    expect(read).toMatchObject({ state: 'torn', batch: 1, doubtfulEnd: true });
    expect(read.entries.map(({ row }) => row['id'])).toEqual(['a']);
    const alone = withoutItsDatabase(read);
    expect(alone.state).toBe('damaged');
    expect(alone.entries.map(({ row, batch }) => [row['id'], batch])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('keeps the last batch where its mark and the first line are damaged', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED')]);
    journal.append([entry('b', 'QUEUED')]);
    journal.close();
    const text = readFileSync(file, 'utf8').replace('"begin"', '"begim"');
    writeFileSync(file, text.replace('{"mark":2}', '{"mark~2}'));
    expect(readJournal(file)).toMatchObject({ state: 'damaged', batch: 2 });
    expect(readJournal(file).entries.map(({ row }) => row['id'])).toEqual(['a', 'b']);
  });

  it('rewrites itself without losing what follows', () => {
    const journal = openJournal(file);
    journal.append([entry('a', 'QUEUED'), entry('a', 'CONFIRMED')]);
    journal.rewrite([entry('b', 'QUEUED')], 7);
    journal.append([entry('c', 'QUEUED')]);
    journal.close();
    expect(readJournal(file)).toMatchObject({ state: 'whole', begins: 7, batch: 8 });
    expect(readJournal(file).entries.map(({ row, batch }) => [row['id'], batch])).toEqual([
      ['b', 7],
      ['c', 8],
    ]);
  });
});

describe('a lost database: writes come back from the journal', () => {
  let desk: Bench;
  beforeEach(async () => {
    desk = await bench();
    desk.connection.maySend = false;
    await desk.give('vehicle', '{"id":12,"regNo":"WB 12","defaultLabel":"old"}');
  });
  afterEach(() => desk.close());

  it('brings waiting writes back, and a later scan shows them again', async () => {
    const change = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
    const made = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    const dropped = await desk.write('createAreaGroup', {}, { name: 'Gone' });
    await desk.outbox.cancel(dropped.id);
    await desk.restart({ loseDatabase: true });
    expect((await desk.op(change.id)).state).toBe('QUEUED');
    expect((await desk.op(dropped.id)).state).toBe('CANCELLED');
    expect(await desk.shown('areaGroup', made.targetId)).toContain('"name":"Depots"');
    const rows = { entity: 'vehicle', path: '$', readAt: 1 } as const;
    const text = '[{"id":12,"regNo":"WB 12","defaultLabel":"old"}]';
    expect((await desk.store.write('records.ingest', { ...rows, text })).ok).toBe(true);
    expect(jsonMember((await desk.shown('vehicle', '12')) ?? '', 'defaultLabel')).toBe('"new"');
    desk.connection.maySend = true;
    await desk.settled(change.id, 'CONFIRMED');
    await desk.settled(made.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(2);
  });

  it('sends nothing twice that was confirmed, and verifies what was under way', async () => {
    desk.connection.maySend = true;
    const done = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.settled(done.id, 'CONFIRMED');
    desk.service.faults = ['crash'];
    const open = await desk.write('createVehicle', {}, { regNo: 'NEW 2' });
    await desk.settled(open.id, 'SENDING');
    await desk.restart({ loseDatabase: true });
    await desk.settled(open.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(2);
    expect((await desk.op(done.id)).state).toBe('CONFIRMED');
  });

  it('trusts no state of a damaged journal: what waited is verified first', async () => {
    const change = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
    await desk.restart({
      loseDatabase: true,
      harm: (file) => {
        const text = readFileSync(file, 'utf8');
        writeFileSync(file, `damage\n${text}`);
      },
    });
    const history = await desk.store.read('outbox.history', { id: change.id });
    expect((await desk.op(change.id)).state).toBe('UNCERTAIN');
    expect(history.map(({ to }) => to)).toEqual(['QUEUED', 'UNCERTAIN']);
    desk.connection.maySend = true;
    await desk.settled(change.id, 'CONFIRMED');
  });

  it('keeps a write whose mark is the damaged line', async () => {
    const change = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
    await desk.restart({
      loseDatabase: true,
      harm: (file) => {
        const text = readFileSync(file, 'utf8');
        const at = text.lastIndexOf('"mark"');
        writeFileSync(file, `${text.slice(0, at)}~${text.slice(at + 1)}`);
      },
    });
    expect((await desk.op(change.id)).state).toBe('UNCERTAIN');
    desk.connection.maySend = true;
    await desk.settled(change.id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('a create whose whole last batch is unreadable asks: it may have been sent', async () => {
    desk.connection.maySend = true;
    desk.service.faults = ['crash'];
    const { id } = await desk.write('createAreaGroup', {}, { name: 'Depots' });
    await desk.settled(id, 'SENDING');
    await desk.restart({
      loseDatabase: true,
      harm: (file) => {
        const lines = readFileSync(file, 'utf8').split('\n');
        const from = lines.findLastIndex((line) => line.includes('"state":"QUEUED"')) + 1;
        const mark = lines.findIndex((line, at) => at > from && line.includes('{"mark":'));
        const read = lines.map((line, at) => (at > mark ? '~'.repeat(line.length) : line));
        expect(read).not.toEqual(lines);
        writeFileSync(file, read.join('\n'));
      },
    });
    await desk.settled(id, 'NEEDS_USER');
    expect((await desk.op(id)).error).toMatchObject({ code: 'outbox.unverifiable' });
    expect(desk.service.arrivals).toHaveLength(1);
  });

  it('ignores a torn end, which nobody was told of', async () => {
    const change = await desk.write('updateVehicle', { vehicleId: '12' }, { defaultLabel: 'new' });
    await desk.restart({ loseDatabase: true, harm: (file) => appendFileSync(file, '99 abc {"ta') });
    expect((await desk.op(change.id)).state).toBe('QUEUED');
  });

  it('never sends a create in doubt again by itself: its record may be listed, deleted and forgotten', async () => {
    desk.connection.maySend = true;
    desk.service.faults = ['requestLost'];
    const { id } = await desk.write('createVehicle', {}, { regNo: 'NEW 1' });
    await desk.settled(id, 'UNCERTAIN');
    await desk.restart({ loseDatabase: true });
    await desk.settled(id, 'NEEDS_USER');
    expect((await desk.op(id)).error).toMatchObject({ code: 'outbox.unverifiable' });
    expect((await desk.op(id)).error?.message).toContain('was lost since');
    expect(desk.service.arrivals).toHaveLength(1);
    expect(await desk.outbox.retry(id)).toMatchObject({ ok: true });
    await desk.settled(id, 'CONFIRMED');
    expect(desk.service.arrivals).toHaveLength(2);
  });
});

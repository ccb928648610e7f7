import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { readJournal } from '../../../electron/core/db/journal.ts';
import { closeDatabase } from '../../../electron/core/db/open.ts';
import { openWriter } from '../../../electron/core/database.ts';
import type { EnqueueInput } from '../../../electron/core/outbox/store/enqueue.ts';
import { runRead, runTogether, runWrite } from '../../../electron/core/db/runner.ts';
import type { WriteRequest } from '../../../electron/core/db/runner.ts';
import { codeOf, freshFolder, freshStore, ingest, valueOf } from './support.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function rename(n: number, vehicleId: string): WriteRequest & { input: EnqueueInput } {
  return {
    name: 'outbox.enqueue',
    input: {
      ...{ id: uuid(n), now: 1000 + n, endpoint: 'updateVehicle', params: { vehicleId } },
      ...{ patch: `{"defaultLabel":"label ${n}"}`, undoes: null, graceMs: null },
    },
  };
}

/** A text that is no record: the query refuses it. */
const refused: WriteRequest = {
  name: 'records.put',
  input: { entity: 'vehicle', id: '1', text: 'no json', path: '$', readAt: 5 },
};

function opened(): { handle: Handle; file: string } {
  const file = path.join(freshFolder(), 'mirror.db');
  const handle = valueOf(openWriter(file));
  onTestFinished(() => closeDatabase(handle));
  const text = JSON.stringify([1, 2, 3].map((id) => ({ id, defaultLabel: 'old' })));
  valueOf(runWrite(handle, 'records.ingest', { entity: 'vehicle', text, path: '$', readAt: 1 }));
  return { handle, file };
}

const labels = (handle: Handle): unknown[] =>
  handle
    .all(
      plainStatement<{ label: unknown }>(
        "SELECT coalesce(overlay, base) ->> '$.defaultLabel' AS label FROM record ORDER BY id",
      ),
    )
    .map(({ label }) => label);

describe('writes that share a commit', () => {
  it('do in their order what they do alone, and are in the journal before it ends', () => {
    const { handle, file } = opened();
    const results = runTogether(handle, [rename(1, '1'), rename(2, '2'), rename(3, '1')]);
    expect(results?.map((result) => result.ok)).toEqual([true, true, true]);
    expect(results?.map((result) => valueOf(result).changes.map(({ ids }) => ids))).toEqual([
      [['1']],
      [['2']],
      [['1']],
    ]);
    const revisions = results?.map((result) => valueOf(result).changes[0]?.revision ?? 0) ?? [];
    expect(revisions[2]).toBe((revisions[0] ?? 0) + 2);
    expect(labels(handle)).toEqual(['label 3', 'label 2', 'old']);
    const { entries, state } = readJournal(`${file}.journal`);
    expect(state).toBe('whole');
    const ops = entries.filter(({ table }) => table === 'op');
    const newest = new Map(ops.map(({ row }) => [row['id'], row['patch']]));
    expect(newest).toEqual(
      new Map([
        [uuid(1), '{"defaultLabel":"label 3"}'],
        [uuid(2), '{"defaultLabel":"label 2"}'],
      ]),
    );
  });

  it('tell of records that show a name which one of them brought', () => {
    const { handle } = opened();
    const moved = { ...rename(1, '1').input, patch: '{"depotId":3}' };
    valueOf(runWrite(handle, 'outbox.enqueue', moved));
    valueOf(runWrite(handle, 'outbox.enqueue', rename(2, '2').input));
    const record = '{"id":2,"defaultLabel":"label 2","depot":{"id":3,"name":"North"}}';
    const confirm = {
      name: 'outbox.confirm',
      input: { id: uuid(2), now: 2000, reason: '', record },
    };
    const results = runTogether(handle, [confirm, rename(3, '3')]) ?? [];
    const told = results.flatMap((result) => valueOf(result).changes.flatMap(({ ids }) => ids));
    expect(told).toEqual(expect.arrayContaining(['1', '2', '3']));
    expect(runRead(handle, 'records.get', { entity: 'vehicle', id: '1' })).toMatchObject({
      row: { json: expect.stringContaining('North') as string },
    });
  });

  it('leave nothing of a refused one, and everything of the others', () => {
    const { handle, file } = opened();
    const results = runTogether(handle, [rename(1, '1'), refused, rename(2, '2')]) ?? [];
    expect(results.map(codeOf)).toEqual(['it worked', 'mirror.notJson', 'it worked']);
    expect(labels(handle)).toEqual(['label 1', 'label 2', 'old']);
    const { entries } = readJournal(`${file}.journal`);
    expect(entries.filter(({ table }) => table === 'op')).toHaveLength(2);
  });

  it('are all undone when one fails by mistake, so that each can be run alone', () => {
    const { handle, file } = opened();
    const mistaken = { ...rename(2, '2'), name: 'outbox.noSuchQuery' };
    expect(runTogether(handle, [rename(1, '1'), mistaken])).toBeNull();
    expect(labels(handle)).toEqual(['old', 'old', 'old']);
    expect(readJournal(`${file}.journal`)).toMatchObject({ entries: [], batch: 0 });
    valueOf(runWrite(handle, 'outbox.enqueue', rename(1, '1').input));
    expect(labels(handle)).toEqual(['label 1', 'old', 'old']);
    expect(runRead(handle, 'outbox.counts', null)).toEqual({ QUEUED: 1 });
  });

  it('are each answered by the thread, in whatever company they came', async () => {
    const store = await freshStore({ mode: 'thread' });
    const vehicles = Array.from({ length: 40 }, (_, id) => ({ id, defaultLabel: 'old' }));
    await ingest(store, 'vehicle', vehicles);
    const answers = await Promise.all(
      vehicles.flatMap(({ id }) => [
        store.write('outbox.enqueue', rename(id, String(id)).input),
        store.write('desk.remember', { key: 'last', value: String(id) }),
        store.write('outbox.enqueue', rename(100 + id, 'unknown').input),
      ]),
    );
    const outcomes = answers.map((answer) => {
      const value = valueOf<object>(answer);
      return 'is' in value ? value.is : 'remembered';
    });
    expect(outcomes).toEqual(vehicles.flatMap(() => ['queued', 'remembered', 'missing']));
    expect(await store.read('outbox.counts', null)).toEqual({ QUEUED: 40 });
    const { rows } = await store.read('outbox.list', { states: null, offset: 0, limit: 40 });
    expect(rows.map(({ target_id }) => target_id)).toEqual(
      vehicles.map(({ id }) => String(id)).reverse(),
    );
    expect(await store.read('desk.recall', { key: 'last' })).toEqual({ value: '39' });
  });
});

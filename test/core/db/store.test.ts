import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { machineFailure } from '../../../electron/core/db/failure.ts';
import { openWriter } from '../../../electron/core/database.ts';
import { formReads } from '../../../electron/core/mirror/formVersions.ts';
import { migrations } from '../../../electron/core/db/migrations/index.ts';
import { readQueries, writeQueries } from '../../../electron/core/databaseParts.ts';
import { ingestWrites } from '../../../electron/core/mirror/ingest.ts';
import { documentReads, documentWrites } from '../../../electron/core/mirror/documents.ts';
import { outboxReads, outboxWrites } from '../../../electron/core/outbox/store/statements.ts';
import { answerReads } from '../../../electron/core/answers/store/list.ts';
import { knownReads } from '../../../electron/core/answers/store/known.ts';
import { wantedReads, wantedWrites } from '../../../electron/core/answers/store/wanted.ts';
import { reviewReads, reviewWrites } from '../../../electron/core/review/store/reviews.ts';
import { measureReads } from '../../../electron/core/mirror/measures.ts';
import { oldReads, oldWrites } from '../../../electron/core/mirror/oldReadings.ts';
import { pdfReads, pdfWrites } from '../../../electron/core/mirror/pdfs.ts';
import { recordReads } from '../../../electron/core/mirror/records.ts';
import { removalReads, removalWrites } from '../../../electron/core/mirror/removals.ts';
import { scanReads, scanWrites } from '../../../electron/core/mirror/scans.ts';
import { storageReads, storageWrites } from '../../../electron/core/mirror/storage.ts';
import { searchReads } from '../../../electron/core/mirror/search.ts';
import { runWrite } from '../../../electron/core/db/runner.ts';
import { openStore } from '../../../electron/core/database.ts';
import type { RecordChange } from '../../../electron/core/db/types.ts';
import { codeOf, freshFolder, freshStore, ingest, valueOf } from './support.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

describe.each(['inline', 'thread'] as const)('the store, %s', (mode) => {
  it('keeps what was written for the next opening', async () => {
    const file = path.join(freshFolder(), 'a.db');
    const first = valueOf(await openStore({ file, mode }));
    await ingest(first, 'vehicle', [{ id: 1, regNo: 'AB 12' }]);
    valueOf(await first.write('desk.remember', { key: 'theme', value: '"dark"' }));
    await first.close();
    const second = await freshStore({ file, mode });
    expect(await second.read('desk.recall', { key: 'theme' })).toEqual({ value: '"dark"' });
    const window = await second.read('records.window', {
      view: { entity: 'vehicle' },
      offset: 0,
      limit: 10,
    });
    expect(window).toMatchObject({
      total: 1,
      rows: [{ id: '1', json: '{"id":1,"regNo":"AB 12"}' }],
    });
  });

  it('tells of changed records after the commit, with a growing revision', async () => {
    const store = await freshStore({ mode });
    const told: RecordChange[] = [];
    const stop = store.onChange((changes) => told.push(...changes));
    await ingest(store, 'vehicle', [{ id: 'a' }, { id: 'b' }]);
    await ingest(store, 'vehicle', [{ id: 'a' }, { id: 'b', regNo: 'new' }]);
    await ingest(store, 'vehicle', [{ id: 'a' }, { id: 'b', regNo: 'new' }]);
    stop();
    await ingest(store, 'vehicle', [{ id: 'c' }]);
    expect(told).toEqual([
      { entity: 'vehicle', revision: 1, ids: ['a', 'b'] },
      { entity: 'vehicle', revision: 2, ids: ['b'] },
    ]);
  });

  it('tells "many" instead of naming hundreds', async () => {
    const store = await freshStore({ mode });
    const told: RecordChange[] = [];
    store.onChange((changes) => told.push(...changes));
    await ingest(
      store,
      'area',
      Array.from({ length: 250 }, (_, index) => ({ id: `area-${index}` })),
    );
    expect(told).toEqual([{ entity: 'area', revision: 1, ids: null }]);
  });

  it('answers a refused write with its error and changes nothing', async () => {
    const store = await freshStore({ mode });
    const result = await store.write('records.put', {
      entity: 'vehicle',
      id: '1',
      text: '{"id":2}',
      path: '$',
      readAt: 1,
    });
    expect(codeOf(result)).toBe('mirror.otherRecord');
    expect(await store.read('records.get', { entity: 'vehicle', id: '2' })).toBeNull();
  });

  it('rejects where a query has a bug, and goes on afterwards', async () => {
    const store = await freshStore({ mode });
    const wrong = store.read('records.facets', {
      view: { entity: 'vehicle' },
      field: "regNo'; DROP TABLE record; --",
    });
    await expect(wrong).rejects.toThrow(/Not a field path/);
    await ingest(store, 'vehicle', [{ id: 1 }]);
    expect((await store.read('records.ids', { view: { entity: 'vehicle' } })).ids).toEqual(['1']);
  });

  it('refuses a second opening of the same file, and opens it after the first has closed', async () => {
    const file = path.join(freshFolder(), 'a.db');
    const first = valueOf(await openStore({ file, mode }));
    expect(codeOf(await openStore({ file, mode }))).toBe('db.locked');
    await first.close();
    await freshStore({ file, mode });
  });

  it('answers writes after closing with an error', async () => {
    const store = await freshStore({ mode });
    await store.close();
    await store.close();
    expect(codeOf(await store.write('desk.remember', { key: 'k', value: '1' }))).toBe('db.closed');
    await expect(store.read('desk.recall', { key: 'k' })).rejects.toThrow(/closed/);
  });

  it('refuses a database of a newer Waybill and leaves it as it is', async () => {
    const file = path.join(freshFolder(), 'a.db');
    const db = new Database(file);
    db.exec('CREATE TABLE from_the_future (x)');
    db.pragma('user_version = 9999');
    db.close();
    const before = readFileSync(file);
    expect(codeOf(await openStore({ file, mode }))).toBe('db.newer');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('sets a file that is no database aside, unchanged, and opens a new one', async () => {
    const file = path.join(freshFolder(), 'a.db');
    const text = 'not a database, but long enough to be read as one'.repeat(100);
    writeFileSync(file, text);
    const now = (): number => Date.UTC(2026, 4, 4, 7, 0, 0);
    const store = await freshStore({ file, mode, now });
    const aside = 'a.db.damaged-20260504T070000000Z';
    expect(store.recovery).toMatchObject({ found: 'damaged', setAside: [aside] });
    expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe(text);
    await ingest(store, 'vehicle', [{ id: 1 }]);
  });
});

describe('the files of a store', () => {
  it('are readable by their owner only', async () => {
    const file = path.join(freshFolder(), 'inner', 'a.db');
    const store = await freshStore({ file, mode: 'inline' });
    await ingest(store, 'vehicle', [{ id: 1 }]);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    for (const name of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) {
      expect([name, statSync(name).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('are made private even where an older file was not', async () => {
    const file = path.join(freshFolder(), 'a.db');
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    await freshStore({ file, mode: 'inline' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('are refused to a second process, and free again when the first was killed', async () => {
    const file = path.join(freshFolder(), 'a.db');
    const holder = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'lockHolder.ts'), file],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    onTestFinished(() => void holder.kill('SIGKILL'));
    const [said] = (await once(holder.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('opened\n');
    expect(codeOf(await openStore({ file, mode: 'inline' }))).toBe('db.locked');
    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    await freshStore({ file, mode: 'inline' });
  });

  it('are not touched when the lock is held', async () => {
    const folder = freshFolder();
    const file = path.join(folder, 'a.db');
    const holder = await freshStore({ file: path.join(folder, 'b.db'), mode: 'inline' });
    const lock = new Database(`${file}.lock`);
    onTestFinished(() => void lock.close());
    lock.exec('BEGIN EXCLUSIVE');
    expect(codeOf(await openStore({ file, mode: 'inline' }))).toBe('db.locked');
    expect(existsSync(file)).toBe(false);
    await holder.close();
  });
});

describe('a writing connection', () => {
  it('flushes every commit to the disk', () => {
    const handle = valueOf(openWriter(path.join(freshFolder(), 'a.db')));
    onTestFinished(() => void handle.raw.close());
    const pragma = (name: string): unknown => handle.raw.pragma(name, { simple: true });
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('fullfsync')).toBe(1);
    expect(pragma('foreign_keys')).toBe(1);
  });

  it('answers a full disk with an error, and what was there before is intact', () => {
    const handle = valueOf(openWriter(path.join(freshFolder(), 'a.db')));
    onTestFinished(() => void handle.raw.close());
    const remember = (value: string) => runWrite(handle, 'desk.remember', { key: 'draft', value });
    valueOf(remember('"small"'));
    const pages = Number(handle.raw.pragma('page_count', { simple: true }));
    handle.raw.pragma(`max_page_count = ${pages}`);
    const refused = remember(`"${'x'.repeat(500_000)}"`);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'local', code: 'disk.full' } });
    handle.raw.pragma('max_page_count = 1000000');
    expect(handle.one(plainStatement("SELECT value FROM desk WHERE key = 'draft'"))).toEqual({
      value: '"small"',
    });
    valueOf(remember('"later"'));
  });

  it('names failures of the computer and leaves bugs to be thrown', () => {
    const sqlite = (code: string) => machineFailure(new Database.SqliteError('said', code))?.code;
    expect(sqlite('SQLITE_FULL')).toBe('disk.full');
    expect(sqlite('SQLITE_IOERR_WRITE')).toBe('disk.full');
    expect(sqlite('SQLITE_READONLY')).toBe('db.readonly');
    expect(sqlite('SQLITE_CORRUPT_VTAB')).toBe('db.damaged');
    expect(sqlite('SQLITE_IOERR_READ')).toBe('db.damaged');
    expect(sqlite('SQLITE_BUSY')).toBe('db.busy');
    expect(sqlite('SQLITE_CONSTRAINT_UNIQUE')).toBeUndefined();
    expect(machineFailure(new TypeError('bug'))).toBeNull();
  });

  it('makes derived texts anew when their meaning has changed', () => {
    const file = path.join(freshFolder(), 'a.db');
    const first = valueOf(openWriter(file));
    first.run(
      plainStatement(
        "INSERT INTO record (entity, id, base) VALUES ('vehicle', '1', '{\"regNo\":\"AB 1\"}')",
      ),
    );
    first.raw.transaction(() => first.tables.completeDerived(first))();
    first.run(plainStatement("UPDATE search SET body = 'stale', title = 'stale'"));
    first.run(plainStatement('UPDATE tally SET n = 7'));
    first.run(plainStatement("UPDATE meta SET value = 'older' WHERE key = 'search'"));
    first.raw.close();
    const second = valueOf(openWriter(file));
    onTestFinished(() => void second.raw.close());
    expect(second.one(plainStatement('SELECT title FROM search'))).toEqual({ title: 'ab 1' });
    expect(second.all(plainStatement("SELECT n FROM tally WHERE field = ''"))).toEqual([{ n: 1 }]);
    expect(
      second.all(plainStatement('SELECT rowid FROM search_text WHERE search_text MATCH ?'), [
        '"ab 1"',
      ]),
    ).toHaveLength(1);
  });
});

describe('named queries', () => {
  it('have names of their own', () => {
    const reads = [
      recordReads,
      searchReads,
      scanReads,
      removalReads,
      pdfReads,
      measureReads,
      oldReads,
      documentReads,
      outboxReads,
      answerReads,
      knownReads,
      wantedReads,
      reviewReads,
      storageReads,
      formReads,
    ];
    const writes = [
      ...[ingestWrites, scanWrites, removalWrites, pdfWrites, documentWrites, outboxWrites],
      oldWrites,
      wantedWrites,
      reviewWrites,
      storageWrites,
    ];
    const count = (parts: object[]) => parts.flatMap((part) => Object.keys(part)).length;
    expect(Object.keys(readQueries)).toHaveLength(count(reads));
    expect(Object.keys(writeQueries)).toHaveLength(count(writes));
  });

  it('are looked up among own names only', async () => {
    const store = await freshStore();
    await expect(store.read('constructor' as 'desk.recall', { key: 'k' })).rejects.toThrow(
      /Unknown query/,
    );
  });

  it('end their transaction when they refuse', () => {
    const handle = valueOf(openWriter(':memory:'));
    onTestFinished(() => void handle.raw.close());
    const put = { entity: 'vehicle', id: '1', text: '[]', path: '$', readAt: 1 };
    const result = runWrite(handle, 'records.put', put);
    expect(codeOf(result)).toBe('mirror.notJson');
    expect(handle.raw.inTransaction).toBe(false);
  });
});

it('numbers its migrations without gaps', () => {
  const [{ version: first }] = migrations;
  expect(migrations.map(({ version }) => version)).toEqual(
    migrations.map((_, index) => first + index),
  );
});

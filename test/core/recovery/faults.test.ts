import fs, {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Handle } from '../../../electron/core/db/handles.ts';
import { openJournal, readJournal } from '../../../electron/core/db/journal.ts';
import { closeDatabase } from '../../../electron/core/db/open.ts';
import { openWriter } from '../../../electron/core/database.ts';
import type { OpenWriterOptions } from '../../../electron/core/db/open.ts';
import { runWrite } from '../../../electron/core/db/runner.ts';
import { openStore } from '../../../electron/core/database.ts';
import { recoveriesIn } from '../../../shared/ipc/recovery.ts';
import { codeOf, freshFolder, freshStore, ingest, valueOf } from '../db/support.ts';
import { breakPages, filesBeside, forget } from './support.ts';
import { plainStatement } from '../../../electron/core/db/statement.ts';

const DAY_MS = 24 * 3_600_000;
const OPERATIONS = [
  ...(['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync'] as const),
  'writeFileSync' as const,
];

/** Lets file operations fail as `when` says, counted from one; `heal` gives their number. */
function failing(
  code: string,
  when: (nth: number, operation: string) => boolean,
): { heal: () => number } {
  let nth = 0;
  const spies = OPERATIONS.map((name) => {
    const real = fs[name] as (...input: unknown[]) => unknown;
    return vi.spyOn(fs, name).mockImplementation((...input: unknown[]) => {
      nth += 1;
      if (when(nth, name)) throw Object.assign(new Error(`${code}: ${name}`), { code });
      return real(...input);
    });
  });
  syncBuiltinESMExports();
  const restore = (): void => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  return {
    heal: () => {
      restore();
      return nth;
    },
  };
}

function opened(file: string, options: OpenWriterOptions = {}): Handle {
  const handle = valueOf(openWriter(file, options));
  onTestFinished(() => closeDatabase(handle));
  return handle;
}

const remember = (handle: Handle, key: string, value: string) =>
  runWrite(handle, 'desk.remember', { key, value });

const kept = (handle: Handle): unknown[] =>
  handle.raw
    .prepare("SELECT key FROM desk WHERE key <> 'core/recoveries' ORDER BY key")
    .pluck()
    .all();

/** What the desk will tell, and whether it names the damaged file. */
const told = (handle: Handle): unknown[] => {
  const row = handle.one(
    plainStatement<{ value: string }>("SELECT value FROM desk WHERE key = 'core/recoveries'"),
  );
  return recoveriesIn(row?.value ?? null).map(({ found, setAside }) => [
    found,
    setAside.some((name) => name.startsWith('a.db.damaged-')),
  ]);
};

const KEYS = ['draft', 'note', 'review', 'views'];

/** A closed database with something in it, and its journal. */
function closedDatabase(): string {
  const file = path.join(freshFolder(), 'a.db');
  const handle = opened(file);
  for (const key of KEYS) valueOf(remember(handle, key, `"${key}"`));
  closeDatabase(handle);
  return file;
}

describe('a recovery that is cut short', () => {
  it('by a full disk at any of its steps says so, and the next opening goes on from there', () => {
    const template = closedDatabase();
    breakPages(template, 'op_state');
    forget(`${template}.journal`, (line) => line.includes('"views"'));
    let failures = 0;
    let more = true;
    for (let at = 1; more; at += 1) {
      const file = path.join(freshFolder(), 'a.db');
      for (const end of ['', '.journal']) copyFileSync(`${template}${end}`, `${file}${end}`);
      const { heal } = failing('ENOSPC', (nth) => nth === at);
      const first = openWriter(file, { nowMs: at });
      more = heal() >= at;
      if (first.ok) {
        expect(kept(first.value), `operation ${at}`).toEqual(KEYS);
        closeDatabase(first.value);
      } else {
        failures += 1;
        expect(first.error.code, `operation ${at}`).toBe('disk.full');
        const again = opened(file, { nowMs: at + 1 });
        expect(kept(again), `operation ${at}`).toEqual(KEYS);
        // It is told once, however often it was begun.
        expect(told(again), `operation ${at}`).toEqual([['damaged', true]]);
        closeDatabase(again);
      }
    }
    expect(failures).toBeGreaterThan(10);
  });

  it('by a folder that may not be written to says so, and leaves everything as it is', () => {
    const file = closedDatabase();
    breakPages(file, 'op_state');
    const before = ['', '.journal'].map((end) => readFileSync(`${file}${end}`));
    const { heal } = failing('EACCES', (_nth, operation) => operation === 'renameSync');
    expect(openWriter(file)).toMatchObject({
      ok: false,
      error: { kind: 'local', code: 'db.readonly', next: 'askAdministrator' },
    });
    heal();
    expect(['', '.journal'].map((end) => readFileSync(`${file}${end}`))).toEqual(before);
    expect(kept(opened(file))).toEqual(KEYS);
  });

  it.skipIf(process.getuid === undefined || process.getuid() === 0)(
    'by a folder without the right to write to it is an error, not a crash',
    async () => {
      const folder = path.join(freshFolder(), 'locked');
      mkdirSync(folder);
      chmodSync(folder, 0o500);
      const file = path.join(folder, 'a.db');
      expect(codeOf(await openStore({ file, mode: 'inline' }))).toBe('db.readonly');
    },
  );

  it('is not begun with a database of a newer Waybill: it and its journal stay as they are', () => {
    const file = closedDatabase();
    const db = new Database(file);
    db.pragma('user_version = 9999');
    db.close();
    const before = ['', '.journal'].map((end) => readFileSync(`${file}${end}`));
    expect(codeOf(openWriter(file))).toBe('db.newer');
    expect(['', '.journal'].map((end) => readFileSync(`${file}${end}`))).toEqual(before);
    expect(filesBeside(file)).toEqual(['a.db', 'a.db.journal']);
  });

  it('is not begun by a second instance', async () => {
    const file = closedDatabase();
    breakPages(file, 'op_state');
    const lock = new Database(`${file}.lock`);
    onTestFinished(() => void lock.close());
    lock.exec('BEGIN EXCLUSIVE');
    expect(codeOf(await openStore({ file, mode: 'inline', damaged: true }))).toBe('db.locked');
    expect(filesBeside(file)).toEqual(['a.db', 'a.db.journal']);
  });

  it('is not hindered by a damaged lock file, which nobody can hold', async () => {
    const file = path.join(freshFolder(), 'a.db');
    writeFileSync(`${file}.lock`, 'x'.repeat(5000));
    const store = await freshStore({ file });
    await ingest(store, 'vehicle', [{ id: 1 }]);
    expect(codeOf(await openStore({ file, mode: 'inline' }))).toBe('db.locked');
  });
});

describe.each(['inline', 'thread'] as const)('damage that is met while it runs, %s', (mode) => {
  /** A database whose mirror is broken in the middle, which no opening notices. */
  async function broken(): Promise<string> {
    const file = path.join(freshFolder(), 'a.db');
    const store = valueOf(await openStore({ file, mode: 'inline' }));
    const rows = Array.from({ length: 400 }, (_, id) => ({ id, text: 'x'.repeat(300) }));
    await ingest(store, 'vehicle', rows);
    valueOf(await store.write('desk.remember', { key: 'views', value: '[1]' }));
    await store.close();
    breakPages(file, 'record', 'leaf');
    breakPages(file, 'sqlite_autoindex_record_1');
    return file;
  }
  const everything = { view: { entity: 'vehicle' } } as const;

  it('ends a read with an error as data and is told once', async () => {
    const file = await broken();
    const store = await freshStore({ file, mode });
    expect(store.recovery).toBeNull();
    let told = 0;
    store.onDamage(() => (told += 1));
    const read = () => store.read('records.get', { entity: 'vehicle', id: '7' });
    await expect(read()).rejects.toMatchObject({ error: { code: 'db.damaged' } });
    await expect(read()).rejects.toMatchObject({ error: { code: 'db.damaged' } });
    expect(told).toBe(1);
    // What is whole goes on meanwhile.
    expect(await store.read('desk.recall', { key: 'views' })).toEqual({ value: '[1]' });
    await store.close();
    const now = (): number => Date.UTC(2026, 4, 4);
    const anew = await freshStore({ file, mode, damaged: true, now });
    expect(anew.recovery).toMatchObject({ found: 'damaged', journal: 'whole', desk: 1 });
    expect(await anew.read('desk.recall', { key: 'views' })).toEqual({ value: '[1]' });
    expect((await anew.read('records.ids', everything)).ids).toEqual([]);
    await ingest(anew, 'vehicle', [{ id: 1 }]);
  });

  it('ends a write with an error as data and is told', async () => {
    const store = await freshStore({ file: await broken(), mode });
    const told = new Promise<void>((resolve) => {
      store.onDamage(resolve);
    });
    const row = { entity: 'vehicle', id: '7', text: '{"id":7}', path: '$', readAt: 5 } as const;
    expect(codeOf(await store.write('records.put', row))).toBe('db.damaged');
    await told;
  });
});

describe('journal and database', () => {
  it('take back together what could not be committed', () => {
    const file = path.join(freshFolder(), 'a.db');
    const handle = opened(file);
    valueOf(remember(handle, 'first', '1'));
    // A commit that fails after the journal was written.
    handle.raw.exec(`
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TEMP TRIGGER break_commit AFTER INSERT ON main.desk BEGIN
        INSERT INTO child (id) VALUES (1); END`);
    expect(() => remember(handle, 'second', '2')).toThrow(/FOREIGN KEY/);
    handle.raw.exec('DROP TRIGGER break_commit');
    expect(readJournal(`${file}.journal`)).toMatchObject({ state: 'whole', batch: 1 });
    valueOf(remember(handle, 'third', '3'));
    closeDatabase(handle);
    truncateSync(file, 0);
    expect(kept(opened(file))).toEqual(['first', 'third']);
  });

  it('go on after a journal that could be written only in part', () => {
    const file = path.join(freshFolder(), 'a.db');
    const handle = opened(file);
    valueOf(remember(handle, 'first', '1'));
    const real = fs.writeSync as (...input: unknown[]) => number;
    const half = vi.spyOn(fs, 'writeSync').mockImplementationOnce(((
      descriptor: number,
      bytes: Uint8Array,
    ) => {
      real(descriptor, bytes, 0, bytes.length - 9);
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    }) as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      half.mockRestore();
      syncBuiltinESMExports();
    });
    expect(codeOf(remember(handle, 'second', '2'))).toBe('disk.full');
    valueOf(remember(handle, 'third', '3'));
    expect(readJournal(`${file}.journal`)).toMatchObject({ state: 'whole', batch: 2 });
    closeDatabase(handle);
    truncateSync(file, 0);
    expect(kept(opened(file))).toEqual(['first', 'third']);
  });

  it('count a batch whose end is torn as never written', () => {
    const file = path.join(freshFolder(), 'a.journal');
    const journal = openJournal(file);
    const entry = (key: string) => ({ table: 'desk' as const, row: { key, value: '1' } });
    journal.append([entry('a'), entry('b')]);
    const first = journal.size();
    journal.append([entry('c'), entry('d')]);
    journal.close();
    const whole = readFileSync(file);
    for (let length = first; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      const { entries, state, intactBytes } = readJournal(file);
      expect([entries.length, state, intactBytes], String(length)).toEqual([
        ...[2, length === first ? 'whole' : 'torn', first],
      ]);
    }
  });

  it('empty the trash of what has lain there for 30 days, in both', () => {
    const file = path.join(freshFolder(), 'a.db');
    const handle = opened(file);
    for (const id of ['1', '2']) {
      const put = { entity: 'area', id, text: `{"id":${id}}`, path: '$', readAt: 1 };
      valueOf(runWrite(handle, 'records.put', put));
      const at = id === '1' ? 1 : 5 * DAY_MS;
      valueOf(
        runWrite(handle, 'records.remove', { entity: 'area', ids: [id], at, reason: 'gone' }),
      );
    }
    closeDatabase(handle);
    const left = (handle: Handle): unknown[] =>
      handle.raw.prepare('SELECT id FROM trash').pluck().all();
    const later = opened(file, { nowMs: 31 * DAY_MS });
    expect(left(later)).toEqual(['2']);
    closeDatabase(later);
    truncateSync(file, 0);
    expect(left(opened(file, { nowMs: 31 * DAY_MS }))).toEqual(['2']);
  });

  it('grow no further than what is open: a large journal is written anew at start', () => {
    const file = path.join(freshFolder(), 'a.db');
    const handle = opened(file);
    const text = `"${'x'.repeat(1_000_000)}"`;
    for (let n = 0; n < 18; n += 1) valueOf(remember(handle, 'large', text));
    valueOf(remember(handle, 'small', '1'));
    closeDatabase(handle);
    expect(readFileSync(`${file}.journal`).length).toBeGreaterThan(17e6);
    const again = opened(file);
    expect(again.recovery).toBeNull();
    closeDatabase(again);
    expect(readFileSync(`${file}.journal`).length).toBeLessThan(2e6);
    truncateSync(file, 0);
    const back = opened(file);
    expect(kept(back)).toEqual(['large', 'small']);
  });

  it('take a journal that the disk does not give back for a damaged one', () => {
    const file = closedDatabase();
    const real = fs.readFileSync as (...input: unknown[]) => unknown;
    const unreadable = vi.spyOn(fs, 'readFileSync').mockImplementation(((...input: unknown[]) => {
      if (String(input[0]) !== `${file}.journal`) return real(...input);
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    }) as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      unreadable.mockRestore();
      syncBuiltinESMExports();
    });
    const handle = opened(file, { nowMs: 5 });
    expect(handle.recovery).toMatchObject({ found: 'journal', journal: 'damaged' });
    expect(filesBeside(file)).toEqual([
      'a.db',
      'a.db.journal',
      'a.db.journal.damaged-19700101T000000005Z',
    ]);
    expect(kept(handle)).toEqual(KEYS);
  });

  it.each([
    ['emptied', ''],
    ['overwritten', 'x'.repeat(5000)],
  ])(
    'tell that both places are lost where the journal is %s and the database gone',
    (_what, is) => {
      const file = closedDatabase();
      fs.rmSync(file);
      writeFileSync(`${file}.journal`, is);
      const handle = opened(file, { nowMs: 5 });
      expect(handle.recovery).toMatchObject({ found: 'lost', journal: 'damaged' });
      expect(kept(handle)).toEqual([]);
    },
  );

  it('leave no half-written journal behind', () => {
    const file = closedDatabase();
    fs.rmSync(`${file}.journal`);
    const { heal } = failing('ENOSPC', (_nth, operation) => operation === 'writeSync');
    expect(codeOf(openWriter(file))).toBe('disk.full');
    heal();
    expect(existsSync(`${file}.journal.new`)).toBe(false);
    expect(readdirSync(path.dirname(file)).some((name) => name.includes('damaged'))).toBe(false);
    expect(kept(opened(file))).toEqual(KEYS);
  });
});

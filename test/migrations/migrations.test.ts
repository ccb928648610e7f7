import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle } from '../../electron/core/db/handles.ts';
import { addFunctions } from '../../electron/core/mirror/functions.ts';
import { JOURNALED, JOURNALED_TABLES } from '../../electron/core/db/journaledTables.ts';
import { migrations } from '../../electron/core/db/migrations/index.ts';
import { closeDatabase, migrate } from '../../electron/core/db/open.ts';
import { openWriter } from '../../electron/core/database.ts';
import { runRead } from '../../electron/core/db/runner.ts';
import * as schema from '../../electron/core/db/schema.ts';
import { decodeOp } from '../../electron/core/outbox/model/record.ts';
import type { OpColumns } from '../../electron/core/outbox/model/record.ts';
import { OPEN_STATES, OP_STATES } from '../../shared/rules/opStates.ts';
import { freshFolder, valueOf } from '../core/db/support.ts';
import { irreplaceable } from '../core/recovery/support.ts';
import { RECORD, fill } from './filled.ts';
import { RELEASED, openReleased, schemaOf, upTo } from './released.ts';
import { plainStatement } from '../../electron/core/db/statement.ts';

/** A database as the release with this many migrations left it. */
function databaseAt(version: number, file: string): Connection {
  const db = new Database(file);
  onTestFinished(() => void db.close());
  addFunctions(db);
  migrate(db, [...upTo(version), ...(version === NEXT.version ? [NEXT] : [])]);
  return db;
}

/** A step as a later release may bring one: it changes tables that hold what can't be fetched. */
const NEXT = {
  version: Math.max(...migrations.map(({ version }) => version)) + 1,
  name: 'a next step',
  up: (db: Connection) =>
    db.exec(`ALTER TABLE op ADD COLUMN later TEXT;
      CREATE TABLE later (op TEXT PRIMARY KEY);
      INSERT INTO later SELECT id FROM op WHERE state <> 'CONFIRMED'`),
};
const LATEST = NEXT.version - 1;

describe('the migrations', () => {
  it.each([...migrations.slice(1), NEXT].map(({ version, name }) => [version, name] as const))(
    'to version %i (%s) keep records and pending ops in every state',
    (version) => {
      const file = path.join(freshFolder(), 'a.db');
      const before = databaseAt(version - 1, file);
      fill(before);
      before.close();
      const kept = irreplaceable(file);

      const after = databaseAt(version, file);
      expect(after.pragma('user_version', { simple: true })).toBe(version);
      expect(kept).toMatchObject({ op: { length: OP_STATES.length + 1 }, trash: { length: 1 } });
      expect(irreplaceable(file)).toMatchObject(kept);
      expect(after.prepare("SELECT base FROM record WHERE id = '1'").get()).toEqual({
        base: RECORD,
      });
      expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    },
  );

  it('bring any older database up to today, where it works', () => {
    for (const { version } of migrations) {
      const file = path.join(freshFolder(), 'a.db');
      const older = databaseAt(version, file);
      fill(older);
      older.close();
      const handle = valueOf(openWriter(file));
      onTestFinished(() => void handle.raw.close());
      const record = runRead(handle, 'records.get', { entity: 'vehicle', id: '1' });
      expect(record).toMatchObject({ base: RECORD });
      const counts = runRead(handle, 'outbox.counts', null);
      const each = Object.fromEntries(OP_STATES.map((state) => [state, 1]));
      expect(counts).toEqual({ ...each, QUEUED: 2 });
      const desk = runRead(handle, 'desk.recall', { key: 'theme' });
      expect(desk).toEqual({ value: '"dark"' });
    }
  });

  it('leave a copy of the form before them, with its journal, and of that one alone', () => {
    const file = path.join(freshFolder(), 'a.db');
    const older = databaseAt(migrations[0].version, file);
    fill(older);
    older.close();
    writeFileSync(`${file}.journal`, firstJournal(file));
    writeFileSync(`${file}.form-3`, 'of an update before');
    const [before, journal] = [irreplaceable(file), readFileSync(`${file}.journal`)];
    const handle = valueOf(openWriter(file));
    onTestFinished(() => closeDatabase(handle));
    const copy = `${file}.form-${migrations[0].version}`;
    expect(irreplaceable(copy)).toEqual(before);
    expect(readFileSync(`${copy}.journal`)).toEqual(journal);
    const kept = new Database(copy, { readonly: true });
    onTestFinished(() => void kept.close());
    expect(kept.pragma('user_version', { simple: true })).toBe(migrations[0].version);
    const names = readdirSync(path.dirname(file)).filter((name) => name.includes('.form-'));
    expect(names.sort()).toEqual([copy, `${copy}.journal`].map((one) => path.basename(one)));
    for (const name of names) {
      expect(statSync(path.join(path.dirname(file), name)).mode & 0o777).toBe(0o600);
    }
  });

  it('copy nothing where there is nothing to do', () => {
    const file = path.join(freshFolder(), 'a.db');
    for (const _time of ['made', 'opened']) closeDatabase(valueOf(openWriter(file)));
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.form-'))).toEqual([]);
  });

  it('change nothing where the copy has no room', () => {
    const file = path.join(freshFolder(), 'a.db');
    const older = databaseAt(migrations[0].version, file);
    fill(older);
    older.close();
    // Nobody can write a file where a folder lies.
    mkdirSync(`${file}.form-${migrations[0].version}.half`);
    expect(() => openWriter(file)).toThrow();
    const same = new Database(file, { readonly: true });
    onTestFinished(() => void same.close());
    expect(same.pragma('user_version', { simple: true })).toBe(migrations[0].version);
    expect(existsSync(`${file}.form-${migrations[0].version}`)).toBe(false);
  });

  it('do the same when they are applied twice', () => {
    const db = databaseAt(LATEST, ':memory:');
    const before = db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
    migrate(db);
    expect(db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()).toEqual(before);
  });

  it('leave the version and the tables alone when a step fails', () => {
    const db = databaseAt(LATEST, ':memory:');
    const broken = {
      version: NEXT.version,
      name: 'broken',
      up: (target: Connection) => target.exec('CREATE TABLE half (x); SELECT no_such_function()'),
    };
    expect(() => migrate(db, [...migrations, broken])).toThrow(/no_such_function/);
    expect(db.pragma('user_version', { simple: true })).toBe(LATEST);
    expect(db.prepare("SELECT * FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
  });
});

/** The journal of the first version: newest rows without numbers, without history and trash. */
function firstJournal(file: string): string {
  const { op = [], id_map = [], desk = [] } = irreplaceable(file);
  return Object.entries({ op, id_map, desk })
    .flatMap(([table, rows]) => rows.map((row) => JSON.stringify({ table, row })))
    .map((body) => `${Buffer.byteLength(body)} ${crc32(body).toString(16)} ${body}\n`)
    .join('');
}

describe('a released database', () => {
  it.each(RELEASED)('of version %i is still made so by the migrations', (version) => {
    const made = databaseAt(version, ':memory:');
    const released = openReleased(version, ':memory:');
    onTestFinished(() => void released.close());
    expect(schemaOf(made)).toEqual(schemaOf(released));
    expect(released.pragma('user_version', { simple: true })).toBe(version);
  });

  it.each(RELEASED)(
    'failure 19: upgrade with pending ops: one of version %i keeps every write, and so does its journal',
    (version) => {
      const file = path.join(freshFolder(), 'a.db');
      openReleased(version, file).close();
      const before = irreplaceable(file);
      writeFileSync(`${file}.journal`, firstJournal(file));
      const open = (): Handle => {
        const handle = valueOf(openWriter(file));
        onTestFinished(() => closeDatabase(handle));
        return handle;
      };
      const handle = open();
      expect(handle.recovery).toBeNull();
      expect(irreplaceable(file)).toMatchObject(before);
      // Each open write is understood, and holds the record that it is about.
      const rows = runRead(handle, 'outbox.list', { states: OPEN_STATES, offset: 0, limit: 99 });
      for (const row of (rows as { rows: OpColumns[] }).rows) expect(decodeOp(row)).not.toBeNull();
      expect(runRead(handle, 'outbox.ofRecord', { entity: 'vehicle', id: '1' })).toHaveLength(9);
      expect(handle.all(plainStatement('SELECT seq FROM op_lane WHERE blocks = 1'))).toHaveLength(
        7,
      );
      closeDatabase(handle);
      // From now on the journal alone would do, with the history and the trash.
      truncateSync(file, 0);
      const again = open();
      expect(again.recovery).toMatchObject({
        found: 'lost',
        journal: 'whole',
        writes: 7,
        trash: 1,
      });
      expect(irreplaceable(file)).toMatchObject(before);
    },
  );

  it.each(RELEASED)('of version %i comes back from the journal of its time alone', (version) => {
    const file = path.join(freshFolder(), 'a.db');
    openReleased(version, file).close();
    const { op, id_map, desk } = irreplaceable(file);
    writeFileSync(`${file}.journal`, firstJournal(file));
    truncateSync(file, 0);
    const handle = valueOf(openWriter(file));
    onTestFinished(() => closeDatabase(handle));
    expect(irreplaceable(file)).toMatchObject({ op, id_map, desk });
    expect(handle.all(plainStatement('SELECT seq FROM op_lane WHERE blocks = 1'))).toHaveLength(7);
  });
});

it('a database of before the first release is set aside, and its journal gives the writes back', () => {
  const file = path.join(freshFolder(), 'a.db');
  const older = openReleased(RELEASED[0], file);
  older.exec('ALTER TABLE record DROP COLUMN changed');
  older.pragma(`user_version = ${RELEASED[0] - 1}`);
  older.close();
  const { op, id_map, desk } = irreplaceable(file);
  writeFileSync(`${file}.journal`, firstJournal(file));
  const handle = valueOf(openWriter(file));
  onTestFinished(() => closeDatabase(handle));
  expect(handle.recovery).toMatchObject({ found: 'damaged' });
  expect(irreplaceable(file)).toMatchObject({ op, id_map, desk });
  expect(handle.one(plainStatement('SELECT changed FROM record LIMIT 1'))).toBeDefined();
});

describe('the drizzle schema', () => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'names the columns of %s as the migrations made them',
    (name, table) => {
      const db = databaseAt(LATEST, ':memory:');
      const made = db.prepare('SELECT name, "notnull", pk FROM pragma_table_info(?)').all(name) as {
        name: string;
        notnull: number;
        pk: number;
      }[];
      const columns = Object.values<Column>(getTableColumns(table));
      expect(columns.map((column) => column.name).sort()).toEqual(
        made.map((column) => column.name).sort(),
      );
      // Virtual tables state no constraints.
      if (name === 'area_box') return;
      const required = made.filter((column) => column.notnull === 1 || column.pk > 0);
      expect(
        columns
          .filter((column) => column.notNull || column.primary)
          .map((column) => column.name)
          .sort(),
      ).toEqual(required.map((column) => column.name).sort());
    },
  );

  it('keeps twice what no service can give again, table by table', () => {
    const derived = ['stale', 'filter_value', 'tally', 'answer_fact', 'answer_wanted'];
    const again = [...['record', 'search', 'op_lane', 'document', 'pdf', 'scan', 'availability']];
    const about = ['meta', 'revision', 'area_box', 'search_answer', 'review', ...derived];
    const names = tables.map((table) => getTableName(table));
    // A new table belongs to one of the two: kept in the journal, or read from the service again.
    expect(names.filter((name) => ![...again, ...about].includes(name)).sort()).toEqual(
      [...JOURNALED_TABLES].sort(),
    );
    for (const table of JOURNALED_TABLES) {
      const columns = tables.find((known) => getTableName(known) === table);
      const all = Object.values<Column>(getTableColumns(columns ?? schema.op));
      const missing = all
        .map(({ name }) => name)
        .filter((name) => !JOURNALED[table].columns.includes(name));
      expect([table, missing]).toEqual([table, table === 'op' ? ['raw'] : []]);
    }
  });

  it('has every table', () => {
    const db = databaseAt(LATEST, ':memory:');
    const made = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '*_*'")
      .pluck()
      .all();
    const named = tables.map((table) => getTableName(table));
    for (const name of [...made, 'op_history', 'op_lane', 'id_map', 'area_box']) {
      expect(named).toContain(name);
    }
  });
});

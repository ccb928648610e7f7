import path from 'node:path';
import Database from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addFunctions } from '../../electron/core/db/functions.ts';
import { migrations } from '../../electron/core/db/migrations/index.ts';
import { migrate, openWriter } from '../../electron/core/db/open.ts';
import { runRead } from '../../electron/core/db/runner.ts';
import * as schema from '../../electron/core/db/schema.ts';
import { OP_STATES } from '../../shared/ipc/shapes.ts';
import { freshFolder, valueOf } from '../core/dbSupport.ts';

/** A database as the release with this many migrations left it. */
function databaseAt(version: number, file: string): Connection {
  const db = new Database(file);
  onTestFinished(() => void db.close());
  addFunctions(db);
  migrate(db, migrations.slice(0, version));
  return db;
}

const number = '{"id":1,"regNo":"AB 1","n":12345678901234567890.10,"__proto__":{"x":1}}';

/** A record, a document, and a pending op in every state, written in the form of version 1. */
function fill(db: Connection): void {
  db.prepare(
    "INSERT INTO record (entity, id, base, read_at, pending) VALUES ('vehicle', '1', ?, 5, 1)",
  ).run(number);
  db.exec(`
    INSERT INTO document (key, endpoint, params, query, json, read_at)
      VALUES ('k', 'getMe', '{}', '{}', '{"id":7}', 6);
    INSERT INTO desk VALUES ('theme', '"dark"');
    INSERT INTO id_map VALUES ('area', 'tmp-1', '99');
    INSERT INTO trash VALUES ('area', '3', '{"id":3}', 1, 'gone');
  `);
  const op = db.prepare(`
    INSERT INTO op (id, seq, payload_version, endpoint, entity, target_id, params, patch, before,
      label, state, created_at, updated_at)
    VALUES (?, ?, 1, 'updateVehicle', 'vehicle', '1', '{"vehicleId":"1"}', '{"vin":"9"}', '{}',
      'AB 1', ?, 10, 10)`);
  const history = db.prepare('INSERT INTO op_history VALUES (?, 10, NULL, ?, ?)');
  for (const [index, state] of OP_STATES.entries()) {
    op.run(`op-${state}`, index + 1, state);
    history.run(`op-${state}`, state, 'test');
  }
}

describe('the migrations', () => {
  it.each(migrations.slice(1).map(({ version, name }) => [version, name] as const))(
    'to version %i (%s) keep records and pending ops in every state',
    (version) => {
      const file = path.join(freshFolder(), 'a.db');
      const before = databaseAt(version - 1, file);
      fill(before);
      const ops = before.prepare('SELECT * FROM op ORDER BY seq').all();
      before.close();

      const after = databaseAt(version, file);
      expect(after.pragma('user_version', { simple: true })).toBe(version);
      expect(after.prepare('SELECT * FROM op ORDER BY seq').all()).toMatchObject(ops);
      expect(after.prepare('SELECT count(*) AS n FROM op_history').get()).toEqual({
        n: OP_STATES.length,
      });
      expect(after.prepare("SELECT base FROM record WHERE id = '1'").get()).toEqual({
        base: number,
      });
      expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    },
  );

  it('bring any older database up to today, where it works', () => {
    for (let version = 1; version < migrations.length; version += 1) {
      const file = path.join(freshFolder(), 'a.db');
      const older = databaseAt(version, file);
      fill(older);
      older.close();
      const handle = valueOf(openWriter(file));
      onTestFinished(() => void handle.raw.close());
      const record = runRead(handle, 'records.get', { entity: 'vehicle', id: '1' });
      expect(record).toMatchObject({ base: number });
      const counts = runRead(handle, 'outbox.counts', null);
      expect(counts).toMatchObject(Object.fromEntries(OP_STATES.map((state) => [state, 1])));
      const desk = runRead(handle, 'desk.recall', { key: 'theme' });
      expect(desk).toEqual({ value: '"dark"' });
    }
  });

  it('do the same when they are applied twice', () => {
    const db = databaseAt(migrations.length, ':memory:');
    const before = db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
    migrate(db);
    expect(db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()).toEqual(before);
  });

  it('leave the version and the tables alone when a step fails', () => {
    const db = databaseAt(migrations.length, ':memory:');
    const broken = {
      version: migrations.length + 1,
      name: 'broken',
      up: (target: Connection) => target.exec('CREATE TABLE half (x); SELECT no_such_function()'),
    };
    expect(() => migrate(db, [...migrations, broken])).toThrow(/no_such_function/);
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(db.prepare("SELECT * FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
  });
});

describe('the drizzle schema', () => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'names the columns of %s as the migrations made them',
    (name, table) => {
      const db = databaseAt(migrations.length, ':memory:');
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

  it('has every table', () => {
    const db = databaseAt(migrations.length, ':memory:');
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

import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Database as Connection } from 'better-sqlite3';
import { addFunctions } from '../../electron/core/mirror/functions.ts';
import { migrations } from '../../electron/core/db/migrations/index.ts';
import type { Migration } from '../../electron/core/db/migrations/migration.ts';
import { migrate } from '../../electron/core/db/open.ts';
import { fill } from './filled.ts';

/**
 * Databases as each version of Waybill left them, as SQL. A released one is never made anew: run
 * this file with a version to print that of a version which is about to be released,
 * `node test/migrations/released.ts 14 > test/migrations/released/14.sql`.
 */
export function releasedFile(version: number): string {
  return path.join(import.meta.dirname, 'released', `${version}.sql`);
}

/** Versions of which a Waybill was released; the first is on its way to that. */
export const RELEASED = [13] as const;

/** The steps that lead to a version. */
export function upTo(version: number): Migration[] {
  return migrations.filter((step) => step.version <= version);
}

/** Makes the database of a released version in an empty file. */
export function openReleased(version: number, file: string): Connection {
  const db = new Database(file);
  addFunctions(db);
  db.exec(readFileSync(releasedFile(version), 'utf8'));
  return db;
}

/** The tables, indexes and triggers of a database, as SQLite keeps their text. */
export function schemaOf(db: Connection): { name: string; sql: string }[] {
  return db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'search_text_*'
         AND name NOT GLOB 'area_box_*' AND name NOT GLOB 'search_answer_text_*'
         OR name IN ('search_text_insert', 'search_text_update', 'search_text_delete')
       ORDER BY CASE type WHEN 'table' THEN 0 ELSE 1 END, rowid`,
    )
    .all();
}

/** A filled database of a version as SQL. What is derived is made again. */
function sqlOf(version: number): string {
  const db = new Database(':memory:');
  addFunctions(db);
  migrate(db, upTo(version));
  fill(db);
  const schema = schemaOf(db).map(({ sql }) => `${sql};\n`);
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT GLOB 'search*' AND name NOT GLOB 'area_box_*' AND name <> 'stale'
       ORDER BY rowid`,
    )
    .pluck()
    .all();
  const rows = tables.flatMap((table) => {
    const columns = db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((column) => column !== 'rowid');
    return db
      .prepare<[], string>(
        `SELECT concat_ws(', ', ${columns.map((column) => `quote(${column})`).join(', ')}) FROM ${table}`,
      )
      .pluck()
      .all()
      .map((values) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values});\n`);
  });
  return `${schema.join('')}${rows.join('')}PRAGMA user_version = ${version};\n`;
}

if (import.meta.filename === process.argv[1]) {
  process.stdout.write(sqlOf(Number(process.argv[2])));
}

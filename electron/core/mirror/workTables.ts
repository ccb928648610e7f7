import { integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import type { Entity } from '../../../shared/model/entity.ts';
import type { WritableDb } from '../db/handles.ts';
import { plainStatement } from '../db/statement.ts';

/** Tables of the writing connection that lie in memory, as drizzle sees them, and how they are made. */

/** The rows of one answer. */
export const pageRow = sqliteTable('page_row', {
  n: integer('n').primaryKey(),
  id: text('id'),
  json: text('json').notNull(),
  archived: integer('archived').notNull(),
  readAt: integer('read_at').notNull(),
});

/** Changed records of a scan that wait to be written together. */
export const batchRow = sqliteTable('batch_row', {
  n: integer('n').primaryKey(),
  entity: text('entity').$type<Entity>().notNull(),
  id: text('id').notNull(),
  json: text('json').notNull(),
  archived: integer('archived').notNull(),
  readAt: integer('read_at').notNull(),
});

/** Ids that the running scans have met. */
export const staging = sqliteTable(
  'staging',
  {
    /** Their order is that in which they were met. */
    n: integer('n').primaryKey(),
    entity: text('entity').$type<Entity>().notNull(),
    generation: integer('generation').notNull(),
    id: text('id').notNull(),
  },
  (table) => [unique().on(table.entity, table.generation, table.id)],
);

const MAKE_PAGE_ROW = plainStatement<never>(
  `CREATE TEMP TABLE IF NOT EXISTS page_row (n INTEGER PRIMARY KEY, id TEXT, json TEXT NOT NULL,
     archived INTEGER NOT NULL, read_at INTEGER NOT NULL)`,
);
const MAKE_BATCH_ROW = plainStatement<never>(
  `CREATE TEMP TABLE IF NOT EXISTS batch_row (n INTEGER PRIMARY KEY, entity TEXT NOT NULL,
     id TEXT NOT NULL, json TEXT NOT NULL, archived INTEGER NOT NULL, read_at INTEGER NOT NULL)`,
);
const MAKE_STAGING = plainStatement<never>(
  `CREATE TEMP TABLE IF NOT EXISTS staging
     (n INTEGER PRIMARY KEY, entity TEXT NOT NULL, generation INTEGER NOT NULL, id TEXT NOT NULL,
     UNIQUE (entity, generation, id))`,
);

export function openPage(db: WritableDb): void {
  db.run(MAKE_PAGE_ROW);
}

export function openBatch(db: WritableDb): void {
  db.run(MAKE_BATCH_ROW);
}

export function openStaging(db: WritableDb): void {
  db.run(MAKE_STAGING);
}

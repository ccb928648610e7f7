import { asc, eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { prepareLarge } from '../api/largeReply.ts';
import type { LargeBody } from '../api/largeReply.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import { Refusal } from '../db/refusal.ts';
import { availability, desk, document, meta } from '../db/schema.ts';
import * as t from '../db/schema.ts';
import { into, names, select, statement } from '../db/statement.ts';
import { readLaterSql } from './pageBatch.ts';

/** Small things that are kept: documents, what the desk remembers, learned rights, own facts. */

export interface DocumentInput {
  key: string;
  endpoint: string;
  /** JSON texts that tell what was asked for. */
  params: string;
  query: string;
  /** The answer's text, and the SQLite JSON path of what is kept of it. */
  text: string;
  path: string;
  readAt: number;
}

/** Key of the copy of a large document that is short enough to show; the whole lies beside it. */
const shownKey = (key: string): string => `shown ${key}`;

function storedAs(db: ReadableDb, key: string) {
  return db.orm
    .select({
      json: document.json,
      readAt: document.readAt,
      shown: document.pointsShown,
      all: document.pointsAll,
    })
    .from(document)
    .where(eq(document.key, key))
    .get();
}

export const documentReads = {
  /**
   * A document as it can be shown, or whole. `thinned` tells how many of its points those are: null for all
   * of them, null counts where the copy is older than the counting.
   */
  'documents.get': (
    db: ReadableDb,
    { key, whole: wholly = false }: { key: string; whole?: boolean },
  ) => {
    const thinned = wholly ? undefined : storedAs(db, shownKey(key));
    if (thinned !== undefined) {
      const { json, readAt, shown, all } = thinned;
      return { json, readAt, thinned: { shown, all } };
    }
    const whole = storedAs(db, key);
    return whole === undefined ? null : { json: whole.json, readAt: whole.readAt, thinned: null };
  },

  /** Checks a large answer and makes what is kept of it; the bytes move over and back. */
  'documents.prepare': (_db: ReadableDb, input: LargeBody) => prepareLarge(input),

  'desk.recall': (db: ReadableDb, { key }: { key: string }) => ({
    value:
      db.orm.select({ value: desk.value }).from(desk).where(eq(desk.key, key)).get()?.value ?? null,
  }),

  'availability.list': (db: ReadableDb, _input: Record<string, never>) =>
    db.orm
      .select()
      .from(availability)
      .orderBy(asc(availability.endpoint))
      .all()
      .map((row) => ({ ...row, available: row.available !== 0 })),

  /** A fact about this database or account by key. */
  'meta.get': (db: ReadableDb, { key }: { key: string }) =>
    db.orm.select({ value: meta.value }).from(meta).where(eq(meta.key, key)).get()?.value ?? null,
} as const;

export const documentWrites = {
  /** Keeps an answer whole; gives its text as stored. Refuses text that is not JSON. */
  'documents.put': (db: WritableDb, input: DocumentInput) => {
    const stored = db.one(
      select({ json: sql<string | null>`CASE WHEN json_valid(?) THEN ? -> ? END` })``,
      [input.text, input.text, input.path],
    );
    if (stored?.json === undefined || stored.json === null) {
      throw new Refusal({
        kind: 'server',
        code: 'mirror.notJson',
        message: 'The service answered something that is not the expected JSON.',
        safe: 'The copy that was read before is kept.',
        next: 'retry',
      });
    }
    const { text: _text, path: _path, ...rest } = input;
    const row = { ...rest, json: stored.json };
    db.orm
      .insert(document)
      .values(row)
      .onConflictDoUpdate({
        target: document.key,
        set: row,
        setWhere: sql`NOT ${readLaterSql(document.readAt, sql`excluded.${names(t.document.readAt)}`)}`,
      })
      .run();
    db.orm
      .delete(document)
      .where(eq(document.key, shownKey(input.key)))
      .run();
    return { json: stored.json };
  },

  /** Keeps a large answer that was prepared: the whole, and what is shown where that is less. */
  'documents.putLarge': (
    db: WritableDb,
    input: Omit<DocumentInput, 'text' | 'path'> & {
      bytes: Uint8Array;
      shown: { json: string; shown: number; all: number } | null;
    },
  ) => {
    const { key, endpoint, params, query, readAt } = input;
    const written = db.run(
      statement`INSERT INTO
        ${into(t.document, 'key', 'endpoint', 'params', 'query', 'json', 'readAt')}
        VALUES (?, ?, ?, ?, CAST(? AS TEXT), ?) ON CONFLICT (${names(t.document.key)}) DO UPDATE
        SET ${names(t.document.endpoint)} = excluded.${names(t.document.endpoint)},
        ${names(t.document.params)} = excluded.${names(t.document.params)},
        ${names(t.document.query)} = excluded.${names(t.document.query)}, ${names(t.document.json)}
        = excluded.${names(t.document.json)}, ${names(t.document.readAt)} =
        excluded.${names(t.document.readAt)}
        WHERE NOT ${readLaterSql(t.document.readAt, sql`excluded.${names(t.document.readAt)}`)}`,
      [key, endpoint, params, query, input.bytes, readAt],
    );
    // The whole that was read later stays, and so does what is shown of it.
    if (written === 0) return {};
    db.orm
      .delete(document)
      .where(eq(document.key, shownKey(key)))
      .run();
    if (input.shown !== null) {
      const { json, shown: pointsShown, all: pointsAll } = input.shown;
      const row = { key: shownKey(key), endpoint, params, query, readAt, json };
      db.orm
        .insert(document)
        .values({ ...row, pointsShown, pointsAll })
        .run();
    }
    return {};
  },

  'desk.remember': (db: WritableDb, { key, value }: { key: string; value: string | null }) => {
    if (value === null) db.orm.delete(desk).where(eq(desk.key, key)).run();
    else {
      db.orm
        .insert(desk)
        .values({ key, value })
        .onConflictDoUpdate({ target: desk.key, set: { value } })
        .run();
    }
    return {};
  },

  'availability.put': (
    db: WritableDb,
    input: { endpoint: string; available: boolean; why: string; since: number },
  ) => {
    const row = { ...input, available: input.available ? 1 : 0 };
    db.orm
      .insert(availability)
      .values(row)
      .onConflictDoUpdate({ target: availability.endpoint, set: row })
      .run();
    return {};
  },

  'availability.remove': (db: WritableDb, { endpoint }: { endpoint: string }) => {
    db.orm.delete(availability).where(eq(availability.endpoint, endpoint)).run();
    return {};
  },

  'meta.put': (db: WritableDb, { key, value }: { key: string; value: string | null }) => {
    if (value === null) db.orm.delete(meta).where(eq(meta.key, key)).run();
    else {
      db.orm
        .insert(meta)
        .values({ key, value })
        .onConflictDoUpdate({ target: meta.key, set: { value } })
        .run();
    }
    return {};
  },
} as const;

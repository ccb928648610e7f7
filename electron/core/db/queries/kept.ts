import { asc, eq } from 'drizzle-orm';
import type { ReadableDb, WritableDb } from '../handles.ts';
import { Refusal } from '../handles.ts';
import { availability, desk, document, meta } from '../schema.ts';

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

export const keptReads = {
  'documents.get': (db: ReadableDb, { key }: { key: string }) =>
    db.orm
      .select({ json: document.json, readAt: document.readAt })
      .from(document)
      .where(eq(document.key, key))
      .get() ?? null,

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

export const keptWrites = {
  /** Keeps an answer whole; gives its text as kept. Refuses text that is not JSON. */
  'documents.put': (db: WritableDb, input: DocumentInput) => {
    const kept = db.one<{ json: string | null }>(
      'SELECT CASE WHEN json_valid(?) THEN ? -> ? END AS json',
      [input.text, input.text, input.path],
    );
    if (kept?.json === undefined || kept.json === null) {
      throw new Refusal({
        kind: 'server',
        code: 'mirror.notJson',
        message: 'The service answered something that is not the expected JSON.',
        safe: 'The copy that was read before is kept.',
        next: 'retry',
      });
    }
    const { text: _text, path: _path, ...rest } = input;
    const row = { ...rest, json: kept.json };
    db.orm
      .insert(document)
      .values(row)
      .onConflictDoUpdate({ target: document.key, set: row })
      .run();
    return { json: kept.json };
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

import { sql } from 'drizzle-orm';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { into, select, statement } from '../db/statement.ts';
import { idSql } from './ingest.ts';
import { rebaseRead } from './overlay.ts';
import { archivedSql, setBase } from './pageBatch.ts';
import { documentWrites } from './documents.ts';
import { pdfWrites } from './pdfs.ts';

/**
 * Readings that were made some time ago, on this or another computer, and come out of a file. They
 * fill what is missing here and replace what is older, nothing else: no list counts as read for
 * them, nothing counts as absent, and what a person has waiting stays as it stands.
 */

/** A record as a service spelled it, with the time of that reading in ms since 1970. */
export interface OldRecord {
  text: string;
  readAt: number;
}

/** What became of readings: taken, passed over for what is here, or no record at all. */
export interface TakenOld {
  taken: number;
  passed: number;
  unreadable: number;
}

/** A record that went since the reading, by the service's word or by a write of ours. */
const WENT_SINCE = sql`(EXISTS (SELECT 1 FROM ${t.trash} WHERE ${t.trash.entity} = :entity
    AND ${t.trash.id} = :id AND ${t.trash.deletedAt} >= :readAt)
  OR EXISTS (SELECT 1 FROM ${t.op} WHERE ${t.op.entity} = :entity AND ${t.op.targetId} = :id
    AND ${t.op.state} = 'CONFIRMED' AND ${t.op.updatedAt} >= :readAt))`;

/**
 * What was there before creates of a kind left. Those that no write names yet are of one that is just
 * leaving, of whatever kind.
 */
function baselinesFor(db: ReadableDb, entity: Entity): string {
  const rows = db.all(
    select({ id: t.baseline.id })`FROM ${t.baseline} WHERE ${t.baseline.id} NOT IN
      (SELECT named.value FROM ${t.op}, json_each(json_array(${t.op.watch} ->> '$.baseline',
      ${t.op.watch} ->> '$.latestBaseline')) named WHERE ${t.op.entity} <> ?
      AND json_valid(${t.op.watch}) AND named.value IS NOT NULL)`,
    [entity],
  );
  return JSON.stringify(rows.map(({ id }) => id));
}

/**
 * A create whose outcome is looked for goes by what the mirror saw first since it left: a record of
 * its kind that only a file brings must not look like its own.
 */
const LOOKS_NEW = sql`EXISTS (SELECT 1 FROM ${t.baseline} WHERE ${t.baseline.id} IN
  (SELECT value FROM json_each(:baselines)) AND :id NOT IN
  (SELECT value FROM json_each(${t.baseline.ids})))`;

function takeOne(
  db: WritableDb,
  entity: Entity,
  { text, readAt }: OldRecord,
  { now, baselines }: { now: number; baselines: string },
): keyof TakenOld {
  const found = db.one(
    select({
      id: sql<string | null>`CASE WHEN json_type(json) = 'object'
      THEN ${idSql('json', entity)} END`,
    })`FROM (SELECT CASE WHEN json_valid(?) THEN ? -> '$' END
      AS json) AS answer`,
    [text, text],
  );
  const id = found?.id ?? null;
  if (id === null) return 'unreadable';
  const known = db.one(
    select({
      ...{ rowid: t.record.rowid, id: t.record.id, base: t.record.base },
      ...{ overlay: t.record.overlay, pending: t.record.pending, readAt: t.record.readAt },
    })`FROM ${t.record} WHERE ${t.record.entity} = ? AND ${t.record.id} = ?`,
    [entity, id],
  );
  // A clock that goes ahead proves nothing against what was read here.
  const isOlder = known !== undefined && (readAt > now || readAt <= (known.readAt ?? Infinity));
  if (known !== undefined && (isOlder || known.pending > 0)) return 'passed';
  const at = Math.min(readAt, now);
  const why = db.one(
    select({ went: sql<number>`${WENT_SINCE}`, looksNew: sql<number>`${LOOKS_NEW}` })``,
    { entity, id, readAt: at, baselines },
  );
  if (why?.went === 1 || (known === undefined && why?.looksNew === 1)) return 'passed';
  if (known !== undefined) {
    setBase(db, entity, known, text, at);
    return 'taken';
  }
  db.run(
    statement`INSERT INTO ${into(t.record, 'entity', 'id', 'base', 'archived', 'readAt', 'listed')}
      VALUES (?, ?, ?, ${archivedSql(sql`?`)}, ?, 0)`,
    [entity, id, text, text, at],
  );
  // Writes that came back out of the journal may wait for it.
  rebaseRead(db, entity, id);
  return 'taken';
}

/** A document that was read some time ago. */
export interface OldDocument {
  key: string;
  endpoint: string;
  /** JSON texts that tell what was asked for. */
  params: string;
  query: string;
  text: string;
  /** What is shown of a large one, where that is less. */
  shown: { json: string; shown: number; all: number } | null;
  readAt: number;
}

const WHEN_READ = select({
  readAt: t.document.readAt,
})`FROM ${t.document} WHERE ${t.document.key} = ?`;

export const oldReads = {
  /** Records of a kind with the times of their readings, by their ids or all, in parts. */
  'old.records': (
    db: ReadableDb,
    input: { entity: Entity; ids: readonly string[] | null; after: number; limit: number },
  ) =>
    db.all(
      select({
        ...{ rowid: t.record.rowid, readAt: t.record.readAt },
        text: sql<string>`${t.record.base}`,
      })`FROM ${t.record} WHERE ${t.record.entity} = :entity AND ${t.record.base} IS NOT NULL
        AND ${t.record.temporary} = 0 AND ${t.record.archived} < 2 AND ${t.record.rowid} > :after
        AND (:ids IS NULL OR ${t.record.id} IN (SELECT value FROM json_each(:ids)))
        ORDER BY ${t.record.rowid} LIMIT :limit`,
      {
        ...{ entity: input.entity, after: input.after, limit: input.limit },
        ids: input.ids === null ? null : JSON.stringify(input.ids),
      },
    ),

  /** Where an answer is kept; null where it is not here. */
  'old.answer': (db: ReadableDb, { id }: { id: string }) =>
    db.one(
      select({
        ...{ params: t.document.params, query: t.document.query },
        ...{ text: t.document.json, readAt: t.document.readAt },
      })`FROM ${t.document} WHERE ${t.document.key} = (SELECT ${t.answerFact.document}
        FROM ${t.answerFact} WHERE ${t.answerFact.id} = ?)`,
      [id],
    ) ?? null,
} as const;

export const oldWrites = {
  /** Takes records that were read some time ago. */
  'old.takeRecords': (
    db: WritableDb,
    { entity, rows, now }: { entity: Entity; rows: readonly OldRecord[]; now: number },
  ): TakenOld => {
    const done: TakenOld = { taken: 0, passed: 0, unreadable: 0 };
    const baselines = baselinesFor(db, entity);
    for (const row of rows) done[takeOne(db, entity, row, { now, baselines })] += 1;
    return done;
  },

  /** Takes a document that was read some time ago, where none is here that is as young. */
  'old.takeDocument': (
    db: WritableDb,
    { document, now }: { document: OldDocument; now: number },
  ): TakenOld => {
    const { shown, text, ...rest } = document;
    const known = db.one(WHEN_READ, [document.key]);
    if (known !== undefined && (document.readAt > now || document.readAt <= known.readAt)) {
      return { taken: 0, passed: 1, unreadable: 0 };
    }
    const readAt = Math.min(document.readAt, now);
    if (shown === null) documentWrites['documents.put'](db, { ...rest, text, path: '$', readAt });
    else {
      const bytes = new TextEncoder().encode(text);
      documentWrites['documents.putLarge'](db, { ...rest, bytes, shown, readAt });
    }
    return { taken: 1, passed: 0, unreadable: 0 };
  },

  /** Takes the service's PDF of an answer, where none is here that is as young. */
  'old.takePdf': (
    db: WritableDb,
    input: { answerId: string; bytes: Uint8Array; readAt: number; now: number },
  ): TakenOld => {
    const { answerId, bytes, now } = input;
    const known = db.one(
      select({ readAt: t.pdf.readAt })`FROM ${t.pdf} WHERE ${t.pdf.answerId} = ?`,
      [answerId],
    );
    if (known !== undefined && (input.readAt > now || input.readAt <= known.readAt)) {
      return { taken: 0, passed: 1, unreadable: 0 };
    }
    pdfWrites['pdfs.put'](db, { answerId, bytes, readAt: Math.min(input.readAt, now) });
    return { taken: 1, passed: 0, unreadable: 0 };
  },
} as const;

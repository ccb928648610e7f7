import { sql } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb, WritableDb } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { rowCount, select, statement } from '../db/statement.ts';

/** How much of each kind the database holds, in bytes, and letting go of what can be read again. */

export interface Stored {
  count: number;
  bytes: number;
  /** ms since 1970; null where that says nothing. */
  oldestAt: number | null;
}

/** What packs are to have: no clean-up takes it. */
export interface Held {
  /** Keys of documents. */
  documents: readonly string[];
  /** Answers whose PDFs are kept. */
  pdfs: readonly string[];
}

const NONE: Stored = { count: 0, bytes: 0, oldestAt: null };
const OF_DOCUMENTS = {
  count: rowCount,
  bytes: sql<number>`coalesce(sum(octet_length(${t.document.json})), 0)`,
  oldestAt: sql<number | null>`min(${t.document.readAt})`,
};
const OF_PDFS = {
  count: rowCount,
  bytes: sql<number>`coalesce(sum(${t.pdf.size}), 0)`,
  oldestAt: sql<number | null>`min(${t.pdf.readAt})`,
};
const OF_RECORDS = {
  entity: t.record.entity,
  count: rowCount,
  bytes: sql<number>`coalesce(sum(coalesce(octet_length(${t.record.base}), 0)
    + coalesce(octet_length(${t.record.overlay}), 0)), 0)`,
  oldestAt: sql<number | null>`min(${t.record.readAt})`,
  listedAt: sql<number | null>`max(${t.scan.scannedAt})`,
};
const bytesOf = (column: Column) => sql`coalesce(octet_length(${column}), 0)`;
const textsOf = (...columns: Column[]) =>
  sql<number>`coalesce(sum(${sql.join(columns.map(bytesOf), sql` + `)}), 0)`;
const OF_WRITES = {
  count: rowCount,
  bytes: textsOf(t.op.params, t.op.patch, t.op.before, t.op.lastBody),
};
const OF_REVIEWS = { count: rowCount, bytes: textsOf(t.reviewEvent.value) };
const OF_REMOVED = {
  count: rowCount,
  bytes: textsOf(t.trash.json),
  oldestAt: sql<number | null>`min(${t.trash.deletedAt})`,
};
const FREE = { bytes: sql<number>`freelist_count * page_size` };

/** Of a record or a time; what is asked for as a whole are the settings of the tenant. */
const ABOUT_SOMETHING = sql`(${t.document.params} <> '{}' OR ${t.document.query} <> '{}')`;
/** A copy that was shortened to be shown goes with its whole. */
const NOT_HELD = sql`replace(${t.document.key}, 'shown [', '[') NOT IN (SELECT value FROM json_each(?))`;
const READING = sql`${t.document.endpoint} <> 'getAnswer' AND ${ABOUT_SOMETHING}`;
/** What a clean-up takes; the parameter is a list of what packs are to have, as JSON. */
const LOOSE_READINGS = sql`FROM ${t.document} WHERE ${READING} AND ${NOT_HELD}`;
const LOOSE_PDFS = sql`FROM ${t.pdf}
  WHERE ${t.pdf.answerId} NOT IN (SELECT value FROM json_each(?))`;
/** The first of them; the second parameter tells how many. */
const SOME_READINGS = sql`WHERE ${t.document.key} IN
  (SELECT ${t.document.key} ${LOOSE_READINGS} ORDER BY ${t.document.key} LIMIT ?)`;
const SOME_PDFS = sql`WHERE ${t.pdf.answerId} IN
  (SELECT ${t.pdf.answerId} ${LOOSE_PDFS} ORDER BY ${t.pdf.answerId} LIMIT ?)`;

export interface StorageUsage {
  records: (Stored & { entity: Entity; listedAt: number | null })[];
  answers: Stored;
  readings: Stored;
  settings: Stored;
  pdfs: Stored;
  writes: Stored;
  reviews: Stored;
  removed: Stored;
  /** Room inside the file that is used again. */
  free: number;
  clears: { readings: Stored; pdfs: Stored };
}

const looseReadings = (db: ReadableDb, documents: readonly string[]): Stored =>
  db.one(select(OF_DOCUMENTS)`${LOOSE_READINGS}`, [JSON.stringify(documents)]) ?? NONE;
const loosePdfs = (db: ReadableDb, pdfs: readonly string[]): Stored =>
  db.one(select(OF_PDFS)`${LOOSE_PDFS}`, [JSON.stringify(pdfs)]) ?? NONE;

export const storageReads = {
  /** All of it; goes through every row. */
  'storage.usage': (db: ReadableDb, { documents, pdfs }: Held): StorageUsage => ({
    records: db.all(
      select(OF_RECORDS)`FROM ${t.record} LEFT JOIN ${t.scan}
        ON ${t.scan.entity} = ${t.record.entity} GROUP BY ${t.record.entity}`,
    ),
    answers:
      db.one(select(OF_DOCUMENTS)`FROM ${t.document} WHERE ${t.document.endpoint} = 'getAnswer'`) ??
      NONE,
    readings: db.one(select(OF_DOCUMENTS)`FROM ${t.document} WHERE ${READING}`) ?? NONE,
    settings:
      db.one(
        select(OF_DOCUMENTS)`FROM ${t.document}
          WHERE ${t.document.endpoint} <> 'getAnswer' AND NOT ${ABOUT_SOMETHING}`,
      ) ?? NONE,
    pdfs: db.one(select(OF_PDFS)`FROM ${t.pdf}`) ?? NONE,
    writes: { ...NONE, ...db.one(select(OF_WRITES)`FROM ${t.op}`) },
    reviews: { ...NONE, ...db.one(select(OF_REVIEWS)`FROM ${t.reviewEvent}`) },
    removed: db.one(select(OF_REMOVED)`FROM ${t.trash}`) ?? NONE,
    free: db.one(select(FREE)`FROM pragma_freelist_count, pragma_page_size`)?.bytes ?? 0,
    clears: { readings: looseReadings(db, documents), pdfs: loosePdfs(db, pdfs) },
  }),
} as const;

export const storageWrites = {
  /** Lets go of some that was read of records and times, but for what is kept; tells how many are left. */
  'storage.clearReadings': (
    db: WritableDb,
    { documents, most }: Pick<Held, 'documents'> & { most: number },
  ) => {
    const some = [JSON.stringify(documents), most];
    const { bytes } =
      db.one(select(OF_DOCUMENTS)`FROM ${t.document} ${SOME_READINGS}`, some) ?? NONE;
    db.run(statement`DELETE FROM ${t.document} ${SOME_READINGS}`, some);
    return { bytes, left: looseReadings(db, documents).count };
  },

  /** Lets go of some of the service's PDFs, but for those that are kept; tells how many are left. */
  'storage.clearPdfs': (db: WritableDb, { pdfs, most }: Pick<Held, 'pdfs'> & { most: number }) => {
    const some = [JSON.stringify(pdfs), most];
    const { bytes } = db.one(select(OF_PDFS)`FROM ${t.pdf} ${SOME_PDFS}`, some) ?? NONE;
    db.run(statement`DELETE FROM ${t.pdf} ${SOME_PDFS}`, some);
    return { bytes, left: loosePdfs(db, pdfs).count };
  },
} as const;

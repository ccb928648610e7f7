import { sql } from 'drizzle-orm';
import type { Entity } from '../../../shared/model/entity.ts';
import type { ReadableDb } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { rowCount, select } from '../db/statement.ts';

/** How much of some things is here, and how old it is. Sizes in bytes, times in ms since 1970. */

export interface Measure {
  here: number;
  bytes: number;
  oldestAt: number | null;
}

const NONE: Measure = { here: 0, bytes: 0, oldestAt: null };
const OF_DOCUMENTS = {
  here: rowCount,
  bytes: sql<number>`coalesce(sum(octet_length(${t.document.json})), 0)`,
  oldestAt: sql<number | null>`min(${t.document.readAt})`,
};
const OF_PDFS = {
  here: rowCount,
  bytes: sql<number>`coalesce(sum(${t.pdf.size}), 0)`,
  oldestAt: sql<number | null>`min(${t.pdf.readAt})`,
};
const OF_RECORDS = {
  here: rowCount,
  bytes: sql<number>`coalesce(sum(octet_length(${t.record.base})), 0)`,
  oldestAt: sql<number | null>`min(${t.record.readAt})`,
};
const USUAL = { n: sql<number | null>`avg(n)` };
const USUAL_PDF = { n: sql<number | null>`avg(${t.pdf.size})` };
/** Not a copy that was shortened to be shown. */
const WHOLE = sql`${t.document.key} NOT GLOB 'shown *'`;
const NAMED = { id: sql<string>`j.value` };
const FAILED = { n: rowCount, error: sql<string | null>`max(${t.answerWanted.error})` };

export const measureReads = {
  /** Of answers by their ids. */
  'measure.answers': (db: ReadableDb, { ids }: { ids: readonly string[] }): Measure =>
    db.one(
      select(OF_DOCUMENTS)`FROM ${t.document} WHERE ${t.document.key} IN
        (SELECT ${t.answerFact.document} FROM ${t.answerFact}
          WHERE ${t.answerFact.id} IN (SELECT value FROM json_each(?)))`,
      [JSON.stringify(ids)],
    ) ?? NONE,

  /** What a thing takes on average, as far as any is here; null where none is. */
  'measure.usual': (db: ReadableDb, _input: Record<string, never>) => {
    const ofDocuments = (endpoint: string): number | null =>
      db.one(
        select(USUAL)`FROM (SELECT octet_length(${t.document.json}) AS n FROM ${t.document}
          WHERE ${t.document.endpoint} = ? AND ${WHOLE} LIMIT 100)`,
        [endpoint],
      )?.n ?? null;
    return {
      answer: ofDocuments('getAnswer'),
      route: ofDocuments('listRoutes'),
      pdf: db.one(select(USUAL_PDF)`FROM ${t.pdf}`)?.n ?? null,
    };
  },

  /** Of the service's PDFs of answers. */
  'measure.pdfs': (db: ReadableDb, { ids }: { ids: readonly string[] }): Measure =>
    db.one(
      select(OF_PDFS)`FROM ${t.pdf} WHERE ${t.pdf.answerId} IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(ids)],
    ) ?? NONE,

  /** Of documents by their keys; `old` are those that are not here or older than `since`. */
  'measure.documents': (
    db: ReadableDb,
    { keys, since }: { keys: readonly string[]; since: number },
  ): Measure & { old: string[] } => {
    const named = JSON.stringify(keys);
    const sums = db.one(
      select(OF_DOCUMENTS)`FROM ${t.document}
        WHERE ${t.document.key} IN (SELECT value FROM json_each(?))`,
      [named],
    );
    const old = db.all(
      select(NAMED)`FROM json_each(?) AS j WHERE NOT EXISTS (SELECT 1 FROM ${t.document}
        WHERE ${t.document.key} = j.value AND ${t.document.readAt} >= ?)`,
      [named, since],
    );
    return { ...(sums ?? NONE), old: old.map(({ id }) => id) };
  },

  /** Of the records of a kind, and when the last complete list ended; null where none was read. */
  'measure.records': (
    db: ReadableDb,
    { entity }: { entity: Entity },
  ): Measure & { listedAt: number | null } => ({
    ...(db.one(
      select(OF_RECORDS)`FROM ${t.record}
        WHERE ${t.record.entity} = ? AND ${t.record.base} IS NOT NULL`,
      [entity],
    ) ?? NONE),
    listedAt:
      db.one(select({ at: t.scan.scannedAt })`FROM ${t.scan} WHERE ${t.scan.entity} = ?`, [entity])
        ?.at ?? null,
  }),

  /** Of some records of a kind; `old` are those that are not here or older than `since`. */
  'measure.chosen': (
    db: ReadableDb,
    { entity, ids, since }: { entity: Entity; ids: readonly string[]; since: number },
  ): Measure & { old: string[] } => {
    const named = JSON.stringify(ids);
    const sums = db.one(
      select(OF_RECORDS)`FROM ${t.record} WHERE ${t.record.entity} = ?
        AND ${t.record.base} IS NOT NULL AND ${t.record.id} IN (SELECT value FROM json_each(?))`,
      [entity, named],
    );
    const old = db.all(
      select(NAMED)`FROM json_each(?) AS j WHERE NOT EXISTS (SELECT 1 FROM ${t.record}
        WHERE ${t.record.entity} = ? AND ${t.record.id} = j.value AND ${t.record.base} IS NOT NULL
        AND ${t.record.readAt} >= ?)`,
      [named, entity, since],
    );
    return { ...(sums ?? NONE), old: old.map(({ id }) => id) };
  },

  /** How many of these answers could not be had, the reason of one, and how many still wait. */
  'measure.failures': (
    db: ReadableDb,
    { ids }: { ids: readonly string[] },
  ): { failed: number; error: string | null; waiting: number } => {
    const of = (state: 'failed' | 'waiting'): { n: number; error: string | null } =>
      db.one(
        select(FAILED)`FROM ${t.answerWanted} WHERE ${t.answerWanted.state} = ?
          AND ${t.answerWanted.id} IN (SELECT value FROM json_each(?))`,
        [state, JSON.stringify(ids)],
      ) ?? { n: 0, error: null };
    const { n: failed, error } = of('failed');
    return { failed, error, waiting: of('waiting').n };
  },
} as const;

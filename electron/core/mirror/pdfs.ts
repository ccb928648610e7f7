import type { ReadableDb, WritableDb } from '../db/handles.ts';
import * as t from '../db/schema.ts';
import { into, select, statement } from '../db/statement.ts';

/** PDFs of answers as the service drew them, each with its age. */

/** Those that no pack is to have take no more than this together; the oldest go first. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Where it is noted which answers' PDFs packs are to have: a JSON array of ids. */
const HELD = 'pdfs.held';

export const pdfReads = {
  /** When the PDF of an answer was read, ms since 1970; null where none is kept. */
  'pdfs.readAt': (db: ReadableDb, { answerId }: { answerId: string }) =>
    db.one(select({ readAt: t.pdf.readAt })`FROM ${t.pdf} WHERE ${t.pdf.answerId} = ?`, [answerId])
      ?.readAt ?? null,

  /** The PDF of an answer with its age; null where none is kept. */
  'pdfs.get': (db: ReadableDb, { answerId }: { answerId: string }) => {
    const stored = db.one(
      select({ bytes: t.pdf.bytes, readAt: t.pdf.readAt })`FROM ${t.pdf} WHERE ${t.pdf.answerId} =
        ?`,
      [answerId],
    );
    // SQLite's buffers share one pool; what travels has to be its own.
    return stored === undefined
      ? null
      : { bytes: Uint8Array.from(stored.bytes), readAt: stored.readAt };
  },
} as const;

export const pdfWrites = {
  /** Notes which PDFs packs are to have: they make no room for others, however many they are. */
  'pdfs.hold': (db: WritableDb, { answers }: { answers: readonly string[] }) => {
    db.run(statement`INSERT OR REPLACE INTO ${into(t.meta, 'key', 'value')} VALUES (?, ?)`, [
      HELD,
      JSON.stringify(answers),
    ]);
    return {};
  },

  /**
   * Keeps a PDF in place of an older one of the same answer; the oldest of those that no pack is to
   * have make room for it.
   */
  'pdfs.put': (
    db: WritableDb,
    { answerId, bytes, readAt }: { answerId: string; bytes: Uint8Array; readAt: number },
  ) => {
    db.run(
      statement`INSERT OR REPLACE INTO ${into(t.pdf, 'answerId', 'bytes', 'size', 'readAt')}
        VALUES (?, ?, ?, ?)`,
      [answerId, bytes, bytes.byteLength, readAt],
    );
    db.run(
      statement`DELETE FROM ${t.pdf} WHERE ${t.pdf.answerId} IN (SELECT id FROM
        (SELECT ${t.pdf.answerId} AS id, sum(${t.pdf.size}) OVER
          (ORDER BY ${t.pdf.readAt} DESC, ${t.pdf.answerId}) AS newer FROM ${t.pdf}
          WHERE ${t.pdf.answerId} NOT IN (SELECT value FROM json_each(coalesce(
            (SELECT ${t.meta.value} FROM ${t.meta} WHERE ${t.meta.key} = ?), '[]'))))
        WHERE newer > ? AND id <> ?)`,
      [HELD, MOST_BYTES, answerId],
    );
    return {};
  },
} as const;

import type { ReadableDb, WritableDb } from '../db/handles.ts';

/** PDFs of answers as the service drew them, each with its age. */

/** Together they take no more than this; the oldest go first. */
const MOST_BYTES = 256 * 1024 * 1024;

export const pdfReads = {
  /** When the PDF of an answer was read, ms since 1970; null where none is kept. */
  'pdfs.readAt': (db: ReadableDb, { answerId }: { answerId: string }) =>
    db.one<{ readAt: number }>('SELECT read_at AS readAt FROM pdf WHERE answer_id = ?', [answerId])
      ?.readAt ?? null,

  /** The PDF of an answer with its age; null where none is kept. */
  'pdfs.get': (db: ReadableDb, { answerId }: { answerId: string }) => {
    const kept = db.one<{ bytes: Uint8Array; readAt: number }>(
      'SELECT bytes, read_at AS readAt FROM pdf WHERE answer_id = ?',
      [answerId],
    );
    // SQLite's buffers share one pool; what travels has to be its own.
    return kept === undefined ? null : { bytes: Uint8Array.from(kept.bytes), readAt: kept.readAt };
  },
} as const;

export const pdfWrites = {
  /** Keeps a PDF in place of an older one of the same answer; the oldest make room for it. */
  'pdfs.put': (
    db: WritableDb,
    { answerId, bytes, readAt }: { answerId: string; bytes: Uint8Array; readAt: number },
  ) => {
    db.run(`INSERT OR REPLACE INTO pdf (answer_id, bytes, size, read_at) VALUES (?, ?, ?, ?)`, [
      answerId,
      bytes,
      bytes.byteLength,
      readAt,
    ]);
    db.run(
      `DELETE FROM pdf WHERE answer_id IN (SELECT answer_id FROM
         (SELECT answer_id, sum(size) OVER (ORDER BY read_at DESC, answer_id) AS newer FROM pdf)
       WHERE newer > ? AND answer_id <> ?)`,
      [MOST_BYTES, answerId],
    );
    return {};
  },
} as const;

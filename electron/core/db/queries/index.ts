import { ingestWrites } from './ingest.ts';
import { keptReads, keptWrites } from './kept.ts';
import { outboxReads, outboxWrites } from './outbox.ts';
import { pdfReads, pdfWrites } from './pdfs.ts';
import { recordReads } from './records.ts';
import { removalReads, removalWrites } from './removals.ts';
import { scanReads, scanWrites } from './scans.ts';
import { searchReads } from './search.ts';

/**
 * Every named query, by the connection that may run it. Names are unique; spreading would
 * overwrite silently, which a test checks.
 */
export const readQueries = {
  ...recordReads,
  ...searchReads,
  ...scanReads,
  ...removalReads,
  ...pdfReads,
  ...keptReads,
  ...outboxReads,
} as const;

export const writeQueries = {
  ...ingestWrites,
  ...scanWrites,
  ...removalWrites,
  ...pdfWrites,
  ...keptWrites,
  ...outboxWrites,
} as const;

export type ReadQueries = typeof readQueries;
export type WriteQueries = typeof writeQueries;

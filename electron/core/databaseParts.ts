import type { DatabaseParts } from './db/parts.ts';
import { addFunctions } from './mirror/functions.ts';
import { isLoading, nextStep } from './mirror/catchUp.ts';
import { refreshDerived } from './mirror/refresh.ts';
import { completeDerived } from './mirror/derive.ts';
import {
  copyAside,
  dropOldest,
  recoveryEnded,
  setAsideDamaged,
  unfinishedRecovery,
} from './recovery/rebuild.ts';
import { attachJournal } from './recovery/reconcile.ts';
import { answerReads } from './answers/store/list.ts';
import { knownReads } from './answers/store/known.ts';
import { wantedReads, wantedWrites } from './answers/store/wanted.ts';
import { formReads } from './mirror/formVersions.ts';
import { ingestWrites } from './mirror/ingest.ts';
import { documentReads, documentWrites } from './mirror/documents.ts';
import { outboxReads, outboxWrites } from './outbox/store/statements.ts';
import { measureReads } from './mirror/measures.ts';
import { oldReads, oldWrites } from './mirror/oldReadings.ts';
import { pdfReads, pdfWrites } from './mirror/pdfs.ts';
import { recordReads } from './mirror/records.ts';
import { removalReads, removalWrites } from './mirror/removals.ts';
import { reviewReads, reviewWrites } from './review/store/reviews.ts';
import { scanReads, scanWrites } from './mirror/scans.ts';
import { searchReads } from './mirror/search.ts';
import { storageReads, storageWrites } from './mirror/storage.ts';

/**
 * Every named query, by the connection that may run it. Names are unique; spreading would
 * overwrite silently, which a test checks.
 */
export const readQueries = {
  ...recordReads,
  ...measureReads,
  ...oldReads,
  ...searchReads,
  ...scanReads,
  ...removalReads,
  ...pdfReads,
  ...storageReads,
  ...documentReads,
  ...answerReads,
  ...formReads,
  ...knownReads,
  ...wantedReads,
  ...reviewReads,
  ...outboxReads,
} as const;

export const writeQueries = {
  ...ingestWrites,
  ...oldWrites,
  ...scanWrites,
  ...removalWrites,
  ...pdfWrites,
  ...storageWrites,
  ...documentWrites,
  ...wantedWrites,
  ...reviewWrites,
  ...outboxWrites,
} as const;

export type ReadQueries = typeof readQueries;
export type WriteQueries = typeof writeQueries;

/** Reads that take seconds. */
const SLOW_READS = new Set<keyof ReadQueries>([
  'documents.prepare',
  'answers.known',
  'storage.usage',
  'review.events',
  'review.examineFile',
  'review.split',
  'outbox.pack',
  'outbox.examine',
  'outbox.split',
]);

/** What mirror, outbox and recovery bring to the database of an identity. */
export const parts: DatabaseParts = {
  reads: readQueries,
  writes: writeQueries,
  slowReads: SLOW_READS,
  // A person or the queue waits for them; a scan's pages are commits of their own.
  sharesCommit: (write) => write.startsWith('outbox.'),
  completeDerived: (db) => completeDerived(db, isLoading(db)),
  nextStep,
  addFunctions,
  refreshDerived: (handle) => refreshDerived(handle, handle.raw),
  recovery: {
    attachJournal,
    copyAside,
    dropOldest,
    recoveryEnded,
    setAsideDamaged,
    unfinishedRecovery,
  },
};

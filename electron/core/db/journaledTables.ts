import { getTableColumns } from 'drizzle-orm';
import type { Column } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  answerRequest,
  baseline,
  desk,
  formVersion,
  idMap,
  op,
  opHistory,
  trash,
  reviewEvent,
} from './schema.ts';

/**
 * The tables whose rows can't be fetched again: writes with every change of their state, the names
 * of new records, what was there before creates, what the desk remembers (views, drafts, notes,
 * reviews), the trash, which answers were asked for, what people did to them, and what their forms
 * said before. In the order in which they are put back: what is noted in the history of a
 * write comes after what was there.
 */
export const JOURNALED_TABLES = [
  'id_map',
  'baseline',
  'op_history',
  'op',
  'desk',
  'trash',
  'answer_request',
  'review_event',
  'form_version',
] as const;
export type JournaledTable = (typeof JOURNALED_TABLES)[number];

export function isJournaledTable(name: unknown): name is JournaledTable {
  return (JOURNALED_TABLES as readonly unknown[]).includes(name);
}

interface Journaling {
  /** Column that names a row of it, in the journal too. */
  key: string;
  columns: readonly string[];
  /** SQL that a row has to fulfil; null where every one is kept. */
  where: string | null;
}

/**
 * Ids of a list of 100,000 would be most of the journal: 1 to 4 MB with each ten seconds of creates.
 * Longer ones than this (some 30,000 numbers, or 6,000 UUIDs) are only in the database; where they are
 * lost with it, Waybill asks instead of sending again.
 */
const LONGEST_IDS = 256 * 1024;

/** Bytes of a quarantined op are those of its other columns. */
const DERIVED = 'raw';

function journaledBy(table: SQLiteTable, key: string): Journaling {
  const columns = Object.values<Column>(getTableColumns(table))
    .map(({ name }) => name)
    .filter((name) => name !== DERIVED);
  return { key, columns: columns.includes(key) ? columns : [key, ...columns], where: null };
}

export const JOURNALED: Readonly<Record<JournaledTable, Journaling>> = {
  id_map: journaledBy(idMap, idMap.temporaryId.name),
  baseline: {
    ...journaledBy(baseline, 'id'),
    where: `length(${baseline.ids.name}) <= ${LONGEST_IDS}`,
  },
  op: journaledBy(op, 'id'),
  op_history: journaledBy(opHistory, 'rowid'),
  desk: journaledBy(desk, 'key'),
  trash: journaledBy(trash, 'rowid'),
  answer_request: journaledBy(answerRequest, 'id'),
  review_event: journaledBy(reviewEvent, 'id'),
  form_version: journaledBy(formVersion, 'n'),
};

/** Everything kept of a table's rows; `where` and its order are the caller's. */
export function selectJournaled(table: JournaledTable, where: string): string {
  return `SELECT ${JOURNALED[table].columns.join(', ')} FROM ${table} ${where}`;
}

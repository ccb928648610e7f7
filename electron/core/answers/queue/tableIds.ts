import { fail, ok } from '../../../../shared/result.ts';
import type { Result } from '../../../../shared/result.ts';
import { columnsOf, idsInColumn, likeliestColumn } from '../model/column.ts';
import type { Column } from '../model/column.ts';
import { readTable } from './readTable.ts';

/** What is looked for in a file that a person chose. */
export interface TableWish {
  bytes: Uint8Array;
  sheet: number;
  /** The likeliest one where it is null. */
  column: number | null;
}

/** The ids of a column of a table, and what else there is to choose. */
export interface TableIds {
  ids: string[];
  leftOut: string[];
  table: { sheets: string[]; sheet: number; columns: Column[]; column: number };
}

const NO_COLUMN = fail({
  kind: 'invalid',
  code: 'answers.noColumn',
  message: 'The table does not have this column.',
  safe: 'Nothing was asked for.',
  next: 'editInput',
});

/** Errors (`invalid`): `answers.noColumn`, and those of `readTable`. */
export async function idsInTable(wish: TableWish): Promise<Result<TableIds>> {
  const read = await readTable(wish.bytes, wish.sheet);
  if (!read.ok) return read;
  const { rows, sheets, sheet } = read.value;
  const columns = columnsOf(rows);
  const column = wish.column ?? likeliestColumn(rows);
  if (wish.column !== null && column >= columns.length) return NO_COLUMN;
  return ok({ ...idsInColumn(rows, column), table: { sheets, sheet, columns, column } });
}

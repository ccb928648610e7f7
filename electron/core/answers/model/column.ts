import { idsInText } from './ids.ts';

/** Which column of a table holds the ids of answers. Pure. */

/** Headings that say so. */
const NAMES_IDS = /^(answer|form answer|response|submission)?[\s_-]*(id|ids|no|number|nr)\.?$/i;
const NAMES_ANSWERS = /answer|response|submission/i;
/** Rows that are looked at to tell, and columns that a person can choose from. */
const LOOKED_AT = 200;
const MOST_COLUMNS = 200;

export interface Column {
  title: string;
  example: string;
}

function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, Math.min(row.length, MOST_COLUMNS)), 0);
}

/** Whether a cell is an id and nothing else. */
function isId(cell: string): boolean {
  const { ids, leftOut } = idsInText(cell);
  return leftOut.length === 0 && ids.length === 1 && /\p{N}/u.test(cell);
}

/** Whether the first row tells what is below it. */
function hasHeading(rows: readonly (readonly string[])[], column: number): boolean {
  const first = rows[0]?.[column] ?? '';
  return !isId(first) && first.trim() !== '';
}

/** The first columns of a table, by the titles in its first row where that has any. */
export function columnsOf(rows: readonly (readonly string[])[]): Column[] {
  return Array.from({ length: widthOf(rows) }, (_, column) => {
    const heading = hasHeading(rows, column);
    const below = rows.slice(heading ? 1 : 0, LOOKED_AT).map((row) => row[column] ?? '');
    return {
      title: heading ? (rows[0]?.[column] ?? '').trim().slice(0, 100) : '',
      example: (below.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, 100),
    };
  });
}

/** The column that most likely holds the ids: by its title, then by how many of its cells are ids. */
export function likeliestColumn(rows: readonly (readonly string[])[]): number {
  const looked = rows.slice(0, LOOKED_AT);
  const scores = columnsOf(rows).map(({ title }, column) => {
    const cells = looked.slice(1).map((row) => row[column] ?? '');
    const share = cells.filter(isId).length / Math.max(1, cells.length);
    const named = NAMES_IDS.test(title) ? (NAMES_ANSWERS.test(title) ? 3 : 1) : 0;
    return share + (NAMES_ANSWERS.test(title) ? 1 : 0) + named;
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** The ids of one column, without its title; a cell may hold several. */
export function idsInColumn(
  rows: readonly (readonly string[])[],
  column: number,
): { ids: string[]; leftOut: string[] } {
  const cells = rows.slice(hasHeading(rows, column) ? 1 : 0).map((row) => row[column] ?? '');
  return idsInText(cells.join('\n'));
}

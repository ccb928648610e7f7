import type { TableBlock, Value } from './formBlocks.ts';

/** How many columns a table may have, on a page as on a screen. */

const FEW_COLUMNS = 8;
export const MOST_COLUMNS = 14;
/** Letters in a line of the smallest print, of which some go to the gap before each column. */
const MOST_LETTERS = 145;
const GAP = 2;
const LONGEST_CELL = 24;

/** Letters of a cell that stands in one line; null for what needs more. */
function lettersOf(value: Value | null): number | null {
  switch (value?.is) {
    case undefined:
    case 'empty':
      return 1;
    case 'yesNo':
      return 3;
    case 'text':
    case 'choice':
    case 'day':
      return value.text.length;
    case 'number':
      return value.text.length + (value.unit === null ? 0 : value.unit.length + 1);
    default:
      return null;
  }
}

/** Whether the columns of a table fit beside each other: a few always do, more where all is short. */
export function haveRoom(columns: readonly { label: string }[], rows: TableBlock['rows']): boolean {
  if (columns.length <= FEW_COLUMNS) return true;
  let room = MOST_LETTERS;
  for (const [at, { label }] of columns.entries()) {
    let widest = Math.max(...label.split(' ').map((word) => word.length));
    for (const row of rows) {
      const letters = lettersOf(row[at] ?? null);
      if (letters === null || letters > LONGEST_CELL) return false;
      widest = Math.max(widest, letters);
    }
    room -= widest + GAP;
  }
  return room >= 0;
}

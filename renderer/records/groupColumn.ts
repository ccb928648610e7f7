import type { Row } from '../bridge.ts';
import type { Column } from '../ui/table.ts';

/** Columns of a list whose rows are grouped, and what tells one group from the next. */
export interface Grouped {
  readonly columns: readonly Column<Row>[];
  /** The class of a row that begins a group; empty for any other. */
  classOf(rows: { at(index: number): Row | undefined }, row: Row, index: number): string;
}

/**
 * The column that rows are grouped by stands beside the names, also where it is hidden otherwise.
 *
 * @param field that the rows are in the order of; null where they are not grouped
 */
export function groupColumn(columns: readonly Column<Row>[], field: string | null): Grouped {
  const [names, ...others] = columns;
  const by = others.find(({ key, sort }) => field !== null && (sort ?? key) === field);
  if (names === undefined || by === undefined) return { columns, classOf: () => '' };
  const shown = { ...by, extra: false, needed: true };
  return {
    columns: [names, shown, ...others.filter((one) => one !== by)],
    classOf: (rows, row, index) => {
      const before = index === 0 ? undefined : rows.at(index - 1);
      return before !== undefined && by.text(before) !== by.text(row) ? 'begins' : '';
    },
  };
}

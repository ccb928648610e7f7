import { fieldsOfRow, idAt } from '../state/record.ts';
import type { Row } from '../bridge.ts';
import { columnValue, formatValue } from './columns.ts';
import type { FieldColumn } from './fieldColumns.ts';
import { recordNames } from './writes/names.svelte.ts';

/**
 * What the mirror calls the record that a column names, where the row itself has nothing but its id;
 * null where the row names it, and while the mirror has not answered. Reactive.
 */
export function nameFor(column: FieldColumn, row: Pick<Row, 'json'>): string | null {
  const fields = fieldsOfRow(row);
  for (const path of column.names?.at ?? []) {
    const id = idAt(fields, path);
    if (column.names === undefined || id === null) continue;
    if (formatValue(columnValue(fields, column), column.kind) !== id) return null;
    return recordNames.of(column.names.entity, id);
  }
  return null;
}

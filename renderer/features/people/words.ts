import type { Row } from '../../bridge.ts';
import { columnValue, formatValue } from '../../records/columns.ts';
import { entityPages } from '../../records/entities.ts';
import { fieldsOfRow, textAt } from '../../state/record.ts';

/** What a list of people tells of each beside the name. */

/** A field of a record as its own list shows it. */
function shown(entity: 'user' | 'client', field: string, row: Row): string {
  const column = entityPages[entity].columns.find((one) => one.field === field);
  return column === undefined
    ? ''
    : formatValue(columnValue(fieldsOfRow(row), column), column.kind);
}

export const roleIn = (row: Row): string => shown('user', 'role.name', row);
export const planIn = (row: Row): string => shown('client', 'plan.name', row);
export const phoneIn = (row: Row): string => textAt(fieldsOfRow(row), 'phone') ?? '';

import { isArchivedRecord } from '../../../shared/rules/archived.ts';

/** Whether every row of a JSON array says of itself that it is archived. */
export function archivedOf(rows: string): boolean {
  const parsed: unknown = JSON.parse(rows);
  if (!Array.isArray(parsed) || parsed.length === 0) return false;
  return parsed.every(
    (row: unknown) => typeof row === 'object' && row !== null && isArchivedRecord(row),
  );
}

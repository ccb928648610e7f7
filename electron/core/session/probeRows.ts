/** Whether every row of a JSON array says of itself that it is archived. */
export function archivedOf(rows: string): boolean {
  const parsed: unknown = JSON.parse(rows);
  if (!Array.isArray(parsed) || parsed.length === 0) return false;
  return parsed.every((row: unknown) => {
    if (typeof row !== 'object' || row === null) return false;
    const own = new Map<string, unknown>(Object.entries(row));
    const at = own.get('archivedAt');
    return (
      own.get('status') === 'archived' ||
      own.get('archived') === true ||
      own.get('isArchived') === true ||
      (typeof at === 'string' && at !== '') ||
      typeof at === 'number'
    );
  });
}

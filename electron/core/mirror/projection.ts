import { jsonMembers, setJsonMembers } from '../../../shared/rules/jsonText.ts';

/**
 * Lays a list row over what is known of a record. A row is a projection: what it names counts,
 * what it leaves out stays, and only a read by id takes keys away. The row keeps its spelling to
 * the letter; the same text as `known` comes back when nothing differs.
 *
 * @param known text of a JSON object
 * @param row text of a JSON object
 */
export function layOver(known: string, row: string): string {
  if (known === row) return known;
  const before = jsonMembers(known);
  const after = jsonMembers(row);
  let same = true;
  for (const [key, value] of after) {
    if (before.get(key) !== value) {
      same = false;
      break;
    }
  }
  if (same) return known;
  const left = new Map([...before].filter(([key]) => !after.has(key)));
  return setJsonMembers(row, left);
}

import type { HttpReply } from '../../electron/core/ports.ts';
import { setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Hidden, Where } from './faults.ts';
import { idIn, withRows } from './replies.ts';
import type { Sent } from './replies.ts';

/** Which part of a list was asked for; `isAgain`: the first page once more, at the end of a scan. */
export interface Part {
  page: number;
  limit: number;
  isAgain: boolean;
}

/**
 * One page of a list that lacks some records and is in order otherwise. `whole` holds all of them;
 * `scan` names entity and scan; `left` is told the path of each record that was left out where the
 * list still looks complete.
 */
export function listWithout(
  whole: HttpReply,
  hidden: readonly Hidden[],
  { page, limit, isAgain }: Part,
  scan: string,
  left: (path: string) => void,
): Sent {
  const list = `/${scan.split('/')[0] ?? ''}s`;
  const whereOf = (row: string): Where | undefined =>
    hidden.find(({ path }) => path === `${list}/${idIn(row)}`)?.where;
  const shown = (row: string): string[] => {
    const where = whereOf(row);
    if (where === undefined) return [row];
    if (where === 'moved') return [setJsonMembers(row, new Map([['id', '"moved"']]))];
    // A list whose numbers do not agree proves nothing.
    if (where !== 'uncounted') left(`${list}/${idIn(row)}`);
    return [];
  };
  const turned = isAgain && hidden.some(({ where }) => where === 'moved');
  const isUncounted = (row: string): boolean => ['both', 'list'].includes(whereOf(row) ?? '');
  return withRows(
    whole,
    (rows) => {
      const kept = rows.flatMap(shown);
      return (turned ? kept.reverse() : kept).slice((page - 1) * limit, page * limit);
    },
    (total, rows) => total - rows.filter(isUncounted).length,
    String(page),
    String(limit),
  );
}

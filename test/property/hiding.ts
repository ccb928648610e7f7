import type { HttpReply, HttpRequest } from '../../electron/core/ports.ts';
import { setJsonMembers } from '../../shared/rules/jsonText.ts';
import type { Hidden, Where } from './faults.ts';
import { idIn, withRows } from './replies.ts';
import type { Sent } from './replies.ts';

/** Which part of a list was asked for; `isAgain`: the first page once more, at the end of a scan. */
interface Part {
  page: number;
  limit: number;
  isAgain: boolean;
}

/**
 * One page of a list that lacks some records and is in order otherwise. `whole` holds all of them;
 * `scan` names entity and scan; `left` is told the path of each record that was left out where the
 * list still looks complete.
 */
function listWithout(
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

/** Lists that lack some records and are in order otherwise. */
export class HiddenLists {
  readonly #firstPages = new Map<string, number>();

  /**
   * @param asked which records it lacks, and the request with entity and number of its scan
   * @param whole asks for the whole list
   * @param omit is told the path of each record that was left out
   */
  async page(
    { left, request, scan }: { left: readonly Hidden[]; request: HttpRequest; scan: string },
    whole: (request: HttpRequest) => Promise<Sent>,
    omit: (path: string) => void,
  ): Promise<Sent> {
    const url = new URL(request.url);
    const page = Number(url.searchParams.get('page') ?? '1');
    const limit = Number(url.searchParams.get('limit') ?? '50');
    url.searchParams.set('page', '1');
    url.searchParams.set('limit', '1000');
    const all = await whole({ ...request, url: url.href });
    if (!all.ok) return all;
    const list = `${scan} ${url.searchParams.get('status') ?? ''}`;
    const times = (this.#firstPages.get(list) ?? 0) + (page === 1 ? 1 : 0);
    this.#firstPages.set(list, times);
    const isAgain = page === 1 && times % 2 === 0;
    return listWithout(all.reply, left, { page, limit, isAgain }, scan, omit);
  }
}

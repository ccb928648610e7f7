import type { Call } from './context.ts';
import { onlyFields, textOf } from './doc.ts';
import { projectionOf, refuseSince, searchOf, statusOf } from './list.ts';
import { many } from './query.ts';
import { inOrder, orderOf } from './rowOrder.ts';

/**
 * Rows that are stored nowhere, narrowed, ordered and projected as those of records are. None of them is
 * archived.
 *
 * @param searched the fields that `search` looks into
 */
export function narrowed(
  call: Call,
  rows: readonly string[],
  searched: readonly string[],
): string[] {
  refuseSince(call);
  if (statusOf(call) === 'archived') return [];
  const search = searchOf(call);
  const ids = new Set(many(call.query, 'id'));
  const order = orderOf(call);
  const ordered = order === undefined ? rows : inOrder(rows, order);
  const meant = ordered.filter(
    (row) =>
      (ids.size === 0 || ids.has(textOf(row, 'id') ?? '')) &&
      (search === undefined ||
        searched.some((field) => textOf(row, field)?.toLowerCase().includes(search) === true)),
  );
  const projection = projectionOf(call);
  return projection === undefined ? meant : meant.map((row) => onlyFields(row, projection));
}

/** Whether a call asks for anything for which all rows have to be there. */
export const wantsAll = ({ query }: Call): boolean =>
  ['sort', 'search', 'id[]'].some((name) => query.has(name));

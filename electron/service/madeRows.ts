import type { Answer, Call } from './context.ts';
import { onlyFields, textOf } from './doc.ts';
import { partOf, projectionOf, refuseSince, searchOf, statusOf, type Part } from './list.ts';
import { many } from './query.ts';
import { invalid } from './refusal.ts';
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

/** The rows of a list that may be too large to be held. */
export interface SentAsMade {
  /** The text of the list; `fields` are those that each row is to have, all where absent. */
  readonly chunks: (part: Part, fields: ReadonlySet<string> | undefined) => AsyncIterable<string>;
  /** Every row, whole. */
  readonly rows: () => Promise<readonly string[]>;
}

/**
 * A list whose rows are made for the question, in the order of time, and leave one after the other. Another
 * order takes all of them at once. They have no id, and no text that is searched.
 */
export async function sentAsMade(call: Call, { chunks, rows }: SentAsMade): Promise<Answer> {
  refuseSince(call);
  if (many(call.query, 'id').length > 0) {
    throw invalid({ id: ['The rows of this list have no id of their own.'] });
  }
  if (searchOf(call) !== undefined) {
    throw invalid({ search: ['The rows of this list have no text that is searched.'] });
  }
  const part = partOf(call);
  const isOrdered = orderOf(call) !== undefined;
  if (statusOf(call) === 'archived') return { as: 'list', rows: [] };
  if (isOrdered) return { as: 'list', rows: narrowed(call, await rows(), []) };
  return { as: 'stream', chunks: chunks(part, projectionOf(call)) };
}

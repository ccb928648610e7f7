import type { Call } from './context.ts';
import { valueOf } from './doc.ts';
import { first } from './query.ts';
import { invalid } from './refusal.ts';

/** What `sort` asks for: a field, descending where a minus stands before it. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}

/** Tenants name their fields in any script; what could end the quotes of a path does not count. */
const FIELD = /^[^"\\\p{Cc}]{1,60}$/u;

/** Whether something can be the name of a field, and stand in a path. */
export const isFieldName = (name: string): boolean => FIELD.test(name);

/** The order that a call asks for; 422 for what is no name. */
export function orderOf(call: Call): Order | undefined {
  const sort = first(call.query, 'sort');
  if (sort === undefined || sort === '') return undefined;
  const field = sort.replace(/^-/, '');
  if (!isFieldName(field)) throw invalid({ sort: ['Must be the name of a field.'] });
  return { field, descending: sort.startsWith('-') };
}

export const noSuchField = () => invalid({ sort: ['No record has such a field.'] });

/** A value as SQLite would order it: nothing, then numbers and yes or no, then text. */
function rankOf(value: unknown): { rank: number; value: number | string } {
  if (value === null || value === undefined) return { rank: 0, value: 0 };
  if (typeof value === 'number') return { rank: 1, value };
  if (typeof value === 'boolean') return { rank: 1, value: value ? 1 : 0 };
  return { rank: 2, value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/**
 * Rows in an order that only their answer knows, because the field is laid over the record or the row
 * is made for the question. Rows that are equal stay as they came; 422 where no row has the field.
 */
export function inOrder(rows: readonly string[], { field, descending }: Order): string[] {
  const keyed = rows.map((row) => ({ row, key: valueOf(row, field) }));
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined)) throw noSuchField();
  const ranked = keyed.map(({ row, key }) => ({ row, ...rankOf(key) }));
  const ahead = descending ? -1 : 1;
  ranked.sort((a, b) => {
    if (a.rank !== b.rank) return ahead * (a.rank - b.rank);
    if (a.value === b.value) return 0;
    return a.value < b.value ? -ahead : ahead;
  });
  return ranked.map(({ row }) => row);
}

import type { ListView } from '../../../shared/ipc/shapes.ts';
import { fold } from '../../../shared/rules/fold.ts';
import type { SqlValue } from '../db/handles.ts';

/**
 * Conditions about any field of a list, in SQL. They are looked at record by record: what a field
 * holds is the tenant's, so numbers may be text, and instants text or numbers.
 */
export type ListCondition = NonNullable<ListView['conditions']>[number];

/** Text without case and accents, as filters compare it. */
export function foldedText(value: unknown): string | null {
  return typeof value === 'string' ? fold(value) : null;
}

/** The number that a text spells; null where it spells none. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : null;
}

/**
 * One condition as SQL with its parameters.
 *
 * @param textOf the text of a field, by its path
 */
export function conditionSql(
  condition: ListCondition,
  textOf: (field: string) => string,
): { sql: string; params: SqlValue[] } {
  const paths = [condition.field, ...(condition.or ?? [])];
  const texts = paths.map((path) => `nullif(${textOf(path)}, '')`);
  // An empty list says as little as nothing.
  const value = `nullif(coalesce(${texts.join(', ')}, ''), '[]')`;
  const isEmpty = `coalesce(${value}, '') = ''`;
  switch (condition.is) {
    case 'empty':
      return { sql: isEmpty, params: [] };
    case 'filled':
      return { sql: `NOT (${isEmpty})`, params: [] };
    case 'contains':
      return {
        sql: `coalesce(instr(folded_text(${value}), ?), 0) > 0`,
        params: [fold(condition.text)],
      };
    case 'lacks':
      return {
        sql: `coalesce(instr(folded_text(${value}), ?), 0) = 0`,
        params: [fold(condition.text)],
      };
    case 'oneOf': {
      const places = condition.values.map(() => '?').join(', ');
      return { sql: `${value} IN (${places})`, params: [...condition.values] };
    }
    case 'between': {
      const read = condition.as === 'number' ? 'number_in' : 'instant_in';
      const [from, to] = [condition.from ?? -Number.MAX_VALUE, condition.to ?? Number.MAX_VALUE];
      return { sql: `${read}(${value}) BETWEEN ? AND ?`, params: [from, to] };
    }
  }
}

import { fold } from '../../shared/rules/fold.ts';

/** Filters of a table by any of its fields: each a condition, and a row has to meet all. Pure. */

export type Condition =
  | { readonly key: string; readonly is: 'contains' | 'lacks'; readonly text: string }
  | { readonly key: string; readonly is: 'empty' | 'filled' }
  /** Both ends count; null leaves one open. Of numbers, in the unit of the field's value. */
  | {
      readonly key: string;
      readonly is: 'between';
      readonly from: number | null;
      readonly to: number | null;
    };

/** A field that rows can be narrowed by. */
export interface FilterField<T> {
  readonly key: string;
  readonly title: string;
  readonly kind: 'text' | 'number';
  /** Null or an empty text where the row has none. */
  readonly value: (row: T) => string | number | null;
  /** How a number is typed: its unit, and how many of them one of the value's own is. */
  readonly unit?: { readonly name: string; readonly perOne: number };
}

function meets(value: string | number | null, condition: Condition): boolean {
  const isEmpty = value === null || value === '';
  switch (condition.is) {
    case 'empty':
      return isEmpty;
    case 'filled':
      return !isEmpty;
    case 'contains':
      return !isEmpty && fold(String(value)).includes(fold(condition.text));
    case 'lacks':
      return isEmpty || !fold(String(value)).includes(fold(condition.text));
    case 'between': {
      if (typeof value !== 'number') return false;
      return value >= (condition.from ?? -Infinity) && value <= (condition.to ?? Infinity);
    }
  }
}

/** Whether a row meets every condition; one about a field that there is not is met. */
export function meetsAll<T>(
  row: T,
  fields: readonly FilterField<T>[],
  conditions: readonly Condition[],
): boolean {
  return conditions.every((condition) => {
    const field = fields.find(({ key }) => key === condition.key);
    return field === undefined || meets(field.value(row), condition);
  });
}

/** What is wrong with what was typed for a range; null where nothing is. */
export function rangeProblem(from: string, to: string): 'number' | 'backwards' | 'nothing' | null {
  const [low, high] = [numberTyped(from), numberTyped(to)];
  if (Number.isNaN(low) || Number.isNaN(high)) return 'number';
  if (low === null && high === null) return 'nothing';
  return low !== null && high !== null && low > high ? 'backwards' : null;
}

/** A number as people type it, with a comma or a point; null for nothing, NaN for something else. */
export function numberTyped(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : NaN;
}

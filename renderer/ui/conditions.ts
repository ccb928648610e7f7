import { fold } from '../../shared/rules/fold.ts';

/** Filters of a table by any of its fields: each a condition, and a row has to meet all. Pure. */

export type Condition =
  | { readonly key: string; readonly is: 'contains' | 'lacks'; readonly text: string }
  | { readonly key: string; readonly is: 'empty' | 'filled' }
  /**
   * Both ends count; null leaves one open. Of numbers, in the unit of the field's value; of instants,
   * in milliseconds since 1970.
   */
  | {
      readonly key: string;
      readonly is: 'between';
      readonly from: number | null;
      readonly to: number | null;
    }
  | { readonly key: string; readonly is: 'oneOf'; readonly values: readonly string[] };

/** A field that conditions are about. */
export interface ConditionField {
  readonly key: string;
  readonly title: string;
  /** `choice`: its values are chosen, not typed; `presence`: it is asked whether there is one. */
  readonly kind: 'text' | 'number' | 'instant' | 'choice' | 'presence';
  /** How a number is typed: its unit, and how many of them one of the value's own is. */
  readonly unit?: { readonly name: string; readonly perOne: number };
  /** A number that no comma parts, such as a year. */
  readonly plain?: true;
  /** What a value of a choice is called; the value itself where absent. */
  readonly nameOf?: (value: string) => string;
}

/** A field that rows can be narrowed by. */
export interface FilterField<T> extends ConditionField {
  /** Null or an empty text where the row has none. */
  readonly value: (row: T) => string | number | null;
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
    case 'oneOf':
      return condition.values.includes(String(value ?? ''));
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

/** What is wrong with the ends that were typed of a range (NaN: no number); null where nothing is. */
export function rangeProblem(
  low: number | null,
  high: number | null,
): 'number' | 'backwards' | 'nothing' | null {
  if (Number.isNaN(low) || Number.isNaN(high)) return 'number';
  if (low === null && high === null) return 'nothing';
  return low !== null && high !== null && low > high ? 'backwards' : null;
}

/** Conditions that were kept, as JSON of whatever version: those that are none are left out. */
export function readConditions(stored: unknown): Condition[] {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.flatMap((one): Condition[] => {
    const fields = new Map<string, unknown>(
      typeof one === 'object' && one !== null ? Object.entries(one) : [],
    );
    const [key, is, text] = [fields.get('key'), fields.get('is'), fields.get('text')];
    if (typeof key !== 'string') return [];
    if ((is === 'contains' || is === 'lacks') && typeof text === 'string')
      return [{ key, is, text }];
    if (is === 'empty' || is === 'filled') return [{ key, is }];
    const end = (name: string): number | null => {
      const value = fields.get(name);
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    };
    if (is === 'between') return [{ key, is, from: end('from'), to: end('to') }];
    const values = fields.get('values');
    if (is !== 'oneOf' || !Array.isArray(values)) return [];
    return [{ key, is, values: values.filter((value) => typeof value === 'string') }];
  });
}

import type { Condition } from '../ui/conditions.ts';
import { readConditions } from '../ui/conditions.ts';
import { readArrangement } from '../ui/table.ts';
import type { Arrangement, Sort } from '../ui/table.ts';

/** Values of fields that are pressed, by the field. */
export type Pressed = Readonly<Record<string, readonly string[]>>;

/** What a list is narrowed to and how it is ordered, under a name. */
export interface SavedView {
  readonly name: string;
  readonly text: string;
  /** Field whose values are chips, and those that are pressed; null for the list's own. */
  readonly by: string | null;
  readonly values: readonly string[];
  /** Values of other fields that hold beside them. */
  readonly also: Pressed;
  readonly archived: boolean;
  readonly conditions: readonly Condition[];
  readonly sort: Sort;
  readonly columns: Arrangement;
}

function textIn(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
const fieldsIn = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function pressedIn(value: unknown): Pressed {
  const all = [...fieldsIn(value)].map(([field, values]) => [field, textsIn(values)] as const);
  return Object.fromEntries(all.filter(([, values]) => values.length > 0));
}

/** Views that were kept, as JSON of whatever version. */
export function readViews(stored: unknown): readonly SavedView[] {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.flatMap((one): SavedView[] => {
    const fields = fieldsIn(one);
    const sort = fieldsIn(fields.get('sort'));
    const [name, field] = [textIn(fields, 'name'), textIn(sort, 'field')];
    if (name === '' || field === '') return [];
    const by = textIn(fields, 'by');
    return [
      {
        name,
        text: textIn(fields, 'text'),
        by: by === '' ? null : by,
        values: textsIn(fields.get('values')),
        also: pressedIn(fields.get('also')),
        archived: fields.get('archived') === true,
        conditions: readConditions(fields.get('conditions')),
        sort: { field, descending: sort.get('descending') === true },
        columns: readArrangement(fields.get('columns')),
      },
    ];
  });
}

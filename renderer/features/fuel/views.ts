import { readConditions } from '../../ui/conditions.ts';
import { readArrangement } from '../../ui/table.ts';
import type { Arrangement, Sort } from '../../ui/table.ts';
import { MARK_KINDS } from './marks.ts';
import type { Narrowed } from './order.ts';

/** A view of the fuel transactions under a name: what they are narrowed to, their order, the columns. */
export interface FuelView {
  readonly name: string;
  readonly narrowed: Narrowed;
  readonly sort: Sort;
  readonly columns: Arrangement;
  /** The days, as the page's address says them. */
  readonly period: Readonly<Record<string, string>>;
}

function fieldsIn(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Views that were kept, as JSON of whatever version; one without a name or an order is left out. */
export function readFuelViews(stored: unknown): readonly FuelView[] {
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return list.flatMap((one): FuelView[] => {
    const fields = fieldsIn(one);
    const narrowed = fieldsIn(fields.get('narrowed'));
    const sort = fieldsIn(fields.get('sort'));
    const [name, field] = [textOf(fields.get('name')), textOf(sort.get('field'))];
    if (name === '' || field === '') return [];
    const marks = narrowed.get('marks');
    const named = new Set<unknown>(Array.isArray(marks) ? marks : []);
    const period = [...fieldsIn(fields.get('period'))].map(([key, value]) => [key, textOf(value)]);
    return [
      {
        name,
        narrowed: {
          text: textOf(narrowed.get('text')),
          vehicleId: textOf(narrowed.get('vehicleId')) || null,
          unassigned: narrowed.get('unassigned') === true,
          marks: MARK_KINDS.filter((kind) => named.has(kind)),
          conditions: readConditions(narrowed.get('conditions')),
        },
        sort: { field, descending: sort.get('descending') === true },
        columns: readArrangement(fields.get('columns')),
        period: Object.fromEntries(period) as Record<string, string>,
      },
    ];
  });
}

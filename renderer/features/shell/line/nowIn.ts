import type { Row } from '../../../bridge.ts';
import { titleOf } from '../../../records/columns.ts';
import type { FormField } from '../../../records/form.ts';
import { idOf } from '../../../records/partsOf.ts';
import { formatDistance } from '../../../state/format.ts';
import { fieldsOf, fieldsOfRow, idAt, nameOf, valueAt } from '../../../state/record.ts';
import type { LineContext, NamedKind } from './plan.ts';

const NAMED: readonly string[] = ['depot', 'groups', 'model', 'reportKind'] satisfies NamedKind[];
const isNamed = (as: string): as is NamedKind => NAMED.includes(as);

/** What one value names; a summary tells it itself. */
async function nameIn(value: unknown, ask: FormField['ask'], context: LineContext) {
  const plain = nameOf(value);
  const fields = fieldsOf(value);
  const id = fields.size > 0 ? idAt(fields, 'id') : plain;
  if (id === null || (fields.size > 0 && plain !== id)) return plain;
  if (ask.as === 'record') {
    const row = await context.get(ask.entity, id);
    return row === null ? plain : titleOf(ask.entity, row);
  }
  if (!isNamed(ask.as)) return plain;
  return (await context.named(ask.as)).find((one) => one.id === id)?.name ?? plain;
}

/** The value of a field before a write. */
function valueNow({ name, from }: FormField, row: Row | null): unknown {
  const fields = row === null ? new Map<string, unknown>() : fieldsOfRow(row);
  return (from ?? [name])
    .map((path) => valueAt(fields, path))
    .find((one) => one !== undefined && one !== null);
}

/**
 * The ids of the records that a field names before a write; null where the field names none, or where
 * what stands there may be a name as well as an id.
 */
export function idsNow(field: FormField, row: Row | null, shown: string): string[] | null {
  const { as } = field.ask;
  if (as !== 'record' && !isNamed(as)) return null;
  const value = valueNow(field, row);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids = list.map(idOf).filter((id) => id !== null);
  return ids.length < list.length || ids.join(', ') === shown ? null : ids;
}

/** What a field holds before a write, as people call it; null for nothing, and for what is new. */
export async function nowIn(
  field: FormField,
  row: Row | null,
  context: LineContext,
): Promise<string | null> {
  const { ask } = field;
  const value = valueNow(field, row);
  if (value === undefined) return null;
  if (ask.as === 'distanceM') {
    return typeof value === 'number' ? formatDistance(value) : nameOf(value);
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = await Promise.all(list.map((one) => nameIn(one, ask, context)));
  return names.filter((one) => one !== null).join(', ') || null;
}

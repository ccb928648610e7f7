import { fold } from '../../../shared/rules/fold.ts';
import { meetsAll } from '../../ui/conditions.ts';
import type { Condition, FilterField } from '../../ui/conditions.ts';
import type { Sort } from '../../ui/table.ts';
import type { Mark, MarkKind } from './marks.ts';
import { isUnassigned } from './transaction.ts';
import type { FuelTransaction } from './transaction.ts';

/** Which transactions are shown, and in which order. Pure. */

export interface Narrowed {
  readonly text: string;
  /** The id of the vehicle whose they are; null for those of all. */
  readonly vehicleId: string | null;
  readonly unassigned: boolean;
  readonly marks: readonly MarkKind[];
  readonly conditions: readonly Condition[];
}

export const NOT_NARROWED: Narrowed = {
  ...{ text: '', vehicleId: null, unassigned: false, marks: [], conditions: [] },
};

export function isNarrowed(narrowed: Narrowed): boolean {
  const { text, vehicleId, unassigned, marks, conditions } = narrowed;
  const isOfOne = vehicleId !== null || unassigned;
  return text.trim() !== '' || isOfOne || marks.length > 0 || conditions.length > 0;
}

/** Those that meet everything; each word of the text has to be in one of the texts of the row. */
export function narrowedTo<T extends FuelTransaction>(
  list: readonly T[],
  narrowed: Narrowed,
  fields: readonly FilterField<T>[],
  marksOf: ReadonlyMap<string, readonly Mark[]>,
): T[] {
  const words = fold(narrowed.text).split(/\s+/).filter(Boolean);
  return list.filter((one) => {
    if (narrowed.vehicleId !== null && narrowed.vehicleId !== one.vehicleId) return false;
    if (narrowed.unassigned && !isUnassigned(one)) return false;
    const kinds = marksOf.get(one.id)?.map(({ is }) => is) ?? [];
    if (narrowed.marks.length > 0 && !narrowed.marks.some((kind) => kinds.includes(kind))) {
      return false;
    }
    const said = fold([one.vehicle, one.driver, one.station, one.card, one.id].join(' '));
    return words.every((word) => said.includes(word)) && meetsAll(one, fields, narrowed.conditions);
  });
}

const COMPARE = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** In order; what has no value comes last both ways, and ties go by id. */
export function sorted<T>(
  list: readonly T[],
  { descending }: Pick<Sort, 'descending'>,
  valueOf: (row: T) => string | number | null,
  idOf: (row: T) => string,
): T[] {
  const way = descending ? -1 : 1;
  const keyed = list.map((row) => ({ row, value: valueOf(row), id: idOf(row) }));
  const isNone = (value: string | number | null): boolean => value === null || value === '';
  keyed.sort((a, b) => {
    if (isNone(a.value) || isNone(b.value)) {
      const ends = Number(isNone(a.value)) - Number(isNone(b.value));
      return ends !== 0 ? ends : COMPARE.compare(a.id, b.id);
    }
    const by =
      typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : COMPARE.compare(String(a.value), String(b.value));
    return by === 0 ? COMPARE.compare(a.id, b.id) : way * by;
  });
  return keyed.map(({ row }) => row);
}

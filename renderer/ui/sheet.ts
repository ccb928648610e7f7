import { formatZone } from '../state/format.ts';
import { sheetTime } from '../state/zone.ts';
import { zones } from '../state/zones.svelte.ts';
import { text } from '../text/en.ts';
import type { Cell, SheetColumn } from './table.ts';

/* Columns of tables as they leave: plain values, with the unit or the zone in the heading. */

/** A table that is here as a whole as it leaves, the heading first. */
export function plainSheet<T>(columns: readonly SheetColumn<T>[], rows: readonly T[]): Cell[][] {
  return [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
}

/** A column of instants (milliseconds since 1970), which stand in a zone that its heading names. */
export function momentColumn<T>(
  title: string,
  atMs: (row: T) => number | null,
  zone = zones.current,
): SheetColumn<T> {
  return {
    title: text.table.saveAs.heading(title, formatZone(zone)),
    value: (row) => {
      const at = atMs(row);
      return at === null ? null : sheetTime(at, zone);
    },
  };
}

/** A column of numbers without the noise of a conversion; the unit, where it has one, in its heading. */
export function numberColumn<T>(
  title: string,
  unit: string,
  value: (row: T) => number | null,
): SheetColumn<T> {
  return {
    title: unit === '' ? title : text.table.saveAs.heading(title, unit),
    value: (row) => {
      const number = value(row);
      return number === null ? null : Number(number.toFixed(6));
    },
  };
}

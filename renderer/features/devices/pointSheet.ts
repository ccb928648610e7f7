import { inSpeedUnits, speedUnit } from '../../state/units.ts';
import { text } from '../../text/en.ts';
import { numberColumn } from '../../ui/sheet.ts';
import type { SheetColumn } from '../../ui/table.ts';

/** The speeds of a track as they leave: in the person's unit, to a tenth of it, as no receiver is more exact. */
export function speedSheet<T>(kmhOf: (row: T) => number | null): SheetColumn<T> {
  return numberColumn(text.word.speed, speedUnit(), (row) => {
    const kmh = kmhOf(row);
    return kmh === null ? null : Math.round(inSpeedUnits(kmh) * 10) / 10;
  });
}

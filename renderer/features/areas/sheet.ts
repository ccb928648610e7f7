import { areaFigures } from '../../../shared/rules/areaShape.ts';
import type { Row } from '../../bridge.ts';
import { inSurfaceUnits, surfaceUnit } from '../../state/areaFigures.ts';
import { fieldsOfRow, instantAt } from '../../state/record.ts';
import { areaText, text } from '../../text/en.ts';
import { momentColumn, numberColumn } from '../../ui/sheet.ts';
import type { SheetColumn } from '../../ui/table.ts';
import { areaOf } from './area.ts';

/** What the list of areas tells in words, as it leaves to be added up and ordered. */

/** Square metres; nothing for a line without a reach, and for a shape that nobody knows. */
export function surfaceOf(row: Row): number | null {
  const { shape } = areaOf(row);
  const surfaceM2 = shape === undefined ? 0 : areaFigures(shape).surfaceM2;
  return surfaceM2 > 0 ? surfaceM2 : null;
}

export function surfaceSheet(): SheetColumn<Row> {
  return numberColumn(text.word.surface, surfaceUnit(), (row) => {
    const surfaceM2 = surfaceOf(row);
    return surfaceM2 === null ? null : inSurfaceUnits(surfaceM2);
  });
}

export function updatedSheet(): SheetColumn<Row> {
  return momentColumn(areaText.columns.updated, (row) => instantAt(fieldsOfRow(row), 'updatedAt'));
}

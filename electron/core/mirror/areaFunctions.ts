import type { Database } from 'better-sqlite3';
import { areaTouches } from '../../../shared/rules/areaPlace.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';

/** Where areas are, for queries: their shapes are read as the map reads them. */

function shapeOf(json: unknown): AreaShape | undefined {
  const record = parsedJson(json);
  return typeof record === 'object' && record !== null ? areaShape(record) : undefined;
}

/** `area_touches(json, south, west, north, east)`: 1 where the area has a position in that box. */
export function addPlaceFunctions(db: Database): void {
  db.function(
    'area_touches',
    { deterministic: true },
    (json: unknown, south: number, west: number, north: number, east: number) => {
      const shape = shapeOf(json);
      return shape !== undefined && areaTouches(shape, { south, west, north, east }) ? 1 : 0;
    },
  );
}

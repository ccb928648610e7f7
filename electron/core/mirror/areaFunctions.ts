import type { Database } from 'better-sqlite3';
import { areaReach, areaTouches } from '../../../shared/rules/areaPlace.ts';
import { areaShape } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import type { Bounds } from '../../../shared/rules/geo.ts';

/** Where areas are, for triggers and queries: their shapes are read as the map reads them. */

function shapeOf(json: unknown): AreaShape | undefined {
  if (typeof json !== 'string') return undefined;
  try {
    const record: unknown = JSON.parse(json);
    return typeof record === 'object' && record !== null ? areaShape(record) : undefined;
  } catch {
    return undefined;
  }
}

const isSide = (side: unknown): side is keyof Bounds =>
  ['south', 'west', 'north', 'east'].includes(String(side));

/**
 * `area_side(json, 'south')`: a side of the box that holds an area, degrees; NULL without a shape.
 * `area_touches(json, south, west, north, east)`: 1 where the area has a position in that box.
 */
export function addPlaceFunctions(db: Database): void {
  // Four sides of one area are asked in turn: read its text once.
  let last: { json: unknown; box: Bounds | undefined } | undefined;
  const pure = { deterministic: true } as const;
  db.function('area_side', pure, (json: unknown, side: unknown) => {
    if (last === undefined || last.json !== json) {
      const shape = shapeOf(json);
      last = { json, box: shape === undefined ? undefined : areaReach(shape) };
    }
    return last.box === undefined || !isSide(side) ? null : last.box[side];
  });
  db.function(
    'area_touches',
    pure,
    (json: unknown, south: number, west: number, north: number, east: number) => {
      const shape = shapeOf(json);
      return shape !== undefined && areaTouches(shape, { south, west, north, east }) ? 1 : 0;
    },
  );
}

import type { FeatureCollection, MultiLineString, Position } from 'geojson';

/** Degrees within which an edge is taken to lie on the cut itself. */
const NEAR = 0.01;

/** Whether an edge only follows the cut of the chart: the antimeridian, or the south pole. */
function isCut([x = 0, y = 0]: Position, [toX = 0, toY = 0]: Position): boolean {
  const isOnLine = (lng: number): boolean => Math.abs(Math.abs(lng) - 180) <= NEAR;
  const jumps = Math.abs(toX - x) > 180;
  return jumps || (isOnLine(x) && isOnLine(toX)) || (y <= -90 + NEAR && toY <= -90 + NEAR);
}

/** A ring that goes on beyond 180 degrees instead of jumping round the world. */
function unwrapRing(ring: readonly Position[]): Position[] {
  let turns = 0;
  const unwrapped = ring.map((to, index): Position => {
    const from = ring[index - 1] ?? to;
    const [x = 0, y = 0] = to;
    const jump = x - (from[0] ?? 0);
    const atPole = y <= -90 + NEAR && (from[1] ?? 0) <= -90 + NEAR;
    if (Math.abs(jump) > 180 && !atPole) turns -= Math.sign(jump);
    return [x + 360 * turns, y];
  });
  // Land around a pole ends a turn further than it began: it is drawn as it came.
  return turns === 0 ? unwrapped : [...ring];
}

/**
 * Land whose polygons reach over the antimeridian where theirs jump round the world, which would be
 * drawn as stripes across the whole map.
 */
export function unwrapLand(land: FeatureCollection): FeatureCollection {
  const features = land.features.map((found) => {
    const { geometry } = found;
    if (geometry.type === 'Polygon') {
      return {
        ...found,
        geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapRing) },
      };
    }
    if (geometry.type !== 'MultiPolygon') return found;
    const coordinates = geometry.coordinates.map((polygon) => polygon.map(unwrapRing));
    return { ...found, geometry: { ...geometry, coordinates } };
  });
  return { ...land, features };
}

/** The lines of a ring without its edges along the cut. */
function linesOf(ring: readonly Position[]): Position[][] {
  const lines: Position[][] = [];
  let line: Position[] = [];
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (from !== undefined && isCut(from, to)) {
      if (line.length > 1) lines.push(line);
      line = [];
    }
    line.push(to);
  }
  if (line.length > 1) lines.push(line);
  return lines;
}

/**
 * The coasts of land as lines. Land that reaches over the antimeridian is cut there, and an
 * outline of the polygons would draw that cut through Siberia and Antarctica.
 */
export function coastOf(land: FeatureCollection): MultiLineString {
  const coordinates = land.features.flatMap(({ geometry }) => {
    switch (geometry.type) {
      case 'Polygon':
        return geometry.coordinates.flatMap(linesOf);
      case 'MultiPolygon':
        return geometry.coordinates.flatMap((polygon) => polygon.flatMap(linesOf));
      default:
        return [];
    }
  });
  return { type: 'MultiLineString', coordinates };
}

import type { GroundRegion } from '../../../shared/ipc/ground.ts';
import type { TileRange } from './tileCache.ts';

/** Which tiles of a map lie in a box. */

type Box = GroundRegion['bounds'];

/** Web maps end here. */
const MOST_LAT = 85.05;

const worldX = (lng: number): number => (lng + 180) / 360;
function worldY(lat: number): number {
  const sin = Math.sin((Math.min(MOST_LAT, Math.max(-MOST_LAT, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

/** The tiles of a box, zoom by zoom. */
export function rangesOf(box: Box, minZoom: number, maxZoom: number): TileRange[] {
  const ranges: TileRange[] = [];
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const side = 2 ** z;
    const at = (share: number): number => Math.min(side - 1, Math.max(0, Math.floor(share * side)));
    ranges.push({
      z,
      west: at(worldX(box.west)),
      east: at(worldX(box.east)),
      north: at(worldY(box.north)),
      south: at(worldY(box.south)),
    });
  }
  return ranges;
}

export function countOf(ranges: readonly TileRange[]): number {
  return ranges.reduce(
    (sum, { west, east, north, south }) => sum + (east - west + 1) * (south - north + 1),
    0,
  );
}

export function* tilesOf(
  ranges: readonly TileRange[],
): Generator<{ z: number; x: number; y: number }> {
  for (const { z, west, east, north, south } of ranges) {
    for (let x = west; x <= east; x += 1) {
      for (let y = north; y <= south; y += 1) yield { z, x, y };
    }
  }
}

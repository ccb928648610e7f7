/** The number of a tile in an archive: along a Hilbert curve, zoom by zoom (PMTiles version 3). */

/** Beyond it numbers of tiles are no longer exact. */
export const MOST_ZOOM = 26;

/** @param z 0 to MOST_ZOOM; x and y within the zoom */
export function tileId(z: number, x: number, y: number): number {
  let before = 0;
  for (let zoom = 0; zoom < z; zoom += 1) before += 4 ** zoom;
  let [tx, ty] = [x, y];
  let along = 0;
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = Math.floor(tx / side) % 2 === 1 ? 1 : 0;
    const down = Math.floor(ty / side) % 2 === 1 ? 1 : 0;
    along += side * side * ((3 * right) ^ down);
    [tx, ty] = turned(side, tx % side, ty % side, right, down);
  }
  return before + along;
}

/** The curve turns in each quarter. */
function turned(
  side: number,
  x: number,
  y: number,
  right: number,
  down: number,
): [x: number, y: number] {
  if (down === 1) return [x, y];
  return right === 1 ? [side - 1 - y, side - 1 - x] : [y, x];
}

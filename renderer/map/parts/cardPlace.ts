import type { Pixel } from '../layers/vehicles.ts';

/** Width and height in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a card stands, and where the line to its vehicle ends. */
export interface CardPlace extends Pixel {
  readonly line: Pixel;
}

/** Between the vehicle and its card. */
const GAP_PX = 30;
/** The card keeps away from the edges of the map. */
const EDGE_PX = 8;
/** Room for the buttons of the map, which stand at its right, or at its left where text begins there. */
const CONTROLS_PX = 60;

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(Math.max(least, most), value));

/**
 * Places a card beside its vehicle: at the right where there is room, else at the left, else above
 * or below. It is never cut off by the edge of the map, and never covers the vehicle while there
 * is room beside it in any direction.
 *
 * @param mirrored whether the desk is laid out from right to left, and its map's buttons at the left
 */
export function cardPlace(at: Pixel, card: Size, map: Size, mirrored = false): CardPlace {
  if (mirrored) {
    const { x, y, line } = cardPlace({ x: map.width - at.x, y: at.y }, card, map);
    return { x: map.width - x - card.width, y, line: { x: map.width - line.x, y: line.y } };
  }
  const right = at.x + GAP_PX;
  const left = at.x - GAP_PX - card.width;
  const fitsRight = right + card.width + CONTROLS_PX <= map.width;
  const highest = map.height - card.height - EDGE_PX;
  if (fitsRight || left >= EDGE_PX) {
    const x = fitsRight ? right : left;
    const y = within(at.y - card.height - 12, EDGE_PX, highest);
    return { x, y, line: { x: fitsRight ? x : x + card.width, y: y + card.height / 2 } };
  }
  const x = within(at.x - card.width / 2, EDGE_PX, map.width - card.width - CONTROLS_PX);
  const above = at.y - GAP_PX - card.height;
  const isAbove = above >= EDGE_PX;
  const y = isAbove ? above : within(at.y + GAP_PX, EDGE_PX, highest);
  return { x, y, line: { x: x + card.width / 2, y: isAbove ? y + card.height : y } };
}

import type { Box } from '../layers/labels.ts';

/** Room that a map leaves free at its edges, in CSS pixels. */
export interface Room {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** From the middle of a mark to its edge, with a little air. */
const MARK_PX = 20;
/** Of its width and of its height a map keeps as much for what it shows, however much stands over it. */
const FREE = 0.3;

/** Both made smaller where they leave too little of a length. */
function within(length: number, a: number, b: number): [number, number] {
  const most = length * (1 - FREE);
  const share = a + b > most ? most / (a + b) : 1;
  return [a * share, b * share];
}

/**
 * The room that marks need at the edges of a map to lie clear of what stands over it: each box is kept
 * clear of from the side where that takes least.
 *
 * @param covers boxes from the map's top left corner
 * @param leastPx at every edge
 */
export function roomFor(
  { width, height }: { readonly width: number; readonly height: number },
  covers: readonly Box[],
  leastPx: number,
): Room {
  const room = { top: leastPx, right: leastPx, bottom: leastPx, left: leastPx };
  for (const box of covers) {
    if (box.right <= box.left || box.bottom <= box.top) continue;
    const sides = [
      { side: 'bottom', px: height - box.top, of: height },
      { side: 'right', px: width - box.left, of: width },
      { side: 'left', px: box.right, of: width },
      { side: 'top', px: box.bottom, of: height },
    ] as const;
    const { side, px } = sides.reduce((a, b) => (b.px / b.of < a.px / a.of ? b : a));
    room[side] = Math.max(room[side], px + MARK_PX);
  }
  const [top, bottom] = within(height, room.top, room.bottom);
  const [left, right] = within(width, room.left, room.right);
  return { top, right, bottom, left };
}

/** Whether a mark at a pixel lies under one of the boxes, or touches it. */
export function isCovered({ x, y }: { x: number; y: number }, covers: readonly Box[]): boolean {
  return covers.some(
    ({ left, top, right, bottom }) =>
      x > left - MARK_PX && x < right + MARK_PX && y > top - MARK_PX && y < bottom + MARK_PX,
  );
}

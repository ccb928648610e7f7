/** A box in the window, pixels. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What is left between a notice and what it stands above. */
const GAP = 8;
/** Between a notice and the edge of the window, where it stands above nothing. */
const EDGE = 12;

/**
 * How far above the lower edge of the window notices stand: so that they cover none of the feet of
 * lists and panes, which have things to press.
 *
 * @param notices how far they reach across, and how tall they are
 * @param feet where the feet are that stand on the page
 * @param room how tall the window is
 */
export function aboveFeet(
  { left, right, height }: { left: number; right: number; height: number },
  feet: readonly Box[],
  room: number,
): number {
  // The lowest first: where one of them lifts the notices, the next may be in their way.
  const below = feet
    .filter((foot) => foot.right > left && foot.left < right && foot.bottom > foot.top)
    .toSorted((a, b) => b.bottom - a.bottom);
  let lifted = EDGE;
  for (const { top, bottom } of below) {
    const isCovered = room - lifted > top && room - lifted - height < bottom;
    if (isCovered) lifted = room - top + GAP;
  }
  return lifted;
}

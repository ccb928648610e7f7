import type { Box, Taken } from './labels.ts';
import { screenX, screenY } from './view.ts';
import type { View } from './view.ts';

/** From here on areas have their names on the map. */
export const AREA_NAMES_FROM_ZOOM = 12.2;
export const AREA_NAME_PX = 11;
/** A name is broken into lines of so many ems. */
export const AREA_NAME_EMS = 9;
const LINE_PX = 1.2 * AREA_NAME_PX;

/** The name of an area and the middle of where it stands, on the web Mercator square. */
export interface AreaName {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Of the name as one line, in CSS pixels. */
  readonly widthPx: number;
}

/** The ground that a name covers: its lines are about equally long. */
export function boxOfName({ x, y, widthPx }: AreaName, view: View): Box {
  const lines = Math.max(1, Math.ceil(widthPx / (AREA_NAME_EMS * AREA_NAME_PX)));
  const [halfX, halfY] = [widthPx / lines / 2, (lines * LINE_PX) / 2];
  const [left, top] = [screenX(view, x) - halfX, screenY(view, y) - halfY];
  return { left, top, right: left + 2 * halfX, bottom: top + 2 * halfY };
}

/** Ids of the areas in sight whose names would lie over what is taken. */
export function coveredNames(
  names: readonly AreaName[],
  view: View,
  taken: Taken,
): ReadonlySet<string> {
  const covered = new Set<string>();
  for (const name of names) {
    const box = boxOfName(name, view);
    const isSeen =
      box.right > 0 && box.left < view.width && box.bottom > 0 && box.top < view.height;
    if (isSeen && !taken.isFree(box)) covered.add(name.id);
  }
  return covered;
}

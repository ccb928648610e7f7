import type { AreaType } from '../../shared/model/area.ts';
import { CIRCLE_STEPS } from '../../shared/rules/areaShape.ts';

/** A circle is drawn with as many corners from one of its handles to the next. */
const BETWEEN_HANDLES = CIRCLE_STEPS / 4;

/** Whether a corner of what is drawn has a handle, by its place in the ring: four of a circle's have. */
export function hasHandle(type: AreaType | undefined, corner: number): boolean {
  return type !== 'circle' || corner % BETWEEN_HANDLES === 0;
}

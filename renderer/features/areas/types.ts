import type { AreaType } from '../../../shared/model/area.ts';

/** The kinds in the order they are offered. */
export const AREA_TYPES = [
  'circle',
  'rectangle',
  'polygon',
  'polyline',
] as const satisfies readonly AreaType[];

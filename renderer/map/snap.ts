import type { AreaShape } from '../../shared/rules/areaShape.ts';
import { boundsRing } from '../../shared/rules/geo.ts';
import type { LatLng } from '../../shared/rules/geo.ts';

/** Corners of a shape that others are drawn to; a circle has none. */
export function cornersOf(shape: AreaShape): readonly LatLng[] {
  switch (shape.type) {
    case 'circle':
      return [];
    case 'rectangle':
      return boundsRing(shape.bounds);
    case 'polygon':
      return shape.ring;
    case 'polyline':
      return shape.line;
  }
}

/** A place on the map in CSS pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How a map turns places into pixels and back. */
export interface Projection {
  project(lng: number, lat: number): Spot;
  unproject(x: number, y: number): LatLng;
}

/** The corner nearest to a spot, at most `reachPx` pixels from it; undefined where none is. */
export function nearestCorner(
  corners: readonly LatLng[],
  { x, y }: Spot,
  { project, unproject }: Projection,
  reachPx: number,
): LatLng | undefined {
  // Most corners are far away: degrees tell that without projecting each of them.
  const [low, high] = [unproject(x - reachPx, y + reachPx), unproject(x + reachPx, y - reachPx)];
  let best: LatLng | undefined;
  let bestPx = reachPx;
  for (const corner of corners) {
    const { lat, lng } = corner;
    if (lat < low.lat || lat > high.lat || lng < low.lng || lng > high.lng) continue;
    const at = project(lng, lat);
    const px = Math.hypot(at.x - x, at.y - y);
    if (px > bestPx) continue;
    [best, bestPx] = [corner, px];
  }
  return best;
}

/** How near a corner has to be. */
const REACH_PX = 12;

/** Where the mouse is, and which keys are held. */
interface Held {
  readonly containerX: number;
  readonly containerY: number;
  readonly heldKeys: readonly string[];
}

/**
 * Gives a corner that is set the place of one that is near, longitude first; undefined where it
 * stays where it is: none is near, or Alt is held.
 */
export function snappingTo(
  corners: () => readonly LatLng[],
): (event: Held, projection: Projection) => [number, number] | undefined {
  return ({ containerX: x, containerY: y, heldKeys }, projection) => {
    if (heldKeys.includes('Alt')) return undefined;
    const found = nearestCorner(corners(), { x, y }, projection, REACH_PX);
    return found === undefined ? undefined : [found.lng, found.lat];
  };
}

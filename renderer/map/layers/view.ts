import { fromMercator } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';

/**
 * The part of the web Mercator square that a map shows, north up. It is plain arithmetic, because
 * every vehicle is projected in every frame.
 */
export interface View {
  /** Middle of the map on the square, 0 to 1. */
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  /** Size of the map in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Width of the whole world in CSS pixels at a zoom. */
export function worldPx(zoom: number): number {
  return 512 * 2 ** zoom;
}

/** CSS pixels from the left edge; the copy of the world nearest to the middle. */
export function screenX(view: View, x: number): number {
  const dx = x - view.x;
  return (dx - Math.round(dx)) * worldPx(view.zoom) + view.width / 2;
}

/** CSS pixels from the top edge. */
export function screenY(view: View, y: number): number {
  return (y - view.y) * worldPx(view.zoom) + view.height / 2;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
/** Whether a place of the square is drawn between two pixels, which are corners of a box. */
export function isInBox(view: View, place: Point, a: Point, b: Point): boolean {
  const [x, y] = [screenX(view, place.x), screenY(view, place.y)];
  return (
    x >= Math.min(a.x, b.x) &&
    x <= Math.max(a.x, b.x) &&
    y >= Math.min(a.y, b.y) &&
    y <= Math.max(a.y, b.y)
  );
}

/** The position under a pixel of the map. */
export function positionAt(view: View, px: number, py: number): LatLng {
  const size = worldPx(view.zoom);
  const x = view.x + (px - view.width / 2) / size;
  return fromMercator({ x: x - Math.floor(x), y: view.y + (py - view.height / 2) / size });
}

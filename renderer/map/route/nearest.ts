import { boundsOf, lngNear } from '../../../shared/rules/geo.ts';
import type { Bounds, LatLng } from '../../../shared/rules/geo.ts';
import { stateAt } from '../../../shared/rules/track.ts';
import type { Track } from '../../../shared/rules/track.ts';

/** Which place of a route is meant by a pixel. Pure. */

interface Pixel {
  readonly x: number;
  readonly y: number;
}
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
export interface RoutePlace {
  readonly track: Track;
  readonly atMs: number;
}

/** How far between two pixels the one is that is nearest to a third, from 0 to 1. */
function shareOf(at: Pixel, a: Pixel, b: Pixel): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  if (length === 0) return 0;
  return Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
}

function touches(box: Bounds, a: LatLng, b: LatLng): boolean {
  return (
    Math.min(a.lat, b.lat) <= box.north &&
    Math.max(a.lat, b.lat) >= box.south &&
    Math.min(a.lng, b.lng) <= box.east &&
    Math.max(a.lng, b.lng) >= box.west
  );
}

/**
 * The place of a route that is nearest to a pixel: at a told point, or on the way to the next one, with the
 * instant by its share of the way. In a gap there is no way.
 *
 * @param span when it was
 * @param near pixels within which it is
 */
export function nearestOnRoute(
  tracks: readonly Track[],
  at: Pixel,
  { fromMs, toMs }: Span,
  {
    near,
    project,
    unproject,
  }: { near: number; project: (at: LatLng) => Pixel; unproject: (at: Pixel) => LatLng },
): RoutePlace | null {
  const corners = [-near, near].map((by) => unproject({ x: at.x + by, y: at.y - by }));
  const box = boundsOf(corners);
  const middle = box === undefined ? 0 : (box.west + box.east) / 2;
  let best: (RoutePlace & { far: number }) | null = null;
  for (const track of box === undefined ? [] : tracks) {
    const { lat, lng, atMs } = track;
    for (let i = 0; i < atMs.length; i += 1) {
      // On that copy of the globe that is looked at.
      const turn = lngNear(lng[i] ?? 0, middle) - (lng[i] ?? 0);
      const place = (k: number): LatLng => ({ lat: lat[k] ?? 0, lng: (lng[k] ?? 0) + turn });
      const next = i + 1 < atMs.length && stateAt(track, i) !== 'gap' ? i + 1 : i;
      const [begin, end] = [atMs[i] ?? 0, atMs[next] ?? 0];
      if (end < fromMs || begin > toMs || box === undefined) continue;
      if (!touches(box, place(i), place(next))) continue;
      const [a, b] = [project(place(i)), project(place(next))];
      const share = shareOf(at, a, b);
      const far = Math.hypot(a.x + (b.x - a.x) * share - at.x, a.y + (b.y - a.y) * share - at.y);
      if (far > near || (best !== null && far >= best.far)) continue;
      const instant = begin + (end - begin) * share;
      best = { track, far, atMs: Math.round(Math.max(fromMs, Math.min(toMs, instant))) };
    }
  }
  return best === null ? null : { track: best.track, atMs: best.atMs };
}

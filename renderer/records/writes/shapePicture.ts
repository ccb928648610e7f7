import { areaRing } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { boundsOf, centreOf, haversineM } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';

/** Shapes in one frame, so that they can be compared. */
export interface ShapePicture {
  /** Path data by shape, in the order that they were given; null for one that is none. */
  readonly paths: readonly (string | null)[];
  /** Ground that the frame's width covers, in metres. */
  readonly acrossM: number;
}

/**
 * Draws shapes true to scale and to each other into a frame, north up. Null where none can be drawn.
 *
 * @param size of the frame, in the units of the paths
 * @param edge room that is left free at each side, in the same
 */
export function pictureOf(
  shapes: readonly (AreaShape | null)[],
  size: { readonly width: number; readonly height: number },
  edge: number,
): ShapePicture | null {
  const outlines = shapes.map((shape) =>
    shape === null ? [] : (areaRing(shape) ?? (shape.type === 'polyline' ? shape.line : [])),
  );
  const box = boundsOf(outlines.flat());
  if (box === undefined) return null;
  const centre = centreOf(box);
  const narrowing = Math.cos((centre.lat * Math.PI) / 180);
  const [wide, high] = [(box.east - box.west) * narrowing, box.north - box.south];
  const room = { x: size.width - 2 * edge, y: size.height - 2 * edge };
  const perDegree = Math.min(room.x / wide, room.y / high);
  // All in one place: nothing has a size.
  if (!Number.isFinite(perDegree)) return null;
  const spot = ({ lat, lng }: LatLng): string => {
    const x = size.width / 2 + (lng - centre.lng) * narrowing * perDegree;
    const y = size.height / 2 - (lat - centre.lat) * perDegree;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const paths = outlines.map((outline, i) => {
    if (outline.length < 2) return null;
    const shape = shapes[i];
    const isOpen = shape?.type === 'polyline' && shape.halfWidthM <= 0;
    return `M${outline.map(spot).join('L')}${isOpen ? '' : 'Z'}`;
  });
  const degree = haversineM({ lat: centre.lat, lng: 0 }, { lat: centre.lat, lng: 1 });
  return { paths, acrossM: (size.width / perDegree / narrowing) * degree };
}

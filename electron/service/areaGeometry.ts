import { AREA_TYPES, type AreaType } from '../../shared/model/area.ts';
import { haversineM, lengthM, offsetBy, type LatLng } from '../../shared/rules/geo.ts';
import { valueOf } from './doc.ts';
import type { FieldErrors } from './refusal.ts';

/** How many positions each kind wants (section 2.11; a circle is its centre and a radius). */
const POSITIONS: Record<AreaType, { least: number; most: number; words: string }> = {
  circle: { least: 1, most: 1, words: 'A circle has one position, its centre.' },
  rectangle: {
    least: 2,
    most: 5,
    words: 'A rectangle has two opposite corners, or all four in their order.',
  },
  polygon: { least: 3, most: Infinity, words: 'A polygon has at least three positions.' },
  polyline: { least: 2, most: Infinity, words: 'A line has at least two positions.' },
};

/** Sides of the polygon that a circle is answered as. */
const CIRCLE_SIDES = 32;

interface Shape {
  readonly type: AreaType;
  readonly coordinates: readonly LatLng[];
  readonly radiusM: number | null;
}

function shapeOf(doc: string): Shape {
  const radius = valueOf(doc, 'radius');
  return {
    type: AREA_TYPES.find((type) => type === valueOf(doc, 'type')) ?? 'polygon',
    // Bodies were checked before they were stored (shared/model/area.ts).
    coordinates: valueOf(doc, 'coordinates') as LatLng[],
    radiusM: typeof radius === 'number' ? radius : null,
  };
}

/** What does not hold together between kind, positions and radius; undefined where all is well. */
export function areaProblems(doc: string): FieldErrors | undefined {
  const shape = shapeOf(doc);
  const { type, coordinates, radiusM } = shape;
  const { least, most, words } = POSITIONS[type];
  const errors: FieldErrors = {};
  if (coordinates.length < least || coordinates.length > most) errors['coordinates'] = [words];
  if (type === 'circle' && radiusM === null) {
    errors['radius'] = ['A circle has a radius in metres.'];
  }
  if (type === 'rectangle' && !isRectangle(outline(shape))) errors['coordinates'] = [words];
  if (Object.keys(errors).length > 0) return errors;
  const flat = flatness(shape);
  return flat === undefined ? undefined : { coordinates: [flat] };
}

/** How far corners may be off, as a part of the diagonal and beyond that in metres: they come rounded. */
const SLACK = { part: 0.01, m: 0.5 };

const middle = (a: LatLng, b: LatLng): LatLng => ({
  lat: (a.lat + b.lat) / 2,
  lng: (a.lng + b.lng) / 2,
});

/** Whether corners are those of a rectangle, one after the other: its diagonals are as long and halve each other. */
function isRectangle(corners: readonly LatLng[]): boolean {
  const [a, b, c, d] = corners;
  if (corners.length !== 4 || a === undefined || b === undefined) return false;
  if (c === undefined || d === undefined) return false;
  const diagonalM = haversineM(a, c);
  const slackM = diagonalM * SLACK.part + SLACK.m;
  return (
    Math.abs(diagonalM - haversineM(b, d)) <= slackM &&
    haversineM(middle(a, c), middle(b, d)) <= slackM
  );
}

/** In square degrees: less is the rounding of corners that lie on one line, or on one another. */
const LEAST_DEG2 = 1e-12;

/** Whether all corners lie on one line; a ring that crosses itself is none, though its halves cancel out. */
function isFlat([first, ...others]: readonly LatLng[]): boolean {
  return others.every(({ lat, lng }, index) => {
    const next = others[index + 1];
    if (first === undefined || next === undefined) return true;
    const cross =
      (lng - first.lng) * (next.lat - first.lat) - (next.lng - first.lng) * (lat - first.lat);
    return Math.abs(cross) < LEAST_DEG2;
  });
}

/** Why a shape is nowhere: corners that enclose nothing, a line that goes nowhere. */
function flatness(shape: Shape): string | undefined {
  switch (shape.type) {
    case 'circle':
      return undefined;
    case 'polyline':
      return lengthM(shape.coordinates) > 0 ? undefined : 'The line has no length.';
    case 'rectangle':
    case 'polygon':
      return isFlat(outline(shape)) ? 'The corners enclose no area.' : undefined;
  }
}

function outline({ type, coordinates, radiusM }: Shape): readonly LatLng[] {
  const [a, b] = coordinates;
  if (type === 'circle' && a !== undefined) {
    return Array.from({ length: CIRCLE_SIDES }, (_, side) =>
      offsetBy(a, radiusM ?? 0, (side * 360) / CIRCLE_SIDES),
    );
  }
  if (type === 'rectangle' && coordinates.length === 2 && a !== undefined && b !== undefined) {
    return [a, { lat: a.lat, lng: b.lng }, b, { lat: b.lat, lng: a.lng }];
  }
  if (type === 'rectangle' || type === 'polygon') {
    // GeoJSON and KML close a ring by its first corner, which is no further one.
    const last = coordinates.at(-1);
    if (last?.lat === a?.lat && last?.lng === a?.lng) return coordinates.slice(0, -1);
  }
  return coordinates;
}

const degrees = (value: number) => Math.round(value * 1e6) / 1e6;

/** The outline as the text that reads carry: `POLYGON((lng lat, …))`, or a `LINESTRING`. */
export function polygonText(doc: string): string {
  const shape = shapeOf(doc);
  const points = outline(shape).map(({ lat, lng }) => `${degrees(lng)} ${degrees(lat)}`);
  if (shape.type === 'polyline') return `LINESTRING(${points.join(', ')})`;
  return `POLYGON((${[...points, points[0]].join(', ')}))`;
}

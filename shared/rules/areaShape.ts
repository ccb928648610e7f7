import type { AreaType } from '../model/area.ts';
import {
  bearingDeg,
  boundsOf,
  boundsRing,
  circleRing,
  fromGeoJsonPosition,
  haversineM,
  isInRing,
  isPosition,
  lengthM,
  offsetBy,
  perimeterM,
  ringAreaM2,
  toGeoJsonPosition,
} from './geo.ts';
import type { Bounds, LatLng } from './geo.ts';

/**
 * The geometry of an area (section 2.11), one variant for each kind. Nothing is said there about
 * coordinates: a circle is taken as one position and a radius, a rectangle as its corners.
 */
export type AreaShape =
  | { readonly type: 'circle'; readonly centre: LatLng; readonly radiusM: number }
  | { readonly type: 'rectangle'; readonly bounds: Bounds }
  | { readonly type: 'polygon'; readonly ring: readonly LatLng[] }
  | {
      readonly type: 'polyline';
      readonly line: readonly LatLng[];
      /** Reach to either side of the line in metres; 0 for the line alone. */
      readonly halfWidthM: number;
    };

/** The parts of an area record that say where it is, as a service may send them. */
export interface AreaRecord {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly radius?: unknown;
}

/** Steps of a circle that is drawn or measured as a ring. */
export const CIRCLE_STEPS = 96;

/** Half way round the Earth; nothing reaches farther, and what says so can't be drawn. */
const FARTHEST_M = 20_037_509;

/**
 * Reads the geometry of a record; undefined where it is none that can be drawn. The record's shape
 * is the tenant's, so every part is checked; numbers may come as text.
 */
export function areaShape(record: AreaRecord): AreaShape | undefined {
  const points = positionsOf(record.coordinates);
  const first = points?.[0];
  if (points === undefined || first === undefined) return undefined;
  const given = numberOf(record.radius);
  const radius = given <= FARTHEST_M ? given : Number.NaN;
  switch (typeof record.type === 'string' ? record.type.toLowerCase() : undefined) {
    case 'circle':
      return radius > 0 ? { type: 'circle', centre: first, radiusM: radius } : undefined;
    case 'rectangle': {
      const bounds = boundsOf(points);
      return bounds === undefined || points.length < 2 ? undefined : { type: 'rectangle', bounds };
    }
    case 'polygon': {
      const ring = openRing(points);
      return ring.length < 3 ? undefined : { type: 'polygon', ring };
    }
    case 'polyline':
      return points.length < 2
        ? undefined
        : { type: 'polyline', line: points, halfWidthM: radius > 0 ? radius : 0 };
    default:
      return undefined;
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : Number.NaN;
}

/** Positions of a list of `{lat, lng}`; undefined where one of them is none. */
function positionsOf(list: unknown): LatLng[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const points = list.map((item: unknown): LatLng => {
    const fields = typeof item === 'object' && item !== null ? item : {};
    return {
      lat: numberOf('lat' in fields ? fields.lat : undefined),
      lng: numberOf('lng' in fields ? fields.lng : undefined),
    };
  });
  return points.every(isPosition) ? points : undefined;
}

/** What a create or update of the area sends: `type`, `coordinates` and, where it has one, `radius`. */
export function areaBody(shape: AreaShape): {
  type: AreaType;
  coordinates: LatLng[];
  radius?: number;
} {
  const { type } = shape;
  switch (type) {
    case 'circle':
      return { type, coordinates: [shape.centre], radius: shape.radiusM };
    case 'rectangle':
      return { type, coordinates: boundsRing(shape.bounds) };
    case 'polygon':
      return { type, coordinates: [...shape.ring] };
    case 'polyline':
      return shape.halfWidthM > 0
        ? { type, coordinates: [...shape.line], radius: shape.halfWidthM }
        : { type, coordinates: [...shape.line] };
  }
}

/** Whether a straight way between two neighbours leads over the date line, where no area can reach. */
export function overDateLine(points: readonly LatLng[], closed: boolean): boolean {
  return points.some((point, at) => {
    const next = points[at + 1] ?? (closed ? points[0] : undefined);
    return next !== undefined && Math.abs(next.lng - point.lng) > 180;
  });
}

/** Whether an area, with all that it covers, reaches over the date line. */
export function reachesOverDateLine(shape: AreaShape): boolean {
  if (shape.type === 'polyline' && overDateLine(shape.line, false)) return true;
  return overDateLine(areaRing(shape) ?? [], true);
}

/** The edge of the surface that an area covers; undefined for a line without width. */
export function areaRing(shape: AreaShape): readonly LatLng[] | undefined {
  switch (shape.type) {
    case 'circle':
      return circleRing(shape.centre, shape.radiusM, CIRCLE_STEPS);
    case 'rectangle':
      return boundsRing(shape.bounds);
    case 'polygon':
      return shape.ring;
    case 'polyline':
      return shape.halfWidthM > 0 ? corridorRing(shape.line, shape.halfWidthM) : undefined;
  }
}

/** The box around an area. */
export function areaBounds(shape: AreaShape): Bounds | undefined {
  return boundsOf(areaRing(shape) ?? (shape.type === 'polyline' ? shape.line : []));
}

/** Surface in square metres (0 for a line) and length of the edge, or of the line, in metres. */
export function areaFigures(shape: AreaShape): { surfaceM2: number; edgeM: number } {
  switch (shape.type) {
    case 'circle':
      return {
        surfaceM2: Math.PI * shape.radiusM ** 2,
        edgeM: 2 * Math.PI * shape.radiusM,
      };
    case 'polyline': {
      const edgeM = lengthM(shape.line);
      return { surfaceM2: edgeM * 2 * shape.halfWidthM, edgeM };
    }
    case 'rectangle':
    case 'polygon': {
      const ring = areaRing(shape) ?? [];
      return { surfaceM2: ringAreaM2(ring), edgeM: perimeterM(ring) };
    }
  }
}

/** Whether the area covers the position. */
export function areaContains(shape: AreaShape, position: LatLng): boolean {
  if (shape.type === 'circle') return haversineM(shape.centre, position) <= shape.radiusM;
  const ring = areaRing(shape);
  return ring !== undefined && isInRing(position, ring);
}

export interface GeoJsonPolygon {
  type: 'Polygon';
  coordinates: [number, number][][];
}
export interface GeoJsonLineString {
  type: 'LineString';
  coordinates: [number, number][];
}

/** The area as GeoJSON: a polygon, or a line string for a line without width. */
export function areaGeoJson(shape: AreaShape): GeoJsonPolygon | GeoJsonLineString {
  const ring = areaRing(shape);
  if (ring === undefined) {
    const line = shape.type === 'polyline' ? shape.line : [];
    return { type: 'LineString', coordinates: line.map((p) => toGeoJsonPosition(p)) };
  }
  const closed = [...ring, ...ring.slice(0, 1)];
  return { type: 'Polygon', coordinates: [closed.map((p) => toGeoJsonPosition(p))] };
}

/**
 * The positions of a drawn GeoJSON polygon (its outer ring, open) or line string; empty for any
 * other geometry.
 */
export function drawnPositions(geometry: {
  readonly type: string;
  readonly coordinates?: unknown;
}): LatLng[] {
  const list = geometry.type === 'Polygon' ? firstOf(geometry.coordinates) : geometry.coordinates;
  if (!Array.isArray(list) || (geometry.type !== 'Polygon' && geometry.type !== 'LineString')) {
    return [];
  }
  const points = list.filter(isNumberList).map(fromGeoJsonPosition);
  return geometry.type === 'Polygon' ? openRing(points) : points;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : undefined;
}

function isNumberList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'number');
}

/** A ring without its repeated first position. */
function openRing(points: readonly LatLng[]): LatLng[] {
  const [first] = points;
  const last = points.at(-1);
  const closed =
    points.length > 1 && first !== undefined && first.lat === last?.lat && first.lng === last.lng;
  return closed ? points.slice(0, -1) : [...points];
}

/** Sharp bends are cut where the edge would run further than this many half widths away. */
const MITRE_LIMIT = 2;

/** The surface within `halfWidthM` metres of a line, with flat ends, as an open ring. */
export function corridorRing(line: readonly LatLng[], halfWidthM: number): LatLng[] {
  const side = (sign: 1 | -1): LatLng[] =>
    line.map((point, i) => {
      const before = line[i - 1];
      const after = line[i + 1];
      const into = before === undefined ? undefined : bearingDeg(before, point);
      const out = after === undefined ? undefined : bearingDeg(point, after);
      const from = into ?? out ?? 0;
      const turn = ((((out ?? from) - from + 540) % 360) + 360) % 360;
      const half = (turn - 180) / 2;
      const reach = Math.min(MITRE_LIMIT, 1 / Math.max(1e-6, Math.cos((half * Math.PI) / 180)));
      return offsetBy(point, halfWidthM * reach, from + half + sign * 90);
    });
  return [...side(1), ...side(-1).reverse()];
}

/** Two edges of a polygon that meet where they must not: edge `n` runs from corner `n` to the next. */
export interface Crossing {
  readonly first: number;
  readonly second: number;
  readonly at: LatLng;
}

/**
 * The first place where a ring (open) crosses or touches itself; undefined for a simple one. Edges
 * are numbered from 0. Quadratic: rings are drawn by people.
 */
export function selfCrossing(ring: readonly LatLng[]): Crossing | undefined {
  const edges = ring.map((from, i) => ({ from, to: ring[(i + 1) % ring.length] ?? from }));
  for (const [first, a] of edges.entries()) {
    for (let second = first + 1; second < edges.length; second += 1) {
      const b = edges[second];
      if (b === undefined) continue;
      const neighbours = second === first + 1 || (first === 0 && second === edges.length - 1);
      const at = neighbours ? foldBack(a, b, second === first + 1) : meeting(a, b);
      if (at !== undefined) return { first, second, at };
    }
  }
  return undefined;
}

interface Edge {
  readonly from: LatLng;
  readonly to: LatLng;
}

/** Twice the signed surface of a triangle, in square degrees. */
function turnOf(a: LatLng, b: LatLng, c: LatLng): number {
  return (b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng);
}

/** Whether `p`, which lies on the line through the edge, lies between its ends. */
function isBetween(p: LatLng, { from, to }: Edge): boolean {
  return (
    p.lng >= Math.min(from.lng, to.lng) &&
    p.lng <= Math.max(from.lng, to.lng) &&
    p.lat >= Math.min(from.lat, to.lat) &&
    p.lat <= Math.max(from.lat, to.lat)
  );
}

function meeting(a: Edge, b: Edge): LatLng | undefined {
  const [a1, a2] = [turnOf(b.from, b.to, a.from), turnOf(b.from, b.to, a.to)];
  const [b1, b2] = [turnOf(a.from, a.to, b.from), turnOf(a.from, a.to, b.to)];
  if (a1 * a2 < 0 && b1 * b2 < 0) {
    const t = a1 / (a1 - a2);
    return {
      lat: a.from.lat + t * (a.to.lat - a.from.lat),
      lng: a.from.lng + t * (a.to.lng - a.from.lng),
    };
  }
  if (a1 === 0 && isBetween(a.from, b)) return a.from;
  if (a2 === 0 && isBetween(a.to, b)) return a.to;
  if (b1 === 0 && isBetween(b.from, a)) return b.from;
  if (b2 === 0 && isBetween(b.to, a)) return b.to;
  return undefined;
}

/** Neighbours share one corner; they are wrong only when one runs back along the other. */
function foldBack(a: Edge, b: Edge, following: boolean): LatLng | undefined {
  const [start, shared, end] = following ? [a.from, a.to, b.to] : [a.to, a.from, b.from];
  if (turnOf(start, shared, end) !== 0) return undefined;
  const dot =
    (start.lng - shared.lng) * (end.lng - shared.lng) +
    (start.lat - shared.lat) * (end.lat - shared.lat);
  return dot >= 0 ? shared : undefined;
}

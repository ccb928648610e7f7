import { AREA_PALETTE } from './palette.ts';
import {
  areaBody,
  areaRing,
  areaShape,
  reachesOverDateLine,
  selfCrossing,
} from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import {
  boundsOf,
  centreOf,
  circleRing,
  haversineM,
  isPosition,
} from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import type { AreaType } from '../../../shared/model/area.ts';
import { latinDigits } from '../../state/latinDigits.ts';
import { positionOf } from '../../state/position.ts';
import { areaText } from '../../text/en.ts';

/**
 * A draft of an area: what is drawn or typed until Save. Pure functions; state.svelte.ts holds
 * those of the desk.
 */

/** An identifier as the service spells it: numbers stay numbers. */
export type WireId = string | number;

/**
 * A geometry while it is being made. Points: the centre of a circle; the north-west and south-east
 * corners of a rectangle; the corners of a polygon; the vertices of a polyline. A point that is
 * not typed yet holds NaN.
 */
export interface Geometry {
  readonly type: AreaType;
  readonly points: readonly LatLng[];
  /** Metres: of a circle, or the reach to either side of a polyline; null where there is none. */
  readonly radiusM: number | null;
}

export interface Draft {
  /** The area that is changed; null for a new one. */
  readonly targetId: string | null;
  readonly name: string;
  /** CSS hex colour with six digits. */
  readonly colour: string;
  readonly groupIds: readonly WireId[];
  readonly geometry: Geometry;
  /** The client that will own a new one, where the account has to name it. */
  readonly owner?: { readonly id: WireId; readonly name: string } | null;
  /** What the area was when its change began, as JSON text of the whole body; null for a new one. */
  readonly before: string | null;
  /** The record as it was shown then, to the letter; null for a new one. */
  readonly seen: string | null;
  /** When that was, ms since 1970; absent where it is not known. */
  readonly seenAt?: number | null;
  /**
   * The write that it corrects: `whole` where that makes the area, and what it said then, JSON object text.
   * Absent for any other draft.
   */
  readonly corrects?: {
    readonly opId: string;
    readonly whole: boolean;
    /** Null in drafts of an older Waybill. */
    readonly was: string | null;
  } | null;
}

export const BLANK: LatLng = { lat: Number.NaN, lng: Number.NaN };

/** How many points a kind has at least; circle and rectangle have exactly so many. */
export const FEWEST: Readonly<Record<AreaType, number>> = {
  circle: 1,
  rectangle: 2,
  polygon: 3,
  polyline: 2,
};

const SMALLEST_RADIUS_M = 1;
const LARGEST_RADIUS_M = 2_000_000;
const NEW_RADIUS_M = 250;
/** Corners of a polygon that was a circle. */
const CONVERTED_CORNERS = 24;

/** An empty geometry of a kind, to be typed or drawn. */
export function emptyGeometry(type: AreaType): Geometry {
  const points = Array.from({ length: FEWEST[type] }, () => BLANK);
  return { type, points, radiusM: type === 'circle' ? NEW_RADIUS_M : null };
}

/** The geometry of a kind of which some corners are set, and the others still to be. */
export function begunGeometry(type: AreaType, corners: readonly LatLng[]): Geometry {
  const { points, radiusM } = emptyGeometry(type);
  return { type, points: [...corners, ...points.slice(corners.length)], radiusM };
}

/** A new draft; with a position, a circle around it. */
export function newDraft(at: LatLng | null): Draft {
  const empty = emptyGeometry('circle');
  return {
    targetId: null,
    name: '',
    colour: AREA_PALETTE[0],
    groupIds: [],
    geometry: at === null ? empty : { ...empty, points: [at] },
    before: null,
    seen: null,
  };
}

/** The geometry as a shape; undefined while something is missing. */
export function shapeOf({ type, points, radiusM }: Geometry): AreaShape | undefined {
  return areaShape({ type, coordinates: points, radius: radiusM });
}

/** A shape as a geometry that can be changed point by point. */
export function geometryOf(shape: AreaShape): Geometry {
  const { type } = shape;
  switch (type) {
    case 'circle':
      return { type, points: [shape.centre], radiusM: shape.radiusM };
    case 'rectangle': {
      const { south, west, north, east } = shape.bounds;
      const points = [
        { lat: north, lng: west },
        { lat: south, lng: east },
      ];
      return { type, points, radiusM: null };
    }
    case 'polygon':
      return { type, points: shape.ring, radiusM: null };
    case 'polyline':
      return {
        type,
        points: shape.line,
        radiusM: shape.halfWidthM > 0 ? shape.halfWidthM : null,
      };
  }
}

/** The geometry as another kind, keeping the ground it covers as well as that kind can. */
export function convert(geometry: Geometry, type: AreaType): Geometry {
  if (geometry.type === type) return geometry;
  const shape = shapeOf(geometry);
  if (shape === undefined) return emptyGeometry(type);
  const outline = outlineOf(shape);
  const bounds = boundsOf(outline);
  if (bounds === undefined) return emptyGeometry(type);
  switch (type) {
    case 'circle': {
      const centre = centreOf(bounds);
      const reachM = Math.max(...outline.map((point) => haversineM(centre, point)));
      const radiusM = Math.min(LARGEST_RADIUS_M, Math.max(SMALLEST_RADIUS_M, Math.round(reachM)));
      return { type, points: [centre], radiusM };
    }
    case 'rectangle':
      return geometryOf({ type, bounds });
    case 'polygon':
      return { type, points: outline, radiusM: null };
    case 'polyline':
      return { type, points: outline, radiusM: null };
  }
}

function outlineOf(shape: AreaShape): readonly LatLng[] {
  switch (shape.type) {
    case 'circle':
      return circleRing(shape.centre, shape.radiusM, CONVERTED_CORNERS);
    case 'polyline':
      return shape.line;
    case 'rectangle':
    case 'polygon':
      return areaRing(shape) ?? [];
  }
}

/** Puts a point in another's place. */
export function movePoint(geometry: Geometry, index: number, to: LatLng): Geometry {
  return { ...geometry, points: geometry.points.map((point, i) => (i === index ? to : point)) };
}

/** Adds a blank point after one, to be typed. */
export function addPoint(geometry: Geometry, after: number): Geometry {
  return { ...geometry, points: geometry.points.toSpliced(after + 1, 0, BLANK) };
}

/** Takes a point away; a kind keeps at least its fewest. */
export function removePoint(geometry: Geometry, index: number): Geometry {
  if (geometry.points.length <= FEWEST[geometry.type]) return geometry;
  return { ...geometry, points: geometry.points.toSpliced(index, 1) };
}

/** Moves a point to another place in the order. */
export function reorderPoint(geometry: Geometry, index: number, to: number): Geometry {
  const point = geometry.points[index];
  if (point === undefined || to < 0 || to >= geometry.points.length) return geometry;
  return { ...geometry, points: geometry.points.toSpliced(index, 1).toSpliced(to, 0, point) };
}

export type Problem =
  | { readonly at: 'name' | 'colour' | 'radius' | 'shape'; readonly text: string }
  | { readonly at: 'point'; readonly index: number; readonly text: string };

/** What keeps a draft from being saved, in the order of the form; empty when nothing does. */
export function problemsOf(draft: Draft): Problem[] {
  const { name, colour } = draft;
  const found: Problem[] = [];
  if (name.trim() === '') found.push({ at: 'name', text: areaText.problem.name });
  if (!/^#[0-9a-f]{6}$/i.test(colour)) found.push({ at: 'colour', text: areaText.problem.colour });
  return [...found, ...geometryProblems(draft)];
}

/** Of a shape with thousands of corners it takes a second to tell: not at each letter of the name. */
const knownProblems = new WeakMap<Geometry, readonly Problem[]>();

function geometryProblems(draft: Draft): readonly Problem[] {
  const { geometry } = draft;
  const known = knownProblems.get(geometry);
  if (known !== undefined) return known;
  // A shape that the service has as it is keeps nobody from changing the name.
  const found = isMoved(draft) ? findGeometryProblems(geometry) : [];
  knownProblems.set(geometry, found);
  return found;
}

/** Whether a draft's shape is another one than the area had when it was opened, or is none yet. */
function isMoved({ geometry, before }: Draft): boolean {
  const shape = shapeOf(geometry);
  if (shape === undefined || before === null) return true;
  // Written by `draftOf` from a whole body.
  return isOtherShape(areaBody(shape), JSON.parse(before) as AreaBody);
}

type ShapeBody = Pick<AreaBody, 'type' | 'coordinates' | 'radius'>;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function isOtherShape(one: ShapeBody, other: ShapeBody): boolean {
  const parts = ({ type, coordinates, radius }: ShapeBody) => [type, coordinates, radius];
  return !same(parts(one), parts(other));
}

function findGeometryProblems(geometry: Geometry): Problem[] {
  const { type, points, radiusM } = geometry;
  const found: Problem[] = points.flatMap((point, index) =>
    isPosition(point) ? [] : [{ at: 'point', index, text: areaText.problem.point }],
  );
  if (points.length < FEWEST[type]) {
    found.push({ at: 'shape', text: areaText.problem.fewest[type] });
  }
  const needsRadius = type === 'circle';
  const wrong = radiusM !== null && !(radiusM >= SMALLEST_RADIUS_M && radiusM <= LARGEST_RADIUS_M);
  if (wrong || (needsRadius && radiusM === null)) {
    found.push({ at: 'radius', text: areaText.problem.radius });
  }
  if (found.length > 0) return found;
  if (type === 'rectangle') {
    const [a, b] = points;
    if (a === undefined || b === undefined || a.lat === b.lat || a.lng === b.lng) {
      return [{ at: 'shape', text: areaText.problem.flat }];
    }
  }
  const shape = shapeOf(geometry);
  if (shape !== undefined && reachesOverDateLine(shape)) {
    return [{ at: 'shape', text: areaText.problem.dateLine }];
  }
  if (type === 'polygon') {
    const crossing = selfCrossing(points);
    if (crossing !== undefined) {
      const text = areaText.problem.crossing(crossing.first, crossing.second, points.length);
      return [{ at: 'shape', text }];
    }
  }
  return [];
}

export interface AreaBody {
  name: string;
  type: AreaType;
  coordinates: LatLng[];
  radius?: number;
  color: string;
  groupIds: WireId[];
}

/** The whole body of a draft that has no problems; undefined where the geometry is incomplete. */
export function bodyOf({ name, colour, groupIds, geometry }: Draft): AreaBody | undefined {
  const shape = shapeOf(geometry);
  if (shape === undefined) return undefined;
  return { name: name.trim(), ...areaBody(shape), color: colour, groupIds: [...groupIds] };
}

/** Fields that change; a radius that is gone is null, since a field that is absent stays as it is. */
export type AreaChanges = Partial<Omit<AreaBody, 'radius'>> & { radius?: number | null };

/**
 * Only what differs from the area as it was: a change of the name must not overwrite a geometry
 * that somebody else has changed meanwhile. Geometry fields travel together.
 */
export function changesOf(body: AreaBody, before: AreaBody): AreaChanges {
  const { type, coordinates, radius } = body;
  const moved = isOtherShape(body, before);
  const sized =
    radius === undefined && before.radius === undefined ? {} : { radius: radius ?? null };
  const groups = (ids: readonly WireId[]): string[] => ids.map(String).sort();
  return {
    ...(body.name === before.name ? {} : { name: body.name }),
    ...(moved ? { type, coordinates, ...sized } : {}),
    ...(body.color.toLowerCase() === before.color.toLowerCase() ? {} : { color: body.color }),
    ...(same(groups(body.groupIds), groups(before.groupIds)) ? {} : { groupIds: body.groupIds }),
  };
}

/** Whether it holds something that would be missed: of a change, what differs from the area. */
export function isEdited(draft: Draft): boolean {
  if (draft.targetId === null || draft.before === null) {
    return draft.name.trim() !== '' || draft.geometry.points.some(isPosition);
  }
  const body = bodyOf(draft);
  // Written by `draftOf` from a whole body.
  const before = JSON.parse(draft.before) as AreaBody;
  return body === undefined || Object.keys(changesOf(body, before)).length > 0;
}

/** A typed coordinate, with a decimal point or comma; null for nothing, NaN where it is none. */
export function readCoordinate(typed: string): number | null {
  const text = latinDigits(typed.trim()).replace(/[,\u066b]/, '.');
  if (text === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
}

/** A bare comma between two whole numbers: a number with decimals, where only one is asked for. */
const DECIMALS = /^\s*[+-]?\d+,\d+\s*$/;

/** A pasted pair, latitude first: `41.06, -2.31`; null where it is none, as `41,5` is one number. */
export function parsePair(typed: string): LatLng | null {
  return DECIMALS.test(latinDigits(typed)) ? null : positionOf(typed);
}

import type { LatLng } from '../../../../shared/rules/geo.ts';
import { centreOf, boundsOf, haversineM, isPosition } from '../../../../shared/rules/geo.ts';
import {
  overDateLine,
  reachesOverDateLine,
  selfCrossing,
} from '../../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../../shared/rules/areaShape.ts';

/** What a file of other programs says of areas, and what of it is one. Pure, and without words: it runs in a worker. */

/** A geometry of a file with what stands beside it. */
export interface Piece {
  readonly name: string;
  readonly is: 'ring' | 'line' | 'point';
  /** Of a ring the outer one, open or closed. */
  readonly points: readonly LatLng[];
  /** How many holes a ring has: an area has none. */
  readonly holes: number;
  /** What else the file says, by names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly groups: readonly string[];
}

/** An area that a file holds. */
export interface FoundArea {
  readonly name: string;
  /** The area that it was when it left Waybill; null where the file does not say. */
  readonly id: string | null;
  readonly shape: AreaShape;
  /** Null where the file says nothing of it. */
  readonly colour: string | null;
  readonly groups: readonly string[];
  /** How many holes are left out. */
  readonly holes: number;
}

/** Something in a file that can't become an area, with the reason. */
export interface BrokenPiece {
  readonly name: string;
  readonly reason: Reason;
}

/** Why a piece can be no area; `say.ts` has the words. */
export type Reason =
  | { readonly is: 'noShape' | 'noRadius' | 'fewCorners' | 'fewPoints' | 'dateLine' }
  | { readonly is: 'offGlobe'; readonly lat: string; readonly lng: string }
  | { readonly is: 'tooManyPoints'; readonly most: number }
  | { readonly is: 'radius'; readonly written: string }
  | {
      readonly is: 'crossing';
      readonly first: number;
      readonly second: number;
      readonly corners: number;
    };

export type Found = FoundArea | BrokenPiece;

/** How much there is to go through in what was found: its points, and a little for the rest. */
export function pointsOf(found: Found): number {
  if ('reason' in found) return 10;
  const { shape } = found;
  if (shape.type === 'polygon') return 10 + shape.ring.length;
  return 10 + (shape.type === 'polyline' ? shape.line.length : 0);
}

/** Areas that a file may hold. */
export const MOST_PIECES = 5_000;
/** No more corners: whether an outline crosses itself is asked of each pair of its edges. */
const MOST_POINTS = 3_000;
const RADIUS_M = { least: 1, most: 2_000_000 } as const;
/** An outline that left as that of a circle, rounded to the sixth decimal. */
const ROUND_WITHIN = 0.01;
const ROUND_WITHIN_M = 0.5;
const SAME_DEGREES = 1e-6;
/** What is quoted of a field that is wrong. */
const QUOTED_CHARS = 60;

const isReason = (shape: AreaShape | Reason): shape is Reason => 'is' in shape;

function numberOf(text: string | undefined): number {
  const trimmed = text?.trim().replace(',', '.') ?? '';
  return trimmed === '' ? NaN : Number(trimmed);
}

/** Names of the field that says how far an area reaches, in lower case. */
export const RADIUS_FIELDS: readonly string[] = ['radiusm', 'radius', 'radius (m)'];

/** A thousand to one reader and one to another, as in `1,000`: metres that are a guess are none. */
const TWOFOLD = /^\s*[+-]?[1-9]\d{0,2},\d{3}\s*$/;

function metresOf(text: string | undefined): number {
  return TWOFOLD.test(text ?? '') ? NaN : numberOf(text);
}

/** The first of some fields that says something. */
function firstOf(piece: Piece, names: readonly string[]): string | undefined {
  return names.map((name) => piece.fields.get(name)).find((value) => (value ?? '').trim() !== '');
}

function open(points: readonly LatLng[]): readonly LatLng[] {
  const [first, last] = [points[0], points.at(-1)];
  const closed = points.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng;
  return closed ? points.slice(0, -1) : points;
}

/** Neighbours that are one position: other programs repeat them. */
function withoutRepeats(points: readonly LatLng[]): LatLng[] {
  return points.filter(({ lat, lng }, i) => {
    const before = points[i - 1];
    return before === undefined || before.lat !== lat || before.lng !== lng;
  });
}

/** The circle whose outline this is still; null where somebody changed it, or where it was none. */
function circleOf(piece: Piece, ring: readonly LatLng[], radiusM: number): AreaShape | null {
  const box = boundsOf(ring);
  if (box === undefined || !(radiusM > 0)) return null;
  const [lat, lng] = (piece.fields.get('centre') ?? '').split(',').map(numberOf);
  const given = { lat: lat ?? NaN, lng: lng ?? NaN };
  const centre = isPosition(given) ? given : centreOf(box);
  const withinM = Math.max(ROUND_WITHIN_M, radiusM * ROUND_WITHIN);
  const isRound = ring.every((at) => Math.abs(haversineM(centre, at) - radiusM) <= withinM);
  return isRound ? { type: 'circle', centre, radiusM } : null;
}

function rectangleOf(ring: readonly LatLng[]): AreaShape | null {
  const bounds = boundsOf(ring);
  if (bounds === undefined || ring.length !== 4) return null;
  const { south, west, north, east } = bounds;
  const isCorner = ({ lat, lng }: LatLng): boolean =>
    Math.min(Math.abs(lat - south), Math.abs(lat - north)) < SAME_DEGREES &&
    Math.min(Math.abs(lng - west), Math.abs(lng - east)) < SAME_DEGREES;
  return ring.every(isCorner) ? { type: 'rectangle', bounds } : null;
}

/** The area of an outline, or why it can be none. */
function ofRing(piece: Piece, radiusM: number): AreaShape | Reason {
  const ring = withoutRepeats(open(piece.points));
  if (ring.length < 3) return { is: 'fewCorners' };
  const type = piece.fields.get('areatype');
  if (type === 'circle') {
    const circle = circleOf(piece, ring, radiusM);
    if (circle !== null) return circle;
  }
  const rectangle = type === 'rectangle' ? rectangleOf(ring) : null;
  if (rectangle !== null) return rectangle;
  const crossing = selfCrossing(ring);
  return crossing === undefined
    ? { type: 'polygon', ring }
    : { is: 'crossing', ...crossing, corners: ring.length };
}

function ofLine(piece: Piece, radiusM: number): AreaShape | Reason {
  const line = withoutRepeats(piece.points);
  if (line.length < 2) return { is: 'fewPoints' };
  return { type: 'polyline', line, halfWidthM: radiusM > 0 ? radiusM : 0 };
}

function ofPoint([centre]: readonly LatLng[], radiusM: number): AreaShape | Reason {
  if (centre === undefined) return { is: 'noShape' };
  return radiusM > 0 ? { type: 'circle', centre, radiusM } : { is: 'noRadius' };
}

function shapeOf(piece: Piece): AreaShape | Reason {
  const { points } = piece;
  const wrong = points.find((point) => !isPosition(point));
  if (wrong !== undefined) {
    return { is: 'offGlobe', lat: String(wrong.lat), lng: String(wrong.lng) };
  }
  if (points.length > MOST_POINTS) return { is: 'tooManyPoints', most: MOST_POINTS };
  if (overDateLine(points, piece.is === 'ring')) return { is: 'dateLine' };
  const asked = firstOf(piece, RADIUS_FIELDS);
  const radiusM = metresOf(asked);
  const wild = !(radiusM >= RADIUS_M.least && radiusM <= RADIUS_M.most);
  if (asked !== undefined && wild) return { is: 'radius', written: asked.slice(0, QUOTED_CHARS) };
  if (piece.is === 'ring') return ofRing(piece, radiusM);
  const shape = piece.is === 'line' ? ofLine(piece, radiusM) : ofPoint(points, radiusM);
  // Its points may lie on one side, and its reach go beyond.
  return !isReason(shape) && reachesOverDateLine(shape) ? { is: 'dateLine' } : shape;
}

const HEX = /^#?([0-9a-f]{6})$/i;

/** What a piece of a file is: an area, or why it can be none. */
export function foundIn(piece: Piece): Found {
  const shape = shapeOf(piece);
  const { name } = piece;
  if (isReason(shape)) return { name, reason: shape };
  const colour = HEX.exec(firstOf(piece, ['color', 'colour', 'fill', 'stroke']) ?? '')?.[1];
  return {
    name,
    id: firstOf(piece, ['waybillid']) ?? null,
    shape,
    colour: colour === undefined ? null : `#${colour.toLowerCase()}`,
    groups: piece.groups,
    holes: piece.holes,
  };
}

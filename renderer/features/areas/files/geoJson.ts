import type { LatLng } from '../../../../shared/rules/geo.ts';
import { MOST_PIECES } from './found.ts';
import type { Piece } from './found.ts';

/** GeoJSON (RFC 7946) as pieces; whatever is in the text, each part is looked at. Pure. */

type Members = ReadonlyMap<string, unknown>;

function membersOf(value: unknown): Members {
  return new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
}
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
function positionOf(value: unknown): LatLng {
  const [lng, lat] = listOf(value);
  return {
    lat: typeof lat === 'number' ? lat : NaN,
    lng: typeof lng === 'number' ? lng : NaN,
  };
}
const positionsOf = (value: unknown): LatLng[] => listOf(value).map(positionOf);

type Geometry = Pick<Piece, 'is' | 'points' | 'holes'>;

function polygonOf(rings: unknown): Geometry {
  const [outer, ...holes] = listOf(rings);
  return { is: 'ring', points: positionsOf(outer), holes: holes.length };
}

/** One more than a file may hold is enough to tell that it holds too many. */
const several = (value: unknown): readonly unknown[] => listOf(value).slice(0, MOST_PIECES + 1);

/** Deeper nesting is no geometry of anybody's. */
const DEEPEST = 8;

function geometriesOf(geometry: unknown, depth = 0): Geometry[] {
  const members = membersOf(geometry);
  const coordinates = members.get('coordinates');
  const line = (points: unknown): Geometry => ({
    ...{ is: 'line', points: positionsOf(points), holes: 0 },
  });
  const point = (at: unknown): Geometry => ({ is: 'point', points: [positionOf(at)], holes: 0 });
  switch (members.get('type')) {
    case 'Polygon':
      return [polygonOf(coordinates)];
    case 'MultiPolygon':
      return several(coordinates).map(polygonOf);
    case 'LineString':
      return [line(coordinates)];
    case 'MultiLineString':
      return several(coordinates).map(line);
    case 'Point':
      return [point(coordinates)];
    case 'MultiPoint':
      return several(coordinates).map(point);
    case 'GeometryCollection':
      return depth > DEEPEST
        ? []
        : several(members.get('geometries'))
            .flatMap((one) => geometriesOf(one, depth + 1))
            .slice(0, MOST_PIECES + 1);
    default:
      return [];
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/**
 * The pieces of a GeoJSON text; null where it is none. A feature without a geometry is a point
 * without a position, so that it is told too.
 *
 * @param nameless what the n-th piece is called that has no name, from 1
 */
export function readGeoJson(text: string, nameless: (n: number) => string): Piece[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const root = membersOf(parsed);
  const isCollection = root.get('type') === 'FeatureCollection';
  const isOne = root.get('type') === 'Feature' || geometriesOf(parsed).length > 0;
  if (!isCollection && !isOne) return null;
  const features = isCollection ? listOf(root.get('features')) : [parsed];
  const pieces: Piece[] = [];
  for (const feature of features) {
    const members = membersOf(feature);
    const properties = membersOf(members.get('properties'));
    const fields = new Map(
      [...properties].map(([name, value]) => [name.toLowerCase(), textOf(value)] as const),
    );
    const asked = fields.get('name') ?? fields.get('title') ?? fields.get('label') ?? '';
    const base = asked === '' ? nameless(pieces.length + 1) : asked;
    const groups = listOf(properties.get('groups')).map(textOf);
    const own = members.get('type') === 'Feature' ? members.get('geometry') : feature;
    const geometries = geometriesOf(own);
    const parts: Geometry[] =
      geometries.length > 0 ? geometries : [{ is: 'point', points: [], holes: 0 }];
    for (const [n, part] of parts.entries()) {
      const name = parts.length > 1 ? `${base} ${String(n + 1)}` : base;
      pieces.push({ ...part, name, fields, groups: groups.filter((group) => group !== '') });
    }
    if (pieces.length > MOST_PIECES) break;
  }
  return pieces;
}

import type { LatLng } from '../../../../shared/rules/geo.ts';
import { MOST_PIECES } from './found.ts';
import type { Piece } from './found.ts';
import type { XmlNode } from './xmlText.ts';

/** KML and GPX as pieces. Whoever writes more of them than a file may hold is read so far. */

function childrenOf(node: XmlNode, name?: string): readonly XmlNode[] {
  return name === undefined ? node.children : node.children.filter((child) => child.name === name);
}

/** Everything below a node with one of these names, the outermost alone, in the document's order. */
function allOf(node: XmlNode, names: ReadonlySet<string>): XmlNode[] {
  const found: XmlNode[] = [];
  const waiting = node.children.toReversed();
  for (;;) {
    const next = waiting.pop();
    if (next === undefined) return found;
    if (names.has(next.name)) found.push(next);
    else for (const child of next.children.toReversed()) waiting.push(child);
  }
}
const textIn = (node: XmlNode, name: string): string =>
  childrenOf(node, name)[0]?.text.trim() ?? '';

/** `lng,lat[,height]` pairs, as KML writes them. */
function kmlPositions(text: string): LatLng[] {
  const pairs = text.trim().split(/\s+/);
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [lng, lat] = pair.split(',');
      return { lat: numberOf(lat), lng: numberOf(lng) };
    });
}
function numberOf(text: string | undefined): number {
  return (text ?? '').trim() === '' ? NaN : Number(text);
}

const GEOMETRIES = new Set(['Polygon', 'LineString', 'LinearRing', 'Point']);
const PLACEMARKS = new Set(['Placemark']);

type Geometry = Pick<Piece, 'is' | 'points' | 'holes'>;

function kmlGeometry(node: XmlNode): Geometry {
  const coordinates = (inside: XmlNode | undefined): LatLng[] =>
    kmlPositions(inside === undefined ? '' : textIn(inside, 'coordinates'));
  if (node.name === 'Polygon') {
    const [outer] = allOf(node, new Set(['outerBoundaryIs']));
    const ring = outer === undefined ? undefined : childrenOf(outer, 'LinearRing')[0];
    const holes = childrenOf(node, 'innerBoundaryIs').length;
    return { is: 'ring', points: coordinates(ring), holes };
  }
  const points = coordinates(node);
  if (node.name === 'LinearRing') return { is: 'ring', points, holes: 0 };
  return { is: node.name === 'LineString' ? 'line' : 'point', points, holes: 0 };
}

function kmlFields(placemark: XmlNode): Map<string, string> {
  const fields = new Map<string, string>();
  for (const data of allOf(placemark, new Set(['Data', 'SimpleData']))) {
    const name = data.attributes.get('name')?.toLowerCase();
    const value = data.name === 'Data' ? textIn(data, 'value') : data.text.trim();
    if (name !== undefined) fields.set(name, value);
  }
  return fields;
}

function named(
  geometries: readonly Geometry[],
  base: string,
  fields: ReadonlyMap<string, string>,
): Piece[] {
  const groups = (fields.get('groups') ?? '').split(';').map((group) => group.trim());
  const parts: readonly Geometry[] =
    geometries.length > 0 ? geometries : [{ is: 'point', points: [], holes: 0 }];
  return parts.map((part, n) => ({
    ...part,
    name: parts.length > 1 ? `${base} ${String(n + 1)}` : base,
    fields,
    groups: groups.filter((group) => group !== ''),
  }));
}

function readKml(root: XmlNode, nameless: (n: number) => string): Piece[] {
  const pieces: Piece[] = [];
  for (const placemark of allOf(root, PLACEMARKS)) {
    const base = textIn(placemark, 'name') || nameless(pieces.length + 1);
    const geometries = allOf(placemark, GEOMETRIES).map(kmlGeometry);
    for (const piece of named(geometries, base, kmlFields(placemark))) pieces.push(piece);
    if (pieces.length > MOST_PIECES) break;
  }
  return pieces;
}

/** How near the end of a track has to be to its start for an outline, in degrees. */
const CLOSED_WITHIN = 1e-5;

/** @param isLine whether it is a line for sure, also where it ends at its start */
function gpxLine(nodes: readonly XmlNode[], isLine = false): Geometry {
  const points = nodes.map((node) => ({
    lat: numberOf(node.attributes.get('lat')),
    lng: numberOf(node.attributes.get('lon')),
  }));
  const [first, last] = [points[0], points.at(-1)];
  const isClosed =
    !isLine &&
    points.length > 3 &&
    Math.abs((first?.lat ?? 0) - (last?.lat ?? 0)) < CLOSED_WITHIN &&
    Math.abs((first?.lng ?? 0) - (last?.lng ?? 0)) < CLOSED_WITHIN;
  return isClosed
    ? { is: 'ring', points: points.slice(0, -1), holes: 0 }
    : { is: 'line', points, holes: 0 };
}

/** What GPX says beside a line: our own words of it stand in its extensions. */
function gpxFields(node: XmlNode): Map<string, string> {
  const fields = new Map<string, string>();
  for (const extension of childrenOf(node, 'extensions').flatMap((one) => childrenOf(one))) {
    fields.set(extension.name.toLowerCase(), extension.text.trim());
  }
  return fields;
}

function readGpx(root: XmlNode, nameless: (n: number) => string): Piece[] {
  const pieces: Piece[] = [];
  for (const node of childrenOf(root)) {
    const is = node.name;
    if (is !== 'trk' && is !== 'rte' && is !== 'wpt') continue;
    const base = textIn(node, 'name') || nameless(pieces.length + 1);
    const fields = gpxFields(node);
    const isLine = fields.get('areatype') === 'polyline';
    const lines =
      is === 'trk'
        ? childrenOf(node, 'trkseg').map((segment) => gpxLine(childrenOf(segment, 'trkpt'), isLine))
        : is === 'rte'
          ? [gpxLine(childrenOf(node, 'rtept'), isLine)]
          : [{ ...gpxLine([node]), is: 'point' as const }];
    for (const piece of named(lines, base, fields)) pieces.push(piece);
    if (pieces.length > MOST_PIECES) break;
  }
  return pieces;
}

/** The pieces of a KML or GPX file by its root; null where it is neither. */
export function readXml(root: XmlNode, nameless: (n: number) => string): Piece[] | null {
  if (root.name === 'gpx') return readGpx(root, nameless);
  if (root.name === 'kml' || root.name === 'Document') return readKml(root, nameless);
  return null;
}

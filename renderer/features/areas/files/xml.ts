import type { LatLng } from '../../../../shared/rules/geo.ts';
import type { Piece } from './found.ts';

/**
 * KML and GPX as pieces. The parser is handed in: the desk has the browser's, which loads nothing
 * from elsewhere and runs nothing.
 */

/** The parts of a parsed document that are read here. */
export interface XmlNode {
  readonly localName?: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlNode>;
  getAttribute?(name: string): string | null;
}

function childrenOf(node: XmlNode, name?: string): XmlNode[] {
  return Array.from(node.childNodes).filter(
    (child) => child.getAttribute !== undefined && (name === undefined || child.localName === name),
  );
}

/** Everything below a node with one of these names, the outermost alone, in the document's order. */
function allOf(node: XmlNode, names: ReadonlySet<string>): XmlNode[] {
  const found: XmlNode[] = [];
  const waiting = childrenOf(node);
  for (;;) {
    const next = waiting.shift();
    if (next === undefined) return found;
    if (names.has(next.localName ?? '')) found.push(next);
    else waiting.unshift(...childrenOf(next));
  }
}
const textIn = (node: XmlNode, name: string): string =>
  childrenOf(node, name)[0]?.textContent?.trim() ?? '';

/** `lng,lat[,height]` pairs, as KML writes them. */
function kmlPositions(text: string | null): LatLng[] {
  const pairs = (text ?? '').trim().split(/\s+/);
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [lng, lat] = pair.split(',');
      return { lat: numberOf(lat), lng: numberOf(lng) };
    });
}
function numberOf(text: string | null | undefined): number {
  return (text ?? '').trim() === '' ? NaN : Number(text);
}

const GEOMETRIES = new Set(['Polygon', 'LineString', 'LinearRing', 'Point']);
const PLACEMARKS = new Set(['Placemark']);

type Geometry = Pick<Piece, 'is' | 'points' | 'holes'>;

function kmlGeometry(node: XmlNode): Geometry {
  const coordinates = (inside: XmlNode | undefined): LatLng[] =>
    kmlPositions(inside === undefined ? '' : textIn(inside, 'coordinates'));
  if (node.localName === 'Polygon') {
    const [outer] = allOf(node, new Set(['outerBoundaryIs']));
    const ring = outer === undefined ? undefined : childrenOf(outer, 'LinearRing')[0];
    const holes = childrenOf(node, 'innerBoundaryIs').length;
    return { is: 'ring', points: coordinates(ring), holes };
  }
  const points = coordinates(node);
  if (node.localName === 'LinearRing') return { is: 'ring', points, holes: 0 };
  return { is: node.localName === 'LineString' ? 'line' : 'point', points, holes: 0 };
}

function kmlFields(placemark: XmlNode): Map<string, string> {
  const fields = new Map<string, string>();
  for (const data of allOf(placemark, new Set(['Data', 'SimpleData']))) {
    const name = data.getAttribute?.('name')?.toLowerCase();
    const value = data.localName === 'Data' ? textIn(data, 'value') : data.textContent?.trim();
    if (name !== undefined) fields.set(name, value ?? '');
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
    pieces.push(...named(geometries, base, kmlFields(placemark)));
  }
  return pieces;
}

/** How near the end of a track has to be to its start for an outline, in degrees. */
const CLOSED_WITHIN = 1e-5;

function gpxLine(nodes: readonly XmlNode[]): Geometry {
  const points = nodes.map((node) => ({
    lat: numberOf(node.getAttribute?.('lat')),
    lng: numberOf(node.getAttribute?.('lon')),
  }));
  const [first, last] = [points[0], points.at(-1)];
  const isClosed =
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
    fields.set((extension.localName ?? '').toLowerCase(), extension.textContent?.trim() ?? '');
  }
  return fields;
}

function readGpx(root: XmlNode, nameless: (n: number) => string): Piece[] {
  const pieces: Piece[] = [];
  for (const node of childrenOf(root)) {
    const is = node.localName;
    if (is !== 'trk' && is !== 'rte' && is !== 'wpt') continue;
    const base = textIn(node, 'name') || nameless(pieces.length + 1);
    const lines =
      is === 'trk'
        ? childrenOf(node, 'trkseg').map((segment) => gpxLine(childrenOf(segment, 'trkpt')))
        : is === 'rte'
          ? [gpxLine(childrenOf(node, 'rtept'))]
          : [{ ...gpxLine([node]), is: 'point' as const }];
    pieces.push(...named(lines, base, gpxFields(node)));
  }
  return pieces;
}

/** The pieces of a KML or GPX document; null where it is neither. */
export function readXml(document: XmlNode, nameless: (n: number) => string): Piece[] | null {
  const [root] = childrenOf(document);
  if (root?.localName === 'gpx') return readGpx(root, nameless);
  if (root?.localName === 'kml' || root?.localName === 'Document') return readKml(root, nameless);
  return null;
}

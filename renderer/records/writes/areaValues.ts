import { areaFigures, areaShape } from '../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../shared/rules/areaShape.ts';
import { boundsOf, centreOf } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { jsonElements, jsonMember } from '../../../shared/rules/jsonText.ts';
import { referenceId } from '../../../shared/rules/merge.ts';
import { parsedJson } from '../../../shared/rules/jsonValue.ts';

/** Words around a geometry. Where two differ that read the same, they are told with their place. */
export interface ShapeWords {
  points: (count: number) => string;
  around: (position: string) => string;
  position: (at: LatLng) => string;
  surface: (surfaceM2: number) => string;
  length: (lengthM: number) => string;
}

/** The parts of a geometry as JSON texts; null for what is not known. */
export interface GeometryTexts {
  type: string | null;
  coordinates: string | null;
  radius: string | null;
}

/** A geometry as a shape; undefined where it is none. */
export function shapeOfTexts({ type, coordinates, radius }: GeometryTexts): AreaShape | undefined {
  return areaShape({
    type: parsedJson(type),
    coordinates: parsedJson(coordinates),
    radius: parsedJson(radius),
  });
}

/** A geometry in words: `7 points, 3.96 ha`; null where it is none, so that nothing is made up. */
export function shapeInWords(
  texts: GeometryTexts,
  words: ShapeWords,
  withPlace: boolean,
): string | null {
  const shape = shapeOfTexts(texts);
  if (shape !== undefined) return figuresInWords(shape, words, withPlace);
  const list = parsedJson(texts.coordinates);
  // Of what kind it is may not be known here: that it has so many points is certain all the same.
  return Array.isArray(list) && list.length > 0 ? words.points(list.length) : null;
}

function figuresInWords(shape: AreaShape, words: ShapeWords, withPlace: boolean): string {
  const { surfaceM2, edgeM } = areaFigures(shape);
  const size = surfaceM2 > 0 ? words.surface(surfaceM2) : words.length(edgeM);
  // One point tells nothing but where it is.
  if (shape.type === 'circle') return `${words.around(words.position(shape.centre))}, ${size}`;
  const points = pointsOf(shape);
  const figures = `${words.points(points.length)}, ${size}`;
  const bounds = withPlace ? boundsOf(points) : undefined;
  return bounds === undefined
    ? figures
    : `${figures}, ${words.around(words.position(centreOf(bounds)))}`;
}

function pointsOf(shape: Exclude<AreaShape, { type: 'circle' }>): readonly LatLng[] {
  if (shape.type === 'polyline') return shape.line;
  if (shape.type === 'polygon') return shape.ring;
  const { north, south, east, west } = shape.bounds;
  return [
    { lat: north, lng: west },
    { lat: north, lng: east },
    { lat: south, lng: east },
    { lat: south, lng: west },
  ];
}

/** The elements of a list that names records, by ids or by summaries; null where it is none. */
export function referencesOf(json: string | null): string[] | null {
  if (json === null || !json.trimStart().startsWith('[')) return null;
  const elements = jsonElements(json);
  return elements.every((element) => referenceId(element) !== null) ? elements : null;
}

/** Names by id that the summaries of these lists carry with them. */
export function summaryNames(lists: readonly (string | null)[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const element of lists.flatMap((list) => referencesOf(list) ?? [])) {
    const id = referenceId(element);
    const name = element.startsWith('{') ? parsedJson(jsonMember(element, 'name')) : undefined;
    if (id !== null && typeof name === 'string' && name !== '') names.set(id, name);
  }
  return names;
}

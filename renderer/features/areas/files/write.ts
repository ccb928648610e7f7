import { areaGeoJson } from '../../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../../shared/rules/areaShape.ts';
import { boundsRing } from '../../../../shared/rules/geo.ts';
import { csvText } from '../../../../shared/rules/csv.ts';
import type { LatLng } from '../../../../shared/rules/geo.ts';
import { xmlText } from '../../../../shared/rules/trackFiles.ts';
import { groupNamesOf } from '../area.ts';
import type { AreaView } from '../area.ts';
import type { WireId } from '../draft.ts';

/**
 * Areas as files of other programs, which know neither circles nor corridors: they see outlines and
 * lines, and beside them stands what the area was, so that it comes back as it left. Pure.
 */
export interface LeavingArea {
  readonly id: string;
  readonly name: string;
  readonly colour: string | null;
  readonly groups: readonly string[];
  readonly shape: AreaShape;
}

/** The areas as they leave, and how many can't, as their shape is not known. */
export function leavingOf(
  areas: readonly AreaView[],
  nameOf: (id: WireId) => string | null,
): { leaving: LeavingArea[]; leftOut: number } {
  const leaving = areas.flatMap((area) => {
    const { id, name, colour, shape } = area;
    const groups = groupNamesOf(area, nameOf);
    return shape === undefined ? [] : [{ id, name, colour, shape, groups }];
  });
  return { leaving, leftOut: areas.length - leaving.length };
}

/** Degrees with a centimetre's precision. */
const degrees = (value: number): string => String(Number(value.toFixed(7)));

function fieldsOf({ id, colour, groups, shape }: LeavingArea): Record<string, string> {
  return {
    waybillId: id,
    areaType: shape.type,
    ...(shape.type === 'circle'
      ? {
          centre: `${degrees(shape.centre.lat)},${degrees(shape.centre.lng)}`,
          radiusM: String(shape.radiusM),
        }
      : {}),
    ...(shape.type === 'polyline' && shape.halfWidthM > 0
      ? { radiusM: String(shape.halfWidthM) }
      : {}),
    ...(colour === null ? {} : { color: colour }),
    ...(groups.length === 0 ? {} : { groups: groups.join('; ') }),
  };
}

/** The outline or the line of an area as positions, longitude first; a line without its width. */
function outlineOf(shape: AreaShape): { is: 'ring' | 'line'; points: [number, number][] } {
  if (shape.type === 'polyline') {
    return { is: 'line', points: shape.line.map(({ lat, lng }) => [lng, lat]) };
  }
  const { coordinates } = areaGeoJson(shape);
  return { is: 'ring', points: (coordinates as [number, number][][])[0] ?? [] };
}

export function areasGeoJson(areas: readonly LeavingArea[]): string {
  const features = areas.map((area) => {
    const { is, points } = outlineOf(area.shape);
    const geometry =
      is === 'line'
        ? { type: 'LineString', coordinates: points }
        : { type: 'Polygon', coordinates: [points] };
    const { groups, ...fields } = fieldsOf(area);
    const properties = {
      name: area.name,
      ...fields,
      ...(groups === undefined ? {} : { groups: area.groups }),
    };
    return { type: 'Feature', properties, geometry };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** KML writes a colour from its last byte to its first, with how opaque it is before it; one that is no such has none. */
function kmlStyle(colour: string | null): string {
  const [whole, r = '', g = '', b = ''] =
    /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '') ?? [];
  if (whole === undefined) return '';
  const bytes = `${b}${g}${r}`.toLowerCase();
  return (
    `<Style><LineStyle><color>ff${bytes}</color></LineStyle>` +
    `<PolyStyle><color>40${bytes}</color></PolyStyle></Style>`
  );
}

export function areasKml(areas: readonly LeavingArea[]): string {
  const body = areas.map((area) => {
    const { is, points } = outlineOf(area.shape);
    const pairs = points.map(([lng, lat]) => `${degrees(lng)},${degrees(lat)}`).join(' ');
    const line = `<coordinates>${pairs}</coordinates>`;
    const geometry =
      is === 'line'
        ? `<LineString><tessellate>1</tessellate>${line}</LineString>`
        : `<Polygon><outerBoundaryIs><LinearRing>${line}</LinearRing></outerBoundaryIs></Polygon>`;
    const data = Object.entries(fieldsOf(area))
      .map(([name, value]) => `<Data name="${name}"><value>${xmlText(value)}</value></Data>`)
      .join('');
    return (
      `<Placemark><name>${xmlText(area.name)}</name>${kmlStyle(area.colour)}` +
      `<ExtendedData>${data}</ExtendedData>${geometry}</Placemark>`
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<kml xmlns="http://www.opengis.net/kml/2.2">\n' +
    `<Document>\n${body.join('\n')}\n</Document>\n</kml>\n`
  );
}

/** GPX knows lines alone: an outline is a track that comes back to its start. */
export function areasGpx(areas: readonly LeavingArea[]): string {
  const body = areas.map((area) => {
    const points = outlineOf(area.shape).points.map(
      ([lng, lat]) => `<trkpt lat="${degrees(lat)}" lon="${degrees(lng)}"/>`,
    );
    const extensions = Object.entries(fieldsOf(area))
      .map(([name, value]) => `<wb:${name}>${xmlText(value)}</wb:${name}>`)
      .join('');
    return (
      `<trk><name>${xmlText(area.name)}</name><extensions>${extensions}</extensions>` +
      `<trkseg>\n${points.join('\n')}\n</trkseg></trk>`
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx version="1.1" creator="Waybill" xmlns="http://www.topografix.com/GPX/1/1" ' +
    'xmlns:wb="https://waybill.example/area/1">\n' +
    `${body.join('\n')}\n</gpx>\n`
  );
}

/** The positions that make an area: a circle's centre, a rectangle's corners, else its points. */
function pointsOf(shape: AreaShape): readonly LatLng[] {
  switch (shape.type) {
    case 'circle':
      return [shape.centre];
    case 'rectangle':
      return boundsRing(shape.bounds);
    case 'polygon':
      return shape.ring;
    case 'polyline':
      return shape.line;
  }
}

export function areasCsv(areas: readonly LeavingArea[]): string {
  const rows = areas.map((area) => {
    const fields = fieldsOf(area);
    const points = pointsOf(area.shape).map(({ lat, lng }) => `${degrees(lat)} ${degrees(lng)}`);
    return [
      area.name,
      area.shape.type,
      fields['radiusM'] ?? '',
      area.colour ?? '',
      area.groups.join('; '),
      points.join('; '),
      area.id,
    ];
  });
  const head = ['name', 'type', 'radius (m)', 'color', 'groups', 'coordinates', 'waybillId'];
  return csvText([head, ...rows]);
}

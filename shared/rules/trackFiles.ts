import { csvText } from './csv.ts';
import { toGeoJsonPosition } from './geo.ts';
import { positionAt, stateAt } from './track.ts';
import type { Track } from './track.ts';

/**
 * Tracks as files of other programs. Written here: GPX and KML of a line with its times are a few
 * elements, and the packages that write them know no times of points (KML) or are no longer kept.
 */

/** Characters that no XML 1.0 document may hold. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as it stands inside an element or an attribute. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const degrees = (value: number): string => value.toFixed(6);

/** From and to (excluded) of stretches without a gap; with `cut` none crosses the antimeridian. */
function stretches(track: Track, cut: boolean): [from: number, to: number][] {
  const found: [number, number][] = [];
  let from = 0;
  const crosses = (i: number): boolean =>
    Math.abs(positionAt(track, i + 1).lng - positionAt(track, i).lng) > 180;
  for (let i = 0; i < track.atMs.length; i += 1) {
    const isLast = i + 1 === track.atMs.length;
    if (!isLast && stateAt(track, i) !== 'gap' && !(cut && crosses(i))) continue;
    found.push([from, i + 1]);
    from = i + 1;
  }
  return found;
}

/** GPX 1.1: a track each, a segment for each stretch without a gap. Speeds have no place in it. */
export function gpxText(tracks: readonly Track[]): string {
  const body = tracks.map((track) => {
    const segments = stretches(track, false).map(([from, to]) => {
      const points: string[] = [];
      for (let i = from; i < to; i += 1) {
        const { lat, lng } = positionAt(track, i);
        points.push(
          `<trkpt lat="${degrees(lat)}" lon="${degrees(lng)}">` +
            `<time>${iso(track.atMs[i] ?? 0)}</time></trkpt>`,
        );
      }
      return `<trkseg>\n${points.join('\n')}\n</trkseg>`;
    });
    return `<trk><name>${xmlText(track.name)}</name>\n${segments.join('\n')}\n</trk>`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx version="1.1" creator="Waybill" xmlns="http://www.topografix.com/GPX/1/1">\n' +
    `${body.join('\n')}\n</gpx>\n`
  );
}

/** KML 2.2 with `gx:Track`, so that Google Earth can play it. */
export function kmlText(tracks: readonly Track[]): string {
  const body = tracks.map((track) => {
    const parts = stretches(track, false).map(([from, to]) => {
      const lines: string[] = [];
      for (let i = from; i < to; i += 1) lines.push(`<when>${iso(track.atMs[i] ?? 0)}</when>`);
      for (let i = from; i < to; i += 1) {
        const { lat, lng } = positionAt(track, i);
        lines.push(`<gx:coord>${degrees(lng)} ${degrees(lat)} 0</gx:coord>`);
      }
      return `<gx:Track>\n${lines.join('\n')}\n</gx:Track>`;
    });
    return (
      `<Placemark><name>${xmlText(track.name)}</name><gx:MultiTrack>\n` +
      `${parts.join('\n')}\n</gx:MultiTrack></Placemark>`
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n' +
    `<Document>\n${body.join('\n')}\n</Document>\n</kml>\n`
  );
}

/** GeoJSON (RFC 7946): a line for each stretch, cut at the antimeridian (3.1.9), its instants and speeds beside it. */
export function geoJsonText(tracks: readonly Track[]): string {
  const features = tracks.flatMap((track) =>
    stretches(track, true)
      // A line has two points at least.
      .filter(([from, to]) => to - from >= 2)
      .map(([from, to]) => {
        const indexes = Array.from({ length: to - from }, (_, k) => from + k);
        return {
          type: 'Feature',
          geometry: {
            type: 'LineString',
            coordinates: indexes.map((i) => toGeoJsonPosition(positionAt(track, i))),
          },
          properties: {
            id: track.id,
            name: track.name,
            times: indexes.map((i) => iso(track.atMs[i] ?? 0)),
            speedsKmh: indexes.map((i) => Math.round((track.speedKmh[i] ?? 0) * 10) / 10),
          },
        };
      }),
  );
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Every point as a row. Units stand in the heading; instants in UTC. */
export function pointsCsv(tracks: readonly Track[]): string {
  const rows: string[][] = [
    ['name', 'time (UTC)', 'latitude', 'longitude', 'speed (km/h)', 'state'],
  ];
  for (const track of tracks) {
    for (let i = 0; i < track.atMs.length; i += 1) {
      const kmh = track.speedKmh[i] ?? NaN;
      const { lat, lng } = positionAt(track, i);
      rows.push([
        track.name,
        iso(track.atMs[i] ?? 0),
        degrees(lat),
        degrees(lng),
        Number.isNaN(kmh) ? '' : kmh.toFixed(1),
        stateAt(track, i),
      ]);
    }
  }
  return csvText(rows);
}

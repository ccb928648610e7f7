import type { Feature, Geometry } from 'geojson';
import { toGeoJsonPosition } from '../../../shared/rules/geo.ts';
import type { LatLng } from '../../../shared/rules/geo.ts';
import { projectionAt } from './plane.ts';
import type { Town, TownFeatureKind, TownGeoJson, TownRiver } from './types.ts';

/** Five decimals are one metre: finer than the drawn lines, and a third smaller on the wire. */
const DIGITS = 5;

/**
 * The town as a basemap, to be drawn in this order: areas (`park`, `industrial`, `water`) as
 * polygons, the middle of the river and the streets as lines (one feature per name), the
 * districts as labelled points and the town itself as a `place`.
 */
export function townGeoJson(town: Town): TownGeoJson {
  const features: TownGeoJson['features'] = [];
  const add = (kind: TownFeatureKind, name: string | undefined, geometry: Geometry): void => {
    const feature: Feature<Geometry, { kind: TownFeatureKind; name?: string }> = {
      type: 'Feature',
      properties: name === undefined ? { kind } : { kind, name },
      geometry,
    };
    features.push(feature);
  };
  const position = (p: LatLng): [number, number] => toGeoJsonPosition(p, DIGITS);
  const polygon = (ring: readonly LatLng[]): Geometry => {
    const first = ring.slice(0, 1);
    return { type: 'Polygon', coordinates: [[...ring, ...first].map(position)] };
  };

  for (const { name, ring } of town.industrial) add('industrial', name, polygon(ring));
  for (const { name, ring } of town.parks) add('park', name, polygon(ring));
  for (const { name, ring } of town.lakes) add('water', name, polygon(ring));
  for (const river of town.rivers) {
    add('water', undefined, polygon(riverBanks(town, river)));
    add('river', river.name, { type: 'LineString', coordinates: river.line.map(position) });
  }
  const byName = new Map<string, { kind: TownFeatureKind; lines: [number, number][][] }>();
  for (const edge of town.edges) {
    const key = `${edge.class}:${edge.name}`;
    const entry = byName.get(key) ?? { kind: edge.class, lines: [] };
    entry.lines.push(edge.points.map(position));
    byName.set(key, entry);
  }
  for (const kind of ['street', 'arterial', 'motorway'] as const) {
    for (const [key, entry] of byName) {
      if (entry.kind !== kind) continue;
      const coordinates = joined(entry.lines);
      add(kind, key.slice(kind.length + 1), { type: 'MultiLineString', coordinates });
    }
  }
  for (const { name, label } of town.districts) {
    add('district', name, { type: 'Point', coordinates: position(label) });
  }
  add('place', town.name, { type: 'Point', coordinates: position(town.centre) });
  return { type: 'FeatureCollection', features };
}

function riverBanks(town: Town, river: TownRiver): LatLng[] {
  const { toPoint, toLatLng } = projectionAt(town.centre);
  const line = river.line.map(toPoint);
  const bank = (side: number): LatLng[] =>
    line.map((p, i) => {
      const a = line[i - 1] ?? p;
      const b = line[i + 1] ?? p;
      const by = (side * river.widthM) / 2 / Math.hypot(b.x - a.x, b.y - a.y);
      return toLatLng(p.x - (b.y - a.y) * by, p.y + (b.x - a.x) * by);
    });
  return [...bank(1), ...bank(-1).reverse()];
}

/** Joins lines whose ends meet, so that names and dashes run along whole streets. */
function joined(lines: readonly [number, number][][]): [number, number][][] {
  const out: [number, number][][] = [];
  const waiting = lines.map((line) => [...line]);
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    for (let grown = true; grown;) {
      grown = false;
      for (const [i, other] of waiting.entries()) {
        const merged = join(line, other);
        if (merged === undefined) continue;
        line = merged;
        waiting.splice(i, 1);
        grown = true;
        break;
      }
    }
    out.push(line);
  }
  return out;
}

function join(a: [number, number][], b: [number, number][]): [number, number][] | undefined {
  const same = (p?: [number, number], q?: [number, number]): boolean =>
    p !== undefined && q !== undefined && p[0] === q[0] && p[1] === q[1];
  if (same(a.at(-1), b[0])) return [...a, ...b.slice(1)];
  if (same(a.at(-1), b.at(-1))) return [...a, ...b.reverse().slice(1)];
  if (same(a[0], b.at(-1))) return [...b, ...a.slice(1)];
  if (same(a[0], b[0])) return [...b.reverse(), ...a.slice(1)];
  return undefined;
}

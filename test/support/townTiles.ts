import type { TileFeature, TileLayer } from './vectorTile.ts';
import { vectorTile } from './vectorTile.ts';
import type { WrittenTile } from './pmtiles.ts';

/**
 * A made-up town in the Protomaps schema: land, a lake, a river, a park, blocks of houses, roads of
 * each class and names, drawn into the tiles of a few zooms.
 */

type Place = readonly [lng: number, lat: number];

interface Drawn {
  layer: string;
  shape: TileFeature['shape'];
  at: readonly Place[];
  tags: TileFeature['tags'];
  /** The first zoom that has it. */
  from?: number;
}

const worldX = (lng: number): number => (lng + 180) / 360;
const worldY = (lat: number): number => {
  const sin = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
};

const box = (middle: Place, width: number, height: number): Place[] => [
  [middle[0] - width, middle[1] + height],
  [middle[0] + width, middle[1] + height],
  [middle[0] + width, middle[1] - height],
  [middle[0] - width, middle[1] - height],
];

/** What stands in the town around a place, in about ten kilometres each way. */
function town([lng, lat]: Place): Drawn[] {
  const at = (east: number, north: number): Place => [lng + east, lat + north];
  const road = (kind: string, name: string, line: readonly Place[], from: number): Drawn => ({
    ...{ layer: 'roads', shape: 'line', at: line, from },
    tags: {
      kind,
      kind_detail: kind === 'highway' ? 'motorway' : 'residential',
      name,
      min_zoom: from,
    },
  });
  const streets = Array.from({ length: 9 }, (_, i): Drawn[] => {
    const off = -0.04 + i * 0.01;
    return [
      road('minor_road', `Linden Street ${String(i + 1)}`, [at(-0.05, off), at(0.05, off)], 11),
      road('minor_road', `Mill Lane ${String(i + 1)}`, [at(off, -0.05), at(off, 0.05)], 11),
    ];
  }).flat();
  const houses = Array.from({ length: 64 }, (_, i): Drawn => {
    const middle = at(-0.035 + (i % 8) * 0.01, -0.035 + Math.floor(i / 8) * 0.01);
    const tags = { kind: 'building' };
    return { layer: 'buildings', shape: 'polygon', at: box(middle, 0.002, 0.0015), tags, from: 13 };
  });
  return [
    { layer: 'earth', shape: 'polygon', at: box([lng, lat], 0.2, 0.2), tags: { kind: 'earth' } },
    {
      ...{ layer: 'landuse', shape: 'polygon', at: box(at(-0.03, 0.07), 0.02, 0.015) },
      tags: { kind: 'park', name: 'Castle Park' },
    },
    {
      ...{ layer: 'landuse', shape: 'polygon', at: box(at(0.08, -0.06), 0.02, 0.02) },
      tags: { kind: 'industrial' },
    },
    {
      ...{ layer: 'water', shape: 'polygon', at: box(at(0.09, 0.06), 0.03, 0.02) },
      tags: { kind: 'lake', name: 'Mirror Lake' },
    },
    {
      ...{ layer: 'water', shape: 'line', from: 9, tags: { kind: 'river', name: 'Aller Water' } },
      at: dense([at(-0.2, -0.1), at(-0.05, -0.06), at(0.05, -0.07), at(0.2, -0.02)]),
    },
    ...streets,
    ...houses,
    road('major_road', 'Harbour Road', [at(-0.2, 0.02), at(0.2, 0.02)], 8),
    road('highway', 'Ring Motorway', [at(-0.2, -0.08), at(0.12, -0.08), at(0.12, 0.2)], 6),
    {
      ...{ layer: 'boundaries', shape: 'line', at: dense([at(-0.2, 0.15), at(0.2, 0.12)]) },
      tags: { kind: 'region', kind_detail: 4 },
    },
    {
      ...{ layer: 'places', shape: 'point', at: [at(0, 0)] },
      tags: { kind: 'locality', name: 'Lindenbrück', min_zoom: 4, population_rank: 10 },
    },
    {
      ...{ layer: 'places', shape: 'point', at: [at(0.06, 0.04)], from: 11 },
      tags: { kind: 'neighbourhood', name: 'Old Harbour', min_zoom: 11 },
    },
  ];
}

/** Tiles that a box touches at a zoom. */
function* tilesIn(z: number, corners: readonly Place[]): Generator<{ x: number; y: number }> {
  const side = 2 ** z;
  const xs = corners.map(([lng]) => Math.floor(worldX(lng) * side));
  const ys = corners.map(([, lat]) => Math.floor(worldY(lat) * side));
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += 1) {
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += 1) yield { x, y };
  }
}

/** Exact for what runs along the edges of a tile, and near enough for lines of many points. */
const clamped = (value: number): number => Math.round(Math.min(6144, Math.max(-2048, value)));

/** A line with many points between those that are given. */
const dense = (line: readonly Place[]): Place[] =>
  line.flatMap(([lng, lat], i) => {
    const [toLng, toLat] = line[i + 1] ?? [lng, lat];
    return Array.from({ length: 200 }, (_, step): Place => {
      const share = step / 200;
      return [lng + (toLng - lng) * share, lat + (toLat - lat) * share];
    });
  });

function tileOf(drawn: readonly Drawn[], z: number, x: number, y: number): Uint8Array {
  const layers = new Map<string, TileFeature[]>();
  for (const { layer, shape, at, tags, from = 0 } of drawn) {
    if (z < from) continue;
    const inTile = at.map(([lng, lat]): [number, number] => [
      clamped((worldX(lng) * 2 ** z - x) * 4096),
      clamped((worldY(lat) * 2 ** z - y) * 4096),
    ]);
    const known = layers.get(layer) ?? [];
    layers.set(layer, [...known, { shape, at: inTile, tags }]);
  }
  const named = [...layers].map(([name, features]): TileLayer => ({ name, features }));
  return vectorTile(named);
}

export const TOWN_METADATA = JSON.stringify({
  name: 'Lindenbrück',
  attribution: '<a href="https://map.example">© Lindenbrück surveyors</a>',
  vector_layers: ['earth', 'landuse', 'water', 'roads', 'buildings', 'boundaries', 'places'].map(
    (id) => ({ id, fields: { kind: 'String' } }),
  ),
});

/** The town around a place, from `from` to `to`; its box in degrees as archives tell it. */
export function townTiles(
  middle: Place,
  [from, to]: readonly [number, number],
): { tiles: WrittenTile[]; bounds: [number, number, number, number] } {
  const drawn = town(middle);
  const corners = box(middle, 0.2, 0.2);
  const tiles: WrittenTile[] = [];
  for (let z = from; z <= to; z += 1) {
    for (const { x, y } of tilesIn(z, corners)) {
      tiles.push({ z, x, y, bytes: tileOf(drawn, z, x, y) });
    }
  }
  const [lng, lat] = middle;
  return { tiles, bounds: [lng - 0.2, lat - 0.2, lng + 0.2, lat + 0.2] };
}

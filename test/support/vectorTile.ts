import { varint } from './pmtiles.ts';

/** Vector tiles (version 2 of the specification) in a few lines: enough for a small town. */

export type Shape = 'point' | 'line' | 'polygon';

export interface TileFeature {
  shape: Shape;
  /** Positions in the tile, 0 to 4096 from its top left corner; a ring without its last point. */
  at: readonly (readonly [number, number])[];
  tags: Readonly<Record<string, string | number>>;
}

export interface TileLayer {
  name: string;
  features: readonly TileFeature[];
}

const SHAPES: Readonly<Record<Shape, number>> = { point: 1, line: 2, polygon: 3 };
const MOVE = 1;
const LINE = 2;
const CLOSE = 7;

const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (value: string): number[] => [...new TextEncoder().encode(value)];
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function geometry({ shape, at }: TileFeature): number[] {
  let [x, y] = [0, 0];
  const steps = at.map(([toX, toY]) => {
    const step = [zigzag(toX - x), zigzag(toY - y)];
    [x, y] = [toX, toY];
    return step;
  });
  const [first = [], ...rest] = steps;
  const words = [MOVE + 8, ...first];
  if (rest.length > 0) words.push(LINE + 8 * rest.length, ...rest.flat());
  if (shape === 'polygon') words.push(CLOSE + 8);
  return words.flatMap(varint);
}

function layerBytes({ name, features }: TileLayer): number[] {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const indexOf = <T>(known: T[], value: T): number => {
    const at = known.indexOf(value);
    return at === -1 ? known.push(value) - 1 : at;
  };
  const drawn = features.map((feature) => {
    const tags = Object.entries(feature.tags).flatMap(([key, value]) => [
      ...varint(indexOf(keys, key)),
      ...varint(indexOf(values, value)),
    ]);
    return field(2, [
      ...field(2, tags),
      ...varint(3 * 8),
      ...varint(SHAPES[feature.shape]),
      ...field(4, geometry(feature)),
    ]);
  });
  const valueBytes = (value: string | number): number[] =>
    typeof value === 'string' ? field(1, text(value)) : [...varint(5 * 8), ...varint(value)];
  return [
    ...varint(15 * 8),
    2,
    ...field(1, text(name)),
    ...drawn.flat(),
    ...keys.flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) => field(4, valueBytes(value))),
    ...varint(5 * 8),
    ...varint(4096),
  ];
}

export function vectorTile(layers: readonly TileLayer[]): Uint8Array {
  return Uint8Array.from(layers.flatMap((layer) => field(3, layerBytes(layer))));
}

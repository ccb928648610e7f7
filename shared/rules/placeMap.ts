/**
 * Small drawn maps of a place, as lines and surfaces in a frame: what the desk shows beside an answer
 * and what a document prints. Colours are the business of whoever draws them.
 */

/** Longitude and latitude in degrees, as GeoJSON has them. */
type Position = readonly number[];

/** What of a geometry of GeoJSON is drawn. */
type Geometry =
  | { type: 'Polygon' | 'MultiLineString'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] }
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'Point' | 'MultiPoint' | 'GeometryCollection' };

/** A ring or a line of the ground, with the box that it lies in. */
export interface GroundShape {
  /** `land`, `border`, `area`, or a kind of the town: `street`, `park`, … */
  kind: string;
  closed: boolean;
  /**
   * Longitudes and latitudes by turns. A world has a hundred thousand points: as a list of pairs they
   * would be gone through whenever memory is tidied.
   */
  line: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Units of the drawing; its width stands for metres on the ground. */
export const FRAME = 680;
/** How much of a town is shown, and how much of the world where there is none. */
export const TOWN_WIDTH_M = 2_600;
export const WORLD_WIDTH_M = 900_000;
const METRES_PER_DEGREE = 111_320;
/** What lies this far outside of the frame is still drawn, so that no edge shows in it. */
const MARGIN = 20;
/** Points that are closer to the one before are left out: lines are wider than that. */
const CLOSEST = 0.8;

/** Kinds of streets with their widths in units of the frame, the narrowest first. */
export const STREET_WIDTHS: Readonly<Record<string, number>> = {
  street: 4.5,
  arterial: 7,
  motorway: 9,
};
/** Kinds of surfaces of a town, from the lowest to the highest. */
export const SURFACES = ['industrial', 'park', 'water'] as const;

export function groundShape(
  kind: string,
  closed: boolean,
  positions: readonly Position[],
): GroundShape {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const line = new Float64Array(positions.length * 2);
  positions.forEach(([lng = 0, lat = 0], at) => {
    line[at * 2] = lng;
    line[at * 2 + 1] = lat;
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  });
  return { kind, closed, line, west, south, east, north };
}

/** The rings and lines of a geometry; points are none. */
export function shapesOf(kind: string, geometry: Geometry): GroundShape[] {
  switch (geometry.type) {
    case 'Polygon':
      return geometry.coordinates.map((ring) => groundShape(kind, true, ring));
    case 'MultiPolygon':
      return geometry.coordinates.flat().map((ring) => groundShape(kind, true, ring));
    case 'LineString':
      return [groundShape(kind, false, geometry.coordinates)];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => groundShape(kind, false, line));
    default:
      return [];
  }
}

type Point = readonly [number, number];
/** Points of the drawing: x and y by turns. */
type Drawn = number[];

/** The part of a ring on one side of an edge: where `sign` times a coordinate is no more than `most`. */
function cutAt(ring: Drawn, axis: 0 | 1, sign: 1 | -1, most: number): Drawn {
  const out: Drawn = [];
  const { length } = ring;
  let [beforeX, beforeY] = [ring[length - 2] ?? 0, ring[length - 1] ?? 0];
  for (let at = 0; at < length; at += 2) {
    const [x, y] = [ring[at] ?? 0, ring[at + 1] ?? 0];
    const here = most - sign * (axis === 0 ? x : y);
    const there = most - sign * (axis === 0 ? beforeX : beforeY);
    if (here >= 0 !== there >= 0) {
      const share = there / (there - here);
      out.push(beforeX + (x - beforeX) * share, beforeY + (y - beforeY) * share);
    }
    if (here >= 0) out.push(x, y);
    [beforeX, beforeY] = [x, y];
  }
  return out;
}

/** The part of a ring inside a box around the frame, cut edge by edge. */
function clipped(ring: Drawn, height: number): Drawn {
  const right = cutAt(cutAt(ring, 0, -1, MARGIN), 0, 1, FRAME + MARGIN);
  return cutAt(cutAt(right, 1, -1, MARGIN), 1, 1, height + MARGIN);
}

const part = (value: number): string => String(Math.round(value * 10) / 10);

function pathOf(points: Drawn, closed: boolean): string {
  let path = '';
  let [lastX, lastY] = [Infinity, Infinity];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    const isEnd = !closed && at === points.length - 2;
    const isClose = Math.abs(x - lastX) < CLOSEST && Math.abs(y - lastY) < CLOSEST;
    if (isClose && !isEnd) continue;
    path += `${path === '' ? 'M' : 'L'}${part(x)} ${part(y)}`;
    [lastX, lastY] = [x, y];
  }
  return closed ? `${path}Z` : path;
}

/** A round length of at most a quarter of the width. */
function roundLength(widthM: number): number {
  const most = widthM / 4;
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((factor) => factor * power).find((each) => each <= most) ?? power;
}

/** A stretch of ground around a place, which lies in its middle. */
export class PlaceView {
  readonly height: number;
  /** A length for the bar of scale, and how far it reaches in parts of the width. */
  readonly scale: { lengthM: number; share: number };
  readonly box: { west: number; south: number; east: number; north: number };
  readonly #lat: number;
  readonly #lng: number;
  readonly #dLat: number;
  readonly #dLng: number;
  /** The box with the margin that is drawn around it. */
  readonly #reach: { west: number; south: number; east: number; north: number };

  /**
   * @param widthM metres from edge to edge
   * @param aspect height of the map in parts of its width
   */
  constructor(lat: number, lng: number, widthM: number, aspect: number) {
    this.height = Math.round(FRAME * aspect);
    const lengthM = roundLength(widthM);
    this.scale = { lengthM, share: lengthM / widthM };
    [this.#lat, this.#lng] = [lat, lng];
    const perLng = METRES_PER_DEGREE * Math.max(0.05, Math.cos((lat * Math.PI) / 180));
    this.#dLat = ((widthM / 2) * aspect) / METRES_PER_DEGREE;
    this.#dLng = widthM / 2 / perLng;
    this.box = {
      ...{ west: lng - this.#dLng, south: lat - this.#dLat },
      ...{ east: lng + this.#dLng, north: lat + this.#dLat },
    };
    const beside = (this.#dLng * 2 * MARGIN) / FRAME;
    const above = (this.#dLat * 2 * MARGIN) / this.height;
    this.#reach = {
      ...{ west: this.box.west - beside, south: this.box.south - above },
      ...{ east: this.box.east + beside, north: this.box.north + above },
    };
  }

  /** Those whose boxes reach into it. */
  near(shapes: readonly GroundShape[]): GroundShape[] {
    const { box } = this;
    return shapes.filter(
      ({ west, east, south, north }) =>
        west <= box.east && east >= box.west && south <= box.north && north >= box.south,
    );
  }

  /** Path data of a surface, cut at the frame; '' where nothing of it is in sight. */
  surface({ line }: GroundShape): string {
    const points = clipped(this.#reaching(line), this.height);
    return points.length > 4 ? pathOf(points, true) : '';
  }

  /**
   * A ring as it is drawn, without the points that change nothing of it inside of the frame: those that
   * lie beyond an edge together with the point that is kept before them and the one behind them. Of a
   * large country few are left.
   */
  #reaching(ring: Float64Array): Drawn {
    const corners: Drawn = [];
    const count = ring.length / 2;
    if (count === 0) return corners;
    this.#put(ring, 0, corners);
    let before = this.#beyond(ring, 0);
    let at = this.#beyond(ring, 1 % count);
    for (let index = 1; index < count; index += 1) {
      const after = this.#beyond(ring, (index + 1) % count);
      if ((before & at & after) === 0) {
        this.#put(ring, index, corners);
        before = at;
      }
      at = after;
    }
    return corners;
  }

  /** Beyond which edges of the frame, its margin included, a point lies: a bit for each. */
  #beyond(line: Float64Array, index: number): number {
    const [lng, lat] = [line[index * 2] ?? 0, line[index * 2 + 1] ?? 0];
    const { west, east, south, north } = this.#reach;
    return (
      (lng < west ? 1 : 0) | (lng > east ? 2 : 0) | (lat > north ? 4 : 0) | (lat < south ? 8 : 0)
    );
  }

  /** Path data of a line. */
  line({ line, closed }: GroundShape): string {
    const points: Drawn = [];
    for (let index = 0; index < line.length / 2; index += 1) this.#put(line, index, points);
    return pathOf(points, closed);
  }

  #put(line: Float64Array, index: number, points: Drawn): void {
    points.push(this.#x(line, index), this.#y(line, index));
  }

  #x(line: Float64Array, index: number): number {
    return (((line[index * 2] ?? 0) - this.#lng) / this.#dLng + 1) * (FRAME / 2);
  }

  #y(line: Float64Array, index: number): number {
    return ((this.#lat - (line[index * 2 + 1] ?? 0)) / this.#dLat + 1) * (this.height / 2);
  }
}

/** A mark whose tip stands on the middle of the map: its body and its eye. */
export function placeMark(height: number): { path: string; eye: Point; foot: Point } {
  const [x, y] = [FRAME / 2, height / 2];
  return {
    path: `M${x} ${y}C${x - 5} ${y - 12} ${x - 14} ${y - 18} ${x - 14} ${y - 29}A14 14 0 0 1 ${x + 14} ${y - 29}C${x + 14} ${y - 18} ${x + 5} ${y - 12} ${x} ${y}Z`,
    eye: [x, y - 29],
    foot: [x, y],
  };
}

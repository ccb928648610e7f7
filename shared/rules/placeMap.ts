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
  line: readonly Position[];
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

/** Kinds of streets with their widths in units of the frame, the narrowest first. */
export const STREET_WIDTHS: Readonly<Record<string, number>> = {
  street: 4.5,
  arterial: 7,
  motorway: 9,
};
/** Kinds of surfaces of a town, from the lowest to the highest. */
export const SURFACES = ['industrial', 'park', 'water'] as const;

export function groundShape(kind: string, closed: boolean, line: readonly Position[]): GroundShape {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng = 0, lat = 0] of line) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
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

/** The part of a ring inside a box around the frame, cut edge by edge. */
function clipped(points: readonly Point[], height: number): Point[] {
  const edges: readonly ((point: Point) => number)[] = [
    ([x]) => x + MARGIN,
    ([x]) => FRAME + MARGIN - x,
    ([, y]) => y + MARGIN,
    ([, y]) => height + MARGIN - y,
  ];
  let rest = [...points];
  for (const inside of edges) {
    const next: Point[] = [];
    rest.forEach((point, at) => {
      const before = rest.at(at - 1) ?? point;
      const [here, there] = [inside(point), inside(before)];
      if (here >= 0 !== there >= 0) {
        const share = there / (there - here);
        next.push([
          before[0] + (point[0] - before[0]) * share,
          before[1] + (point[1] - before[1]) * share,
        ]);
      }
      if (here >= 0) next.push(point);
    });
    rest = next;
  }
  return rest;
}

const part = (value: number): string => String(Math.round(value * 10) / 10);

function pathOf(points: readonly Point[], closed: boolean): string {
  let previous = '';
  let path = '';
  for (const [x, y] of points) {
    const at = `${part(x)} ${part(y)}`;
    if (at === previous) continue;
    path += `${path === '' ? 'M' : 'L'}${at}`;
    previous = at;
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
    const points = clipped(this.#reaching(line).map(this.#project), this.height);
    return points.length > 2 ? pathOf(points, true) : '';
  }

  /**
   * A ring without the points that change nothing of it inside of the frame: those that lie beyond an
   * edge together with the point that is kept before them and the one behind them. Of a large country
   * few are left.
   */
  #reaching(ring: readonly Position[]): readonly Position[] {
    const [first] = ring;
    if (first === undefined) return ring;
    const corners = [first];
    let before = this.#beyond(first);
    let at = this.#beyond(ring[1] ?? first);
    for (let index = 1; index < ring.length; index += 1) {
      const after = this.#beyond(ring[index + 1] ?? first);
      if ((before & at & after) === 0) {
        corners.push(ring[index] ?? first);
        before = at;
      }
      at = after;
    }
    return corners;
  }

  /** Beyond which edges of the frame, its margin included, a point lies: a bit for each. */
  #beyond([lng = 0, lat = 0]: Position): number {
    const x = ((lng - this.#lng) / this.#dLng + 1) * (FRAME / 2);
    const y = ((this.#lat - lat) / this.#dLat + 1) * (this.height / 2);
    return (
      (x < -MARGIN ? 1 : 0) |
      (x > FRAME + MARGIN ? 2 : 0) |
      (y < -MARGIN ? 4 : 0) |
      (y > this.height + MARGIN ? 8 : 0)
    );
  }

  /** Path data of a line. */
  line({ line, closed }: GroundShape): string {
    return pathOf(line.map(this.#project), closed);
  }

  readonly #project = ([lng = 0, lat = 0]: Position): Point => [
    ((lng - this.#lng) / this.#dLng + 1) * (FRAME / 2),
    ((this.#lat - lat) / this.#dLat + 1) * (this.height / 2),
  ];
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

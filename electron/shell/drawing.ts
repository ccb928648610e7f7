/** Small pictures for the tray and the taskbar, drawn here so that no file has to be found for them. */

export interface Picture {
  /** Blue, green, red and how opaque, one byte each, as Electron takes them; rows from the top. */
  bitmap: Buffer;
  /** Pixels, of each side. */
  size: number;
}

type Colour = readonly [red: number, green: number, blue: number];
/** How far outside a shape a point lies; negative inside. In units of the drawing. */
type Shape = (x: number, y: number) => number;
interface Layer {
  shape: Shape;
  colour: Colour;
}

/** The sides of the drawing that `build/icon.svg` has too. */
const UNITS = 32;
const ACCENT: Colour = [10, 106, 116];
const WHITE: Colour = [255, 255, 255];
export const WAITS: Colour = [255, 209, 102];
export const NEEDS_YOU: Colour = [214, 55, 55];

const circle =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius;

/** A square over the whole drawing with round corners. */
const tile =
  (radius: number): Shape =>
  (x, y) => {
    const half = UNITS / 2;
    const dx = Math.max(0, Math.abs(x - half) - (half - radius));
    const dy = Math.max(0, Math.abs(y - half) - (half - radius));
    return Math.hypot(dx, dy) - radius;
  };

type Point = readonly [x: number, y: number];

/** A line through these points. */
const line =
  (width: number, ...points: readonly Point[]): Shape =>
  (x, y) =>
    Math.min(
      ...points.slice(1).map(([bx, by], index) => {
        const [ax, ay] = points[index] ?? [bx, by];
        const [dx, dy] = [bx - ax, by - ay];
        const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
        const t = Math.min(1, Math.max(0, along));
        return Math.hypot(x - ax - t * dx, y - ay - t * dy);
      }),
    ) -
    width / 2;

const LETTER = line(2.6, [6, 11], [10.2, 22.5], [16, 13], [21.8, 22.5], [26, 11]);
const SIGN: readonly Layer[] = [
  { shape: tile(7), colour: ACCENT },
  { shape: LETTER, colour: WHITE },
];

function draw(size: number, layers: readonly Layer[]): Picture {
  const bitmap = Buffer.alloc(size * size * 4);
  const unit = UNITS / size;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [(column + 0.5) * unit, (row + 0.5) * unit];
      let [red, green, blue, opaque] = [0, 0, 0, 0];
      for (const { shape, colour } of layers) {
        // A pixel that the edge runs through is covered in part.
        const cover = Math.min(1, Math.max(0, 0.5 - shape(x, y) / unit));
        red = red * (1 - cover) + colour[0] * cover;
        green = green * (1 - cover) + colour[1] * cover;
        blue = blue * (1 - cover) + colour[2] * cover;
        opaque = opaque * (1 - cover) + 255 * cover;
      }
      bitmap.set([blue, green, red, opaque].map(Math.round), (row * size + column) * 4);
    }
  }
  return { bitmap, size };
}

/** The sign of the app; with a dot where something waits. */
export function appSign(size: number, dot: Colour | null): Picture {
  const marks = dot === null ? [] : [{ shape: circle(25, 8, 7), colour: dot }];
  return draw(size, [...SIGN, ...marks]);
}

/** A dot alone, to lie over the app's sign in the taskbar of Windows. */
export function dotSign(size: number, dot: Colour): Picture {
  return draw(size, [{ shape: circle(UNITS / 2, UNITS / 2, UNITS / 2 - 1), colour: dot }]);
}

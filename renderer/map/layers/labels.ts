import type { Spot } from './clusters.ts';
import type { Reach } from './reach.ts';
import type { Sprites } from './sprites.ts';

const MOST_LABELS = 400;
/** Width of the cells in which what is taken is looked for, in CSS pixels. */
const CELL_PX = 64;
/** Lower and upper end of a label's picture that hold nothing but its halo's fading. */
const SLACK_PX = 4;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Ground that is taken, found by the cells it lies in: a look costs the same in any crowd. */
export class Taken {
  readonly #cells = new Map<string, Box[]>();

  isFree(box: Box): boolean {
    return this.#keysOf(box).every(
      (key) => this.#cells.get(key)?.some((other) => meet(other, box)) !== true,
    );
  }

  take(box: Box): void {
    for (const key of this.#keysOf(box)) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [box]);
      else cell.push(box);
    }
  }

  #keysOf({ left, top, right, bottom }: Box): string[] {
    const keys: string[] = [];
    for (let x = Math.floor(left / CELL_PX); x <= Math.floor(right / CELL_PX); x += 1) {
      for (let y = Math.floor(top / CELL_PX); y <= Math.floor(bottom / CELL_PX); y += 1) {
        keys.push(`${String(x)} ${String(y)}`);
      }
    }
    return keys;
  }
}

/** A mark: its middle, and how far it reaches around it, in CSS pixels. */
export interface Marked {
  readonly x: number;
  readonly y: number;
  readonly reach: Reach;
}

/** A name to be placed beside its mark, in CSS pixels. */
export interface Wanted extends Marked {
  readonly width: number;
  readonly height: number;
}

/**
 * Places names beside their marks, the most important first: below, else above, after or before
 * the mark, where nothing lies yet. No name covers another one or any mark; one that finds no
 * place has none.
 *
 * @param marks all marks in sight
 * @param taken what else no name may cover; what is placed here is added to it
 */
export function placeLabels(
  names: Iterable<Wanted>,
  marks: readonly Marked[],
  taken = new Taken(),
): (Box | null)[] {
  for (const { x, y, reach } of marks) {
    const { left, right, up, down } = reach;
    taken.take({ left: x - left, top: y - up, right: x + right, bottom: y + down });
  }
  const placed: (Box | null)[] = [];
  let found = 0;
  for (const { x, y, reach, width, height } of names) {
    const high = height - SLACK_PX;
    const [middleX, middleY] = [x - width / 2, y - high / 2];
    const corners = [
      [middleX, y + reach.down],
      [middleX, y - reach.up - high],
      [x + reach.right, middleY],
      [x - reach.left - width, middleY],
    ] as const;
    const box = corners
      .map(([left, top]) => ({ left, top, right: left + width, bottom: top + high }))
      .find((candidate) => taken.isFree(candidate));
    placed.push(box ?? null);
    if (box === undefined) continue;
    taken.take(box);
    found += 1;
    if (found >= MOST_LABELS) break;
  }
  return placed;
}

/**
 * Draws names beside their marks, the last spot's first, as many as fit without covering one
 * another, a mark or what is taken. A spot whose name is null has none.
 */
export function drawLabels(
  context: CanvasRenderingContext2D,
  sprites: Sprites,
  spots: readonly Spot[],
  reachOf: (spot: Spot) => Reach,
  nameOf: (spot: Spot) => string | null,
  taken: Taken,
): void {
  const marks = spots.map((spot) => ({ spot, x: spot.x, y: spot.y, reach: reachOf(spot) }));
  const wanted = marks.toReversed().flatMap(({ spot, ...mark }) => {
    const text = nameOf(spot);
    return text === null ? [] : [{ ...mark, ...sprites.label(text) }];
  });
  for (const [n, box] of placeLabels(wanted, marks, taken).entries()) {
    const label = wanted[n];
    if (box === null || label === undefined) continue;
    const [left, top] = [Math.round(box.left), Math.round(box.top - SLACK_PX / 2)];
    context.drawImage(label.image, left, top, label.width, label.height);
  }
}

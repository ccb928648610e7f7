import type { Spot } from './clusters.ts';
import type { Sprites } from './sprites.ts';

const MOST_LABELS = 400;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/**
 * Draws names `belowPx` under their marks, the last spot's first, as many as fit without covering
 * one another. A spot whose name is null has none.
 */
export function drawLabels(
  context: CanvasRenderingContext2D,
  sprites: Sprites,
  spots: readonly Spot[],
  belowPx: number,
  nameOf: (spot: Spot) => string | null,
): void {
  const taken: Box[] = [];
  for (let n = spots.length - 1; n >= 0 && taken.length < MOST_LABELS; n -= 1) {
    const spot = spots[n];
    const text = spot === undefined ? null : nameOf(spot);
    if (spot === undefined || text === null) continue;
    const { image, width, height } = sprites.label(text);
    const left = Math.round(spot.x - width / 2);
    const top = Math.round(spot.y + belowPx);
    const box = { left, top, right: left + width, bottom: top + height - 4 };
    if (taken.some((other) => meet(other, box))) continue;
    taken.push(box);
    context.drawImage(image, left, top, width, height);
  }
}

import type { PositionStatus } from '../../../shared/rules/positions.ts';
import type { Palette } from '../palette.ts';

/**
 * The marks of vehicles, painted once for each look and then copied. States differ by shape as
 * well as by colour: an arrow drives, a ring idles, a square has stopped, a hollow circle is
 * offline and a dashed one unknown. A light or dark edge sets each off from the ground.
 */

/** Side of a mark in CSS pixels, its edge included. */
export const MARK_PX = 26;

const MIDDLE = MARK_PX / 2;

/** Ages are told in three steps: fresh, older than a quarter of an hour, older than a day. */
export type Fade = 0 | 1 | 2;
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** How faded a fix of this age is drawn; NaN (unknown) counts as old. */
export function fadeOf(ageMs: number): Fade {
  if (ageMs < QUARTER_MS) return 0;
  return ageMs < DAY_MS ? 1 : 2;
}

/**
 * Strength of the colour by fade. It fades towards the grey of what is offline, not towards the
 * ground: shape and edge stay, and every step keeps 3:1, so that a mark is never lost.
 */
export const STRENGTH = [1, 0.6, 0.25] as const;

function shape(status: PositionStatus): Path2D {
  const path = new Path2D();
  switch (status) {
    case 'driving':
      path.moveTo(0, -9.5);
      path.lineTo(7, 8);
      path.lineTo(0, 4.4);
      path.lineTo(-7, 8);
      path.closePath();
      return path;
    case 'idling':
      path.arc(0, 0, 5, 0, 2 * Math.PI);
      return path;
    case 'stopped':
      path.roundRect(-5.5, -5.5, 11, 11, 2);
      return path;
    case 'offline':
    case 'unknown':
      path.arc(0, 0, 5.2, 0, 2 * Math.PI);
      return path;
  }
}

/** The colour of a state at an age. */
function faded(status: PositionStatus, palette: Palette, fade: Fade): string {
  const share = STRENGTH[fade] * 100;
  return `color-mix(in srgb, ${palette.status[status]} ${share}%, ${palette.status.offline})`;
}

/** Paints a mark around the origin, pointing north. */
export function paintMark(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  status: PositionStatus,
  palette: Palette,
  fade: Fade,
): void {
  const path = shape(status);
  const colour = faded(status, palette, fade);
  context.lineJoin = 'round';
  context.strokeStyle = palette.halo;
  switch (status) {
    case 'driving':
    case 'stopped':
      context.lineWidth = 3.5;
      context.stroke(path);
      context.fillStyle = colour;
      context.fill(path);
      return;
    case 'idling':
      context.lineWidth = 7;
      context.stroke(path);
      context.fillStyle = palette.surface;
      context.fill(path);
      context.strokeStyle = colour;
      context.lineWidth = 3.6;
      context.stroke(path);
      return;
    case 'offline':
    case 'unknown':
      context.lineWidth = 4.6;
      context.stroke(path);
      context.fillStyle = palette.surface;
      context.fill(path);
      context.strokeStyle = colour;
      context.lineWidth = 1.8;
      if (status === 'unknown') context.setLineDash([2.6, 2.6]);
      context.stroke(path);
      context.setLineDash([]);
      return;
  }
}

/** A painted picture and its size in CSS pixels. */
export interface Sprite {
  readonly image: OffscreenCanvas;
  readonly width: number;
  readonly height: number;
}

/** Labels beyond this many are painted again when they come back into sight. */
const KEPT_LABELS = 1_500;

/** The painted pictures of one theme at one pixel ratio. */
export class Sprites {
  readonly #palette: Palette;
  readonly #ratio: number;
  readonly #font: string;
  readonly #marks = new Map<string, Sprite>();
  readonly #labels = new Map<string, Sprite>();

  /** `ratio` is device pixels per CSS pixel; `font` the family of labels. */
  constructor(palette: Palette, ratio: number, font: string) {
    this.#palette = palette;
    this.#ratio = ratio;
    this.#font = font;
  }

  mark(status: PositionStatus, fade: Fade): Sprite {
    const key = `${status}${fade}`;
    const known = this.#marks.get(key);
    if (known !== undefined) return known;
    const sprite = this.#paint(MARK_PX, MARK_PX, (context) => {
      context.translate(MIDDLE, MIDDLE);
      paintMark(context, status, this.#palette, fade);
    });
    this.#marks.set(key, sprite);
    return sprite;
  }

  /** A label with its halo. */
  label(text: string): Sprite {
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    if (this.#labels.size >= KEPT_LABELS) this.#labels.clear();
    const measure = new OffscreenCanvas(1, 1).getContext('2d');
    const font = `600 11px ${this.#font}`;
    let width = text.length * 7;
    if (measure !== null) {
      measure.font = font;
      width = measure.measureText(text).width;
    }
    const sprite = this.#paint(Math.ceil(width) + 8, 18, (context) => {
      context.font = font;
      context.textBaseline = 'middle';
      context.lineJoin = 'round';
      context.lineWidth = 3.5;
      context.strokeStyle = this.#palette.ground.halo;
      context.strokeText(text, 4, 9);
      context.fillStyle = this.#palette.text;
      context.fillText(text, 4, 9);
    });
    this.#labels.set(text, sprite);
    return sprite;
  }

  #paint(
    width: number,
    height: number,
    paint: (context: OffscreenCanvasRenderingContext2D) => void,
  ): Sprite {
    const image = new OffscreenCanvas(
      Math.ceil(width * this.#ratio),
      Math.ceil(height * this.#ratio),
    );
    const context = image.getContext('2d');
    if (context !== null) {
      context.scale(this.#ratio, this.#ratio);
      paint(context);
    }
    return { image, width, height };
  }
}

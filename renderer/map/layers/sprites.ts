import type { PositionStatus } from '../../../shared/rules/positions.ts';
import type { Palette } from '../palette.ts';
import { BADGE_PX, GLYPH_PX, paintBadge } from './badges.ts';
import type { Glyph } from './badges.ts';
import { paintGlyph } from './glyphs.ts';
import { faded, MARK_PX, paintMark } from './marks.ts';
import type { Fade } from './marks.ts';

/** A painted picture and its size in CSS pixels. */
export interface Sprite {
  readonly image: OffscreenCanvas;
  readonly width: number;
  readonly height: number;
}

/** Labels beyond this many are painted again when they come back into sight. */
const CACHED_LABELS = 1_500;

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
    return this.#once(`mark ${status}${fade}`, MARK_PX, (context) => {
      context.translate(MARK_PX / 2, MARK_PX / 2);
      paintMark(context, status, this.#palette, fade);
    });
  }

  /** The mark from close by, with room for a picture. */
  badge(status: PositionStatus, fade: Fade): Sprite {
    return this.#once(`badge ${status}${fade}`, BADGE_PX, (context) => {
      context.translate(BADGE_PX / 2, BADGE_PX / 2);
      paintBadge(context, status, this.#palette, faded(status, this.#palette, fade));
    });
  }

  /** The picture of a type, which stands upright in any badge. */
  glyph({ group, colour }: Glyph): Sprite {
    return this.#once(`glyph ${group} ${colour}`, GLYPH_PX, (context) => {
      context.strokeStyle = colour;
      paintGlyph(context, group, GLYPH_PX);
    });
  }

  /** A label with its halo. */
  label(text: string): Sprite {
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    if (this.#labels.size >= CACHED_LABELS) this.#labels.clear();
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
      // By itself text begins at the side where the page's does: to the right, outside of the picture.
      context.textAlign = 'left';
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

  /** A square picture by its name, painted when it is first wanted. */
  #once(
    name: string,
    sidePx: number,
    paint: (context: OffscreenCanvasRenderingContext2D) => void,
  ): Sprite {
    const known = this.#marks.get(name);
    if (known !== undefined) return known;
    const sprite = this.#paint(sidePx, sidePx, paint);
    this.#marks.set(name, sprite);
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

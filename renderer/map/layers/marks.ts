import type { PositionStatus } from '../../../shared/rules/positions.ts';
import type { Palette } from '../palette.ts';

/**
 * The marks of vehicles, painted once for each look and then copied. States differ by shape as
 * well as by colour: an arrow drives, a ring idles, a square has stopped, a hollow circle is
 * offline and a dashed one unknown. A light or dark edge sets each off from the ground.
 */

/** Side of a mark in CSS pixels, its edge included. */
export const MARK_PX = 26;

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
export function faded(status: PositionStatus, palette: Palette, fade: Fade): string {
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

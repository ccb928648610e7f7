import type { PositionStatus } from '../../../shared/rules/positions.ts';
import { MARK_CONTRAST, standsOut } from '../../state/colour.ts';
import type { TypeGroup } from '../../state/vehicleType.ts';
import type { Palette } from '../palette.ts';

/**
 * The marks of vehicles from close by: the same shapes, with a plate inside on which the picture
 * of the vehicle's type stands in the type's colour. The shape and its edge tell the state: a drop
 * with its point ahead drives, a thick ring idles, a square has stopped, a thin ring is offline
 * and a dashed one unknown.
 */

/** Side of a badge in CSS pixels, its edge included. */
export const BADGE_PX = 40;
/** Side of the picture inside. */
export const GLYPH_PX = 14;
/** Nearer than this the types of vehicles are told. */
export const GLYPHS_FROM_ZOOM = 13.5;

/** What the picture of a vehicle's type is drawn with. */
export interface Glyph {
  readonly group: TypeGroup;
  /** CSS colour that keeps 3:1 on the plate. */
  readonly colour: string;
}

/** The type's own colour where it can be told from the plate, else that of text. */
export function glyphColour(own: string | null, { surface, text }: Palette): string {
  return own !== null && standsOut(own, [surface], MARK_CONTRAST) ? own : text;
}

function outline(status: PositionStatus): Path2D {
  const path = new Path2D();
  switch (status) {
    case 'driving':
      path.moveTo(0, -18.5);
      path.lineTo(7.6, -9.4);
      path.arc(0, 0, 12, -0.89, Math.PI + 0.89);
      path.closePath();
      return path;
    case 'stopped':
      path.roundRect(-11.5, -11.5, 23, 23, 4);
      return path;
    case 'idling':
    case 'offline':
    case 'unknown':
      path.arc(0, 0, 12, 0, 2 * Math.PI);
      return path;
  }
}

function plate(status: PositionStatus): Path2D {
  const path = new Path2D();
  if (status === 'stopped') path.roundRect(-9, -9, 18, 18, 2);
  // What is offline or unknown has a thin edge, as it has from afar.
  else path.arc(0, 0, status === 'driving' || status === 'idling' ? 9 : 10.4, 0, 2 * Math.PI);
  return path;
}

/** Paints the badge of a state around the origin, pointing north, without a picture. */
export function paintBadge(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  status: PositionStatus,
  palette: Palette,
  colour: string,
): void {
  const edge = outline(status);
  context.lineJoin = 'round';
  context.strokeStyle = palette.halo;
  context.lineWidth = 3;
  context.stroke(edge);
  context.fillStyle = status === 'unknown' ? palette.surface : colour;
  context.fill(edge);
  context.fillStyle = palette.surface;
  context.fill(plate(status));
  if (status !== 'unknown') return;
  context.strokeStyle = colour;
  context.lineWidth = 1.8;
  context.setLineDash([3.2, 3.2]);
  context.beginPath();
  context.arc(0, 0, 11.2, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}

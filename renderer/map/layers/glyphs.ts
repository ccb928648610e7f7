import { flushSync, mount, unmount } from 'svelte';
import type { TypeGroup } from '../../state/vehicleType.ts';
import { TYPE_ICONS } from '../../ui/typeIcons.ts';

/** Side of the square that icons are drawn in. */
const ICON_PX = 24;
const outlines = new Map<TypeGroup, Path2D>();

/** The lines of a group's icon, which lists show too: read once from its SVG. */
function outlineOf(group: TypeGroup): Path2D {
  const known = outlines.get(group);
  if (known !== undefined) return known;
  const target = document.createElement('div');
  const icon = mount(TYPE_ICONS[group], { target });
  flushSync();
  const outline = new Path2D();
  for (const path of target.querySelectorAll('path')) {
    outline.addPath(new Path2D(path.getAttribute('d') ?? ''));
  }
  for (const circle of target.querySelectorAll('circle')) {
    const round = new Path2D();
    round.arc(circle.cx.baseVal.value, circle.cy.baseVal.value, circle.r.baseVal.value, 0, 7);
    outline.addPath(round);
  }
  void unmount(icon);
  outlines.set(group, outline);
  return outline;
}

/** Paints the icon of a group into a square of `sidePx` at the origin, in the stroke's colour. */
export function paintGlyph(
  context: OffscreenCanvasRenderingContext2D,
  group: TypeGroup,
  sidePx: number,
): void {
  context.scale(sidePx / ICON_PX, sidePx / ICON_PX);
  context.lineWidth = 2.3;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(outlineOf(group));
}

import type { Box } from '../layers/labels.ts';

/** Where what stands over a map covers it, in CSS pixels from the map's top left corner. */
export function coversOf(map: HTMLElement): Box[] {
  const { left: fromLeft, top: fromTop } = map.getBoundingClientRect();
  return Array.from(map.querySelectorAll('[data-covers]'), (part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return {
      ...{ left: left - fromLeft, top: top - fromTop },
      ...{ right: right - fromLeft, bottom: bottom - fromTop },
    };
  });
}

import { areaFigures } from '../../../../shared/rules/areaShape.ts';
import type { AreaShape } from '../../../../shared/rules/areaShape.ts';
import { formatSurface } from '../../../state/areaFigures.ts';
import { areaText } from '../../../text/en.ts';

/** How much larger or smaller a shape becomes, in words; null where its surface stays as it reads. */
export function resizedText(before: AreaShape | undefined, after: AreaShape): string | null {
  if (before === undefined) return null;
  const [was, now] = [before, after].map((shape) => formatSurface(areaFigures(shape).surfaceM2));
  return was === undefined || now === undefined || was === now
    ? null
    : areaText.reshape.surface(was, now);
}

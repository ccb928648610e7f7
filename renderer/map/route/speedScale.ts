import { formatNumber } from '../../state/format.ts';
import { inSpeedUnits } from '../../state/units.ts';

/** Between two lines of a graph, in the person's unit. */
const STEP = 20;

export interface SpeedScale {
  /** The upper end of the graph. */
  readonly topKmh: number;
  readonly ticks: readonly { readonly kmh: number; readonly text: string }[];
}

/** A scale of round speeds in the person's unit, few enough to be read. */
export function speedScale(highestKmh: number): SpeedScale {
  const perKmh = inSpeedUnits(1);
  const top = Math.max(2 * STEP, Math.ceil((highestKmh * perKmh) / STEP) * STEP);
  const step = top <= 3 * STEP ? STEP : 2 * STEP;
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => ({
    kmh: (i * step) / perKmh,
    text: formatNumber(i * step, 0),
  }));
  return { topKmh: top / perKmh, ticks };
}

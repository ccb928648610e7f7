import { formatNumber, formatSpeed } from '../../state/format.ts';
import { inSpeedUnits } from '../../state/units.ts';
import { text } from '../../text/en.ts';
import { speedColour } from './colours.ts';
import { speedLimitsKmh } from './runs.ts';

/** The classes of speed as the legend lists them, each with the colour of its lines. */
export function speedEntries(): { name: string; colour: string }[] {
  const words = text.history.map;
  const limits = speedLimitsKmh();
  const last = limits.length - 1;
  const names = limits.map((limit, index) =>
    index === 0 ? words.below(formatSpeed(limit)) : formatNumber(inSpeedUnits(limit), 0),
  );
  return [...names, words.above(formatSpeed(limits[last] ?? 0))].map((name, index) => ({
    name,
    colour: speedColour(index),
  }));
}

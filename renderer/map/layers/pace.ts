/** A mark that has moved by less looks as if it stood. */
const STEP_PX = 0.5;
/** At most this share of the time goes into drawing; slow machines see fewer frames. */
const DRAWING_SHARE = 0.25;
const LONGEST_MS = 1_000;

/**
 * Milliseconds until the next frame of a glide. From afar a fleet creeps over the screen, and sixty
 * frames a second of it would be the same picture sixty times, at the price of a fan.
 *
 * @param fastestPxMs what moves or turns fastest in sight, in CSS pixels per millisecond
 * @param costMs what a frame costs
 */
export function pauseMs(fastestPxMs: number, costMs: number): number {
  return Math.min(LONGEST_MS, Math.max(STEP_PX / fastestPxMs, costMs / DRAWING_SHARE));
}

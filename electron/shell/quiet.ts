import { ATTENTION_AT_FIRST } from '../../shared/rules/delivered.ts';
import type { AttentionSettings } from '../core/ports.ts';

/** When the system is asked to tell of what needs the person. */

export const AT_FIRST: AttentionSettings = ATTENTION_AT_FIRST;

const DAY_MINUTES = 24 * 60;

/** Minutes since midnight of `HH:MM`. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * How long the quiet hours go on, in milliseconds; 0 outside of them.
 *
 * @param now on the clock of this computer
 */
export function quietForMs({ quiet, quietFrom, quietTo }: AttentionSettings, now: Date): number {
  if (!quiet) return 0;
  const at = now.getHours() * 60 + now.getMinutes();
  const since = (at - minutesOf(quietFrom) + DAY_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(quietTo) - minutesOf(quietFrom) + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return 0;
  return (length - since) * 60_000 - now.getSeconds() * 1_000 - now.getMilliseconds();
}

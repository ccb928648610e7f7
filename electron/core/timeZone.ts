import { timeFormat } from './timeFormat.ts';

/** The zone that times are written in: the wished one, unless this system does not know it. */
export function zoneOf(wished: string | undefined): string {
  if (wished === undefined) return ownZone();
  try {
    return timeFormat('en', { timeZone: wished }).resolvedOptions().timeZone;
  } catch {
    return ownZone();
  }
}

/** Asked anew each time: a laptop travels. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

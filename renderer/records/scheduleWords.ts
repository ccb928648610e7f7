import { text } from '../text/en.ts';
import { scheduleText } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** A schedule as a sentence begins: `Every Monday at 06:00`. */
export function scheduleSentence(schedule: Schedule): string {
  const said = scheduleText(schedule, text.reports.schedule);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

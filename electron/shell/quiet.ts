import * as z from 'zod/mini';
import { attention } from '../../shared/ipc/shell.ts';
import { ATTENTION_AT_FIRST } from '../../shared/rules/delivered.ts';
import type { Result } from '../../shared/result.ts';
import { jsonFile } from '../core/jsonFile.ts';
import type { AttentionSettings, Random } from '../core/ports.ts';

/** When the system is asked to tell of what needs the person, and how that is kept. */

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

export interface QuietFile {
  current(): AttentionSettings;
  load(): Promise<void>;
  /** Errors (`local`): those of `jsonFile`; what was set holds until the end then. */
  change(settings: AttentionSettings): Promise<Result<Record<string, never>>>;
}

const schema = z.object({ attention });

export function quietFile(folder: string, random: Random): QuietFile {
  const file = jsonFile({
    folder,
    name: 'shell.json',
    schema,
    none: { attention: AT_FIRST },
    random,
  });
  let settings = AT_FIRST;
  return {
    current: () => settings,
    async load() {
      settings = (await file.load()).attention;
    },
    change(next) {
      settings = next;
      return file.save({ attention: next });
    },
  };
}

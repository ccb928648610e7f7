import { existsSync, readFileSync } from 'node:fs';
import type { Intent } from './script.ts';

/**
 * What the lives over one data folder tell, line by line, before and after they do it. The file
 * outlives every kill; the parent holds the application to it.
 */
export type Entry =
  /** `step` is about to be asked of the core. */
  | { is: 'intent'; step: number; intent: Intent }
  /** The core said that it is durable. Null where nothing is sent for it. */
  | { is: 'kept'; step: number; opId: string | null; targetId: string | null }
  /** The core refused it, and said so. */
  | { is: 'refused'; step: number; code: string }
  /** What it builds on was never acknowledged. */
  | { is: 'skipped'; step: number }
  /** `createAndCancel`: the core said that it was taken back. */
  | { is: 'cancelled'; step: number }
  /** The application asked, and the person answered: it told of what it could not know. */
  | { is: 'asked'; opId: string; code: string; answer: 'linked' | 'retried' | 'corrected' }
  /** Nothing is open any more. */
  | { is: 'settled' }
  | { is: 'end' }
  | { is: 'bug'; error: string };

/** Entries so far; a missing file has none. */
export function readDiary(file: string): Entry[] {
  return existsSync(file) ? parseDiary(readFileSync(file, 'utf8')) : [];
}

/** Entries of a diary's text. */
export function parseDiary(text: string): Entry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

/** Steps that an acknowledgement was given for, with what it said. */
export function keptSteps(diary: readonly Entry[]): Map<number, Extract<Entry, { is: 'kept' }>> {
  return new Map(diary.flatMap((entry) => (entry.is === 'kept' ? [[entry.step, entry]] : [])));
}

/** The step that comes next. */
export function nextStep(diary: readonly Entry[]): number {
  return diary.reduce((next, entry) => (entry.is === 'intent' ? entry.step + 1 : next), 0);
}

import { writeSync } from 'node:fs';

/**
 * Places at which a process may be killed, announced by name. This file runs inside the child, in
 * each of its threads; the code that it wraps knows nothing of it.
 */

/** What the parent asks of a life; see `lives.ts`. */
export interface KillPlan {
  /** The boundary at which the child ends itself; null for none. */
  at: string | null;
  /** Which of its passings: 1 is the first. */
  nth: number;
}

/** Open in the child: the diary of `diary.ts`, and the names of the places that this life passed. */
export const DIARY_FD = 3;
const PLACES_FD = 4;

const plan = JSON.parse(process.env['WAYBILL_KILL'] ?? '{"at":null,"nth":1}') as KillPlan;
let passed = 0;

/** Adds a line to the diary. One system call: a killed process leaves no half of it behind. */
export function note(entry: object): void {
  writeSync(DIARY_FD, `${JSON.stringify(entry)}\n`);
}

/** The process passes this place, unless it is to die here. */
export function pass(name: string): void {
  if (isLast(name)) kill();
}

/** Whether the process is to die at this passing of the place; tells of it. */
export function isLast(name: string): boolean {
  writeSync(PLACES_FD, `${name}\n`);
  if (name !== plan.at) return false;
  passed += 1;
  return passed === plan.nth;
}

/** Ends the process as a power switch would: nothing is flushed, closed or said. */
export function kill(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;); // The signal arrives before the next instruction of this thread matters.
}

/** Announces a place before and one after a function, by the names that its arguments give. */
export function around<A extends unknown[], R>(
  inner: (...args: A) => R,
  before: (...args: A) => readonly string[],
  after: (...args: A) => readonly string[],
): (...args: A) => R {
  if (typeof inner !== 'function') throw new Error('What is to be wrapped is not a function.');
  return (...args) => {
    for (const name of before(...args)) pass(name);
    const result = inner(...args);
    for (const name of after(...args)) pass(name);
    return result;
  };
}

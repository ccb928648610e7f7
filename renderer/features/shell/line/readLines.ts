import { text } from '../../../text/en.ts';
import { problem } from './plan.ts';
import type { LineContext, Plan, Problem } from './plan.ts';
import { understand } from './understand.ts';

/** More lines are a file, not something that was typed. */
export const MOST_LINES = 500;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** One line of several, with what it stands for. */
export interface LineRead {
  /** Which of the lines of the text it is, from 1: empty ones count. */
  readonly n: number;
  readonly line: string;
  readonly result: Plan | Problem;
}

/**
 * Reads several lines, one after the other; empty ones and those that begin with # are left out.
 * `onProgress` hears of each and may end it by false. Null where there are too many: none is read then.
 */
export async function readLines(
  typed: string,
  context: LineContext,
  onProgress: (done: number, all: number) => boolean,
): Promise<readonly LineRead[] | null> {
  const lines = typed
    .split(LINE_END)
    .map((line, at) => ({ n: at + 1, line: line.trim() }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  if (lines.length > MOST_LINES) return null;
  const read: LineRead[] = [];
  const earlier: Plan[] = [];
  for (const { n, line } of lines) {
    if (!onProgress(read.length, lines.length)) return read;
    const result = await understand(line, { ...context, earlier });
    read.push({ n, line, result: result ?? problem(text.line.lines.notALine) });
    if (result?.is === 'plan') earlier.push(result);
  }
  return read;
}

/** The text with another line in place of one. */
export function withLine(typed: string, n: number, line: string): string {
  return typed
    .split(LINE_END)
    .map((before, at) => (at + 1 === n ? line : before))
    .join('\n');
}
